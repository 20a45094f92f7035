/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Handling of secret bytes: comparing and choosing take the same time whatever
 * the bytes are, and wiping is not optimised away.
 */
#ifndef MLKEM_SECRET_H
#define MLKEM_SECRET_H

#include <stddef.h>
#include <stdint.h>

/* 0xff if the strings differ, 0 if they are equal. */
uint8_t mlkem_differ(const uint8_t *a, const uint8_t *b, size_t len);

/* Overwrites r with a where mask is 0xff, leaves it where mask is 0. */
void mlkem_replace_if(uint8_t *r, const uint8_t *a, size_t len, uint8_t mask);

void mlkem_wipe(void *p, size_t len);

#endif
