/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Polynomials of degree below 256 over the integers modulo q, in the normal or
 * the NTT domain. "Reduced" means all coefficients are below q; negative ones
 * are kept as q less their magnitude.
 */
#ifndef MLDSA_POLY_H
#define MLDSA_POLY_H

#include <stdint.h>

#include "dsa_params.h"

typedef struct {
    uint32_t c[MLDSA_N];
} mldsa_poly;

/* r = r + a and r = r - a, reduced; both operands must be reduced. */
void mldsa_poly_add(mldsa_poly *r, const mldsa_poly *a);
void mldsa_poly_sub(mldsa_poly *r, const mldsa_poly *a);

/* 1 if all coefficients of a reduced polynomial are smaller than the bound in
 * magnitude. */
int mldsa_poly_is_below(const mldsa_poly *a, uint32_t bound);

#endif
