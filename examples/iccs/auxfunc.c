/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "auxfunc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_BYTES 64
#define DIGEST_BYTES 32
#define DIGEST_BITS 256

/* ---- SM3 (GB/T 32905-2016) over bit strings ---- */

typedef struct {
    uint32_t h[8];
    unsigned char block[BLOCK_BYTES];
    uint64_t bits; /* absorbed so far; bits % 512 of them are in `block` */
} sm3_state;

static uint32_t rol(uint32_t x, unsigned n)
{
    return (x << (n & 31)) | (x >> ((32 - n) & 31));
}

static uint32_t load32(const unsigned char *p)
{
    return ((uint32_t)p[0] << 24) | ((uint32_t)p[1] << 16) | ((uint32_t)p[2] << 8) | p[3];
}

static void store32(unsigned char *p, uint32_t x)
{
    p[0] = (unsigned char)(x >> 24);
    p[1] = (unsigned char)(x >> 16);
    p[2] = (unsigned char)(x >> 8);
    p[3] = (unsigned char)x;
}

static uint32_t parity(uint32_t x, uint32_t y, uint32_t z)
{
    return x ^ y ^ z;
}

static uint32_t majority(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) | ((x | y) & z);
}

static uint32_t choose(uint32_t x, uint32_t y, uint32_t z)
{
    return ((y ^ z) & x) ^ z;
}

/* One round with the constant t, which it turns for the next. Instead of moving
 * the eight words along, it leaves the new values in D and H; the next round is
 * called with the names shifted by one. */
#define ROUND(A, B, C, D, E, F, G, H, ff, gg, j)                            \
    do {                                                                    \
        uint32_t a12 = rol(A, 12);                                          \
        uint32_t ss1 = rol(a12 + E + t, 7);                                 \
        uint32_t tt1 = ff(A, B, C) + D + (ss1 ^ a12) + (w[j] ^ w[(j) + 4]); \
        uint32_t tt2 = gg(E, F, G) + H + ss1 + w[j];                        \
        B = rol(B, 9);                                                      \
        D = tt1;                                                            \
        F = rol(F, 19);                                                     \
        H = tt2 ^ rol(tt2, 9) ^ rol(tt2, 17);                               \
        t = rol(t, 1);                                                      \
    } while (0)

#define FOUR_ROUNDS(ff, gg, j)                        \
    do {                                              \
        ROUND(a, b, c, d, e, f, g, h, ff, gg, j);     \
        ROUND(d, a, b, c, h, e, f, g, ff, gg, j + 1); \
        ROUND(c, d, a, b, g, h, e, f, ff, gg, j + 2); \
        ROUND(b, c, d, a, f, g, h, e, ff, gg, j + 3); \
    } while (0)

static void sm3_compress(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[68];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    uint32_t t;
    int j;

    for (j = 0; j < 16; ++j) {
        w[j] = load32(block + 4 * j);
    }
    for (; j < 68; ++j) {
        uint32_t x = w[j - 16] ^ w[j - 9] ^ rol(w[j - 3], 15);
        w[j] = x ^ rol(x, 15) ^ rol(x, 23) ^ rol(w[j - 13], 7) ^ w[j - 6];
    }
    t = UINT32_C(0x79cc4519);
    for (j = 0; j < 16; j += 4) {
        FOUR_ROUNDS(parity, parity, j);
    }
    t = rol(UINT32_C(0x7a879d8a), 16);
    for (; j < 64; j += 4) {
        FOUR_ROUNDS(majority, choose, j);
    }
    state[0] ^= a;
    state[1] ^= b;
    state[2] ^= c;
    state[3] ^= d;
    state[4] ^= e;
    state[5] ^= f;
    state[6] ^= g;
    state[7] ^= h;
}

static void sm3_start(sm3_state *s)
{
    static const uint32_t iv[8] = {
        UINT32_C(0x7380166f), UINT32_C(0x4914b2b9), UINT32_C(0x172442d7), UINT32_C(0xda8a0600),
        UINT32_C(0xa96f30bc), UINT32_C(0x163138aa), UINT32_C(0xe38dee4d), UINT32_C(0xb0fb0e4e),
    };

    memcpy(s->h, iv, sizeof iv);
    s->bits = 0;
}

static size_t block_fill(const sm3_state *s)
{
    return (size_t)(s->bits / 8 % BLOCK_BYTES);
}

/* Absorb whole bytes; the state is at a byte boundary. */
static void sm3_absorb_bytes(sm3_state *s, const unsigned char *data, uint64_t len)
{
    size_t fill = block_fill(s);

    if (len == 0) {
        return; /* `data` may be null then */
    }
    s->bits += 8 * len;
    if (fill != 0) {
        size_t room = BLOCK_BYTES - fill;
        size_t take = len < room ? (size_t)len : room;

        memcpy(s->block + fill, data, take);
        if (take < room) {
            return;
        }
        sm3_compress(s->h, s->block);
        data += take;
        len -= take;
    }
    for (; len >= BLOCK_BYTES; len -= BLOCK_BYTES, data += BLOCK_BYTES) {
        sm3_compress(s->h, data);
    }
    if (len != 0) {
        memcpy(s->block, data, (size_t)len);
    }
}

/* Absorb one byte's `count` high bits at any bit position. Above position 0 the
 * byte of the block that is being filled has its unused bits zero. */
static void sm3_absorb_bits(sm3_state *s, unsigned byte, unsigned count)
{
    size_t fill = block_fill(s);
    unsigned shift = (unsigned)(s->bits % 8);

    byte &= 0xff00u >> count;
    if (shift == 0) {
        s->block[fill] = 0;
    }
    s->block[fill] = (unsigned char)(s->block[fill] | (byte >> shift));
    s->bits += count;
    if (shift + count < 8) {
        return;
    }
    if (++fill == BLOCK_BYTES) {
        sm3_compress(s->h, s->block);
        fill = 0;
    }
    s->block[fill] = (unsigned char)(byte << (8 - shift));
}

static void sm3_absorb(sm3_state *s, const unsigned char *data, uint64_t bits)
{
    uint64_t whole = bits / 8;

    if (s->bits % 8 == 0) {
        sm3_absorb_bytes(s, data, whole);
    } else {
        uint64_t i;

        for (i = 0; i < whole; ++i) {
            sm3_absorb_bits(s, data[i], 8);
        }
    }
    if (bits % 8 != 0) {
        sm3_absorb_bits(s, data[whole], (unsigned)(bits % 8));
    }
}

static void sm3_finish(sm3_state *s, unsigned char digest[DIGEST_BYTES])
{
    uint64_t bits = s->bits;
    size_t fill;
    int i;

    sm3_absorb_bits(s, 0x80, 1);
    fill = block_fill(s) + (s->bits % 8 != 0);
    if (fill > BLOCK_BYTES - 8) {
        memset(s->block + fill, 0, BLOCK_BYTES - fill);
        sm3_compress(s->h, s->block);
        fill = 0;
    }
    memset(s->block + fill, 0, BLOCK_BYTES - 8 - fill);
    store32(s->block + BLOCK_BYTES - 8, (uint32_t)(bits >> 32));
    store32(s->block + BLOCK_BYTES - 4, (uint32_t)bits);
    sm3_compress(s->h, s->block);
    for (i = 0; i < 8; ++i) {
        store32(digest + 4 * i, s->h[i]);
    }
}

/* ---- HMAC-SM3 (GB/T 15852.2) under the fixed key ---- */

/* SM3("3.14159265358979") || SM3("2.71828182845904") */
static const unsigned char hmac_key[BLOCK_BYTES] = {
    0x53, 0x07, 0xf6, 0xd5, 0xeb, 0x6a, 0x3c, 0xed, 0x3d, 0x24, 0xc5, 0x3c, 0xc9, 0xc8, 0x2c, 0xce,
    0x2f, 0x89, 0x36, 0x39, 0x70, 0x23, 0xf0, 0x69, 0x5c, 0x26, 0xc8, 0x0c, 0x1a, 0xb1, 0x82, 0xa7,
    0x1d, 0xb0, 0x2b, 0xa9, 0x2f, 0x54, 0x40, 0x18, 0x11, 0x5a, 0x96, 0xe7, 0x19, 0x66, 0x2c, 0xa3,
    0x2b, 0x7c, 0x7e, 0xfc, 0x0a, 0x6d, 0x24, 0x82, 0x15, 0x07, 0x66, 0xba, 0x6f, 0x65, 0x5b, 0x8e,
};

static void absorb_key(sm3_state *s, unsigned pad)
{
    unsigned char padded[BLOCK_BYTES];
    size_t i;

    for (i = 0; i < BLOCK_BYTES; ++i) {
        padded[i] = (unsigned char)(hmac_key[i] ^ pad);
    }
    sm3_absorb_bytes(s, padded, BLOCK_BYTES);
}

static void hmac_start(sm3_state *s)
{
    sm3_start(s);
    absorb_key(s, 0x36);
}

static void hmac_finish(sm3_state *s, unsigned char mac[DIGEST_BYTES])
{
    unsigned char inner[DIGEST_BYTES];

    sm3_finish(s, inner);
    sm3_start(s);
    absorb_key(s, 0x5c);
    sm3_absorb_bytes(s, inner, DIGEST_BYTES);
    sm3_finish(s, mac);
}

static void hmac_digest(const unsigned char digest[DIGEST_BYTES], unsigned char mac[DIGEST_BYTES])
{
    sm3_state s;

    hmac_start(&s);
    sm3_absorb_bytes(&s, digest, DIGEST_BYTES);
    hmac_finish(&s, mac);
}

/* SM3 of `count` digests in a row. */
static void sm3_digests(const unsigned char *digests, unsigned count,
                        unsigned char digest[DIGEST_BYTES])
{
    sm3_state s;

    sm3_start(&s);
    sm3_absorb_bytes(&s, digests, (uint64_t)count * DIGEST_BYTES);
    sm3_finish(&s, digest);
}

/* ---- the helpers ---- */

int sm3hash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
            unsigned char *digest)
{
    sm3_state s;

    if (digest_len_bits != DIGEST_BITS) {
        return ICCS_ERR_DIGEST;
    }
    sm3_start(&s);
    sm3_absorb(&s, msg, msg_len_bits);
    sm3_finish(&s, digest);
    return 0;
}

int pseudohash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
               unsigned char *digest)
{
    unsigned char tag[2] = {0, 0};
    unsigned char all[4 * DIGEST_BYTES]; /* h1 || h2 || h3 || h4 */
    unsigned char in[3 * DIGEST_BYTES];  /* what h2, h3, h4 are the hash of */
    unsigned char *h1 = all, *h2 = h1 + DIGEST_BYTES, *h3 = h2 + DIGEST_BYTES,
                  *h4 = h3 + DIGEST_BYTES;
    sm3_state s;

    switch (digest_len_bits) {
    case 512:
        tag[0] = 0x02;
        break;
    case 768:
        tag[0] = 0x03;
        break;
    case 1024:
        tag[0] = 0x04;
        break;
    default:
        return ICCS_ERR_DIGEST;
    }

    sm3_start(&s);
    sm3_absorb(&s, msg, msg_len_bits);
    sm3_absorb(&s, tag, 16);
    sm3_finish(&s, h1);

    hmac_start(&s);
    sm3_absorb(&s, tag, 16);
    sm3_absorb(&s, msg, msg_len_bits);
    hmac_finish(&s, in);
    memcpy(in + DIGEST_BYTES, h1, DIGEST_BYTES);
    sm3_digests(in, 2, h2); /* HMAC(tag || msg) || h1 */

    if (digest_len_bits >= 768) {
        memcpy(in, h2, DIGEST_BYTES);
        hmac_digest(h1, in + DIGEST_BYTES);
        sm3_digests(in, 2, h3); /* h2 || HMAC(h1) */
    }
    if (digest_len_bits == 1024) {
        hmac_digest(h2, in);
        memcpy(in + DIGEST_BYTES, h3, DIGEST_BYTES);
        hmac_digest(h3, in + 2 * DIGEST_BYTES);
        sm3_digests(in, 3, h4); /* HMAC(h2) || h3 || HMAC(h3) */
    }
    memcpy(digest, all, (size_t)digest_len_bits / 8);
    return 0;
}

static int overlap(const unsigned char *a, size_t a_len, const unsigned char *b, size_t b_len)
{
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

    return a_len != 0 && b_len != 0 && x < y + b_len && y < x + a_len;
}

int pseudoXOF(unsigned long long output_len_bits, const unsigned char *msg,
              unsigned long long msg_len_bits, unsigned char *out)
{
    unsigned long long msg_len = msg_len_bits / 8 + (msg_len_bits % 8 != 0);
    unsigned long long left = output_len_bits / 8 + (output_len_bits % 8 != 0);
    unsigned char *copy = NULL;
    uint32_t counter = 0;

    /* Every block hashes the message again, so a message that the first block
     * would overwrite has to be kept. */
    if (left > DIGEST_BYTES && overlap(msg, (size_t)msg_len, out, (size_t)left)) {
        copy = malloc((size_t)msg_len);
        if (copy == NULL) {
            return ICCS_ERR_MEMORY;
        }
        memcpy(copy, msg, (size_t)msg_len);
        msg = copy;
    }
    while (left > 0) {
        size_t take = left < DIGEST_BYTES ? (size_t)left : DIGEST_BYTES;
        unsigned char count[4], digest[DIGEST_BYTES];
        sm3_state s;

        store32(count, ++counter);
        sm3_start(&s);
        sm3_absorb(&s, msg, msg_len_bits);
        sm3_absorb(&s, count, 32);
        sm3_finish(&s, digest);
        memcpy(out, digest, take);
        out += take;
        left -= take;
    }
    if (output_len_bits % 8 != 0) {
        out[-1] = (unsigned char)(out[-1] & (0xff00u >> (output_len_bits % 8)));
    }
    free(copy);
    return 0;
}
