/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Binary trees of H. The node (level, index) is H of the nodes (level - 1, 2 index)
 * and (level - 1, 2 index + 1), leaves are on level 0.
 *
 * All return 0, or a negative number if the helper failed.
 */
#ifndef MERKLE_TREE_H
#define MERKLE_TREE_H

#include <stdint.h>

#include "hash.h"

/* Computes the leaf of which the address has the index. */
typedef int merkle_leaf(uint8_t out[MERKLE_N], const merkle_seeds *seeds, merkle_address address);

/* The root, and the path from a leaf to it: the sibling on each level. The height
 * is at most 16; the address says which tree it is. */
int merkle_tree_build(uint8_t root[MERKLE_N], uint8_t *path, uint32_t path_leaf, int height,
                      const merkle_seeds *seeds, merkle_address address, merkle_leaf *leaf);

/* Goes the path up: turns the leaf into the root. */
int merkle_tree_climb(uint8_t node[MERKLE_N], const uint8_t *path, uint32_t path_leaf, int height,
                      const merkle_seeds *seeds, merkle_address address);

/* The root over any number of nodes, which are overwritten (RFC 8391, section
 * 4.1.5, the L-tree): the last of an odd number goes one level up as it is. */
int merkle_tree_join(uint8_t root[MERKLE_N], uint8_t *nodes, int count, const merkle_seeds *seeds,
                     merkle_address address);

#endif
