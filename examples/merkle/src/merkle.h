/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A signature from nothing but a hash function: a Merkle tree over WOTS+ keys, each
 * of which signs a FORS key, which signs messages. This is SLH-DSA (FIPS 205) with
 * one layer of trees and the functions of XMSS (RFC 8391).
 *
 * Signing needs no state. A WOTS+ key must not sign two messages, and does not: it
 * signs the FORS key of its leaf, which follows from the secret key. The hash of a
 * message chooses the leaf and the FORS secrets to reveal, so a leaf can be used
 * again, but every use reveals 28 of its 28 * 256 secrets. Who has seen four
 * signatures a leaf, 2^(MERKLE_HEIGHT + 2) in all, finds a message of which all
 * secrets are known with about 2^129 hashes; who has seen 16 a leaf, with 2^96, and
 * 64 a leaf, with 2^56. That is the price of a small tree: a key is good for 64
 * messages with height 4, for 256 with height 6.
 */
#ifndef MERKLE_MERKLE_H
#define MERKLE_MERKLE_H

#include <stddef.h>
#include <stdint.h>

#include "params.h"

/* These return 0, or a negative number if the helper failed or memory is short.
 * The seed is secret seed || message key || public seed. */
int merkle_keygen(uint8_t pk[MERKLE_PK_BYTES], uint8_t sk[MERKLE_SK_BYTES],
                  const uint8_t seed[3 * MERKLE_N]);
int merkle_sign(uint8_t sig[MERKLE_SIG_BYTES], const uint8_t sk[MERKLE_SK_BYTES], const uint8_t *m,
                size_t m_len, const uint8_t random[MERKLE_N]);

/* 1 if the signature is valid, 0 if not, negative if the helper failed or memory is
 * short. */
int merkle_verify(const uint8_t pk[MERKLE_PK_BYTES], const uint8_t sig[MERKLE_SIG_BYTES],
                  const uint8_t *m, size_t m_len);

#endif
