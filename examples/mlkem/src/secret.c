/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "secret.h"

#include <string.h>

uint8_t mlkem_differ(const uint8_t *a, const uint8_t *b, size_t len)
{
    uint32_t bits = 0;
    size_t i;

    for (i = 0; i < len; ++i) {
        bits |= (uint32_t)(a[i] ^ b[i]);
    }
    return (uint8_t)((0 - bits) >> 24); /* 0 stays 0; 1 to 255 become 0xffffff.. */
}

void mlkem_replace_if(uint8_t *r, const uint8_t *a, size_t len, uint8_t mask)
{
    /* A compiler that knew the mask to be 0 or 0xff could make it a branch. */
    volatile uint8_t opaque = mask;
    const uint8_t m = opaque;
    size_t i;

    for (i = 0; i < len; ++i) {
        r[i] = (uint8_t)(r[i] ^ (m & (r[i] ^ a[i])));
    }
}

void mlkem_wipe(void *p, size_t len)
{
    static void *(*const volatile fill)(void *, int, size_t) = memset;

    fill(p, 0, len);
}
