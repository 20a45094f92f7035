/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "chain.h"

int pseudoXOF(ull output_bits, const unsigned char *m, ull m_bits, unsigned char *output)
{
    *output = (unsigned char)chain(*m + output_bits + m_bits, HELPER_STEPS);
    return 0;
}
