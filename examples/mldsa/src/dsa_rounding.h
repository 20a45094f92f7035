/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * High and low parts of coefficients, and hints (FIPS 204, section 7.4). All
 * take and give reduced values.
 */
#ifndef MLDSA_ROUNDING_H
#define MLDSA_ROUNDING_H

#include <stdint.h>

/* a = 2^13 high + low, the low part between -2^12 and 2^12. */
uint32_t mldsa_power2round(uint32_t *low, uint32_t a);

/* a = 2 gamma2 high + low, the low part between -gamma2 and gamma2; the highest
 * values count as small negative ones. */
uint32_t mldsa_decompose(uint32_t *low, uint32_t a);

/* The high part that a hint of 1 stands for. */
uint32_t mldsa_adjusted_high(uint32_t a);

#endif
