/* A PMPI tool, preloaded: counts the calls and the bytes of sends, receives and collectives by itself, through the
 * standard's profiling interface only. At MPI_Finalize each rank writes what it has counted, and what Clump's variables
 * of the tool interface (MPI_T) say of the same calls, to the file $COUNTER/RANK; then it waits for the file $COUNTER/go,
 * so that `clump stat` can be asked about the running job. A line is `KIND calls bytes MPI_T's calls MPI_T's bytes`.
 *
 * A collective counts the caller's send buffer: that of the root in a broadcast and a scatter. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEND, RECEIVE, COLLECTIVE, KINDS, REQUESTS = 1024 };
static const char *const names[KINDS] = {"send", "receive", "collective"};
static unsigned long long calls[KINDS], bytes[KINDS];
static MPI_T_pvar_session session;
static MPI_T_pvar_handle handles[KINDS][2];

static void need(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "counter: %s failed\n", what);
    PMPI_Abort(MPI_COMM_WORLD, 3);
}

static long long size_of(long long count, MPI_Datatype type) {
    MPI_Count size = 0;
    if (count > 0) PMPI_Type_size_c(type, &size);
    return count * size;
}
static void add(int kind, long long more) { calls[kind]++, bytes[kind] += (unsigned long long)more; }
static void sent(long long count, MPI_Datatype type, int to) {
    if (to != MPI_PROC_NULL) add(SEND, size_of(count, type));
}
static void received(const MPI_Status *status) {
    MPI_Count count;
    if (status->MPI_SOURCE == MPI_PROC_NULL) return;
    PMPI_Get_count_c(status, MPI_BYTE, &count);
    add(RECEIVE, count);
}

static void watch(void) {
    int level, index, count;
    need(MPI_T_init_thread(MPI_THREAD_SINGLE, &level) == MPI_SUCCESS, "MPI_T_init_thread");
    need(MPI_T_pvar_session_create(&session) == MPI_SUCCESS, "MPI_T_pvar_session_create");
    for (int kind = 0; kind < KINDS; kind++)
        for (int of = 0; of < 2; of++) {
            char name[64];
            snprintf(name, sizeof name, "clump_%s_%s", names[kind], of ? "bytes" : "calls");
            const int class = of ? MPI_T_PVAR_CLASS_AGGREGATE : MPI_T_PVAR_CLASS_COUNTER;
            need(MPI_T_pvar_get_index(name, class, &index) == MPI_SUCCESS, name);
            need(MPI_T_pvar_handle_alloc(session, index, NULL, &handles[kind][of], &count) == MPI_SUCCESS, name);
            need(MPI_T_pvar_start(session, handles[kind][of]) == MPI_SUCCESS, name);
        }
}
int MPI_Init(int *argc, char ***argv) {
    const int rc = PMPI_Init(argc, argv);
    watch();
    return rc;
}
int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    const int rc = PMPI_Init_thread(argc, argv, required, provided);
    watch();
    return rc;
}
int MPI_Finalize(void) {
    int rank;
    char part[4096], file[4096], go[4096];
    const char *dir = getenv("COUNTER");
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    need(dir != NULL, "the variable COUNTER");
    snprintf(part, sizeof part, "%s/%d.part", dir, rank);
    snprintf(file, sizeof file, "%s/%d", dir, rank);
    snprintf(go, sizeof go, "%s/go", dir);
    FILE *out = fopen(part, "w");
    need(out != NULL, part);
    for (int kind = 0; kind < KINDS; kind++) {
        unsigned long long said[2];
        for (int of = 0; of < 2; of++)
            need(MPI_T_pvar_read(session, handles[kind][of], &said[of]) == MPI_SUCCESS, "MPI_T_pvar_read");
        fprintf(out, "%s %llu %llu %llu %llu\n", names[kind], calls[kind], bytes[kind], said[0], said[1]);
    }
    need(fclose(out) == 0 && rename(part, file) == 0, file);
    while (access(go, F_OK)) usleep(2000);
    MPI_T_finalize();
    return PMPI_Finalize();
}

#define BLOCKING(NAME)                                                                                             \
    int MPI_##NAME(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {                            \
        sent(n, t, to);                                                                                            \
        return PMPI_##NAME(b, n, t, to, tag, c);                                                                   \
    }
#define NONBLOCKING(NAME)                                                                                          \
    int MPI_##NAME(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r) {            \
        sent(n, t, to);                                                                                            \
        return PMPI_##NAME(b, n, t, to, tag, c, r);                                                                \
    }
BLOCKING(Send) BLOCKING(Ssend) BLOCKING(Rsend) BLOCKING(Bsend)
NONBLOCKING(Isend) NONBLOCKING(Issend) NONBLOCKING(Irsend) NONBLOCKING(Ibsend)

int MPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s) {
    MPI_Status own;
    const int rc = PMPI_Recv(b, n, t, from, tag, c, &own);
    received(&own);
    if (s != MPI_STATUS_IGNORE) *s = own;
    return rc;
}
int MPI_Sendrecv(const void *b, int n, MPI_Datatype t, int to, int tag, void *b2, int n2, MPI_Datatype t2, int from,
                 int tag2, MPI_Comm c, MPI_Status *s) {
    MPI_Status own;
    sent(n, t, to);
    const int rc = PMPI_Sendrecv(b, n, t, to, tag, b2, n2, t2, from, tag2, c, &own);
    received(&own);
    if (s != MPI_STATUS_IGNORE) *s = own;
    return rc;
}

/* Requests of receives. */
static MPI_Request posted[REQUESTS];
static int post_count;
static int take(MPI_Request request) {
    for (int i = 0; i < post_count; i++)
        if (posted[i] == request) {
            posted[i] = posted[--post_count];
            return 1;
        }
    return 0;
}
int MPI_Irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r) {
    const int rc = PMPI_Irecv(b, n, t, from, tag, c, r);
    need(post_count < REQUESTS, "room for requests");
    posted[post_count++] = *r;
    return rc;
}
int MPI_Wait(MPI_Request *r, MPI_Status *s) {
    MPI_Status own;
    const int receives = take(*r), rc = PMPI_Wait(r, &own);
    if (receives) received(&own);
    if (s != MPI_STATUS_IGNORE) *s = own;
    return rc;
}
int MPI_Waitall(int n, MPI_Request *r, MPI_Status *s) {
    for (int i = 0; i < n; i++) MPI_Wait(&r[i], s == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &s[i]);
    return MPI_SUCCESS;
}

static int rank_in(MPI_Comm c) {
    int rank;
    PMPI_Comm_rank(c, &rank);
    return rank;
}
static int size_in(MPI_Comm c) {
    int size;
    PMPI_Comm_size(c, &size);
    return size;
}
static long long sum(const int *counts, MPI_Comm c) {
    long long all = 0;
    for (int i = 0, n = size_in(c); i < n; i++) all += counts[i];
    return all;
}
int MPI_Barrier(MPI_Comm c) { return add(COLLECTIVE, 0), PMPI_Barrier(c); }
int MPI_Bcast(void *b, int n, MPI_Datatype t, int root, MPI_Comm c) {
    add(COLLECTIVE, rank_in(c) == root ? size_of(n, t) : 0);
    return PMPI_Bcast(b, n, t, root, c);
}
int MPI_Reduce(const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c) {
    return add(COLLECTIVE, size_of(n, t)), PMPI_Reduce(b, to, n, t, op, root, c);
}
int MPI_Allreduce(const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
    return add(COLLECTIVE, size_of(n, t)), PMPI_Allreduce(b, to, n, t, op, c);
}
int MPI_Iallreduce(const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c, MPI_Request *r) {
    return add(COLLECTIVE, size_of(n, t)), PMPI_Iallreduce(b, to, n, t, op, c, r);
}
int MPI_Scan(const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
    return add(COLLECTIVE, size_of(n, t)), PMPI_Scan(b, to, n, t, op, c);
}
int MPI_Reduce_scatter_block(const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
    return add(COLLECTIVE, size_of((long long)n * size_in(c), t)), PMPI_Reduce_scatter_block(b, to, n, t, op, c);
}
int MPI_Gather(const void *b, int n, MPI_Datatype t, void *to, int n2, MPI_Datatype t2, int root, MPI_Comm c) {
    add(COLLECTIVE, b == MPI_IN_PLACE ? size_of(n2, t2) : size_of(n, t));
    return PMPI_Gather(b, n, t, to, n2, t2, root, c);
}
int MPI_Gatherv(const void *b, int n, MPI_Datatype t, void *to, const int *ns, const int *at, MPI_Datatype t2, int root,
                MPI_Comm c) {
    add(COLLECTIVE, b == MPI_IN_PLACE ? size_of(ns[root], t2) : size_of(n, t));
    return PMPI_Gatherv(b, n, t, to, ns, at, t2, root, c);
}
int MPI_Scatter(const void *b, int n, MPI_Datatype t, void *to, int n2, MPI_Datatype t2, int root, MPI_Comm c) {
    add(COLLECTIVE, rank_in(c) == root ? size_of((long long)n * size_in(c), t) : 0);
    return PMPI_Scatter(b, n, t, to, n2, t2, root, c);
}
int MPI_Scatterv(const void *b, const int *ns, const int *at, MPI_Datatype t, void *to, int n2, MPI_Datatype t2,
                 int root, MPI_Comm c) {
    add(COLLECTIVE, rank_in(c) == root ? size_of(sum(ns, c), t) : 0);
    return PMPI_Scatterv(b, ns, at, t, to, n2, t2, root, c);
}
int MPI_Allgather(const void *b, int n, MPI_Datatype t, void *to, int n2, MPI_Datatype t2, MPI_Comm c) {
    add(COLLECTIVE, b == MPI_IN_PLACE ? size_of(n2, t2) : size_of(n, t));
    return PMPI_Allgather(b, n, t, to, n2, t2, c);
}
int MPI_Alltoall(const void *b, int n, MPI_Datatype t, void *to, int n2, MPI_Datatype t2, MPI_Comm c) {
    add(COLLECTIVE, (b == MPI_IN_PLACE ? size_of(n2, t2) : size_of(n, t)) * size_in(c));
    return PMPI_Alltoall(b, n, t, to, n2, t2, c);
}
int MPI_Alltoallv(const void *b, const int *ns, const int *at, MPI_Datatype t, void *to, const int *ns2, const int *at2,
                  MPI_Datatype t2, MPI_Comm c) {
    add(COLLECTIVE, size_of(sum(ns, c), t));
    return PMPI_Alltoallv(b, ns, at, t, to, ns2, at2, t2, c);
}
