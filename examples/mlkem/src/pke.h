/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* K-PKE, the encryption scheme inside ML-KEM (FIPS 203, section 5). */
#ifndef MLKEM_PKE_H
#define MLKEM_PKE_H

#include <stdint.h>

#include "params.h"

/* Both return 0, or a negative number if a hash function failed. */
int mlkem_pke_keygen(uint8_t ek[MLKEM_EK_BYTES], uint8_t dk[MLKEM_VEC_BYTES],
                     const uint8_t d[MLKEM_SEED_BYTES]);
int mlkem_pke_encrypt(uint8_t ct[MLKEM_CT_BYTES], const uint8_t ek[MLKEM_EK_BYTES],
                      const uint8_t m[MLKEM_SEED_BYTES], const uint8_t r[MLKEM_SEED_BYTES]);

void mlkem_pke_decrypt(uint8_t m[MLKEM_SEED_BYTES], const uint8_t dk[MLKEM_VEC_BYTES],
                       const uint8_t ct[MLKEM_CT_BYTES]);

#endif
