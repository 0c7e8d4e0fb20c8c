/* Every rank has as many threads as there are ranks. Thread t exchanges messages with rank t by non-blocking calls, and one
 * thread waits for the requests of all threads, while the others wait for it outside the library. ranks: 2 3 4 */
#include "check.h"
#include <pthread.h>

enum { MOST = 4, SIZES = 9, ROUNDS = 5 };
/* Short, pushed, pulled, and shared between both sides. */
static const int sizes[SIZES] = {1, 16, 300, 1500, 5000, 20000, 70000, 300000, 1100000};
static MPI_Request requests[2 * MOST];
static MPI_Status statuses[2 * MOST];
static pthread_barrier_t barrier;
static int waiter;

static void meet(void) {
    pthread_barrier_wait(&barrier);
}

static void *thread(void *argument) {
    int peer = (int)(intptr_t)argument;
    unsigned char *out = malloc((size_t)sizes[SIZES - 1]), *in = malloc((size_t)sizes[SIZES - 1]);
    for (int s = 0; s < SIZES; s++) {
        size_t len = (size_t)sizes[s];
        for (unsigned round = 0; round < ROUNDS; round++) {
            check_fill(out, len, (unsigned)check_rank * 16 + (unsigned)peer + round * 256);
            memset(in, 0, len);
            meet();
            MPI_Isend(out, sizes[s], MPI_BYTE, peer, sizes[s], MPI_COMM_WORLD, &requests[2 * peer]);
            MPI_Irecv(in, sizes[s], MPI_BYTE, peer, sizes[s], MPI_COMM_WORLD, &requests[2 * peer + 1]);
            meet();
            if (peer == waiter) CHECK(MPI_Waitall(2 * check_size, requests, statuses) == MPI_SUCCESS);
            meet();
            CHECK(check_same(in, len, (unsigned)peer * 16 + (unsigned)check_rank + round * 256));
        }
    }
    free(out);
    free(in);
    return NULL;
}

int main(int argc, char **argv) {
    int provided;
    pthread_t threads[MOST];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(provided == MPI_THREAD_MULTIPLE && check_size <= MOST);
    pthread_barrier_init(&barrier, NULL, (unsigned)check_size);
    for (waiter = 0; waiter < 2; waiter++) {
        for (int t = 0; t < check_size; t++) pthread_create(&threads[t], NULL, thread, (void *)(intptr_t)t);
        for (int t = 0; t < check_size; t++) pthread_join(threads[t], NULL);
    }
    pthread_barrier_destroy(&barrier);
    return check_end();
}
