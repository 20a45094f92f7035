/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bytes of polynomials and hints (FIPS 204, sections 7.1 and 7.2). */
#ifndef MLDSA_ENCODE_H
#define MLDSA_ENCODE_H

#include <stdint.h>

#include "dsa_poly.h"

/* Coefficients below 2^bits, least significant bit first. */
void mldsa_pack(uint8_t *out, const mldsa_poly *a, unsigned bits);
void mldsa_unpack(mldsa_poly *a, const uint8_t *in, unsigned bits);

/* Reduced coefficients from around zero, as what they are less than `top`. */
void mldsa_pack_centred(uint8_t *out, const mldsa_poly *a, uint32_t top, unsigned bits);
void mldsa_unpack_centred(mldsa_poly *a, const uint8_t *in, uint32_t top, unsigned bits);

/* Hints are the places of ones: those of polynomial i end before byte number
 * in[MLDSA_OMEGA + i], where those of the next begin. This is 1 if the places of
 * each polynomial ascend, the ends do and what is unused is zero, so that there is
 * one encoding of a set of hints. */
int mldsa_hints_are_valid(const uint8_t in[MLDSA_OMEGA + MLDSA_K]);

#endif
