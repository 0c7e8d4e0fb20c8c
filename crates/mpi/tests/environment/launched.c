// Runs under any launcher: `launched N` checks that the job has N ranks, that all reach each other, and that memory is
// shared within each machine; then ends as the second word says.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *end = argc > 2 ? argv[2] : "";
    MPI_Init(&argc, &argv);
    int rank, size, here;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc < 2 || size != atoi(argv[1])) {
        fprintf(stderr, "%d ranks, not %s\n", size, argc < 2 ? "?" : argv[1]);
        MPI_Abort(MPI_COMM_WORLD, 9);
    }
    // Long enough to be pulled, between machines too.
    enum { WORDS = 1 << 15 };
    int *mine = malloc(WORDS * sizeof *mine), *all = malloc((size_t)size * WORDS * sizeof *all);
    for (int i = 0; i < WORDS; i++) mine[i] = rank * WORDS + i;
    MPI_Allgather(mine, WORDS, MPI_INT, all, WORDS, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size * WORDS; i++)
        if (all[i] != i) {
            fprintf(stderr, "rank %d has %d at %d\n", rank, all[i], i);
            MPI_Abort(MPI_COMM_WORLD, 9);
        }
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    printf("rank %d of %d, %d here\n", rank, size, here);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(end, "abort") && rank == 1) MPI_Abort(MPI_COMM_WORLD, 7);
    if (!strcmp(end, "die") && rank == 1) raise(SIGKILL);
    if (*end && strcmp(end, "exit")) MPI_Recv(mine, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(mine);
    free(all);
    MPI_Finalize();
    return !strcmp(end, "exit") && rank == 1 ? 3 : 0;
}
