/* The counts of calls and their bytes, by MPI_T: every way to send, receive, and use windows and collectives counts what
 * the program has moved, once; MPI_PROC_NULL and cancelled receives do not count; threads lose no count. ranks: 1 2 3 */
#include "check.h"
#include <pthread.h>

enum { SEND, RECEIVE, COLLECTIVE, ONE_SIDED, KINDS, THREADS = 4, ROUNDS = 3000 };
static const char *const names[KINDS] = {"send", "receive", "collective", "one_sided"};
static MPI_T_pvar_session session;
static MPI_T_pvar_handle handles[KINDS][2];

static void watch(void) {
    int level, index, count;
    MPI_T_init_thread(MPI_THREAD_MULTIPLE, &level);
    MPI_T_pvar_session_create(&session);
    for (int kind = 0; kind < KINDS; kind++)
        for (int of = 0; of < 2; of++) {
            char name[64];
            snprintf(name, sizeof name, "clump_%s_%s", names[kind], of ? "bytes" : "calls");
            const int class = of ? MPI_T_PVAR_CLASS_AGGREGATE : MPI_T_PVAR_CLASS_COUNTER;
            CHECK(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS);
            CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &handles[kind][of], &count) == MPI_SUCCESS && count == 1);
        }
    CHECK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
}

/* Checks that the calls since the last check are so many of a kind, with so many bytes, and none of others. */
static void expect(const char *what, int kind, unsigned long long calls, unsigned long long bytes) {
    for (int k = 0; k < KINDS; k++) {
        unsigned long long is[2];
        for (int of = 0; of < 2; of++) MPI_T_pvar_readreset(session, handles[k][of], &is[of]);
        const int right = k == kind ? is[0] == calls && is[1] == bytes : is[0] == 0 && is[1] == 0;
        if (!right) fprintf(stderr, "%s: %s: %llu calls, %llu bytes\n", what, names[k], is[0], is[1]);
        CHECK(right);
    }
}
static void forget(void) { MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES); }

/* Each rank sends to itself, so that the sends and receives of a rank are equally many. */
static void expect_both(const char *what, unsigned long long calls, unsigned long long bytes) {
    unsigned long long is[2];
    for (int of = 0; of < 2; of++) {
        MPI_T_pvar_readreset(session, handles[RECEIVE][of], &is[of]);
        CHECK(is[of] == (of ? bytes : calls));
    }
    expect(what, SEND, calls, bytes);
}

static void messages(void) {
    static char out[100000], in[100000];
    const int me = check_rank;
    MPI_Request r[2], cancelled;
    MPI_Status status;
    MPI_Message message;
    MPI_Datatype column;
    MPI_Type_vector(10, 1, 2, MPI_INT, &column), MPI_Type_commit(&column);
    forget();
    MPI_Irecv(in, 100, MPI_BYTE, me, 1, MPI_COMM_WORLD, &r[0]), MPI_Ssend(out, 8, MPI_BYTE, me, 1, MPI_COMM_WORLD);
    MPI_Wait(&r[0], &status);
    expect_both("ssend", 1, 8);
    MPI_Isend(out, sizeof out, MPI_BYTE, me, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Irecv(in, sizeof in, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &r[0]);
    for (int over = 0; !over;) MPI_Testall(2, r, &over, MPI_STATUSES_IGNORE);
    expect_both("a long message", 1, sizeof out);
    MPI_Sendrecv(out, 1, column, me, 2, in, 40, MPI_BYTE, me, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect_both("sendrecv", 1, 40);
    MPI_Sendrecv_replace(out, 1, column, me, 2, me, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    expect_both("sendrecv_replace", 1, 40);
    MPI_Send(out, 3, MPI_INT, me, 3, MPI_COMM_WORLD), MPI_Mprobe(me, 3, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(in, 100, MPI_BYTE, &message, &status);
    expect_both("mrecv", 1, 12);
    MPI_Send(out, 0, MPI_INT, me, 3, MPI_COMM_WORLD), MPI_Recv(in, 0, MPI_INT, me, 3, MPI_COMM_WORLD, &status);
    expect_both("nothing", 1, 0);
    MPI_Send(out, 5, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
    MPI_Recv(in, 5, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(in, 5, MPI_INT, me, 4, MPI_COMM_WORLD, &cancelled);
    MPI_Cancel(&cancelled), MPI_Wait(&cancelled, &status);
    expect_both("no message", 0, 0);
    MPI_Send_init(out, 6, MPI_BYTE, me, 5, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(in, 6, MPI_BYTE, me, 5, MPI_COMM_WORLD, &r[1]);
    expect_both("requests made", 0, 0);
    for (int i = 0; i < 3; i++) MPI_Startall(2, r), MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    expect_both("persistent", 3, 18);
    MPI_Request_free(&r[0]), MPI_Request_free(&r[1]);
    MPI_Psend_init(out, 2, 10, MPI_BYTE, me, 6, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
    MPI_Precv_init(in, 2, 10, MPI_BYTE, me, 6, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
    MPI_Startall(2, r), MPI_Pready(0, r[0]), MPI_Pready(1, r[0]), MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    expect_both("partitioned", 1, 20);
    MPI_Request_free(&r[0]), MPI_Request_free(&r[1]), MPI_Type_free(&column);
}

static void collectives(void) {
    double in[3] = {0}, out[3];
    MPI_Request r;
    forget();
    MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    expect("allreduce", COLLECTIVE, 1, 24);
    MPI_Iallreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &r), MPI_Wait(&r, MPI_STATUS_IGNORE);
    expect("iallreduce", COLLECTIVE, 1, 24);
    MPI_Allreduce_init(in, out, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    expect("a request made", COLLECTIVE, 0, 0);
    for (int i = 0; i < 2; i++) MPI_Start(&r), MPI_Wait(&r, MPI_STATUS_IGNORE);
    expect("persistent", COLLECTIVE, 2, 48);
    MPI_Request_free(&r);
    MPI_Bcast(in, 2, MPI_DOUBLE, check_size - 1, MPI_COMM_WORLD);
    expect("bcast", COLLECTIVE, 1, check_rank == check_size - 1 ? 16 : 0);
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other), MPI_Comm_free(&other);
    expect("a communicator made", COLLECTIVE, 0, 0);
}

static void windows(void) {
    long *memory, value = 1, old;
    int column[4] = {0};
    MPI_Win win;
    MPI_Datatype every;
    MPI_Request r;
    MPI_Type_vector(2, 1, 2, MPI_INT, &every), MPI_Type_commit(&every);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    const int to = (check_rank + 1) % check_size;
    MPI_Win_lock_all(0, win);
    forget();
    MPI_Put(&value, 1, MPI_LONG, to, 0, 1, MPI_LONG, win), MPI_Get(&old, 1, MPI_LONG, to, 0, 1, MPI_LONG, win);
    expect("put and get", ONE_SIDED, 2, 16);
    MPI_Put(column, 1, every, to, 32, 1, every, win);
    MPI_Rput(column, 2, MPI_INT, to, 32, 1, every, win, &r), MPI_Wait(&r, MPI_STATUS_IGNORE);
    expect("with gaps", ONE_SIDED, 2, 16);
    MPI_Accumulate(&value, 1, MPI_LONG, to, 8, 1, MPI_LONG, MPI_SUM, win);
    MPI_Get_accumulate(column, 2, MPI_INT, column + 2, 2, MPI_INT, to, 32, 1, every, MPI_SUM, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, column, 2, MPI_INT, to, 32, 2, MPI_INT, MPI_NO_OP, win);
    expect("accumulate", ONE_SIDED, 3, 24);
    MPI_Fetch_and_op(&value, &old, MPI_LONG, to, 16, MPI_SUM, win);
    MPI_Fetch_and_op(&value, &old, MPI_LONG, to, 16, MPI_PROD, win);
    MPI_Compare_and_swap(&value, &old, &old, MPI_LONG, to, 24, win);
    MPI_Compare_and_swap(column, column, column + 1, MPI_INT, to, 24, win);
    expect("one element", ONE_SIDED, 4, 28);
    MPI_Put(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, win);
    MPI_Fetch_and_op(&value, &old, MPI_LONG, MPI_PROC_NULL, 16, MPI_SUM, win);
    expect("no process", ONE_SIDED, 0, 0);
    MPI_Win_unlock_all(win), MPI_Win_free(&win), MPI_Type_free(&every);
}

static void *thread(void *of) {
    const int tag = (int)(intptr_t)of;
    long value = 0;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Send(&value, 1, MPI_LONG, check_rank, tag, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_LONG, check_rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return NULL;
}
static void threads(void) {
    pthread_t all[THREADS];
    forget();
    for (intptr_t i = 0; i < THREADS; i++) CHECK(pthread_create(&all[i], NULL, thread, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
    expect_both("threads", THREADS * ROUNDS, 8ull * THREADS * ROUNDS);
}

int main(int argc, char **argv) {
    int level;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank), MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE);
    watch();
    messages(), collectives(), windows(), threads();
    MPI_T_finalize();
    return check_end();
}
