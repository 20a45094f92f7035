/* A key encapsulation whose kem_enc calls helpers in the way the environment names (DO). Keys,
 * secrets and ciphertexts are constant: only the calls matter. */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "toy.h"

DRNG_ctx drng_algorithm;

#define BYTES 32

static unsigned char out[4096];

static void hash(unsigned long long bits, int times)
{
    while (times-- > 0) {
        sm3hash(256, out, bits, out);
    }
}

static pthread_barrier_t barrier;

/* All are in here at one time, so that none can take over what another has left. */
static void *thread_main(void *unused)
{
    unsigned char digest[32];
    int i;

    for (i = 0; i < 10; ++i) {
        sm3hash(256, (const unsigned char *)"t", 8, digest);
    }
    pthread_barrier_wait(&barrier);
    return unused;
}

static int threads(int number)
{
    static pthread_t all[4096];
    pthread_attr_t small;
    int i;

    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 256 * 1024);
    pthread_barrier_init(&barrier, NULL, (unsigned)number);
    for (i = 0; i < number; ++i) {
        if (pthread_create(&all[i], &small, thread_main, NULL) != 0) {
            return -1;
        }
    }
    for (i = 0; i < number; ++i) {
        pthread_join(all[i], NULL);
    }
    pthread_barrier_destroy(&barrier);
    return 0;
}

static int forks(void)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        hash(16, 7);
        _exit(0);
    }
    hash(24, 5);
    if (waitpid(child, &status, 0) != child || status != 0) {
        return -1;
    }
    return 0;
}

static int private_generator(void)
{
    static int (*const draw)(DRNG_ctx *, unsigned char *, unsigned long long) = get_random_number;
    DRNG_ctx own;

    init_random_number(&own, out, 48);
    get_random_number(&own, out, 128);
    draw(&own, out, 128);
    draw(&own, out, 136);
    draw(&drng_algorithm, out, 256);
    return 0;
}

/* Each call of it has 512 bytes of stack more below it. */
__attribute__((noinline)) static int deeper(int levels)
{
    volatile char frame[512];

    frame[0] = 0;
    if (levels == 0) {
        hash(40, 3);
        return frame[0];
    }
    return deeper(levels - 1) + frame[0];
}

jmp_buf toy_jump;

static int odd(void)
{
    sm3hash(256, out, 0, out);
    sm3hash(256, NULL, 0, out);
    sm3hash(256, out, 1, out);
    sm3hash(256, out, 13, out);
    pseudoXOF(0, out, 13, out);
    pseudoXOF(1001, out, 9, out);
    pseudohash(768, out, 7, out);
    get_random_number(&drng_algorithm, out, 0);
    get_random_number(&drng_algorithm, out, 3);
    init_random_number(&drng_algorithm, NULL, 0);
    return 0;
}

static int act(const char *what)
{
    int i;

    if (strcmp(what, "nested") == 0) {
        pseudohash(512, out, 64, out);
        pseudoXOF(1024, out, 72, out);
        sm3hash(256, out, 80, out);
    } else if (strcmp(what, "threads") == 0) {
        return threads(8);
    } else if (strcmp(what, "many threads") == 0) {
        return threads(atoi(getenv("THREADS")));
    } else if (strcmp(what, "shapes") == 0) {
        for (i = 0; i < 5000; ++i) {
            sm3hash(256, out, (unsigned long long)i, out);
        }
    } else if (strcmp(what, "error") == 0) {
        sm3hash(160, out, 8, out);
        sm3hash(TOY_FAIL, out, 8, out);
    } else if (strcmp(what, "jump") == 0) {
        if (setjmp(toy_jump) == 0) {
            sm3hash(TOY_JUMP, out, 8, out);
        }
        hash(40, 3);
    } else if (strcmp(what, "jump and go deeper") == 0) {
        if (setjmp(toy_jump) == 0) {
            sm3hash(TOY_JUMP, out, 8, out);
        }
        return deeper(8);
    } else if (strcmp(what, "jump out of nested") == 0) {
        if (setjmp(toy_jump) == 0) {
            pseudohash(TOY_JUMP, out, 8, out);
        }
        hash(40, 3);
    } else if (strcmp(what, "jump last") == 0) {
        if (setjmp(toy_jump) == 0) {
            sm3hash(TOY_JUMP, out, 8, out);
        }
    } else if (strcmp(what, "exit") == 0) {
        static int call;

        hash(48, 2);
        /* The preparing call, then measured ones. */
        sm3hash(++call == 4 ? TOY_EXIT : 256, out, 56, out);
    } else if (strcmp(what, "fork") == 0) {
        return forks();
    } else if (strcmp(what, "private") == 0) {
        return private_generator();
    } else if (strcmp(what, "odd") == 0) {
        return odd();
    } else if (strcmp(what, "lengths") == 0) {
        sm3hash(TOY_IGNORE, NULL, 1ULL << 40, out);
        sm3hash(TOY_IGNORE, NULL, (1ULL << 40) + 1, out);
        sm3hash(TOY_IGNORE, NULL, (1ULL << 56) - 1, out);
    } else if (strcmp(what, "longest lengths") == 0) {
        sm3hash(TOY_IGNORE, NULL, 1ULL << 56, out);
        sm3hash(TOY_IGNORE, NULL, 1ULL << 60, out);
        sm3hash(TOY_IGNORE, NULL, ~0ULL, out);
        hash(8, 2);
    } else if (strcmp(what, "operation inside") == 0) {
        unsigned long long length = BYTES;

        hash(16, 1);
        kem_dec(out, BYTES, out, BYTES, out, &length);
        hash(16, 1);
    } else if (strcmp(what, "operation inside left") == 0) {
        unsigned long long length = BYTES;

        if (setjmp(toy_jump) == 0) {
            kem_dec(out, TOY_LEAVE, out, BYTES, out, &length);
        }
        hash(16, 2);
    } else if (strcmp(what, "seldom") == 0) {
        static int call;

        /* 0 in the preparing call and the warm-up, then 1, 2, 3 ... */
        hash(32, call++ < 2 ? 0 : call - 2);
    } else {
        fprintf(stderr, "DO=%s is not known\n", what);
        return -99;
    }
    return 0;
}

unsigned long long kem_get_pk_len_bytes(void)
{
    return BYTES;
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return BYTES;
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return BYTES;
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return BYTES;
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
               unsigned long long *sk_len)
{
    memset(pk, 1, BYTES);
    memset(sk, 2, BYTES);
    *pk_len = *sk_len = BYTES;
    hash(1000, 9); /* must not count for kem_enc */
    return 0;
}

int kem_enc(const unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
            unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
    const char *what = getenv("DO");

    (void)pk;
    (void)pk_len;
    memset(ct, 4, BYTES);
    memset(ss, 3, BYTES);
    *ss_len = *ct_len = BYTES;
    return what == NULL ? 0 : act(what);
}
