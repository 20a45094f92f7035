/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The symmetric layer over the ICCS helpers. */
#include "symmetric.h"

#ifndef MLKEM_FIPS

#include <string.h>

#include "auxfunc.h"
#include "secret.h"

/* FIPS 203, appendix B, allows a limit from 280 candidate triples (840 bytes)
 * on, which are too few with a probability below 2^-261. */
#define XOF_BLOCKS_MAX 6

int mlkem_xof_start(mlkem_xof *xof, const uint8_t rho[MLKEM_SEED_BYTES], uint8_t j, uint8_t i)
{
    memcpy(xof->input, rho, MLKEM_SEED_BYTES);
    xof->input[MLKEM_SEED_BYTES] = j;
    xof->input[MLKEM_SEED_BYTES + 1] = i;
    xof->blocks_read = 0;
    return 0;
}

int mlkem_xof_read(mlkem_xof *xof, uint8_t *out, size_t blocks)
{
    uint8_t all[XOF_BLOCKS_MAX * MLKEM_XOF_BLOCK_BYTES];
    size_t skip = xof->blocks_read * MLKEM_XOF_BLOCK_BYTES;
    size_t len = blocks * MLKEM_XOF_BLOCK_BYTES;
    int err;

    if (xof->blocks_read + blocks > XOF_BLOCKS_MAX) {
        return -1;
    }
    xof->blocks_read += blocks;
    err = pseudoXOF(8 * (skip + len), xof->input, 8 * sizeof xof->input, all);
    if (err == 0) {
        memcpy(out, all + skip, len);
    }
    return err;
}

int mlkem_prf(uint8_t *out, unsigned eta, const uint8_t s[MLKEM_SEED_BYTES], uint8_t b)
{
    uint8_t input[MLKEM_SEED_BYTES + 1];
    int err;

    memcpy(input, s, MLKEM_SEED_BYTES);
    input[MLKEM_SEED_BYTES] = b;
    err = pseudoXOF(64 * eta * 8, input, 8 * sizeof input, out);
    mlkem_wipe(input, sizeof input);
    return err;
}

int mlkem_hash_h(uint8_t out[MLKEM_SEED_BYTES], const uint8_t *in, size_t len)
{
    return sm3hash(256, in, 8 * (unsigned long long)len, out);
}

int mlkem_hash_g(uint8_t out[2 * MLKEM_SEED_BYTES], const uint8_t *in, size_t len)
{
    return pseudohash(512, in, 8 * (unsigned long long)len, out);
}

int mlkem_hash_j(uint8_t out[MLKEM_SEED_BYTES], const uint8_t *in, size_t len)
{
    return pseudoXOF(256, in, 8 * (unsigned long long)len, out);
}

#endif
