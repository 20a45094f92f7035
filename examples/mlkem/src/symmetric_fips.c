/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The symmetric layer over SHA-3 and SHAKE, as FIPS 203 has it. */
#include "symmetric.h"

#ifdef MLKEM_FIPS

#include "secret.h"

static void hash(uint8_t *out, size_t out_len, unsigned rate, uint8_t suffix, const uint8_t *in,
                 size_t len)
{
    mlkem_keccak k;

    mlkem_keccak_start(&k, rate);
    mlkem_keccak_absorb(&k, in, len);
    mlkem_keccak_pad(&k, suffix);
    mlkem_keccak_squeeze(&k, out, out_len);
    mlkem_wipe(&k, sizeof k);
}

int mlkem_xof_start(mlkem_xof *xof, const uint8_t rho[MLKEM_SEED_BYTES], uint8_t j, uint8_t i)
{
    mlkem_keccak_start(&xof->keccak, MLKEM_SHAKE128_RATE);
    mlkem_keccak_absorb(&xof->keccak, rho, MLKEM_SEED_BYTES);
    mlkem_keccak_absorb(&xof->keccak, &j, 1);
    mlkem_keccak_absorb(&xof->keccak, &i, 1);
    mlkem_keccak_pad(&xof->keccak, MLKEM_SHAKE_SUFFIX);
    return 0;
}

int mlkem_xof_read(mlkem_xof *xof, uint8_t *out, size_t blocks)
{
    mlkem_keccak_squeeze(&xof->keccak, out, blocks * MLKEM_XOF_BLOCK_BYTES);
    return 0;
}

int mlkem_prf(uint8_t *out, unsigned eta, const uint8_t s[MLKEM_SEED_BYTES], uint8_t b)
{
    mlkem_keccak k;

    mlkem_keccak_start(&k, MLKEM_SHAKE256_RATE);
    mlkem_keccak_absorb(&k, s, MLKEM_SEED_BYTES);
    mlkem_keccak_absorb(&k, &b, 1);
    mlkem_keccak_pad(&k, MLKEM_SHAKE_SUFFIX);
    mlkem_keccak_squeeze(&k, out, 64 * (size_t)eta);
    mlkem_wipe(&k, sizeof k);
    return 0;
}

int mlkem_hash_h(uint8_t out[MLKEM_SEED_BYTES], const uint8_t *in, size_t len)
{
    hash(out, 32, MLKEM_SHA3_256_RATE, MLKEM_SHA3_SUFFIX, in, len);
    return 0;
}

int mlkem_hash_g(uint8_t out[2 * MLKEM_SEED_BYTES], const uint8_t *in, size_t len)
{
    hash(out, 64, MLKEM_SHA3_512_RATE, MLKEM_SHA3_SUFFIX, in, len);
    return 0;
}

int mlkem_hash_j(uint8_t out[MLKEM_SEED_BYTES], const uint8_t *in, size_t len)
{
    hash(out, 32, MLKEM_SHAKE256_RATE, MLKEM_SHAKE_SUFFIX, in, len);
    return 0;
}

#endif
