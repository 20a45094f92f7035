/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "sponge.h"

#include <string.h>

static uint64_t *word_at(duplex_state *s, size_t byte)
{
    return &s->row[byte / 8 / DUPLEX_COLUMNS][byte / 8 % DUPLEX_COLUMNS];
}

static void xor_byte(duplex_state *s, size_t at, unsigned byte)
{
    *word_at(s, at) ^= (uint64_t)byte << (8 * (at % 8));
}

static void absorb(duplex_state *s, const uint8_t *block, size_t block_len)
{
    size_t at;
    int i;

    for (at = 0; at < block_len; at += 8) {
        uint64_t word = 0;

        for (i = 7; i >= 0; --i) {
            word = word << 8 | block[at + (size_t)i];
        }
        *word_at(s, at) ^= word;
    }
    duplex_permute(s);
}

/* The last bits, fewer than a block, and the padding. */
static void absorb_last(duplex_state *s, const uint8_t *msg, size_t bits, size_t block_len)
{
    const size_t whole = bits / 8;
    const unsigned rest = (unsigned)(bits % 8);
    size_t at;

    for (at = 0; at < whole; ++at) {
        xor_byte(s, at, msg[at]);
    }
    if (rest != 0) {
        xor_byte(s, whole, msg[whole] & (0xff00u >> rest & 0xff));
    }
    xor_byte(s, whole, 0x80u >> rest);
    if (bits == 8 * block_len - 1) {
        duplex_permute(s); /* the first bit of the padding took the block's last */
    }
    xor_byte(s, block_len - 1, 1);
    duplex_permute(s);
}

void duplex_hash(uint8_t *digest, size_t digest_len, const uint8_t *msg, uint64_t msg_bits)
{
    const size_t block_len = DUPLEX_STATE_BYTES - digest_len;
    duplex_state s;
    size_t at;

    memset(&s, 0, sizeof s);
    *word_at(&s, DUPLEX_STATE_BYTES - 8) = 8 * digest_len;
    for (; msg_bits >= 8 * block_len; msg_bits -= 8 * block_len, msg += block_len) {
        absorb(&s, msg, block_len);
    }
    absorb_last(&s, msg, (size_t)msg_bits, block_len);
    for (at = 0; at < digest_len; ++at) {
        digest[at] = (uint8_t)(*word_at(&s, at) >> (8 * (at % 8)));
    }
}
