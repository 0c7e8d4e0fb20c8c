/* Neighbourhood collectives (MPI 5.0, 8.6 to 8.9) in all forms, on grids (with edges, and with dimensions of one and two
 * processes, where one process is both neighbours), graphs and distributed graphs (with repeated edges, loops and processes
 * without neighbours). ranks: 1 2 3 4 */
#include "check.h"

#define FINE(call) CHECK((call) == MPI_SUCCESS)
static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}
#define REFUSED(class, call) CHECK(class_of(call) == (class))

enum { MOST = 32, ITEMS = 6, UNTOUCHED = -77 };
/* What this rank gets from each source: block `theirs` of rank `source`; MPI_PROC_NULL sends nothing. */
typedef struct {
    int in, out, source[MOST], theirs[MOST];
} Around;

static int value(int of, int block, int item) { return of * 10000 + block * 100 + item; }
static int length(int of, int block) { return (of + 2 * block) % ITEMS; }

static int form, step;
static MPI_Request request;

/* Calls a function in the present form: blocking, non-blocking or persistent; with int or with MPI_Count. */
/* The functions that CALL calls: MPI_Neighbor_allgather, MPI_Neighbor_allgather_c, MPI_Ineighbor_allgather,
 * MPI_Ineighbor_allgather_c, MPI_Neighbor_allgather_init, MPI_Neighbor_allgather_init_c, MPI_Neighbor_allgatherv,
 * MPI_Neighbor_allgatherv_c, MPI_Ineighbor_allgatherv, MPI_Ineighbor_allgatherv_c, MPI_Neighbor_allgatherv_init,
 * MPI_Neighbor_allgatherv_init_c, MPI_Neighbor_alltoall, MPI_Neighbor_alltoall_c, MPI_Ineighbor_alltoall,
 * MPI_Ineighbor_alltoall_c, MPI_Neighbor_alltoall_init, MPI_Neighbor_alltoall_init_c, MPI_Neighbor_alltoallv,
 * MPI_Neighbor_alltoallv_c, MPI_Ineighbor_alltoallv, MPI_Ineighbor_alltoallv_c, MPI_Neighbor_alltoallv_init,
 * MPI_Neighbor_alltoallv_init_c, MPI_Neighbor_alltoallw, MPI_Neighbor_alltoallw_c, MPI_Ineighbor_alltoallw,
 * MPI_Ineighbor_alltoallw_c, MPI_Neighbor_alltoallw_init, MPI_Neighbor_alltoallw_init_c. */
#define UNPACK(...) __VA_ARGS__
#define CALL(name, narrow, wide)                                                                             \
    do {                                                                                                     \
        switch (form) {                                                                                      \
        case 0: FINE(MPI_Neighbor_##name(UNPACK narrow, comm)); break;                                       \
        case 1: FINE(MPI_Neighbor_##name##_c(UNPACK wide, comm)); break;                                     \
        case 2: FINE(MPI_Ineighbor_##name(UNPACK narrow, comm, &request)); break;                            \
        case 3: FINE(MPI_Ineighbor_##name##_c(UNPACK wide, comm, &request)); break;                          \
        case 4: FINE(MPI_Neighbor_##name##_init(UNPACK narrow, comm, MPI_INFO_NULL, &request)); break;       \
        case 5: FINE(MPI_Neighbor_##name##_init_c(UNPACK wide, comm, MPI_INFO_NULL, &request)); break;       \
        }                                                                                                    \
        finish(r, room);                                                                                     \
    } while (0)

static void finish(int *received, int room) {
    if (form < 2) return;
    if (form < 4) {
        FINE(MPI_Wait(&request, MPI_STATUS_IGNORE));
        return;
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < room; i++) received[i] = UNTOUCHED;
        FINE(MPI_Start(&request));
        FINE(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    FINE(MPI_Request_free(&request));
}

static int *fresh(int room) {
    static int block[MOST * ITEMS * 4];
    for (int i = 0; i < room; i++) block[i] = UNTOUCHED;
    return block;
}

/* Block `i`, which begins at item `at` and holds `n` items. */
static void right(const int *got, const Around *a, int i, int at, int n, int alike) {
    for (int k = 0; k < n; k++) {
        int expect = value(a->source[i], alike ? 0 : a->theirs[i], k);
        CHECK(got[(at + k) * step] == (a->source[i] == MPI_PROC_NULL ? UNTOUCHED : expect));
        if (step > 1) CHECK(got[(at + k) * step + 1] == UNTOUCHED);
    }
}

static void all_kinds(MPI_Comm comm, const Around *a) {
    static int out[MOST * ITEMS], one[ITEMS];
    int me, room = MOST * ITEMS * 4, n = 3, counts[MOST], displs[MOST], own[MOST], places[MOST], at = 0;
    MPI_Count wide[MOST], wide_own[MOST];
    MPI_Aint far[MOST], far_own[MOST], bytes[MOST], bytes_own[MOST];
    MPI_Datatype type = MPI_INT, types[MOST], ints[MOST];
    FINE(MPI_Comm_rank(comm, &me));
    if (step > 1) {
        FINE(MPI_Type_create_resized(MPI_INT, 0, step * (MPI_Aint)sizeof(int), &type));
        FINE(MPI_Type_commit(&type));
    }
    for (int i = 0; i < MOST; i++) types[i] = type, ints[i] = MPI_INT;
    for (int b = 0; b < a->out; b++)
        for (int k = 0; k < ITEMS; k++) out[b * ITEMS + k] = value(me, b, k);
    for (int k = 0; k < ITEMS; k++) one[k] = value(me, 0, k);
    int *r = fresh(room);
    CALL(allgather, (one, n, MPI_INT, r, n, type), (one, n, MPI_INT, r, n, type));
    for (int i = 0; i < a->in; i++) right(r, a, i, i * n, n, 1);

    for (int i = 0; i < a->in; i++) {
        wide[i] = counts[i] = a->source[i] == MPI_PROC_NULL ? 1 : length(a->source[i], 0);
        far[i] = displs[i] = at;
        at += counts[i] + 1;
    }
    r = fresh(room), n = length(me, 0);
    CALL(allgatherv, (one, n, MPI_INT, r, counts, displs, type), (one, n, MPI_INT, r, wide, far, type));
    for (int i = 0; i < a->in; i++) right(r, a, i, displs[i], counts[i], 1);

    int packed[MOST * ITEMS];
    n = 2, r = fresh(room);
    for (int b = 0; b < a->out; b++)
        for (int k = 0; k < n; k++) packed[b * n + k] = value(me, b, k);
    CALL(alltoall, (packed, n, MPI_INT, r, n, type), (packed, n, MPI_INT, r, n, type));
    for (int i = 0; i < a->in; i++) right(r, a, i, i * n, n, 0);

    at = 0;
    for (int i = 0; i < a->in; i++) {
        wide[i] = counts[i] = a->source[i] == MPI_PROC_NULL ? 1 : length(a->source[i], a->theirs[i]);
        far[i] = displs[i] = at;
        bytes[i] = at * step * (MPI_Aint)sizeof(int);
        at += counts[i] + 1;
    }
    for (int b = 0; b < a->out; b++) {
        wide_own[b] = own[b] = length(me, b);
        far_own[b] = places[b] = b * ITEMS;
        bytes_own[b] = b * ITEMS * (MPI_Aint)sizeof(int);
    }
    r = fresh(room);
    CALL(alltoallv, (out, own, places, MPI_INT, r, counts, displs, type),
         (out, wide_own, far_own, MPI_INT, r, wide, far, type));
    for (int i = 0; i < a->in; i++) right(r, a, i, displs[i], counts[i], 0);
    r = fresh(room);
    CALL(alltoallw, (out, own, bytes_own, ints, r, counts, bytes, types),
         (out, wide_own, bytes_own, ints, r, wide, bytes, types));
    for (int i = 0; i < a->in; i++) right(r, a, i, displs[i], counts[i], 0);
    if (step > 1) FINE(MPI_Type_free(&type));
}

static void every_form(MPI_Comm comm, const Around *a) {
    for (form = 0; form < 6; form++)
        for (step = 1; step < 3; step++) all_kinds(comm, a);
}

/* What a neighbour sends up arrives from below. */
static void grid(int n, const int *dims, const int *periods) {
    MPI_Comm comm;
    FINE(MPI_Cart_create(MPI_COMM_WORLD, n, dims, periods, 0, &comm));
    if (comm == MPI_COMM_NULL) return;
    Around a = {2 * n, 2 * n, {0}, {0}};
    for (int d = 0; d < n; d++) {
        FINE(MPI_Cart_shift(comm, d, 1, &a.source[2 * d], &a.source[2 * d + 1]));
        a.theirs[2 * d] = 2 * d + 1;
        a.theirs[2 * d + 1] = 2 * d;
    }
    every_form(comm, &a);
    FINE(MPI_Comm_free(&comm));
}

/* Finds, for each of my sources, which of its blocks is for me: the m-th time that a process is my source, its m-th edge to
 * me. `ends` and `edges` are the destinations of all ranks, as of MPI_Graph_create. */
static void matched(Around *a, const int *ends, const int *edges) {
    for (int i = 0; i < a->in; i++) {
        int from = a->source[i], first = from ? ends[from - 1] : 0, nth = 0;
        for (int k = 0; k < i; k++) nth += a->source[k] == from;
        for (int e = first; e < ends[from]; e++)
            if (edges[e] == check_rank && nth-- == 0) a->theirs[i] = e - first;
    }
}

/* Each rank but the last beside its neighbours, with a loop and a double edge. */
static void graph(void) {
    int ends[8], edges[MOST * 4], n = 0, nodes = check_size > 1 ? check_size - 1 : 1;
    for (int i = 0; i < check_size; i++) {
        if (i < nodes) edges[n++] = i;
        for (int twice = 0; twice < 2 && i < nodes; twice++) {
            if (i > 0) edges[n++] = i - 1;
            if (i + 1 < nodes) edges[n++] = i + 1;
        }
        ends[i] = n;
    }
    MPI_Comm comm;
    FINE(MPI_Graph_create(MPI_COMM_WORLD, check_size, ends, edges, 0, &comm));
    Around a;
    FINE(MPI_Graph_neighbors_count(comm, check_rank, &a.in));
    FINE(MPI_Graph_neighbors(comm, check_rank, MOST, a.source));
    a.out = a.in;
    matched(&a, ends, edges);
    every_form(comm, &a);
    FINE(MPI_Comm_free(&comm));
}

/* Random edges, among them repeated ones; the last rank has none that leave it. */
static void distributed_graph(unsigned state) {
    int ends[8], edges[MOST * 4], n = 0;
    Around a = {0};
    for (int i = 0; i < check_size; i++) {
        for (int k = 0; k < 5 && (i < check_size - 1 || i == 0); k++) {
            state = state * 1664525u + 1013904223u;
            edges[n++] = (int)(state >> 10) % check_size;
            if (edges[n - 1] == check_rank) a.source[a.in++] = i;
        }
        ends[i] = n;
    }
    int first = check_rank ? ends[check_rank - 1] : 0;
    a.out = ends[check_rank] - first;
    matched(&a, ends, edges);
    MPI_Comm adjacent, comm, copy;
    FINE(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, a.in, a.source, MPI_UNWEIGHTED, a.out, edges + first,
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &adjacent));
    every_form(adjacent, &a);
    FINE(MPI_Comm_free(&adjacent));
    /* The last rank passes all edges. */
    int all[8], degrees[8], have, to, weighted, in[MOST], out[MOST];
    for (int i = 0; i < check_size; i++) all[i] = i, degrees[i] = ends[i] - (i ? ends[i - 1] : 0);
    FINE(MPI_Dist_graph_create(MPI_COMM_WORLD, check_rank == check_size - 1 ? check_size : 0, all, degrees, edges,
                               MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &comm));
    FINE(MPI_Comm_dup(comm, &copy));
    FINE(MPI_Dist_graph_neighbors_count(copy, &have, &to, &weighted));
    FINE(MPI_Dist_graph_neighbors(copy, MOST, in, MPI_UNWEIGHTED, MOST, out, MPI_UNWEIGHTED));
    CHECK(have == a.in && to == a.out && memcmp(in, a.source, have * sizeof(int)) == 0);
    every_form(copy, &a);
    FINE(MPI_Comm_free(&copy));
    FINE(MPI_Comm_free(&comm));
}

/* Rounds of messages, of all lengths, which ranks start in different orders and end by different calls. */
static void rounds(void) {
    enum { EXCHANGES = 3, LONGEST = 20000 };
    static int out[EXCHANGES][2][LONGEST], in[EXCHANGES][2][LONGEST];
    int up = (check_rank + 1) % check_size, down = (check_rank + check_size - 1) % check_size;
    int from[2] = {down, up}, to[2] = {up, down}, items[EXCHANGES] = {2, 700, LONGEST};
    MPI_Comm ring;
    MPI_Request q[EXCHANGES];
    FINE(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                        0, &ring));
    for (int e = 0; e < EXCHANGES; e++) {
        int bytes[2] = {items[e] * (int)sizeof(int), items[e] * (int)sizeof(int)}, n[2] = {items[e], items[e]};
        int own[2] = {0, LONGEST}, far[2] = {0, LONGEST * (int)sizeof(int)};
        FINE(MPI_Neighbor_alltoallv_init(out[e], n, own, MPI_INT, in[e], bytes, far, MPI_BYTE, ring, MPI_INFO_NULL,
                                         &q[e]));
    }
    FINE(MPI_Comm_free(&ring));
    for (int round = 0; round < 12; round++) {
        for (int e = 0; e < EXCHANGES; e++)
            for (int b = 0; b < 2; b++)
                for (int i = 0; i < items[e]; i++) out[e][b][i] = check_rank * 1000000 + round * 50000 + b * 20000 + i;
        for (int k = 0; k < EXCHANGES; k++) FINE(MPI_Start(&q[(k + check_rank + round) % EXCHANGES]));
        int way = (check_rank + round) % 4, left = EXCHANGES, done = 0, which[EXCHANGES];
        while (left) {
            if (way == 0) {
                FINE(MPI_Waitall(EXCHANGES, q, MPI_STATUSES_IGNORE));
                left = 0;
            } else if (way == 1) {
                FINE(MPI_Waitany(EXCHANGES, q, &done, MPI_STATUS_IGNORE));
                CHECK(done >= 0 && done < EXCHANGES);
                left--;
            } else if (way == 2) {
                FINE(MPI_Testsome(EXCHANGES, q, &done, which, MPI_STATUSES_IGNORE));
                left -= done;
            } else {
                FINE(MPI_Request_get_status(q[left - 1], &done, MPI_STATUS_IGNORE));
                int again = 0;
                if (done) FINE(MPI_Test(&q[left - 1], &again, MPI_STATUS_IGNORE));
                CHECK(again == done);
                left -= done;
            }
        }
        for (int e = 0; e < EXCHANGES; e++)
            for (int b = 0; b < 2; b++)
                for (int i = 0; i < items[e]; i++)
                    CHECK(in[e][b][i] == (b ? up : down) * 1000000 + round * 50000 + b * 20000 + i);
    }
    for (int e = 0; e < EXCHANGES; e++) FINE(MPI_Request_free(&q[e]));
}

/* Between machines the blocks of all ranks of one machine for another machine travel in one message, also in graphs:
 * each rank sends two blocks to every rank, twenty times. */
static void together(void) {
    enum { TIMES = 20, BLOCKS = 2 };
    static int ranks[MOST * BLOCKS], out[MOST * BLOCKS], in[MOST * BLOCKS], hosts[MOST];
    MPI_Comm here, graph;
    FINE(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
    int mine = check_rank, beside, crowd, machines = 0, n = BLOCKS * check_size, counts, index, provided;
    FINE(MPI_Bcast(&mine, 1, MPI_INT, 0, here));
    FINE(MPI_Comm_size(here, &beside));
    FINE(MPI_Comm_free(&here));
    FINE(MPI_Allgather(&mine, 1, MPI_INT, hosts, 1, MPI_INT, MPI_COMM_WORLD));
    FINE(MPI_Allreduce(&beside, &crowd, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    for (int r = 0; r < check_size; r++) machines += hosts[r] == r;
    for (int i = 0; i < n; i++) ranks[i] = i / BLOCKS, out[i] = value(check_rank, i, 0);
    FINE(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n, ranks, MPI_UNWEIGHTED, n, ranks, MPI_UNWEIGHTED,
                                        MPI_INFO_NULL, 0, &graph));
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    long long sent[MOST] = {0}, crossing = 0, all = 0;
    FINE(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    FINE(MPI_T_pvar_session_create(&session));
    FINE(MPI_T_pvar_get_index("clump_messages_sent", MPI_T_PVAR_CLASS_COUNTER, &index));
    FINE(MPI_T_pvar_handle_alloc(session, index, &graph, &handle, &counts));
    CHECK(counts == check_size);
    FINE(MPI_T_pvar_start(session, handle));
    for (int k = 0; k < TIMES; k++) {
        for (int i = 0; i < n; i++) in[i] = UNTOUCHED;
        FINE(MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph));
        for (int i = 0; i < n; i++) CHECK(in[i] == value(i / BLOCKS, check_rank * BLOCKS + i % BLOCKS, 0));
    }
    FINE(MPI_T_pvar_read(session, handle, sent));
    for (int r = 0; r < check_size; r++) crossing += hosts[r] == mine ? 0 : sent[r];
    FINE(MPI_Allreduce(&crossing, &all, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD));
    if (crowd > 1) CHECK(all == (long long)TIMES * machines * (machines - 1));
    FINE(MPI_T_pvar_handle_free(session, &handle));
    FINE(MPI_T_pvar_session_free(&session));
    FINE(MPI_T_finalize());
    FINE(MPI_Comm_free(&graph));
}

static void errors(void) {
    int x[8] = {0}, y[8], one = 1, zero = 0;
    MPI_Comm plain, ring;
    MPI_Request q;
    FINE(MPI_Comm_dup(MPI_COMM_WORLD, &plain));
    FINE(MPI_Comm_set_errhandler(plain, MPI_ERRORS_RETURN));
    FINE(MPI_Cart_create(plain, 1, &check_size, &one, 0, &ring));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, plain));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Ineighbor_alltoall(x, 1, MPI_INT, y, 1, MPI_INT, plain, &q));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Neighbor_alltoall_init(x, 1, MPI_INT, y, 1, MPI_INT, plain, MPI_INFO_NULL, &q));
    REFUSED(MPI_ERR_COMM, MPI_Neighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, MPI_COMM_NULL));
    REFUSED(MPI_ERR_COUNT, MPI_Neighbor_allgather(x, -1, MPI_INT, y, 1, MPI_INT, ring));
    REFUSED(MPI_ERR_COUNT, MPI_Neighbor_alltoall(x, 1, MPI_INT, y, -1, MPI_INT, ring));
    REFUSED(MPI_ERR_TYPE, MPI_Neighbor_alltoall(x, 1, MPI_DATATYPE_NULL, y, 1, MPI_INT, ring));
    REFUSED(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(x, 1, MPI_INT, x, 1, MPI_INT, ring));
    REFUSED(MPI_ERR_BUFFER, MPI_Neighbor_alltoall(MPI_IN_PLACE, 1, MPI_INT, x, 1, MPI_INT, ring));
    REFUSED(MPI_ERR_ARG, MPI_Neighbor_allgatherv(x, 1, MPI_INT, y, NULL, &zero, MPI_INT, ring));
    REFUSED(MPI_ERR_ARG, MPI_Ineighbor_allgather(x, 1, MPI_INT, y, 1, MPI_INT, ring, NULL));
    FINE(MPI_Comm_free(&ring));
    /* A process without neighbours checks its arguments all the same. */
    MPI_Comm lonely;
    FINE(MPI_Dist_graph_create_adjacent(plain, 0, NULL, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                        &lonely));
    FINE(MPI_Neighbor_alltoall(x, 1, MPI_INT, y, 1, MPI_INT, lonely));
    REFUSED(MPI_ERR_COUNT, MPI_Neighbor_alltoall(x, 1, MPI_INT, y, -1, MPI_INT, lonely));
    REFUSED(MPI_ERR_COUNT, MPI_Neighbor_alltoall(x, -1, MPI_INT, y, 1, MPI_INT, lonely));
    REFUSED(MPI_ERR_COUNT, MPI_Neighbor_allgather(x, 1, MPI_INT, y, -1, MPI_INT, lonely));
    REFUSED(MPI_ERR_COUNT, MPI_Ineighbor_allgather(x, 1, MPI_INT, y, -1, MPI_INT, lonely, &q));
    FINE(MPI_Comm_free(&lonely));
    FINE(MPI_Comm_free(&plain));
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int n = check_size, half = n / 2 ? n / 2 : 1;
    grid(0, NULL, NULL);
    for (int periodic = 0; periodic < 2; periodic++) {
        grid(1, (int[]){n}, (int[]){periodic});
        grid(2, (int[]){1, n}, (int[]){1, periodic});
        grid(2, (int[]){n >= 2 ? 2 : 1, half}, (int[]){1, periodic});
        grid(3, (int[]){half, 1, n >= 2 ? 2 : 1}, (int[]){periodic, 1, 1 - periodic});
        grid(3, (int[]){1, 1, 1}, (int[]){1, periodic, 1});
    }
    graph();
    for (unsigned i = 0; i < 3; i++) distributed_graph(5 + i);
    rounds();
    together();
    errors();
    return check_end();
}
