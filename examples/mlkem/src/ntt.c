/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "ntt.h"

#include "reduce.h"

#define R_SQUARED 1353          /* R^2 mod q, R = 2^16 */
#define R_SQUARED_OVER_128 1441 /* R^2 / 128 mod q */

/* 17^BitRev7(i) R mod q */
static const uint16_t zetas[128] = {
    2285, 2571, 2970, 1812, 1493, 1422, 287,  202,  3158, 622,  1577, 182,  962,  2127, 1855, 1468,
    573,  2004, 264,  383,  2500, 1458, 1727, 3199, 2648, 1017, 732,  608,  1787, 411,  3124, 1758,
    1223, 652,  2777, 1015, 2036, 1491, 3047, 1785, 516,  3321, 3009, 2663, 1711, 2167, 126,  1469,
    2476, 3239, 3058, 830,  107,  1908, 3082, 2378, 2931, 961,  1821, 2604, 448,  2264, 677,  2054,
    2226, 430,  555,  843,  2078, 871,  1550, 105,  422,  587,  177,  3094, 3038, 2869, 1574, 1653,
    3083, 778,  1159, 3182, 2552, 1483, 2727, 1119, 1739, 644,  2457, 349,  418,  329,  3173, 3254,
    817,  1097, 603,  610,  1322, 2044, 1864, 384,  2114, 3193, 1218, 1994, 2455, 220,  2142, 1670,
    2144, 1799, 2051, 794,  1819, 2475, 2459, 478,  3221, 3021, 996,  991,  958,  1869, 1522, 1628,
};

static void reduce(mlkem_poly *f)
{
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        f->c[i] = mlkem_barrett(f->c[i]);
    }
}

static void scale(mlkem_poly *f, uint32_t factor)
{
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        f->c[i] = mlkem_montgomery(factor * f->c[i]);
    }
}

/* FIPS 203, algorithm 9. Each of the seven layers adds at most 2 q, so nothing
 * exceeds 15 q before the reduction at the end. */
void mlkem_ntt(mlkem_poly *f)
{
    const uint16_t *zeta = zetas + 1;
    int len, start, j;

    for (len = 128; len >= 2; len /= 2) {
        for (start = 0; start < MLKEM_N; start += 2 * len, ++zeta) {
            uint16_t *lo = f->c + start, *hi = lo + len;

            for (j = 0; j < len; ++j) {
                uint16_t t = mlkem_montgomery((uint32_t)*zeta * hi[j]);

                hi[j] = (uint16_t)(lo[j] + 2 * MLKEM_Q - t);
                lo[j] = (uint16_t)(lo[j] + t);
            }
        }
    }
    reduce(f);
}

/* FIPS 203, algorithm 10. Each layer doubles the bound; 2 q grows to 16 q in
 * three layers and, after a reduction, q to 16 q in the other four. */
void mlkem_ntt_inverse(mlkem_poly *f)
{
    const uint16_t *zeta = zetas + 127;
    uint32_t bound = 2 * MLKEM_Q;
    int len, start, j;

    for (len = 2; len <= 128; len *= 2) {
        for (start = 0; start < MLKEM_N; start += 2 * len, --zeta) {
            uint16_t *lo = f->c + start, *hi = lo + len;

            for (j = 0; j < len; ++j) {
                uint32_t a = lo[j], b = hi[j];

                lo[j] = (uint16_t)(a + b);
                hi[j] = mlkem_montgomery(*zeta * (b + bound - a));
            }
        }
        bound *= 2;
        if (len == 8) {
            reduce(f);
            bound = MLKEM_Q;
        }
    }
    scale(f, R_SQUARED_OVER_128);
    reduce(f);
}

/* FIPS 203, algorithms 11 and 12, summed over the vector before the reduction:
 * each sum has at most K (q^2 + 2 q^2) <= 12 q^2 < q R. */
void mlkem_ntt_dot(mlkem_poly *r, const mlkem_vec *a, const mlkem_vec *b)
{
    int i, k;

    for (i = 0; i < MLKEM_N; i += 4) {
        uint32_t zeta = zetas[64 + i / 4];
        uint32_t sum[4] = {0, 0, 0, 0};

        for (k = 0; k < MLKEM_K; ++k) {
            const uint16_t *x = a->p[k].c + i, *y = b->p[k].c + i;

            /* modulo X^2 - zeta, then modulo X^2 + zeta */
            sum[0] += (uint32_t)x[0] * y[0] + (uint32_t)x[1] * mlkem_montgomery(zeta * y[1]);
            sum[1] += (uint32_t)x[0] * y[1] + (uint32_t)x[1] * y[0];
            sum[2] += (uint32_t)x[2] * y[2] +
                      x[3] * (uint32_t)(2 * MLKEM_Q - mlkem_montgomery(zeta * y[3]));
            sum[3] += (uint32_t)x[2] * y[3] + (uint32_t)x[3] * y[2];
        }
        for (k = 0; k < 4; ++k) {
            r->c[i + k] = mlkem_montgomery(sum[k]);
        }
    }
}

void mlkem_ntt_restore(mlkem_poly *r)
{
    scale(r, R_SQUARED);
}
