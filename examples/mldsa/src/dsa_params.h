/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Parameter sets of ML-DSA (FIPS 204, section 4), chosen at compile time:
 *
 *   -DMLDSA_SET=44|65|87  ML-DSA-44, ML-DSA-65 (the default), ML-DSA-87
 *   -DMLDSA_FIPS          SHAKE as in FIPS 204; without it the ICCS helpers take
 *                         its place, see dsa_symmetric.h
 */
#ifndef MLDSA_PARAMS_H
#define MLDSA_PARAMS_H

#ifndef MLDSA_SET
#define MLDSA_SET 65
#endif

#define MLDSA_N 256
#define MLDSA_Q 8380417
#define MLDSA_D 13 /* low bits dropped from t */

#if MLDSA_SET == 44
#define MLDSA_K 4
#define MLDSA_L 4
#define MLDSA_ETA 2
#define MLDSA_TAU 39
#define MLDSA_C_BYTES 32 /* the challenge's hash, lambda / 4 */
#define MLDSA_GAMMA1_BITS 17
#define MLDSA_HIGH_COUNT 44 /* (q - 1) / (2 gamma2), values of the high bits */
#define MLDSA_OMEGA 80
#elif MLDSA_SET == 65
#define MLDSA_K 6
#define MLDSA_L 5
#define MLDSA_ETA 4
#define MLDSA_TAU 49
#define MLDSA_C_BYTES 48
#define MLDSA_GAMMA1_BITS 19
#define MLDSA_HIGH_COUNT 16
#define MLDSA_OMEGA 55
#elif MLDSA_SET == 87
#define MLDSA_K 8
#define MLDSA_L 7
#define MLDSA_ETA 2
#define MLDSA_TAU 60
#define MLDSA_C_BYTES 64
#define MLDSA_GAMMA1_BITS 19
#define MLDSA_HIGH_COUNT 16
#define MLDSA_OMEGA 75
#else
#error "MLDSA_SET must be 44, 65 or 87"
#endif

#define MLDSA_BETA (MLDSA_TAU * MLDSA_ETA)
#define MLDSA_GAMMA1 (1 << MLDSA_GAMMA1_BITS)
#define MLDSA_GAMMA2 ((MLDSA_Q - 1) / (2 * MLDSA_HIGH_COUNT))

/* Bits of a packed coefficient. */
#define MLDSA_T1_BITS 10
#define MLDSA_T0_BITS MLDSA_D
#define MLDSA_ETA_BITS (MLDSA_ETA == 2 ? 3 : 4)
#define MLDSA_Z_BITS (MLDSA_GAMMA1_BITS + 1)
#define MLDSA_W1_BITS (MLDSA_HIGH_COUNT == 16 ? 4 : 6)

#define MLDSA_PACKED_BYTES(bits) (MLDSA_N / 8 * (bits))

#define MLDSA_SEED_BYTES 32 /* xi, rho, K and rnd */
#define MLDSA_HASH_BYTES 64 /* tr, mu and the secret seeds rho' */

/* rho || t1 */
#define MLDSA_PK_BYTES (MLDSA_SEED_BYTES + MLDSA_K * MLDSA_PACKED_BYTES(MLDSA_T1_BITS))

/* rho || K || tr || s1 || s2 || t0 */
#define MLDSA_SK_TR (2 * MLDSA_SEED_BYTES)
#define MLDSA_SK_S1 (MLDSA_SK_TR + MLDSA_HASH_BYTES)
#define MLDSA_SK_S2 (MLDSA_SK_S1 + MLDSA_L * MLDSA_PACKED_BYTES(MLDSA_ETA_BITS))
#define MLDSA_SK_T0 (MLDSA_SK_S2 + MLDSA_K * MLDSA_PACKED_BYTES(MLDSA_ETA_BITS))
#define MLDSA_SK_BYTES (MLDSA_SK_T0 + MLDSA_K * MLDSA_PACKED_BYTES(MLDSA_T0_BITS))

/* the challenge's hash || z || hints */
#define MLDSA_SIG_Z MLDSA_C_BYTES
#define MLDSA_SIG_HINT (MLDSA_SIG_Z + MLDSA_L * MLDSA_PACKED_BYTES(MLDSA_Z_BITS))
#define MLDSA_SIG_BYTES (MLDSA_SIG_HINT + MLDSA_OMEGA + MLDSA_K)

#endif
