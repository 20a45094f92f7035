/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "sampling.h"

#include "reduce.h"
#include "secret.h"
#include "symmetric.h"

/* Three blocks have 336 candidates, enough for a polynomial 99 times in 100. */
#define FIRST_BLOCKS 3

/* Takes 12-bit candidates below q from the bytes until 256 are found in all. */
static int accept(mlkem_poly *a, int count, const uint8_t *in, int len)
{
    int i;

    for (i = 0; i < len && count < MLKEM_N; i += 3) {
        unsigned first = in[i] | (in[i + 1] & 0x0fu) << 8;
        unsigned second = in[i + 1] >> 4 | (unsigned)in[i + 2] << 4;

        if (first < MLKEM_Q) {
            a->c[count++] = (uint16_t)first;
        }
        if (second < MLKEM_Q && count < MLKEM_N) {
            a->c[count++] = (uint16_t)second;
        }
    }
    return count;
}

int mlkem_sample_uniform(mlkem_poly *a, const uint8_t rho[MLKEM_SEED_BYTES], uint8_t j, uint8_t i)
{
    uint8_t bytes[FIRST_BLOCKS * MLKEM_XOF_BLOCK_BYTES];
    int blocks = FIRST_BLOCKS, count = 0;
    mlkem_xof xof;
    int err = mlkem_xof_start(&xof, rho, j, i);

    while (err == 0 && count < MLKEM_N) {
        err = mlkem_xof_read(&xof, bytes, (size_t)blocks);
        if (err == 0) {
            count = accept(a, count, bytes, blocks * MLKEM_XOF_BLOCK_BYTES);
        }
        blocks = 1;
    }
    return err;
}

static uint32_t load_little_endian(const uint8_t *in, unsigned len)
{
    uint32_t x = 0;

    while (len-- > 0) {
        x = x << 8 | in[len];
    }
    return x;
}

/* Each coefficient is the sum of eta bits less the sum of the next eta. The sums
 * are made for a whole word at once, in fields of eta bits (0 to 3 fit in 2). */
static void centred_binomial(mlkem_poly *a, unsigned eta, const uint8_t *in)
{
    const unsigned step = eta == 2 ? 4 : 3; /* bytes a word */
    const uint32_t low = eta == 2 ? UINT32_C(0x55555555) : UINT32_C(0x00249249);
    const uint32_t field = (UINT32_C(1) << eta) - 1;
    int i = 0;

    for (; i < MLKEM_N; in += step) {
        uint32_t word = load_little_endian(in, step), sums = 0;
        unsigned bit;

        for (bit = 0; bit < eta; ++bit) {
            sums += word >> bit & low;
        }
        for (bit = 0; bit < 8 * step; bit += 2 * eta) {
            uint32_t plus = sums >> bit & field, minus = sums >> (bit + eta) & field;

            a->c[i++] = mlkem_barrett(plus + MLKEM_Q - minus);
        }
    }
}

int mlkem_sample_noise(mlkem_poly *a, unsigned eta, const uint8_t s[MLKEM_SEED_BYTES], uint8_t b)
{
    uint8_t bytes[64 * MLKEM_ETA_MAX];
    int err = mlkem_prf(bytes, eta, s, b);

    if (err == 0) {
        centred_binomial(a, eta, bytes);
    }
    mlkem_wipe(bytes, sizeof bytes);
    return err;
}
