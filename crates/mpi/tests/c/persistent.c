/* Persistent requests are bound when they are made: datatype and communicator may be freed after that, and what the request
 * needs of them lives on (MPI 5.0, 3.9). ranks: 1 2 4 */
#include "start.h"
#define ROWS 40

static int heard;
static void hear(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    int class;
    OK(MPI_Error_class(*code, &class));
    CHECK(class == MPI_ERR_TRUNCATE);
    heard++;
}

/* Every second int of a row, from behind to front over all rows: a type with holes. */
static MPI_Datatype column(void) {
    MPI_Datatype type;
    OK(MPI_Type_vector(ROWS, 1, 2, MPI_INT, &type));
    OK(MPI_Type_commit(&type));
    return type;
}

int main(void) {
    begin();
    /* Ranks count the other way round there, so that a status has to be translated. */
    MPI_Comm turned, later;
    MPI_Errhandler handler;
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &turned));
    OK(MPI_Comm_create_errhandler(hear, &handler));
    OK(MPI_Comm_set_errhandler(turned, handler));
    OK(MPI_Errhandler_free(&handler));
    int me, out[2 * ROWS], in[2 * ROWS], one = 0, got = -1, cut = 7, whole[2] = {8, 9};
    OK(MPI_Comm_rank(turned, &me));
    CHECK(me == size - 1 - rank);
    int next = (me + 1) % size, last = (me + size - 1) % size, before = (rank + size - 1) % size, after = (rank + 1) % size;

    enum { STANDARD, SYNCHRONOUS, BUFFERED, NO_PEER, SENDS, HOLES = SENDS, SHORT, NOTHING, ALL };
    MPI_Request r[ALL], first;
    MPI_Status s[ALL];
    MPI_Datatype holes = column();
    static char room[4000];
    OK(MPI_Buffer_attach(room, sizeof room));
    OK(MPI_Send_init(out, 1, holes, next, 0, turned, &r[STANDARD]));
    OK(MPI_Ssend_init(&one, 1, MPI_INT, next, 1, turned, &r[SYNCHRONOUS]));
    OK(MPI_Bsend_init(out, 1, holes, next, 2, turned, &r[BUFFERED]));
    OK(MPI_Send_init(&one, 1, MPI_INT, MPI_PROC_NULL, 3, turned, &r[NO_PEER]));
    OK(MPI_Recv_init(in, 1, holes, last, 0, turned, &r[HOLES]));
    OK(MPI_Recv_init(&got, 1, MPI_INT, MPI_ANY_SOURCE, 1, turned, &r[SHORT]));
    OK(MPI_Recv_init(&got, 1, MPI_INT, MPI_PROC_NULL, 2, turned, &r[NOTHING]));
    MPI_Request buffered, cutting, sending;
    int again[2 * ROWS];
    OK(MPI_Recv_init(again, 1, holes, last, 2, turned, &buffered));
    OK(MPI_Recv_init(&cut, 1, MPI_INT, last, 4, turned, &cutting));
    OK(MPI_Send_init(whole, 2, MPI_INT, next, 4, turned, &sending));
    OK(MPI_Type_free(&holes));
    OK(MPI_Comm_free(&turned));
    CHECK(holes == MPI_DATATYPE_NULL && turned == MPI_COMM_NULL);

    for (int round = 0; round < 20; round++) {
        /* New communicators do not get what is sent on the freed one, nor the other way round. */
        OK(MPI_Comm_dup(MPI_COMM_WORLD, &later));
        int stray = 1000 + rank, strayed = -1;
        OK(MPI_Irecv(&strayed, 1, MPI_INT, MPI_ANY_SOURCE, 1, later, &first));
        for (int i = 0; i < 2 * ROWS; i++) {
            out[i] = rank * 10000 + round * 100 + i;
            in[i] = again[i] = -1;
        }
        one = rank * 100 + round;
        OK(MPI_Startall(ALL, r));
        OK(MPI_Start(&buffered));
        OK(MPI_Send(&stray, 1, MPI_INT, after, 1, later));
        OK(MPI_Waitall(ALL, r, s));
        OK(MPI_Wait(&buffered, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&first, MPI_STATUS_IGNORE));
        /* `last` of the turned ranks is `after` of the world's. */
        CHECK(strayed == 1000 + before && got == after * 100 + round);
        CHECK(s[HOLES].MPI_SOURCE == last && s[SHORT].MPI_SOURCE == last && s[NOTHING].MPI_SOURCE == MPI_PROC_NULL);
        for (int i = 0; i < 2 * ROWS; i++) {
            int sent = i % 2 == 0 ? after * 10000 + round * 100 + i : -1;
            CHECK(in[i] == sent && again[i] == sent);
        }
        OK(MPI_Comm_free(&later));
    }
    /* A ready send, started once the receive is posted; to this rank itself, which knows that. */
    MPI_Request ready[2];
    int given = 0, taken = -1;
    OK(MPI_Recv_init(&taken, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &ready[0]));
    OK(MPI_Rsend_init(&given, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &ready[1]));
    for (given = 0; given < 5; given++) {
        OK(MPI_Startall(2, ready));
        OK(MPI_Waitall(2, ready, MPI_STATUSES_IGNORE));
        CHECK(taken == given);
    }
    for (int i = 0; i < 2; i++) OK(MPI_Request_free(&ready[i]));
    /* The freed communicator's error handler hears of what goes wrong on it. */
    OK(MPI_Start(&cutting));
    OK(MPI_Start(&sending));
    CHECK(MPI_Wait(&cutting, MPI_STATUS_IGNORE) == MPI_ERR_TRUNCATE);
    OK(MPI_Wait(&sending, MPI_STATUS_IGNORE));
    CHECK(heard == 1 && cut == 8);
    for (int i = 0; i < ALL; i++) OK(MPI_Request_free(&r[i]));
    OK(MPI_Request_free(&buffered));
    OK(MPI_Request_free(&cutting));
    OK(MPI_Request_free(&sending));
    void *back;
    int bytes;
    OK(MPI_Buffer_detach(&back, &bytes));
    return end();
}
