/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Signing: attempts until one gives away nothing about the secret key. */
#include <string.h>

#include "dsa.h"
#include "dsa_encode.h"
#include "dsa_ntt.h"
#include "dsa_rounding.h"
#include "dsa_sampling.h"
#include "dsa_symmetric.h"
#include "secret.h"

/* FIPS 204, appendix C, allows a limit from here on: a signature takes as many
 * attempts with a probability below 2^-256. */
#define ATTEMPTS_MAX 814

/* What all attempts at one signature share. */
typedef struct {
    mldsa_poly a[MLDSA_K][MLDSA_L];
    mldsa_poly s1[MLDSA_L], s2[MLDSA_K], t0[MLDSA_K]; /* in the NTT domain */
    uint8_t seed[MLDSA_HASH_BYTES];                   /* rho'', of the masks */
    uint8_t mu_w1[MLDSA_HASH_BYTES + MLDSA_K * MLDSA_PACKED_BYTES(MLDSA_W1_BITS)];
} signer;

static void unpack_vec(mldsa_poly *v, int len, const uint8_t *in, uint32_t top, unsigned bits)
{
    int i;

    for (i = 0; i < len; ++i) {
        mldsa_unpack_centred(&v[i], in + i * MLDSA_N / 8 * bits, top, bits);
        mldsa_ntt(&v[i]);
    }
}

/* rho'' = H(K || rnd || mu) */
static int hash_seed(signer *s, const uint8_t key[MLDSA_SEED_BYTES],
                     const uint8_t rnd[MLDSA_SEED_BYTES])
{
    uint8_t input[2 * MLDSA_SEED_BYTES + MLDSA_HASH_BYTES];
    int err;

    memcpy(input, key, MLDSA_SEED_BYTES);
    memcpy(input + MLDSA_SEED_BYTES, rnd, MLDSA_SEED_BYTES);
    memcpy(input + 2 * MLDSA_SEED_BYTES, s->mu_w1, MLDSA_HASH_BYTES);
    err = mldsa_hash(s->seed, sizeof s->seed, input, sizeof input);
    mlkem_wipe(input, sizeof input);
    return err;
}

static int start(signer *s, const uint8_t sk[MLDSA_SK_BYTES], const uint8_t rnd[MLDSA_SEED_BYTES])
{
    int err = hash_seed(s, sk + MLDSA_SEED_BYTES, rnd), i;

    for (i = 0; i < MLDSA_K && err == 0; ++i) {
        err = mldsa_sample_row(s->a[i], sk, i);
    }
    unpack_vec(s->s1, MLDSA_L, sk + MLDSA_SK_S1, MLDSA_ETA, MLDSA_ETA_BITS);
    unpack_vec(s->s2, MLDSA_K, sk + MLDSA_SK_S2, MLDSA_ETA, MLDSA_ETA_BITS);
    unpack_vec(s->t0, MLDSA_K, sk + MLDSA_SK_T0, 1 << (MLDSA_D - 1), MLDSA_T0_BITS);
    return err;
}

/* The commitment to y: w = A y, of which the high part is hashed into c. */
static int commit(mldsa_poly *c, mldsa_poly w[MLDSA_K], uint8_t sig[MLDSA_SIG_BYTES], signer *s,
                  const mldsa_poly y[MLDSA_L])
{
    mldsa_poly y_ntt[MLDSA_L], high;
    uint32_t low;
    int err, i, j;

    memcpy(y_ntt, y, sizeof y_ntt);
    for (i = 0; i < MLDSA_L; ++i) {
        mldsa_ntt(&y_ntt[i]);
    }
    for (i = 0; i < MLDSA_K; ++i) {
        mldsa_ntt_dot(&w[i], s->a[i], y_ntt, MLDSA_L);
        mldsa_ntt_inverse(&w[i]);
        for (j = 0; j < MLDSA_N; ++j) {
            high.c[j] = mldsa_decompose(&low, w[i].c[j]);
        }
        mldsa_pack(s->mu_w1 + MLDSA_HASH_BYTES + i * MLDSA_PACKED_BYTES(MLDSA_W1_BITS), &high,
                   MLDSA_W1_BITS);
    }
    err = mldsa_hash(sig, MLDSA_C_BYTES, s->mu_w1, sizeof s->mu_w1);
    if (err == 0) {
        err = mldsa_sample_challenge(c, sig);
    }
    mlkem_wipe(y_ntt, sizeof y_ntt);
    return err;
}

/* z = y + c s1; 0 if it is out of range and must not be seen. */
static int respond(uint8_t sig[MLDSA_SIG_BYTES], const signer *s, const mldsa_poly *c,
                   const mldsa_poly y[MLDSA_L])
{
    mldsa_poly z;
    int fits = 1, i;

    for (i = 0; i < MLDSA_L && fits; ++i) {
        mldsa_ntt_dot(&z, &s->s1[i], c, 1);
        mldsa_ntt_inverse(&z);
        mldsa_poly_add(&z, &y[i]);
        fits = mldsa_poly_is_below(&z, MLDSA_GAMMA1 - MLDSA_BETA);
        mldsa_pack_centred(sig + MLDSA_SIG_Z + i * MLDSA_PACKED_BYTES(MLDSA_Z_BITS), &z,
                           MLDSA_GAMMA1, MLDSA_Z_BITS);
    }
    mlkem_wipe(&z, sizeof z);
    return fits;
}

/* Hints by which a verifier, who does not know t0, finds the high part of w; 0 if
 * w - c s2 has low parts that must not be seen, or too many hints are needed. */
static int make_hints(uint8_t hints[MLDSA_OMEGA + MLDSA_K], const signer *s, const mldsa_poly *c,
                      mldsa_poly w[MLDSA_K])
{
    mldsa_poly term, low;
    uint32_t high[MLDSA_N], ignored;
    int count = 0, i, j;

    memset(hints, 0, MLDSA_OMEGA + MLDSA_K);
    for (i = 0; i < MLDSA_K; ++i) {
        mldsa_ntt_dot(&term, &s->s2[i], c, 1);
        mldsa_ntt_inverse(&term);
        mldsa_poly_sub(&w[i], &term);
        for (j = 0; j < MLDSA_N; ++j) {
            high[j] = mldsa_decompose(&low.c[j], w[i].c[j]);
        }
        if (!mldsa_poly_is_below(&low, MLDSA_GAMMA2 - MLDSA_BETA)) {
            return 0;
        }
        mldsa_ntt_dot(&term, &s->t0[i], c, 1);
        mldsa_ntt_inverse(&term);
        if (!mldsa_poly_is_below(&term, MLDSA_GAMMA2)) {
            return 0;
        }
        mldsa_poly_add(&w[i], &term);
        for (j = 0; j < MLDSA_N; ++j) {
            if (mldsa_decompose(&ignored, w[i].c[j]) != high[j]) {
                if (count == MLDSA_OMEGA) {
                    return 0;
                }
                hints[count++] = (uint8_t)j;
            }
        }
        hints[MLDSA_OMEGA + i] = (uint8_t)count;
    }
    return 1;
}

/* 1 if there is a signature, 0 if it has to be tried again, or negative. */
static int attempt(uint8_t sig[MLDSA_SIG_BYTES], signer *s, int number)
{
    mldsa_poly y[MLDSA_L], w[MLDSA_K], c;
    int done = 0, err = 0, i;

    for (i = 0; i < MLDSA_L && err == 0; ++i) {
        err = mldsa_sample_mask(&y[i], s->seed, number * MLDSA_L + i);
    }
    if (err == 0) {
        err = commit(&c, w, sig, s, y);
    }
    if (err == 0) {
        mldsa_ntt(&c);
        done = respond(sig, s, &c, y) && make_hints(sig + MLDSA_SIG_HINT, s, &c, w);
    }
    mlkem_wipe(y, sizeof y);
    mlkem_wipe(w, sizeof w);
    return err != 0 ? err : done;
}

/* Algorithms 2 and 7. */
int mldsa_sign(uint8_t sig[MLDSA_SIG_BYTES], const uint8_t sk[MLDSA_SK_BYTES], const uint8_t *ctx,
               size_t ctx_len, const uint8_t *m, size_t m_len, const uint8_t rnd[MLDSA_SEED_BYTES])
{
    signer s;
    int err = mldsa_hash_message(s.mu_w1, sk + MLDSA_SK_TR, ctx, ctx_len, m, m_len);
    int done = 0, number;

    if (err == 0) {
        err = start(&s, sk, rnd);
    }
    for (number = 0; err == 0 && done == 0; ++number) {
        done = number < ATTEMPTS_MAX ? attempt(sig, &s, number) : -1;
        err = done < 0 ? done : 0;
    }
    if (err != 0) {
        memset(sig, 0, MLDSA_SIG_BYTES); /* a rejected attempt must not be seen */
    }
    mlkem_wipe(&s, sizeof s);
    return err;
}
