/* MPI_Bcast as the EQA paper measures it (4.1): up to 500 broadcasts, each alone behind a barrier, from the root's call
 * until the last rank has all; the middle 80 % of them averaged. CLOCK_MONOTONIC is one clock for all test hosts of a
 * machine. When the budget is used up there are fewer, but 20 at least. Every broadcast's bytes are checked once for
 * each size. Value: mean of the middle 80 %, us. */
#include "common.h"

#define ITERATIONS 500
/* Broadcasts between two looks at the budget, which the root does for all. */
#define ROUND 20

static double starts[ITERATIONS], ends[ITERATIONS], latest[ITERATIONS];

static void broadcasts(unsigned char *data, size_t size) {
    int n = 0, more = 1;
    double begun = now();
    while (more) {
        for (int i = 0; i < ROUND; i++, n++) {
            MPI_Barrier(MPI_COMM_WORLD);
            starts[n] = now();
            MPI_Bcast(data, (int)size, MPI_BYTE, 0, MPI_COMM_WORLD);
            ends[n] = now();
        }
        more = n < ITERATIONS && now() - begun < budget;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Reduce(ends, latest, n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank != 0) return;
    for (int i = 0; i < n; i++) latest[i] -= starts[i];
    struct figures f = {0};
    summarise(&f, latest, n, 1);
    qsort(latest, n, sizeof(double), by_value);
    double sum = 0;
    for (int i = n / 10; i < n - n / 10; i++) sum += latest[i];
    print_time("broadcast", size, sum / (n - 2 * (n / 10)), f, 1e6, "us");
}

int main(int argc, char **argv) {
    begin(argc, argv, "8,256,1k,4k,64k,1m", 0);
    unsigned char *data = buffer(largest_size());
    for (int s = 0; s < size_count; s++) {
        /* Some broadcasts to warm up, from the bytes of which the last is known. */
        for (unsigned i = 0; i < 10; i++) {
            memset(data, 0xaa, sizes[s]);
            if (rank == 0) fill(data, sizes[s], i + (unsigned)s);
            MPI_Bcast(data, (int)sizes[s], MPI_BYTE, 0, MPI_COMM_WORLD);
            check(data, sizes[s], i + (unsigned)s, "broadcast");
        }
        broadcasts(data, sizes[s]);
    }
    free(data);
    MPI_Finalize();
    return 0;
}
