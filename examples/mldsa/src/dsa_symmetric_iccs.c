/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The symmetric layer over the ICCS helpers. */
#include "dsa_symmetric.h"

#ifndef MLDSA_FIPS

#include <stdlib.h>
#include <string.h>

#include "auxfunc.h"
#include "secret.h"

/* FIPS 204, appendix C, allows a limit from 894 bytes of G and 481 of H on, which
 * are too few with a probability below 2^-256. */
#define XOF_BLOCKS_MAX 6

int mldsa_xof_start(mldsa_xof *xof, size_t block_len, const uint8_t *in, size_t len)
{
    xof->block_len = block_len;
    memcpy(xof->input, in, len);
    xof->input_len = len;
    xof->blocks_read = 0;
    return 0;
}

int mldsa_xof_read(mldsa_xof *xof, uint8_t *out, size_t blocks)
{
    uint8_t all[XOF_BLOCKS_MAX * MLDSA_BLOCK_BYTES_MAX];
    size_t skip = xof->blocks_read * xof->block_len;
    size_t len = blocks * xof->block_len;
    int err;

    if (xof->blocks_read + blocks > XOF_BLOCKS_MAX) {
        return -1;
    }
    xof->blocks_read += blocks;
    err = pseudoXOF(8 * (skip + len), xof->input, 8 * xof->input_len, all);
    if (err == 0) {
        memcpy(out, all + skip, len);
    }
    mlkem_wipe(all, sizeof all);
    return err;
}

int mldsa_hash(uint8_t *out, size_t out_len, const uint8_t *in, size_t len)
{
    unsigned long long in_bits = 8 * (unsigned long long)len;

    if (out_len == 64 || out_len == 128) {
        return pseudohash((int)(8 * out_len), in, in_bits, out);
    }
    return pseudoXOF(8 * out_len, in, in_bits, out);
}

/* The helpers take a message in one piece. */
int mldsa_hash_message(uint8_t mu[MLDSA_HASH_BYTES], const uint8_t tr[MLDSA_HASH_BYTES],
                       const uint8_t *ctx, size_t ctx_len, const uint8_t *m, size_t m_len)
{
    size_t head = MLDSA_HASH_BYTES + 2 + ctx_len;
    uint8_t *all;
    int err;

    if (m_len > SIZE_MAX / 8 - head || (all = malloc(head + m_len)) == NULL) {
        return -1;
    }
    memcpy(all, tr, MLDSA_HASH_BYTES);
    all[MLDSA_HASH_BYTES] = 0;
    all[MLDSA_HASH_BYTES + 1] = (uint8_t)ctx_len;
    if (ctx_len != 0) {
        memcpy(all + MLDSA_HASH_BYTES + 2, ctx, ctx_len);
    }
    if (m_len != 0) {
        memcpy(all + head, m, m_len);
    }
    err = mldsa_hash(mu, MLDSA_HASH_BYTES, all, head + m_len);
    free(all);
    return err;
}

#endif
