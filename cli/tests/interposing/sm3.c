/* No hash at all: it costs little and is as deterministic. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "toy.h"

int sm3hash(int digest_bits, const unsigned char *msg, unsigned long long bits,
            unsigned char *digest)
{
    unsigned mix = 1;
    unsigned long long i;

    switch (digest_bits) {
    case TOY_JUMP:
        longjmp(toy_jump, 1);
    case TOY_EXIT:
        exit(9);
    case TOY_FAIL:
        return -2;
    case TOY_IGNORE:
        return 0;
    case 256:
        break;
    default:
        return -4;
    }
    for (i = 0; i < bits / 8 && i < 64; ++i) {
        mix = 31 * mix + msg[i];
    }
    memset(digest, (int)(mix & 0xff), 32);
    return 0;
}
