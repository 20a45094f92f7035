/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The hash functions that ML-KEM is built from (FIPS 203, section 4.1).
 *
 *                       ICCS helpers            MLKEM_FIPS
 *   XOF(rho || j || i)  pseudoXOF               SHAKE128
 *   PRF(s || b)         pseudoXOF(64 eta * 8)   SHAKE256
 *   H                   sm3hash(256)            SHA3-256
 *   G                   pseudohash(512)         SHA3-512
 *   J                   pseudoXOF(256)          SHAKE256
 *
 * All return 0, or a negative number if a helper failed.
 */
#ifndef MLKEM_SYMMETRIC_H
#define MLKEM_SYMMETRIC_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

#ifdef MLKEM_FIPS
#include "keccak.h"
#endif

#define MLKEM_XOF_BLOCK_BYTES 168

/* An XOF that is read block by block. pseudoXOF has no state to go on from: it
 * is asked again for a longer output, of which the end is used. */
typedef struct {
#ifdef MLKEM_FIPS
    mlkem_keccak keccak;
#else
    uint8_t input[MLKEM_SEED_BYTES + 2];
    size_t blocks_read;
#endif
} mlkem_xof;

int mlkem_xof_start(mlkem_xof *xof, const uint8_t rho[MLKEM_SEED_BYTES], uint8_t j, uint8_t i);
int mlkem_xof_read(mlkem_xof *xof, uint8_t *out, size_t blocks);

/* 64 eta bytes. */
int mlkem_prf(uint8_t *out, unsigned eta, const uint8_t s[MLKEM_SEED_BYTES], uint8_t b);

int mlkem_hash_h(uint8_t out[MLKEM_SEED_BYTES], const uint8_t *in, size_t len);
int mlkem_hash_g(uint8_t out[2 * MLKEM_SEED_BYTES], const uint8_t *in, size_t len);
int mlkem_hash_j(uint8_t out[MLKEM_SEED_BYTES], const uint8_t *in, size_t len);

#endif
