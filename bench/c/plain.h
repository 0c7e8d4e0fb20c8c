/* What the programs for floors share, which need no MPI: the clock, a core of one's own, samples, output as in
   common.h. */
#ifndef CLUMP_BENCH_PLAIN_H
#define CLUMP_BENCH_PLAIN_H
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_SAMPLES 20000

static double samples[MAX_SAMPLES]; /* seconds */

static void die(const char *what) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
    exit(2);
}
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}
static void pin(int core) {
    cpu_set_t s;
    CPU_ZERO(&s);
    CPU_SET(core, &s);
    if (sched_setaffinity(0, sizeof s, &s) != 0) die("pinning to a core");
}
static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}
static void print(const char *name, size_t size, long n, long batch) {
    double mean = 0;
    qsort(samples, n, sizeof(double), by_value);
    for (long i = 0; i < n; i++) mean += samples[i] * 1e6 / n;
    printf("point %s %zu %.6g us mean=%.6g min=%.6g p10=%.6g p90=%.6g p99=%.6g samples=%ld batch=%ld\n", name, size,
           samples[n / 2] * 1e6, mean, samples[0] * 1e6, samples[n / 10] * 1e6, samples[n * 9 / 10] * 1e6,
           samples[n * 99 / 100] * 1e6, n, batch);
    fflush(stdout);
}
#endif
