/* Barriers, allreduces and broadcasts of both kinds, in turn and under way at once, on all ranks and on some: between
 * hosts by groups, and by multicast where that works. With an argument: barriers and allreduces until somebody ends it.
 * ranks: 1 2 4 8 */
#include "check.h"
#include <time.h>
#include <unistd.h>

#define MOST 6000
static long long mine[MOST], sum[MOST];

/* Composition of maps x -> a x + b modulo 2^32, which does not commute. */
static void compose(void *in, void *inout, int *len, MPI_Datatype *type) {
    (void)type;
    unsigned (*f)[2] = in, (*g)[2] = inout;
    for (int i = 0; i < *len; i++) {
        unsigned a = f[i][0] * g[i][0], b = f[i][0] * g[i][1] + f[i][1];
        g[i][0] = a, g[i][1] = b;
    }
}

static void add(MPI_Comm comm, int count, int in_place, int seed) {
    int me, n, wrong = 0;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    long long *from = in_place ? sum : mine;
    memset(sum, 0x55, sizeof sum);
    for (int i = 0; i < count; i++) from[i] = (long long)(me + 1) * (i % 97 + seed);
    CHECK(MPI_Allreduce(in_place ? MPI_IN_PLACE : mine, sum, count, MPI_INT64_T, MPI_SUM, comm) == MPI_SUCCESS);
    for (int i = 0; i < count; i++) wrong += sum[i] != (long long)n * (n + 1) / 2 * (i % 97 + seed);
    CHECK(!wrong);
    /* What was combined may change at once. */
    memset(sum, 0x11, sizeof sum);
}

static void compose_all(MPI_Comm comm, MPI_Op op, MPI_Datatype pair, int count) {
    int me, n, wrong = 0;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    unsigned (*map)[2] = (void *)mine, (*got)[2] = (void *)sum;
    for (int i = 0; i < count; i++) map[i][0] = 2 * me + 3, map[i][1] = i + me;
    CHECK(MPI_Allreduce(map, got, count, pair, op, comm) == MPI_SUCCESS);
    for (int i = 0; i < count; i++) {
        unsigned a = 1, b = 0;
        for (int r = 0; r < n; r++) b += a * (i + r), a *= 2 * r + 3;
        wrong += got[i][0] != a || got[i][1] != b;
    }
    CHECK(!wrong);
}

static void cast(MPI_Comm comm, int root, int seed) {
    unsigned char data[300];
    int me;
    MPI_Comm_rank(comm, &me);
    memset(data, 0xee, sizeof data);
    if (me == root) check_fill(data, sizeof data, seed);
    CHECK(MPI_Bcast(data, sizeof data, MPI_BYTE, root, comm) == MPI_SUCCESS);
    CHECK(check_same(data, sizeof data, seed));
}

/* No rank leaves before the last one has entered: test hosts share one clock. */
static void keeps_all_in(MPI_Comm comm, int late) {
    int me;
    struct timespec t;
    MPI_Comm_rank(comm, &me);
    if (me == late) usleep(3000);
    clock_gettime(CLOCK_MONOTONIC, &t);
    long long came = t.tv_sec * 1000000000ll + t.tv_nsec, last;
    CHECK(MPI_Barrier(comm) == MPI_SUCCESS);
    clock_gettime(CLOCK_MONOTONIC, &t);
    long long left = t.tv_sec * 1000000000ll + t.tv_nsec;
    MPI_Allreduce(&came, &last, 1, MPI_INT64_T, MPI_MAX, comm);
    CHECK(left >= last);
}

/* Broadcasts under way at once from all ranks, long and short ones, and awaited from the last to the first; blocking
 * calls between them, which some ranks make before and some after. */
#define CASTS 24
static void at_once(MPI_Comm comm, int seed) {
    static unsigned char data[CASTS][70000];
    const int lens[] = {1, 400, 30000, 70000};
    MPI_Request requests[CASTS + 1];
    int me, n;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
    for (int i = 0; i < CASTS; i++) {
        int len = lens[i / 2 % 4], root = i % 3 == 0 ? 0 : i % n;
        memset(data[i], 0xee, len);
        if (me == root) check_fill(data[i], len, seed + i);
        CHECK(MPI_Ibcast(data[i], len, MPI_BYTE, root, comm, &requests[i]) == MPI_SUCCESS);
        if (i == CASTS / 2 && me % 2) MPI_Barrier(comm);
        if (i == CASTS / 2) MPI_Ibarrier(comm, &requests[CASTS]);
    }
    if (me % 2 == 0) MPI_Barrier(comm);
    for (int i = CASTS; i >= 0; i--) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < CASTS; i++) CHECK(check_same(data[i], lens[i / 2 % 4], seed + i));
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    const int me = check_rank, n = check_size;
    for (long i = 0; argc > 1; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        add(MPI_COMM_WORLD, 4, 0, (int)(i % 1000));
        if (i == 200 && me == 0) printf("under way\n"), fflush(stdout);
    }
    MPI_Op op;
    MPI_Datatype pair;
    MPI_Op_create(compose, 0, &op);
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
    MPI_Type_commit(&pair);
    const int counts[] = {0, 1, 3, 100, 512, 513, 2048, 2049, MOST};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        add(MPI_COMM_WORLD, counts[i], i % 2, i);
        add(MPI_COMM_WORLD, counts[i], (i + 1) % 2, i);
        compose_all(MPI_COMM_WORLD, op, pair, counts[i]);
        keeps_all_in(MPI_COMM_WORLD, i % n);
    }
    /* Many in a row: more than any buffer holds. */
    for (int i = 0; i < 3000; i++) MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 300; i++) {
        add(MPI_COMM_WORLD, i % 10 ? 1 : 500, i % 2, i);
        if (i % 3 == 0) cast(MPI_COMM_WORLD, i % n, i);
        if (i % 5 == 0) MPI_Barrier(MPI_COMM_WORLD);
    }
    at_once(MPI_COMM_WORLD, 100);
    /* Two communicators at once, one of them of some ranks in another order; and some that come and go. */
    MPI_Comm most, turned;
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, me < n - 1 ? 0 : MPI_UNDEFINED, me, &most) == MPI_SUCCESS);
    CHECK(MPI_Comm_split(MPI_COMM_WORLD, 0, n - me, &turned) == MPI_SUCCESS);
    for (int i = 0; i < 60; i++) {
        if (most != MPI_COMM_NULL) add(most, 1 + i, 0, i), MPI_Barrier(most);
        add(turned, 2 + i, 1, i);
        cast(turned, i % n, i);
        if (most != MPI_COMM_NULL && i % 20 == 0) at_once(most, 200 + i);
        compose_all(turned, op, pair, 7);
    }
    keeps_all_in(turned, 0);
    at_once(turned, 300);
    if (most != MPI_COMM_NULL) MPI_Comm_free(&most);
    MPI_Comm_free(&turned);
    for (int i = 0; i < 12; i++) {
        MPI_Comm comm;
        CHECK(MPI_Comm_dup(MPI_COMM_WORLD, &comm) == MPI_SUCCESS);
        MPI_Request request;
        int word = me == i % n ? i : -1;
        MPI_Ibcast(&word, 1, MPI_INT, i % n, comm, &request);
        add(comm, 5, 0, i);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(word == i);
        MPI_Comm_free(&comm);
    }
    MPI_Type_free(&pair);
    MPI_Op_free(&op);
    return check_end();
}
