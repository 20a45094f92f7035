#include <string.h>

#include "toy.h"

int init_random_number(DRNG_ctx *drng, const unsigned char *seed, unsigned long long seed_bytes)
{
    memset(drng, 0, sizeof *drng);
    return sm3hash(256, seed, 8 * seed_bytes, drng->V);
}

int get_random_number(DRNG_ctx *drng, unsigned char *output, unsigned long long output_bits)
{
    memset(output, drng->V[0], (size_t)((output_bits + 7) / 8));
    return sm3hash(256, drng->V, 440, drng->V);
}
