/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "akex_AlgorithmInstance.h"

#include "dsa.h"
#include "secret.h"

DRNG_ctx drng_algorithm;

unsigned long long kex_get_passes_num(void)
{
    return 3;
}

unsigned long long kex_get_pk_len_bytes(void)
{
    return MLDSA_PK_BYTES;
}

unsigned long long kex_get_sk_len_bytes(void)
{
    return MLDSA_SK_BYTES;
}

unsigned long long kex_get_sta_len_bytes(void)
{
    return AKEX_STA_BYTES;
}

unsigned long long kex_get_stb_len_bytes(void)
{
    return AKEX_STB_BYTES;
}

unsigned long long kex_get_ss_len_bytes(void)
{
    return AKEX_SS_BYTES;
}

unsigned long long kex_get_total_msg_len_bytes(void)
{
    return AKEX_MSG1_BYTES + AKEX_MSG2_BYTES + AKEX_MSG3_BYTES;
}

/* The long-term keys of either side. */
static int keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
                  unsigned long long *sk_len)
{
    uint8_t seed[MLDSA_SEED_BYTES];
    int err;

    if (*pk_len < MLDSA_PK_BYTES || *sk_len < MLDSA_SK_BYTES) {
        return AKEX_ERR_CAPACITY;
    }
    err = get_random_number(&drng_algorithm, seed, 8 * sizeof seed);
    if (err == 0) {
        err = mldsa_keygen(pk, sk, seed);
    }
    mlkem_wipe(seed, sizeof seed);
    if (err != 0) {
        return AKEX_ERR_HELPER;
    }
    *pk_len = MLDSA_PK_BYTES;
    *sk_len = MLDSA_SK_BYTES;
    return 0;
}

int kex_init_a(unsigned char *pka, unsigned long long *pka_len_bytes, unsigned char *ska,
               unsigned long long *ska_len_bytes, unsigned char *sta,
               unsigned long long *sta_len_bytes)
{
    int err;

    if (*sta_len_bytes < AKEX_STA_BYTES) {
        return AKEX_ERR_CAPACITY;
    }
    err = keygen(pka, pka_len_bytes, ska, ska_len_bytes);
    if (err == 0) {
        akex_start_a(sta);
        *sta_len_bytes = AKEX_STA_BYTES;
    }
    return err;
}

int kex_init_b(unsigned char *pkb, unsigned long long *pkb_len_bytes, unsigned char *skb,
               unsigned long long *skb_len_bytes, unsigned char *stb,
               unsigned long long *stb_len_bytes)
{
    int err;

    if (*stb_len_bytes < AKEX_STB_BYTES) {
        return AKEX_ERR_CAPACITY;
    }
    err = keygen(pkb, pkb_len_bytes, skb, skb_len_bytes);
    if (err == 0) {
        akex_start_b(stb);
        *stb_len_bytes = AKEX_STB_BYTES;
    }
    return err;
}

static int is_usual(unsigned long long sk_len, unsigned long long pk_len)
{
    return sk_len == MLDSA_SK_BYTES && pk_len == MLDSA_PK_BYTES;
}

int kex_generate_pass1_msg_a(const unsigned char *ska, unsigned long long ska_len_bytes,
                             const unsigned char *pkb, unsigned long long pkb_len_bytes,
                             unsigned char *sta, unsigned long long *sta_len_bytes,
                             unsigned char *m1, unsigned long long *m1_len_bytes)
{
    uint8_t random[AKEX_OFFER_RANDOM_BYTES];
    int err = AKEX_ERR_HELPER;

    if (!is_usual(ska_len_bytes, pkb_len_bytes) || *sta_len_bytes < AKEX_STA_BYTES) {
        return AKEX_ERR_LENGTH;
    }
    if (get_random_number(&drng_algorithm, random, 8 * sizeof random) == 0) {
        err = akex_offer(m1, sta, ska, pkb, random);
    }
    mlkem_wipe(random, sizeof random);
    if (err == 0) {
        *m1_len_bytes = AKEX_MSG1_BYTES;
        *sta_len_bytes = AKEX_STA_BYTES;
    }
    return err;
}

int kex_generate_pass2_msg_b(const unsigned char *skb, unsigned long long skb_len_bytes,
                             const unsigned char *pka, unsigned long long pka_len_bytes,
                             const unsigned char *m1, unsigned long long m1_len_bytes,
                             unsigned char *stb, unsigned long long *stb_len_bytes,
                             unsigned char *m2, unsigned long long *m2_len_bytes)
{
    uint8_t random[AKEX_ANSWER_RANDOM_BYTES];
    int err = AKEX_ERR_HELPER;

    if (!is_usual(skb_len_bytes, pka_len_bytes) || *stb_len_bytes < AKEX_STB_BYTES ||
        m1_len_bytes != AKEX_MSG1_BYTES) {
        return AKEX_ERR_LENGTH;
    }
    if (get_random_number(&drng_algorithm, random, 8 * sizeof random) == 0) {
        err = akex_answer(m2, stb, skb, pka, m1, random);
    }
    mlkem_wipe(random, sizeof random);
    if (err == 0) {
        *m2_len_bytes = AKEX_MSG2_BYTES;
        *stb_len_bytes = AKEX_STB_BYTES;
    }
    return err;
}

int kex_generate_pass3_msg_a(const unsigned char *ska, unsigned long long ska_len_bytes,
                             const unsigned char *pkb, unsigned long long pkb_len_bytes,
                             const unsigned char *m2, unsigned long long m2_len_bytes,
                             unsigned char *sta, unsigned long long *sta_len_bytes,
                             unsigned char *m3, unsigned long long *m3_len_bytes)
{
    int err;

    (void)ska;
    if (!is_usual(ska_len_bytes, pkb_len_bytes) || *sta_len_bytes < AKEX_STA_BYTES ||
        m2_len_bytes != AKEX_MSG2_BYTES) {
        return AKEX_ERR_LENGTH;
    }
    err = akex_confirm(m3, sta, pkb, m2);
    if (err != 0) {
        return err;
    }
    *m3_len_bytes = AKEX_MSG3_BYTES;
    *sta_len_bytes = AKEX_STA_BYTES;
    return AKEX_FINISHED;
}

int kex_derive_ss_a(const unsigned char *ska, unsigned long long ska_len_bytes,
                    const unsigned char *pkb, unsigned long long pkb_len_bytes,
                    const unsigned char *mb, unsigned long long mb_len_bytes,
                    const unsigned char *sta, unsigned long long sta_len_bytes, unsigned char *ssa,
                    unsigned long long *ssa_len_bytes)
{
    int err;

    /* The third pass has taken all of it in. */
    (void)ska;
    (void)pkb;
    (void)mb;
    if (*ssa_len_bytes < AKEX_SS_BYTES) {
        return AKEX_ERR_CAPACITY;
    }
    if (!is_usual(ska_len_bytes, pkb_len_bytes) || sta_len_bytes < AKEX_STA_BYTES ||
        mb_len_bytes != AKEX_MSG2_BYTES) {
        return AKEX_ERR_LENGTH;
    }
    err = akex_secret_a(ssa, sta);
    if (err == 0) {
        *ssa_len_bytes = AKEX_SS_BYTES;
    }
    return err;
}

int kex_derive_ss_b(const unsigned char *skb, unsigned long long skb_len_bytes,
                    const unsigned char *pka, unsigned long long pka_len_bytes,
                    const unsigned char *ma, unsigned long long ma_len_bytes,
                    const unsigned char *stb, unsigned long long stb_len_bytes, unsigned char *ssb,
                    unsigned long long *ssb_len_bytes)
{
    int err;

    (void)skb;
    (void)pka;
    if (*ssb_len_bytes < AKEX_SS_BYTES) {
        return AKEX_ERR_CAPACITY;
    }
    if (!is_usual(skb_len_bytes, pka_len_bytes) || stb_len_bytes < AKEX_STB_BYTES ||
        ma_len_bytes != AKEX_MSG3_BYTES) {
        return AKEX_ERR_LENGTH;
    }
    err = akex_secret_b(ssb, stb, ma);
    if (err == 0) {
        *ssb_len_bytes = AKEX_SS_BYTES;
    }
    return err;
}
