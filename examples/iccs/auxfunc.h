/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS hash helpers: SM3, the wide hash and the extendable-output
 * function that submissions build their symmetric primitives from.
 *
 * Lengths ending in `_bits` are bits. A bit string starts at the most
 * significant bit of byte 0; in a last, partial byte the low bits are unused:
 * ignored on input, zero on output. The message and the output may be the same
 * buffer or overlap in any way.
 *
 * All functions return 0 or one of the negative codes below.
 */
#ifndef ICCS_AUXFUNC_H
#define ICCS_AUXFUNC_H

#define ICCS_ERR_MEMORY (-2) /* an allocation failed */
#define ICCS_ERR_DIGEST (-4) /* no such digest length */

/* SM3; digest_len_bits must be 256. */
int sm3hash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
            unsigned char *digest);

/* A hash of 512, 768 or 1024 bits out of SM3 and HMAC-SM3. */
int pseudohash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
               unsigned char *digest);

/* The key derivation function of GB/T 32918.4 as an extendable-output function:
 * a shorter output is a prefix of a longer one. */
int pseudoXOF(unsigned long long output_len_bits, const unsigned char *msg,
              unsigned long long msg_len_bits, unsigned char *out);

#endif
