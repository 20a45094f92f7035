/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS signature interface.
 *
 * A length passed by pointer is the buffer's capacity in bytes on entry and the
 * length written on success. Functions return 0 or one of the negative codes
 * below; after a failure the outputs mean nothing and the lengths are unchanged.
 */
#ifndef MERKLE_ALGORITHMINSTANCE_H
#define MERKLE_ALGORITHMINSTANCE_H

#include "drng.h"
#include "params.h"

#if MERKLE_HEIGHT == 4
#define ALGORITHM_INSTANCE "merkle-h4"
#elif MERKLE_HEIGHT == 6
#define ALGORITHM_INSTANCE "merkle-h6"
#else
#define ALGORITHM_INSTANCE "merkle"
#endif

#define MERKLE_ERR_CAPACITY (-11)  /* an output buffer is too small */
#define MERKLE_ERR_LENGTH (-12)    /* a key or signature has the wrong length */
#define MERKLE_ERR_SIGNATURE (-13) /* the signature is not of this message and key */
#define MERKLE_ERR_HELPER (-15)    /* the hash function, the generator or malloc failed */

/* Source of all randomness; to be seeded with init_random_number. A key generation
 * draws its three seeds in one request of 768 bits, a signature 256 bits. */
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
