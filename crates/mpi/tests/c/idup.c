/* MPI_Comm_idup: several at once, waited for in another order on each process (MPI 5.0, 7.4.2). */
#include "start.h"
#define N 6

int main(void) {
    begin();
    MPI_Comm parents[N], copies[N], fresh;
    MPI_Request requests[N];
    for (int i = 0; i < N; i++) OK(MPI_Comm_dup(MPI_COMM_WORLD, &parents[i]));
    for (int round = 0; round < 5; round++) {
        /* Started in one order here and in another there; two on the same communicator. */
        for (int i = 0; i < N; i++) {
            int k = (i + rank) % N;
            OK(MPI_Comm_idup(parents[k], &copies[k], &requests[k]));
        }
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &fresh));
        OK(MPI_Waitall(N, requests, MPI_STATUSES_IGNORE));
        for (int i = 0; i < N; i++) {
            int out = rank * 10 + i, in = -1, next = (rank + 1) % size, last = (rank + size - 1) % size, result;
            OK(MPI_Comm_compare(parents[i], copies[i], &result));
            CHECK(result == MPI_CONGRUENT);
            OK(MPI_Sendrecv(&out, 1, MPI_INT, next, 0, &in, 1, MPI_INT, last, 0, copies[i], MPI_STATUS_IGNORE));
            CHECK(in == last * 10 + i);
        }
        for (int i = 0; i < N; i++) OK(MPI_Comm_free(&copies[i]));
        OK(MPI_Comm_free(&fresh));
    }
    for (int i = 0; i < N; i++) OK(MPI_Comm_free(&parents[i]));
    return end();
}
