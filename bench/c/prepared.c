/* Persistent collectives beside the blocking calls of the same library, on any number of ranks; size is bytes for each
 * rank (for alltoall: for each pair). init_NAME: MPI_Start and MPI_Wait of an operation that was initialised once;
 * call_NAME: the blocking call with the same arguments. Called back to back. For bcast, a repetition is one broadcast
 * from each rank, so that no root runs ahead and all samples hold the same work; the figures are those of one
 * broadcast. A sample is the slowest rank's.
 *
 * Value: mean, us (as for `collectives`). */
#include "common.h"

#define MAX_RANKS 64

static unsigned char *out, *in;
static MPI_Request request, of_root[MAX_RANKS];

static double start_and_wait(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now() - start;
}
static double start_and_wait_from_each(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++)
        for (int root = 0; root < ranks; root++) {
            MPI_Start(&of_root[root]);
            MPI_Wait(&of_root[root], MPI_STATUS_IGNORE);
        }
    return now() - start;
}
static double allreduce(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Allreduce(out, in, (int)(size / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return now() - start;
}
static double bcast(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++)
        for (int root = 0; root < ranks; root++) MPI_Bcast(in, (int)size, MPI_BYTE, root, MPI_COMM_WORLD);
    return now() - start;
}
static double alltoall(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Alltoall(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, MPI_COMM_WORLD);
    return now() - start;
}

/* Measures and prints an operation whose repetition is `calls` calls. */
static void print(const char *name, size_t size, operation op, int calls) {
    struct figures f = measure(op, size, 1);
    print_time(name, size, f.mean, f, 1e6 / calls, "us");
}

/* Each operation runs once on bytes whose outcome is known. */
static void check_allreduce(size_t size, operation op, const char *name) {
    for (size_t i = 0; i < size / 8; i++) ((double *)out)[i] = (double)(rank + 1) * (double)(i % 1000);
    memset(in, 0xff, size);
    op(size, 1);
    for (size_t i = 0; i < size / 8; i++)
        if (((double *)in)[i] != ranks * (ranks + 1) / 2.0 * (double)(i % 1000)) fail(name, "wrong sum");
}
static void check_bcast(size_t size, operation op, const char *name) {
    fill(in, size, rank);
    op(size, 1);
    check(in, size, 0, name);
}
static void check_alltoall(size_t size, operation op, const char *name) {
    for (int r = 0; r < ranks; r++) fill(out + r * size, size, rank * ranks + r);
    memset(in, 0xff, size * ranks);
    op(size, 1);
    for (int r = 0; r < ranks; r++) check(in + r * size, size, r * ranks + rank, name);
}

int main(int argc, char **argv) {
    begin(argc, argv, "8,1k,64k", 0);
    if (ranks > MAX_RANKS) fail("ranks", "there may be 64 at most");
    out = buffer(largest_size() * ranks);
    in = buffer(largest_size() * ranks);
    for (int s = 0; s < size_count; s++) {
        size_t size = sizes[s];
        if (wanted("allreduce")) {
            MPI_Allreduce_init(out, in, (int)(size / 8), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
            check_allreduce(size, allreduce, "call_allreduce");
            check_allreduce(size, start_and_wait, "init_allreduce");
            print("call_allreduce", size, allreduce, 1);
            print("init_allreduce", size, start_and_wait, 1);
            MPI_Request_free(&request);
        }
        if (wanted("bcast")) {
            for (int r = 0; r < ranks; r++)
                MPI_Bcast_init(in, (int)size, MPI_BYTE, r, MPI_COMM_WORLD, MPI_INFO_NULL, &of_root[r]);
            check_bcast(size, bcast, "call_bcast");
            check_bcast(size, start_and_wait_from_each, "init_bcast");
            print("call_bcast", size, bcast, ranks);
            print("init_bcast", size, start_and_wait_from_each, ranks);
            for (int r = 0; r < ranks; r++) MPI_Request_free(&of_root[r]);
        }
        if (wanted("alltoall")) {
            MPI_Alltoall_init(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, MPI_COMM_WORLD, MPI_INFO_NULL,
                              &request);
            check_alltoall(size, alltoall, "call_alltoall");
            check_alltoall(size, start_and_wait, "init_alltoall");
            print("call_alltoall", size, alltoall, 1);
            print("init_alltoall", size, start_and_wait, 1);
            MPI_Request_free(&request);
        }
    }
    MPI_Finalize();
    return 0;
}
