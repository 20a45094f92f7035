/* A signature scheme that signs nothing. The environment says how it behaves:
 *   FAIL n      the first n calls of the signer fail
 *   REFUSE n    the signer refuses the message and the n - 1 that follow it
 *   EXCESS n    signatures are n bytes longer than declared
 *   BEYOND n    n bytes behind a signature are written, of which its length says nothing
 *   REJECT n    the verifier rejects every nth time
 *   SLOW n      a key pair takes n milliseconds
 *   PROCESSES f every process that makes key pairs adds a byte to this file ...
 *   CRASH n     ... and the nth ends there
 *   TRACE       every call is printed, with the draws before it */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "auxfunc.h"
#include "drng.h"

DRNG_ctx drng_algorithm;

#define KEY 32
#define SALT 32
#define TAG 32
#define MESSAGE 64

static unsigned long long setting(const char *name)
{
    const char *value = getenv(name);

    return value == NULL ? 0 : strtoull(value, NULL, 10);
}

/* Draws of 32 bytes since the generator was seeded with 00 01 .. 2f; -1 in any other state. */
static int draws(void)
{
    DRNG_ctx other;
    unsigned char seed[48], out[32];
    int i;

    for (i = 0; i < 48; ++i) {
        seed[i] = (unsigned char)i;
    }
    init_random_number(&other, seed, 48);
    for (i = 0; i < 1000; ++i) {
        if (memcmp(&other, &drng_algorithm, sizeof other) == 0) {
            return i;
        }
        get_random_number(&other, out, 8 * sizeof out);
    }
    return -1;
}

static void trace(const char *name)
{
    if (getenv("TRACE") != NULL) {
        fprintf(stderr, "%s after %d draws\n", name, draws());
    }
}

/* The message the rules give, with this much added to its last byte; -1 for another one. */
static int change_of(const unsigned char *m, unsigned long long m_len)
{
    int i;

    for (i = 0; i < MESSAGE - 1; ++i) {
        if (m[i] != (131 * i + 64) % 256) {
            return -1;
        }
    }
    return m_len == MESSAGE ? (m[i] + 256 - (131 * i + 64) % 256) % 256 : -1;
}

static void tag(const unsigned char *key, const unsigned char *salt, const unsigned char *m,
                unsigned char *out)
{
    unsigned char input[KEY + SALT + MESSAGE], digest[64];

    memcpy(input, key, KEY);
    memcpy(input + KEY, salt, SALT);
    memcpy(input + KEY + SALT, m, MESSAGE);
    pseudohash(512, input, 8 * sizeof input, digest);
    memcpy(out, digest, TAG);
}

unsigned long long sig_get_pk_len_bytes(void)
{
    return KEY;
}

unsigned long long sig_get_sk_len_bytes(void)
{
    return KEY;
}

unsigned long long sig_get_sn_len_bytes(void)
{
    return SALT + TAG;
}

/* Whether this is the process in which the end is to come. */
static int is_last_process(void)
{
    static int is_known;
    struct stat file;
    int fd;

    if (is_known || getenv("PROCESSES") == NULL) {
        return 0;
    }
    is_known = 1;
    fd = open(getenv("PROCESSES"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (fd < 0 || write(fd, "x", 1) != 1 || fstat(fd, &file) != 0) {
        return 1;
    }
    close(fd);
    return (unsigned long long)file.st_size == setting("CRASH");
}

int sig_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
               unsigned long long *sk_len)
{
    struct timespec span;

    trace("keygen");
    if (is_last_process()) {
        abort();
    }
    if (setting("SLOW") > 0) {
        span.tv_sec = 0;
        span.tv_nsec = (long)(1000000 * setting("SLOW"));
        nanosleep(&span, NULL);
    }
    get_random_number(&drng_algorithm, sk, 8 * KEY);
    memcpy(pk, sk, KEY);
    *pk_len = *sk_len = KEY;
    return 0;
}

int sig_sign(const unsigned char *sk, unsigned long long sk_len, const unsigned char *m,
             unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len)
{
    static unsigned long long calls;
    unsigned long long excess = setting("EXCESS");
    int change = change_of(m, m_len);

    trace("sign");
    if (sk_len != KEY || change < 0) {
        return -77;
    }
    if (++calls <= setting("FAIL") || (unsigned long long)change < setting("REFUSE")) {
        return -1;
    }
    get_random_number(&drng_algorithm, sn, 8 * SALT);
    tag(sk, sn, m, sn + SALT);
    memset(sn + SALT + TAG, 0x5a, excess + setting("BEYOND"));
    *sn_len = SALT + TAG + excess;
    return 0;
}

int sig_verify(const unsigned char *pk, unsigned long long pk_len, const unsigned char *sn,
               unsigned long long sn_len, const unsigned char *m, unsigned long long m_len)
{
    static unsigned long long calls;
    unsigned long long excess = setting("EXCESS"), reject = setting("REJECT");
    unsigned char expected[TAG];

    trace("verify");
    if (pk_len != KEY || sn_len != SALT + TAG + excess || change_of(m, m_len) < 0) {
        return -77;
    }
    if (excess > 0 && sn[sn_len - 1] != 0x5a) {
        return -78;
    }
    tag(pk, sn, m, expected);
    if (memcmp(expected, sn + SALT, TAG) != 0) {
        return -79;
    }
    return reject > 0 && ++calls % reject == 0 ? -1 : 0;
}
