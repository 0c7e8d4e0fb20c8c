/* ranks: 1 2 4. At MPI_THREAD_MULTIPLE, each thread's collectives on its own communicator, blocking and not, not in step with other threads. */
#include "check.h"
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 300 };
static MPI_Comm comms[THREADS];
static int ranks_sum;

static void *rounds(void *argument) {
    int t = (int)(intptr_t)argument, rank;
    MPI_Comm_rank(comms[t], &rank);
    for (int i = 0; i < ROUNDS; i++) {
        int sum = -1, got = rank == i % check_size ? i : -1, other = -1;
        MPI_Request request;
        MPI_Iallreduce(&rank, &other, 1, MPI_INT, MPI_SUM, comms[t], &request);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comms[t]);
        MPI_Bcast(&got, 1, MPI_INT, i % check_size, comms[t]);
        if (t == 1) MPI_Barrier(comms[t]);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(sum == ranks_sum && other == ranks_sum && got == i);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int level;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    CHECK(level == MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    ranks_sum = check_size * (check_size - 1) / 2;
    for (int t = 0; t < THREADS; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
    for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, rounds, (void *)(intptr_t)t);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++) MPI_Comm_free(&comms[t]);
    return check_end();
}
