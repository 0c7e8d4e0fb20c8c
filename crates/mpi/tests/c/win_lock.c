/* Passive target epochs: exclusive locks keep everybody out, shared ones each other in; flush makes what was done seen;
 * the target needs to be in no call. ranks: 1 2 4 */
#include "win.h"
#include <time.h>
#include <unistd.h>

/* Read, add, write back, under exclusive locks: nothing is lost. */
static void exclusive(int flavour) {
    enum { ROUNDS = 100 };
    long *memory, value[2];
    MPI_Win win = win_make(flavour, 2 * sizeof(long), sizeof(long), MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; i++) {
        int to = (check_rank + i) % check_size;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
        MPI_Get(value, 2, MPI_LONG, to, at[to], 2, MPI_LONG, win);
        MPI_Win_flush(to, win);
        CHECK(value[0] == -value[1]);
        value[0]++, value[1]--;
        MPI_Put(value, 2, MPI_LONG, to, at[to], 2, MPI_LONG, win);
        MPI_Win_unlock(to, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    long sum = 0;
    for (int r = 0; r < check_size; r++) {
        MPI_Win_lock(MPI_LOCK_SHARED, r, 0, win);
        MPI_Get(value, 2, MPI_LONG, r, at[r], 2, MPI_LONG, win);
        MPI_Win_unlock(r, win);
        sum += value[0];
    }
    CHECK(sum == (long)ROUNDS * check_size);
    free(at);
    win_end(flavour, &win, memory);
}

/* All ranks hold the lock shared at once: each waits inside for all others to be inside. */
static void shared(void) {
    int *memory, one = 1, now = 0;
    MPI_Win win = win_make(ALLOCATED, sizeof(int), 1, MPI_COMM_WORLD, &memory);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
    while (now < check_size) {
        MPI_Fetch_and_op(NULL, &now, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

/* Several locks in one hand, in any order; a rank that waits for one is not in the way of who has it. */
static void several(void) {
    int *memory, one = 1;
    MPI_Win win = win_make(ALLOCATED, sizeof(int), 1, MPI_COMM_WORLD, &memory);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 30; i++) {
        for (int r = 0; r < check_size; r++) MPI_Win_lock(r % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, r, 0, win);
        for (int r = 0; r < check_size; r++) MPI_Accumulate(&one, 1, MPI_INT, r, 0, 1, MPI_INT, MPI_SUM, win);
        for (int r = check_size - 1; r >= 0; r--) MPI_Win_unlock(r, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, check_rank, 0, win);
    CHECK(*memory == 30 * check_size);
    MPI_Win_unlock(check_rank, win);
    MPI_Win_free(&win);
}

/* A rank sleeps for a lock that another one has for long. */
static void patience(void) {
    int *memory;
    MPI_Win win = win_make(ALLOCATED, sizeof(int), 1, MPI_COMM_WORLD, &memory);
    if (check_rank == 0) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        int value = 5;
        usleep(100000);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else {
        int got = 0;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        CHECK(got == 5);
    }
    MPI_Win_free(&win);
}

/* A flag that is put after the data and flushed is seen after it, by a target that only looks at its own memory. */
static void flags(void) {
    enum { ROUNDS = 300, LEN = 100 };
    volatile int *memory;
    int data[LEN];
    MPI_Win win = win_make(ALLOCATED, (LEN + 1) * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    int to = (check_rank + 1) % check_size;
    for (int i = 0; i <= LEN; i++) memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < LEN; i++) data[i] = round * 1000 + i;
        MPI_Put(data, LEN, MPI_INT, to, 0, LEN, MPI_INT, win);
        MPI_Win_flush(to, win);
        MPI_Put(&round, 1, MPI_INT, to, LEN, 1, MPI_INT, win);
        MPI_Win_flush(to, win);
        while (memory[LEN] != round) MPI_Win_sync(win), usleep(0);
        for (int i = 0; i < LEN; i++) CHECK(memory[i] == round * 1000 + i);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* The target computes for a while; meanwhile others work in its memory. */
static void passive(void) {
    long *memory, one = 1;
    MPI_Win win = win_make(ALLOCATED, sizeof(long), 1, MPI_COMM_WORLD, &memory);
    volatile long *seen = memory;
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        time_t start = time(NULL);
        while (*seen < check_size - 1 && time(NULL) - start < 20) usleep(100);
        CHECK(*seen == check_size - 1);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) exclusive(flavour);
    shared();
    several();
    patience();
    flags();
    passive();
    return check_end();
}
