/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "drng.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "auxfunc.h"

#define SEEDLEN DRNG_SEEDLEN_BYTES
#define SEEDLEN_BITS (8 * SEEDLEN)
#define DIGEST_BYTES 32

/* a = a + b modulo 2^440; b is big-endian, not longer than a. */
static void add(unsigned char a[SEEDLEN], const unsigned char *b, size_t b_len)
{
    unsigned carry = 0;
    size_t i;

    for (i = 1; i <= SEEDLEN; ++i) {
        carry += a[SEEDLEN - i];
        if (i <= b_len) {
            carry += b[b_len - i];
        }
        a[SEEDLEN - i] = (unsigned char)carry;
        carry >>= 8;
    }
}

static void increment(unsigned char a[SEEDLEN])
{
    static const unsigned char one = 1;

    add(a, &one, 1);
}

/* The derivation function: 55 bytes of SM3(1 || 440 || in) || SM3(2 || 440 || in). */
static int derive(unsigned char out[SEEDLEN], const unsigned char *in, unsigned long long in_len)
{
    static const unsigned char length[4] = {0, 0, SEEDLEN_BITS >> 8, SEEDLEN_BITS & 0xff};
    unsigned char small[256], digests[2 * DIGEST_BYTES];
    unsigned char *input = small;
    int err;

    if (in_len > SIZE_MAX - 5) {
        return ICCS_ERR_MEMORY;
    }
    if (in_len > sizeof small - 5) {
        input = malloc((size_t)in_len + 5);
        if (input == NULL) {
            return ICCS_ERR_MEMORY;
        }
    }
    memcpy(input + 1, length, sizeof length);
    if (in_len != 0) {
        memcpy(input + 5, in, (size_t)in_len);
    }
    input[0] = 1;
    err = sm3hash(256, input, 8 * (in_len + 5), digests);
    if (err == 0) {
        input[0] = 2;
        err = sm3hash(256, input, 8 * (in_len + 5), digests + DIGEST_BYTES);
    }
    if (input != small) {
        free(input);
    }
    if (err == 0) {
        memcpy(out, digests, SEEDLEN);
    }
    return err;
}

int init_random_number(DRNG_ctx *drng, const unsigned char *seed,
                       unsigned long long seed_len_bytes)
{
    unsigned char tagged[1 + SEEDLEN];
    int err;

    tagged[0] = 0;
    err = derive(tagged + 1, seed, seed_len_bytes);
    if (err != 0) {
        return err;
    }
    err = derive(drng->C, tagged, sizeof tagged);
    if (err != 0) {
        return err;
    }
    memcpy(drng->V, tagged + 1, SEEDLEN);
    memset(drng->reseed_counter, 0, SEEDLEN);
    increment(drng->reseed_counter);
    return 0;
}

/* SM3(V) || SM3(V + 1) || ..., cut to the length asked for. */
static int generate(const unsigned char v[SEEDLEN], unsigned char *out, unsigned long long bits)
{
    unsigned long long left = bits / 8 + (bits % 8 != 0);
    unsigned char data[SEEDLEN], digest[DIGEST_BYTES];

    memcpy(data, v, SEEDLEN);
    while (left > 0) {
        size_t take = left < DIGEST_BYTES ? (size_t)left : DIGEST_BYTES;
        int err = sm3hash(256, data, SEEDLEN_BITS, digest);

        if (err != 0) {
            return err;
        }
        memcpy(out, digest, take);
        out += take;
        left -= take;
        increment(data);
    }
    if (bits % 8 != 0) {
        out[-1] = (unsigned char)(out[-1] & (0xff00u >> (bits % 8)));
    }
    return 0;
}

int get_random_number(DRNG_ctx *drng, unsigned char *out, unsigned long long out_len_bits)
{
    unsigned char tagged[1 + SEEDLEN], digest[DIGEST_BYTES];
    int err = generate(drng->V, out, out_len_bits);

    if (err != 0) {
        return err;
    }
    tagged[0] = 3;
    memcpy(tagged + 1, drng->V, SEEDLEN);
    err = sm3hash(256, tagged, 8 * sizeof tagged, digest);
    if (err != 0) {
        return err;
    }
    add(drng->V, digest, sizeof digest);
    add(drng->V, drng->C, SEEDLEN);
    add(drng->V, drng->reseed_counter, SEEDLEN);
    increment(drng->reseed_counter);
    return 0;
}
