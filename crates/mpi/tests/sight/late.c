/* A program with a rank that the others wait for: `late RANK KIND FILE`. Rank RANK computes until FILE exists; then all
 * ranks meet and end. KIND says in what the others wait:
 *     barrier   MPI_Barrier on MPI_COMM_WORLD, after a first one that all have passed
 *     halves    a collective on half of MPI_COMM_WORLD (the ranks of the same parity)
 *     chain     MPI_Recv: each rank waits for the next one, and the last for the first
 *     send      MPI_Ssend to the late rank */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void compute(const char *file) {
    volatile double sum = 0;
    while (access(file, F_OK))
        for (int i = 0; i < 100000; i++) sum += i;
}

int main(int argc, char **argv) {
    int rank, size, token = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 4) MPI_Abort(MPI_COMM_WORLD, 2);
    const int late = atoi(argv[1]), is_late = rank == late, next = (rank + 1) % size, before = (rank + size - 1) % size;
    const char *kind = argv[2], *file = argv[3];
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_set_name(half, "half");
    MPI_Allreduce(MPI_IN_PLACE, &token, 1, MPI_INT, MPI_SUM, half);
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_late) compute(file);
    if (!strcmp(kind, "halves")) {
        MPI_Allreduce(MPI_IN_PLACE, &token, 1, MPI_INT, MPI_MAX, half);
    } else if (!strcmp(kind, "chain")) {
        if (!is_late) MPI_Recv(&token, 1, MPI_INT, next, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (before != late) MPI_Send(&token, 1, MPI_INT, before, 7, MPI_COMM_WORLD);
    } else if (!strcmp(kind, "send")) {
        for (int other = 0; is_late && other < size; other++)
            if (other != late) MPI_Recv(&token, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!is_late) MPI_Ssend(&token, 1, MPI_INT, late, 7, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&half);
    MPI_Finalize();
}
