/* Two ranks that are both busy for a while, and then compute by turns for two seconds of processor time: one of them
 * waits for a millisecond or two, again and again. Each adds to a number, which tells whether all turns were taken. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { TURNS = 1000 };

static void compute(double seconds) {
    struct timespec t;
    double begin = -1, used = 0;
    while (used < seconds) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
        double now = t.tv_sec + t.tv_nsec * 1e-9;
        if (begin < 0) begin = now;
        used = now - begin;
    }
}

int main(int argc, char **argv) {
    int rank, number = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    compute(0.2);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < TURNS; turn++) {
        if (rank == 1) MPI_Recv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        compute(1e-3);
        number += rank + 1;
        MPI_Send(&number, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
        if (rank == 0) MPI_Recv(&number, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (number != 3 * TURNS) {
        printf("rank %d: %d, and not %d\n", rank, number, 3 * TURNS);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
