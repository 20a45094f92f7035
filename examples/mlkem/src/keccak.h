/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The sponge of FIPS 202 over byte strings: SHA-3 and SHAKE differ in the rate,
 * the suffix and how much is squeezed.
 *
 *     start, absorb any number of times, pad once, squeeze any number of times
 */
#ifndef MLKEM_KECCAK_H
#define MLKEM_KECCAK_H

#include <stddef.h>
#include <stdint.h>

/* Rates in bytes. */
#define MLKEM_SHAKE128_RATE 168
#define MLKEM_SHAKE256_RATE 136
#define MLKEM_SHA3_256_RATE 136
#define MLKEM_SHA3_512_RATE 72

/* Domain separation with the first padding bit. */
#define MLKEM_SHA3_SUFFIX 0x06
#define MLKEM_SHAKE_SUFFIX 0x1f

typedef struct {
    uint64_t lanes[25];
    unsigned rate;
    unsigned pos; /* next byte of the block to absorb into or squeeze from */
} mlkem_keccak;

void mlkem_keccak_start(mlkem_keccak *k, unsigned rate);
void mlkem_keccak_absorb(mlkem_keccak *k, const uint8_t *in, size_t len);
void mlkem_keccak_pad(mlkem_keccak *k, uint8_t suffix);
void mlkem_keccak_squeeze(mlkem_keccak *k, uint8_t *out, size_t len);

#endif
