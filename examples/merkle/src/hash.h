/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The keyed and masked functions of RFC 8391, section 5.1, over SM3 (sm3hash).
 *
 *     F(a, x)    = SM3(0 || key || x ^ mask)
 *     H(a, x, y) = SM3(1 || key || x ^ mask || y ^ mask')
 *     secret(a)  = SM3(4 || secret seed || public seed || a)
 *
 * The numbers in front are 32 bytes long and tell the functions apart. The key and
 * the masks are SM3(3 || public seed || a), for the address a with 0, 1, 2 in its
 * last word: every call in a scheme has a key and masks of its own.
 *
 * All return 0, or a negative number if the helper failed.
 */
#ifndef MERKLE_HASH_H
#define MERKLE_HASH_H

#include <stdint.h>

#include "params.h"

/* The place of a call in the scheme, eight big-endian words. */
typedef struct {
    uint32_t tree;  /* word 2: number of a FORS tree */
    uint32_t type;  /* word 3: one of the types below */
    uint32_t leaf;  /* word 4: of the Merkle tree, to which the key belongs */
    uint32_t level; /* word 5: of the resulting node, or number of the chain */
    uint32_t index; /* word 6: of the resulting node, or step in the chain */
} merkle_address;

enum {
    ADDRESS_WOTS = 0,
    ADDRESS_WOTS_KEY = 1, /* joins the ends of the chains */
    ADDRESS_TREE = 2,
    ADDRESS_FORS = 3,
    ADDRESS_FORS_KEY = 4 /* joins the roots */
};

/* The secret seed is null where only public values are computed. */
typedef struct {
    const uint8_t *public_seed;
    const uint8_t *secret_seed;
} merkle_seeds;

/* The output may be one of the inputs. */
int merkle_f(uint8_t out[MERKLE_N], const merkle_seeds *seeds, const merkle_address *address,
             const uint8_t x[MERKLE_N]);
int merkle_h(uint8_t out[MERKLE_N], const merkle_seeds *seeds, const merkle_address *address,
             const uint8_t x[MERKLE_N], const uint8_t y[MERKLE_N]);
int merkle_secret(uint8_t out[MERKLE_N], const merkle_seeds *seeds, const merkle_address *address);

#endif
