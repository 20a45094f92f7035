/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Arithmetic modulo q = 3329 on unsigned 16-bit words.
 *
 * Words may hold unreduced values: 2^16 > 19 q, so a few sums fit before a
 * reduction is due. Comments give the bounds. No operation here branches or
 * divides, for most operands are secret.
 */
#ifndef MLKEM_REDUCE_H
#define MLKEM_REDUCE_H

#include <stdint.h>

#include "params.h"

/* With R = 2^16, for x < q R: a value below 2 q that is x / R modulo q. */
static inline uint16_t mlkem_montgomery(uint32_t x)
{
    uint32_t m = (x * 3327) & 0xffff; /* 3327 = -1/q mod R */

    return (uint16_t)((x + m * MLKEM_Q) >> 16);
}

/* x mod q for any 16-bit x. The quotient is exact, because
 * 20159 q = 2^26 + 447 and 447 * 2^16 < 2^26. */
static inline uint16_t mlkem_barrett(uint32_t x)
{
    return (uint16_t)(x - MLKEM_Q * ((x * 20159) >> 26));
}

#endif
