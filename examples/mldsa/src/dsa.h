/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * ML-DSA without its random numbers and length checks (FIPS 204, sections 5 and
 * 6): a message is signed with a context of at most 255 bytes, itself and not its
 * hash ("pure").
 */
#ifndef MLDSA_DSA_H
#define MLDSA_DSA_H

#include <stddef.h>
#include <stdint.h>

#include "dsa_params.h"

/* These return 0, or a negative number if a hash function failed. */
int mldsa_keygen(uint8_t pk[MLDSA_PK_BYTES], uint8_t sk[MLDSA_SK_BYTES],
                 const uint8_t xi[MLDSA_SEED_BYTES]);
int mldsa_sign(uint8_t sig[MLDSA_SIG_BYTES], const uint8_t sk[MLDSA_SK_BYTES], const uint8_t *ctx,
               size_t ctx_len, const uint8_t *m, size_t m_len, const uint8_t rnd[MLDSA_SEED_BYTES]);

/* 1 if the signature is valid, 0 if not, negative if a hash function failed. */
int mldsa_verify(const uint8_t pk[MLDSA_PK_BYTES], const uint8_t sig[MLDSA_SIG_BYTES],
                 const uint8_t *ctx, size_t ctx_len, const uint8_t *m, size_t m_len);

/* tr, the hash of the public key that is also in the secret key (MLDSA_SK_TR);
 * 0, or negative if the hash function failed. */
int mldsa_hash_pk(uint8_t tr[MLDSA_HASH_BYTES], const uint8_t pk[MLDSA_PK_BYTES]);

#endif
