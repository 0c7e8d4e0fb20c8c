/* Operations with requests. ranks: 1 2 4 */
#include "win.h"

enum { N = 1000 };

static void all_of_them(int flavour) {
    int *memory, from[N], into[N], old[N], one[N];
    MPI_Win win = win_make(flavour, N * sizeof(int), sizeof(int), MPI_COMM_WORLD, &memory);
    MPI_Aint *at = win_bases(flavour, memory, MPI_COMM_WORLD);
    int to = (check_rank + 1) % check_size;
    MPI_Request requests[4];
    MPI_Status status;
    for (int i = 0; i < N; i++) from[i] = check_rank * N + i, one[i] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Rput(from, N, MPI_INT, to, at[to], N, MPI_INT, win, &requests[0]);
    MPI_Wait(&requests[0], &status);
    CHECK(requests[0] == MPI_REQUEST_NULL);
    MPI_Win_flush(to, win);
    MPI_Raccumulate(one, N, MPI_INT, to, at[to], N, MPI_INT, MPI_SUM, win, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Win_flush(to, win);
    MPI_Rget_accumulate(one, N, MPI_INT, old, N, MPI_INT, to, at[to], N, MPI_INT, MPI_SUM, win, &requests[1]);
    int flag = 0;
    while (!flag) MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE);
    MPI_Rget(into, N, MPI_INT, to, at[to], N, MPI_INT, win, &requests[2]);
    MPI_Rget(into, 0, MPI_INT, MPI_PROC_NULL, 0, 0, MPI_INT, win, &requests[3]);
    MPI_Waitall(2, requests + 2, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++) CHECK(old[i] == from[i] + 1 && into[i] == from[i] + 2);
    MPI_Win_unlock(to, win);
    MPI_Barrier(MPI_COMM_WORLD);
    free(at);
    win_end(flavour, &win, memory);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) all_of_them(flavour);
    return check_end();
}
