/* ranks: 1 2 4. At MPI_THREAD_MULTIPLE, communicators of this process alone are duplicated in some threads while others
 * duplicate those of all: no call hangs, whichever thread progresses a schedule, and no two get one context. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 60 };
static MPI_Comm comms[THREADS];
static atomic_int running; /* Threads that duplicate communicators of all. */

/* A message to the next rank, which only the others of this communicator may hear. */
static void talk(MPI_Comm comm, int token) {
    int rank, size, got = -1;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Sendrecv(&token, 1, MPI_INT, next, 0, &got, 1, MPI_INT, last, 0, comm, MPI_STATUS_IGNORE);
    CHECK(got == token);
}

static void *duplicates(void *argument) {
    int t = (int)(intptr_t)argument;
    /* Alone as long as there are others to get in the way of. */
    for (int i = 0; t % 2 ? i < ROUNDS : i < ROUNDS || atomic_load(&running); i++) {
        MPI_Comm at_once, later;
        MPI_Request request;
        MPI_Comm_idup(comms[t], &later, &request);
        if (i % 2) MPI_Comm_dup(comms[t], &at_once);
        if (i % 3) {
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        }
        talk(later, t * ROUNDS + i);
        if (i % 2) talk(at_once, t * ROUNDS + i), MPI_Comm_free(&at_once);
        MPI_Comm_free(&later);
    }
    if (t % 2) atomic_fetch_sub(&running, 1);
    return NULL;
}

int main(int argc, char **argv) {
    int level;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    CHECK(level == MPI_THREAD_MULTIPLE);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    for (int t = 0; t < THREADS; t++) MPI_Comm_dup(t % 2 ? MPI_COMM_WORLD : MPI_COMM_SELF, &comms[t]);
    atomic_store(&running, THREADS / 2);
    for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, duplicates, (void *)(intptr_t)t);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++) MPI_Comm_free(&comms[t]);
    return check_end();
}
