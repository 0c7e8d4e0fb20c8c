/* One-sided communication on memory of MPI_Win_allocate, between MPI_Win_lock_all and MPI_Win_unlock_all. Any MPI can
 * run it. Values: medians, us. With two ranks, rank 0 works on rank 1's memory:
 *     os_put, os_get       of 8 B and of each size, with a flush
 *     os_fop               MPI_Fetch_and_op of 8 B with MPI_SUM, with a flush
 *     os_flag              put 8 B, flush, put a flag, flush; the other looks at its own memory, and does the same
 *                          back: half of it
 *     os_fence             fence, put 8 B, fence
 *     os_computing         lock, accumulate 8 B, unlock, while the target computes for a second without calling MPI
 *     os_kept              how much of its speed it keeps meanwhile, percent
 *     os_memcpy            a copy of that size between the same buffers, by memory that both have mapped (one machine)
 *     os_handover          two lines, data and flag, handed to and fro by loads and stores: half of it (one machine)
 * With four, all at once on rank 0's memory:
 *     os_contended         MPI_Fetch_and_op of 8 B at one place, with a flush: time between two on each rank
 *     os_acc_apart         MPI_Accumulate of 512 doubles with MPI_SUM, with a flush: each rank at its own place
 *     os_acc_same          the same, all at one place
 * The sums, and what was put and got, are checked. */
#include "common.h"
#include <unistd.h>

enum { LINE = 64, DOUBLES = 512 };
#define ROOM ((size_t)4 << 20)

static MPI_Win win, fenced, shared = MPI_WIN_NULL;
static char *base, *out;
static volatile long *there; /* the other rank's part of `shared`, mapped */
static volatile long *here;
static int other;

static void sum_of(long add) {
    long one = add, was;
    MPI_Fetch_and_op(&one, &was, MPI_LONG, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
}

static double put(size_t size, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) {
        MPI_Put(out, (int)size, MPI_BYTE, other, 0, (int)size, MPI_BYTE, win);
        MPI_Win_flush(other, win);
    }
    return now() - start;
}

static double get(size_t size, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) {
        MPI_Get(out, (int)size, MPI_BYTE, other, 0, (int)size, MPI_BYTE, win);
        MPI_Win_flush(other, win);
    }
    return now() - start;
}

static double fop(size_t size, long n) {
    long one = 1, was;
    double start = now();
    (void)size;
    if (rank) return 0;
    for (long i = 0; i < n; i++) {
        MPI_Fetch_and_op(&one, &was, MPI_LONG, other, 0, MPI_SUM, win);
        MPI_Win_flush(other, win);
    }
    return now() - start;
}

/* The data is in the first line of the part, the flag in the second. Both count rounds, over all calls. */
static long rounds;

static void give(long round) {
    MPI_Put(&round, 1, MPI_LONG, other, 0, 1, MPI_LONG, win);
    MPI_Win_flush(other, win);
    MPI_Put(&round, 1, MPI_LONG, other, LINE, 1, MPI_LONG, win);
    MPI_Win_flush(other, win);
}

static void take(long round) {
    volatile long *data = (volatile long *)base, *flag = (volatile long *)(base + LINE);
    for (long looks = 1;; looks++) {
        int found;
        MPI_Win_sync(win);
        if (*flag == round) break;
        /* Between machines some libraries place what comes in the target's calls alone. */
        if (shared == MPI_WIN_NULL && looks % 4 == 0)
            MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    if (*data != round) fail("os_flag", "the flag was seen before the data");
}

static double flag(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        rounds++;
        if (rank == 0) give(rounds), take(rounds);
        else take(rounds), give(rounds);
    }
    return now() - start;
}

static double fence(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Win_fence(0, fenced);
        if (rank == 0) MPI_Put(out, (int)size, MPI_BYTE, other, 0, (int)size, MPI_BYTE, fenced);
        MPI_Win_fence(0, fenced);
    }
    return now() - start;
}

static double copy(size_t size, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) {
        memcpy((void *)there, out, size);
        __asm__ volatile("" ::: "memory");
    }
    return now() - start;
}

static double handover(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        rounds++;
        for (int turn = 0; turn < 2; turn++) {
            if (turn == rank) {
                there[0] = rounds;
                __atomic_store_n(&there[LINE / sizeof(long)], rounds, __ATOMIC_RELEASE);
            } else {
                while (__atomic_load_n(&here[LINE / sizeof(long)], __ATOMIC_ACQUIRE) != rounds) {}
                if (here[0] != rounds) fail("os_handover", "the flag was seen before the data");
            }
        }
    }
    return now() - start;
}

static double contended(size_t size, long n) {
    (void)size;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    for (long i = 0; i < n; i++) sum_of(1);
    double took = now() - start;
    MPI_Barrier(MPI_COMM_WORLD);
    return took;
}

static double accumulate(MPI_Aint place, long n) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Accumulate(out, DOUBLES, MPI_DOUBLE, 0, place, DOUBLES, MPI_DOUBLE, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    double took = now() - start;
    MPI_Barrier(MPI_COMM_WORLD);
    return took;
}

static long sums; /* accumulates of each rank so far, at either place */
static double acc_apart(size_t size, long n) {
    (void)size;
    sums += n;
    return accumulate((MPI_Aint)(1 + rank) * 65536, n);
}
static double acc_same(size_t size, long n) {
    (void)size;
    sums += n;
    return accumulate(32768, n);
}

static void time_of(const char *name, operation op, size_t size, double scale, int slowest) {
    if (!wanted(name)) return;
    struct figures f = measure(op, size, slowest);
    print_time(name, size, f.p50, f, scale, "us");
}

/* Rounds of work in so many seconds, without a call of MPI. */
static volatile double sink;
static double compute(double seconds) {
    double x = 1, rounds_of_work = 0, start = now();
    while (now() - start < seconds) {
        for (int i = 0; i < 2000; i++) x = x * 0.999999 + 0.5;
        rounds_of_work++;
    }
    sink = x;
    return rounds_of_work;
}

/* Rank 0 works on rank 1's memory, at most 200 times, while that computes for a second. */
static void computing(void) {
    static double each[200];
    struct figures f = {0};
    double alone = 0, busy = 0, none[2] = {0, 0}, work[2];
    long n = 0;
    if (!wanted("os_computing")) return;
    if (rank == 1) alone = compute(0.5) * 2;
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) busy = compute(1.0);
    else {
        double start = now(), one = 1;
        usleep(50000);
        while (n < 200 && now() - start < 0.9) {
            double begun = now();
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win);
            MPI_Accumulate(&one, 1, MPI_DOUBLE, other, 4096, 1, MPI_DOUBLE, MPI_SUM, win);
            MPI_Win_unlock(other, win);
            each[n++] = now() - begun;
            usleep(2000);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    work[0] = alone, work[1] = busy;
    MPI_Reduce(work, none, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank) return;
    summarise(&f, each, n, 1);
    print_time("os_computing", 8, f.p50, f, 1e6, "us");
    printf("point os_kept 8 %.6g %% samples=1\n", 100 * none[1] / none[0]);
}

/* Maps rank 1's part of a shared window for the floors; nothing on several machines. */
static void map_the_other(void) {
    MPI_Comm machine;
    int beside, unit;
    MPI_Aint bytes;
    void *mine, *theirs;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &beside);
    MPI_Comm_free(&machine);
    if (beside < ranks) return;
    MPI_Win_allocate_shared((MPI_Aint)ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
    MPI_Win_shared_query(shared, other, &bytes, &unit, &theirs);
    memset(mine, 0, ROOM);
    here = mine;
    there = theirs;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void two_ranks(void) {
    other = 1 - rank;
    map_the_other();
    rounds = 0;
    fill((unsigned char *)out, ROOM, 5);
    for (int s = 0; s < size_count; s++) {
        put(sizes[s], 1);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        if (rank == 1) check((unsigned char *)base, sizes[s], 5, "os_put");
        time_of("os_put", put, sizes[s], 1e6, 0);
        if (shared != MPI_WIN_NULL && sizes[s] >= 65536) time_of("os_memcpy", copy, sizes[s], 1e6, 0);
        time_of("os_get", get, sizes[s], 1e6, 0);
        if (rank == 0) check((unsigned char *)out, sizes[s], 5, "os_get");
    }
    memset(base, 0, ROOM);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    time_of("os_fop", fop, 8, 1e6, 0);
    memset(base, 0, 2 * LINE);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    time_of("os_flag", flag, 8, 0.5e6, 0);
    time_of("os_fence", fence, 8, 1e6, 0);
    rounds = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (shared != MPI_WIN_NULL) time_of("os_handover", handover, 8, 0.5e6, 0);
    computing();
}

static void all_at_once(void) {
    double *mine = (double *)out;
    for (int i = 0; i < DOUBLES; i++) mine[i] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    time_of("os_contended", contended, 8, 1e6, 1);
    time_of("os_acc_apart", acc_apart, 4096, 1e6, 1);
    long apart = sums;
    time_of("os_acc_same", acc_same, 4096, 1e6, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (int i = 0; rank == 0 && i < DOUBLES; i++) {
        for (int r = 0; r < ranks; r++)
            if (((double *)(base + (1 + r) * 65536))[i] != (double)apart) fail("os_acc_apart", "a sum is wrong");
        if (((double *)(base + 32768))[i] != (double)(sums - apart) * ranks) fail("os_acc_same", "a sum is wrong");
    }
}

int main(int argc, char **argv) {
    void *memory, *at;
    begin(argc, argv, "8,64k,1m", 0);
    if (largest_size() > ROOM) fail("--sizes", "at most 4m");
    out = buffer(ROOM);
    MPI_Win_allocate((MPI_Aint)ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_allocate((MPI_Aint)LINE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &fenced);
    base = memory;
    memset(base, 0, ROOM);
    MPI_Win_fence(0, fenced);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (ranks == 2) two_ranks();
    else all_at_once();
    MPI_Win_unlock_all(win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, fenced);
    if (shared != MPI_WIN_NULL) MPI_Win_free(&shared);
    MPI_Win_free(&fenced);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
