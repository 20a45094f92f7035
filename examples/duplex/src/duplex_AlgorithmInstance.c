/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "duplex_AlgorithmInstance.h"

#include "sponge.h"

int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest)
{
    if (digest_len_bits != DUPLEX_DIGEST_BITS) {
        return DUPLEX_ERR_DIGEST;
    }
    duplex_hash(digest, DUPLEX_DIGEST_BITS / 8, msg, msg_len_bits);
    return 0;
}
