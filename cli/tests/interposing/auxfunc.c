/* Helpers in two objects (see sm3.c), so that their inner calls cross from one to the other. */
#include <setjmp.h>
#include <string.h>

#include "toy.h"

int pseudohash(int digest_bits, const unsigned char *msg, unsigned long long bits,
               unsigned char *digest)
{
    int err = sm3hash(digest_bits == TOY_JUMP ? TOY_JUMP : 256, msg, bits, digest);

    return err == 0 ? sm3hash(256, digest, 256, digest + 32) : err;
}

int pseudoXOF(unsigned long long output_bits, const unsigned char *msg, unsigned long long bits,
              unsigned char *output)
{
    unsigned char digest[32];
    unsigned long long done;

    for (done = 0; done < output_bits; done += 256) {
        unsigned long long left = (output_bits - done + 7) / 8;

        sm3hash(256, msg, bits, digest);
        memcpy(output + done / 8, digest, left < 32 ? left : 32);
    }
    return 0;
}
