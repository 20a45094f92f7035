/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS signature interface of ML-DSA, with the empty context.
 *
 * A length passed by pointer is the buffer's capacity in bytes on entry and the
 * length written on success. Functions return 0 or one of the negative codes
 * below; after a failure the outputs mean nothing and the lengths are unchanged.
 */
#ifndef MLDSA_ALGORITHMINSTANCE_H
#define MLDSA_ALGORITHMINSTANCE_H

#include "drng.h"
#include "dsa_params.h"

#if MLDSA_SET == 44 && !defined(MLDSA_FIPS)
#define ALGORITHM_INSTANCE "mldsa-44"
#elif MLDSA_SET == 65 && !defined(MLDSA_FIPS)
#define ALGORITHM_INSTANCE "mldsa-65"
#elif MLDSA_SET == 87 && !defined(MLDSA_FIPS)
#define ALGORITHM_INSTANCE "mldsa-87"
#elif MLDSA_SET == 44
#define ALGORITHM_INSTANCE "mldsa-44-fips"
#elif MLDSA_SET == 65
#define ALGORITHM_INSTANCE "mldsa-65-fips"
#elif MLDSA_SET == 87
#define ALGORITHM_INSTANCE "mldsa-87-fips"
#endif

#define MLDSA_ERR_CAPACITY (-11)  /* an output buffer is too small */
#define MLDSA_ERR_LENGTH (-12)    /* a key or signature has the wrong length */
#define MLDSA_ERR_SIGNATURE (-13) /* the signature is not of this message and key */
#define MLDSA_ERR_HELPER (-15)    /* a hash function or the generator failed */

/* Source of all randomness; to be seeded with init_random_number. A key
 * generation draws xi, a signature rnd, each in one request of 256 bits. */
extern DRNG_ctx drng_algorithm;

unsigned long long sig_get_pk_len_bytes(void);
unsigned long long sig_get_sk_len_bytes(void);
unsigned long long sig_get_sn_len_bytes(void);

int sig_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes);
int sig_sign(const unsigned char *sk, unsigned long long sk_len_bytes, const unsigned char *m,
             unsigned long long m_len_bytes, unsigned char *sn, unsigned long long *sn_len_bytes);
int sig_verify(const unsigned char *pk, unsigned long long pk_len_bytes, const unsigned char *sn,
               unsigned long long sn_len_bytes, const unsigned char *m,
               unsigned long long m_len_bytes);

#endif
