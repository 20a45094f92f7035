/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dsa_poly.h"

#include "dsa_reduce.h"

void mldsa_poly_add(mldsa_poly *r, const mldsa_poly *a)
{
    int i;

    for (i = 0; i < MLDSA_N; ++i) {
        r->c[i] = mldsa_reduce(r->c[i] + a->c[i]);
    }
}

void mldsa_poly_sub(mldsa_poly *r, const mldsa_poly *a)
{
    int i;

    for (i = 0; i < MLDSA_N; ++i) {
        r->c[i] = mldsa_reduce(r->c[i] + MLDSA_Q - a->c[i]);
    }
}

/* All are looked at, so that the time does not tell which one is too large. */
int mldsa_poly_is_below(const mldsa_poly *a, uint32_t bound)
{
    uint32_t below = 1;
    int i;

    for (i = 0; i < MLDSA_N; ++i) {
        below &= (mldsa_magnitude(a->c[i]) - bound) >> 31;
    }
    return (int)below;
}
