/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Parameter sets of ML-KEM (FIPS 203, section 8), chosen at compile time:
 *
 *   -DMLKEM_K=2|3|4   ML-KEM-512, ML-KEM-768 (the default), ML-KEM-1024
 *   -DMLKEM_FIPS      SHA-3 and SHAKE as in FIPS 203; without it the ICCS helpers
 *                     take their places, see symmetric.h
 *   -DMLKEM_KECCAK    keccak.c is there all the same, for a scheme that shares it
 */
#ifndef MLKEM_PARAMS_H
#define MLKEM_PARAMS_H

#ifndef MLKEM_K
#define MLKEM_K 3
#endif

#if MLKEM_K == 2
#define MLKEM_ETA1 3
#define MLKEM_DU 10
#define MLKEM_DV 4
#elif MLKEM_K == 3
#define MLKEM_ETA1 2
#define MLKEM_DU 10
#define MLKEM_DV 4
#elif MLKEM_K == 4
#define MLKEM_ETA1 2
#define MLKEM_DU 11
#define MLKEM_DV 5
#else
#error "MLKEM_K must be 2, 3 or 4"
#endif
#define MLKEM_ETA2 2
#define MLKEM_ETA_MAX 3

#define MLKEM_N 256
#define MLKEM_Q 3329

#define MLKEM_SEED_BYTES 32 /* d, z, rho, sigma, m and all hash values */
#define MLKEM_SS_BYTES 32
#define MLKEM_POLY_BYTES 384 /* 256 coefficients of 12 bits */
#define MLKEM_VEC_BYTES (MLKEM_K * MLKEM_POLY_BYTES)

#define MLKEM_EK_BYTES (MLKEM_VEC_BYTES + MLKEM_SEED_BYTES)
/* dk_pke || ek || H(ek) || z */
#define MLKEM_DK_BYTES (MLKEM_VEC_BYTES + MLKEM_EK_BYTES + 2 * MLKEM_SEED_BYTES)
#define MLKEM_CT_U_BYTES (32 * MLKEM_DU * MLKEM_K)
#define MLKEM_CT_BYTES (MLKEM_CT_U_BYTES + 32 * MLKEM_DV)

#endif
