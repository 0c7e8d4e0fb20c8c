/* Probe, Iprobe, Mprobe, Improbe, Mrecv, Imrecv (MPI 5.0, 3.8). */
#include "start.h"

int main(void) {
    begin();
    int next = (rank + 1) % size, last = (rank + size - 1) % size, count, flag;
    MPI_Status status;
    MPI_Message message;
    MPI_Request request, sends[4];
    double out[300], in[300];
    for (int i = 0; i < 300; i++) out[i] = rank + i;
    for (int n = 3; n <= 300; n *= 10) {
        for (int k = 0; k < 4; k++) OK(MPI_Isend(out, n, MPI_DOUBLE, next, 10 + k, MPI_COMM_WORLD, &sends[k]));
        OK(MPI_Probe(MPI_ANY_SOURCE, 11, MPI_COMM_WORLD, &status));
        OK(MPI_Get_count(&status, MPI_DOUBLE, &count));
        CHECK(count == n && status.MPI_SOURCE == last && status.MPI_TAG == 11);
        OK(MPI_Recv(in, count, MPI_DOUBLE, status.MPI_SOURCE, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(in[n - 1] == last + n - 1);

        do OK(MPI_Iprobe(last, 13, MPI_COMM_WORLD, &flag, &status));
        while (!flag);
        OK(MPI_Get_elements(&status, MPI_DOUBLE, &count));
        CHECK(count == n);
        OK(MPI_Iprobe(last, 12345, MPI_COMM_WORLD, &flag, &status));
        CHECK(!flag);

        /* No other receive matches a message that was taken. */
        OK(MPI_Mprobe(last, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
        CHECK(status.MPI_TAG == 10 && message != MPI_MESSAGE_NULL);
        OK(MPI_Recv(in, n, MPI_DOUBLE, last, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        CHECK(status.MPI_TAG == 12);
        in[0] = -1;
        OK(MPI_Mrecv(in, n, MPI_DOUBLE, &message, &status));
        CHECK(message == MPI_MESSAGE_NULL && status.MPI_TAG == 10 && in[0] == last);

        do OK(MPI_Improbe(MPI_ANY_SOURCE, 13, MPI_COMM_WORLD, &flag, &message, &status));
        while (!flag);
        in[0] = -1;
        OK(MPI_Imrecv(in, n, MPI_DOUBLE, &message, &request));
        OK(MPI_Wait(&request, &status));
        CHECK(status.MPI_TAG == 13 && status.MPI_SOURCE == last && in[0] == last);
        OK(MPI_Waitall(4, sends, MPI_STATUSES_IGNORE));
    }
    OK(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status));
    CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    OK(MPI_Mrecv(in, 1, MPI_DOUBLE, &message, &status));
    CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
    return end();
}
