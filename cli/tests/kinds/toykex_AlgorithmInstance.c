/* A key exchange that agrees on a constant. FUNCTIONS is the number of pass functions there are,
 * PASSES the number declared. The environment says how it behaves:
 *   DECLARED n     the number of passes declared, instead of PASSES
 *   END n          the pass that returns 1
 *   SILENT n       the pass that sends nothing
 *   RETURN s, AS n what a step returns
 *   DISAGREE       the sides derive different secrets
 *   TRACE          every call is printed, with what it was given */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auxfunc.h"
#include "drng.h"

DRNG_ctx drng_algorithm;

#ifndef FUNCTIONS
#define FUNCTIONS 3
#endif
#ifndef PASSES
#define PASSES 3
#endif

typedef unsigned char byte;
typedef unsigned long long length;

static int setting(const char *name, int otherwise)
{
    const char *value = getenv(name);

    return value == NULL ? otherwise : atoi(value);
}

static int result(const char *step, int otherwise)
{
    const char *chosen = getenv("RETURN");

    return chosen != NULL && strcmp(chosen, step) == 0 ? setting("AS", 0) : otherwise;
}

/* What a message is, by its bytes: they all are the number of its pass. */
static void trace(const char *step, const byte *received, length received_len, length state_len,
                  length out_len)
{
    length i;

    if (getenv("TRACE") == NULL) {
        return;
    }
    fprintf(stderr, "%s:", step);
    if (received == NULL) {
        fprintf(stderr, " nothing of %llu,", received_len);
    } else {
        for (i = 1; i < received_len && received[i] == received[0]; ++i) {
        }
        if (received_len == 0 || i == received_len) {
            fprintf(stderr, " message %d of %llu,", received_len ? received[0] : 0, received_len);
        } else {
            fprintf(stderr, " broken message of %llu,", received_len);
        }
    }
    fprintf(stderr, " state %llu, room %llu\n", state_len, out_len);
}

length kex_get_passes_num(void)
{
    return (length)setting("DECLARED", PASSES);
}

length kex_get_pk_len_bytes(void)
{
    return 32;
}

length kex_get_sk_len_bytes(void)
{
    return 33;
}

length kex_get_sta_len_bytes(void)
{
    return 40;
}

length kex_get_stb_len_bytes(void)
{
    return 50;
}

length kex_get_ss_len_bytes(void)
{
    return 64;
}

length kex_get_total_msg_len_bytes(void)
{
    return 400;
}

/* Lengths differ between the sides, and from those declared, so that a mixed-up one is seen. */
static int init(byte side, byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st,
                length *st_len)
{
    trace(side == 'a' ? "init_a" : "init_b", NULL, 0, *st_len, *pk_len + *sk_len);
    get_random_number(&drng_algorithm, sk, 8 * 32);
    pk[0] = sk[0] = st[0] = side;
    *pk_len = side == 'a' ? 30 : 31;
    *sk_len = side == 'a' ? 28 : 29;
    *st_len = side == 'a' ? 10 : 20;
    return result(side == 'a' ? "init_a" : "init_b", 0);
}

int kex_init_a(byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st, length *st_len)
{
    return init('a', pk, pk_len, sk, sk_len, st, st_len);
}

int kex_init_b(byte *pk, length *pk_len, byte *sk, length *sk_len, byte *st, length *st_len)
{
    return init('b', pk, pk_len, sk, sk_len, st, st_len);
}

static int are_keys(byte side, const byte *sk, length sk_len, const byte *pk, length pk_len,
                    const byte *st)
{
    byte peer = side == 'a' ? 'b' : 'a';

    return sk[0] == side && pk[0] == peer && st[0] == side &&
           sk_len == (side == 'a' ? 28u : 29u) && pk_len == (peer == 'a' ? 30u : 31u);
}

/* Every pass makes its side's state longer by one. */
static int pass(int number, const byte *sk, length sk_len, const byte *pk, length pk_len,
                const byte *received, length received_len, byte *st, length *st_len, byte *m,
                length *m_len)
{
    char step[16];

    sprintf(step, "pass%d", number);
    trace(step, received, received_len, *st_len, *m_len);
    if (!are_keys(number % 2 == 1 ? 'a' : 'b', sk, sk_len, pk, pk_len, st)) {
        return -99;
    }
    *st_len += 1;
    if (setting("SILENT", 0) != number) {
        *m_len = (length)(10 + number);
        memset(m, number, *m_len);
    }
    return result(step, setting("END", 0) == number);
}

int kex_generate_pass1_msg_a(const byte *sk, length sk_len, const byte *pk, length pk_len, byte *st,
                             length *st_len, byte *m, length *m_len);
#if FUNCTIONS >= 1
int kex_generate_pass1_msg_a(const byte *sk, length sk_len, const byte *pk, length pk_len, byte *st,
                             length *st_len, byte *m, length *m_len)
{
    return pass(1, sk, sk_len, pk, pk_len, NULL, 0, st, st_len, m, m_len);
}
#endif

#define PASS(number, side)                                                                        \
    int kex_generate_pass##number##_msg_##side(                                                   \
        const byte *sk, length sk_len, const byte *pk, length pk_len, const byte *received,       \
        length received_len, byte *st, length *st_len, byte *m, length *m_len)                    \
    {                                                                                             \
        return pass(number, sk, sk_len, pk, pk_len, received, received_len, st, st_len, m, m_len); \
    }

#if FUNCTIONS >= 2
PASS(2, b)
#endif
#if FUNCTIONS >= 3
PASS(3, a)
#endif
#if FUNCTIONS >= 4
PASS(4, b)
#endif
#if FUNCTIONS >= 16
PASS(5, a)
PASS(6, b)
PASS(7, a)
PASS(8, b)
PASS(9, a)
PASS(10, b)
PASS(11, a)
PASS(12, b)
PASS(13, a)
PASS(14, b)
PASS(15, a)
PASS(16, b)
#endif

static int derive(byte side, const byte *sk, length sk_len, const byte *pk, length pk_len,
                  const byte *received, length received_len, const byte *st, length st_len,
                  byte *ss, length *ss_len)
{
    const char *step = side == 'a' ? "derive_a" : "derive_b";

    trace(step, received, received_len, st_len, *ss_len);
    if (!are_keys(side, sk, sk_len, pk, pk_len, st)) {
        return -99;
    }
    pseudohash(512, (const byte *)"secret", 48, ss);
    *ss_len = 24;
    ss[23] ^= getenv("DISAGREE") != NULL && side == 'b';
    return result(step, 0);
}

int kex_derive_ss_a(const byte *sk, length sk_len, const byte *pk, length pk_len,
                    const byte *received, length received_len, const byte *st, length st_len,
                    byte *ss, length *ss_len)
{
    return derive('a', sk, sk_len, pk, pk_len, received, received_len, st, st_len, ss, ss_len);
}

int kex_derive_ss_b(const byte *sk, length sk_len, const byte *pk, length pk_len,
                    const byte *received, length received_len, const byte *st, length st_len,
                    byte *ss, length *ss_len)
{
    return derive('b', sk, sk_len, pk, pk_len, received, received_len, st, st_len, ss, ss_len);
}
