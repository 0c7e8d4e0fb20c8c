/* Persistent collectives (MPI 5.0, 6.13): every form, with buffers of ints in one piece or with holes, started many times in
 * an order that differs among the ranks, after datatypes, operations and the communicator are freed. ranks: 1 2 3 4 */
#include "start.h"
#include <time.h>

enum { MOST = 300, ROUNDS = 6, SLOTS = 40 };

static unsigned state;
static unsigned draw(unsigned below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

/* A buffer of items, each an int, `step` ints apart; what lies between must stay as it is. */
typedef struct {
    int *at, items, step;
    MPI_Datatype type;
} Buffer;
static MPI_Datatype made[3 * SLOTS];
static int makes;

static Buffer buffer(int items) {
    Buffer b = {malloc((items + 1) * 3 * sizeof(int)), items, 1 + (int)draw(3), MPI_INT};
    if (b.step > 1) {
        OK(MPI_Type_create_resized(MPI_INT, 0, b.step * (MPI_Aint)sizeof(int), &b.type));
        OK(MPI_Type_commit(&b.type));
        made[makes++] = b.type;
    }
    return b;
}
static int get(Buffer b, int i) { return b.at[i * b.step]; }
static void fill(Buffer b, int seed) {
    for (int i = 0; i < (b.items + 1) * b.step; i++) b.at[i] = -7;
    for (int i = 0; i < b.items; i++) b.at[i * b.step] = seed + i;
}
static void unspoiled(Buffer b) {
    for (int i = 0; i < (b.items + 1) * b.step; i++)
        if (i % b.step || i >= b.items * b.step) CHECK(b.at[i] == -7);
}

/* Associative, but not commutative: the halves of an int are factor and summand of a line, and lines are composed. */
static int compose(unsigned a, unsigned b) {
    unsigned factor = (a & 0xffff) * (b & 0xffff), summand = (b & 0xffff) * (a >> 16) + (b >> 16);
    return (int)(summand << 16 | (factor & 0xffff));
}
static void twist(void *in, void *inout, int *n, MPI_Datatype *type) {
    MPI_Aint lb, extent;
    OK(MPI_Type_get_extent(*type, &lb, &extent)); /* although the program has freed the type */
    for (int i = 0, step = (int)extent / (int)sizeof(int); i < *n * step; i += step)
        ((int *)inout)[i] = compose(((int *)in)[i], ((int *)inout)[i]);
}

enum Kind {
    BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE,
    ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, KINDS
};
typedef struct {
    enum Kind kind;
    int root, count, in_place, counts[8], displs[8], bytes[8], own[8], at[8], ownbytes[8];
    MPI_Count lcounts[8], lown[8];
    MPI_Aint ldispls[8], lat[8], lbytes[8], lownbytes[8];
    MPI_Datatype in[8], out[8];
    Buffer send, receive;
    MPI_Request request;
} Case;

/* What rank r sends in a round: the start of its values. */
static int seed(const Case *c, int r, int round) { return r * 100003 + round * 70001 + (int)c->kind * 5; }
/* Block lengths of the v forms: rank r gives rank s this many. */
static int block(const Case *c, int r, int s) {
    return c->kind == ALLTOALLV || c->kind == ALLTOALLW ? (c->count + r + 2 * s) % (c->count + 3) : c->count + (r + s) % 3;
}

/* Makes the request of one case, by the form with int or with MPI_Count. */
static void init(Case *c, int large, MPI_Comm comm, MPI_Op op) {
    int n = c->count, all = n * size, sum = 0, sent = 0;
    for (int r = 0; r < size; r++) {
        int from = c->kind == ALLTOALLV || c->kind == ALLTOALLW;
        c->lcounts[r] = c->counts[r] = from ? block(c, r, rank) : block(c, r, 0);
        c->ldispls[r] = c->displs[r] = sum;
        sum += c->counts[r];
        c->lown[r] = c->own[r] = block(c, rank, r);
        c->lat[r] = c->at[r] = sent;
        sent += c->own[r];
    }
    int v = c->kind == GATHERV || c->kind == ALLGATHERV;
    int give = c->kind == ALLTOALL || c->kind == SCATTER || c->kind == REDUCE_SCATTER_BLOCK ? all
             : v ? c->counts[rank] : c->kind == SCATTERV || c->kind == REDUCE_SCATTER ? sum
             : c->kind == ALLTOALLV || c->kind == ALLTOALLW ? sent : n;
    int take = c->kind == GATHER || c->kind == ALLGATHER || c->kind == ALLTOALL ? all
             : v || c->kind == ALLTOALLV || c->kind == ALLTOALLW ? sum
             : c->kind == SCATTERV || c->kind == REDUCE_SCATTER ? c->counts[rank] : n;
    if (c->in_place) take = give > take ? give : take;
    c->send = buffer(give);
    c->receive = buffer(take);
    for (int r = 0; r < size; r++) {
        c->in[r] = c->send.type;
        c->out[r] = c->receive.type;
        c->lbytes[r] = c->bytes[r] = c->displs[r] * c->receive.step * (int)sizeof(int);
        c->lownbytes[r] = c->ownbytes[r] = c->at[r] * c->send.step * (int)sizeof(int);
    }
    const void *s = c->in_place ? MPI_IN_PLACE : c->send.at;
    void *t = c->receive.at;
    MPI_Datatype st = c->send.type, rt = c->receive.type;
    MPI_Request *q = &c->request;
    int root = c->root;
    /* Reductions have one type for both buffers. */
    if (c->kind >= REDUCE && !c->in_place) c->receive.type = rt = st, c->receive.step = c->send.step;
    const MPI_Info I = MPI_INFO_NULL;
/* Calls one of the two forms of MPI_Bcast_init, MPI_Bcast_init_c, MPI_Gather_init, MPI_Gather_init_c,
 * MPI_Scatter_init, MPI_Scatter_init_c, MPI_Allgather_init, MPI_Allgather_init_c, MPI_Alltoall_init,
 * MPI_Alltoall_init_c, MPI_Reduce_init, MPI_Reduce_init_c, MPI_Allreduce_init, MPI_Allreduce_init_c,
 * MPI_Reduce_scatter_block_init, MPI_Reduce_scatter_block_init_c, MPI_Scan_init, MPI_Scan_init_c, MPI_Exscan_init,
 * MPI_Exscan_init_c. */
#define EITHER(name, ...) OK(large ? MPI_##name##_c(__VA_ARGS__) : MPI_##name(__VA_ARGS__))
#define VECTOR(narrow, wide) OK(large ? (wide) : (narrow))
    switch (c->kind) {
    case BARRIER: OK(MPI_Barrier_init(comm, I, q)); break;
    case BCAST: EITHER(Bcast_init, c->send.at, n, st, root, comm, I, q); break;
    case GATHER: EITHER(Gather_init, c->send.at, n, st, t, n, rt, root, comm, I, q); break;
    case SCATTER: EITHER(Scatter_init, c->send.at, n, st, t, n, rt, root, comm, I, q); break;
    case ALLGATHER: EITHER(Allgather_init, s, n, st, t, n, rt, comm, I, q); break;
    case ALLTOALL: EITHER(Alltoall_init, s, n, st, t, n, rt, comm, I, q); break;
    case REDUCE: EITHER(Reduce_init, c->send.at, t, n, st, op, root, comm, I, q); break;
    case ALLREDUCE: EITHER(Allreduce_init, s, t, n, rt, op, comm, I, q); break;
    case REDUCE_SCATTER_BLOCK: EITHER(Reduce_scatter_block_init, s, t, n, rt, op, comm, I, q); break;
    case SCAN: EITHER(Scan_init, s, t, n, rt, op, comm, I, q); break;
    case EXSCAN: EITHER(Exscan_init, s, t, n, rt, op, comm, I, q); break;
    case GATHERV:
        VECTOR(MPI_Gatherv_init(c->send.at, c->counts[rank], st, t, c->counts, c->displs, rt, root, comm, I, q),
               MPI_Gatherv_init_c(c->send.at, c->counts[rank], st, t, c->lcounts, c->ldispls, rt, root, comm, I, q));
        break;
    case SCATTERV:
        VECTOR(MPI_Scatterv_init(c->send.at, c->counts, c->displs, st, t, c->counts[rank], rt, root, comm, I, q),
               MPI_Scatterv_init_c(c->send.at, c->lcounts, c->ldispls, st, t, c->counts[rank], rt, root, comm, I, q));
        break;
    case ALLGATHERV:
        VECTOR(MPI_Allgatherv_init(s, c->counts[rank], st, t, c->counts, c->displs, rt, comm, I, q),
               MPI_Allgatherv_init_c(s, c->counts[rank], st, t, c->lcounts, c->ldispls, rt, comm, I, q));
        break;
    case ALLTOALLV:
        VECTOR(MPI_Alltoallv_init(c->send.at, c->own, c->at, st, t, c->counts, c->displs, rt, comm, I, q),
               MPI_Alltoallv_init_c(c->send.at, c->lown, c->lat, st, t, c->lcounts, c->ldispls, rt, comm, I, q));
        break;
    case ALLTOALLW:
        VECTOR(MPI_Alltoallw_init(c->send.at, c->own, c->ownbytes, c->in, t, c->counts, c->bytes, c->out, comm, I, q),
               MPI_Alltoallw_init_c(c->send.at, c->lown, c->lownbytes, c->in, t, c->lcounts, c->lbytes, c->out, comm, I, q));
        break;
    case REDUCE_SCATTER:
        VECTOR(MPI_Reduce_scatter_init(s, t, c->counts, rt, op, comm, I, q),
               MPI_Reduce_scatter_init_c(s, t, c->lcounts, rt, op, comm, I, q));
        break;
    case KINDS: break;
    }
}

static void prepare(Case *c, int round) {
    fill(c->send, seed(c, rank, round));
    fill(c->receive, -1000000);
    if (!c->in_place) return;
    int own = c->kind == ALLGATHER ? rank * c->count : c->kind == ALLGATHERV ? c->displs[rank] : 0;
    for (int i = 0; i < c->send.items; i++) c->receive.at[(own + i) * c->receive.step] = seed(c, rank, round) + i;
}

/* Element i of a reduction over ranks 0 to last: twist is not commutative. */
static int reduced(const Case *c, int last, int round, int i) {
    int value = seed(c, last, round) + i;
    for (int r = last - 1; r >= 0; r--) value = compose(seed(c, r, round) + i, value);
    return value;
}

static void verify(Case *c, int round) {
    Buffer t = c->receive;
    int root = rank == c->root, n = c->count, here = 0, base;
    switch (c->kind) {
    case BARRIER: case KINDS: return;
    case BCAST: for (int i = 0; i < n; i++) CHECK(get(c->send, i) == seed(c, c->root, round) + i); break;
    case GATHER: case ALLGATHER:
        for (int r = 0; r < size && (root || c->kind == ALLGATHER); r++)
            for (int i = 0; i < n; i++) CHECK(get(t, r * n + i) == seed(c, r, round) + i);
        break;
    case GATHERV: case ALLGATHERV:
        for (int r = 0; r < size && (root || c->kind == ALLGATHERV); r++)
            for (int i = 0; i < c->counts[r]; i++) CHECK(get(t, c->displs[r] + i) == seed(c, r, round) + i);
        break;
    case SCATTER: for (int i = 0; i < n; i++) CHECK(get(t, i) == seed(c, c->root, round) + rank * n + i); break;
    case SCATTERV:
        for (int i = 0; i < c->counts[rank]; i++) CHECK(get(t, i) == seed(c, c->root, round) + c->displs[rank] + i);
        break;
    case ALLTOALL:
        for (int r = 0; r < size; r++)
            for (int i = 0; i < n; i++) CHECK(get(t, r * n + i) == seed(c, r, round) + rank * n + i);
        break;
    case ALLTOALLV: case ALLTOALLW:
        for (int r = 0; r < size; r++, here = 0) {
            for (int s = 0; s < rank; s++) here += block(c, r, s);
            for (int i = 0; i < c->counts[r]; i++) CHECK(get(t, c->displs[r] + i) == seed(c, r, round) + here + i);
        }
        break;
    case REDUCE: for (int i = 0; i < n && root; i++) CHECK(get(t, i) == reduced(c, size - 1, round, i)); break;
    case ALLREDUCE: for (int i = 0; i < n; i++) CHECK(get(t, i) == reduced(c, size - 1, round, i)); break;
    case SCAN: for (int i = 0; i < n; i++) CHECK(get(t, i) == reduced(c, rank, round, i)); break;
    case EXSCAN: for (int i = 0; i < n && rank > 0; i++) CHECK(get(t, i) == reduced(c, rank - 1, round, i)); break;
    case REDUCE_SCATTER: case REDUCE_SCATTER_BLOCK:
        base = c->kind == REDUCE_SCATTER ? c->displs[rank] : rank * n;
        for (int i = 0; i < (c->kind == REDUCE_SCATTER ? c->counts[rank] : n); i++)
            CHECK(get(t, i) == reduced(c, size - 1, round, base + i));
        break;
    }
    unspoiled(t);
}

static int class_of(int code) {
    int class;
    OK(MPI_Error_class(code, &class));
    return class;
}

static void errors(void) {
    int x = rank, y = -1, flag;
    MPI_Comm comm;
    MPI_Request r, null = MPI_REQUEST_NULL;
    MPI_Status status;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(class_of(MPI_Bcast_init(&x, 1, MPI_INT, size, comm, MPI_INFO_NULL, &r)) == MPI_ERR_ROOT);
    CHECK(class_of(MPI_Bcast_init(&x, -1, MPI_INT, 0, comm, MPI_INFO_NULL, &r)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Allreduce_init(&x, &x, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &r)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Allreduce_init(&x, &y, 1, MPI_DATATYPE_NULL, MPI_SUM, comm, MPI_INFO_NULL, &r)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Allreduce_init(&x, &y, 1, MPI_INT, MPI_OP_NULL, comm, MPI_INFO_NULL, &r)) == MPI_ERR_OP);
    CHECK(class_of(MPI_Barrier_init(comm, MPI_INFO_NULL, NULL)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Barrier_init(MPI_COMM_NULL, MPI_INFO_NULL, &r)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Start(&null)) == MPI_ERR_REQUEST);
    OK(MPI_Allreduce_init(&x, &y, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &r));
    OK(MPI_Test(&r, &flag, &status)); /* inactive */
    CHECK(flag && r != MPI_REQUEST_NULL && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
    CHECK(class_of(MPI_Cancel(&r)) == MPI_ERR_REQUEST);
    OK(MPI_Barrier(comm));
    OK(MPI_Start(&r));
    CHECK(class_of(MPI_Start(&r)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Cancel(&r)) == MPI_ERR_REQUEST);
    OK(MPI_Request_get_status(r, &flag, &status));
    OK(MPI_Wait(&r, &status));
    CHECK(y == size * (size - 1) / 2 && r != MPI_REQUEST_NULL);
    OK(MPI_Wait(&r, MPI_STATUS_IGNORE)); /* inactive again */
    OK(MPI_Request_free(&r));
    CHECK(r == MPI_REQUEST_NULL);
    /* A message longer than its receiver's buffer. */
    if (size > 1) {
        int two[2] = {rank, rank};
        OK(MPI_Bcast_init(two, rank == 0 ? 2 : 1, MPI_INT, 0, comm, MPI_INFO_NULL, &r));
        for (int i = 0; i < 2; i++) {
            OK(MPI_Start(&r));
            int code = MPI_Wait(&r, MPI_STATUS_IGNORE);
            CHECK(code == MPI_SUCCESS || class_of(code) == MPI_ERR_TRUNCATE);
            /* Between machines, only the first rank of a machine sees it: it passes on what it got. */
            int cut = code != MPI_SUCCESS, anywhere = 0;
            OK(MPI_Allreduce(&cut, &anywhere, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
            CHECK(anywhere && (rank != 0 || !cut));
        }
        OK(MPI_Request_free(&r));
    }
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_free(&comm));
}

static void intercommunicator(void) {
    if (size < 2) return;
    MPI_Comm half, inter;
    MPI_Request r[2];
    int low = rank < size / 2, x[2] = {0}, sum = 0, others = low ? size - size / 2 : size / 2, first = low ? size / 2 : 0;
    OK(MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half));
    OK(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? size / 2 : 0, 5, &inter));
    int root = !low ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    OK(MPI_Bcast_init(x, 2, MPI_INT, root, inter, MPI_INFO_NULL, &r[0]));
    OK(MPI_Allreduce_init(&rank, &sum, 1, MPI_INT, MPI_SUM, inter, MPI_INFO_NULL, &r[1]));
    OK(MPI_Comm_free(&inter));
    for (int round = 0; round < 3; round++) {
        x[0] = x[1] = low ? 10 + round : -1;
        OK(MPI_Startall(2, r));
        OK(MPI_Waitall(2, r, MPI_STATUSES_IGNORE));
        CHECK(x[0] == 10 + round && x[1] == 10 + round);
        CHECK(sum == others * first + others * (others - 1) / 2);
    }
    for (int i = 0; i < 2; i++) OK(MPI_Request_free(&r[i]));
    OK(MPI_Comm_free(&half));
}

/* More requests than there are boards, all of them in use; then a new communicator, too. */
static void many_at_once(void) {
    enum { MANY = 1000 };
    static MPI_Request list[MANY];
    static int in[MANY], out[MANY];
    for (int i = 0; i < MANY; i++) {
        in[i] = i + rank;
        OK(MPI_Allreduce_init(&in[i], &out[i], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &list[i]));
    }
    for (int round = 0; round < 2; round++) {
        OK(MPI_Startall(MANY, list));
        OK(MPI_Waitall(MANY, list, MPI_STATUSES_IGNORE));
        for (int i = 0; i < MANY; i++) {
            CHECK(out[i] == i * size + size * (size - 1) / 2);
            out[i] = -1;
        }
    }
    MPI_Comm comm;
    int sum = 0;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == size * (size - 1) / 2);
    OK(MPI_Comm_free(&comm));
    for (int i = 0; i < MANY; i++) OK(MPI_Request_free(&list[i]));
}

/* Rounds of short collectives beside messages and another collective, completed by every call that completes. */
static void short_rounds(void) {
    enum { ALL = 6, MANY_ROUNDS = 24 };
    MPI_Request list[ALL];
    int top = 0, sum = 0, most = 0, out[64], in[64], all[64], last = size - 1;
    OK(MPI_Bcast_init(&top, 1, MPI_INT, last, MPI_COMM_WORLD, MPI_INFO_NULL, &list[0]));
    OK(MPI_Allreduce_init(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &list[1]));
    OK(MPI_Allreduce_init(&rank, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, &list[2]));
    OK(MPI_Alltoall_init(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &list[3]));
    OK(MPI_Allgather_init(&top, 0, MPI_INT, all, 0, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &list[4]));
    OK(MPI_Request_free(&list[4]));
    OK(MPI_Allgather_init(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &list[4]));
    OK(MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &list[5]));
    for (int round = 0; round < MANY_ROUNDS; round++) {
        int got = -1, one, flag, n, done[ALL], left = ALL, meanwhile;
        top = rank == last ? round : -1;
        sum = rank + round;
        most = -1;
        for (int r = 0; r < size; r++) out[r] = 1000 * rank + 10 * r + round, in[r] = all[r] = -1;
        OK(MPI_Startall(ALL, list));
        OK(MPI_Sendrecv(&round, 1, MPI_INT, (rank + 1) % size, 3, &got, 1, MPI_INT, (rank + last) % size, 3,
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Allreduce(&round, &meanwhile, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
        CHECK(got == round && meanwhile == round * size);
        switch (round % 6) {
        case 0: OK(MPI_Waitall(ALL, list, MPI_STATUSES_IGNORE)); break;
        case 1:
            for (; left > 0; left--) {
                OK(MPI_Waitany(ALL, list, &one, MPI_STATUS_IGNORE));
                CHECK(one >= 0 && one < ALL);
            }
            break;
        case 2:
            for (; left > 0; left -= n) OK(MPI_Waitsome(ALL, list, &n, done, MPI_STATUSES_IGNORE));
            break;
        case 3:
            for (; left > 0; left -= flag) OK(MPI_Testany(ALL, list, &one, &flag, MPI_STATUS_IGNORE));
            break;
        case 4:
            for (; left > 0; left -= n) OK(MPI_Testsome(ALL, list, &n, done, MPI_STATUSES_IGNORE));
            break;
        default:
            for (int i = 0; i < ALL; i++) {
                do OK(MPI_Request_get_status(list[i], &flag, MPI_STATUS_IGNORE));
                while (!flag);
            }
        }
        CHECK(top == round && sum == size * (size - 1) / 2 + round * size && most == last);
        for (int r = 0; r < size; r++) CHECK(in[r] == 1000 * r + 10 * rank + round && all[r] == r);
        if (round % 6 == 5) OK(MPI_Waitall(ALL, list, MPI_STATUSES_IGNORE));
    }
    /* The root runs ahead of the other ranks until its posts have no room. */
    struct timespec moment = {0, 1000000};
    for (int round = 0; round < MANY_ROUNDS; round++) {
        if (rank != last && round % 8 == 0) nanosleep(&moment, NULL);
        top = rank == last ? 7 * round : -1;
        OK(MPI_Start(&list[0]));
        OK(MPI_Wait(&list[0], MPI_STATUS_IGNORE));
        CHECK(top == 7 * round);
    }
    for (int i = 0; i < ALL; i++) OK(MPI_Request_free(&list[i]));
}

/* Long broadcasts from each rank in turn, persistent and not, of data that change every time. */
static void roots_in_turn(void) {
    enum { LONG = 100001 };
    static unsigned char data[LONG];
    MPI_Request list[64];
    for (int r = 0; r < size; r++)
        OK(MPI_Bcast_init(data, LONG, MPI_BYTE, r, MPI_COMM_WORLD, MPI_INFO_NULL, &list[r]));
    for (int round = 0; round < 4 * size; round++) {
        int root = round % size;
        for (int i = 0; rank == root && i < LONG; i++) data[i] = (unsigned char)(i * 7 + round * 31);
        if (round / size % 2) {
            OK(MPI_Bcast(data, LONG, MPI_BYTE, root, MPI_COMM_WORLD));
        } else {
            OK(MPI_Start(&list[root]));
            OK(MPI_Wait(&list[root], MPI_STATUS_IGNORE));
        }
        int bad = 0;
        for (int i = 0; i < LONG; i++) bad += data[i] != (unsigned char)(i * 7 + round * 31);
        CHECK(bad == 0);
    }
    for (int r = 0; r < size; r++) OK(MPI_Request_free(&list[r]));
}

int main(void) {
    begin();
    static Case cases[SLOTS];
    MPI_Comm comm;
    MPI_Op op;
    state = 99;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Op_create(twist, 0, &op));
    for (int i = 0; i < SLOTS; i++) {
        Case *c = &cases[i];
        c->kind = i % KINDS;
        c->root = (int)draw(size);
        c->count = 1 + (int)draw(i < KINDS ? 8 : MOST);
        int can = c->kind == ALLGATHER || c->kind == ALLGATHERV || c->kind == ALLTOALL || c->kind >= ALLREDUCE;
        c->in_place = can && i >= KINDS && draw(2);
        init(c, i % 2, comm, op);
    }
    OK(MPI_Op_free(&op));
    OK(MPI_Comm_free(&comm));
    while (makes > 0) OK(MPI_Type_free(&made[--makes]));
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Request list[SLOTS];
        for (int i = 0; i < SLOTS; i++) prepare(&cases[i], round);
        if (round == 0) {
            for (int i = 0; i < SLOTS; i++) {
                OK(MPI_Start(&cases[i].request));
                OK(MPI_Wait(&cases[i].request, MPI_STATUS_IGNORE));
            }
        } else {
            /* Each rank begins elsewhere in the list, and goes the other way round every second time. */
            for (int i = 0; i < SLOTS; i++) list[i] = cases[(i * (round % 2 ? 1 : SLOTS - 1) + rank * 7) % SLOTS].request;
            if (round < 3) {
                OK(MPI_Startall(SLOTS, list));
                OK(MPI_Waitall(SLOTS, list, MPI_STATUSES_IGNORE));
            } else {
                int flag, done = 0;
                for (int i = 0; i < SLOTS; i++) OK(MPI_Start(&list[i]));
                while (round == 3 && !done) OK(MPI_Testall(SLOTS, list, &done, MPI_STATUSES_IGNORE));
                for (int i = SLOTS; i-- > 0 && round > 3;) {
                    OK(MPI_Test(&list[i], &flag, MPI_STATUS_IGNORE));
                    OK(MPI_Wait(&list[i], MPI_STATUS_IGNORE));
                }
            }
        }
        for (int i = 0; i < SLOTS; i++) verify(&cases[i], round);
    }
    for (int i = 0; i < SLOTS; i++) {
        OK(MPI_Request_free(&cases[i].request));
        free(cases[i].send.at);
        free(cases[i].receive.at);
    }
    errors();
    intercommunicator();
    /* Many requests one after another: their boards are used again. */
    for (int i = 0; i < 200; i++) {
        int x = rank == 0 ? i : -1;
        MPI_Request r;
        OK(MPI_Bcast_init(&x, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r));
        OK(MPI_Start(&r));
        OK(MPI_Wait(&r, MPI_STATUS_IGNORE));
        CHECK(x == i);
        OK(MPI_Request_free(&r));
    }
    short_rounds();
    roots_in_turn();
    many_at_once();
    return end();
}
