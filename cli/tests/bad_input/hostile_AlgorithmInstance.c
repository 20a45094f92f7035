/* A key encapsulation that misbehaves as the environment says: DO is what, IN the function in
 * which (or "load": while the library is being loaded), AT the number of the call of it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "auxfunc.h"
#include "drng.h"

DRNG_ctx drng_algorithm;

#define BYTES 64

static volatile int zero;

static int recurse(volatile char *above)
{
    volatile char frame[4096];

    frame[0] = above[0];
    return recurse(frame) + frame[0];
}

static void leave(int signal)
{
    (void)signal;
    _exit(42);
}

static sigjmp_buf again;

static void go_on(int signal)
{
    siglongjmp(again, signal);
}

static void *spin(void *unused)
{
    (void)unused;
    for (;;) {
    }
    return NULL;
}

static void print(void)
{
    static char block[1 << 20];
    int i;

    memset(block, 'p', sizeof block);
    for (i = 0; i < 512; ++i) {
        ssize_t all = write(1, block, sizeof block) + write(2, block, sizeof block);

        (void)all;
    }
}

/* A process that stays, in this group of processes or in one of its own. */
static void leave_child(int own_session)
{
    pid_t child = fork();

    if (child == 0) {
        if (own_session) {
            setsid();
        }
        for (;;) {
            pause();
        }
    }
    fprintf(stderr, "left %d\n", (int)child);
}

/* For what follows a space in DO: a number. */
static long argument(const char *what)
{
    const char *space = strchr(what, ' ');

    return space == NULL ? 0 : atol(space + 1);
}

static int is(const char *what, const char *name)
{
    size_t length = strlen(name);

    return strncmp(what, name, length) == 0 && (what[length] == 0 || what[length] == ' ');
}

static int misbehave(const char *what, unsigned char *buffer, unsigned long long *length)
{
    int i;

    if (is(what, "null")) {
        *(volatile int *)(size_t)zero = 1;
    } else if (is(what, "recurse")) {
        return recurse("x");
    } else if (is(what, "abort")) {
        abort();
    } else if (is(what, "divide")) {
#ifdef __x86_64__
        /* Of a constant 1 the compiler would make a comparison. */
        return (int)argument("divide 9") / zero;
#else
        raise(SIGFPE);
#endif
    } else if (is(what, "illegal")) {
#ifdef __x86_64__
        __asm__ volatile("ud2");
#else
        __asm__ volatile(".inst 0");
#endif
    } else if (is(what, "hang")) {
        spin(NULL);
    } else if (is(what, "hang_against_signals")) {
        for (i = 1; i < 65; ++i) {
            signal(i, SIG_IGN);
        }
        spin(NULL);
    } else if (is(what, "hang_in_parents_group")) {
        setpgid(0, getpgid(getppid()));
        spin(NULL);
    } else if (is(what, "stop")) {
        raise(SIGSTOP);
    } else if (is(what, "exit")) {
        exit((int)argument(what));
    } else if (is(what, "_exit")) {
        _exit((int)argument(what));
    } else if (is(what, "pthread_exit")) {
        pthread_exit(NULL);
    } else if (is(what, "signal")) {
        raise((int)argument(what));
    } else if (is(what, "kill_group")) {
        kill(0, SIGKILL);
        pause();
    } else if (is(what, "past")) {
        memset(buffer + BYTES, 0x5c, (size_t)argument(what));
    } else if (is(what, "before")) {
        memset(buffer - argument(what), 0x5c, (size_t)argument(what));
    } else if (is(what, "return")) {
        return (int)argument(what);
    } else if (is(what, "length")) {
        *length = (unsigned long long)argument(what);
    } else if (is(what, "print")) {
        print();
    } else if (is(what, "leave_child")) {
        leave_child(0);
    } else if (is(what, "leave_session")) {
        leave_child(1);
    } else if (is(what, "leave_thread")) {
        pthread_t thread;

        pthread_create(&thread, NULL, spin, NULL);
    } else if (is(what, "close_all")) {
        for (i = 0; i < 1024; ++i) {
            close(i);
        }
    } else if (is(what, "truncate_all")) {
        for (i = 3; i < 1024; ++i) {
            int done = ftruncate(i, 0);

            (void)done;
        }
    } else if (is(what, "handler_exits")) {
        signal(SIGSEGV, leave);
        *(volatile int *)(size_t)zero = 1;
    } else if (is(what, "handler_goes_on")) {
        signal(SIGSEGV, go_on);
        if (sigsetjmp(again, 1) == 0) {
            *(volatile int *)(size_t)zero = 1;
        }
    } else if (is(what, "chdir")) {
        return chdir("/");
    } else if (is(what, "no_files")) {
        struct rlimit none = {0, 0};

        setrlimit(RLIMIT_FSIZE, &none);
        setrlimit(RLIMIT_NOFILE, &none);
    } else {
        fprintf(stderr, "DO=%s is not known\n", what);
        return -99;
    }
    return 0;
}

/* Misbehaves if it is the time and place. */
static int at(const char *where, int call, unsigned char *buffer, unsigned long long *length)
{
    const char *what = getenv("DO"), *in = getenv("IN"), *number = getenv("AT");

    if (what == NULL || in == NULL || strcmp(in, where) != 0) {
        return 0;
    }
    if (number != NULL && atoi(number) != call) {
        return 0;
    }
    return misbehave(what, buffer, length);
}

__attribute__((constructor)) static void load(void)
{
    at("load", 1, NULL, NULL);
}

static unsigned long long declared(const char *name)
{
    const char *value = getenv(name);

    return value == NULL ? BYTES : strtoull(value, NULL, 10);
}

unsigned long long kem_get_pk_len_bytes(void)
{
    return declared("PK");
}

unsigned long long kem_get_sk_len_bytes(void)
{
    return declared("SK");
}

unsigned long long kem_get_ss_len_bytes(void)
{
    return declared("SS");
}

unsigned long long kem_get_ct_len_bytes(void)
{
    return declared("CT");
}

int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
               unsigned long long *sk_len)
{
    static int call;

    get_random_number(&drng_algorithm, sk, 8 * BYTES);
    pseudohash(512, sk, 8 * BYTES, pk);
    *pk_len = *sk_len = BYTES;
    return at("kem_keygen", ++call, sk, sk_len);
}

int kem_enc(const unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
            unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
    static int call;

    get_random_number(&drng_algorithm, ct, 8 * BYTES);
    pseudohash(512, ct, 8 * BYTES, ss);
    *ss_len = *ct_len = BYTES;
    return pk[pk_len - 1] * 0 + at("kem_enc", ++call, ct, ct_len);
}

int kem_dec(const unsigned char *sk, unsigned long long sk_len, const unsigned char *ct,
            unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
    static int call;
    const char *what = getenv("DO");

    if (what != NULL && is(what, "decapsulate_nothing")) {
        return 0;
    }
    pseudohash(512, ct, 8 * BYTES, ss);
    if (what != NULL && is(what, "decapsulate_wrongly")) {
        ss[BYTES - 1] ^= 1;
        return 0;
    }
    *ss_len = BYTES;
    return sk[sk_len - 1] * 0 + ct[ct_len - 1] * 0 + at("kem_dec", ++call, ss, ss_len);
}
