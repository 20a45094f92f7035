/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "tree.h"

#include <string.h>

#define HEIGHT_MAX 16

/* Leaf by leaf, keeping of what is complete the left nodes that wait for their
 * siblings: one a level. */
int merkle_tree_build(uint8_t root[MERKLE_N], uint8_t *path, uint32_t path_leaf, int height,
                      const merkle_seeds *seeds, merkle_address address, merkle_leaf *leaf)
{
    uint8_t waiting[HEIGHT_MAX][MERKLE_N], node[MERKLE_N];
    uint32_t i;
    int err = 0, level;

    for (i = 0; i < UINT32_C(1) << height && err == 0; ++i) {
        address.level = 0;
        address.index = i;
        err = leaf(node, seeds, address);
        for (level = 0; level < height && err == 0; ++level) {
            uint32_t index = i >> level;

            if (index == (path_leaf >> level ^ 1)) {
                memcpy(path + level * MERKLE_N, node, MERKLE_N);
            }
            if (index % 2 == 0) {
                memcpy(waiting[level], node, MERKLE_N);
                break;
            }
            address.level = (uint32_t)level + 1;
            address.index = index / 2;
            err = merkle_h(node, seeds, &address, waiting[level], node);
        }
    }
    memcpy(root, node, MERKLE_N); /* the last leaf completes everything */
    return err;
}

int merkle_tree_climb(uint8_t node[MERKLE_N], const uint8_t *path, uint32_t path_leaf, int height,
                      const merkle_seeds *seeds, merkle_address address)
{
    int err = 0, level;

    for (level = 0; level < height && err == 0; ++level, path += MERKLE_N) {
        int is_right = path_leaf >> level & 1;

        address.level = (uint32_t)level + 1;
        address.index = path_leaf >> (level + 1);
        err = merkle_h(node, seeds, &address, is_right ? path : node, is_right ? node : path);
    }
    return err;
}

int merkle_tree_join(uint8_t root[MERKLE_N], uint8_t *nodes, int count, const merkle_seeds *seeds,
                     merkle_address address)
{
    int err = 0, i;

    for (address.level = 1; count > 1 && err == 0; ++address.level) {
        for (i = 0; i < count / 2 && err == 0; ++i) {
            const uint8_t *pair = nodes + 2 * i * MERKLE_N;

            address.index = (uint32_t)i;
            err = merkle_h(nodes + i * MERKLE_N, seeds, &address, pair, pair + MERKLE_N);
        }
        if (count % 2 != 0) {
            memmove(nodes + i * MERKLE_N, nodes + 2 * i * MERKLE_N, MERKLE_N);
        }
        count = (count + 1) / 2;
    }
    memcpy(root, nodes, MERKLE_N);
    return err;
}
