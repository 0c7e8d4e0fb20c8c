/* A rank dies while it holds something that other ranks wait for. The others must get it back, or an error. Argument:
 * what the last rank holds.
 * slots: bodies of messages in the shared memory of another rank, which it never takes
 * exclusive, shared: the lock of a window
 * stripe: it dies while it combines elements of a window, again and again */
#include "survivors.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 6000, MANY = 60 };
static int size, victim;

/* Sends many messages to the victim, which takes none of them and dies. */
static void slots(void) {
    static char all[MANY][BYTES], one[BYTES];
    MPI_Request requests[MANY];
    int go = 0;
    if (me == victim) {
        /* Once a rank has sent everything that it can. */
        MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        raise(SIGKILL);
    }
    if (me == 0) {
        for (int i = 0; i < MANY; i++) MPI_Isend(all[i], BYTES, MPI_CHAR, victim, 2, MPI_COMM_WORLD, &requests[i]);
        MPI_Send(&go, 1, MPI_INT, victim, 1, MPI_COMM_WORLD);
        for (int i = 0; i < MANY; i++) {
            int code = MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
            CHECK(code == MPI_SUCCESS || class_of(code) == MPI_ERR_PROC_FAILED);
        }
        CHECK(class_of(MPI_Ssend(one, BYTES, MPI_CHAR, victim, 3, MPI_COMM_WORLD)) == MPI_ERR_PROC_FAILED);
        for (int i = 0; i < MANY; i++) {
            memset(one, i, BYTES);
            CHECK(MPI_Send(one, BYTES, MPI_CHAR, 1, 4, MPI_COMM_WORLD) == MPI_SUCCESS);
        }
    } else if (me == 1) {
        for (int i = 0; i < MANY; i++) {
            CHECK(MPI_Recv(one, BYTES, MPI_CHAR, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS);
            CHECK(one[0] == (char)i && one[BYTES - 1] == (char)i);
        }
    }
}

/* Holds the lock of rank 0's part, or combines there, and dies. */
static void window(const char *what) {
    long *base, one = 1;
    MPI_Win win;
    CHECK(MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win) == MPI_SUCCESS);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    *base = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    int stripe = strcmp(what, "stripe") == 0;
    int kind = strcmp(what, "shared") == 0 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE;
    if (stripe) {
        MPI_Win_lock_all(0, win);
        if (me == victim) {
            /* The signal's default action ends the process at any step. */
            ualarm(1000 + (unsigned)getpid() % 3000, 0);
            for (;;) {
                MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
                MPI_Win_flush(0, win);
            }
        }
        for (int code = MPI_SUCCESS, i = 0; i < 20000 && code == MPI_SUCCESS; i++) {
            code = MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
            if (code == MPI_SUCCESS) code = MPI_Win_flush(0, win);
            CHECK(code == MPI_SUCCESS || class_of(code) == MPI_ERR_PROC_FAILED ||
                  class_of(code) == MPI_ERR_PROC_ABORTED);
        }
        return;
    }
    if (me == victim) {
        int held = 1;
        MPI_Win_lock(kind, 0, 0, win);
        for (int i = 0; i < victim; i++) MPI_Send(&held, 1, MPI_INT, i, 5, MPI_COMM_WORLD);
        raise(SIGKILL);
    }
    int held = 0;
    CHECK(MPI_Recv(&held, 1, MPI_INT, victim, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    int class = class_of(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    CHECK(class == MPI_ERR_PROC_FAILED || class == MPI_ERR_PROC_ABORTED);
}

int main(int argc, char **argv) {
    int flag = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    victim = size - 1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(argc == 2 && size >= 3);
    if (strcmp(argv[1], "slots") == 0) {
        slots();
    } else {
        window(argv[1]);
    }
    /* All of the living are here, and a communicator of them works. */
    MPI_Comm living;
    CHECK(MPI_Comm_shrink(MPI_COMM_WORLD, &living) == MPI_SUCCESS);
    CHECK(MPI_Allreduce(MPI_IN_PLACE, &flag, 1, MPI_INT, MPI_SUM, living) == MPI_SUCCESS);
    CHECK(flag == size - 1);
    MPI_Comm_free(&living);
    MPI_Finalize();
    return 0;
}
