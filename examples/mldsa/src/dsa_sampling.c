/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dsa_sampling.h"

#include <string.h>

#include "dsa_encode.h"
#include "dsa_symmetric.h"
#include "secret.h"

/* Enough for a polynomial almost always. */
#define UNIFORM_FIRST_BLOCKS 5
#define SECRET_FIRST_BLOCKS 2

/* Takes 23-bit candidates below q from the bytes until 256 are found in all. */
static int accept_uniform(mldsa_poly *a, int count, const uint8_t *in, size_t len)
{
    size_t i;

    for (i = 0; i < len && count < MLDSA_N; i += 3) {
        uint32_t candidate = in[i] | (uint32_t)in[i + 1] << 8 | (in[i + 2] & 0x7fu) << 16;

        if (candidate < MLDSA_Q) {
            a->c[count++] = candidate;
        }
    }
    return count;
}

/* Algorithm 30. */
static int sample_uniform(mldsa_poly *a, const uint8_t seed[MLDSA_SEED_BYTES + 2])
{
    uint8_t bytes[UNIFORM_FIRST_BLOCKS * MLDSA_G_BLOCK_BYTES];
    size_t blocks = UNIFORM_FIRST_BLOCKS;
    int count = 0;
    mldsa_xof xof;
    int err = mldsa_xof_start(&xof, MLDSA_G_BLOCK_BYTES, seed, MLDSA_SEED_BYTES + 2);

    while (err == 0 && count < MLDSA_N) {
        err = mldsa_xof_read(&xof, bytes, blocks);
        if (err == 0) {
            count = accept_uniform(a, count, bytes, blocks * MLDSA_G_BLOCK_BYTES);
        }
        blocks = 1;
    }
    return err;
}

/* Algorithm 32. */
int mldsa_sample_row(mldsa_poly a[MLDSA_L], const uint8_t rho[MLDSA_SEED_BYTES], int row)
{
    uint8_t seed[MLDSA_SEED_BYTES + 2];
    int err = 0, column;

    memcpy(seed, rho, MLDSA_SEED_BYTES);
    seed[MLDSA_SEED_BYTES + 1] = (uint8_t)row;
    for (column = 0; column < MLDSA_L && err == 0; ++column) {
        seed[MLDSA_SEED_BYTES] = (uint8_t)column;
        err = sample_uniform(&a[column], seed);
    }
    return err;
}

/* Algorithm 15: `half` is in the low four bits; 0 if it is rejected. */
static int accept_half_byte(uint32_t *c, unsigned half)
{
    const unsigned limit = MLDSA_ETA == 2 ? 15 : 9;
    /* x mod 5 for x < 15, without a division */
    unsigned small = MLDSA_ETA == 2 ? half - 5 * (half * 205 >> 10) : half;

    *c = MLDSA_ETA - small + (MLDSA_Q & (0 - (uint32_t)(small > MLDSA_ETA)));
    return half < limit;
}

static void numbered_seed(uint8_t out[MLDSA_HASH_BYTES + 2], const uint8_t seed[MLDSA_HASH_BYTES],
                          int number)
{
    memcpy(out, seed, MLDSA_HASH_BYTES);
    out[MLDSA_HASH_BYTES] = (uint8_t)number;
    out[MLDSA_HASH_BYTES + 1] = (uint8_t)(number >> 8);
}

/* Algorithm 31. */
int mldsa_sample_secret(mldsa_poly *s, const uint8_t seed[MLDSA_HASH_BYTES], int number)
{
    uint8_t input[MLDSA_HASH_BYTES + 2], bytes[SECRET_FIRST_BLOCKS * MLDSA_H_BLOCK_BYTES];
    size_t blocks = SECRET_FIRST_BLOCKS, i;
    int count = 0;
    mldsa_xof xof;
    int err;

    numbered_seed(input, seed, number);
    err = mldsa_xof_start(&xof, MLDSA_H_BLOCK_BYTES, input, sizeof input);
    while (err == 0 && count < MLDSA_N) {
        err = mldsa_xof_read(&xof, bytes, blocks);
        for (i = 0; err == 0 && i < 2 * blocks * MLDSA_H_BLOCK_BYTES && count < MLDSA_N; ++i) {
            unsigned half = bytes[i / 2] >> (4 * (i % 2)) & 15u;

            count += accept_half_byte(&s->c[count], half);
        }
        blocks = 1;
    }
    mlkem_wipe(input, sizeof input);
    mlkem_wipe(bytes, sizeof bytes);
    mlkem_wipe(&xof, sizeof xof);
    return err;
}

/* One polynomial of algorithm 34. */
int mldsa_sample_mask(mldsa_poly *y, const uint8_t seed[MLDSA_HASH_BYTES], int number)
{
    uint8_t input[MLDSA_HASH_BYTES + 2], bytes[MLDSA_PACKED_BYTES(MLDSA_Z_BITS)];
    int err;

    numbered_seed(input, seed, number);
    err = mldsa_hash(bytes, sizeof bytes, input, sizeof input);
    if (err == 0) {
        mldsa_unpack_centred(y, bytes, MLDSA_GAMMA1, MLDSA_Z_BITS);
    }
    mlkem_wipe(input, sizeof input);
    mlkem_wipe(bytes, sizeof bytes);
    return err;
}

/* Algorithm 29. The first eight bytes are the signs. */
int mldsa_sample_challenge(mldsa_poly *c, const uint8_t hash[MLDSA_C_BYTES])
{
    uint8_t bytes[MLDSA_H_BLOCK_BYTES];
    size_t at = 8;
    mldsa_xof xof;
    uint64_t signs = 0;
    int err = mldsa_xof_start(&xof, MLDSA_H_BLOCK_BYTES, hash, MLDSA_C_BYTES), i;

    if (err == 0) {
        err = mldsa_xof_read(&xof, bytes, 1);
    }
    for (i = 0; err == 0 && i < 8; ++i) {
        signs |= (uint64_t)bytes[i] << (8 * i);
    }
    memset(c, 0, sizeof *c);
    for (i = MLDSA_N - MLDSA_TAU; err == 0 && i < MLDSA_N;) {
        if (at == sizeof bytes) {
            err = mldsa_xof_read(&xof, bytes, 1);
            at = 0;
        } else {
            int place = bytes[at++];

            if (place <= i) {
                c->c[i++] = c->c[place];
                c->c[place] = signs & 1 ? MLDSA_Q - 1 : 1;
                signs >>= 1;
            }
        }
    }
    return err;
}
