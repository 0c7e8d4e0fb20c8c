/* ranks: 2 3 4 6. Collectives on communicators whose ranks lie on the machines in other orders than the world's: in turn, backwards, and
 * a part of them. Operations that do and do not commute, all roots, in place, short and long, several calls at once. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 20000

static int bad;
static void check(int holds, const char *what, const char *where, int count, int root) {
    if (holds || bad++ > 5) return;
    int world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    fprintf(stderr, "world rank %d: %s, %s, count %d, root %d: wrong\n", world, what, where, count, root);
}

/* x -> a x + b modulo 2^32, one after the other: associative, and does not commute. */
typedef struct { uint32_t a, b; } map;
static map after(map f, map g) { return (map){f.a * g.a, f.a * g.b + f.b}; }
static void compose(void *in, void *inout, int *n, MPI_Datatype *type) {
    (void)type;
    for (int i = 0; i < *n; i++) ((map *)inout)[i] = after(((map *)in)[i], ((map *)inout)[i]);
}
static map of(int rank, int i) { return (map){2u * (uint32_t)(rank * 7 + i) + 3, (uint32_t)(rank * 31 + i * 5 + 1)}; }

static map mine[MOST], got[3][MOST], want[MOST];
static double numbers[MOST], sums[MOST], firsts[MOST];

static void of_all(int n, int count) {
    for (int i = 0; i < count; i++) {
        want[i] = of(0, i);
        for (int r = 1; r < n; r++) want[i] = after(want[i], of(r, i));
    }
}

static void combine(MPI_Comm comm, const char *where, MPI_Op op, MPI_Datatype type, int count) {
    int rank, n;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &n);
    of_all(n, count);
    size_t bytes = sizeof(map) * (size_t)count;
    for (int i = 0; i < count; i++) mine[i] = of(rank, i);
    memset(got, 0x5a, sizeof got);
    MPI_Allreduce(mine, got[0], count, type, op, comm);
    check(!memcmp(got[0], want, bytes), "allreduce", where, count, -1);
    memcpy(got[1], mine, bytes);
    MPI_Allreduce(MPI_IN_PLACE, got[1], count, type, op, comm);
    check(!memcmp(got[1], want, bytes), "allreduce in place", where, count, -1);
    for (int root = 0; root < n; root++) {
        MPI_Reduce(mine, got[0], count, type, op, root, comm);
        check(rank != root || !memcmp(got[0], want, bytes), "reduce", where, count, root);
        memcpy(got[1], mine, bytes);
        MPI_Reduce(rank == root ? MPI_IN_PLACE : got[1], got[1], count, type, op, root, comm);
        check(rank != root || !memcmp(got[1], want, bytes), "reduce in place", where, count, root);
    }
    /* Several under way, ended in another order. */
    MPI_Request calls[4];
    memset(got, 0x5a, sizeof got);
    int last = n - 1;
    memcpy(got[2], mine, bytes);
    MPI_Iallreduce(mine, got[0], count, type, op, comm, &calls[0]);
    MPI_Ibcast(got[2], count, type, last, comm, &calls[1]);
    MPI_Ireduce(mine, got[1], count, type, op, last, comm, &calls[2]);
    MPI_Ibarrier(comm, &calls[3]);
    for (int i = 3; i >= 0; i--) MPI_Wait(&calls[(i + rank) % 4], MPI_STATUS_IGNORE);
    check(!memcmp(got[0], want, bytes), "iallreduce", where, count, -1);
    check(rank != last || !memcmp(got[1], want, bytes), "ireduce", where, count, last);
    for (int i = 0; i < count; i++) mine[i] = of(last, i);
    check(!memcmp(got[2], mine, bytes), "ibcast", where, count, last);
}

static void move(MPI_Comm comm, const char *where, int count) {
    int rank, n;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &n);
    for (int root = 0; root < n; root++) {
        for (int i = 0; i < count; i++) numbers[i] = rank == root ? root * 1e6 + i : -1;
        MPI_Bcast(numbers, count, MPI_DOUBLE, root, comm);
        int right = 1;
        for (int i = 0; i < count; i++) right &= numbers[i] == root * 1e6 + i;
        check(right, "bcast", where, count, root);
    }
    /* A block for each rank, as long as the rank's number wants it, and gaps between. */
    int *counts = malloc(sizeof(int) * 2 * (size_t)n), *from = counts + n;
    int each = count / n, at = 0;
    for (int r = 0; r < n; r++) {
        counts[r] = each - each * (r % 3) / 4;
        from[r] = at;
        at += counts[r] + (at + counts[r] + n < MOST ? 1 : 0);
    }
    for (int i = 0; i < each; i++) sums[i] = rank * 1e6 + i;
    for (int even = 0; even < 2; even++) {
        for (int i = 0; i < MOST; i++) numbers[i] = -1;
        if (even) MPI_Allgather(sums, each, MPI_DOUBLE, numbers, each, MPI_DOUBLE, comm);
        else MPI_Allgatherv(sums, counts[rank], MPI_DOUBLE, numbers, counts, from, MPI_DOUBLE, comm);
        int right = 1;
        for (int r = 0; r < n; r++)
            for (int i = 0; i < (even ? each : counts[r]); i++)
                right &= numbers[(even ? r * each : from[r]) + i] == r * 1e6 + i;
        check(right, even ? "allgather" : "allgatherv", where, count, -1);
    }
    free(counts);
    /* All get the same bits, whatever the order of operands. */
    for (int i = 0; i < count; i++) numbers[i] = 1.0 / (rank * 3 + i + 1);
    MPI_Allreduce(numbers, sums, count, MPI_DOUBLE, MPI_SUM, comm);
    memcpy(firsts, sums, sizeof(double) * (size_t)count);
    MPI_Bcast(firsts, count, MPI_DOUBLE, 0, comm);
    check(!memcmp(firsts, sums, sizeof(double) * (size_t)count), "allreduce's bits", where, count, -1);
}

/* No rank leaves before the last one has entered, which enters late. */
static void wait_for_each(MPI_Comm comm, const char *where) {
    int rank, n;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &n);
    for (int late = 0; late < n; late++) {
        double start = MPI_Wtime(), came = 0;
        if (rank == late) {
            while (MPI_Wtime() < start + 0.02) {}
            came = MPI_Wtime();
        }
        MPI_Barrier(comm);
        double left = MPI_Wtime();
        MPI_Bcast(&came, 1, MPI_DOUBLE, late, comm);
        check(left >= came, "barrier", where, 0, late);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, n;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Datatype maps;
    MPI_Type_contiguous(2, MPI_UINT32_T, &maps);
    MPI_Type_commit(&maps);
    MPI_Op composing;
    MPI_Op_create(compose, 0, &composing);
    static const int counts[] = {1, 37, 1000, MOST};
    const char *names[] = {"the world's order", "in turn", "backwards", "all but one"};
    for (int kind = 0; kind < 4; kind++) {
        int keys[] = {rank, rank % 2 * n + rank, n - rank, rank};
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, kind == 3 && rank == n / 2 ? MPI_UNDEFINED : 0, keys[kind], &comm);
        if (comm == MPI_COMM_NULL) continue;
        for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
            combine(comm, names[kind], composing, maps, counts[i]);
            move(comm, names[kind], counts[i]);
        }
        wait_for_each(comm, names[kind]);
        MPI_Comm_free(&comm);
    }
    MPI_Op_free(&composing);
    MPI_Type_free(&maps);
    MPI_Finalize();
    return bad != 0;
}
