/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "chain.h"

/* Without steps it does nothing at all: what is left is the call. */
int pseudoXOF(ull output_bits, const unsigned char *m, ull m_bits, unsigned char *output)
{
    if (HELPER_STEPS > 0)
        *output = (unsigned char)chain(*m + output_bits + m_bits, HELPER_STEPS);
    return 0;
}
