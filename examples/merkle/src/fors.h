/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * FORS (FIPS 205, section 8): a key signs a few messages. A signature reveals the
 * secret that the message chooses in each tree, with its path to the root. The
 * choices are bytes, as the trees have 256 secrets.
 *
 * Both give the public key, as a signer always finds it and a verifier only if the
 * signature is one; both return 0, or a negative number if the helper failed.
 */
#ifndef MERKLE_FORS_H
#define MERKLE_FORS_H

#include <stdint.h>

#include "hash.h"

int fors_sign(uint8_t key[MERKLE_N], uint8_t sig[FORS_BYTES], const merkle_seeds *seeds,
              uint32_t leaf, const uint8_t choices[FORS_TREES]);
int fors_recover(uint8_t key[MERKLE_N], const merkle_seeds *seeds, uint32_t leaf,
                 const uint8_t sig[FORS_BYTES], const uint8_t choices[FORS_TREES]);

#endif
