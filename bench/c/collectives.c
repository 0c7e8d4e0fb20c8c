/* Collectives over any number of ranks of one machine, or of test hosts; size is bytes for each rank (for allgather and
 * alltoall: for each pair; for gather, scatter and reduce_scatter: of a rank's block).
 *
 * barrier, allreduce, allgather, alltoall, reduce_scatter: called back to back, since each call waits for everyone
 * anyway; a sample is the slowest rank's. bcast, scatter, reduce and gather: with each rank as the root in turn, for
 * else the root would run ahead (or the others would); a sample is the mean of one call from each root. See decision
 * 34.
 *
 * Value: mean, us (the mean, because a slow call now and then is the truth where ranks outnumber cores). */
#include "common.h"

static unsigned char *out, *in;

static double barrier(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) MPI_Barrier(MPI_COMM_WORLD);
    return now() - start;
}
static double allreduce(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Allreduce(out, in, (int)(size / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return now() - start;
}
static double allgather(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Allgather(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, MPI_COMM_WORLD);
    return now() - start;
}
static double alltoall(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Alltoall(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, MPI_COMM_WORLD);
    return now() - start;
}
static double reduce_scatter(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++)
        MPI_Reduce_scatter_block(out, in, (int)(size / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return now() - start;
}

/* Seconds of n calls, each the mean of one call with each rank as the root. */
static double from_each(void (*call)(size_t, int), size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++)
        for (int root = 0; root < ranks; root++) call(size, root);
    return (now() - start) / ranks;
}
static void one_bcast(size_t size, int root) { MPI_Bcast(in, (int)size, MPI_BYTE, root, MPI_COMM_WORLD); }
static void one_scatter(size_t size, int root) {
    MPI_Scatter(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void one_reduce(size_t size, int root) {
    MPI_Reduce(out, in, (int)(size / 8), MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
}
static void one_gather(size_t size, int root) {
    MPI_Gather(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, root, MPI_COMM_WORLD);
}
static double bcast(size_t size, long n) { return from_each(one_bcast, size, n); }
static double scatter(size_t size, long n) { return from_each(one_scatter, size, n); }
static double reduce(size_t size, long n) { return from_each(one_reduce, size, n); }
static double gather(size_t size, long n) { return from_each(one_gather, size, n); }

/* Each collective is run once on numbers whose outcome is known, before it is timed. */
static void set_numbers(size_t size) {
    for (size_t i = 0; i < size / 8; i++) ((double *)out)[i] = (double)(rank + 1) * (double)(i % 1000);
}
static void check_sum(size_t size, const char *name) {
    double all = ranks * (ranks + 1) / 2.0;
    for (size_t i = 0; i < size / 8; i++)
        if (((double *)in)[i] != all * (double)(i % 1000)) fail(name, "wrong sum");
}
static void rehearse(const char *name, operation op, size_t size) {
    if (op == barrier) return;
    if (op == allreduce || op == reduce) {
        set_numbers(size);
        op(size, 1);
        check_sum(size, name);
    } else if (op == bcast) {
        fill(in, size, rank);
        op(size, 1);
        check(in, size, 0, name);
    } else if (op == allgather || op == gather) {
        fill(out, size, rank);
        op(size, 1);
        for (int r = 0; r < ranks; r++) check(in + r * size, size, r, name);
    } else if (op == scatter) {
        for (int r = 0; r < ranks; r++) fill(out + r * size, size, r);
        op(size, 1);
        check(in, size, rank, name);
    } else if (op == reduce_scatter) {
        set_numbers(size * ranks);
        op(size, 1);
        double all = ranks * (ranks + 1) / 2.0;
        for (size_t i = 0, at = rank * size / 8; i < size / 8; i++)
            if (((double *)in)[i] != all * (double)((at + i) % 1000)) fail(name, "wrong sum");
    } else {
        for (int r = 0; r < ranks; r++) fill(out + r * size, size, rank * ranks + r);
        op(size, 1);
        for (int r = 0; r < ranks; r++) check(in + r * size, size, r * ranks + rank, name);
    }
}

int main(int argc, char **argv) {
    static const struct { const char *name; operation op; int sized, many, roots; } kinds[] = {
        {"barrier", barrier, 0, 0, 0},     {"bcast", bcast, 1, 0, 1},         {"reduce", reduce, 1, 0, 1},
        {"allreduce", allreduce, 1, 0, 0}, {"allgather", allgather, 1, 1, 0}, {"alltoall", alltoall, 1, 1, 0},
        {"gather", gather, 1, 1, 1},       {"scatter", scatter, 1, 1, 1},
        {"reduce_scatter", reduce_scatter, 1, 1, 0},
    };
    begin(argc, argv, "8,64,1k,16k,64k,1m", 0);
    int many = 0;
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) many |= wanted(kinds[k].name) && kinds[k].many;
    out = buffer(largest_size() * (many ? ranks : 1));
    in = buffer(largest_size() * (many ? ranks : 1));
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (!wanted(kinds[k].name)) continue;
        for (int s = 0; s < (kinds[k].sized ? size_count : 1); s++) {
            size_t size = kinds[k].sized ? sizes[s] : 0;
            rehearse(kinds[k].name, kinds[k].op, size);
            struct figures f = measure(kinds[k].op, size, 1);
            if (kinds[k].roots) f.own /= ranks, f.others /= ranks;
            print_time(kinds[k].name, size, f.mean, f, 1e6, "us");
        }
    }
    MPI_Finalize();
    return 0;
}
