/* A key exchange of two passes in which every step uses other amounts of memory. A side's state is
 * a pointer to a block: made by the init, freed by the derivation. */
#include <alloca.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;
typedef unsigned long long u64;

static void *used(void *block) {
    __asm__ volatile("" : "+r"(block) : : "memory");
    return block;
}

static int step(size_t heap, size_t stack) {
    free(used(malloc(heap)));
    memset(used(alloca(stack)), 1, stack);
    return 0;
}

static int init(u8 *state, size_t bytes, size_t stack) {
    void *block = used(malloc(bytes));
    memcpy(state, &block, sizeof block);
    return step(0, stack);
}

static int derive(const u8 *state, u8 *ss, size_t stack) {
    void *block;
    memcpy(&block, state, sizeof block);
    free(block);
    *ss = 7;
    return step(0, stack);
}

u64 kex_get_passes_num(void) { return 2; }
u64 kex_get_pk_len_bytes(void) { return 1; }
u64 kex_get_sk_len_bytes(void) { return 1; }
u64 kex_get_sta_len_bytes(void) { return sizeof(void *); }
u64 kex_get_stb_len_bytes(void) { return sizeof(void *); }
u64 kex_get_ss_len_bytes(void) { return 1; }
u64 kex_get_total_msg_len_bytes(void) { return 2; }

int kex_init_a(u8 *pk, u64 *pl, u8 *sk, u64 *sl, u8 *st, u64 *stl) { return init(st, 100, 10000); }
int kex_init_b(u8 *pk, u64 *pl, u8 *sk, u64 *sl, u8 *st, u64 *stl) { return init(st, 200, 20000); }

int kex_generate_pass1_msg_a(const u8 *sk, u64 sl, const u8 *pk, u64 pl, u8 *st, u64 *stl, u8 *out, u64 *outl) {
    *outl = 1;
    return step(3000, 200000);
}

int kex_generate_pass2_msg_b(const u8 *sk, u64 sl, const u8 *pk, u64 pl, const u8 *in, u64 inl, u8 *st, u64 *stl,
                             u8 *out, u64 *outl) {
    *outl = 1;
    return step(40, 400);
}

int kex_derive_ss_a(const u8 *sk, u64 sl, const u8 *pk, u64 pl, const u8 *in, u64 inl, const u8 *st, u64 stl, u8 *ss,
                    u64 *ssl) {
    return derive(st, ss, 50000);
}

int kex_derive_ss_b(const u8 *sk, u64 sl, const u8 *pk, u64 pl, const u8 *in, u64 inl, const u8 *st, u64 stl, u8 *ss,
                    u64 *ssl) {
    return derive(st, ss, 60000);
}
