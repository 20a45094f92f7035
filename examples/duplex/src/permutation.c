/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "permutation.h"

static uint64_t ror(uint64_t x, unsigned n)
{
    return (x >> n) | (x << (64 - n));
}

/* Half of G on all columns, with its two rotations. Column by column there is
 * nothing to wait for, so compilers use vectors here. */
static void half_mix(duplex_state *s, unsigned first, unsigned second)
{
    uint64_t *a = s->row[0], *b = s->row[1], *c = s->row[2], *d = s->row[3];
    int j;

    for (j = 0; j < DUPLEX_COLUMNS; ++j) {
        a[j] += b[j];
        d[j] = ror(d[j] ^ a[j], first);
        c[j] += d[j];
        b[j] = ror(b[j] ^ c[j], second);
    }
}

static void rotate_row(uint64_t row[DUPLEX_COLUMNS], int by)
{
    uint64_t old[DUPLEX_COLUMNS];
    int j;

    for (j = 0; j < DUPLEX_COLUMNS; ++j) {
        old[j] = row[j];
    }
    for (j = 0; j < DUPLEX_COLUMNS; ++j) {
        row[j] = old[(j + by) % DUPLEX_COLUMNS];
    }
}

void duplex_permute(duplex_state *s)
{
    uint64_t constant = 0;
    int round, j;

    for (round = 0; round < DUPLEX_ROUNDS; ++round) {
        half_mix(s, 32, 24);
        half_mix(s, 16, 63);
        rotate_row(s->row[1], 1);
        rotate_row(s->row[2], 3);
        rotate_row(s->row[3], 4);
        for (j = 0; j < DUPLEX_COLUMNS; ++j) {
            constant += UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / 1.618.. */
            s->row[0][j] += constant;
        }
    }
}
