/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One loop for all, in an object of its own: two copies of it can differ in speed by a tenth,
 * by where they happen to lie. */
#include "chain.h"

uint64_t chain(uint64_t x, uint64_t steps)
{
    for (uint64_t i = 0; i < steps; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x));
    }
    return x;
}
