/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash.h"

#include <string.h>

#include "auxfunc.h"

static void start(uint8_t *input, uint8_t function)
{
    memset(input, 0, MERKLE_N - 1);
    input[MERKLE_N - 1] = function;
}

static void put_address(uint8_t out[MERKLE_N], const merkle_address *address, uint32_t last)
{
    const uint32_t words[8] = {
        0, 0, address->tree, address->type, address->leaf, address->level, address->index, last,
    };
    int i;

    for (i = 0; i < MERKLE_N; ++i) {
        out[i] = (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4)));
    }
}

/* The key (number 0) or a mask (1 and 2). */
static int key_or_mask(uint8_t out[MERKLE_N], const merkle_seeds *seeds,
                       const merkle_address *address, uint32_t number)
{
    uint8_t input[3 * MERKLE_N];

    start(input, 3);
    memcpy(input + MERKLE_N, seeds->public_seed, MERKLE_N);
    put_address(input + 2 * MERKLE_N, address, number);
    return sm3hash(256, input, 8 * sizeof input, out);
}

static int add_masked(uint8_t out[MERKLE_N], const merkle_seeds *seeds,
                      const merkle_address *address, uint32_t number, const uint8_t x[MERKLE_N])
{
    int err = key_or_mask(out, seeds, address, number), i;

    for (i = 0; i < MERKLE_N && err == 0; ++i) {
        out[i] ^= x[i];
    }
    return err;
}

int merkle_f(uint8_t out[MERKLE_N], const merkle_seeds *seeds, const merkle_address *address,
             const uint8_t x[MERKLE_N])
{
    uint8_t input[3 * MERKLE_N];
    int err;

    start(input, 0);
    err = key_or_mask(input + MERKLE_N, seeds, address, 0);
    if (err == 0) {
        err = add_masked(input + 2 * MERKLE_N, seeds, address, 1, x);
    }
    return err != 0 ? err : sm3hash(256, input, 8 * sizeof input, out);
}

int merkle_h(uint8_t out[MERKLE_N], const merkle_seeds *seeds, const merkle_address *address,
             const uint8_t x[MERKLE_N], const uint8_t y[MERKLE_N])
{
    uint8_t input[4 * MERKLE_N];
    int err;

    start(input, 1);
    err = key_or_mask(input + MERKLE_N, seeds, address, 0);
    if (err == 0) {
        err = add_masked(input + 2 * MERKLE_N, seeds, address, 1, x);
    }
    if (err == 0) {
        err = add_masked(input + 3 * MERKLE_N, seeds, address, 2, y);
    }
    return err != 0 ? err : sm3hash(256, input, 8 * sizeof input, out);
}

int merkle_secret(uint8_t out[MERKLE_N], const merkle_seeds *seeds, const merkle_address *address)
{
    uint8_t input[4 * MERKLE_N];

    start(input, 4);
    memcpy(input + MERKLE_N, seeds->secret_seed, MERKLE_N);
    memcpy(input + 2 * MERKLE_N, seeds->public_seed, MERKLE_N);
    put_address(input + 3 * MERKLE_N, address, 0);
    return sm3hash(256, input, 8 * sizeof input, out);
}
