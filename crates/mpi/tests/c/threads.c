/* MPI_THREAD_MULTIPLE: threads of two ranks talk to each other at once. ranks: 2 */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 300 };

static void *talk(void *number) {
    int tag = (int)(intptr_t)number, other = 1 - check_rank;
    static _Thread_local unsigned char bytes[70000];
    for (int i = 0; i < ROUNDS; i++) {
        int len = i % 10 == 9 ? 70000 : i % 100;
        MPI_Status status;
        int got;
        check_fill(bytes, (size_t)len, (unsigned)(tag + i));
        if (check_rank == 0) MPI_Send(bytes, len, MPI_BYTE, other, tag, MPI_COMM_WORLD);
        MPI_Recv(bytes, 70000, MPI_BYTE, other, tag, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &got);
        CHECK(got == len && check_same(bytes, (size_t)len, (unsigned)(tag + i)));
        if (check_rank == 1) MPI_Send(bytes, len, MPI_BYTE, other, tag, MPI_COMM_WORLD);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    for (intptr_t t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, talk, (void *)t);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    return check_end();
}
