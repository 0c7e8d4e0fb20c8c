/* Very many non-blocking collectives are outstanding at once, on two communicators, and end in any order: their number
 * costs no more than its share of time. ranks: 1 2 3 4 */
#include "check.h"
#define N 4000

static int in[N], out[N][4];
static MPI_Request requests[N];

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm comm[2] = {MPI_COMM_WORLD};
    MPI_Comm_dup(MPI_COMM_WORLD, &comm[1]);
    for (int backwards = 0; backwards < 2; backwards++) {
        for (int i = 0; i < N; i++) {
            MPI_Comm c = comm[i / 7 % 2];
            in[i] = i + check_rank;
            memset(out[i], -1, sizeof out[i]);
            switch (i % 4) {
                case 0: MPI_Iallreduce(&in[i], out[i], 1, MPI_INT, MPI_SUM, c, &requests[i]); break;
                case 1: MPI_Ibarrier(c, &requests[i]); break;
                case 2:
                    if (check_rank == i % check_size) out[i][0] = i;
                    MPI_Ibcast(out[i], 1, MPI_INT, i % check_size, c, &requests[i]);
                    break;
                case 3: MPI_Iallgather(&in[i], 1, MPI_INT, out[i], 1, MPI_INT, c, &requests[i]); break;
            }
        }
        /* One rank waits for the newest first. */
        if (backwards && check_rank == 0) {
            for (int i = N; i-- > 0;) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        } else if (backwards) {
            for (int done = 0, some, which[64]; done < N; done += some) {
                MPI_Waitsome(N - done < 64 ? N - done : 64, requests + done, &some, which, MPI_STATUSES_IGNORE);
                /* Go on behind the requests that have ended. */
                for (some = 0; done + some < N && requests[done + some] == MPI_REQUEST_NULL;) some++;
            }
        } else {
            MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
        }
        for (int i = 0; i < N; i++) {
            if (i % 4 == 0) CHECK(out[i][0] == check_size * i + check_size * (check_size - 1) / 2);
            if (i % 4 == 2) CHECK(out[i][0] == i);
            if (i % 4 == 3) CHECK(out[i][check_size - 1] == i + check_size - 1);
        }
    }
    /* Broadcasts of one root, which does not wait for the others, so that later ones are heard of before earlier ones. */
    for (int round = 0; round < 40; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < 100; i++) {
            in[i] = check_rank == 0 ? round + i : -1;
            MPI_Ibcast(&in[i], 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Waitall(100, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 100; i++) CHECK(in[i] == round + i);
    }
    MPI_Comm_free(&comm[1]);
    return check_end();
}
