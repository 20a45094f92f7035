/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The sponge over the permutation, for messages of any number of bits.
 *
 * With a digest of d bits the capacity is d bits, too, and a block is the other
 * 2048 - d: 192, 160 or 128 bytes. Were the permutation ideal, no attack were
 * better than 2^(d/2), which for collisions is the best a digest of d bits can do.
 * A capacity of 2 d, as SHA-3 has it, would make preimages harder but leave nothing
 * of 2048 bits to a message with d = 1024.
 *
 * The state begins as zero but for the digest length in its last word, which is in
 * the capacity. A message is followed by a bit 1, zeros and another bit 1 at the
 * end of a block (pad10*1), and its blocks are xored to the first bytes of the
 * state, row by row, little-endian words, with the permutation after each. The
 * digest is no longer than a block: the first bytes of the state.
 */
#ifndef DUPLEX_SPONGE_H
#define DUPLEX_SPONGE_H

#include <stddef.h>
#include <stdint.h>

#include "permutation.h"

#define DUPLEX_STATE_BYTES (8 * DUPLEX_ROWS * DUPLEX_COLUMNS)

/* 512, 768 or 1024 bits; the message may be where the digest goes. In a last,
 * partial byte of the message the high bits count. */
void duplex_hash(uint8_t *digest, size_t digest_len, const uint8_t *msg, uint64_t msg_bits);

#endif
