/* Matching in MPI order: no overtaking, wildcards, probes, truncation, cancel. ranks: 2 4 */
#include "check.h"

enum { MESSAGES = 400 };

/* Messages of one sender and tag are received in the order sent, whatever their sizes. */
static void order(void) {
    static int big[40000];
    if (check_rank == 0) {
        int *next = calloc((size_t)check_size, sizeof *next);
        for (int i = 0; i < MESSAGES * (check_size - 1); i++) {
            MPI_Status status;
            int got;
            MPI_Recv(big, 40000, MPI_INT, MPI_ANY_SOURCE, i % 2 ? MPI_ANY_TAG : 7, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &got);
            CHECK(status.MPI_TAG == 7 && status.MPI_SOURCE > 0);
            CHECK(big[0] == next[status.MPI_SOURCE]++);
            CHECK(got == 1 + (big[0] % 50 == 49 ? 39999 : big[0] % 7) && big[got - 1] == big[0]);
        }
        free(next);
    } else {
        for (int i = 0; i < MESSAGES; i++) {
            int count = 1 + (i % 50 == 49 ? 39999 : i % 7);
            for (int k = 0; k < count; k++) big[k] = i;
            MPI_Send(big, count, MPI_INT, 0, 7, MPI_COMM_WORLD);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Receives are matched in the order posted: a wildcard posted first takes the first message. */
static void posted_order(void) {
    if (check_rank == 0) {
        int a = -1, b = -1, c = -1;
        MPI_Request r[3];
        MPI_Status s[3];
        MPI_Irecv(&a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[0]);
        MPI_Irecv(&b, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &r[1]);
        MPI_Irecv(&c, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &r[2]);
        MPI_Ssend(&a, 0, MPI_INT, 1, 9, MPI_COMM_WORLD); /* go */
        MPI_Waitall(3, r, s);
        CHECK(a == 21 && s[0].MPI_TAG == 2);
        CHECK(b == 22 && s[1].MPI_TAG == 2);
        CHECK(c == 11 && s[2].MPI_TAG == 1);
    } else if (check_rank == 1) {
        int values[3] = {21, 11, 22}, tags[3] = {2, 1, 2};
        MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 3; i++) MPI_Send(&values[i], 1, MPI_INT, 0, tags[i], MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void probes(void) {
    if (check_rank == 1) {
        double x[3] = {1.5, 2.5, 3.5};
        MPI_Send(x, 3, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
        MPI_Send(x, 2, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD);
    } else if (check_rank == 0) {
        MPI_Status status;
        MPI_Message message;
        int count, flag = 0;
        double x[3] = {0};
        MPI_Mprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        CHECK(count == 3 && status.MPI_SOURCE == 1);
        /* The first is taken out of matching: the probe sees the second. */
        MPI_Probe(1, 5, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        CHECK(count == 2);
        MPI_Recv(x, 3, MPI_DOUBLE, 1, 5, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_DOUBLE, &count);
        CHECK(count == 2 && x[1] == 2.5);
        MPI_Mrecv(x, 3, MPI_DOUBLE, &message, &status);
        CHECK(message == MPI_MESSAGE_NULL && x[2] == 3.5);
        MPI_Iprobe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
        MPI_Improbe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &flag, &message, &status);
        CHECK(flag && message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
        MPI_Mrecv(x, 3, MPI_DOUBLE, &message, &status);
        CHECK(message == MPI_MESSAGE_NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A message longer than the buffer is an error of the receive, and spoils nothing behind the buffer. */
static void truncation(void) {
    static unsigned char bytes[100000];
    int lengths[3] = {20, 5000, 100000};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; i++) {
        if (check_rank == 1) {
            check_fill(bytes, (size_t)lengths[i], 3);
            MPI_Send(bytes, lengths[i], MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        } else if (check_rank == 0) {
            int class;
            memset(bytes, 0x55, sizeof bytes);
            int code = MPI_Recv(bytes, 10, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Error_class(code, &class);
            CHECK(class == MPI_ERR_TRUNCATE);
            for (int k = 10; k < 200; k++) CHECK(bytes[k] == 0x55);
        }
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void cancel_and_null(void) {
    int x = 5, flag;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && request == MPI_REQUEST_NULL);
    MPI_Recv(&x, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
    CHECK(x == 5 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Send(&x, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
    /* To oneself, in both orders. */
    int y = 0;
    MPI_Irecv(&y, 1, MPI_INT, check_rank, 4, MPI_COMM_WORLD, &request);
    MPI_Send(&x, 1, MPI_INT, check_rank, 4, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(y == 5);
    MPI_Request out;
    int z = 6;
    MPI_Isend(&z, 1, MPI_INT, check_rank, 4, MPI_COMM_WORLD, &out);
    MPI_Recv(&y, 1, MPI_INT, check_rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&out, MPI_STATUS_IGNORE);
    CHECK(y == 6);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The same tag in two communicators is two different things. */
static void contexts(void) {
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (check_rank == 1) {
        int a = 1, b = 2;
        MPI_Send(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&b, 1, MPI_INT, 0, 0, other);
    } else if (check_rank == 0) {
        int a = 0, b = 0;
        MPI_Recv(&b, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, other, MPI_STATUS_IGNORE);
        MPI_Recv(&a, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(a == 1 && b == 2);
    }
    /* A rank that went on to the next part could be taken for rank 1 by MPI_ANY_SOURCE. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_free(&other);
    CHECK(other == MPI_COMM_NULL);
}

static void persistent(void) {
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size, in = -1, out = 0;
    MPI_Request r[2];
    MPI_Recv_init(&in, 1, MPI_INT, from, 6, MPI_COMM_WORLD, &r[0]);
    MPI_Send_init(&out, 1, MPI_INT, to, 6, MPI_COMM_WORLD, &r[1]);
    for (int i = 0; i < 50; i++) {
        out = 100 * i + check_rank;
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        CHECK(in == 100 * i + from && r[0] != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
    CHECK(r[0] == MPI_REQUEST_NULL);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    order();
    posted_order();
    probes();
    truncation();
    cancel_and_null();
    contexts();
    persistent();
    return check_end();
}
