/* All other ranks send to rank 0 at once. Value: median time from rank 0's first receive until it has every message,
 * us. `active` is the time of all rounds together, those of the warm-up as well, in seconds: what passed the port in
 * the whole run, divided by it, is the port's use. */
#include "common.h"

int main(int argc, char **argv) {
    static double all[MAX_SAMPLES];
    begin(argc, argv, "1m", 0);
    if (ranks < 3) fail("ranks", "this program needs at least 3 ranks: one that receives, and some that send");
    for (int s = 0; s < size_count; s++) {
        size_t size = sizes[s];
        unsigned char *data = buffer(rank ? size : size * (size_t)(ranks - 1));
        MPI_Request *r = calloc((size_t)ranks, sizeof *r);
        double active = 0, used = 0;
        long n = 0;
        int more = 1;
        if (rank) fill(data, size, (unsigned)rank);
        for (long round = 0; more; round++) {
            if (!rank) memset(data, 0, size * (size_t)(ranks - 1));
            MPI_Barrier(MPI_COMM_WORLD);
            double start = now();
            if (rank) MPI_Send(data, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
            for (int from = 1; !rank && from < ranks; from++)
                MPI_Irecv(data + size * (size_t)(from - 1), (int)size, MPI_BYTE, from, 1, MPI_COMM_WORLD, &r[from]);
            if (!rank) {
                MPI_Waitall(ranks - 1, r + 1, MPI_STATUSES_IGNORE);
                double took = now() - start;
                active += took;
                for (int from = 1; from < ranks; from++)
                    check(data + size * (size_t)(from - 1), size, (unsigned)from, "incast");
                if (round >= 3) all[n++] = took, used += took;
                more = n < MAX_SAMPLES && (n < MIN_SAMPLES || used < budget);
            }
            MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
        if (!rank) {
            struct figures f = {0};
            summarise(&f, all, n, 1);
            printf("point incast %zu %.6g us mean=%.6g min=%.6g p10=%.6g p90=%.6g samples=%ld active=%.6g\n", size,
                   f.p50 * 1e6, f.mean * 1e6, f.min * 1e6, f.p10 * 1e6, f.p90 * 1e6, n, active);
        }
        free(r);
        free(data);
    }
    MPI_Finalize();
    return 0;
}
