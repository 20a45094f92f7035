/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The hash functions that ML-DSA is built from (FIPS 204, section 3.7).
 *
 *                                  ICCS helpers       MLDSA_FIPS
 *   H, 64 and 128 bytes            pseudohash         SHAKE256
 *   H, other fixed lengths         pseudoXOF          SHAKE256
 *   H, read until it is enough     pseudoXOF          SHAKE256
 *   G, read until it is enough     pseudoXOF          SHAKE128
 *
 * All return 0, or a negative number if a helper failed.
 */
#ifndef MLDSA_SYMMETRIC_H
#define MLDSA_SYMMETRIC_H

#include <stddef.h>
#include <stdint.h>

#include "dsa_params.h"

#ifdef MLDSA_FIPS
#include "keccak.h"
#endif

/* Block lengths of G and H, by which they are told apart. */
#define MLDSA_G_BLOCK_BYTES 168
#define MLDSA_H_BLOCK_BYTES 136
#define MLDSA_BLOCK_BYTES_MAX 168

#define MLDSA_XOF_INPUT_MAX (MLDSA_HASH_BYTES + 2)

/* An XOF that is read block by block. pseudoXOF has no state to go on from: it
 * is asked again for a longer output, of which the end is used. */
typedef struct {
    size_t block_len;
#ifdef MLDSA_FIPS
    mlkem_keccak keccak;
#else
    uint8_t input[MLDSA_XOF_INPUT_MAX];
    size_t input_len, blocks_read;
#endif
} mldsa_xof;

/* `in` is at most MLDSA_XOF_INPUT_MAX bytes long. */
int mldsa_xof_start(mldsa_xof *xof, size_t block_len, const uint8_t *in, size_t len);
int mldsa_xof_read(mldsa_xof *xof, uint8_t *out, size_t blocks);

int mldsa_hash(uint8_t *out, size_t out_len, const uint8_t *in, size_t len);

/* What is signed: H(tr || 0 || |ctx| || ctx || m), the context at most 255 bytes
 * long. */
int mldsa_hash_message(uint8_t mu[MLDSA_HASH_BYTES], const uint8_t tr[MLDSA_HASH_BYTES],
                       const uint8_t *ctx, size_t ctx_len, const uint8_t *m, size_t m_len);

#endif
