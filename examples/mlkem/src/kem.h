/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * ML-KEM without its randomness and length checks (FIPS 203, section 6), and the
 * other input checks of section 7.
 */
#ifndef MLKEM_KEM_H
#define MLKEM_KEM_H

#include <stdint.h>

#include "params.h"

/* These return 0, or a negative number if a hash function failed. */
int mlkem_keygen(uint8_t ek[MLKEM_EK_BYTES], uint8_t dk[MLKEM_DK_BYTES],
                 const uint8_t d[MLKEM_SEED_BYTES], const uint8_t z[MLKEM_SEED_BYTES]);
int mlkem_encaps(uint8_t ss[MLKEM_SS_BYTES], uint8_t ct[MLKEM_CT_BYTES],
                 const uint8_t ek[MLKEM_EK_BYTES], const uint8_t m[MLKEM_SEED_BYTES]);
int mlkem_decaps(uint8_t ss[MLKEM_SS_BYTES], const uint8_t dk[MLKEM_DK_BYTES],
                 const uint8_t ct[MLKEM_CT_BYTES]);

/* Section 7.2: 1 if every coefficient in the encapsulation key is below q. */
int mlkem_ek_is_valid(const uint8_t ek[MLKEM_EK_BYTES]);

/* Section 7.3: 1 if the decapsulation key has the hash of the encapsulation key
 * in it, 0 if another one, negative if the hash function failed. */
int mlkem_dk_is_valid(const uint8_t dk[MLKEM_DK_BYTES]);

#endif
