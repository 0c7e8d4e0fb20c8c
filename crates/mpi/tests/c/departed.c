/* Rank 0 finalises while the others go on. What only rank 0 could receive or send fails; what it sent before arrives;
 * what another rank can end does not fail. ranks: 2 3 4 */
#include "check.h"
#define LONG (1 << 20)

static char *bytes;

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

#define GONE(call) CHECK(class_of(call) == MPI_ERR_PROC_ABORTED)

/* What the error handler of a communicator hears. */
static int heard;
static void hear(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    heard = *code;
}

static void blocking(void) {
    int i, code = MPI_SUCCESS;
    for (i = 0; i < 1000000 && code == MPI_SUCCESS; i++) code = MPI_Send(bytes, 8, MPI_BYTE, 0, 9, MPI_COMM_WORLD);
    GONE(code);
    GONE(MPI_Ssend(bytes, 4, MPI_BYTE, 0, 9, MPI_COMM_WORLD));
    GONE(MPI_Ssend(bytes, 0, MPI_BYTE, 0, 9, MPI_COMM_WORLD));
    GONE(MPI_Send(bytes, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD));
    GONE(MPI_Recv(bytes, 4, MPI_BYTE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    GONE(MPI_Probe(0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    MPI_Message message;
    GONE(MPI_Mprobe(0, 9, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    int found = 0;
    do code = MPI_Iprobe(0, 9, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    while (code == MPI_SUCCESS && !found);
    GONE(code);
    do code = MPI_Improbe(0, 9, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
    while (code == MPI_SUCCESS && !found);
    GONE(code);
    GONE(MPI_Sendrecv(bytes, 1, MPI_BYTE, check_rank, 1, bytes + 8, 1, MPI_BYTE, 0, 1, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE));
    CHECK(MPI_Recv(bytes, 1, MPI_BYTE, check_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    MPI_Datatype holes;
    MPI_Type_vector(LONG / 8, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    GONE(MPI_Send(bytes, 1, holes, 0, 9, MPI_COMM_WORLD));
    GONE(MPI_Recv(bytes, 1, holes, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    MPI_Type_free(&holes);
}

static void requests(void) {
    MPI_Request r[3];
    MPI_Status s[3];
    int index, flag, indices[3];
    MPI_Isend(bytes, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r);
    GONE(MPI_Wait(r, MPI_STATUS_IGNORE));
    CHECK(r[0] == MPI_REQUEST_NULL);
    MPI_Issend(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r);
    MPI_Irecv(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r + 1);
    MPI_Irecv(bytes + 1, 1, MPI_BYTE, check_rank, 3, MPI_COMM_WORLD, r + 2);
    MPI_Send(bytes + 2, 1, MPI_BYTE, check_rank, 3, MPI_COMM_WORLD);
    CHECK(class_of(MPI_Waitall(3, r, s)) == MPI_ERR_IN_STATUS);
    CHECK(class_of(s[0].MPI_ERROR) == MPI_ERR_PROC_ABORTED && class_of(s[1].MPI_ERROR) == MPI_ERR_PROC_ABORTED);
    CHECK(s[2].MPI_ERROR == MPI_SUCCESS);
    MPI_Irecv(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r);
    MPI_Irecv(bytes + 1, 1, MPI_BYTE, 0, 10, MPI_COMM_WORLD, r + 1);
    GONE(MPI_Waitany(2, r, &index, MPI_STATUS_IGNORE));
    CHECK(index == 0 && r[0] == MPI_REQUEST_NULL && r[1] != MPI_REQUEST_NULL);
    CHECK(class_of(MPI_Waitsome(2, r, &index, indices, s)) == MPI_ERR_IN_STATUS && index == 1 && indices[0] == 1);
    int code = MPI_SUCCESS;
    for (int i = 0; i < 2; i++) MPI_Irecv(bytes + i, 1, MPI_BYTE, 0, 9 + i, MPI_COMM_WORLD, r + i);
    do code = MPI_Testany(2, r, &index, &flag, MPI_STATUS_IGNORE);
    while (code == MPI_SUCCESS && !flag);
    GONE(code);
    CHECK(index == 0 && r[0] == MPI_REQUEST_NULL && r[1] != MPI_REQUEST_NULL);
    do code = MPI_Testsome(2, r, &index, indices, s);
    while (code == MPI_SUCCESS && index == 0);
    CHECK(class_of(code) == MPI_ERR_IN_STATUS && index == 1 && indices[0] == 1);
    MPI_Issend(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r);
    MPI_Irecv(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r + 1);
    MPI_Irecv(bytes + 1, 1, MPI_BYTE, check_rank, 3, MPI_COMM_WORLD, r + 2);
    for (int i = 0; i < 1000; i++) CHECK(MPI_Testall(3, r, &flag, s) == MPI_SUCCESS && !flag);
    MPI_Send(bytes + 2, 1, MPI_BYTE, check_rank, 3, MPI_COMM_WORLD);
    do code = MPI_Testall(3, r, &flag, s);
    while (code == MPI_SUCCESS && !flag);
    CHECK(class_of(code) == MPI_ERR_IN_STATUS && s[2].MPI_ERROR == MPI_SUCCESS);
    CHECK(class_of(s[0].MPI_ERROR) == MPI_ERR_PROC_ABORTED && class_of(s[1].MPI_ERROR) == MPI_ERR_PROC_ABORTED);
    MPI_Request persistent;
    MPI_Recv_init(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, &persistent);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&persistent);
        GONE(MPI_Wait(&persistent, MPI_STATUS_IGNORE));
        CHECK(persistent != MPI_REQUEST_NULL);
    }
    MPI_Request_free(&persistent);
    /* Another rank can end these. */
    MPI_Irecv(bytes, 1, MPI_BYTE, 0, 9, MPI_COMM_WORLD, r);
    MPI_Irecv(bytes + 1, 1, MPI_BYTE, check_rank, 3, MPI_COMM_WORLD, r + 1);
    MPI_Irecv(bytes + 2, 1, MPI_BYTE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, r + 2);
    MPI_Send(bytes + 2, 1, MPI_BYTE, check_rank, 3, MPI_COMM_WORLD);
    CHECK(MPI_Waitany(3, r, &index, MPI_STATUS_IGNORE) == MPI_SUCCESS && index == 1);
    MPI_Send(bytes + 2, 1, MPI_BYTE, check_rank, 4, MPI_COMM_WORLD);
    CHECK(MPI_Wait(r + 2, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    /* A receive that nothing matches can be cancelled, as before. */
    MPI_Cancel(r);
    CHECK(MPI_Wait(r, s) == MPI_SUCCESS && MPI_Test_cancelled(s, &flag) == MPI_SUCCESS && flag);
}

/* Buffered sends are given up by what waits for them; those that are under way in the end keep no rank here. */
static void buffered(void) {
    int size;
    void *room;
    MPI_Buffer_attach(malloc(2 * LONG), 2 * LONG);
    CHECK(MPI_Bsend(bytes, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD) == MPI_SUCCESS);
    GONE(MPI_Buffer_flush());
    CHECK(MPI_Buffer_flush() == MPI_SUCCESS);
    CHECK(MPI_Bsend(bytes, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD) == MPI_SUCCESS);
    GONE(MPI_Buffer_detach(&room, &size));
    CHECK(size == 2 * LONG);
    MPI_Buffer_attach(room, size);
    CHECK(MPI_Bsend(bytes, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD) == MPI_SUCCESS);
    MPI_Request freed;
    MPI_Isend(bytes, LONG, MPI_BYTE, 0, 9, MPI_COMM_WORLD, &freed);
    MPI_Request_free(&freed);
}

int main(int argc, char **argv) {
    (void)check_end;
    check_start(&argc, &argv);
    MPI_Comm backwards;
    MPI_Errhandler handler;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &backwards);
    MPI_Comm_create_errhandler(hear, &handler);
    MPI_Comm_set_errhandler(backwards, handler);
    MPI_Errhandler_free(&handler);
    bytes = calloc(2, LONG);
    if (check_rank == 0) {
        /* Sent before it leaves: received whenever somebody asks. */
        for (int to = 1; to < check_size; to++)
            for (int i = 1; i <= 3; i++) MPI_Send(&i, 1, MPI_INT, to, 5, MPI_COMM_WORLD);
    } else {
        blocking();
        requests();
        buffered();
        /* The communicator's own handler hears of it. */
        int value;
        MPI_Recv(bytes, 1, MPI_BYTE, check_size - 1, 77, backwards, MPI_STATUS_IGNORE);
        CHECK(class_of(heard) == MPI_ERR_PROC_ABORTED);
        for (int i = 1; i <= 3; i++) {
            CHECK(MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS && value == i);
        }
        GONE(MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        GONE(MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        /* The others still reach each other. */
        if (check_size > 2) {
            int next = check_rank % (check_size - 1) + 1, before = (check_rank + check_size - 3) % (check_size - 1) + 1;
            CHECK(MPI_Sendrecv(&check_rank, 1, MPI_INT, next, 6, &value, 1, MPI_INT, before, 6, MPI_COMM_WORLD,
                               MPI_STATUS_IGNORE) == MPI_SUCCESS && value == before);
        }
    }
    MPI_Finalize();
    free(bytes);
    return check_wrong != 0;
}
