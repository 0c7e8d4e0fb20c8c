/* MPI_THREAD_MULTIPLE: four threads of each process talk at once, on one communicator and on their own. */
#include "start.h"
#include <pthread.h>
#define THREADS 4
#define ROUNDS 300

static MPI_Comm comms[THREADS];

static void *work(void *argument) {
    int me = (int)(long)argument, next = (rank + 1) % size, last = (rank + size - 1) % size;
    for (int i = 0; i < ROUNDS; i++) {
        int out = rank * 1000 + i, in = -1;
        MPI_Comm comm = i % 2 ? comms[me] : MPI_COMM_WORLD;
        OK(MPI_Sendrecv(&out, 1, MPI_INT, next, me, &in, 1, MPI_INT, last, me, comm, MPI_STATUS_IGNORE));
        CHECK(in == last * 1000 + i);
    }
    /* Every thread makes a communicator of its own at the same time. */
    MPI_Comm dup;
    OK(MPI_Comm_dup(comms[me], &dup));
    int out = me, in = -1;
    OK(MPI_Sendrecv(&out, 1, MPI_INT, next, 0, &in, 1, MPI_INT, last, 0, dup, MPI_STATUS_IGNORE));
    CHECK(in == me);
    OK(MPI_Comm_free(&dup));
    return NULL;
}

int main(void) {
    int provided;
    OK(MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) OK(MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]));
    for (long i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 0; i < THREADS; i++) OK(MPI_Comm_free(&comms[i]));
    return end();
}
