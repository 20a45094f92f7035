/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "akex.h"

#include <string.h>

#include "auxfunc.h"
#include "dsa.h"
#include "kem.h"
#include "secret.h"

/* A state's first byte. */
enum { STARTED = 1, WAITING = 2, COMPLETE = 3 };

/* Where the parts of a state are. */
#define STATE_HASH 1
#define STATE_SS 1
#define STATE_DK (STATE_HASH + AKEX_HASH_BYTES)
#define STATE_TAG (STATE_SS + AKEX_SS_BYTES)

#define CONTEXT_BYTES 6
static const uint8_t context_a[CONTEXT_BYTES] = {'a', 'k', 'e', 'x', ' ', 'a'};
static const uint8_t context_b[CONTEXT_BYTES] = {'a', 'k', 'e', 'x', ' ', 'b'};

void akex_start_a(uint8_t sta[AKEX_STA_BYTES])
{
    memset(sta, 0, AKEX_STA_BYTES);
    sta[0] = STARTED;
}

void akex_start_b(uint8_t stb[AKEX_STB_BYTES])
{
    memset(stb, 0, AKEX_STB_BYTES);
    stb[0] = STARTED;
}

/* h1 = SM3(id_A || id_B || ek) */
static int hash_offer(uint8_t h1[AKEX_HASH_BYTES], const uint8_t id_a[MLDSA_HASH_BYTES],
                      const uint8_t id_b[MLDSA_HASH_BYTES], const uint8_t ek[MLKEM_EK_BYTES])
{
    uint8_t input[2 * MLDSA_HASH_BYTES + MLKEM_EK_BYTES];

    memcpy(input, id_a, MLDSA_HASH_BYTES);
    memcpy(input + MLDSA_HASH_BYTES, id_b, MLDSA_HASH_BYTES);
    memcpy(input + 2 * MLDSA_HASH_BYTES, ek, MLKEM_EK_BYTES);
    return sm3hash(256, input, 8 * sizeof input, h1);
}

/* h2 = SM3(h1 || ct) */
static int hash_answer(uint8_t h2[AKEX_HASH_BYTES], const uint8_t h1[AKEX_HASH_BYTES],
                       const uint8_t ct[MLKEM_CT_BYTES])
{
    uint8_t input[AKEX_HASH_BYTES + MLKEM_CT_BYTES];

    memcpy(input, h1, AKEX_HASH_BYTES);
    memcpy(input + AKEX_HASH_BYTES, ct, MLKEM_CT_BYTES);
    return sm3hash(256, input, 8 * sizeof input, h2);
}

/* ss || tag = pseudoXOF(512, k || h2) */
static int derive(uint8_t ss_tag[AKEX_SS_BYTES + AKEX_TAG_BYTES], const uint8_t k[MLKEM_SS_BYTES],
                  const uint8_t h2[AKEX_HASH_BYTES])
{
    uint8_t input[MLKEM_SS_BYTES + AKEX_HASH_BYTES];
    int err;

    memcpy(input, k, MLKEM_SS_BYTES);
    memcpy(input + MLKEM_SS_BYTES, h2, AKEX_HASH_BYTES);
    err = pseudoXOF(8 * (AKEX_SS_BYTES + AKEX_TAG_BYTES), input, 8 * sizeof input, ss_tag);
    mlkem_wipe(input, sizeof input);
    return err;
}

static int sign(uint8_t sig[MLDSA_SIG_BYTES], const uint8_t sk[MLDSA_SK_BYTES],
                const uint8_t context[CONTEXT_BYTES], const uint8_t hash[AKEX_HASH_BYTES],
                const uint8_t random[MLDSA_SEED_BYTES])
{
    return mldsa_sign(sig, sk, context, CONTEXT_BYTES, hash, AKEX_HASH_BYTES, random);
}

/* AKEX_ERR_AUTH if the signature is not valid. */
static int check(const uint8_t pk[MLDSA_PK_BYTES], const uint8_t context[CONTEXT_BYTES],
                 const uint8_t hash[AKEX_HASH_BYTES], const uint8_t sig[MLDSA_SIG_BYTES])
{
    int valid = mldsa_verify(pk, sig, context, CONTEXT_BYTES, hash, AKEX_HASH_BYTES);

    if (valid < 0) {
        return AKEX_ERR_HELPER;
    }
    return valid ? 0 : AKEX_ERR_AUTH;
}

int akex_offer(uint8_t m1[AKEX_MSG1_BYTES], uint8_t sta[AKEX_STA_BYTES],
               const uint8_t ska[MLDSA_SK_BYTES], const uint8_t pkb[MLDSA_PK_BYTES],
               const uint8_t random[AKEX_OFFER_RANDOM_BYTES])
{
    uint8_t *h1 = sta + STATE_HASH, id_b[MLDSA_HASH_BYTES];
    int err;

    if (sta[0] != STARTED) {
        return AKEX_ERR_STATE;
    }
    err = mlkem_keygen(m1, sta + STATE_DK, random, random + MLKEM_SEED_BYTES);
    if (err == 0) {
        err = mldsa_hash_pk(id_b, pkb);
    }
    if (err == 0) {
        err = hash_offer(h1, ska + MLDSA_SK_TR, id_b, m1);
    }
    if (err == 0) {
        err = sign(m1 + MLKEM_EK_BYTES, ska, context_a, h1, random + 2 * MLKEM_SEED_BYTES);
    }
    if (err != 0) {
        return AKEX_ERR_HELPER;
    }
    sta[0] = WAITING;
    return 0;
}

int akex_answer(uint8_t m2[AKEX_MSG2_BYTES], uint8_t stb[AKEX_STB_BYTES],
                const uint8_t skb[MLDSA_SK_BYTES], const uint8_t pka[MLDSA_PK_BYTES],
                const uint8_t m1[AKEX_MSG1_BYTES], const uint8_t random[AKEX_ANSWER_RANDOM_BYTES])
{
    uint8_t id_a[MLDSA_HASH_BYTES], h1[AKEX_HASH_BYTES], h2[AKEX_HASH_BYTES], k[MLKEM_SS_BYTES];
    int err;

    if (stb[0] != STARTED) {
        return AKEX_ERR_STATE;
    }
    if (mldsa_hash_pk(id_a, pka) != 0 || hash_offer(h1, id_a, skb + MLDSA_SK_TR, m1) != 0) {
        return AKEX_ERR_HELPER;
    }
    err = check(pka, context_a, h1, m1 + MLKEM_EK_BYTES);
    if (err != 0) {
        return err;
    }
    if (!mlkem_ek_is_valid(m1)) {
        return AKEX_ERR_AUTH;
    }
    err = mlkem_encaps(k, m2, m1, random);
    if (err == 0) {
        err = hash_answer(h2, h1, m2);
    }
    if (err == 0) {
        err = sign(m2 + MLKEM_CT_BYTES, skb, context_b, h2, random + MLKEM_SEED_BYTES);
    }
    if (err == 0) {
        err = derive(stb + STATE_SS, k, h2);
    }
    mlkem_wipe(k, sizeof k);
    if (err != 0) {
        return AKEX_ERR_HELPER;
    }
    stb[0] = WAITING;
    return 0;
}

int akex_confirm(uint8_t m3[AKEX_MSG3_BYTES], uint8_t sta[AKEX_STA_BYTES],
                 const uint8_t pkb[MLDSA_PK_BYTES], const uint8_t m2[AKEX_MSG2_BYTES])
{
    uint8_t h2[AKEX_HASH_BYTES], k[MLKEM_SS_BYTES], ss_tag[AKEX_SS_BYTES + AKEX_TAG_BYTES];
    int err;

    if (sta[0] != WAITING) {
        return AKEX_ERR_STATE;
    }
    if (hash_answer(h2, sta + STATE_HASH, m2) != 0) {
        return AKEX_ERR_HELPER;
    }
    err = check(pkb, context_b, h2, m2 + MLKEM_CT_BYTES);
    if (err != 0) {
        return err;
    }
    err = mlkem_decaps(k, sta + STATE_DK, m2);
    if (err == 0) {
        err = derive(ss_tag, k, h2);
    }
    if (err == 0) {
        mlkem_wipe(sta, AKEX_STA_BYTES);
        sta[0] = COMPLETE;
        memcpy(sta + STATE_SS, ss_tag, AKEX_SS_BYTES);
        memcpy(m3, ss_tag + AKEX_SS_BYTES, AKEX_TAG_BYTES);
    }
    mlkem_wipe(k, sizeof k);
    mlkem_wipe(ss_tag, sizeof ss_tag);
    return err != 0 ? AKEX_ERR_HELPER : 0;
}

int akex_secret_a(uint8_t ss[AKEX_SS_BYTES], const uint8_t sta[AKEX_STA_BYTES])
{
    if (sta[0] != COMPLETE) {
        return AKEX_ERR_STATE;
    }
    memcpy(ss, sta + STATE_SS, AKEX_SS_BYTES);
    return 0;
}

int akex_secret_b(uint8_t ss[AKEX_SS_BYTES], const uint8_t stb[AKEX_STB_BYTES],
                  const uint8_t m3[AKEX_MSG3_BYTES])
{
    if (stb[0] != WAITING) {
        return AKEX_ERR_STATE;
    }
    if (mlkem_differ(m3, stb + STATE_TAG, AKEX_TAG_BYTES)) {
        return AKEX_ERR_AUTH;
    }
    memcpy(ss, stb + STATE_SS, AKEX_SS_BYTES);
    return 0;
}
