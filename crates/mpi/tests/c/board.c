/* ranks: 2 3 4 8. Collectives through shared memory: sizes on both sides of every way of doing them, in place and not, results
 * alike on all ranks, a root that runs ahead of sleeping ranks, calls under way at once, and communicators made and freed while
 * others still look at what was posted in them. Also run where ranks may not read each other's memory. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, size, errors;
#define CHECK(cond) do { if (!(cond) && errors++ < 5) fprintf(stderr, "rank %d of %d: line %d: %s\n", rank, size, __LINE__, #cond); } while (0)

static double value(int r, size_t i) { return (double)((r + 1) * ((i * 7) % 1001)); }
static double factor(void) { return size * (size + 1) / 2.0; }

static void fill(double *p, size_t n) { for (size_t i = 0; i < n; i++) p[i] = value(rank, i); }
static void is_sum(const double *p, size_t n) {
    for (size_t i = 0; i < n; i++) if (p[i] != factor() * (double)((i * 7) % 1001)) { CHECK(!"a wrong sum"); return; }
}
static void is_of(const double *p, size_t n, int r, size_t first) {
    for (size_t i = 0; i < n; i++) if (p[i] != value(r, first + i)) { CHECK(!"another rank's data"); return; }
}

/* (a, b) op (c, d) = (ac, ad + b), modulo 2^32: associative, not commutative. */
static void affine(void *in, void *inout, int *len, MPI_Datatype *type) {
    unsigned *x = in, *y = inout;
    (void)type;
    for (int i = 0; i < *len; i++, x += 2, y += 2) {
        unsigned a = x[0] * y[0], b = x[0] * y[1] + x[1];
        y[0] = a, y[1] = b;
    }
}
static void ordered(size_t n) {
    MPI_Datatype pair;
    MPI_Op op;
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair), MPI_Type_commit(&pair), MPI_Op_create(affine, 0, &op);
    unsigned *mine = malloc(8 * n + 8), *all = malloc(8 * n + 8);
    for (int in_place = 0; in_place < 2; in_place++) for (int reduce = 0; reduce < 2; reduce++) {
        unsigned *from = in_place ? all : mine;
        for (size_t i = 0; i < n; i++) from[2 * i] = (unsigned)(rank + 2 + i), from[2 * i + 1] = (unsigned)(rank * 3 + 1);
        int root = size - 1, here = in_place && (!reduce || rank == root);
        if (in_place && !here) memcpy(mine, all, 8 * n);
        const void *send = here ? MPI_IN_PLACE : mine;
        if (reduce) MPI_Reduce(send, all, (int)n, pair, op, root, MPI_COMM_WORLD);
        else MPI_Allreduce(send, all, (int)n, pair, op, MPI_COMM_WORLD);
        for (size_t i = 0; (!reduce || rank == root) && i < n; i++) {
            unsigned a = 2 + (unsigned)i, b = 1;
            for (int r = 1; r < size; r++) b = a * (unsigned)(r * 3 + 1) + b, a *= (unsigned)(r + 2 + i);
            if (all[2 * i] != a || all[2 * i + 1] != b) { CHECK(!"operands out of order"); break; }
        }
    }
    free(mine), free(all), MPI_Type_free(&pair), MPI_Op_free(&op);
}

static void of_size(size_t n) {
    double *a = malloc(8 * n * size + 8), *b = malloc(8 * n * size + 8);
    for (int root = 0; root < size; root += size > 1 ? size - 1 : 1) {
        if (rank == root) fill(a, n); else memset(a, 0, 8 * n);
        MPI_Bcast(a, (int)n, MPI_DOUBLE, root, MPI_COMM_WORLD);
        is_of(a, n, root, 0);
        fill(a, n);
        MPI_Reduce(a, b, (int)n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        if (rank == root) is_sum(b, n);
        is_of(a, n, rank, 0);
        fill(b, n);
        MPI_Reduce(rank == root ? MPI_IN_PLACE : b, b, (int)n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        if (rank == root) is_sum(b, n);
    }
    fill(a, n);
    MPI_Allreduce(a, b, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    is_sum(b, n), is_of(a, n, rank, 0);
    MPI_Allreduce(MPI_IN_PLACE, a, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    is_sum(a, n);
    fill(a, n);
    MPI_Allgather(a, (int)n, MPI_DOUBLE, b, (int)n, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) is_of(b + r * n, n, r, 0);
    fill(a, n * size);
    MPI_Alltoall(a, (int)n, MPI_DOUBLE, b, (int)n, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) is_of(b + r * n, n, r, rank * n);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, a, (int)n, MPI_DOUBLE, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) is_of(a + r * n, n, r, rank * n);
    MPI_Gather(b, (int)n, MPI_DOUBLE, a, (int)n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0) for (int r = 0; r < size; r++) is_of(a + r * n, n, 0, r * n);
    MPI_Scatter(a, (int)n, MPI_DOUBLE, b, (int)n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    is_of(b, n, 0, rank * n);
    fill(a, n);
    MPI_Scan(a, b, (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (size_t i = 0; i < n; i++) if (b[i] != (rank + 1) * (rank + 2) / 2.0 * (double)((i * 7) % 1001)) { CHECK(!"a wrong prefix"); break; }
    ordered(n);
    free(a), free(b);
}

/* The root posts on and on while others sleep; then others are ahead of it. */
static void far_ahead(void) {
    for (int round = 0; round < 2; round++) {
        if ((rank == 0) == round) usleep(30000);
        for (int i = 0; i < 100; i++) {
            double x[100];
            for (int k = 0; k < 100; k++) x[k] = rank == 0 ? i + k : -1;
            MPI_Bcast(x, 1 + i, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            CHECK(x[0] == i && x[i] == i + i);
        }
    }
}

/* Many calls under way at once, waited for in another order, among blocking ones. */
static void at_once(void) {
    enum { N = 20 };
    MPI_Request requests[N];
    static double in[N][5000], out[N][5000];
    for (int i = 0; i < N; i++) {
        size_t n = i % 2 ? 5000 : 3;
        fill(in[i], n);
        MPI_Iallreduce(in[i], out[i], (int)n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &requests[i]);
        if (i % 5 == 0) {
            double one = rank + 1, sum;
            MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            CHECK(sum == factor());
        }
    }
    for (int k = 0; k < N; k++) {
        int i = rank % 2 ? N - 1 - k : k;
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        is_sum(out[i], i % 2 ? 5000 : 3);
    }
}

/* A communicator is freed while a slow rank has not yet looked at the last broadcast; its number is soon used again. */
static void made_and_freed(void) {
    for (int i = 0; i < 60; i++) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, i % 3 == 0 ? rank % 2 : 0, rank, &comm);
        int me, n, x = -1;
        MPI_Comm_rank(comm, &me), MPI_Comm_size(comm, &n);
        if (me == 0) x = i;
        if (me != 0 && i % 7 == 0) usleep(3000);
        MPI_Bcast(&x, 1, MPI_INT, 0, comm);
        CHECK(x == i);
        int one = 1, sum;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        CHECK(sum == n);
        x = me == 0 ? i : -1;
        if (me != 0 && i % 5 == 0) usleep(3000);
        MPI_Bcast(&x, 1, MPI_INT, 0, comm);
        CHECK(x == i);
        MPI_Comm_free(&comm);
    }
}

/* A communicator is freed while calls on it are under way, and others are made meanwhile. */
static void freed_under_way(void) {
    enum { N = 10 };
    static double in[N][3000], out[N][3000];
    MPI_Request requests[N];
    for (int i = 0; i < N; i++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        fill(in[i], 3000);
        MPI_Iallreduce(in[i], out[i], 3000, MPI_DOUBLE, MPI_SUM, comm, &requests[i]);
        MPI_Comm_free(&comm);
    }
    MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++) is_sum(out[i], 3000);
}

int main(int argc, char **argv) {
    static const size_t sizes[] = {0, 1, 13, 14, 15, 64, 511, 1025, 2048, 5003, 8192, 40000, 140001};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank), MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) of_size(sizes[i]);
    far_ahead(), at_once(), made_and_freed(), freed_under_way();
    MPI_Finalize();
    return errors != 0;
}
