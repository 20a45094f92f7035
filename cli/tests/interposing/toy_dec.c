/* Apart from kem_enc, so that a call of kem_dec there goes from one object to another. */
#include <setjmp.h>
#include <string.h>

#include "toy.h"

int kem_dec(const unsigned char *sk, unsigned long long sk_len, const unsigned char *ct,
            unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
    unsigned char digest[32];

    (void)ct_len;
    memset(ss, 3, 32);
    *ss_len = 32;
    sm3hash(256, ct, 88, digest);
    if (sk_len == TOY_LEAVE) {
        longjmp(toy_jump, 1);
    }
    return sk[0] * 0;
}
