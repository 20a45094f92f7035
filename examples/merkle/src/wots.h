/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * WOTS+ (RFC 8391, section 3): a key signs one message, a digest. A signature has
 * a value of each chain, as many steps in as the message has in its place.
 *
 * All return 0, or a negative number if the helper failed.
 */
#ifndef MERKLE_WOTS_H
#define MERKLE_WOTS_H

#include <stdint.h>

#include "hash.h"

/* The public key of a leaf, as a merkle_leaf. */
int wots_key(uint8_t key[MERKLE_N], const merkle_seeds *seeds, merkle_address address);

int wots_sign(uint8_t sig[WOTS_BYTES], const merkle_seeds *seeds, uint32_t leaf,
              const uint8_t message[MERKLE_N]);

/* The public key of which this is the message's signature. */
int wots_recover(uint8_t key[MERKLE_N], const merkle_seeds *seeds, uint32_t leaf,
                 const uint8_t sig[WOTS_BYTES], const uint8_t message[MERKLE_N]);

#endif
