/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "poly.h"

#include "reduce.h"

void mlkem_poly_add(mlkem_poly *r, const mlkem_poly *a)
{
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        r->c[i] = mlkem_barrett((uint32_t)r->c[i] + a->c[i]);
    }
}

void mlkem_poly_sub_from(mlkem_poly *r, const mlkem_poly *a)
{
    int i;

    for (i = 0; i < MLKEM_N; ++i) {
        r->c[i] = mlkem_barrett((uint32_t)a->c[i] + MLKEM_Q - r->c[i]);
    }
}
