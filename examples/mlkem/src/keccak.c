/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "keccak.h"

#if defined(MLKEM_FIPS) || defined(MLKEM_KECCAK)

#include <string.h>

static const uint64_t round_constants[24] = {
    UINT64_C(0x0000000000000001), UINT64_C(0x0000000000008082), UINT64_C(0x800000000000808a),
    UINT64_C(0x8000000080008000), UINT64_C(0x000000000000808b), UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008081), UINT64_C(0x8000000000008009), UINT64_C(0x000000000000008a),
    UINT64_C(0x0000000000000088), UINT64_C(0x0000000080008009), UINT64_C(0x000000008000000a),
    UINT64_C(0x000000008000808b), UINT64_C(0x800000000000008b), UINT64_C(0x8000000000008089),
    UINT64_C(0x8000000000008003), UINT64_C(0x8000000000008002), UINT64_C(0x8000000000000080),
    UINT64_C(0x000000000000800a), UINT64_C(0x800000008000000a), UINT64_C(0x8000000080008081),
    UINT64_C(0x8000000000008080), UINT64_C(0x0000000080000001), UINT64_C(0x8000000080008008),
};

static uint64_t rol(uint64_t x, unsigned n)
{
    return (x << n) | (x >> (64 - n));
}

/* Keccak-f[1600]; lane (x, y) is a[x + 5 y]. */
static void permute(uint64_t a[25])
{
    uint64_t b[25], c[5], d[5];
    int round, x, y;

    for (round = 0; round < 24; ++round) {
        /* theta: d is what each column gets */
        for (x = 0; x < 5; ++x) {
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        }
        d[0] = c[4] ^ rol(c[1], 1);
        d[1] = c[0] ^ rol(c[2], 1);
        d[2] = c[1] ^ rol(c[3], 1);
        d[3] = c[2] ^ rol(c[4], 1);
        d[4] = c[3] ^ rol(c[0], 1);

        /* rho and pi: lane (x, y) is turned and goes to (y, 2 x + 3 y) */
        b[0] = a[0] ^ d[0];
        b[1] = rol(a[6] ^ d[1], 44);
        b[2] = rol(a[12] ^ d[2], 43);
        b[3] = rol(a[18] ^ d[3], 21);
        b[4] = rol(a[24] ^ d[4], 14);
        b[5] = rol(a[3] ^ d[3], 28);
        b[6] = rol(a[9] ^ d[4], 20);
        b[7] = rol(a[10] ^ d[0], 3);
        b[8] = rol(a[16] ^ d[1], 45);
        b[9] = rol(a[22] ^ d[2], 61);
        b[10] = rol(a[1] ^ d[1], 1);
        b[11] = rol(a[7] ^ d[2], 6);
        b[12] = rol(a[13] ^ d[3], 25);
        b[13] = rol(a[19] ^ d[4], 8);
        b[14] = rol(a[20] ^ d[0], 18);
        b[15] = rol(a[4] ^ d[4], 27);
        b[16] = rol(a[5] ^ d[0], 36);
        b[17] = rol(a[11] ^ d[1], 10);
        b[18] = rol(a[17] ^ d[2], 15);
        b[19] = rol(a[23] ^ d[3], 56);
        b[20] = rol(a[2] ^ d[2], 62);
        b[21] = rol(a[8] ^ d[3], 55);
        b[22] = rol(a[14] ^ d[4], 39);
        b[23] = rol(a[15] ^ d[0], 41);
        b[24] = rol(a[21] ^ d[1], 2);

        /* chi, row by row, and iota */
        for (y = 0; y < 25; y += 5) {
            a[y] = b[y] ^ (~b[y + 1] & b[y + 2]);
            a[y + 1] = b[y + 1] ^ (~b[y + 2] & b[y + 3]);
            a[y + 2] = b[y + 2] ^ (~b[y + 3] & b[y + 4]);
            a[y + 3] = b[y + 3] ^ (~b[y + 4] & b[y]);
            a[y + 4] = b[y + 4] ^ (~b[y] & b[y + 1]);
        }
        a[0] ^= round_constants[round];
    }
}

static void xor_byte(mlkem_keccak *k, unsigned pos, uint8_t byte)
{
    k->lanes[pos / 8] ^= (uint64_t)byte << (8 * (pos % 8));
}

void mlkem_keccak_start(mlkem_keccak *k, unsigned rate)
{
    memset(k->lanes, 0, sizeof k->lanes);
    k->rate = rate;
    k->pos = 0;
}

void mlkem_keccak_absorb(mlkem_keccak *k, const uint8_t *in, size_t len)
{
    size_t i;

    for (i = 0; i < len; ++i) {
        xor_byte(k, k->pos, in[i]);
        if (++k->pos == k->rate) {
            permute(k->lanes);
            k->pos = 0;
        }
    }
}

void mlkem_keccak_pad(mlkem_keccak *k, uint8_t suffix)
{
    xor_byte(k, k->pos, suffix);
    xor_byte(k, k->rate - 1, 0x80);
    k->pos = k->rate; /* the first byte squeezed is behind a permutation */
}

void mlkem_keccak_squeeze(mlkem_keccak *k, uint8_t *out, size_t len)
{
    size_t i;

    for (i = 0; i < len; ++i) {
        if (k->pos == k->rate) {
            permute(k->lanes);
            k->pos = 0;
        }
        out[i] = (uint8_t)(k->lanes[k->pos / 8] >> (8 * (k->pos % 8)));
        ++k->pos;
    }
}

#endif
