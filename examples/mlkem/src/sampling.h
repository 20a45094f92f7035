/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Polynomials from hash output (FIPS 203, section 4.2.2). */
#ifndef MLKEM_SAMPLING_H
#define MLKEM_SAMPLING_H

#include <stdint.h>

#include "poly.h"

/* Uniform in the NTT domain, from XOF(rho || j || i), by rejection. Not in
 * constant time: rho is public. Returns 0 or a negative number. */
int mlkem_sample_uniform(mlkem_poly *a, const uint8_t rho[MLKEM_SEED_BYTES], uint8_t j, uint8_t i);

/* Centred binomial, between -eta and eta, from PRF(s || b); reduced. eta is 2
 * or 3. Returns 0 or a negative number. */
int mlkem_sample_noise(mlkem_poly *a, unsigned eta, const uint8_t s[MLKEM_SEED_BYTES], uint8_t b);

#endif
