/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "pke.h"

#include <string.h>

#include "encode.h"
#include "ntt.h"
#include "poly.h"
#include "sampling.h"
#include "secret.h"
#include "symmetric.h"

/* Row i of the matrix A, or of its transpose. */
static int matrix_row(mlkem_vec *row, const uint8_t rho[MLKEM_SEED_BYTES], int i, int transposed)
{
    int err = 0, j;

    for (j = 0; j < MLKEM_K && err == 0; ++j) {
        uint8_t column = (uint8_t)(transposed ? i : j);
        uint8_t line = (uint8_t)(transposed ? j : i);

        err = mlkem_sample_uniform(&row->p[j], rho, column, line);
    }
    return err;
}

/* A vector of noise in the NTT domain, for the PRF inputs from b on. */
static int noise_vec(mlkem_vec *v, unsigned eta, const uint8_t s[MLKEM_SEED_BYTES], int b)
{
    int err = 0, i;

    for (i = 0; i < MLKEM_K && err == 0; ++i) {
        err = mlkem_sample_noise(&v->p[i], eta, s, (uint8_t)(b + i));
        if (err == 0) {
            mlkem_ntt(&v->p[i]);
        }
    }
    return err;
}

/* Algorithm 13: t = A s + e. */
int mlkem_pke_keygen(uint8_t ek[MLKEM_EK_BYTES], uint8_t dk[MLKEM_VEC_BYTES],
                     const uint8_t d[MLKEM_SEED_BYTES])
{
    uint8_t seed[MLKEM_SEED_BYTES + 1], rho_sigma[2 * MLKEM_SEED_BYTES];
    const uint8_t *rho = rho_sigma, *sigma = rho_sigma + MLKEM_SEED_BYTES;
    mlkem_vec row, s, e;
    int err, i;

    memcpy(seed, d, MLKEM_SEED_BYTES);
    seed[MLKEM_SEED_BYTES] = MLKEM_K;
    err = mlkem_hash_g(rho_sigma, seed, sizeof seed);
    if (err == 0) {
        err = noise_vec(&s, MLKEM_ETA1, sigma, 0);
    }
    if (err == 0) {
        err = noise_vec(&e, MLKEM_ETA1, sigma, MLKEM_K);
    }
    for (i = 0; i < MLKEM_K && err == 0; ++i) {
        mlkem_poly t;

        err = matrix_row(&row, rho, i, 0);
        if (err == 0) {
            mlkem_ntt_dot(&t, &row, &s);
            mlkem_ntt_restore(&t);
            mlkem_poly_add(&t, &e.p[i]);
            mlkem_encode12(ek + i * MLKEM_POLY_BYTES, &t);
        }
    }
    if (err == 0) {
        memcpy(ek + MLKEM_VEC_BYTES, rho, MLKEM_SEED_BYTES);
        mlkem_encode12_vec(dk, &s);
    }
    mlkem_wipe(seed, sizeof seed);
    mlkem_wipe(rho_sigma, sizeof rho_sigma);
    mlkem_wipe(&s, sizeof s);
    mlkem_wipe(&e, sizeof e);
    return err;
}

/* Algorithm 14: u = A^T y + e1, v = t y + e2 + m. */
int mlkem_pke_encrypt(uint8_t ct[MLKEM_CT_BYTES], const uint8_t ek[MLKEM_EK_BYTES],
                      const uint8_t m[MLKEM_SEED_BYTES], const uint8_t r[MLKEM_SEED_BYTES])
{
    const uint8_t *rho = ek + MLKEM_VEC_BYTES;
    mlkem_vec row, y;
    mlkem_poly acc, term;
    int err, i;

    err = noise_vec(&y, MLKEM_ETA1, r, 0);
    for (i = 0; i < MLKEM_K && err == 0; ++i) {
        err = matrix_row(&row, rho, i, 1);
        if (err == 0) {
            err = mlkem_sample_noise(&term, MLKEM_ETA2, r, (uint8_t)(MLKEM_K + i));
        }
        if (err == 0) {
            mlkem_ntt_dot(&acc, &row, &y);
            mlkem_ntt_inverse(&acc);
            mlkem_poly_add(&acc, &term);
            mlkem_compress(ct + 32 * MLKEM_DU * i, &acc, MLKEM_DU);
        }
    }
    if (err == 0) {
        err = mlkem_sample_noise(&term, MLKEM_ETA2, r, 2 * MLKEM_K);
    }
    if (err == 0) {
        mlkem_decode12_vec(&row, ek);
        mlkem_ntt_dot(&acc, &row, &y);
        mlkem_ntt_inverse(&acc);
        mlkem_poly_add(&acc, &term);
        mlkem_decompress(&term, m, 1);
        mlkem_poly_add(&acc, &term);
        mlkem_compress(ct + MLKEM_CT_U_BYTES, &acc, MLKEM_DV);
    }
    mlkem_wipe(&y, sizeof y);
    mlkem_wipe(&acc, sizeof acc);
    mlkem_wipe(&term, sizeof term);
    return err;
}

/* Algorithm 15: the message is in the high bit of v - s u. */
void mlkem_pke_decrypt(uint8_t m[MLKEM_SEED_BYTES], const uint8_t dk[MLKEM_VEC_BYTES],
                       const uint8_t ct[MLKEM_CT_BYTES])
{
    mlkem_vec s, u;
    mlkem_poly v, su;
    int i;

    for (i = 0; i < MLKEM_K; ++i) {
        mlkem_decompress(&u.p[i], ct + 32 * MLKEM_DU * i, MLKEM_DU);
        mlkem_ntt(&u.p[i]);
    }
    mlkem_decode12_vec(&s, dk);
    mlkem_ntt_dot(&su, &s, &u);
    mlkem_ntt_inverse(&su);
    mlkem_decompress(&v, ct + MLKEM_CT_U_BYTES, MLKEM_DV);
    mlkem_poly_sub_from(&su, &v);
    mlkem_compress(m, &su, 1);
    mlkem_wipe(&s, sizeof s);
    mlkem_wipe(&su, sizeof su);
}
