#ifndef TOY_H
#define TOY_H

#include <setjmp.h>

/* Digest lengths that ask sm3hash (the first one pseudohash, too) for something unusual. */
#define TOY_JUMP 11
#define TOY_EXIT 12
#define TOY_FAIL 13
#define TOY_IGNORE 14 /* does not look at the message */

/* A secret key's length that has kem_dec leave by longjmp. */
#define TOY_LEAVE 15

typedef struct {
    unsigned char V[55], C[55], reseed_counter[55];
} DRNG_ctx;

extern jmp_buf toy_jump;

int sm3hash(int digest_bits, const unsigned char *msg, unsigned long long bits,
            unsigned char *digest);
int pseudohash(int digest_bits, const unsigned char *msg, unsigned long long bits,
               unsigned char *digest);
int pseudoXOF(unsigned long long output_bits, const unsigned char *msg, unsigned long long bits,
              unsigned char *output);
int init_random_number(DRNG_ctx *drng, const unsigned char *seed, unsigned long long seed_bytes);
int get_random_number(DRNG_ctx *drng, unsigned char *output, unsigned long long output_bits);
int kem_dec(const unsigned char *sk, unsigned long long sk_len, const unsigned char *ct,
            unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len);

#endif
