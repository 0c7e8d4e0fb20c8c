/* All ranks exchange until one of them, or a whole host, is lost; those that are left go on. Argument: how many are
 * left. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, size = 0, code = MPI_SUCCESS;
    MPI_Comm comm, survivors;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    double last = MPI_Wtime();
    while (code == MPI_SUCCESS) {
        usleep(1000);
        last = MPI_Wtime();
        code = MPI_Barrier(comm);
    }
    double took = MPI_Wtime() - last;
    MPIX_Comm_revoke(comm);
    if (MPIX_Comm_shrink(comm, &survivors) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_size(survivors, &size);
    if (argc != 2 || size != atoi(argv[1])) {
        fprintf(stderr, "rank %d: %d ranks are left\n", rank, size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (MPI_Barrier(survivors) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    printf("rank %d has waited %.3f s\n", rank, took);
    MPI_Comm_free(&survivors);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
