/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Parameters, of which one is chosen at compile time:
 *
 *   -DMERKLE_HEIGHT=1..16  height of the Merkle tree (4 by default)
 */
#ifndef MERKLE_PARAMS_H
#define MERKLE_PARAMS_H

#ifndef MERKLE_HEIGHT
#define MERKLE_HEIGHT 4
#endif
#if MERKLE_HEIGHT < 1 || MERKLE_HEIGHT > 16
#error "MERKLE_HEIGHT must be between 1 and 16"
#endif

#define MERKLE_N 32 /* bytes of an SM3 digest, of every secret and every node */

/* WOTS+ with w = 16: a chain for each half byte of the message and of the
 * checksum. */
#define WOTS_STEPS 15
#define WOTS_MESSAGE_CHAINS (2 * MERKLE_N)
#define WOTS_CHAINS (WOTS_MESSAGE_CHAINS + 3)
#define WOTS_BYTES (WOTS_CHAINS * MERKLE_N)

/* FORS: 28 trees of 256 secrets. A digest is enough to choose a leaf of the Merkle
 * tree and a secret in each: 28 * 8 + MERKLE_HEIGHT <= 256 bits. */
#define FORS_TREES 28
#define FORS_HEIGHT 8
#define FORS_BYTES (FORS_TREES * (1 + FORS_HEIGHT) * MERKLE_N)

/* root || public seed */
#define MERKLE_PK_BYTES (2 * MERKLE_N)
/* secret seed || message key || public seed || root */
#define MERKLE_SK_BYTES (4 * MERKLE_N)
/* randomiser || FORS signature || WOTS+ signature || path */
#define MERKLE_SIG_BYTES (MERKLE_N + FORS_BYTES + WOTS_BYTES + MERKLE_HEIGHT * MERKLE_N)

#endif
