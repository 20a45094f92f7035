/* A KEM and a hash function that use known amounts of memory. What each operation does is chosen
 * when this is compiled: -DKEYGEN=.. -DENC=.. -DDEC=.. */
#define _GNU_SOURCE
#include <alloca.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef KEYGEN
#define KEYGEN nothing()
#endif
#ifndef ENC
#define ENC nothing()
#endif
#ifndef DEC
#define DEC nothing()
#endif

typedef unsigned char u8;
typedef unsigned long long u64;

/* Keeps the compiler from leaving out what is never read. */
static void *used(void *block) {
    __asm__ volatile("" : "+r"(block) : : "memory");
    return block;
}

static int nothing(void) { return 0; }

/* 1 + 2 + .. + n bytes, freed in another order. */
static int many_blocks(int n) {
    void **blocks = malloc(n * sizeof *blocks);
    for (int i = 0; i < n; i++) blocks[i] = used(malloc(i + 1));
    for (int i = 0; i < n; i += 2) free(blocks[i]);
    for (int i = n - 1; i > 0; i--)
        if (i % 2) free(blocks[i]);
    free(blocks);
    return 0;
}

/* Grows to 100,000 bytes, shrinks to 10, beside a block of 1,000. */
static int resized(void) {
    void *other = used(malloc(1000));
    void *block = NULL;
    for (int size = 1000; size <= 100000; size += 1000) block = used(realloc(block, size));
    block = used(reallocarray(block, 5, 2));
    free(block);
    free(other);
    return 0;
}

/* 21,107 bytes by every function there is, all at once. */
static int every_function(void) {
    void *blocks[8] = {malloc(1000), calloc(10, 200), aligned_alloc(64, 3008), memalign(32, 4001)};
    if (posix_memalign(&blocks[4], 4096, 5000)) return 1;
    blocks[5] = valloc(1);
    blocks[6] = pvalloc(6092);
    blocks[7] = strdup("four");
    int wrong = (uintptr_t)blocks[2] % 64 || (uintptr_t)blocks[3] % 32 || (uintptr_t)blocks[4] % 4096;
    for (int i = 0; i < 2000; i++) wrong |= ((u8 *)blocks[1])[i];
    for (int i = 7; i >= 0; i--) wrong |= !blocks[i], free(blocks[i]);
    return wrong;
}

/* What is asked for and not given; 100 bytes are. */
static int refused(void) {
    size_t huge = (size_t)1 << 62;
    void *none;
    void *block = used(malloc(100));
    if (used(malloc(huge)) || used(calloc(huge, 8)) || used(realloc(block, huge))) return 1;
    errno = 0;
    if (used(reallocarray(block, huge, 8)) || errno != ENOMEM) return 2;
    if (posix_memalign(&none, 3, 10) != EINVAL || posix_memalign(&none, 8, huge) != ENOMEM) return 3;
    if (malloc_usable_size(block) < 100) return 4;
    return realloc(block, 0) != NULL; /* Frees it. */
}

static int leaking(size_t bytes) {
    used(malloc(bytes));
    return 0;
}

/* Made at the first use and kept; beside it 50 bytes each time. */
static int kept(void) {
    static void *table;
    if (!table) table = malloc(1 << 20);
    free(used(malloc(50)));
    return 0;
}

/* The block of the run before is freed when the new one is there. */
static int replaced(void) {
    static void *before;
    void *block = malloc(700);
    free(before);
    before = block;
    return 0;
}

static pthread_barrier_t barrier;

static void *with_others(void *argument) {
    for (int i = 0; i < 1000; i++) free(used(malloc(i)));
    void *block = used(malloc(10000));
    pthread_barrier_wait(&barrier);
    free(block);
    return argument;
}

/* Four threads with 10,000 bytes each at the same time. */
static int threads(void) {
    pthread_t ids[4];
    pthread_barrier_init(&barrier, NULL, 4);
    for (int i = 0; i < 4; i++)
        if (pthread_create(&ids[i], NULL, with_others, NULL)) return 1;
    for (int i = 0; i < 4; i++) pthread_join(ids[i], NULL);
    return 0;
}

/* Another process's blocks are not this one's. */
static int forking(void) {
    void *block = used(malloc(300));
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 1000; i++) used(malloc(1000));
        free(block);
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    free(block);
    return status;
}

/* More blocks than can be noted, once. */
static int countless(void) {
    static void *blocks[3500000];
    if (blocks[0]) return 0;
    for (int i = 0; i < 3500000; i++) blocks[i] = malloc(1);
    for (int i = 1; i < 3500000; i++) free(blocks[i]);
    return 0;
}

static int on_stack(size_t bytes) {
    memset(used(alloca(bytes)), 1, bytes);
    return 0;
}

static u8 *deepest;

__attribute__((noinline)) static int level(int levels, size_t bytes) {
    u8 *block = deepest = used(alloca(bytes));
    memset(block, levels, bytes);
    return levels > 1 ? level(levels - 1, bytes) + block[0] - (u8)levels : 0;
}

/* So many bytes at each level. Tells on standard error how far down that was. */
static int recursing(int levels, size_t bytes) {
    u8 *here = __builtin_frame_address(0);
    if (level(levels, bytes)) return 1;
    char text[24];
    int at = sizeof text - 2;
    text[sizeof text - 1] = '\n';
    for (size_t depth = here - deepest; depth; depth /= 10) text[at--] = '0' + depth % 10;
    return write(2, text + at + 1, sizeof text - at - 1) < 0;
}

/* What is written to lies below a large part that is not. */
static int touching(size_t bytes) {
    *(u8 *)used(alloca(bytes)) = 1;
    return 0;
}

static jmp_buf way_out;

__attribute__((noinline)) static int deep(size_t bytes) {
    memset(used(alloca(bytes)), 1, bytes);
    longjmp(way_out, 1);
}

static int jumping(size_t bytes) { return setjmp(way_out) ? 0 : deep(bytes); }

static int endless(int n) {
    volatile u8 block[1000];
    block[0] = n;
    return endless(n + 1) + block[0];
}

/* Whether the C library's own functions are called. */
static int ordinary(void) {
    extern char *dlerror(void);
    extern void *dlsym(void *, const char *);
    return dlsym(NULL, "iccs_interpose_heap_begin") != NULL || getenv("LD_PRELOAD") != NULL;
}

u64 kem_get_pk_len_bytes(void) { return 1; }
u64 kem_get_sk_len_bytes(void) { return 1; }
u64 kem_get_ss_len_bytes(void) { return 1; }
u64 kem_get_ct_len_bytes(void) { return 1; }

int kem_keygen(u8 *pk, u64 *pk_len, u8 *sk, u64 *sk_len) { return KEYGEN; }
int kem_enc(u8 *pk, u64 pk_len, u8 *ss, u64 *ss_len, u8 *ct, u64 *ct_len) { *ss = 0; return ENC; }
int kem_dec(u8 *sk, u64 sk_len, u8 *ct, u64 ct_len, u8 *ss, u64 *ss_len) { *ss = 0; return DEC; }

/* As much heap as the message is long, as much stack as the digest has bits. */
int CryptHash(int digest_bits, const u8 *message, u64 message_bits, u8 *digest) {
    free(used(malloc(message_bits / 8)));
    return on_stack(digest_bits);
}
