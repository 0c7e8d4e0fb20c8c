/* Ranks make two collective calls on which they agree. Then the last rank makes another call than the others: another
 * function, root, length, operation or form, as the argument says. With `agree`, the ranks agree throughout; with
 * `hang`, they agree until the last rank waits for ever. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "agree";
    int rank, size, sum = 0, values[4] = {1, 2, 3, 4}, sums[4];
    MPI_Comm half, made;
    MPI_Win window;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int other = strcmp(how, "agree") && strcmp(how, "hang") && rank == size - 1;

    /* Two communicators without a common rank may disagree. */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (rank % 2) MPI_Bcast(values, 4, MPI_INT, 0, half);
    else MPI_Barrier(half);

    MPI_Barrier(MPI_COMM_WORLD);
    /* The forms with int and with MPI_Count match. */
    if (rank % 2) MPI_Allreduce_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    else MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!strcmp(how, "hang")) {
        /* Two communicators one after another have one context. */
        MPI_Comm copy;
        for (int i = 0; i < 4; i++) {
            MPI_Comm_dup(MPI_COMM_WORLD, &copy);
            if (i % 2) MPI_Bcast(values, 4, MPI_INT, 0, copy);
            else MPI_Barrier(copy);
            MPI_Comm_free(&copy);
        }
        if (rank == size - 1) MPI_Recv(values, 4, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (!strcmp(how, "call") && other) MPI_Bcast(values, 4, MPI_INT, 0, MPI_COMM_WORLD);
    else if (!strcmp(how, "later")) {
        MPI_Iallreduce(values, sums, other ? 3 : 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "root")) MPI_Reduce(values, sums, 4, MPI_INT, MPI_SUM, other ? 1 : 0, MPI_COMM_WORLD);
    else if (!strcmp(how, "count")) MPI_Bcast(values, other ? 3 : 4, MPI_INT, 0, MPI_COMM_WORLD);
    else if (!strcmp(how, "form") && other) {
        MPI_Iallreduce(values, sums, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "split") && other) MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &made);
    else if (!strcmp(how, "dup") && other) MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    else if (!strcmp(how, "window") && other)
        MPI_Win_create(values, sizeof values, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    else MPI_Allreduce(values, sums, 4, MPI_INT, !strcmp(how, "op") && other ? MPI_MAX : MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
