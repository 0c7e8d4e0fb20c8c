/* Each rank finalises as soon as its own part of the last call is done, while other ranks are late: what it has sent or
 * posted completes their calls, and no rank takes the departure for a failure. The argument is a seed, from which all
 * ranks draw the calls and each rank its delays; leaving.rs runs many. ranks: 2 3 4 */
#include "check.h"
#include <time.h>
#include <unistd.h>
#define MOST (1 << 18)

static int in[MOST], out[MOST], counts[64], starts[64];
static unsigned seed = 1;

/* The same on every rank. */
static unsigned next(unsigned below) {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static void late(unsigned us) {
    struct timespec t = {us / 1000000, us % 1000000 * 1000};
    nanosleep(&t, NULL);
}

static const int lengths[] = {0, 1, 2, 100, 1000, 5000, 40000};

int main(int argc, char **argv) {
    (void)check_end;
    seed = argc > 1 ? atoi(argv[1]) : 1;
    check_start(&argc, &argv);
    unsigned mine = seed * 31 + check_rank * 7 + 1;
    int calls = 1 + next(6);
    for (int i = 0; i < MOST; i++) in[i] = i + check_rank;
    for (int k = 0; k < calls; k++) {
        int n = lengths[next(7)], root = next(check_size), form = next(3), what = next(13);
        if (n * check_size > MOST) n = MOST / check_size;
        for (int i = 0; i < check_size; i++) counts[i] = n, starts[i] = i * n;
        MPI_Comm c = MPI_COMM_WORLD;
        MPI_Request r = MPI_REQUEST_NULL;
        mine = mine * 1103515245u + 12345u;
        if ((mine >> 16) % 3 == 0) late((mine >> 8) % 20000);
#define FORM(name, lower, ...)                                          \
    if (form == 0) MPI_##name(__VA_ARGS__);                             \
    else if (form == 1) MPI_I##lower(__VA_ARGS__, &r);                  \
    else MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, &r), MPI_Start(&r); \
    break
        switch (what) {
            case 0: FORM(Barrier, barrier, c);
            case 1: FORM(Bcast, bcast, check_rank == root ? in : out, n, MPI_INT, root, c);
            case 2: FORM(Gather, gather, in, n, MPI_INT, out, n, MPI_INT, root, c);
            case 3: FORM(Scatter, scatter, in, n, MPI_INT, out, n, MPI_INT, root, c);
            case 4: FORM(Allgather, allgather, in, n, MPI_INT, out, n, MPI_INT, c);
            case 5: FORM(Allgatherv, allgatherv, in, n, MPI_INT, out, counts, starts, MPI_INT, c);
            case 6: FORM(Alltoall, alltoall, in, n, MPI_INT, out, n, MPI_INT, c);
            case 7: FORM(Alltoallv, alltoallv, in, counts, starts, MPI_INT, out, counts, starts, MPI_INT, c);
            case 8: FORM(Reduce, reduce, in, out, n, MPI_INT, MPI_SUM, root, c);
            case 9: FORM(Allreduce, allreduce, in, out, n, MPI_INT, MPI_SUM, c);
            case 10: FORM(Reduce_scatter_block, reduce_scatter_block, in, out, n, MPI_INT, MPI_SUM, c);
            case 11: FORM(Scan, scan, in, out, n, MPI_INT, MPI_SUM, c);
            case 12: FORM(Exscan, exscan, in, out, n, MPI_INT, MPI_SUM, c);
        }
        if (r != MPI_REQUEST_NULL) {
            if (next(2)) {
                MPI_Wait(&r, MPI_STATUS_IGNORE);
            } else {
                for (int flag = 0; !flag;) MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
            }
            if (r != MPI_REQUEST_NULL) MPI_Request_free(&r);
        }
        if (what == 1) CHECK(check_rank == root || n == 0 || (out[0] == root && out[n - 1] == n - 1 + root));
        if (what == 9) CHECK(n == 0 || out[n - 1] == check_size * (n - 1) + check_size * (check_size - 1) / 2);
        if (next(8) == 0) {
            MPI_Win win;
            int *memory;
            MPI_Win_allocate(64, 4, MPI_INFO_NULL, c, &memory, &win);
            MPI_Win_fence(0, win);
            MPI_Put(&check_rank, 1, MPI_INT, (check_rank + 1) % check_size, 0, 1, MPI_INT, win);
            MPI_Win_fence(0, win);
            CHECK(memory[0] == (check_rank + check_size - 1) % check_size);
            MPI_Win_free(&win);
        }
    }
    mine = mine * 1103515245u + 12345u;
    if ((mine >> 16) % 2) late((mine >> 8) % 30000);
    MPI_Finalize();
    return check_wrong != 0;
}
