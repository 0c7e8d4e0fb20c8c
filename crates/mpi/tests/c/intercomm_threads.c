/* Several threads make intercommunicators at once, over the same peer communicator, and merge, duplicate and use them.
 * ranks: 2 3 5 */
#include "check.h"
#include <pthread.h>

enum { THREADS = 3, ROUNDS = 12 };
static MPI_Comm halves[THREADS];
static int cut;

static void *work(void *argument) {
    int me = (int)(intptr_t)argument, low = check_rank < cut;
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Comm inter, twin, all;
        int sum = 0, local, remote, mine = check_rank + 100 * me, expected = 0;
        MPI_Intercomm_create(halves[me], 0, MPI_COMM_WORLD, low ? cut : 0, me, &inter);
        MPI_Comm_dup(inter, &twin);
        MPI_Intercomm_merge(twin, !low, &all);
        MPI_Comm_size(inter, &local);
        MPI_Comm_remote_size(inter, &remote);
        CHECK(local + remote == check_size);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, twin);
        for (int r = low ? cut : 0; r < (low ? check_size : cut); r++) expected += r + 100 * me;
        CHECK(sum == expected);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, all);
        CHECK(sum == check_size - 1 + 100 * me);
        MPI_Comm_free(&inter);
        MPI_Comm_disconnect(&all);
        MPI_Comm_free(&twin);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    cut = check_size / 2;
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++) MPI_Comm_split(MPI_COMM_WORLD, check_rank < cut, 0, &halves[t]);
    for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, (void *)(intptr_t)t);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++) MPI_Comm_disconnect(&halves[t]);
    return check_end();
}
