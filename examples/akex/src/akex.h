/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * An authenticated key exchange in three passes: ML-KEM with a key pair for one
 * exchange, ML-DSA with long-term ones.
 *
 *     A -> B  ek, sign_A(h1)    h1 = SM3(id_A || id_B || ek)
 *     B -> A  ct, sign_B(h2)    h2 = SM3(h1 || ct)
 *     A -> B  tag               ss || tag = pseudoXOF(512, k || h2)
 *
 * An identity is the hash of a public key, which ML-DSA keeps in the secret key, and
 * k is the secret in ct. The passes are told apart by the contexts of the
 * signatures. B knows by A's signature that A sent ek at some time, and by the tag
 * that A is there now and has the same secret; A knows all this of B by B's
 * signature. Long-term keys that get out later do not give ss away, for dk is gone
 * when A has answered.
 *
 * Unless said otherwise, functions return 0 or a negative AKEX_ERR code. After a
 * failure the exchange is to be given up.
 */
#ifndef AKEX_AKEX_H
#define AKEX_AKEX_H

#include <stdint.h>

#include "dsa_params.h"
#include "params.h"

#define AKEX_HASH_BYTES 32
#define AKEX_TAG_BYTES 32
#define AKEX_SS_BYTES 32

#define AKEX_MSG1_BYTES (MLKEM_EK_BYTES + MLDSA_SIG_BYTES)
#define AKEX_MSG2_BYTES (MLKEM_CT_BYTES + MLDSA_SIG_BYTES)
#define AKEX_MSG3_BYTES AKEX_TAG_BYTES

/* How far it is, then h1 || dk of A, later ss; ss || tag of B. */
#define AKEX_STA_BYTES (1 + AKEX_HASH_BYTES + MLKEM_DK_BYTES)
#define AKEX_STB_BYTES (1 + AKEX_SS_BYTES + AKEX_TAG_BYTES)

/* What a step takes at random. */
#define AKEX_OFFER_RANDOM_BYTES (2 * MLKEM_SEED_BYTES + MLDSA_SEED_BYTES)
#define AKEX_ANSWER_RANDOM_BYTES (MLKEM_SEED_BYTES + MLDSA_SEED_BYTES)

#define AKEX_ERR_CAPACITY (-11) /* an output buffer is too small */
#define AKEX_ERR_LENGTH (-12)   /* a key, state or message has the wrong length */
#define AKEX_ERR_AUTH (-13)     /* a message is not the peer's in this exchange */
#define AKEX_ERR_STATE (-14)    /* it is not the time for this step */
#define AKEX_ERR_HELPER (-15)   /* a hash function or the generator failed */

/* States before the first step; they cannot fail. */
void akex_start_a(uint8_t sta[AKEX_STA_BYTES]);
void akex_start_b(uint8_t stb[AKEX_STB_BYTES]);

/* The three passes. */
int akex_offer(uint8_t m1[AKEX_MSG1_BYTES], uint8_t sta[AKEX_STA_BYTES],
               const uint8_t ska[MLDSA_SK_BYTES], const uint8_t pkb[MLDSA_PK_BYTES],
               const uint8_t random[AKEX_OFFER_RANDOM_BYTES]);
int akex_answer(uint8_t m2[AKEX_MSG2_BYTES], uint8_t stb[AKEX_STB_BYTES],
                const uint8_t skb[MLDSA_SK_BYTES], const uint8_t pka[MLDSA_PK_BYTES],
                const uint8_t m1[AKEX_MSG1_BYTES], const uint8_t random[AKEX_ANSWER_RANDOM_BYTES]);
int akex_confirm(uint8_t m3[AKEX_MSG3_BYTES], uint8_t sta[AKEX_STA_BYTES],
                 const uint8_t pkb[MLDSA_PK_BYTES], const uint8_t m2[AKEX_MSG2_BYTES]);

/* The secret, when the exchange is complete; B looks at the last message first. */
int akex_secret_a(uint8_t ss[AKEX_SS_BYTES], const uint8_t sta[AKEX_STA_BYTES]);
int akex_secret_b(uint8_t ss[AKEX_SS_BYTES], const uint8_t stb[AKEX_STB_BYTES],
                  const uint8_t m3[AKEX_MSG3_BYTES]);

#endif
