/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Arithmetic modulo q = 2^23 - 2^13 + 1 on unsigned 32-bit words.
 *
 * Words may hold unreduced values: 2^32 > 512 q. Comments give the bounds. No
 * operation here branches or divides, for most operands are secret.
 */
#ifndef MLDSA_REDUCE_H
#define MLDSA_REDUCE_H

#include <stdint.h>

#include "dsa_params.h"

/* With R = 2^32, for x < q R: a value below 2 q that is x / R modulo q. */
static inline uint32_t mldsa_montgomery(uint64_t x)
{
    uint32_t m = (uint32_t)x * UINT32_C(4236238847); /* -1/q mod R */

    return (uint32_t)((x + (uint64_t)m * MLDSA_Q) >> 32);
}

/* x mod q for any x. As 2^23 is 2^13 - 1, what is above it folds to a value
 * below 2^23 + 2^9 2^13 < 2 q. */
static inline uint32_t mldsa_reduce(uint32_t x)
{
    uint32_t folded = (x & 0x7fffff) + (x >> 23) * 0x1fff;
    uint32_t less = folded - MLDSA_Q;

    return less + (MLDSA_Q & (0 - (less >> 31)));
}

/* The absolute value of a reduced x when it is taken from around zero. */
static inline uint32_t mldsa_magnitude(uint32_t x)
{
    uint32_t negated = MLDSA_Q - x;

    return x < negated ? x : negated;
}

#endif
