/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <stdint.h>

typedef unsigned long long ull;

/* So many steps: one multiplication and one addition that need the result of the step before. */
uint64_t chain(uint64_t x, uint64_t steps);
