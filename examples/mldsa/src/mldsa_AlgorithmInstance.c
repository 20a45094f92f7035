/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "mldsa_AlgorithmInstance.h"

#include <stdint.h>

#include "dsa.h"
#include "secret.h"

DRNG_ctx drng_algorithm;

unsigned long long sig_get_pk_len_bytes(void)
{
    return MLDSA_PK_BYTES;
}

unsigned long long sig_get_sk_len_bytes(void)
{
    return MLDSA_SK_BYTES;
}

unsigned long long sig_get_sn_len_bytes(void)
{
    return MLDSA_SIG_BYTES;
}

int sig_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes)
{
    uint8_t xi[MLDSA_SEED_BYTES];
    int err;

    if (*pk_len_bytes < MLDSA_PK_BYTES || *sk_len_bytes < MLDSA_SK_BYTES) {
        return MLDSA_ERR_CAPACITY;
    }
    err = get_random_number(&drng_algorithm, xi, 8 * sizeof xi);
    if (err == 0) {
        err = mldsa_keygen(pk, sk, xi);
    }
    mlkem_wipe(xi, sizeof xi);
    if (err != 0) {
        return MLDSA_ERR_HELPER;
    }
    *pk_len_bytes = MLDSA_PK_BYTES;
    *sk_len_bytes = MLDSA_SK_BYTES;
    return 0;
}

int sig_sign(const unsigned char *sk, unsigned long long sk_len_bytes, const unsigned char *m,
             unsigned long long m_len_bytes, unsigned char *sn, unsigned long long *sn_len_bytes)
{
    uint8_t rnd[MLDSA_SEED_BYTES];
    int err;

    if (*sn_len_bytes < MLDSA_SIG_BYTES) {
        return MLDSA_ERR_CAPACITY;
    }
    if (sk_len_bytes != MLDSA_SK_BYTES) {
        return MLDSA_ERR_LENGTH;
    }
    err = get_random_number(&drng_algorithm, rnd, 8 * sizeof rnd);
    if (err == 0) {
        err = mldsa_sign(sn, sk, NULL, 0, m, (size_t)m_len_bytes, rnd);
    }
    mlkem_wipe(rnd, sizeof rnd);
    if (err != 0) {
        return MLDSA_ERR_HELPER;
    }
    *sn_len_bytes = MLDSA_SIG_BYTES;
    return 0;
}

int sig_verify(const unsigned char *pk, unsigned long long pk_len_bytes, const unsigned char *sn,
               unsigned long long sn_len_bytes, const unsigned char *m,
               unsigned long long m_len_bytes)
{
    int valid;

    if (pk_len_bytes != MLDSA_PK_BYTES || sn_len_bytes != MLDSA_SIG_BYTES) {
        return MLDSA_ERR_LENGTH;
    }
    valid = mldsa_verify(pk, sn, NULL, 0, m, (size_t)m_len_bytes);
    if (valid < 0) {
        return MLDSA_ERR_HELPER;
    }
    return valid ? 0 : MLDSA_ERR_SIGNATURE;
}
