/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS random number generator: a Hash_DRBG with SM3. It is deterministic;
 * all its output follows from the seed and the order and length of requests.
 *
 * A submission defines `DRNG_ctx drng_algorithm;` in its own source and draws
 * all its randomness from it.
 */
#ifndef ICCS_DRNG_H
#define ICCS_DRNG_H

#define DRNG_SEEDLEN_BYTES 55

/* Big-endian numbers modulo 2^440. */
typedef struct {
    unsigned char V[DRNG_SEEDLEN_BYTES];
    unsigned char C[DRNG_SEEDLEN_BYTES];
    unsigned char reseed_counter[DRNG_SEEDLEN_BYTES];
} DRNG_ctx;

/* Both return 0, or a negative code of auxfunc.h. */
int init_random_number(DRNG_ctx *drng, const unsigned char *seed,
                       unsigned long long seed_len_bytes);

/* A request of 0 bits gives nothing but still advances the generator. In a
 * last, partial byte the unused low bits are zero. */
int get_random_number(DRNG_ctx *drng, unsigned char *out, unsigned long long out_len_bits);

#endif
