/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "dsa.h"

#include <string.h>

#include "dsa_encode.h"
#include "dsa_ntt.h"
#include "dsa_rounding.h"
#include "dsa_sampling.h"
#include "dsa_symmetric.h"
#include "secret.h"

int mldsa_hash_pk(uint8_t tr[MLDSA_HASH_BYTES], const uint8_t pk[MLDSA_PK_BYTES])
{
    return mldsa_hash(tr, MLDSA_HASH_BYTES, pk, MLDSA_PK_BYTES);
}

/* r = a b, from the NTT domain to the normal one. */
static void product(mldsa_poly *r, const mldsa_poly *a, const mldsa_poly *b, int len)
{
    mldsa_ntt_dot(r, a, b, len);
    mldsa_ntt_inverse(r);
}

/* Number i of s1 || s2, which is also written to the secret key. */
static int make_secret(mldsa_poly *s, uint8_t sk[MLDSA_SK_BYTES], const uint8_t *seed, int i)
{
    int err = mldsa_sample_secret(s, seed, i);

    if (err == 0) {
        mldsa_pack_centred(sk + MLDSA_SK_S1 + i * MLDSA_PACKED_BYTES(MLDSA_ETA_BITS), s, MLDSA_ETA,
                           MLDSA_ETA_BITS);
    }
    return err;
}

/* Row i of t = A s1 + s2, its high part to the public key and its low part to the
 * secret key. */
static int make_t(uint8_t pk[MLDSA_PK_BYTES], uint8_t sk[MLDSA_SK_BYTES],
                  const mldsa_poly s1[MLDSA_L], const mldsa_poly *s2, int i)
{
    mldsa_poly row[MLDSA_L], high, low;
    int err = mldsa_sample_row(row, pk, i), j;

    if (err == 0) {
        product(&high, row, s1, MLDSA_L);
        mldsa_poly_add(&high, s2);
        for (j = 0; j < MLDSA_N; ++j) {
            high.c[j] = mldsa_power2round(&low.c[j], high.c[j]);
        }
        mldsa_pack(pk + MLDSA_SEED_BYTES + i * MLDSA_PACKED_BYTES(MLDSA_T1_BITS), &high,
                   MLDSA_T1_BITS);
        mldsa_pack_centred(sk + MLDSA_SK_T0 + i * MLDSA_PACKED_BYTES(MLDSA_T0_BITS), &low,
                           1 << (MLDSA_D - 1), MLDSA_T0_BITS);
        mlkem_wipe(&low, sizeof low);
    }
    return err;
}

/* Algorithm 6. */
int mldsa_keygen(uint8_t pk[MLDSA_PK_BYTES], uint8_t sk[MLDSA_SK_BYTES],
                 const uint8_t xi[MLDSA_SEED_BYTES])
{
    uint8_t input[MLDSA_SEED_BYTES + 2], seeds[2 * MLDSA_SEED_BYTES + MLDSA_HASH_BYTES];
    const uint8_t *secret_seed = seeds + MLDSA_SEED_BYTES;
    mldsa_poly s1[MLDSA_L], s2;
    int err, i;

    memcpy(input, xi, MLDSA_SEED_BYTES);
    input[MLDSA_SEED_BYTES] = MLDSA_K;
    input[MLDSA_SEED_BYTES + 1] = MLDSA_L;
    err = mldsa_hash(seeds, sizeof seeds, input, sizeof input);
    if (err == 0) {
        memcpy(pk, seeds, MLDSA_SEED_BYTES);
        memcpy(sk, seeds, MLDSA_SEED_BYTES);
        memcpy(sk + MLDSA_SEED_BYTES, secret_seed + MLDSA_HASH_BYTES, MLDSA_SEED_BYTES);
    }
    for (i = 0; i < MLDSA_L && err == 0; ++i) {
        err = make_secret(&s1[i], sk, secret_seed, i);
        if (err == 0) {
            mldsa_ntt(&s1[i]);
        }
    }
    for (i = 0; i < MLDSA_K && err == 0; ++i) {
        err = make_secret(&s2, sk, secret_seed, MLDSA_L + i);
        if (err == 0) {
            err = make_t(pk, sk, s1, &s2, i);
        }
    }
    if (err == 0) {
        err = mldsa_hash_pk(sk + MLDSA_SK_TR, pk);
    }
    mlkem_wipe(input, sizeof input);
    mlkem_wipe(seeds, sizeof seeds);
    mlkem_wipe(s1, sizeof s1);
    mlkem_wipe(&s2, sizeof s2);
    return err;
}

/* 1 if the signature is valid, 0 if not, negative if a hash function failed; z is
 * in range and in the NTT domain, the hints are well formed. */
static int verify_challenge(const uint8_t pk[MLDSA_PK_BYTES], const uint8_t sig[MLDSA_SIG_BYTES],
                            const mldsa_poly z[MLDSA_L], const uint8_t mu[MLDSA_HASH_BYTES])
{
    uint8_t input[MLDSA_HASH_BYTES + MLDSA_K * MLDSA_PACKED_BYTES(MLDSA_W1_BITS)];
    uint8_t hash[MLDSA_C_BYTES];
    const uint8_t *hints = sig + MLDSA_SIG_HINT;
    mldsa_poly c, row[MLDSA_L], w, t;
    int hint = 0, i, j, err = mldsa_sample_challenge(&c, sig);

    memcpy(input, mu, MLDSA_HASH_BYTES);
    mldsa_ntt(&c);
    for (i = 0; i < MLDSA_K && err == 0; ++i) {
        err = mldsa_sample_row(row, pk, i);
        if (err != 0) {
            break;
        }
        mldsa_unpack(&t, pk + MLDSA_SEED_BYTES + i * MLDSA_PACKED_BYTES(MLDSA_T1_BITS),
                     MLDSA_T1_BITS);
        for (j = 0; j < MLDSA_N; ++j) {
            t.c[j] <<= MLDSA_D;
        }
        mldsa_ntt(&t);
        product(&t, &t, &c, 1);
        product(&w, row, z, MLDSA_L);
        mldsa_poly_sub(&w, &t);
        /* t is free: it takes the high parts. */
        for (j = 0; j < MLDSA_N; ++j) {
            uint32_t low;

            if (hint < hints[MLDSA_OMEGA + i] && hints[hint] == j) {
                t.c[j] = mldsa_adjusted_high(w.c[j]);
                ++hint;
            } else {
                t.c[j] = mldsa_decompose(&low, w.c[j]);
            }
        }
        mldsa_pack(input + MLDSA_HASH_BYTES + i * MLDSA_PACKED_BYTES(MLDSA_W1_BITS), &t,
                   MLDSA_W1_BITS);
    }
    if (err == 0) {
        err = mldsa_hash(hash, sizeof hash, input, sizeof input);
    }
    return err != 0 ? err : memcmp(hash, sig, sizeof hash) == 0;
}

/* Algorithms 3 and 8. */
int mldsa_verify(const uint8_t pk[MLDSA_PK_BYTES], const uint8_t sig[MLDSA_SIG_BYTES],
                 const uint8_t *ctx, size_t ctx_len, const uint8_t *m, size_t m_len)
{
    uint8_t tr[MLDSA_HASH_BYTES], mu[MLDSA_HASH_BYTES];
    mldsa_poly z[MLDSA_L];
    int err, i;

    if (!mldsa_hints_are_valid(sig + MLDSA_SIG_HINT)) {
        return 0;
    }
    for (i = 0; i < MLDSA_L; ++i) {
        mldsa_unpack_centred(&z[i], sig + MLDSA_SIG_Z + i * MLDSA_PACKED_BYTES(MLDSA_Z_BITS),
                             MLDSA_GAMMA1, MLDSA_Z_BITS);
        if (!mldsa_poly_is_below(&z[i], MLDSA_GAMMA1 - MLDSA_BETA)) {
            return 0;
        }
        mldsa_ntt(&z[i]);
    }
    err = mldsa_hash_pk(tr, pk);
    if (err == 0) {
        err = mldsa_hash_message(mu, tr, ctx, ctx_len, m, m_len);
    }
    return err != 0 ? err : verify_challenge(pk, sig, z, mu);
}
