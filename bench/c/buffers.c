/* One-way latency out of and into memory as programs have it, 4 to 256 KiB: blocks of that size
 * (`malloc`), on the stack (`stack`), static memory that is zero at first (`bss`) and that is not (`data`), the
 * program's own mapping (`mmap`), the middle of one block of 16 MiB (`block`), malloc'ed memory of a process that has
 * forked (`forked`). Value: half a round trip, us, median.
 *
 * first100_KIND: a fresh buffer's first 100 messages, each timed by itself; the mean of all. What a library does to
 * make a buffer fast is in it. `--ops malloc,curve` prints each of the 100 as a point of its own, whose size is its
 * number. */
#include "common.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST (256 << 10)
#define FIRST 100

static unsigned char *out, *in;
static unsigned char zeros[2][MOST + 40];
static unsigned char values[2][MOST + 40] = {{1}, {2}};

static double round_trips(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            MPI_Send(out, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
    }
    return now() - start;
}

static void rehearse(size_t size, const char *name) {
    fill(out, size, rank);
    memset(in, 0, size);
    round_trips(size, 1);
    check(in, size, 1 - rank, name);
}

static void steady(const char *name, size_t size) {
    rehearse(size, name);
    struct figures f = measure(round_trips, size, 0);
    print_time(name, size, f.p50, f, 0.5e6, "us");
}

/* The first messages, and what they held. */
static void first(const char *name, size_t size) {
    static double each[FIRST];
    char full[64];
    struct figures f = {0};
    fill(out, size, rank);
    memset(in, 0, size);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < FIRST; i++) each[i] = round_trips(size, 1);
    check(in, size, 1 - rank, name);
    if (wanted("curve"))
        for (int i = 0; rank == 0 && ops && i < FIRST; i++)
            printf("point curve_%s_%zu %d %.6g us\n", name, size, i + 1, each[i] * 0.5e6);
    snprintf(full, sizeof full, "first100_%s", name);
    summarise(&f, each, FIRST, 1);
    print_time(full, size, f.mean, f, 0.5e6, "us");
}

static void both(const char *name, size_t size) {
    first(name, size);
    steady(name, size);
}

static void from_malloc(const char *name, size_t size) {
    /* Small blocks round them, as programs have. */
    void *a = malloc(40);
    out = malloc(size);
    void *b = malloc(500);
    in = malloc(size);
    void *c = malloc(100);
    if (!a || !b || !c || !out || !in) fail("memory", "the buffers do not fit");
    both(name, size);
    free(a), free(b), free(c), free(out), free(in);
}
static void on_stack(const char *name, size_t size) {
    unsigned char a[size + 24], b[size + 24];
    out = a + 8, in = b + 8;
    both(name, size);
}
static void in_bss(const char *name, size_t size) {
    out = zeros[0] + 8, in = zeros[1] + 8;
    both(name, size);
}
static void in_data(const char *name, size_t size) {
    out = values[0] + 8, in = values[1] + 8;
    both(name, size);
}
static void mapped(const char *name, size_t size) {
    size_t len = 2 * size + 8192;
    unsigned char *all = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) fail("mmap", "the buffers do not fit");
    out = all + 8, in = all + size + 4096;
    both(name, size);
    munmap(all, len);
}
static void in_block(const char *name, size_t size) {
    static unsigned char *all;
    if (!all && !(all = malloc(16 << 20))) fail("memory", "the buffers do not fit");
    out = all + (1 << 20), in = all + (8 << 20);
    both(name, size);
}
static void forked(const char *name, size_t size) {
    out = malloc(size), in = malloc(size);
    if (!out || !in) fail("memory", "the buffers do not fit");
    rehearse(size, name);
    pid_t child = fork();
    if (child == 0) _exit(out[0] == in[0] ? 0 : 1);
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) fail("fork", "the child cannot be waited for");
    both(name, size);
    free(out), free(in);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*run)(const char *, size_t);
    } kinds[] = {{"malloc", from_malloc}, {"stack", on_stack}, {"bss", in_bss},       {"data", in_data},
                 {"mmap", mapped},        {"block", in_block}, {"forked", forked}};
    begin(argc, argv, "4k,8k,16k,32k,64k,128k,256k", 2);
    if (largest_size() > MOST) fail("--sizes", "at most 256k");
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int s = 0; wanted(kinds[k].name) && s < size_count; s++) kinds[k].run(kinds[k].name, sizes[s]);
    MPI_Finalize();
    return 0;
}
