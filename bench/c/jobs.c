/* One of two jobs that may run at once: so many rounds (the size), in each of which every rank computes for some 100 us
 * (`computing`) or does not (`talking`), then exchanges 4 KiB with its neighbour and takes part in an allreduce.
 * It prints when the rounds began and ended, by the machine's clock, so that two runs can be compared:
 *     span OPERATION BEGIN END */
#include "common.h"

#define BYTES 4096
/* Additions of a round: the same work on each machine, whatever else runs there. */
#define ADDITIONS 100000

static unsigned char out[BYTES], in[BYTES];

static void rounds(size_t n, int computing) {
    int next = (rank + 1) % ranks, before = (rank + ranks - 1) % ranks;
    volatile unsigned long x = 1;
    for (size_t i = 0; i < n; i++) {
        double mine = rank + (double)i, sum = 0;
        if (computing)
            for (int k = 0; k < ADDITIONS; k++) x = x * 3 + 1;
        out[i % BYTES]++;
        MPI_Sendrecv(out, BYTES, MPI_BYTE, next, 1, in, BYTES, MPI_BYTE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if (sum != ranks * (ranks - 1) / 2.0 + (double)ranks * i) fail("allreduce", "a wrong sum");
        if (in[i % BYTES] != out[i % BYTES]) fail("exchange", "wrong bytes arrived");
    }
}

int main(int argc, char **argv) {
    static const char *const names[] = {"talking", "computing"};
    begin(argc, argv, "1000", 0);
    for (int computing = 0; computing < 2; computing++) {
        if (!wanted(names[computing])) continue;
        rounds(10, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = now();
        rounds(sizes[0], computing);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) printf("span %s %.9f %.9f\n", names[computing], start, now());
    }
    MPI_Finalize();
    return 0;
}
