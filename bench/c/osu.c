/* What OSU's micro-benchmarks measure, written anew after their documentation: the same loops, warm-ups and buffers.
 *
 * osu_latency, osu_bw, osu_bibw (2 ranks): as osu_latency.c and so on. Half a round trip, us; a window of 64
 * non-blocking sends and an answer of 4 bytes, all from and into one buffer, MB/s (10^6); the same both ways at once.
 * osu_bcast and the other collectives: each call is timed by itself, a barrier follows it, and the value is the mean
 * over calls and ranks, us. Size is bytes of the whole message for bcast and reductions, of a block for the others.
 *
 * Buffers are malloc'ed, as long as the longest size needs, so that one buffer serves all sizes. OSU repeats 10,000
 * times (point-to-point; 1,000 above 8 KiB), 100 times (windows; 20) or 1,000 times (collectives; 100), after 100 (10;
 * 2) that do not count. Here that is an upper bound: --budget ends it earlier, but not below a tenth: where ranks take
 * turns on a processor, a few calls in a row may all fall into one turn, and show a tenth of what many take. */
#include "common.h"

#define SHORT (8 << 10) /* bytes up to which OSU repeats more often */
#define WINDOW 64

static char *out, *in;
static int *counts, *places; /* of the v forms and of reduce_scatter */
static size_t size;
static MPI_Request requests[2 * WINDOW];

static void send(int to) { MPI_Send(out, (int)size, MPI_CHAR, to, 1, MPI_COMM_WORLD); }
static void recv(int from) { MPI_Recv(in, (int)size, MPI_CHAR, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
static void round_trip(void) {
    if (rank == 0) send(1), recv(1);
    else recv(0), send(0);
}
static void bw(void) {
    char answer[4] = {0};
    for (int i = 0; i < WINDOW; i++) {
        if (rank == 0) MPI_Isend(out, (int)size, MPI_CHAR, 1, 100, MPI_COMM_WORLD, &requests[i]);
        else MPI_Irecv(in, (int)size, MPI_CHAR, 0, 100, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (rank == 0) MPI_Recv(answer, 4, MPI_CHAR, 1, 101, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else MPI_Send(answer, 4, MPI_CHAR, 0, 101, MPI_COMM_WORLD);
}
static void bibw(void) {
    int other = 1 - rank;
    for (int i = 0; i < WINDOW; i++)
        MPI_Irecv(in, (int)size, MPI_CHAR, other, 10, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < WINDOW; i++)
        MPI_Isend(out, (int)size, MPI_CHAR, other, 10, MPI_COMM_WORLD, &requests[WINDOW + i]);
    MPI_Waitall(WINDOW, requests + WINDOW, MPI_STATUSES_IGNORE);
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void bcast(void) { MPI_Bcast(out, (int)size, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void reduce(void) { MPI_Reduce(out, in, (int)(size / 4), MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(void) { MPI_Allreduce(out, in, (int)(size / 4), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter(void) { MPI_Reduce_scatter(out, in, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void gather(void) { MPI_Gather(out, (int)size, MPI_CHAR, in, (int)size, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void gatherv(void) { MPI_Gatherv(out, (int)size, MPI_CHAR, in, counts, places, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void scatter(void) { MPI_Scatter(out, (int)size, MPI_CHAR, in, (int)size, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void scatterv(void) { MPI_Scatterv(out, counts, places, MPI_CHAR, in, (int)size, MPI_CHAR, 0, MPI_COMM_WORLD); }
static void allgather(void) { MPI_Allgather(out, (int)size, MPI_CHAR, in, (int)size, MPI_CHAR, MPI_COMM_WORLD); }
static void allgatherv(void) { MPI_Allgatherv(out, (int)size, MPI_CHAR, in, counts, places, MPI_CHAR, MPI_COMM_WORLD); }
static void alltoall(void) { MPI_Alltoall(out, (int)size, MPI_CHAR, in, (int)size, MPI_CHAR, MPI_COMM_WORLD); }
static void alltoallv(void) {
    MPI_Alltoallv(out, counts, places, MPI_CHAR, in, counts, places, MPI_CHAR, MPI_COMM_WORLD);
}

/* What a call does, and what must have come of it: whose bytes lie where. */
enum moves { PAIR, ONE_WAY, BCAST, SUM, SUM_AT_ROOT, SUM_SHARE, GATHER, SCATTER, ALLGATHER, ALLTOALL };
static const struct kind {
    const char *name;
    void (*call)(void);
    enum moves moves;
} kinds[] = {
    {"osu_latency", round_trip, PAIR},     {"osu_bw", bw, ONE_WAY},
    {"osu_bibw", bibw, PAIR},              {"osu_bcast", bcast, BCAST},
    {"osu_reduce", reduce, SUM_AT_ROOT},   {"osu_allreduce", allreduce, SUM},
    {"osu_reduce_scatter", reduce_scatter, SUM_SHARE},
    {"osu_gather", gather, GATHER},        {"osu_gatherv", gatherv, GATHER},
    {"osu_scatter", scatter, SCATTER},     {"osu_scatterv", scatterv, SCATTER},
    {"osu_allgather", allgather, ALLGATHER}, {"osu_allgatherv", allgatherv, ALLGATHER},
    {"osu_alltoall", alltoall, ALLTOALL},  {"osu_alltoallv", alltoallv, ALLTOALL},
};

static int sums(enum moves m) { return m == SUM || m == SUM_AT_ROOT || m == SUM_SHARE; }

/* Blocks of equal length behind each other; for reduce_scatter the elements are dealt out, the first ranks get one more
 * where they do not come out even. */
static void share_out(enum moves m) {
    size_t each = m == SUM_SHARE ? size / 4 / ranks : size, rest = m == SUM_SHARE ? size / 4 % ranks : 0;
    for (int i = 0, at = 0; i < ranks; at += counts[i++]) {
        places[i] = at;
        counts[i] = (int)each + (i < (int)rest);
    }
}

/* Runs the call once on bytes that are known, and looks at what came. */
static void rehearse(const struct kind *k) {
    unsigned char *from = (unsigned char *)out, *to = (unsigned char *)in;
    size_t first = 0, many = size / 4;
    if (sums(k->moves))
        for (size_t i = 0; i < size / 4; i++) ((float *)out)[i] = (float)((rank + 1) * (i % 1000));
    else if (k->moves == SCATTER || k->moves == ALLTOALL)
        for (int r = 0; r < ranks; r++) fill(from + r * size, size, rank * ranks + r);
    else fill(from, size, rank);
    k->call();
    switch (k->moves) {
    case PAIR: check(to, size, 1 - rank, k->name); break;
    case ONE_WAY: if (rank == 1) check(to, size, 0, k->name); break;
    case BCAST: check(from, size, 0, k->name); break;
    case SCATTER: check(to, size, rank, k->name); break;
    case GATHER: if (rank != 0) break; /* fall through */
    case ALLGATHER: for (int r = 0; r < ranks; r++) check(to + r * size, size, r, k->name); break;
    case ALLTOALL: for (int r = 0; r < ranks; r++) check(to + r * size, size, r * ranks + rank, k->name); break;
    case SUM_AT_ROOT: if (rank != 0) break; /* fall through */
    case SUM_SHARE: if (k->moves == SUM_SHARE) first = places[rank], many = counts[rank]; /* fall through */
    case SUM:
        for (size_t i = 0; i < many; i++)
            if (((float *)in)[i] != (float)(ranks * (ranks + 1) / 2 * ((first + i) % 1000))) fail(k->name, "wrong sum");
    }
}

/* Seconds of this rank in n calls; collectives have a barrier behind each, which does not count. */
static double calls(const struct kind *k, long n) {
    double sum = 0, start = now();
    if (k->moves == PAIR || k->moves == ONE_WAY) {
        for (long i = 0; i < n; i++) k->call();
        return now() - start;
    }
    for (long i = 0; i < n; i++) {
        start = now();
        k->call();
        sum += now() - start;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return sum;
}

int main(int argc, char **argv) {
    begin(argc, argv, "1,2,4,8,16,32,64,128,256,512,1k,2k,4k,8k,16k,32k,64k,128k,256k,512k,1m", 0);
    out = malloc(largest_size() * ranks);
    in = malloc(largest_size() * ranks);
    counts = malloc(ranks * sizeof *counts), places = malloc(ranks * sizeof *places);
    if (!out || !in || !counts || !places) fail("memory", "the buffers do not fit");
    memset(out, rank, largest_size() * ranks);
    memset(in, rank, largest_size() * ranks);
    for (const struct kind *k = kinds; k < kinds + sizeof kinds / sizeof *kinds; k++) {
        int pair = k->moves == PAIR || k->moves == ONE_WAY, windows = k->call == bw || k->call == bibw;
        if (!wanted(k->name) || (pair && ranks != 2)) continue;
        for (int s = 0; s < size_count; s++) {
            size = sizes[s];
            if (sums(k->moves) && size < 4) continue;
            share_out(k->moves);
            rehearse(k);
            int large = size > SHORT;
            long most = windows ? (large ? 20 : 100) : pair ? (large ? 1000 : 10000) : large ? 100 : 1000;
            long skip = windows ? (large ? 2 : 10) : large ? 10 : 100, n = most;
            double before = now();
            MPI_Barrier(MPI_COMM_WORLD);
            calls(k, skip / 2);
            double one = (now() - before) / (skip / 2);
            if (rank == 0 && one * (double)(most + skip) > budget) n = (long)(budget / one), skip = n / 10;
            if (n < most / 10) n = most / 10;
            MPI_Bcast(&n, 1, MPI_LONG, 0, MPI_COMM_WORLD);
            MPI_Bcast(&skip, 1, MPI_LONG, 0, MPI_COMM_WORLD);
            calls(k, skip);
            MPI_Barrier(MPI_COMM_WORLD);
            double mine = calls(k, n) / (double)n, sum = mine;
            if (!pair) MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
            struct figures f = {0};
            summarise(&f, &mine, 1, n);
            if (windows) print_rate(k->name, size, (double)size * WINDOW * (k->call == bibw ? 2 : 1), 1e6, f, "MB/s");
            else print_time(k->name, size, pair ? mine : sum / ranks, f, pair ? 0.5e6 : 1e6, "us");
        }
    }
    MPI_Finalize();
    return 0;
}
