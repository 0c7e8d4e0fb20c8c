/* Every send mode, blocking and not, round a ring (MPI 5.0, 3.2 to 3.7); sizes from empty to beyond the pushed part. */
#include "start.h"

static const int sizes[] = {0, 1, 7, 8, 63, 64, 65, 1000, 4096, 16385, 70000, 1000000};

typedef int send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int isend_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void fill(unsigned char *p, int n, int seed) {
    for (int i = 0; i < n; i++) p[i] = (unsigned char)(i * 31 + seed * 7 + (i >> 8));
}

static void same(const unsigned char *p, int n, int seed) {
    for (int i = 0; i < n; i++) CHECK(p[i] == (unsigned char)(i * 31 + seed * 7 + (i >> 8)));
}

int main(void) {
    begin();
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    unsigned char *out = malloc(1000000), *in = malloc(1000000);
    isend_function *isend[] = {MPI_Isend, MPI_Issend, MPI_Irsend};
    send_function *send[] = {MPI_Send, MPI_Ssend, MPI_Rsend};
    MPI_Status status;
    int count;
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        for (int mode = 0; mode < 3; mode++) {
            MPI_Request requests[2];
            MPI_Status statuses[2];
            /* The receive is posted before anybody sends: ready sends need that. */
            fill(out, n, rank + mode);
            memset(in, 0, n);
            OK(MPI_Irecv(in, n, MPI_BYTE, last, mode, MPI_COMM_WORLD, &requests[0]));
            OK(MPI_Sendrecv(NULL, 0, MPI_BYTE, last, 99, NULL, 0, MPI_BYTE, next, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            OK(isend[mode](out, n, MPI_BYTE, next, mode, MPI_COMM_WORLD, &requests[1]));
            OK(MPI_Waitall(2, requests, statuses));
            CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
            CHECK(statuses[0].MPI_SOURCE == last && statuses[0].MPI_TAG == mode);
            OK(MPI_Get_count(&statuses[0], MPI_BYTE, &count));
            CHECK(count == n);
            same(in, n, last + mode);

            /* Blocking, even ranks first; one alone talks to itself by a posted receive. */
            memset(in, 0, n);
            if (size == 1) OK(MPI_Irecv(in, n, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]));
            if (size == 1 || rank % 2 == 0) OK(send[mode](out, n, MPI_BYTE, next, 40 + mode, MPI_COMM_WORLD));
            if (size == 1) OK(MPI_Wait(&requests[0], &status));
            else OK(MPI_Recv(in, n, MPI_BYTE, MPI_ANY_SOURCE, 40 + mode, MPI_COMM_WORLD, &status));
            if (size > 1 && rank % 2 == 1) OK(send[mode](out, n, MPI_BYTE, next, 40 + mode, MPI_COMM_WORLD));
            CHECK(status.MPI_SOURCE == last && status.MPI_TAG == 40 + mode);
            OK(MPI_Get_count(&status, MPI_BYTE, &count));
            CHECK(count == n);
            same(in, n, last + mode);
        }
    }
    /* MPI_PROC_NULL, and the replacing forms. */
    int value = rank;
    OK(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    OK(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Get_count(&status, MPI_INT, &count));
    CHECK(value == rank && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && count == 0);
    OK(MPI_Sendrecv_replace(&value, 1, MPI_INT, next, 5, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK(value == last);
    MPI_Request request;
    OK(MPI_Isendrecv_replace(&value, 1, MPI_INT, last, 6, next, 6, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, &status));
    CHECK(value == rank && status.MPI_SOURCE == next && status.MPI_TAG == 6);
    int from_last = -1;
    OK(MPI_Isendrecv(&rank, 1, MPI_INT, next, 8, &from_last, 1, MPI_INT, last, 8, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, &status));
    CHECK(from_last == last && status.MPI_SOURCE == last && status.MPI_TAG == 8);
    /* Messages of one sender are not overtaken. */
    for (int i = 0; i < 1000; i++) OK(MPI_Isend(&i, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &request)), OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    for (int i = 0; i < 1000; i++) {
        OK(MPI_Recv(&value, 1, MPI_INT, last, i % 2 ? 7 : MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(value == i);
    }
    free(out);
    free(in);
    return end();
}
