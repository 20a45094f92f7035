/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "mlkem_AlgorithmInstance.h"

#include <stdint.h>

#include "kem.h"
#include "secret.h"

DRNG_ctx drng_algorithm;

unsigned long long kem_get_pk_len_bytes(void)
{
    return MLKEM_EK_BYTES;
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return MLKEM_DK_BYTES;
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return MLKEM_SS_BYTES;
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return MLKEM_CT_BYTES;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len_bytes, unsigned char *sk,
               unsigned long long *sk_len_bytes)
{
    uint8_t d_z[2 * MLKEM_SEED_BYTES];
    int err;

    if (*pk_len_bytes < MLKEM_EK_BYTES || *sk_len_bytes < MLKEM_DK_BYTES) {
        return MLKEM_ERR_CAPACITY;
    }
    err = get_random_number(&drng_algorithm, d_z, 8 * sizeof d_z);
    if (err == 0) {
        err = mlkem_keygen(pk, sk, d_z, d_z + MLKEM_SEED_BYTES);
    }
    mlkem_wipe(d_z, sizeof d_z);
    if (err != 0) {
        return MLKEM_ERR_HELPER;
    }
    *pk_len_bytes = MLKEM_EK_BYTES;
    *sk_len_bytes = MLKEM_DK_BYTES;
    return 0;
}

int kem_enc(const unsigned char *pk, unsigned long long pk_len_bytes, unsigned char *ss,
            unsigned long long *ss_len_bytes, unsigned char *ct, unsigned long long *ct_len_bytes)
{
    uint8_t m[MLKEM_SEED_BYTES];
    int err;

    if (*ss_len_bytes < MLKEM_SS_BYTES || *ct_len_bytes < MLKEM_CT_BYTES) {
        return MLKEM_ERR_CAPACITY;
    }
    if (pk_len_bytes != MLKEM_EK_BYTES) {
        return MLKEM_ERR_LENGTH;
    }
    if (!mlkem_ek_is_valid(pk)) {
        return MLKEM_ERR_PK;
    }
    err = get_random_number(&drng_algorithm, m, 8 * sizeof m);
    if (err == 0) {
        err = mlkem_encaps(ss, ct, pk, m);
    }
    mlkem_wipe(m, sizeof m);
    if (err != 0) {
        return MLKEM_ERR_HELPER;
    }
    *ss_len_bytes = MLKEM_SS_BYTES;
    *ct_len_bytes = MLKEM_CT_BYTES;
    return 0;
}

int kem_dec(const unsigned char *sk, unsigned long long sk_len_bytes, const unsigned char *ct,
            unsigned long long ct_len_bytes, unsigned char *ss, unsigned long long *ss_len_bytes)
{
    int valid;

    if (*ss_len_bytes < MLKEM_SS_BYTES) {
        return MLKEM_ERR_CAPACITY;
    }
    if (sk_len_bytes != MLKEM_DK_BYTES || ct_len_bytes != MLKEM_CT_BYTES) {
        return MLKEM_ERR_LENGTH;
    }
    valid = mlkem_dk_is_valid(sk);
    if (valid == 0) {
        return MLKEM_ERR_SK;
    }
    if (valid < 0 || mlkem_decaps(ss, sk, ct) != 0) {
        return MLKEM_ERR_HELPER;
    }
    *ss_len_bytes = MLKEM_SS_BYTES;
    return 0;
}
