/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "wots.h"

#include <string.h>

#include "tree.h"

/* How far into each chain a signature goes. The checksum makes sure that a message
 * with a larger half byte has a smaller one elsewhere. */
static void digits(uint8_t out[WOTS_CHAINS], const uint8_t message[MERKLE_N])
{
    unsigned checksum = 0;
    int i;

    for (i = 0; i < WOTS_MESSAGE_CHAINS; ++i) {
        out[i] = i % 2 == 0 ? message[i / 2] >> 4 : message[i / 2] & 15;
        checksum += WOTS_STEPS - out[i];
    }
    for (; i < WOTS_CHAINS; ++i) {
        out[i] = (uint8_t)(checksum >> (4 * (WOTS_CHAINS - 1 - i)) & 15);
    }
}

/* Takes a chain's value from one step to another. */
static int walk(uint8_t value[MERKLE_N], const merkle_seeds *seeds, merkle_address *address,
                int from, int to)
{
    int err = 0, step;

    for (step = from; step < to && err == 0; ++step) {
        address->index = (uint32_t)step;
        err = merkle_f(value, seeds, address, value);
    }
    return err;
}

static merkle_address chains_of(uint32_t leaf)
{
    merkle_address address = {0, ADDRESS_WOTS, leaf, 0, 0};

    return address;
}

/* The start of a chain, taken so many steps on. */
static int chain(uint8_t value[MERKLE_N], const merkle_seeds *seeds, merkle_address *address,
                 int number, int steps)
{
    int err;

    address->level = (uint32_t)number;
    address->index = 0;
    err = merkle_secret(value, seeds, address);
    return err != 0 ? err : walk(value, seeds, address, 0, steps);
}

/* The ends are overwritten. */
static int join(uint8_t key[MERKLE_N], uint8_t ends[WOTS_BYTES], const merkle_seeds *seeds,
                uint32_t leaf)
{
    merkle_address address = {0, ADDRESS_WOTS_KEY, leaf, 0, 0};

    return merkle_tree_join(key, ends, WOTS_CHAINS, seeds, address);
}

int wots_key(uint8_t key[MERKLE_N], const merkle_seeds *seeds, merkle_address address)
{
    const uint32_t leaf = address.index;
    uint8_t ends[WOTS_BYTES];
    int err = 0, i;

    address = chains_of(leaf);
    for (i = 0; i < WOTS_CHAINS && err == 0; ++i) {
        err = chain(ends + i * MERKLE_N, seeds, &address, i, WOTS_STEPS);
    }
    return err != 0 ? err : join(key, ends, seeds, leaf);
}

int wots_sign(uint8_t sig[WOTS_BYTES], const merkle_seeds *seeds, uint32_t leaf,
              const uint8_t message[MERKLE_N])
{
    merkle_address address = chains_of(leaf);
    uint8_t steps[WOTS_CHAINS];
    int err = 0, i;

    digits(steps, message);
    for (i = 0; i < WOTS_CHAINS && err == 0; ++i) {
        err = chain(sig + i * MERKLE_N, seeds, &address, i, steps[i]);
    }
    return err;
}

int wots_recover(uint8_t key[MERKLE_N], const merkle_seeds *seeds, uint32_t leaf,
                 const uint8_t sig[WOTS_BYTES], const uint8_t message[MERKLE_N])
{
    merkle_address address = chains_of(leaf);
    uint8_t steps[WOTS_CHAINS], ends[WOTS_BYTES];
    int err = 0, i;

    digits(steps, message);
    memcpy(ends, sig, WOTS_BYTES);
    for (i = 0; i < WOTS_CHAINS && err == 0; ++i) {
        address.level = (uint32_t)i;
        err = walk(ends + i * MERKLE_N, seeds, &address, steps[i], WOTS_STEPS);
    }
    return err != 0 ? err : join(key, ends, seeds, leaf);
}
