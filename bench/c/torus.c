/* MPI_Neighbor_alltoall on a periodic 2-D grid of the ranks; size is bytes for each neighbour. torus_call: the blocking
 * call; torus_init: MPI_Start and MPI_Wait of a persistent one; torus_loop: a receive and a send for each neighbour and
 * MPI_Waitall, as programs do it by hand. Back to back; a sample is the slowest rank's.
 *
 * Value: mean, us (as for `collectives`). */
#include "common.h"

static unsigned char *out, *in;
static MPI_Comm torus;
static MPI_Request request;
/* The neighbours in the order of the blocks: in each dimension the one below, then the one above. */
static int neighbours[4];

static double call(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) MPI_Neighbor_alltoall(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, torus);
    return now() - start;
}
static double init(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now() - start;
}
/* What leaves downwards arrives from above: its tag is the place of the sender's block. */
static double loop(size_t size, long n) {
    double start = now();
    MPI_Request requests[8];
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            MPI_Irecv(in + k * size, (int)size, MPI_BYTE, neighbours[k], k ^ 1, torus, &requests[k]);
        for (int k = 0; k < 4; k++)
            MPI_Isend(out + k * size, (int)size, MPI_BYTE, neighbours[k], k, torus, &requests[4 + k]);
        MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    }
    return now() - start;
}

/* The block from neighbour k is the one that this neighbour sent back this way. Where both neighbours in a dimension are
 * one process, some libraries exchange its two blocks. */
static void check_block(int k, size_t size, const char *name) {
    static unsigned char other[1 << 20];
    int seed = neighbours[k] * 4;
    if (size > sizeof other) fail("--sizes", "a block may have 1 MiB at most");
    fill(other, size, seed + k);
    if (neighbours[k] == neighbours[k ^ 1] && memcmp(in + k * size, other, size) == 0) return;
    check(in + k * size, size, seed + (k ^ 1), name);
}

static void run(const char *name, size_t size, operation op) {
    if (!wanted(name)) return;
    memset(in, 0, 4 * size);
    for (int k = 0; k < 4; k++) fill(out + k * size, size, rank * 4 + k);
    op(size, 1);
    for (int k = 0; k < 4; k++) check_block(k, size, name);
    struct figures f = measure(op, size, 1);
    print_time(name, size, f.mean, f, 1e6, "us");
}

int main(int argc, char **argv) {
    int dims[2] = {0, 0}, periodic[2] = {1, 1};
    begin(argc, argv, "8,64k", 0);
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &torus);
    for (int d = 0; d < 2; d++) MPI_Cart_shift(torus, d, 1, &neighbours[2 * d], &neighbours[2 * d + 1]);
    out = buffer(4 * largest_size());
    in = buffer(4 * largest_size());
    for (int s = 0; s < size_count; s++) {
        size_t size = sizes[s];
        MPI_Neighbor_alltoall_init(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE, torus, MPI_INFO_NULL, &request);
        run("torus_loop", size, loop);
        run("torus_call", size, call);
        run("torus_init", size, init);
        MPI_Request_free(&request);
    }
    MPI_Comm_free(&torus);
    MPI_Finalize();
    return 0;
}
