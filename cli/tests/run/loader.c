/* Opens a submission as a plugin: its symbols are no one else's. */
#include <dlfcn.h>
#include <stdio.h>

typedef int keygen(unsigned char *, unsigned long long *, unsigned char *, unsigned long long *);

static unsigned char pk[4096], sk[8192];

int main(int argc, char **argv)
{
    int i;

    for (i = 1; i < argc; i++) {
        void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        keygen *function = library ? (keygen *)dlsym(library, "kem_keygen") : NULL;
        unsigned long long pk_len = sizeof pk, sk_len = sizeof sk;

        if (!function) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        if (function(pk, &pk_len, sk, &sk_len) != 0) {
            return 2;
        }
        dlclose(library);
    }
    return 0;
}
