/* A KAT driver: seeds the generator, runs the KEM as often as it is told, compares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mlkem_AlgorithmInstance.h"

static unsigned char pk[2048], sk[4096], ct[2048], ss1[32], ss2[32];

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 3;
    int status = argc > 2 ? atoi(argv[2]) : 0;
    unsigned char seed[48];
    int i;

    for (i = 0; i < 48; i++) {
        seed[i] = (unsigned char)i;
    }
    init_random_number(&drng_algorithm, seed, sizeof seed);
    for (i = 0; i < count; i++) {
        unsigned long long pk_len = sizeof pk, sk_len = sizeof sk, ct_len = sizeof ct;
        unsigned long long ss1_len = sizeof ss1, ss2_len = sizeof ss2;

        get_random_number(&drng_algorithm, seed, 8 * sizeof seed);
        if (kem_keygen(pk, &pk_len, sk, &sk_len) != 0 ||
            kem_enc(pk, pk_len, ss1, &ss1_len, ct, &ct_len) != 0 ||
            kem_dec(sk, sk_len, ct, ct_len, ss2, &ss2_len) != 0 ||
            memcmp(ss1, ss2, sizeof ss1) != 0) {
            printf("failed\n");
            return 99;
        }
        printf("%d %02x%02x\n", i, ss1[0], ss1[1]);
    }
    fprintf(stderr, "driver done\n");
    return status;
}
