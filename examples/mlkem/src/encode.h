/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Bytes from polynomials and back: ByteEncode_d, ByteDecode_d, Compress_d and
 * Decompress_d of FIPS 203, section 4.2.1.
 */
#ifndef MLKEM_ENCODE_H
#define MLKEM_ENCODE_H

#include <stdint.h>

#include "poly.h"

/* Encodings of 12 bits a coefficient: 384 bytes. Decoding reduces modulo q. */
void mlkem_encode12(uint8_t out[MLKEM_POLY_BYTES], const mlkem_poly *a);
void mlkem_decode12(mlkem_poly *a, const uint8_t in[MLKEM_POLY_BYTES]);

/* The same after, or before, the lossy compression to d < 12 bits: 32 d bytes.
 * The polynomial that is compressed must be reduced. */
void mlkem_compress(uint8_t *out, const mlkem_poly *a, unsigned d);
void mlkem_decompress(mlkem_poly *a, const uint8_t *in, unsigned d);

/* mlkem_encode12 and mlkem_decode12 for all of a vector. */
void mlkem_encode12_vec(uint8_t out[MLKEM_VEC_BYTES], const mlkem_vec *a);
void mlkem_decode12_vec(mlkem_vec *a, const uint8_t in[MLKEM_VEC_BYTES]);

#endif
