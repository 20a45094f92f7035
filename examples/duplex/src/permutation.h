/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A permutation of 2048 bits, made for this example. Nobody has analysed it, so
 * nothing may rely on it.
 *
 * The state is four rows of eight 64-bit words. A round
 *   1. mixes each column by the quarter-round G of BLAKE2b (RFC 7693, section 3.1)
 *      without message words: additions, exclusive ors and rotations, much studied,
 *      without tables or branches;
 *   2. rotates the rows by 0, 1, 3 and 4 columns to the left. Every number modulo 8
 *      is the sum of two of these, so that after two rotations each column has met
 *      all eight, which with four rows is as soon as can be;
 *   3. adds constants, all different, to the first row. Without them, equal columns
 *      would stay equal and zero would stay zero. They are multiples of the 64-bit
 *      golden ratio: nothing is hidden in them.
 *
 * Every word depends on every other after three rounds, and after four a changed
 * bit changes half of all bits, on average. There are six times as many: 24, as
 * BLAKE2b has on half as many columns.
 */
#ifndef DUPLEX_PERMUTATION_H
#define DUPLEX_PERMUTATION_H

#include <stdint.h>

#define DUPLEX_ROWS 4
#define DUPLEX_COLUMNS 8
#define DUPLEX_ROUNDS 24

typedef struct {
    uint64_t row[DUPLEX_ROWS][DUPLEX_COLUMNS];
} duplex_state;

void duplex_permute(duplex_state *s);

#endif
