/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A submission of known make-up: kem_enc makes CALLS helper calls of HELPER_STEPS steps each
 * and does REST_STEPS steps of its own before each of them. Everything needs the result of what
 * comes before it, so that nothing overlaps and the parts add up. */
#include "chain.h"

int pseudoXOF(ull output_bits, const unsigned char *m, ull m_bits, unsigned char *output);

ull kem_get_pk_len_bytes(void) { return 8; }
ull kem_get_sk_len_bytes(void) { return 8; }
ull kem_get_ss_len_bytes(void) { return 8; }
ull kem_get_ct_len_bytes(void) { return 8; }

int kem_keygen(unsigned char *pk, ull *pk_len, unsigned char *sk, ull *sk_len)
{
    *pk = *sk = 1;
    *pk_len = *sk_len = 8;
    return 0;
}

int kem_enc(const unsigned char *pk, ull pk_len, unsigned char *ss, ull *ss_len,
            unsigned char *ct, ull *ct_len)
{
    uint64_t x = *pk + pk_len;
    for (int call = 0; call < CALLS; call++) {
        x = chain(x, REST_STEPS);
        *ct = (unsigned char)x;
        pseudoXOF(64, ct, 8, ss);
        x += *ss;
    }
    *ss_len = *ct_len = 8;
    return 0;
}

int kem_dec(const unsigned char *sk, ull sk_len, const unsigned char *ct, ull ct_len,
            unsigned char *ss, ull *ss_len)
{
    (void)sk, (void)sk_len, (void)ct, (void)ct_len, (void)ss;
    *ss_len = 8;
    return 0;
}
