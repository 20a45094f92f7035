/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "encode.h"

#include "reduce.h"

/* ByteEncode_d: d bits of each coefficient, least significant bit first. */
static void pack(uint8_t *out, const mlkem_poly *a, unsigned d)
{
    uint32_t bits = 0;
    unsigned held = 0;
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        bits |= (uint32_t)a->c[i] << held;
        for (held += d; held >= 8; held -= 8) {
            *out++ = (uint8_t)bits;
            bits >>= 8;
        }
    }
}

static void unpack(mlkem_poly *a, const uint8_t *in, unsigned d)
{
    const uint32_t mask = (UINT32_C(1) << d) - 1;
    uint32_t bits = 0;
    unsigned held = 0;
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        for (; held < d; held += 8) {
            bits |= (uint32_t)*in++ << held;
        }
        a->c[i] = (uint16_t)(bits & mask);
        bits >>= d;
        held -= d;
    }
}

/* round(2^d x / q) mod 2^d for x < q. The division is a product with
 * ceil(2^36 / q) = 20642679: its error 20642679 q - 2^36 = 1655 is below 2^13,
 * so the quotient is exact for numerators up to 2^23. */
static uint16_t compress_coefficient(uint32_t x, unsigned d)
{
    uint64_t numerator = ((uint64_t)x << d) + MLKEM_Q / 2;

    return (uint16_t)((numerator * 20642679) >> 36 & ((UINT32_C(1) << d) - 1));
}

void mlkem_encode12(uint8_t out[MLKEM_POLY_BYTES], const mlkem_poly *a)
{
    pack(out, a, 12);
}

void mlkem_decode12(mlkem_poly *a, const uint8_t in[MLKEM_POLY_BYTES])
{
    int i;

    unpack(a, in, 12);
    for (i = 0; i < MLKEM_N; ++i) {
        a->c[i] = mlkem_barrett(a->c[i]);
    }
}

void mlkem_compress(uint8_t *out, const mlkem_poly *a, unsigned d)
{
    mlkem_poly t;
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        t.c[i] = compress_coefficient(a->c[i], d);
    }
    pack(out, &t, d);
}

void mlkem_decompress(mlkem_poly *a, const uint8_t *in, unsigned d)
{
    const uint32_t half = UINT32_C(1) << (d - 1);
    int i;

    unpack(a, in, d);
    for (i = 0; i < MLKEM_N; ++i) {
        a->c[i] = (uint16_t)((a->c[i] * (uint32_t)MLKEM_Q + half) >> d);
    }
}

void mlkem_encode12_vec(uint8_t out[MLKEM_VEC_BYTES], const mlkem_vec *a)
{
    int i;

    for (i = 0; i < MLKEM_K; ++i) {
        mlkem_encode12(out + i * MLKEM_POLY_BYTES, &a->p[i]);
    }
}

void mlkem_decode12_vec(mlkem_vec *a, const uint8_t in[MLKEM_VEC_BYTES])
{
    int i;

    for (i = 0; i < MLKEM_K; ++i) {
        mlkem_decode12(&a->p[i], in + i * MLKEM_POLY_BYTES);
    }
}
