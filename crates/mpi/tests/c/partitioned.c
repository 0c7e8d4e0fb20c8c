/* Partitioned communication (MPI 5.0, chapter 4): partitions ready in any order and from several threads, other numbers of
 * partitions at the receiver, types with holes, requests that match in their order, long partitions, and errors.
 * ranks: 1 2 3 */
#include "check.h"
#include <time.h>
#include <pthread.h>

#define FINE(call) CHECK((call) == MPI_SUCCESS)
static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}
#define REFUSED(class, call) CHECK(class_of(call) == (class))

static MPI_Comm comm;
static int next, last;
static unsigned state = 7;
static int draw(int below) {
    state = state * 1664525u + 1013904223u;
    return (int)(state >> 8) % below;
}

/* A type of one int among `step` ints. */
static MPI_Datatype spaced(int step) {
    MPI_Datatype type;
    FINE(MPI_Type_create_resized(MPI_INT, 0, step * (MPI_Aint)sizeof(int), &type));
    FINE(MPI_Type_commit(&type));
    return type;
}

/* A ring: `out` partitions of the sender, `in` of the receiver, `items` ints in all; the buffers have holes or not. */
static void ring(int items, int out, int in, int sent_step, int got_step, int large) {
    int *send = calloc(items * sent_step, sizeof(int)), *got = calloc(items * got_step, sizeof(int));
    int order[64], flag;
    MPI_Datatype st = spaced(sent_step), rt = spaced(got_step);
    MPI_Request r[2];
    MPI_Status status;
    if (large) {
        FINE(MPI_Psend_init_c(send, out, items / out, st, next, 3, comm, MPI_INFO_NULL, &r[0]));
        FINE(MPI_Precv_init_c(got, in, items / in, rt, last, 3, comm, MPI_INFO_NULL, &r[1]));
    } else {
        FINE(MPI_Precv_init(got, in, items / in, rt, last, 3, comm, MPI_INFO_NULL, &r[1]));
        FINE(MPI_Psend_init(send, out, items / out, st, next, 3, comm, MPI_INFO_NULL, &r[0]));
    }
    FINE(MPI_Type_free(&st));
    FINE(MPI_Type_free(&rt));
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < items * got_step; i++) got[i] = -5;
        FINE(MPI_Startall(2, r));
        /* Nothing that a sender does before its partitions are ready may be seen. */
        FINE(MPI_Barrier(comm));
        FINE(MPI_Parrived(r[1], 0, &flag));
        CHECK(!flag || items == 0);
        FINE(MPI_Barrier(comm));
        for (int i = 0; i < items; i++) send[i * sent_step] = check_rank * 100000 + round * 1000 + i;
        for (int i = 0; i < out; i++) order[i] = i;
        for (int i = out - 1; i > 0; i--) {
            int with = draw(i + 1), other = order[i];
            order[i] = order[with], order[with] = other;
        }
        if (round == 0) FINE(MPI_Pready_range(0, out - 1, r[0]));
        if (round == 1) FINE(MPI_Pready_list(out, order, r[0]));
        for (int i = 0; i < out && round > 1; i++) FINE(MPI_Pready(order[i], r[0]));
        for (int p = 0; p < in && round > 1; p++) {
            do FINE(MPI_Parrived(r[1], p, &flag));
            while (!flag);
            for (int i = p * (items / in); i < (p + 1) * (items / in); i++)
                CHECK(got[i * got_step] == last * 100000 + round * 1000 + i);
        }
        FINE(MPI_Wait(&r[0], MPI_STATUS_IGNORE));
        int bytes = -1;
        if (round == 0) { /* The status is whole, and the buffer full, before the request is complete. */
            do FINE(MPI_Request_get_status(r[1], &flag, &status));
            while (!flag);
            FINE(MPI_Get_count(&status, MPI_INT, &bytes));
            CHECK(status.MPI_SOURCE == last && status.MPI_TAG == 3 && bytes == items);
            for (int i = 0; i < items; i++) CHECK(got[i * got_step] == last * 100000 + i);
        }
        FINE(MPI_Wait(&r[1], &status));
        bytes = -1;
        FINE(MPI_Get_count(&status, MPI_INT, &bytes));
        CHECK(status.MPI_SOURCE == last && status.MPI_TAG == 3 && bytes == items);
        for (int i = 0; i < items * got_step; i++)
            CHECK(got[i] == (i % got_step ? -5 : last * 100000 + round * 1000 + i / got_step));
        FINE(MPI_Parrived(r[1], 0, &flag)); /* inactive */
        CHECK(flag);
    }
    FINE(MPI_Request_free(&r[0]));
    FINE(MPI_Request_free(&r[1]));
    free(send);
    free(got);
}

/* Requests with one tag match in the order in which they are made, whatever the order of their starts; messages of the
 * program with that tag are others. A receive that is started before its sender exists is filled while its process waits
 * elsewhere. */
static void in_order(void) {
    enum { N = 5, LONG = 1 << 19 };
    static char out[N][LONG], in[N][LONG];
    int x = 40 + check_rank, y = -1;
    MPI_Request s[N], r[N], plain;
    FINE(MPI_Irecv(&y, 1, MPI_INT, last, 9, comm, &plain));
    for (int i = 0; i < N; i++) FINE(MPI_Precv_init(in[i], 2, LONG / 2, MPI_CHAR, last, 9, comm, MPI_INFO_NULL, &r[i]));
    FINE(MPI_Startall(N, r));
    FINE(MPI_Barrier(comm));
    for (int i = 0; i < N; i++) {
        memset(out[i], check_rank * N + i, LONG);
        FINE(MPI_Psend_init(out[i], 4, LONG / 4, MPI_CHAR, next, 9, comm, MPI_INFO_NULL, &s[i]));
    }
    for (int i = N - 1; i >= 0; i--) {
        FINE(MPI_Start(&s[i]));
        FINE(MPI_Pready_range(0, 3, s[i]));
    }
    FINE(MPI_Send(&x, 1, MPI_INT, next, 9, comm));
    if (check_rank == 0 && check_size > 1) FINE(MPI_Waitall(N, s, MPI_STATUSES_IGNORE));
    FINE(MPI_Barrier(comm));
    FINE(MPI_Waitall(N, r, MPI_STATUSES_IGNORE));
    FINE(MPI_Waitall(N, s, MPI_STATUSES_IGNORE));
    FINE(MPI_Wait(&plain, MPI_STATUS_IGNORE));
    CHECK(y == 40 + last);
    for (int i = 0; i < N; i++) {
        CHECK(in[i][0] == (char)(last * N + i) && memcmp(in[i], in[i] + 1, LONG - 1) == 0);
        FINE(MPI_Request_free(&s[i]));
        FINE(MPI_Request_free(&r[i]));
    }
}

enum { THREADS = 4, EACH = 16, LENGTH = 4096 };
static MPI_Request sending;
static char many[THREADS * EACH][LENGTH], filled[THREADS * EACH][LENGTH];
static void *hands_over(void *number) {
    for (int i = 0; i < EACH; i++) {
        int partition = i * THREADS + (int)(intptr_t)number;
        memset(many[partition], partition + 1, LENGTH);
        FINE(MPI_Pready(partition, sending));
    }
    return NULL;
}

static void from_threads(void) {
    MPI_Request r;
    FINE(MPI_Psend_init(many, THREADS * EACH, LENGTH, MPI_CHAR, next, 1, comm, MPI_INFO_NULL, &sending));
    FINE(MPI_Precv_init(filled, THREADS * EACH, LENGTH, MPI_CHAR, last, 1, comm, MPI_INFO_NULL, &r));
    for (int round = 0; round < 5; round++) {
        pthread_t thread[THREADS];
        memset(filled, 0, sizeof filled);
        FINE(MPI_Start(&r));
        FINE(MPI_Start(&sending));
        for (intptr_t i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, hands_over, (void *)i);
        FINE(MPI_Wait(&sending, MPI_STATUS_IGNORE));
        FINE(MPI_Wait(&r, MPI_STATUS_IGNORE));
        for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
        for (int i = 0; i < THREADS * EACH; i++) CHECK(filled[i][0] == i + 1 && filled[i][LENGTH - 1] == i + 1);
    }
    FINE(MPI_Request_free(&sending));
    FINE(MPI_Request_free(&r));
}

static void errors(void) {
    int x[4] = {1, 2, 3, 4}, y[4], flag = -1, list[2] = {0, 5};
    MPI_Request s, r, none = MPI_REQUEST_NULL, plain;
    MPI_Info I = MPI_INFO_NULL;
    MPI_Status status;
    REFUSED(MPI_ERR_ARG, MPI_Psend_init(x, -1, 1, MPI_INT, next, 0, comm, I, &s));
    REFUSED(MPI_ERR_COUNT, MPI_Psend_init(x, 2, -1, MPI_INT, next, 0, comm, I, &s));
    REFUSED(MPI_ERR_TYPE, MPI_Psend_init(x, 2, 1, MPI_DATATYPE_NULL, next, 0, comm, I, &s));
    REFUSED(MPI_ERR_RANK, MPI_Psend_init(x, 2, 1, MPI_INT, check_size, 0, comm, I, &s));
    REFUSED(MPI_ERR_TAG, MPI_Psend_init(x, 2, 1, MPI_INT, next, -2, comm, I, &s));
    REFUSED(MPI_ERR_COMM, MPI_Psend_init(x, 2, 1, MPI_INT, next, 0, MPI_COMM_NULL, I, &s));
    REFUSED(MPI_ERR_RANK, MPI_Precv_init(y, 2, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, I, &r));
    REFUSED(MPI_ERR_TAG, MPI_Precv_init(y, 2, 1, MPI_INT, last, MPI_ANY_TAG, comm, I, &r));
    REFUSED(MPI_ERR_ARG, MPI_Precv_init(y, 2, 1, MPI_INT, last, 0, comm, I, NULL));

    FINE(MPI_Psend_init(x, 2, 2, MPI_INT, next, 0, comm, I, &s));
    FINE(MPI_Precv_init(y, 1, 4, MPI_INT, last, 0, comm, I, &r));
    REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, s)); /* not started */
    FINE(MPI_Start(&s));
    FINE(MPI_Start(&r));
    REFUSED(MPI_ERR_REQUEST, MPI_Start(&s));
    REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, r));
    REFUSED(MPI_ERR_REQUEST, MPI_Parrived(s, 0, &flag));
    REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, MPI_REQUEST_NULL));
    REFUSED(MPI_ERR_ARG, MPI_Pready(2, s));
    REFUSED(MPI_ERR_ARG, MPI_Pready_range(1, 0, s));
    REFUSED(MPI_ERR_ARG, MPI_Pready_list(-1, list, s));
    REFUSED(MPI_ERR_ARG, MPI_Pready_list(1, NULL, s));
    REFUSED(MPI_ERR_ARG, MPI_Parrived(r, 1, &flag));
    REFUSED(MPI_ERR_ARG, MPI_Parrived(r, 0, NULL));
    REFUSED(MPI_ERR_ARG, MPI_Pready_list(2, list, s)); /* partition 0 is ready now */
    REFUSED(MPI_ERR_ARG, MPI_Pready(0, s));
    REFUSED(MPI_ERR_REQUEST, MPI_Cancel(&s));
    REFUSED(MPI_ERR_REQUEST, MPI_Request_free(&s));
    FINE(MPI_Test(&s, &flag, &status));
    CHECK(!flag);
    FINE(MPI_Pready(1, s));
    FINE(MPI_Wait(&s, &status));
    FINE(MPI_Wait(&r, MPI_STATUS_IGNORE));
    CHECK(y[0] == 1 && y[3] == 4);
    FINE(MPI_Request_get_status(r, &flag, &status));
    CHECK(flag);
    FINE(MPI_Request_free(&s));
    FINE(MPI_Request_free(&r));

    /* More is sent than the receiver takes. */
    FINE(MPI_Psend_init(x, 2, 2, MPI_INT, next, 0, comm, I, &s));
    FINE(MPI_Precv_init(y, 1, 3, MPI_INT, last, 0, comm, I, &r));
    FINE(MPI_Start(&r));
    FINE(MPI_Start(&s));
    FINE(MPI_Pready_range(0, 1, s));
    REFUSED(MPI_ERR_TRUNCATE, MPI_Wait(&r, &status));
    FINE(MPI_Wait(&s, MPI_STATUS_IGNORE));
    CHECK(y[2] == 3);
    FINE(MPI_Request_free(&s));
    FINE(MPI_Request_free(&r));

    /* No peer, no partition. */
    FINE(MPI_Psend_init(x, 2, 2, MPI_INT, MPI_PROC_NULL, 0, comm, I, &s));
    FINE(MPI_Precv_init(y, 2, 2, MPI_INT, MPI_PROC_NULL, 0, comm, I, &r));
    FINE(MPI_Start(&s));
    FINE(MPI_Start(&r));
    FINE(MPI_Pready(1, s));
    FINE(MPI_Parrived(r, 1, &flag));
    CHECK(flag);
    FINE(MPI_Wait(&s, MPI_STATUS_IGNORE));
    FINE(MPI_Wait(&r, &status));
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL);
    FINE(MPI_Request_free(&s));
    FINE(MPI_Request_free(&r));
    FINE(MPI_Psend_init(x, 0, 2, MPI_INT, next, 0, comm, I, &s));
    FINE(MPI_Precv_init(y, 3, 0, MPI_INT, last, 0, comm, I, &r));
    FINE(MPI_Start(&s));
    FINE(MPI_Start(&r));
    FINE(MPI_Wait(&s, MPI_STATUS_IGNORE));
    FINE(MPI_Wait(&r, MPI_STATUS_IGNORE));
    FINE(MPI_Request_free(&s));
    FINE(MPI_Request_free(&r));
    FINE(MPI_Parrived(none, 0, &flag));
    CHECK(flag);
    FINE(MPI_Irecv(y, 1, MPI_INT, last, 77, comm, &plain));
    REFUSED(MPI_ERR_REQUEST, MPI_Pready(0, plain));
    REFUSED(MPI_ERR_REQUEST, MPI_Parrived(plain, 0, &flag));
    FINE(MPI_Send(x, 1, MPI_INT, next, 77, comm));
    FINE(MPI_Wait(&plain, MPI_STATUS_IGNORE));
}

/* A freed request has had its sender's; requests that no sender matches end with MPI, freed or not. */
static void freed(void) {
    static char x = 1, y = 0, z = 0, never[3];
    MPI_Request s, r;
    FINE(MPI_Precv_init(&z, 1, 1, MPI_CHAR, last, 6, comm, MPI_INFO_NULL, &r));
    FINE(MPI_Request_free(&r));
    FINE(MPI_Psend_init(&x, 1, 1, MPI_CHAR, next, 6, comm, MPI_INFO_NULL, &s));
    FINE(MPI_Request_free(&s));
    FINE(MPI_Precv_init(&y, 1, 1, MPI_CHAR, last, 6, comm, MPI_INFO_NULL, &r));
    FINE(MPI_Psend_init(&x, 1, 1, MPI_CHAR, next, 6, comm, MPI_INFO_NULL, &s));
    FINE(MPI_Start(&r));
    FINE(MPI_Start(&s));
    FINE(MPI_Pready(0, s));
    FINE(MPI_Wait(&r, MPI_STATUS_IGNORE));
    FINE(MPI_Wait(&s, MPI_STATUS_IGNORE));
    CHECK(y == 1 && z == 0);
    FINE(MPI_Request_free(&s));
    FINE(MPI_Request_free(&r));
    for (int i = 0; i < 3; i++) {
        FINE(MPI_Precv_init(&never[i], 1, 1, MPI_CHAR, last, 60, comm, MPI_INFO_NULL, &r));
        if (i < 2) FINE(MPI_Request_free(&r));
    }
}

/* The messages of a sender that is ahead are not taken for those of the collective in which its receiver waits. */
static void beside_a_collective(void) {
    enum { MANY = 64 };
    static char x[MANY], y[MANY];
    MPI_Request list[MANY];
    MPI_Comm fresh;
    if (check_size < 2) return;
    FINE(MPI_Comm_dup(comm, &fresh));
    for (int i = 0; i < MANY && check_rank == 0; i++) {
        x[i] = (char)(i + 1);
        FINE(MPI_Psend_init(&x[i], 1, 1, MPI_CHAR, 1, i, fresh, MPI_INFO_NULL, &list[i]));
        FINE(MPI_Start(&list[i]));
        FINE(MPI_Pready(0, list[i]));
    }
    /* The others sleep meanwhile. */
    if (check_rank == 0) nanosleep(&(struct timespec){0, 100000000}, NULL);
    FINE(MPI_Barrier(fresh));
    for (int i = 0; i < MANY && check_rank == 1; i++) {
        FINE(MPI_Precv_init(&y[i], 1, 1, MPI_CHAR, 0, i, fresh, MPI_INFO_NULL, &list[i]));
        FINE(MPI_Start(&list[i]));
    }
    for (int i = 0; i < MANY && check_rank < 2; i++) {
        FINE(MPI_Wait(&list[i], MPI_STATUS_IGNORE));
        FINE(MPI_Request_free(&list[i]));
        if (check_rank == 1) CHECK(y[i] == i + 1);
    }
    FINE(MPI_Comm_free(&fresh));
}

int main(int argc, char **argv) {
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    /* The ranks count the other way round. */
    MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm, &check_rank);
    next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    state += (unsigned)check_rank;
    beside_a_collective();
    for (int large = 0; large < 2; large++) {
        ring(1, 1, 1, 1, 1, large);
        ring(48, 16, 3, 1, 1, large);
        ring(48, 3, 16, 2, 1, large);
        ring(48, 8, 12, 1, 3, large);
        ring(60, 10, 10, 2, 2, large);
    }
    in_order();
    from_threads();
    errors();
    freed();
    MPI_Comm_free(&comm);
    return check_end();
}
