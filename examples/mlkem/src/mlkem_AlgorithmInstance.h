/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS key encapsulation interface of ML-KEM.
 *
 * A length passed by pointer is the buffer's capacity in bytes on entry and the
 * length written on success. Functions return 0 or one of the negative codes
 * below; after a failure the outputs mean nothing and the lengths are unchanged.
 */
#ifndef MLKEM_ALGORITHMINSTANCE_H
#define MLKEM_ALGORITHMINSTANCE_H

#include "drng.h"
#include "params.h"

#if MLKEM_K == 2 && !defined(MLKEM_FIPS)
#define ALGORITHM_INSTANCE "mlkem-512"
#elif MLKEM_K == 3 && !defined(MLKEM_FIPS)
#define ALGORITHM_INSTANCE "mlkem-768"
#elif MLKEM_K == 4 && !defined(MLKEM_FIPS)
#define ALGORITHM_INSTANCE "mlkem-1024"
#elif MLKEM_K == 2
#define ALGORITHM_INSTANCE "mlkem-512-fips"
#elif MLKEM_K == 3
#define ALGORITHM_INSTANCE "mlkem-768-fips"
#elif MLKEM_K == 4
#define ALGORITHM_INSTANCE "mlkem-1024-fips"
#endif

#define MLKEM_ERR_CAPACITY (-11) /* an output buffer is too small */
#define MLKEM_ERR_LENGTH (-12)   /* a key or ciphertext has the wrong length */
#define MLKEM_ERR_PK (-13)       /* public key: a coefficient is not below q */
#define MLKEM_ERR_SK (-14)       /* secret key: the hash in it is wrong */
#define MLKEM_ERR_HELPER (-15)   /* a hash function or the generator failed */

/* Source of all randomness; to be seeded with init_random_number. A key
 * generation draws d || z in one request of 512 bits, an encapsulation m in one
 * of 256 bits. */
extern DRNG_ctx drng_algorithm;

unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);

int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes);
int kem_enc(const unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss,
            unsigned long long *ss_len_bytes, unsigned char *ct, unsigned long long *ct_len_bytes);
int kem_dec(const unsigned char *sk, unsigned long long sk_len_bytes, const unsigned char *ct,
            unsigned long long ct_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes);

#endif
