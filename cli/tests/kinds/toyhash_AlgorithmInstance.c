/* A hash function made of the helpers'. The environment says how it behaves:
 *   RETURN n, AT n what a call returns, and which call does
 *   PAST n         so many bytes behind the digest are written
 *   TRACE          every call is printed */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auxfunc.h"
#include "drng.h"

static int setting(const char *name)
{
    const char *value = getenv(name);

    return value == NULL ? 0 : atoi(value);
}

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    static int calls;
    unsigned long long bytes = msg_len_bits / 8, i = 0;
    unsigned char wide[128];

    while (i < bytes && msg[i] == (131 * i + bytes) % 256) {
        ++i;
    }
    if (getenv("TRACE") != NULL) {
        fprintf(stderr, "%d bits of %llu bits, %s\n", digest_len_bits, msg_len_bits,
                i == bytes ? "as the rules say" : "of something else");
    }
    pseudohash(1024, msg, msg_len_bits, wide);
    memcpy(digest, wide, (size_t)(digest_len_bits / 8));
    memset(digest + digest_len_bits / 8, 0x5a, (size_t)setting("PAST"));
    return ++calls == setting("AT") ? setting("RETURN") : 0;
}
