/* A library whose sm3hash leaves by longjmp when asked to, and whose constructor calls it. */
#include <setjmp.h>
#include <string.h>

#include "auxfunc.h"

jmp_buf jump_target;

int sm3hash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
            unsigned char *digest)
{
    (void)digest_len_bits;
    if (msg_len_bits == 0) {
        longjmp(jump_target, 1);
    }
    memset(digest, msg[0], 32);
    return 0;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
               unsigned long long *sk_len)
{
    (void)sk_len;
    return sm3hash(256, pk, *pk_len, sk);
}

__attribute__((constructor)) static void early(void)
{
    unsigned char digest[32];

    sm3hash(256, (const unsigned char *)"early", 40, digest);
}
