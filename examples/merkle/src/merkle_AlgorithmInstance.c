/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "merkle_AlgorithmInstance.h"

#include <stdint.h>

#include "merkle.h"

DRNG_ctx drng_algorithm;

unsigned long long sig_get_pk_len_bytes(void)
{
    return MERKLE_PK_BYTES;
}

unsigned long long sig_get_sk_len_bytes(void)
{
    return MERKLE_SK_BYTES;
}

unsigned long long sig_get_sn_len_bytes(void)
{
    return MERKLE_SIG_BYTES;
}

int sig_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes)
{
    uint8_t seed[3 * MERKLE_N];
    int err;

    if (*pk_len_bytes < MERKLE_PK_BYTES || *sk_len_bytes < MERKLE_SK_BYTES) {
        return MERKLE_ERR_CAPACITY;
    }
    err = get_random_number(&drng_algorithm, seed, 8 * sizeof seed);
    if (err == 0) {
        err = merkle_keygen(pk, sk, seed);
    }
    if (err != 0) {
        return MERKLE_ERR_HELPER;
    }
    *pk_len_bytes = MERKLE_PK_BYTES;
    *sk_len_bytes = MERKLE_SK_BYTES;
    return 0;
}

int sig_sign(const unsigned char *sk, unsigned long long sk_len_bytes, const unsigned char *m,
             unsigned long long m_len_bytes, unsigned char *sn, unsigned long long *sn_len_bytes)
{
    uint8_t random[MERKLE_N];
    int err;

    if (*sn_len_bytes < MERKLE_SIG_BYTES) {
        return MERKLE_ERR_CAPACITY;
    }
    if (sk_len_bytes != MERKLE_SK_BYTES) {
        return MERKLE_ERR_LENGTH;
    }
    err = get_random_number(&drng_algorithm, random, 8 * sizeof random);
    if (err == 0) {
        err = merkle_sign(sn, sk, m, (size_t)m_len_bytes, random);
    }
    if (err != 0) {
        return MERKLE_ERR_HELPER;
    }
    *sn_len_bytes = MERKLE_SIG_BYTES;
    return 0;
}

int sig_verify(const unsigned char *pk, unsigned long long pk_len_bytes, const unsigned char *sn,
               unsigned long long sn_len_bytes, const unsigned char *m,
               unsigned long long m_len_bytes)
{
    int valid;

    if (pk_len_bytes != MERKLE_PK_BYTES || sn_len_bytes != MERKLE_SIG_BYTES) {
        return MERKLE_ERR_LENGTH;
    }
    valid = merkle_verify(pk, sn, m, (size_t)m_len_bytes);
    if (valid < 0) {
        return MERKLE_ERR_HELPER;
    }
    return valid ? 0 : MERKLE_ERR_SIGNATURE;
}
