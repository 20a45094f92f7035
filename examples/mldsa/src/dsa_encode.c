/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dsa_encode.h"

#include "dsa_reduce.h"

void mldsa_pack(uint8_t *out, const mldsa_poly *a, unsigned bits)
{
    uint32_t word = 0;
    unsigned held = 0;
    int i;

    for (i = 0; i < MLDSA_N; ++i) {
        word |= a->c[i] << held;
        for (held += bits; held >= 8; held -= 8) {
            *out++ = (uint8_t)word;
            word >>= 8;
        }
    }
}

void mldsa_unpack(mldsa_poly *a, const uint8_t *in, unsigned bits)
{
    const uint32_t mask = (UINT32_C(1) << bits) - 1;
    uint32_t word = 0;
    unsigned held = 0;
    int i;

    for (i = 0; i < MLDSA_N; ++i) {
        for (; held < bits; held += 8) {
            word |= (uint32_t)*in++ << held;
        }
        a->c[i] = word & mask;
        word >>= bits;
        held -= bits;
    }
}

static void subtract_from(mldsa_poly *r, uint32_t top, const mldsa_poly *a)
{
    int i;

    for (i = 0; i < MLDSA_N; ++i) {
        r->c[i] = mldsa_reduce(top + MLDSA_Q - a->c[i]);
    }
}

void mldsa_pack_centred(uint8_t *out, const mldsa_poly *a, uint32_t top, unsigned bits)
{
    mldsa_poly differences;

    subtract_from(&differences, top, a);
    mldsa_pack(out, &differences, bits);
}

void mldsa_unpack_centred(mldsa_poly *a, const uint8_t *in, uint32_t top, unsigned bits)
{
    mldsa_unpack(a, in, bits);
    subtract_from(a, top, a);
}

/* FIPS 204, algorithm 21. */
int mldsa_hints_are_valid(const uint8_t in[MLDSA_OMEGA + MLDSA_K])
{
    int at = 0, i;

    for (i = 0; i < MLDSA_K; ++i) {
        int first = at, last = in[MLDSA_OMEGA + i];

        if (last < first || last > MLDSA_OMEGA) {
            return 0;
        }
        for (; at < last; ++at) {
            if (at > first && in[at - 1] >= in[at]) {
                return 0;
            }
        }
    }
    for (; at < MLDSA_OMEGA; ++at) {
        if (in[at] != 0) {
            return 0;
        }
    }
    return 1;
}
