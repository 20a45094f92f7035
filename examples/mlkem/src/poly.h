/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Polynomials of degree below 256 over the integers modulo q, in the normal or
 * the NTT domain, and vectors of MLKEM_K of them.
 *
 * "Reduced" means all coefficients are below q.
 */
#ifndef MLKEM_POLY_H
#define MLKEM_POLY_H

#include <stdint.h>

#include "params.h"

typedef struct {
    uint16_t c[MLKEM_N];
} mlkem_poly;

typedef struct {
    mlkem_poly p[MLKEM_K];
} mlkem_vec;

/* r = r + a, reduced; the sums must fit in 16 bits. */
void mlkem_poly_add(mlkem_poly *r, const mlkem_poly *a);

/* r = a - r, reduced; r must be reduced and a below 18 q. */
void mlkem_poly_sub_from(mlkem_poly *r, const mlkem_poly *a);

#endif
