/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The number-theoretic transform of FIPS 203, section 4.3, and products in its
 * domain.
 */
#ifndef MLKEM_NTT_H
#define MLKEM_NTT_H

#include "poly.h"

/* To the NTT domain, in place; takes and gives reduced coefficients. */
void mlkem_ntt(mlkem_poly *f);

/* Back from the NTT domain, in place, for a result of mlkem_ntt_dot: takes
 * coefficients below 2 q that lack a factor R = 2^16, gives reduced ones with it. */
void mlkem_ntt_inverse(mlkem_poly *f);

/* The scalar product of two reduced vectors in the NTT domain, divided by R;
 * coefficients below 2 q. */
void mlkem_ntt_dot(mlkem_poly *r, const mlkem_vec *a, const mlkem_vec *b);

/* Gives a result of mlkem_ntt_dot that stays in the NTT domain its factor R. */
void mlkem_ntt_restore(mlkem_poly *r);

#endif
