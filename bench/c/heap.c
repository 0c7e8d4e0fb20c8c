/* What a program without messages pays for the shared heap: one rank, which only allocates and computes.
 *   add N      a = b + c as numpy does it: a new block of N bytes for the result each time, then freed
 *   append     2^20 numbers appended one by one to a block that grows by an eighth when it is full
 *   grow       a block that grows by 4 KiB to 4 MiB, each time written in the new part
 *   triad      STREAM's a = b + s * c, blocks of 32 MiB
 *   churn      blocks of 100 bytes, allocated, written and freed, a thousand at a time
 * Value: median, us. */
#include "common.h"
#include <stdint.h>
#include <sys/mman.h>

#define TRIAD ((size_t)32 << 20)

static double *b, *c;
/* Results go through here, so that nothing is left out. */
static void *volatile sink;

static void *must(void *block) {
    if (!block) fail("memory", "the blocks do not fit");
    return block;
}

static double add(size_t size, long n) {
    size_t count = size / sizeof(double);
    double start = now();
    for (long i = 0; i < n; i++) {
        double *a = must(malloc(size));
        /* As numpy: huge pages for what is worth it. */
        uintptr_t page = ((uintptr_t)a + 4095) & ~(uintptr_t)4095;
        if (size >= (size_t)4 << 20) madvise((void *)page, size - (page - (uintptr_t)a), MADV_HUGEPAGE);
        for (size_t k = 0; k < count; k++) a[k] = b[k] + c[k];
        sink = a;
        free(sink);
    }
    return now() - start;
}

static double append(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        uint64_t *all = NULL;
        size_t room = 0;
        for (size_t k = 0; k < (size_t)1 << 20; k++) {
            if (k == room) {
                room += room / 8 + 6;
                all = must(realloc(all, room * sizeof *all));
            }
            all[k] = k;
        }
        sink = all;
        free(sink);
    }
    return now() - start;
}

static double grow(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        unsigned char *all = NULL;
        for (size_t len = 4096; len <= (size_t)4 << 20; len += 4096) {
            all = must(realloc(all, len));
            memset(all + len - 4096, (int)len, 4096);
        }
        sink = all;
        free(sink);
    }
    return now() - start;
}

static double triad(size_t size, long n) {
    (void)size;
    static double *a, *x, *y;
    size_t count = TRIAD / sizeof(double);
    if (!a) {
        a = must(malloc(TRIAD)), x = must(malloc(TRIAD)), y = must(malloc(TRIAD));
        for (size_t k = 0; k < count; k++) a[k] = 0, x[k] = 1, y[k] = 2;
    }
    double start = now();
    for (long i = 0; i < n; i++) {
        for (size_t k = 0; k < count; k++) a[k] = x[k] + 3.0 * y[k];
        sink = a;
    }
    return now() - start;
}

static double churn(size_t size, long n) {
    static void *all[1000];
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 1000; k++) {
            all[k] = must(malloc(100));
            memset(all[k], k, 100);
        }
        for (int k = 0; k < 1000; k++) free(all[k]);
    }
    return now() - start;
}

static void one(const char *name, operation op, size_t size) {
    if (!wanted(name)) return;
    struct figures f = measure(op, size, 0);
    print_time(name, size, f.p50, f, 1e6, "us");
}

int main(int argc, char **argv) {
    begin(argc, argv, "8m,256m", 1);
    one("append", append, 0);
    one("grow", grow, 0);
    one("churn", churn, 0);
    one("triad", triad, 0);
    b = must(malloc(largest_size())), c = must(malloc(largest_size()));
    for (size_t k = 0; k < largest_size() / sizeof(double); k++) b[k] = (double)k, c[k] = 1;
    for (int s = 0; s < size_count; s++) one("add", add, sizes[s]);
    MPI_Finalize();
    return 0;
}
