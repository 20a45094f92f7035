/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "fors.h"

#include <string.h>

#include "tree.h"

static int fors_leaf(uint8_t out[MERKLE_N], const merkle_seeds *seeds, merkle_address address)
{
    int err = merkle_secret(out, seeds, &address);

    return err != 0 ? err : merkle_f(out, seeds, &address, out);
}

/* The roots are overwritten. */
static int join(uint8_t key[MERKLE_N], uint8_t roots[FORS_TREES * MERKLE_N],
                const merkle_seeds *seeds, uint32_t leaf)
{
    merkle_address address = {0, ADDRESS_FORS_KEY, leaf, 0, 0};

    return merkle_tree_join(key, roots, FORS_TREES, seeds, address);
}

int fors_sign(uint8_t key[MERKLE_N], uint8_t sig[FORS_BYTES], const merkle_seeds *seeds,
              uint32_t leaf, const uint8_t choices[FORS_TREES])
{
    merkle_address address = {0, ADDRESS_FORS, leaf, 0, 0};
    uint8_t roots[FORS_TREES * MERKLE_N];
    int err = 0, i;

    for (i = 0; i < FORS_TREES && err == 0; ++i) {
        address.tree = (uint32_t)i;
        address.index = choices[i];
        err = merkle_secret(sig, seeds, &address);
        sig += MERKLE_N;
        if (err == 0) {
            err = merkle_tree_build(roots + i * MERKLE_N, sig, choices[i], FORS_HEIGHT, seeds,
                                    address, fors_leaf);
        }
        sig += FORS_HEIGHT * MERKLE_N;
    }
    return err != 0 ? err : join(key, roots, seeds, leaf);
}

int fors_recover(uint8_t key[MERKLE_N], const merkle_seeds *seeds, uint32_t leaf,
                 const uint8_t sig[FORS_BYTES], const uint8_t choices[FORS_TREES])
{
    merkle_address address = {0, ADDRESS_FORS, leaf, 0, 0};
    uint8_t roots[FORS_TREES * MERKLE_N];
    int err = 0, i;

    for (i = 0; i < FORS_TREES && err == 0; ++i) {
        uint8_t *node = roots + i * MERKLE_N;

        address.tree = (uint32_t)i;
        address.level = 0;
        address.index = choices[i];
        err = merkle_f(node, seeds, &address, sig);
        sig += MERKLE_N;
        if (err == 0) {
            err = merkle_tree_climb(node, sig, choices[i], FORS_HEIGHT, seeds, address);
        }
        sig += FORS_HEIGHT * MERKLE_N;
    }
    return err != 0 ? err : join(key, roots, seeds, leaf);
}
