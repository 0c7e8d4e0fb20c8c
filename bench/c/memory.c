/* Memory of a rank in a job of any number of ranks, after each rank has talked to two neighbours and taken part in a
 * barrier: the proportional set size (shared pages divided by the number of their users) from /proc/self/smaps_rollup.
 * Value: the largest rank's, MiB; min and mean over the ranks. */
#include "common.h"

static double pss(void) {
    char line[256];
    long kib = -1;
    FILE *f = fopen("/proc/self/smaps_rollup", "r");
    if (!f) fail("/proc/self/smaps_rollup", "cannot be read");
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "Pss: %ld kB", &kib) == 1) break;
    fclose(f);
    if (kib < 0) fail("/proc/self/smaps_rollup", "has no line Pss");
    return kib / 1024.0;
}

int main(int argc, char **argv) {
    begin(argc, argv, "0", 0);
    double out = rank, in = -1;
    MPI_Sendrecv(&out, 1, MPI_DOUBLE, (rank + 1) % ranks, 1, &in, 1, MPI_DOUBLE, (rank + ranks - 1) % ranks, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (in != (rank + ranks - 1) % ranks) fail("memory", "a wrong number arrived");
    MPI_Barrier(MPI_COMM_WORLD);
    double mine = pss(), most, least, sum;
    MPI_Barrier(MPI_COMM_WORLD); /* no rank leaves, and so changes the shares, before all have looked */
    MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine, &least, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("point memory 0 %.4g MiB mean=%.4g min=%.4g samples=%d\n", most, sum / ranks, least, ranks);
    MPI_Finalize();
    return 0;
}
