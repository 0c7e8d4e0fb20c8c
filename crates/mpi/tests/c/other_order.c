/* ranks: 1 2 3 4. Ranks call blocking and non-blocking collectives of one communicator in different orders: here the
 * one first, there the other. Calls of a kind are in order among themselves, and neither kind takes what belongs to the
 * other: through boards, by reading each other's memory, by messages, and on intercommunicators. */
#include "check.h"

enum { KINDS = 8, MOST = 40000, BOARDS = 32 };

/* What rank r contributes to call number `seed`. */
static int value(int r, int seed, int i) { return r * 1000 + seed * 100003 + i % 97; }

typedef struct {
    MPI_Comm comm;
    int rank, size; /* The process's own, and of those that it hears from: the other group on an intercommunicator. */
    int inter;
} group;

typedef struct {
    int kind, seed, n;
    int *out, *in;
    MPI_Request request;
} call;

/* Starts a call, or makes it at once. Some kinds have a root, which is rank 0 (of the first group). */
static void make(group *g, call *c, int kind, int seed, int n, int now) {
    int all = n * g->size, many = kind == 3 || kind == 4 || kind == 5;
    *c = (call){kind, seed, n, malloc(sizeof(int) * (all + 1)), malloc(sizeof(int) * (all + 1)), MPI_REQUEST_NULL};
    for (int i = 0; i < all; i++) c->out[i] = value(g->rank, seed, i), c->in[i] = -1;
    if (kind == 1 && g->rank == 0) memcpy(c->in, c->out, sizeof(int) * n);
    int *o = c->out, *in = c->in;
    MPI_Request *q = &c->request;
    MPI_Comm comm = g->comm;
    if (g->inter && !many) kind = kind % 2 ? 2 : 0; /* Those without a root, and no prefix. */
    c->kind = kind;
    switch (kind) {
    case 0: now ? MPI_Barrier(comm) : MPI_Ibarrier(comm, q); break;
    case 1: now ? MPI_Bcast(in, n, MPI_INT, 0, comm) : MPI_Ibcast(in, n, MPI_INT, 0, comm, q); break;
    case 2:
        now ? MPI_Allreduce(o, in, n, MPI_INT, MPI_SUM, comm) : MPI_Iallreduce(o, in, n, MPI_INT, MPI_SUM, comm, q);
        break;
    case 3:
        now ? MPI_Allgather(o, n, MPI_INT, in, n, MPI_INT, comm)
            : MPI_Iallgather(o, n, MPI_INT, in, n, MPI_INT, comm, q);
        break;
    case 4:
        now ? MPI_Alltoall(o, n, MPI_INT, in, n, MPI_INT, comm)
            : MPI_Ialltoall(o, n, MPI_INT, in, n, MPI_INT, comm, q);
        break;
    case 5:
        now ? MPI_Reduce_scatter_block(o, in, n, MPI_INT, MPI_SUM, comm)
            : MPI_Ireduce_scatter_block(o, in, n, MPI_INT, MPI_SUM, comm, q);
        break;
    case 6:
        now ? MPI_Reduce(o, in, n, MPI_INT, MPI_SUM, 0, comm) : MPI_Ireduce(o, in, n, MPI_INT, MPI_SUM, 0, comm, q);
        break;
    case 7: now ? MPI_Scan(o, in, n, MPI_INT, MPI_SUM, comm) : MPI_Iscan(o, in, n, MPI_INT, MPI_SUM, comm, q); break;
    }
}

static int sum(int ranks, int seed, int i) {
    int total = 0;
    for (int r = 0; r < ranks; r++) total += value(r, seed, i);
    return total;
}

/* Waits for a call, and looks at what came. */
static void end(group *g, call *c) {
    CHECK(MPI_Wait(&c->request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    int bad = 0;
    for (int i = 0; i < c->n; i++) {
        switch (c->kind) {
        case 1: bad += c->in[i] != value(0, c->seed, i); break;
        case 2: bad += c->in[i] != sum(g->size, c->seed, i); break;
        case 3: for (int r = 0; r < g->size; r++) bad += c->in[r * c->n + i] != value(r, c->seed, i); break;
        case 4:
            for (int r = 0; r < g->size; r++) bad += c->in[r * c->n + i] != value(r, c->seed, g->rank * c->n + i);
            break;
        case 5: bad += c->in[i] != sum(g->size, c->seed, g->rank * c->n + i); break;
        case 6: bad += g->rank == 0 && c->in[i] != sum(g->size, c->seed, i); break;
        case 7: bad += c->in[i] != sum(g->rank + 1, c->seed, i); break;
        }
    }
    if (bad) fprintf(stderr, "rank %d: kind %d, %d items: %d wrong\n", g->rank, c->kind, c->n, bad);
    CHECK(bad == 0);
    free(c->out), free(c->in);
}

/* Each kind as a blocking call against each as a non-blocking one, in an order of the rank's own. */
static void against(group *g, int n, int turn) {
    for (int kind = 0; kind < KINDS; kind++) {
        call first, second, now;
        int other = (kind + turn) % KINDS, early = (g->rank + kind) % 2;
        if (early) make(g, &first, other, 2 * kind, n, 0), make(g, &second, kind, 2 * kind + 1, n, 0);
        make(g, &now, kind, 100 + kind, n, 1);
        if (!early) make(g, &first, other, 2 * kind, n, 0), make(g, &second, kind, 2 * kind + 1, n, 0);
        end(g, &now), end(g, &second), end(g, &first);
    }
}

static void everything(group g) {
    static const int lengths[] = {1, 700, 9000, MOST};
    MPI_Comm_rank(g.comm, &g.rank);
    g.inter ? MPI_Comm_remote_size(g.comm, &g.size) : MPI_Comm_size(g.comm, &g.size);
    for (int k = 0; k < 4; k++) against(&g, lengths[k], k), against(&g, lengths[k], k + 4);
    /* Duplicates too, of which one is used while the other one is being made. */
    MPI_Comm now, later;
    MPI_Request request;
    if (g.rank % 2) MPI_Comm_idup(g.comm, &later, &request);
    MPI_Comm_dup(g.comm, &now);
    if (g.rank % 2 == 0) MPI_Comm_idup(g.comm, &later, &request);
    MPI_Barrier(now);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(later);
    MPI_Comm_free(&now);
    MPI_Comm_free(&later);
}

int main(int argc, char **argv) {
    MPI_Comm many[BOARDS], halves, bridge;
    check_start(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &many[0]);
    everything((group){.comm = many[0]});
    /* Used again, so that new calls meet on boards that old ones have left. */
    MPI_Comm_free(&many[0]);
    MPI_Comm_dup(MPI_COMM_WORLD, &many[0]);
    everything((group){.comm = many[0]});
    /* So many that the last one has no board. */
    for (int i = 1; i < BOARDS; i++) MPI_Comm_dup(MPI_COMM_WORLD, &many[i]);
    everything((group){.comm = many[BOARDS - 1]});
    for (int i = 0; i < BOARDS; i++) MPI_Comm_free(&many[i]);
    /* Between two groups; of two and more processes each, their orders differ in each of them. */
    if (check_size > 1) {
        int half = check_size / 2, low = check_rank < half;
        MPI_Comm_split(MPI_COMM_WORLD, low, 0, &halves);
        MPI_Intercomm_create(halves, 0, MPI_COMM_WORLD, low ? half : 0, 5, &bridge);
        if (check_size % 2 == 0) everything((group){.comm = bridge, .inter = 1});
        MPI_Comm_free(&bridge);
        MPI_Comm_free(&halves);
    }
    return check_end();
}
