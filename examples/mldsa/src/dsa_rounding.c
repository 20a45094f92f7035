/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dsa_rounding.h"

#include "dsa_params.h"
#include "dsa_reduce.h"

/* a = low modulo q and the low part is small, so low = a - step high. */
static uint32_t low_part(uint32_t a, uint32_t high, uint32_t step)
{
    return mldsa_reduce(a + MLDSA_Q - high * step);
}

/* FIPS 204, algorithm 35. */
uint32_t mldsa_power2round(uint32_t *low, uint32_t a)
{
    uint32_t high = (a + (1 << (MLDSA_D - 1)) - 1) >> MLDSA_D;

    *low = low_part(a, high, 1 << MLDSA_D);
    return high;
}

/* floor(x / (2 gamma2)) for x < 2^24. The division is a product with a
 * reciprocal that is too large by less than 2^-44: the error of the product,
 * below 2^-20, is less than one part in 2 gamma2 < 2^19. */
static uint32_t quotient(uint32_t x)
{
    const uint64_t reciprocal = (UINT64_C(1) << 44) / (2 * MLDSA_GAMMA2) + 1;

    return (uint32_t)(x * reciprocal >> 44);
}

/* FIPS 204, algorithm 36. */
uint32_t mldsa_decompose(uint32_t *low, uint32_t a)
{
    uint32_t high = quotient(a + MLDSA_GAMMA2 - 1);

    /* The highest value would be that of q - 1; it becomes 0. */
    high &= 0 - ((high - MLDSA_HIGH_COUNT) >> 31);
    *low = low_part(a, high, 2 * MLDSA_GAMMA2);
    return high;
}

/* FIPS 204, algorithm 40 for h = 1. */
uint32_t mldsa_adjusted_high(uint32_t a)
{
    uint32_t low, high = mldsa_decompose(&low, a);
    int is_positive = low != 0 && low <= (MLDSA_Q - 1) / 2;

    return (high + (is_positive ? 1 : MLDSA_HIGH_COUNT - 1)) % MLDSA_HIGH_COUNT;
}
