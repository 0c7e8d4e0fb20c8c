/* ranks: 2 3 4 8. MPI_Allreduce of doubles whose sum depends on the order of summation: a hundred calls give identical
 * bits, on all ranks, whichever rank comes last. Prints a hash of all results, which is equal in all runs with one
 * layout of ranks. */
#include "start.h"
#include <stdint.h>
#include <time.h>

#define CALLS 100
#define LARGE 4096 /* elements from which fewer calls are made, each of which takes longer */

static uint64_t state;
static uint64_t next(void) { return state = state * 6364136223846793005u + 1442695040888963407u; }

/* Operands of rank r: 53 random bits and a sign, times a power of two between -20 and 20. */
static void operands(double *out, int count, int r) {
    state = 977u * (uint64_t)r + 31u;
    for (int i = 0; i < count; i++) {
        double value = (double)(next() >> 11);
        int power = (int)(next() >> 33) % 41 - 20;
        for (; power > 0; power--) value *= 2;
        for (; power < 0; power++) value /= 2;
        out[i] = next() >> 63 ? value : -value;
    }
}

/* Is there an element whose sum from the first rank on differs from the sum from the last rank on? */
static int order_matters(int count) {
    double *up = calloc(count, sizeof *up), *down = calloc(count, sizeof *down), *one = malloc(count * sizeof *one);
    int differ = 0;
    for (int r = 0; r < size; r++) {
        operands(one, count, r);
        for (int i = 0; i < count; i++) up[i] += one[i];
        operands(one, count, size - 1 - r);
        for (int i = 0; i < count; i++) down[i] += one[i];
    }
    for (int i = 0; i < count; i++) differ |= up[i] != down[i];
    free(up), free(down), free(one);
    return differ;
}

/* Another rank comes last in each call, as far as the scheduler lets it. */
static void come_late(int call) {
    struct timespec pause = {0, 20000 * (long)((rank * 7 + call * 3) % 5)};
    if (pause.tv_nsec > 0) nanosleep(&pause, NULL);
}

static uint64_t hash = 14695981039346656037u;

/* Calls in place sum in the order of other calls, whose result is `expected`. */
static void repeat(int count, int in_place, double *expected) {
    size_t bytes = count * sizeof(double);
    double *mine = malloc(bytes), *first = malloc(bytes), *sum = malloc(bytes);
    operands(mine, count, rank);
    for (int call = 0; call < (count < LARGE && !in_place ? CALLS : CALLS / 5); call++) {
        come_late(call);
        memcpy(sum, mine, bytes);
        OK(MPI_Allreduce(in_place ? MPI_IN_PLACE : mine, sum, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
        if (call == 0) memcpy(first, sum, bytes);
        CHECK(memcmp(first, sum, bytes) == 0);
    }
    if (in_place) CHECK(memcmp(first, expected, bytes) == 0);
    else memcpy(expected, first, bytes);
    memcpy(sum, first, bytes);
    OK(MPI_Bcast(sum, count, MPI_DOUBLE, 0, MPI_COMM_WORLD));
    CHECK(memcmp(first, sum, bytes) == 0);
    for (size_t i = 0; i < bytes; i++) hash = (hash ^ ((unsigned char *)first)[i]) * 1099511628211u;
    free(mine), free(first), free(sum);
}

int main(void) {
    static const int counts[] = {1, 3, 100, 513, 2048, 8192, 40001, 131072};
    begin();
    CHECK(size < 3 || order_matters(100));
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        double *expected = malloc(counts[i] * sizeof *expected);
        repeat(counts[i], 0, expected), repeat(counts[i], 1, expected);
        free(expected);
    }
    if (rank == 0) printf("bits %016llx\n", (unsigned long long)hash);
    return end();
}
