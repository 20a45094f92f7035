/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS key exchange interface.
 *
 * Of keys, states and secrets a length passed by pointer is the buffer's capacity
 * in bytes on entry and the length written on success; of messages it is only
 * written, for callers may begin with 0. Functions return 0, except that the third
 * pass returns 1: it ends the exchange. Failures are negative, see akex.h; after
 * one the outputs mean nothing and the lengths are unchanged.
 */
#ifndef AKEX_ALGORITHMINSTANCE_H
#define AKEX_ALGORITHMINSTANCE_H

#include "akex.h"
#include "drng.h"

#ifdef MLDSA_FIPS
#define ALGORITHM_INSTANCE "akex-shake"
#else
#define ALGORITHM_INSTANCE "akex-helpers"
#endif

#define AKEX_FINISHED 1

/* Source of all randomness; to be seeded with init_random_number. An initialisation
 * draws the seed of a signature key in one request of 256 bits, the first pass draws
 * 768 bits, the second 512. */
extern DRNG_ctx drng_algorithm;

unsigned long long kex_get_passes_num(void);
unsigned long long kex_get_pk_len_bytes(void);
unsigned long long kex_get_sk_len_bytes(void);
unsigned long long kex_get_sta_len_bytes(void);
unsigned long long kex_get_stb_len_bytes(void);
unsigned long long kex_get_ss_len_bytes(void);
unsigned long long kex_get_total_msg_len_bytes(void);

int kex_init_a(unsigned char *pka, unsigned long long *pka_len_bytes, unsigned char *ska,
               unsigned long long *ska_len_bytes, unsigned char *sta,
               unsigned long long *sta_len_bytes);
int kex_init_b(unsigned char *pkb, unsigned long long *pkb_len_bytes, unsigned char *skb,
               unsigned long long *skb_len_bytes, unsigned char *stb,
               unsigned long long *stb_len_bytes);

int kex_generate_pass1_msg_a(const unsigned char *ska, unsigned long long ska_len_bytes,
                             const unsigned char *pkb, unsigned long long pkb_len_bytes,
                             unsigned char *sta, unsigned long long *sta_len_bytes,
                             unsigned char *m1, unsigned long long *m1_len_bytes);
int kex_generate_pass2_msg_b(const unsigned char *skb, unsigned long long skb_len_bytes,
                             const unsigned char *pka, unsigned long long pka_len_bytes,
                             const unsigned char *m1, unsigned long long m1_len_bytes,
                             unsigned char *stb, unsigned long long *stb_len_bytes,
                             unsigned char *m2, unsigned long long *m2_len_bytes);
int kex_generate_pass3_msg_a(const unsigned char *ska, unsigned long long ska_len_bytes,
                             const unsigned char *pkb, unsigned long long pkb_len_bytes,
                             const unsigned char *m2, unsigned long long m2_len_bytes,
                             unsigned char *sta, unsigned long long *sta_len_bytes,
                             unsigned char *m3, unsigned long long *m3_len_bytes);

int kex_derive_ss_a(const unsigned char *ska, unsigned long long ska_len_bytes,
                    const unsigned char *pkb, unsigned long long pkb_len_bytes,
                    const unsigned char *mb, unsigned long long mb_len_bytes,
                    const unsigned char *sta, unsigned long long sta_len_bytes, unsigned char *ssa,
                    unsigned long long *ssa_len_bytes);
int kex_derive_ss_b(const unsigned char *skb, unsigned long long skb_len_bytes,
                    const unsigned char *pka, unsigned long long pka_len_bytes,
                    const unsigned char *ma, unsigned long long ma_len_bytes,
                    const unsigned char *stb, unsigned long long stb_len_bytes, unsigned char *ssb,
                    unsigned long long *ssb_len_bytes);

#endif
