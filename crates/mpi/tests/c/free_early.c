/* MPI_Comm_free while operations on the communicator are under way: they end as if it were still there, and a communicator
 * made meanwhile does not get their messages (MPI 5.0, 7.4.3). */
#include "start.h"
#define LONG 50000

int main(void) {
    begin();
    static int sum[LONG], mine[LONG], other;
    for (int round = 0; round < 20; round++) {
        MPI_Comm first, second;
        MPI_Request reduction, receive;
        int late = -1, next = (rank + 1) % size, last = (rank + size - 1) % size;
        for (int i = 0; i < LONG; i++) mine[i] = rank + i + round;
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &first));
        OK(MPI_Irecv(&late, 1, MPI_INT, last, 0, first, &receive));
        OK(MPI_Iallreduce(mine, sum, LONG, MPI_INT, MPI_SUM, first, &reduction));
        int out = 1000 + rank;
        MPI_Request send;
        if (round % 2) OK(MPI_Issend(&out, 1, MPI_INT, next, 0, first, &send));
        MPI_Comm early = first;
        if (round % 2) {
            OK(MPI_Comm_free(&first));
            CHECK(first == MPI_COMM_NULL);
        }
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &second));
        other = 10 * rank;
        int in = -1, total = 0;
        OK(MPI_Allreduce(&other, &total, 1, MPI_INT, MPI_SUM, second));
        CHECK(total == 10 * size * (size - 1) / 2);
        OK(MPI_Sendrecv(&other, 1, MPI_INT, next, 0, &in, 1, MPI_INT, last, 0, second, MPI_STATUS_IGNORE));
        CHECK(in == 10 * last);
        OK(MPI_Wait(&reduction, MPI_STATUS_IGNORE));
        for (int i = 0; i < LONG; i += 997) CHECK(sum[i] == size * (i + round) + size * (size - 1) / 2);
        if (round % 2) {
            OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
        } else {
            OK(MPI_Send(&out, 1, MPI_INT, next, 0, early));
            OK(MPI_Comm_free(&first));
        }
        OK(MPI_Wait(&receive, MPI_STATUS_IGNORE));
        CHECK(late == 1000 + last);
        OK(MPI_Comm_free(&second));
    }
    /* Contexts do come back: more communicators than there are, one after the other. */
    for (int i = 0; i < 300; i++) {
        MPI_Comm c;
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &c));
        OK(MPI_Comm_free(&c));
    }
    return end();
}
