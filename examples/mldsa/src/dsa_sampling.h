/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Polynomials from hash output (FIPS 204, section 7.3), all reduced. These
 * return 0 or a negative number.
 */
#ifndef MLDSA_SAMPLING_H
#define MLDSA_SAMPLING_H

#include <stdint.h>

#include "dsa_poly.h"

/* Row `row` of the matrix A, in the NTT domain. Not in constant time: rho is
 * public. */
int mldsa_sample_row(mldsa_poly a[MLDSA_L], const uint8_t rho[MLDSA_SEED_BYTES], int row);

/* Between -eta and eta. What its time tells are the places of rejected values,
 * which are independent of the accepted ones. */
int mldsa_sample_secret(mldsa_poly *s, const uint8_t seed[MLDSA_HASH_BYTES], int number);

/* Above -gamma1, up to gamma1. */
int mldsa_sample_mask(mldsa_poly *y, const uint8_t seed[MLDSA_HASH_BYTES], int number);

/* tau coefficients of 1 or -1 among zeros. The hash becomes public, or is as
 * independent of the secret key as any other when it is rejected. */
int mldsa_sample_challenge(mldsa_poly *c, const uint8_t hash[MLDSA_C_BYTES]);

#endif
