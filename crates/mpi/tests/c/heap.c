/* Large messages from and into memory that lives: threads allocate, grow, cut, hand on and free blocks by every function
 * there is while rank 0 and 1 exchange messages from the middle of others, with children forked in between. What a receive
 * has completed into is never written again.   ranks: 2 */
#include <errno.h>
#include <malloc.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 3
#define SLOTS 24
#define ROUNDS 400
#define MOST (600 * 1024)

static int rank, ranks;
static atomic_int stop;

static void fail(const char *what) {
    fprintf(stderr, "heap.c: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static uint64_t next(uint64_t *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}

/* Every 509th byte, the first and the last: quick, and in every page. */
static void fill(unsigned char *p, size_t n, unsigned v) {
    for (size_t i = 0; i < n; i += 509) p[i] = (unsigned char)(v + i / 509);
    if (n) p[n - 1] = (unsigned char)v;
}
static int holds(const unsigned char *p, size_t n, unsigned v) {
    if (n && p[n - 1] != (unsigned char)v) return 0;
    for (size_t i = 0; i + 1 < n; i += 509)
        if (p[i] != (unsigned char)(v + i / 509)) return 0;
    return 1;
}

struct block {
    unsigned char *p;
    size_t n;
    unsigned v;
};

static struct block slots[SLOTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct block swap(int slot, struct block new) {
    pthread_mutex_lock(&lock);
    struct block old = slots[slot];
    slots[slot] = new;
    pthread_mutex_unlock(&lock);
    return old;
}

static struct block make(uint64_t *seed) {
    struct block b = {NULL, 1 + next(seed) % MOST, (unsigned)next(seed)};
    size_t alignment = (size_t)8 << next(seed) % 12;
    void *p = NULL;
    switch (next(seed) % 6) {
    case 0: p = malloc(b.n); break;
    case 1:
        p = calloc(b.n, 1);
        for (size_t i = 0; i < b.n; i++)
            if (((unsigned char *)p)[i]) fail("calloc gave something else than zeros");
        break;
    case 2: p = memalign(alignment, b.n); break;
    case 3: p = aligned_alloc(alignment, b.n); break;
    case 4:
        if (posix_memalign(&p, alignment, b.n)) fail("posix_memalign");
        break;
    case 5: p = realloc(malloc(b.n / 3 + 1), b.n); break;
    }
    if (!p) fail("no memory");
    if (malloc_usable_size(p) < b.n) fail("malloc_usable_size is less than what was asked for");
    b.p = p;
    fill(b.p, b.n, b.v);
    return b;
}

/* Makes blocks, and ends those that any thread has made. */
static void *churn(void *arg) {
    uint64_t seed = 88172645463325252u + (uintptr_t)arg * 7919 + rank;
    while (!stop) {
        struct block old = swap(next(&seed) % SLOTS, make(&seed));
        if (!old.p) continue;
        if (!holds(old.p, old.n, old.v)) fail("a block changed by itself");
        if (next(&seed) % 3 == 0) {
            size_t n = 1 + next(&seed) % MOST, kept = n < old.n ? n : old.n;
            unsigned char *copy = malloc(kept);
            memcpy(copy, old.p, kept);
            errno = 77;
            old.p = realloc(old.p, n);
            if (!old.p || memcmp(old.p, copy, kept)) fail("realloc lost bytes");
            free(copy);
        }
        errno = 77;
        free(old.p);
        if (errno != 77) fail("free changed errno");
    }
    return NULL;
}

static void exchange(unsigned char *out, unsigned char *in, size_t n, int tag) {
    MPI_Sendrecv(out, (int)n, MPI_BYTE, 1 - rank, tag, in, (int)n, MPI_BYTE, 1 - rank, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* The parent's writes do not show in the child, nor the child's in the parent. */
static void fork_once(unsigned char *p, size_t n, unsigned v) {
    int to[2];
    if (pipe(to)) fail("pipe");
    fill(p, n, v);
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        char c;
        int well = read(to[0], &c, 1) == 1 && holds(p, n, v);
        fill(p, n, v + 1);
        free(malloc(300000));
        _exit(well ? 7 : 1);
    }
    fill(p, n, v + 2);
    if (write(to[1], "x", 1) != 1) fail("write");
    int status;
    if (waitpid(child, &status, 0) != child || status != 7 << 8) fail("the child saw other bytes than those before fork");
    if (!holds(p, n, v + 2)) fail("the child's writes show in the parent");
    close(to[0]), close(to[1]);
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 2) fail("this program needs 2 ranks");

    /* The same blocks again and again: their pages come to be shared. One of each kind. */
    size_t n = 300000;
    unsigned char *own[4] = {malloc(n + 100), calloc(n + 100, 1), memalign(4096, n + 100), NULL};
    unsigned char *other[4] = {malloc(n + 100), calloc(n + 100, 1), memalign(4096, n + 100), NULL};
    MPI_Alloc_mem(n + 100, MPI_INFO_NULL, &own[3]);
    MPI_Alloc_mem(n + 100, MPI_INFO_NULL, &other[3]);
    pthread_t threads[THREADS];
    for (uintptr_t t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, churn, (void *)t);
    uint64_t seed = 12345; /* the same on both */
    for (int round = 0; round < ROUNDS; round++) {
        int k = next(&seed) % 4;
        size_t at = next(&seed) % 2 ? 0 : next(&seed) % 100, len = next(&seed) % 3 ? n : 40000 + next(&seed) % (n - 40000);
        unsigned v = round * 3;
        fill(own[k] + at, len, v + rank);
        /* Beside the message other bytes are somebody else's. */
        memset(other[k], 0xa5, at);
        memset(other[k] + at + len, 0xa5, n + 100 - at - len);
        exchange(own[k] + at, other[k] + at, len, round);
        if (!holds(other[k] + at, len, v + 1 - rank)) fail("wrong bytes arrived");
        for (size_t i = 0; i < at; i++)
            if (other[k][i] != 0xa5) fail("bytes before the message changed");
        for (size_t i = at + len; i < n + 100; i++)
            if (other[k][i] != 0xa5) fail("bytes behind the message changed");
        /* The buffer is the program's again: the library does not write to it while other messages arrive. */
        fill(other[k], n + 100, v + 50);
        exchange(own[(k + 1) % 4], other[(k + 1) % 4], n, round);
        if (!holds(other[k], n + 100, v + 50)) fail("bytes were written after the receive had completed");
        if (round % 40 == 39) fork_once(other[k], n, v + 60);
        if (round % 50 == 49) {
            /* A shared block grows, is cut, and goes. */
            own[k] = k < 3 ? realloc(own[k], 2 * n) : own[k];
            own[k] = k < 3 ? realloc(own[k], n + 100) : own[k];
            if (k < 3) free(other[k]), other[k] = round % 100 == 99 ? calloc(1, n + 100) : malloc(n + 100);
            for (size_t i = 0; k < 3 && round % 100 == 99 && i < n + 100; i++)
                if (other[k][i]) fail("calloc gave a block that was shared before, and not zeros");
        }
    }
    stop = 1;
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    for (int i = 0; i < SLOTS; i++) free(slots[i].p);
    for (int k = 0; k < 3; k++) free(own[k]), k == 1 ? (void)0 : free(other[k]);
    MPI_Free_mem(own[3]);
    MPI_Free_mem(other[3]);
    MPI_Finalize();
    /* Freed after MPI_Finalize, while shared. */
    free(realloc(other[1], 2 * n));
    return 0;
}
