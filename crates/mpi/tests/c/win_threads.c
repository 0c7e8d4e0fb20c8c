/* Several threads of each rank work on windows at once, among messages. ranks: 1 2 3 */
#include "win.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 200 };

static MPI_Win common;
static long *numbers;

static void *work(void *which) {
    int me = (int)(intptr_t)which, to = (check_rank + 1) % check_size;
    long one = 1, old;
    char byte = (char)me, got;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG, i % check_size, 0, MPI_SUM, common);
        MPI_Win_flush(i % check_size, common);
        MPI_Put(&one, 1, MPI_LONG, to, 1 + me, 1, MPI_LONG, common);
        MPI_Win_flush_all(common);
        if (i % 10 == 0)
            MPI_Sendrecv(&byte, 1, MPI_BYTE, to, me, &got, 1, MPI_BYTE, (check_rank + check_size - 1) % check_size, me,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return NULL;
}

/* Each thread locks a window of its own, exclusively. */
static void *locks(void *which) {
    MPI_Win win = *(MPI_Win *)which;
    int value;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE);
    pthread_t threads[THREADS];
    common = win_make(ALLOCATED, (1 + THREADS) * sizeof(long), sizeof(long), MPI_COMM_WORLD, &numbers);
    MPI_Win_lock_all(0, common);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(common);
    MPI_Barrier(MPI_COMM_WORLD);
    long sum = 0;
    MPI_Allreduce(numbers, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == (long)THREADS * ROUNDS * check_size);
    for (int i = 0; i < THREADS; i++) CHECK(numbers[1 + i] == 1);
    MPI_Win_free(&common);
    MPI_Win own[THREADS];
    int *memory[THREADS];
    for (int i = 0; i < THREADS; i++) own[i] = win_make(ALLOCATED, sizeof(int), 1, MPI_COMM_WORLD, &memory[i]);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, locks, &own[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < THREADS; i++) {
        CHECK(check_rank != 0 || *memory[i] == ROUNDS * check_size);
        MPI_Win_free(&own[i]);
    }
    return check_end();
}
