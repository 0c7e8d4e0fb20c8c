/* Persistent collectives beside the blocking calls of the same library, on any number of ranks; size is bytes for each
 * rank (for alltoall: for each pair). init_NAME: MPI_Start and MPI_Wait of an operation that was initialised once;
 * call_NAME: the blocking call with the same arguments. Called back to back; the root of a bcast goes round, so that no
 * root runs ahead. A sample is the slowest rank's.
 *
 * Value: mean, us (as for `collectives`). */
#include "common.h"

#define MAX_RANKS 64

static unsigned char *out, *in;
static MPI_Request request, of_root[MAX_RANKS];
/* Broadcasts so far. Every rank counts alike; a batch may be a single one, so that counting within a batch would leave
 * the root in its place. */
static long turn;

static double start_and_wait(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now() - start;
}
static double start_and_wait_in_turn(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        int root = (int)(turn++ % ranks);
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
    for (long i = 0; i < n; i++) MPI_Bcast(in, (int)size, MPI_BYTE, (int)(turn++ % ranks), MPI_COMM_WORLD);
    return now() - start;
}
static double alltoall(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Alltoall(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, MPI_COMM_WORLD);
    return now() - start;
}

static void print(const char *name, size_t size, operation op) {
    struct figures f = measure(op, size, 1);
    print_time(name, size, f.mean, f, 1e6, "us");
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
    turn = 0;
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
            print("call_allreduce", size, allreduce);
            print("init_allreduce", size, start_and_wait);
            MPI_Request_free(&request);
        }
        if (wanted("bcast")) {
            for (int r = 0; r < ranks; r++)
                MPI_Bcast_init(in, (int)size, MPI_BYTE, r, MPI_COMM_WORLD, MPI_INFO_NULL, &of_root[r]);
            check_bcast(size, bcast, "call_bcast");
            check_bcast(size, start_and_wait_in_turn, "init_bcast");
            print("call_bcast", size, bcast);
            print("init_bcast", size, start_and_wait_in_turn);
            for (int r = 0; r < ranks; r++) MPI_Request_free(&of_root[r]);
        }
        if (wanted("alltoall")) {
            MPI_Alltoall_init(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, MPI_COMM_WORLD, MPI_INFO_NULL,
                              &request);
            check_alltoall(size, alltoall, "call_alltoall");
            check_alltoall(size, start_and_wait, "init_alltoall");
            print("call_alltoall", size, alltoall);
            print("init_alltoall", size, start_and_wait);
            MPI_Request_free(&request);
        }
    }
    MPI_Finalize();
    return 0;
}
