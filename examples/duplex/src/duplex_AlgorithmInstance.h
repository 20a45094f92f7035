/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The ICCS hash interface. An instance has one digest length, chosen at compile
 * time: -DDUPLEX_DIGEST_BITS=512 (the default), 768 or 1024.
 */
#ifndef DUPLEX_ALGORITHMINSTANCE_H
#define DUPLEX_ALGORITHMINSTANCE_H

#ifndef DUPLEX_DIGEST_BITS
#define DUPLEX_DIGEST_BITS 512
#endif

#if DUPLEX_DIGEST_BITS == 512
#define ALGORITHM_INSTANCE "duplex-512"
#elif DUPLEX_DIGEST_BITS == 768
#define ALGORITHM_INSTANCE "duplex-768"
#elif DUPLEX_DIGEST_BITS == 1024
#define ALGORITHM_INSTANCE "duplex-1024"
#else
#error "DUPLEX_DIGEST_BITS must be 512, 768 or 1024"
#endif

#define DUPLEX_ERR_DIGEST (-4) /* not this instance's digest length */

/* A bit string starts at the most significant bit of byte 0; in a last, partial
 * byte the low bits are ignored. The message and the digest may overlap. Returns 0
 * or the code above. */
int CryptHash(int digest_len_bits, const unsigned char *msg, unsigned long long msg_len_bits,
              unsigned char *digest);

#endif
