/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The number-theoretic transform of FIPS 204, section 7.5, and products in its
 * domain.
 */
#ifndef MLDSA_NTT_H
#define MLDSA_NTT_H

#include "dsa_poly.h"

/* Reduced, from reduced. */
void mldsa_ntt(mldsa_poly *f);

/* The inner product of two vectors of up to 8 reduced polynomials in the NTT
 * domain, divided by R: below 2 q. */
void mldsa_ntt_dot(mldsa_poly *r, const mldsa_poly *a, const mldsa_poly *b, int len);

/* The inverse of the transform, reduced, for coefficients below 2 q that have
 * been divided by R. */
void mldsa_ntt_inverse(mldsa_poly *f);

#endif
