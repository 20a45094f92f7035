/* Leaves helpers by longjmp, then calls them again from deeper in the stack. */
#include <setjmp.h>

extern jmp_buf jump_target;
int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
               unsigned long long *sk_len);

static unsigned char from[64], to[64];

static int __attribute__((noinline)) deeper(int depth)
{
    volatile char room[64];
    unsigned long long bits = 8;

    room[0] = 1;
    if (depth > 0) {
        return deeper(depth - 1) + room[0] - 1;
    }
    return kem_keygen(from, &bits, to, &bits);
}

int main(void)
{
    volatile int times = 0;
    unsigned long long none = 0, bits = 8;

    if (setjmp(jump_target) == 0 || ++times < 3) {
        kem_keygen(from, &none, to, &none);
    }
    /* At the depth of the calls that were left: told apart from an inner call. */
    if (kem_keygen(from, &bits, to, &bits) != 0) {
        return 1;
    }
    return deeper(3);
}
