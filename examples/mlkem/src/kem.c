/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "kem.h"

#include <string.h>

#include "encode.h"
#include "pke.h"
#include "poly.h"
#include "secret.h"
#include "symmetric.h"

/* Where the parts of a decapsulation key are. */
#define DK_EK MLKEM_VEC_BYTES
#define DK_HASH (DK_EK + MLKEM_EK_BYTES)
#define DK_Z (DK_HASH + MLKEM_SEED_BYTES)

/* Algorithm 16. */
int mlkem_keygen(uint8_t ek[MLKEM_EK_BYTES], uint8_t dk[MLKEM_DK_BYTES],
                 const uint8_t d[MLKEM_SEED_BYTES], const uint8_t z[MLKEM_SEED_BYTES])
{
    int err = mlkem_pke_keygen(ek, dk, d);

    if (err == 0) {
        memcpy(dk + DK_EK, ek, MLKEM_EK_BYTES);
        memcpy(dk + DK_Z, z, MLKEM_SEED_BYTES);
        err = mlkem_hash_h(dk + DK_HASH, ek, MLKEM_EK_BYTES);
    }
    return err;
}

/* G(m || H(ek)) is the shared secret and the randomness of the encryption. */
static int derive(uint8_t ss_r[2 * MLKEM_SEED_BYTES], const uint8_t m[MLKEM_SEED_BYTES],
                  const uint8_t ek_hash[MLKEM_SEED_BYTES])
{
    uint8_t input[2 * MLKEM_SEED_BYTES];
    int err;

    memcpy(input, m, MLKEM_SEED_BYTES);
    memcpy(input + MLKEM_SEED_BYTES, ek_hash, MLKEM_SEED_BYTES);
    err = mlkem_hash_g(ss_r, input, sizeof input);
    mlkem_wipe(input, sizeof input);
    return err;
}

/* Algorithm 17. */
int mlkem_encaps(uint8_t ss[MLKEM_SS_BYTES], uint8_t ct[MLKEM_CT_BYTES],
                 const uint8_t ek[MLKEM_EK_BYTES], const uint8_t m[MLKEM_SEED_BYTES])
{
    uint8_t ek_hash[MLKEM_SEED_BYTES], ss_r[2 * MLKEM_SEED_BYTES];
    int err = mlkem_hash_h(ek_hash, ek, MLKEM_EK_BYTES);

    if (err == 0) {
        err = derive(ss_r, m, ek_hash);
    }
    if (err == 0) {
        err = mlkem_pke_encrypt(ct, ek, m, ss_r + MLKEM_SS_BYTES);
    }
    if (err == 0) {
        memcpy(ss, ss_r, MLKEM_SS_BYTES);
    }
    mlkem_wipe(ss_r, sizeof ss_r);
    return err;
}

/* J(z || ct), the answer to a ciphertext that no encapsulation made. */
static int rejection_secret(uint8_t ss[MLKEM_SS_BYTES], const uint8_t z[MLKEM_SEED_BYTES],
                            const uint8_t ct[MLKEM_CT_BYTES])
{
    uint8_t input[MLKEM_SEED_BYTES + MLKEM_CT_BYTES];
    int err;

    memcpy(input, z, MLKEM_SEED_BYTES);
    memcpy(input + MLKEM_SEED_BYTES, ct, MLKEM_CT_BYTES);
    err = mlkem_hash_j(ss, input, sizeof input);
    mlkem_wipe(input, MLKEM_SEED_BYTES);
    return err;
}

/* Algorithm 18. Both secrets are always computed. */
int mlkem_decaps(uint8_t ss[MLKEM_SS_BYTES], const uint8_t dk[MLKEM_DK_BYTES],
                 const uint8_t ct[MLKEM_CT_BYTES])
{
    uint8_t m[MLKEM_SEED_BYTES], ss_r[2 * MLKEM_SEED_BYTES], rejection[MLKEM_SS_BYTES];
    uint8_t again[MLKEM_CT_BYTES];
    int err;

    mlkem_pke_decrypt(m, dk, ct);
    err = derive(ss_r, m, dk + DK_HASH);
    if (err == 0) {
        err = rejection_secret(rejection, dk + DK_Z, ct);
    }
    if (err == 0) {
        err = mlkem_pke_encrypt(again, dk + DK_EK, m, ss_r + MLKEM_SS_BYTES);
    }
    if (err == 0) {
        uint8_t differ = mlkem_differ(ct, again, MLKEM_CT_BYTES);

        mlkem_replace_if(ss_r, rejection, MLKEM_SS_BYTES, differ);
        memcpy(ss, ss_r, MLKEM_SS_BYTES);
    }
    mlkem_wipe(m, sizeof m);
    mlkem_wipe(ss_r, sizeof ss_r);
    mlkem_wipe(rejection, sizeof rejection);
    mlkem_wipe(again, sizeof again);
    return err;
}

int mlkem_ek_is_valid(const uint8_t ek[MLKEM_EK_BYTES])
{
    uint8_t canonical[MLKEM_VEC_BYTES];
    mlkem_vec t;

    mlkem_decode12_vec(&t, ek);
    mlkem_encode12_vec(canonical, &t);
    return memcmp(canonical, ek, MLKEM_VEC_BYTES) == 0;
}

int mlkem_dk_is_valid(const uint8_t dk[MLKEM_DK_BYTES])
{
    uint8_t ek_hash[MLKEM_SEED_BYTES];
    int err = mlkem_hash_h(ek_hash, dk + DK_EK, MLKEM_EK_BYTES);

    return err != 0 ? err : memcmp(ek_hash, dk + DK_HASH, MLKEM_SEED_BYTES) == 0;
}
