/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "merkle.h"

#include <stdlib.h>
#include <string.h>

#include "auxfunc.h"
#include "fors.h"
#include "tree.h"
#include "wots.h"

static const merkle_address tree_address = {0, ADDRESS_TREE, 0, 0, 0};

/* SM3(function || a || b || m), the number in front 32 bytes long: 2 for the digest,
 * 5 for the randomiser. The helper takes a message in one piece. */
static int hash_message(uint8_t out[MERKLE_N], uint8_t function, const uint8_t a[MERKLE_N],
                        const uint8_t b[MERKLE_N], const uint8_t *m, size_t m_len)
{
    const size_t head = 3 * MERKLE_N;
    uint8_t *all;
    int err;

    if (m_len > SIZE_MAX / 8 - head || (all = malloc(head + m_len)) == NULL) {
        return -1;
    }
    memset(all, 0, MERKLE_N - 1);
    all[MERKLE_N - 1] = function;
    memcpy(all + MERKLE_N, a, MERKLE_N);
    memcpy(all + 2 * MERKLE_N, b, MERKLE_N);
    if (m_len != 0) {
        memcpy(all + head, m, m_len);
    }
    err = sm3hash(256, all, 8 * (unsigned long long)(head + m_len), out);
    free(all);
    return err;
}

/* What the digest of a message chooses: 28 bytes, then the first bits of the rest. */
static uint32_t leaf_of(const uint8_t digest[MERKLE_N])
{
    uint32_t rest = (uint32_t)digest[FORS_TREES] << 8 | digest[FORS_TREES + 1];

    return rest >> (16 - MERKLE_HEIGHT);
}

int merkle_keygen(uint8_t pk[MERKLE_PK_BYTES], uint8_t sk[MERKLE_SK_BYTES],
                  const uint8_t seed[3 * MERKLE_N])
{
    uint8_t path[MERKLE_HEIGHT * MERKLE_N];
    merkle_seeds seeds;
    int err;

    memcpy(sk, seed, 3 * MERKLE_N);
    seeds.secret_seed = sk;
    seeds.public_seed = sk + 2 * MERKLE_N;
    err = merkle_tree_build(pk, path, 0, MERKLE_HEIGHT, &seeds, tree_address, wots_key);
    memcpy(pk + MERKLE_N, seeds.public_seed, MERKLE_N);
    memcpy(sk + 3 * MERKLE_N, pk, MERKLE_N);
    return err;
}

int merkle_sign(uint8_t sig[MERKLE_SIG_BYTES], const uint8_t sk[MERKLE_SK_BYTES], const uint8_t *m,
                size_t m_len, const uint8_t random[MERKLE_N])
{
    const uint8_t *message_key = sk + MERKLE_N, *root = sk + 3 * MERKLE_N;
    const merkle_seeds seeds = {sk + 2 * MERKLE_N, sk};
    uint8_t *fors_sig = sig + MERKLE_N, *wots_sig = fors_sig + FORS_BYTES;
    uint8_t digest[MERKLE_N], key[MERKLE_N], computed_root[MERKLE_N];
    uint32_t leaf = 0;
    int err = hash_message(sig, 5, message_key, random, m, m_len);

    if (err == 0) {
        err = hash_message(digest, 2, sig, root, m, m_len);
    }
    if (err == 0) {
        leaf = leaf_of(digest);
        err = fors_sign(key, fors_sig, &seeds, leaf, digest);
    }
    if (err == 0) {
        err = wots_sign(wots_sig, &seeds, leaf, key);
    }
    if (err == 0) {
        err = merkle_tree_build(computed_root, wots_sig + WOTS_BYTES, leaf, MERKLE_HEIGHT, &seeds,
                                tree_address, wots_key);
    }
    return err;
}

int merkle_verify(const uint8_t pk[MERKLE_PK_BYTES], const uint8_t sig[MERKLE_SIG_BYTES],
                  const uint8_t *m, size_t m_len)
{
    const merkle_seeds seeds = {pk + MERKLE_N, NULL};
    const uint8_t *fors_sig = sig + MERKLE_N, *wots_sig = fors_sig + FORS_BYTES;
    uint8_t digest[MERKLE_N], key[MERKLE_N], node[MERKLE_N];
    uint32_t leaf = 0;
    int err = hash_message(digest, 2, sig, pk, m, m_len);

    if (err == 0) {
        leaf = leaf_of(digest);
        err = fors_recover(key, &seeds, leaf, fors_sig, digest);
    }
    if (err == 0) {
        err = wots_recover(node, &seeds, leaf, wots_sig, key);
    }
    if (err == 0) {
        err = merkle_tree_climb(node, wots_sig + WOTS_BYTES, leaf, MERKLE_HEIGHT, &seeds,
                                tree_address);
    }
    return err != 0 ? err : memcmp(node, pk, MERKLE_N) == 0;
}
