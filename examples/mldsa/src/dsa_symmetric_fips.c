/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The symmetric layer over SHAKE, as FIPS 204 has it. */
#include "dsa_symmetric.h"

#ifdef MLDSA_FIPS

#include "secret.h"

int mldsa_xof_start(mldsa_xof *xof, size_t block_len, const uint8_t *in, size_t len)
{
    xof->block_len = block_len;
    mlkem_keccak_start(&xof->keccak, (unsigned)block_len);
    mlkem_keccak_absorb(&xof->keccak, in, len);
    mlkem_keccak_pad(&xof->keccak, MLKEM_SHAKE_SUFFIX);
    return 0;
}

int mldsa_xof_read(mldsa_xof *xof, uint8_t *out, size_t blocks)
{
    mlkem_keccak_squeeze(&xof->keccak, out, blocks * xof->block_len);
    return 0;
}

int mldsa_hash(uint8_t *out, size_t out_len, const uint8_t *in, size_t len)
{
    mlkem_keccak k;

    mlkem_keccak_start(&k, MLKEM_SHAKE256_RATE);
    mlkem_keccak_absorb(&k, in, len);
    mlkem_keccak_pad(&k, MLKEM_SHAKE_SUFFIX);
    mlkem_keccak_squeeze(&k, out, out_len);
    mlkem_wipe(&k, sizeof k);
    return 0;
}

int mldsa_hash_message(uint8_t mu[MLDSA_HASH_BYTES], const uint8_t tr[MLDSA_HASH_BYTES],
                       const uint8_t *ctx, size_t ctx_len, const uint8_t *m, size_t m_len)
{
    const uint8_t prefix[2] = {0, (uint8_t)ctx_len};
    mlkem_keccak k;

    mlkem_keccak_start(&k, MLKEM_SHAKE256_RATE);
    mlkem_keccak_absorb(&k, tr, MLDSA_HASH_BYTES);
    mlkem_keccak_absorb(&k, prefix, sizeof prefix);
    mlkem_keccak_absorb(&k, ctx, ctx_len);
    mlkem_keccak_absorb(&k, m, m_len);
    mlkem_keccak_pad(&k, MLKEM_SHAKE_SUFFIX);
    mlkem_keccak_squeeze(&k, mu, MLDSA_HASH_BYTES);
    return 0;
}

#endif
