/* What the benchmark programs share: arguments, the clock, choosing how often to repeat, statistics, output.
 *
 * Every program prints one line for each figure, which `clump bench` reads:
 *     point NAME SIZE VALUE UNIT mean=.. min=.. p10=.. p90=.. p99=.. samples=.. batch=.. own=.. others=..
 * A sample is the time of `batch` repetitions divided by `batch`; batches last at least 10 us, so that reading the
 * clock (20 to 40 ns) does not show. own, others: the processor time in us that a message or call took rank 0, and the
 * other ranks together, the system's part and waiting by polling included (left out where it was not measured). Plain
 * MPI only: the same source is compiled for every library. */
#ifndef CLUMP_BENCH_COMMON_H
#define CLUMP_BENCH_COMMON_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_SIZES 64
#define MAX_SAMPLES 20000
#define MIN_SAMPLES 5

static int rank, ranks;
static double budget = 0.1; /* seconds of measuring for each point */
static size_t sizes[MAX_SIZES];
static int size_count;
static int window = 64;            /* messages in flight, where a program keeps several */
static const char *ops = NULL;     /* comma-separated names of what to run; NULL: everything the program has */

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Seconds of processor time of all of this process's threads. */
static inline double processor_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline void fail(const char *what, const char *why) {
    fprintf(stderr, "bench: rank %d: %s: %s\n", rank, what, why);
    MPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
}

static inline void *buffer(size_t bytes) {
    void *p = NULL;
    size_t page = 4096;
    bytes = (bytes + page) / page * page;
    if (posix_memalign(&p, page, bytes) != 0) fail("memory", "the buffers do not fit");
    memset(p, rank + 1, bytes); /* pages must exist before timing starts */
    return p;
}

/* "0,8,1k,4M" into sizes[]. */
static inline void read_sizes(const char *list) {
    size_count = 0;
    while (*list) {
        char *end;
        unsigned long long v = strtoull(list, &end, 10);
        if (end == list) fail("--sizes", "expected numbers with commas between, such as 0,8,64k,1m");
        if (*end == 'k' || *end == 'K') v <<= 10, end++;
        else if (*end == 'm' || *end == 'M') v <<= 20, end++;
        if (size_count == MAX_SIZES) fail("--sizes", "too many sizes (at most 64)");
        sizes[size_count++] = v;
        if (*end == ',') end++;
        else if (*end) fail("--sizes", "expected numbers with commas between, such as 0,8,64k,1m");
        list = end;
    }
}

static inline size_t largest_size(void) {
    size_t m = 0;
    for (int i = 0; i < size_count; i++)
        if (sizes[i] > m) m = sizes[i];
    return m;
}

/* True if `name` is to be run. */
static inline int wanted(const char *name) {
    size_t n = strlen(name);
    if (!ops) return 1;
    for (const char *p = ops; (p = strstr(p, name)); p += n)
        if ((p == ops || p[-1] == ',') && (p[n] == ',' || !p[n])) return 1;
    return 0;
}

static inline void begin_level(int argc, char **argv, const char *default_sizes, int needed_ranks, int level) {
    int provided;
    MPI_Init_thread(&argc, &argv, level, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    read_sizes(default_sizes);
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && !strcmp(argv[i], "--sizes")) read_sizes(argv[++i]);
        else if (i + 1 < argc && !strcmp(argv[i], "--budget")) budget = atof(argv[++i]);
        else if (i + 1 < argc && !strcmp(argv[i], "--window")) window = atoi(argv[++i]);
        else if (i + 1 < argc && !strcmp(argv[i], "--ops")) ops = argv[++i];
        else fail(argv[i], "the arguments are --sizes LIST, --budget SECONDS, --window N, --ops LIST");
    }
    if (budget <= 0 || window < 1) fail("arguments", "--budget and --window must be above 0");
    if (needed_ranks && ranks != needed_ranks) fail("ranks", "this program needs exactly 2 ranks");
    if (provided < level)
        fail("MPI_Init_thread", "the library does not offer the thread level that this program needs");
}

static inline void begin(int argc, char **argv, const char *default_sizes, int needed_ranks) {
    begin_level(argc, argv, default_sizes, needed_ranks, MPI_THREAD_SINGLE);
}

/* Does an operation n times on every rank and returns this rank's seconds for all of them together. */
typedef double (*operation)(size_t size, long n);

struct figures {
    double mean, min, p10, p50, p90, p99; /* seconds for one repetition */
    long samples, batch;
    double own, others; /* processor time in seconds for one repetition: rank 0's, and the other ranks' together */
};

static inline int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The figures of n samples of `batch` repetitions each; sorts the samples. */
static inline void summarise(struct figures *f, double *all, long n, long batch) {
    qsort(all, n, sizeof(double), by_value);
    for (long i = 0; i < n; i++) f->mean += all[i] / n;
    f->min = all[0];
    f->p10 = all[n / 10];
    f->p50 = n % 2 ? all[n / 2] : (all[n / 2 - 1] + all[n / 2]) / 2;
    f->p90 = all[n * 9 / 10];
    f->p99 = all[n * 99 / 100];
    f->samples = n;
    f->batch = batch;
}

/* Bytes of a message from which the warm-up has so many repetitions, or seconds: what a library learns of large
 * messages, and what it prepares for them, takes some. */
#define LARGE (1 << 20)
#define LARGE_REPETITIONS 64
#define LARGE_SECONDS 0.5

/* Warms up, chooses the batch, and measures until the time budget is used up (rank 0 decides, between rounds of
 * samples, and tells the others). `slowest`: a sample is the maximum over all ranks; otherwise it is rank 0's. All
 * ranks call it; only rank 0 gets figures. */
static inline struct figures measure(operation op, size_t size, int slowest) {
    static double mine[MAX_SAMPLES], all[MAX_SAMPLES];
    struct figures f = {0};
    long plan[2]; /* repetitions for the next trial or a batch; how many samples to take next, 0 = no more */
    long n = 0, batch, warm = size >= LARGE ? LARGE_REPETITIONS : 0;
    double spent = 0, all_spent = 0; /* processor time of all batches, in seconds: this rank's, and all ranks' */
    double each = 1e9, used = 0; /* rank 0: the fastest repetition seen (a stall must not choose the batch); seconds */

    plan[0] = 1, plan[1] = 1;
    for (int trial = 0; plan[1]; trial++) {
        double took = op(size, plan[0]);
        if (rank == 0) {
            if (took / plan[0] < each) each = took / plan[0];
            used += took;
            warm -= plan[0];
            plan[1] = trial < 2 || used < budget / 8 || (warm > 0 && used < LARGE_SECONDS);
            if (plan[1] && took < budget / 16) plan[0] *= 2;
            else if (!plan[1]) plan[0] = each > 0 && each < 10e-6 ? (long)(10e-6 / each) + 1 : 1;
        }
        MPI_Bcast(plan, 2, MPI_LONG, 0, MPI_COMM_WORLD);
    }
    batch = plan[0];
    used = 0;
    each *= batch; /* from here on: seconds for a sample, as the last round had it */
    for (;;) {
        if (rank == 0) {
            double round = budget / 8 / (each > 0 ? each : 1e-9);
            plan[1] = round < 1 ? 1 : round > MAX_SAMPLES / 10 ? MAX_SAMPLES / 10 : (long)round;
            if (plan[1] > MAX_SAMPLES - n) plan[1] = MAX_SAMPLES - n;
            if (used >= budget && n >= MIN_SAMPLES) plan[1] = 0;
        }
        MPI_Bcast(plan, 2, MPI_LONG, 0, MPI_COMM_WORLD);
        if (!plan[1]) break;
        double took = 0, before = processor_time();
        for (long i = 0; i < plan[1]; i++) {
            double t = op(size, batch);
            mine[n++] = t / batch;
            took += t;
        }
        spent += processor_time() - before;
        used += took;
        each = took / plan[1];
    }
    if (slowest) MPI_Reduce(mine, all, (int)n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    else memcpy(all, mine, n * sizeof(double));
    MPI_Reduce(&spent, &all_spent, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        summarise(&f, all, n, batch);
        f.own = spent / (n * batch), f.others = (all_spent - spent) / (n * batch);
    }
    return f;
}

/* Ends a line: the processor time, in units of `scale` to the second, if it was measured. */
static inline void print_processor_time(struct figures f, double scale) {
    if (f.own > 0) printf(" own=%.6g others=%.6g", f.own * scale, f.others * scale);
    printf("\n");
    fflush(stdout);
}

/* Prints times: `value` and the figures times `scale` (seconds to the unit). */
static inline void print_time(const char *name, size_t size, double value, struct figures f, double scale,
                              const char *unit) {
    if (rank != 0) return;
    printf("point %s %zu %.6g %s mean=%.6g min=%.6g p10=%.6g p90=%.6g p99=%.6g samples=%ld batch=%ld", name, size,
           value * scale, unit, f.mean * scale, f.min * scale, f.p10 * scale, f.p90 * scale, f.p99 * scale, f.samples,
           f.batch);
    print_processor_time(f, scale);
}

/* Prints a rate: `amount` (bytes, messages) for one repetition, in units of `per` to the second. The slowest tenth of
 * the times is the rate's p10, and so on. The caller has divided the processor time by the messages of a repetition. */
static inline void print_rate(const char *name, size_t size, double amount, double per, struct figures f,
                              const char *unit) {
    if (rank != 0) return;
    double s = amount / per;
    printf("point %s %zu %.6g %s mean=%.6g min=%.6g p10=%.6g p90=%.6g p99=%.6g samples=%ld batch=%ld", name, size,
           s / f.p50, unit, s / f.mean, s / f.p99, s / f.p90, s / f.p10, s / f.min, f.samples, f.batch);
    print_processor_time(f, 1e6);
}

/* Bytes that depend on place and seed, to check that messages arrive whole. */
static inline void fill(unsigned char *p, size_t n, unsigned seed) {
    for (size_t i = 0; i < n; i++) p[i] = (unsigned char)(i * 131 + (i >> 8) * 17 + seed * 29 + 7);
}
static inline void check(const unsigned char *p, size_t n, unsigned seed, const char *what) {
    for (size_t i = 0; i < n; i++)
        if (p[i] != (unsigned char)(i * 131 + (i >> 8) * 17 + seed * 29 + 7)) fail(what, "wrong bytes arrived");
}
#endif
