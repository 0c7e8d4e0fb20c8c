/* What a death costs (clump run --survive): the time of an agreement; from the death of the last rank until all others
 * have the error, which wait for a message of it; and of MPI_Comm_shrink and an MPI_Allreduce on what it makes. For
 * ranks of one machine, whose clocks agree. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMES = 100 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(int argc, char **argv) {
    int me, size, flag = 1, sum = 0;
    double agreements[TIMES], died, times[2], most[2];
    MPI_Comm comm, living;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < TIMES; i++) {
        double begin = now();
        MPI_Comm_agree(comm, &flag);
        agreements[i] = now() - begin;
    }
    qsort(agreements, TIMES, sizeof *agreements, compare);
    if (me == size - 1) {
        died = now() + 20;
        for (int i = 0; i < size - 1; i++) MPI_Send(&died, 1, MPI_DOUBLE, i, 0, comm);
        while (now() < died) {
        }
        raise(SIGKILL);
    }
    MPI_Recv(&died, 1, MPI_DOUBLE, size - 1, 0, comm, MPI_STATUS_IGNORE);
    if (MPI_Recv(times, 1, MPI_DOUBLE, size - 1, 0, comm, MPI_STATUS_IGNORE) == MPI_SUCCESS) MPI_Abort(comm, 1);
    times[0] = now() - died;
    double begin = now();
    if (MPI_Comm_shrink(comm, &living) != MPI_SUCCESS) MPI_Abort(comm, 1);
    MPI_Allreduce(&flag, &sum, 1, MPI_INT, MPI_SUM, living);
    times[1] = now() - begin;
    MPI_Reduce(times, most, 2, MPI_DOUBLE, MPI_MAX, 0, living);
    if (me == 0) {
        printf("%d ranks: agree %.3f ms (median of %d), error after %.1f ms, shrink and allreduce %.1f ms\n", size,
               agreements[TIMES / 2], TIMES, most[0], most[1]);
    }
    MPI_Finalize();
    return 0;
}
