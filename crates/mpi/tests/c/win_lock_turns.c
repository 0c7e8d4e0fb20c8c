/* Rank 0 takes and releases the lock of its own part again and again until all others have each got it a few times,
 * also where it makes progress only while it holds the lock. A lock that a rank of another machine never gets leaves
 * rank 0 in the loop, until the job's time is up. ranks: 2 3 4 */
#include "win.h"

enum { TURNS = 20 };

static void turns(MPI_Win win, const long *part, int flushed) {
    const long all = (long)TURNS * (check_size - 1);
    if (check_rank == 0) {
        for (long seen = 0; seen < all;) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            if (flushed) MPI_Win_flush(0, win);
            seen = *part;
            if (flushed) MPI_Win_flush(0, win);
            MPI_Win_unlock(0, win);
        }
    } else {
        for (int i = 0; i < TURNS; i++) {
            long value = -1;
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Get(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
            MPI_Win_flush(0, win);
            CHECK(value >= i && value < all);
            value++;
            MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
            MPI_Win_unlock(0, win);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flushed = 0; flushed < 2; flushed++) {
        long *part;
        MPI_Win win;
        MPI_Win_allocate(sizeof *part, sizeof *part, MPI_INFO_NULL, MPI_COMM_WORLD, &part, &win);
        *part = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        turns(win, part, flushed);
        CHECK(check_rank != 0 || *part == (long)TURNS * (check_size - 1));
        MPI_Win_free(&win);
    }
    return check_end();
}
