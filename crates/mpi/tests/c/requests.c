/* The wait and test families, persistent requests, cancelling, looking without ending (MPI 5.0, 3.7 to 3.9). */
#include "start.h"
#define N 8

int main(void) {
    begin();
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    int in[N], out[N], index, flag, count, indices[N];
    MPI_Request r[2 * N], one;
    MPI_Status s[2 * N], status;

    /* Nothing to wait for. */
    for (int i = 0; i < N; i++) r[i] = MPI_REQUEST_NULL;
    OK(MPI_Waitany(N, r, &index, &status));
    CHECK(index == MPI_UNDEFINED && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    OK(MPI_Waitsome(N, r, &count, indices, s));
    CHECK(count == MPI_UNDEFINED);
    OK(MPI_Testall(N, r, &flag, MPI_STATUSES_IGNORE));
    CHECK(flag);
    OK(MPI_Testany(N, r, &index, &flag, &status));
    CHECK(flag && index == MPI_UNDEFINED);
    one = MPI_REQUEST_NULL;
    OK(MPI_Wait(&one, &status));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == 0);

    /* Receives with falling tags complete as their messages come. */
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < N; i++) {
            out[i] = rank * 100 + i;
            in[i] = -1;
            OK(MPI_Irecv(&in[i], 1, MPI_INT, last, i, MPI_COMM_WORLD, &r[i]));
        }
        OK(MPI_Sendrecv(NULL, 0, MPI_BYTE, last, 99, NULL, 0, MPI_BYTE, next, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int i = N - 1; i >= 0; i--) OK(MPI_Send(&out[i], 1, MPI_INT, next, i, MPI_COMM_WORLD));
        int left = N;
        while (left > 0) {
            switch (round) {
            case 0:
                OK(MPI_Waitany(N, r, &index, &status));
                CHECK(status.MPI_TAG == index && status.MPI_SOURCE == last);
                left--;
                break;
            case 1:
                OK(MPI_Waitsome(N, r, &count, indices, s));
                CHECK(count > 0);
                for (int i = 0; i < count; i++) CHECK(s[i].MPI_TAG == indices[i]);
                left -= count;
                break;
            case 2:
                OK(MPI_Testsome(N, r, &count, indices, s));
                left -= count;
                break;
            case 3:
                OK(MPI_Request_get_status_all(N, r, &flag, MPI_STATUSES_IGNORE));
                int other;
                OK(MPI_Testall(N, r, &other, s));
                CHECK(other || !flag);
                if (other) left = 0;
                break;
            }
        }
        for (int i = 0; i < N; i++) CHECK(in[i] == last * 100 + i && r[i] == MPI_REQUEST_NULL);
    }

    /* Persistent requests, of every send mode. */
    int value = 0, got = 0;
    OK(MPI_Recv_init(&got, 1, MPI_INT, last, 20, MPI_COMM_WORLD, &r[0]));
    OK(MPI_Send_init(&value, 1, MPI_INT, next, 20, MPI_COMM_WORLD, &r[1]));
    OK(MPI_Wait(&r[0], &status));
    CHECK(r[0] != MPI_REQUEST_NULL && status.MPI_TAG == MPI_ANY_TAG);
    for (int i = 0; i < 10; i++) {
        value = rank + i;
        OK(MPI_Startall(2, r));
        OK(MPI_Waitall(2, r, s));
        CHECK(got == last + i && s[0].MPI_SOURCE == last && r[0] != MPI_REQUEST_NULL);
    }
    OK(MPI_Request_free(&r[0]));
    OK(MPI_Request_free(&r[1]));
    CHECK(r[0] == MPI_REQUEST_NULL);

    /* A receive without a message is cancelled; a matched receive is not. */
    OK(MPI_Irecv(&got, 1, MPI_INT, last, 21, MPI_COMM_WORLD, &one));
    OK(MPI_Request_get_status(one, &flag, &status));
    CHECK(!flag);
    OK(MPI_Cancel(&one));
    OK(MPI_Wait(&one, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(flag);
    OK(MPI_Isend(&value, 1, MPI_INT, next, 22, MPI_COMM_WORLD, &r[0]));
    OK(MPI_Irecv(&got, 1, MPI_INT, last, 22, MPI_COMM_WORLD, &one));
    do OK(MPI_Request_get_status(one, &flag, &status));
    while (!flag);
    CHECK(status.MPI_TAG == 22 && one != MPI_REQUEST_NULL);
    OK(MPI_Cancel(&one));
    OK(MPI_Wait(&one, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    CHECK(!flag && got == last + 9);
    OK(MPI_Wait(&r[0], MPI_STATUS_IGNORE));

    /* An error in one of several: MPI_ERR_IN_STATUS. */
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    int two[2] = {rank, rank};
    OK(MPI_Irecv(&got, 1, MPI_INT, last, 30, MPI_COMM_WORLD, &r[0]));
    OK(MPI_Irecv(in, 2, MPI_INT, last, 31, MPI_COMM_WORLD, &r[1]));
    OK(MPI_Isend(two, 2, MPI_INT, next, 30, MPI_COMM_WORLD, &r[2]));
    OK(MPI_Isend(two, 2, MPI_INT, next, 31, MPI_COMM_WORLD, &r[3]));
    CHECK(MPI_Waitall(4, r, s) == MPI_ERR_IN_STATUS);
    CHECK(s[0].MPI_ERROR == MPI_ERR_TRUNCATE && s[1].MPI_ERROR == MPI_SUCCESS && in[1] == last);
    return end();
}
