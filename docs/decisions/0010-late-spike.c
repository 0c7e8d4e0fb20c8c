/* The spike of 0010-udp.md, "Late processes and the chunks' channel": phases in which rank 0 computes for MS
 * milliseconds (and rank 1 for a fifth of that) without a call, then 20 exchanges of 8 KiB; how long these take. On
 * test hosts that lose datagrams:
 *
 *     mpicc -O2 -o late docs/decisions/0010-late-spike.c; cargo xtask hosts up 2
 *     for h in clump0 clump1; do ip netns exec $h nft -f - <<< 'table inet loss { chain in {
 *         type filter hook input priority 0; meta l4proto udp numgen random mod 1000 < 10 drop; }; }'; done
 *     clump run --rsh target/hosts/rsh --hosts clump0,clump1 late 100 30        (MS, phases) */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXCHANGES = 20, BYTES = 8 << 10 };

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static char bytes[BYTES];
    int rank, phases = argc > 2 ? atoi(argv[2]) : 30;
    double compute = (argc > 1 ? atof(argv[1]) : 100) * 1e-3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (phases < 1) MPI_Abort(MPI_COMM_WORLD, 2);
    double *took = malloc(phases * sizeof *took);
    for (int i = 0; i < phases; i++) {
        for (double end = MPI_Wtime() + compute / (rank == 0 ? 1 : 5); MPI_Wtime() < end;) continue;
        double start = MPI_Wtime();
        for (int k = 0; k < EXCHANGES; k++) {
            if (rank == 0) MPI_Send(bytes, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
            if (rank < 2) MPI_Recv(bytes, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1) MPI_Send(bytes, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
        }
        took[i] = (MPI_Wtime() - start) * 1e3;
    }
    qsort(took, phases, sizeof *took, compare);
    if (rank == 0) {
        printf("median %.2f p90 %.2f ", took[phases / 2], took[phases * 9 / 10]);
        printf("longest %.2f ms\n", took[phases - 1]);
    }
    free(took);
    MPI_Finalize();
}
