/* Rank 1 dies while rank 0 waits for it in every kind of call; rank 2 and further ranks go on. Run on 3 and 4 ranks. */
#include "survivors.h"
#include <signal.h>
#include <stdlib.h>

#define LONG (8 << 20)

#define FAILS(call) CHECK(class_of(call) == MPI_ERR_PROC_FAILED)

static char *bytes, word[8];

/* What rank 0 does. */
static void first(void) {
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request any, two[2];
    MPI_Status status;
    int index, flag, number;
    CHECK(MPI_Recv(word, 8, MPI_BYTE, 1, 6, world, &status) == MPI_SUCCESS);
    MPI_Irecv(word, 8, MPI_BYTE, MPI_ANY_SOURCE, 9, world, &any);
    MPI_Send(word, 8, MPI_BYTE, 1, 7, world);
    FAILS(MPI_Recv(word, 8, MPI_BYTE, 1, 8, world, &status));
    /* The head of this message has arrived; its bytes died with the sender. */
    FAILS(MPI_Recv(bytes, LONG, MPI_BYTE, 1, 5, world, &status));
    CHECK(class_of(MPI_Wait(&any, &status)) == MPI_ERR_PROC_FAILED_PENDING && any != MPI_REQUEST_NULL);
    FAILS(MPI_Send(word, 8, MPI_BYTE, 1, 1, world));
    FAILS(MPI_Ssend(bytes, LONG, MPI_BYTE, 1, 1, world));
    FAILS(MPI_Probe(1, 1, world, &status));
    FAILS(MPI_Recv(word, 8, MPI_BYTE, MPI_ANY_SOURCE, 3, world, &status));
    FAILS(MPI_Sendrecv(word, 8, MPI_BYTE, me, 4, bytes, 8, MPI_BYTE, MPI_ANY_SOURCE, 3, world, &status));
    CHECK(MPI_Recv(bytes, 8, MPI_BYTE, me, 4, world, &status) == MPI_SUCCESS);
    MPI_Group failed;
    MPI_Comm_get_failed(world, &failed);
    MPI_Group_size(failed, &number);
    CHECK(number == 1);
    MPI_Group_free(&failed);
    CHECK(MPI_Comm_ack_failed(world, 0, &number) == MPI_SUCCESS && number == 0);
    CHECK(class_of(MPI_Wait(&any, &status)) == MPI_ERR_PROC_FAILED_PENDING);
    CHECK(MPI_Comm_ack_failed(world, 7, &number) == MPI_SUCCESS && number == 1);
    MPIX_Comm_failure_get_acked(world, &failed);
    MPI_Group_size(failed, &number);
    CHECK(number == 1);
    MPI_Group_free(&failed);
    MPI_Test(&any, &flag, &status);
    CHECK(!flag);
    MPI_Send(word, 8, MPI_BYTE, 2, 10, world);
    CHECK(MPI_Wait(&any, &status) == MPI_SUCCESS && status.MPI_SOURCE == 2 && any == MPI_REQUEST_NULL);
    /* One of two requests fails, and the other one goes on. */
    MPI_Irecv(word, 8, MPI_BYTE, 2, 11, world, &two[0]);
    MPI_Irecv(bytes, 8, MPI_BYTE, 1, 11, world, &two[1]);
    FAILS(MPI_Waitany(2, two, &index, &status));
    CHECK(index == 1 && two[1] == MPI_REQUEST_NULL);
    MPI_Send(word, 8, MPI_BYTE, 2, 12, world);
    CHECK(MPI_Wait(&two[0], &status) == MPI_SUCCESS);
    MPI_Irecv(bytes, 8, MPI_BYTE, 1, 11, world, &two[1]);
    int code;
    do code = MPI_Test(&two[1], &flag, &status);
    while (code == MPI_SUCCESS && !flag);
    FAILS(code);
}

int main(int argc, char **argv) {
    int size, flag, number;
    MPI_Comm smaller, copy;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    bytes = calloc(LONG, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (me == 1) {
        MPI_Isend(bytes, LONG, MPI_BYTE, 0, 5, MPI_COMM_WORLD, &request);
        MPI_Send(word, 8, MPI_BYTE, 0, 6, MPI_COMM_WORLD);
        MPI_Recv(word, 8, MPI_BYTE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        raise(SIGKILL);
    }
    if (me == 0) first();
    if (me == 2) {
        MPI_Recv(word, 8, MPI_BYTE, 0, 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(word, 8, MPI_BYTE, 0, 9, MPI_COMM_WORLD);
        MPI_Recv(word, 8, MPI_BYTE, 0, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(word, 8, MPI_BYTE, 0, 11, MPI_COMM_WORLD);
    }
    flag = 1 << me;
    FAILS(MPI_Comm_agree(MPI_COMM_WORLD, &flag));
    CHECK(flag == 0);
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    flag = me ? 3 : 5;
    CHECK(MPI_Comm_iagree(MPI_COMM_WORLD, &flag, &request) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS && flag == 1);
    /* A call that waits ends when another rank revokes, and no operation begins any more. */
    if (me == 0) CHECK(MPI_Comm_revoke(copy) == MPI_SUCCESS);
    if (me != 0) CHECK(class_of(MPI_Recv(word, 8, MPI_BYTE, 0, 0, copy, MPI_STATUS_IGNORE)) == MPI_ERR_REVOKED);
    CHECK(class_of(MPI_Send(word, 8, MPI_BYTE, me, 0, copy)) == MPI_ERR_REVOKED);
    CHECK(class_of(MPI_Irecv(word, 8, MPI_BYTE, me, 0, copy, &request)) == MPI_ERR_REVOKED);
    CHECK(class_of(MPI_Barrier(copy)) == MPI_ERR_REVOKED);
    CHECK(class_of(MPI_Comm_dup(copy, &smaller)) == MPI_ERR_REVOKED);
    MPI_Comm_is_revoked(copy, &flag);
    CHECK(flag);
    MPI_Comm_is_revoked(MPI_COMM_WORLD, &flag);
    CHECK(!flag);
    flag = 6;
    FAILS(MPI_Comm_agree(copy, &flag)); /* Nobody has acknowledged the death in this communicator. */
    CHECK(flag == 6);
    CHECK(MPI_Comm_ishrink(copy, &smaller, &request) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Comm_size(smaller, &number);
    CHECK(number == size - 1);
    CHECK(MPI_Barrier(smaller) == MPI_SUCCESS);
    MPI_Comm_free(&smaller);
    MPI_Comm_free(&copy);
    free(bytes);
    MPI_Finalize();
    return 0;
}
