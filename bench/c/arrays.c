/* One-sided communication as Global Arrays does it by ARMCI-MPI, on memory of MPI_Win_allocate under MPI_Win_lock_all.
 * Any MPI can run it. Two ranks: rank 0 works on rank 1's memory, and rank 1 waits in a collective call, unless it
 * computes. Each patch is a part of a two-dimensional array at the target, in runs that lie as far apart again as they
 * are long; at the origin it is dense. Each operation makes its datatypes by MPI_Type_create_subarray and frees them,
 * and a flush is behind it. Values: medians, us.
 *     ga_put, ga_get, ga_acc                       a contiguous patch of each size (acc: MPI_Accumulate, MPI_SUM)
 *     ga_put_8, ga_put_128, ga_put_4k, and so on   a patch of each size in runs of so many bytes
 *     ga_put_both, ga_get_both, ga_acc_both        in runs of 128 bytes, on both sides
 *     ga_locked_put, ga_locked_acc                 a contiguous patch between MPI_Win_lock and MPI_Win_unlock
 *     ga_read_inc, ga_fop                          a counter, by MPI_Rget_accumulate and MPI_Wait, by MPI_Fetch_and_op
 *     ga_mutex, ga_mutexes                         a mutex in ARMCI-MPI's way locked and unlocked, by one rank, by both
 *     ga_computing_put, _get, _acc, _inc           patches of 64 KiB in runs of 128 bytes, and the counter, while the
 *                                                  target computes without calling MPI
 *     ga_memcpy                                    a copy of that size between the same buffers (one machine)
 * What arrives is checked. */
#include "common.h"

enum { PATCH = 64 << 10, RUN = 128, TAG = 100, BATCH = 20, TIMES = 400, AT = 4096 };

static MPI_Win win, counter, mutex, shared = MPI_WIN_NULL;
static char *base, *out, *there; /* there: the other rank's part of `shared`, mapped */
static long *count; /* this rank's counter, in a window of its own, as Global Arrays has it in an array of its own */
static unsigned char *queue;
static size_t room;
static int other;

/* The patch: bytes of a run (0: contiguous), and whether the origin has gaps, too. */
static size_t run;
static int both;
static long accumulated; /* accumulates since the target's memory was zero */

/* Rows of `run` bytes in a two-dimensional array whose rows have `row` bytes. */
static MPI_Datatype rows_of(size_t size, size_t row, MPI_Datatype element, size_t width) {
    MPI_Datatype type;
    int rows = (int)(size / run), whole[2] = {rows, (int)(row / width)}, part[2] = {rows, (int)(run / width)};
    int first[2] = {0, 0};
    MPI_Type_create_subarray(2, whole, part, first, MPI_ORDER_C, element, &type);
    MPI_Type_commit(&type);
    return type;
}

enum { PUT, GET, ACC };

/* One operation on a patch, with its datatypes and its flush. */
static void patch(int what, size_t size) {
    MPI_Datatype element = what == ACC ? MPI_DOUBLE : MPI_BYTE, from = element, to = element;
    int width = what == ACC ? 8 : 1, count = run ? 1 : (int)size / width;
    if (run) {
        from = rows_of(size, both ? 2 * run : run, element, width);
        to = rows_of(size, 2 * run, element, width);
    }
    switch (what) {
    case PUT: MPI_Put(out, count, from, other, AT, count, to, win); break;
    case GET: MPI_Get(out, count, from, other, AT, count, to, win); break;
    case ACC: MPI_Accumulate(out, count, from, other, AT, count, to, MPI_SUM, win); accumulated++; break;
    }
    MPI_Win_flush(other, win);
    if (run) MPI_Type_free(&from), MPI_Type_free(&to);
}

static double repeated(int what, size_t size, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) patch(what, size);
    return now() - start;
}
static double put(size_t size, long n) { return repeated(PUT, size, n); }
static double get(size_t size, long n) { return repeated(GET, size, n); }
static double acc(size_t size, long n) { return repeated(ACC, size, n); }

static double locked(int what, size_t size, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) {
        MPI_Win_lock(what == ACC ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, other, 0, win);
        if (what == PUT) MPI_Put(out, (int)size, MPI_BYTE, other, AT, (int)size, MPI_BYTE, win);
        else MPI_Accumulate(out, (int)size / 8, MPI_DOUBLE, other, AT, (int)size / 8, MPI_DOUBLE, MPI_SUM, win);
        MPI_Win_unlock(other, win);
    }
    accumulated += what == ACC ? n : 0;
    return now() - start;
}
static double locked_put(size_t size, long n) { return locked(PUT, size, n); }
static double locked_acc(size_t size, long n) { return locked(ACC, size, n); }

static long counted;
static void increment(int by_request) {
    long one = 1, was;
    if (by_request) {
        MPI_Request request;
        MPI_Rget_accumulate(&one, 1, MPI_LONG, &was, 1, MPI_LONG, other, 0, 1, MPI_LONG, MPI_SUM, counter, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Fetch_and_op(&one, &was, MPI_LONG, other, 0, MPI_SUM, counter);
        MPI_Win_flush(other, counter);
    }
    if (was != counted++) fail("ga_read_inc", "the counter has another value");
}
static double increments(int by_request, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) increment(by_request);
    return now() - start;
}
static double read_inc(size_t size, long n) { return (void)size, increments(1, n); }
static double fop(size_t size, long n) { return (void)size, increments(0, n); }

/* Sets this rank's byte of the mutex at rank 1, and returns all bytes. */
static void enqueue(unsigned char *bytes, unsigned char mine) {
    bytes[rank] = mine;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, mutex);
    MPI_Put(bytes + rank, 1, MPI_BYTE, 1, rank, 1, MPI_BYTE, mutex);
    if (rank > 0) MPI_Get(bytes, rank, MPI_BYTE, 1, 0, rank, MPI_BYTE, mutex);
    if (rank < ranks - 1)
        MPI_Get(bytes + rank + 1, ranks - 1 - rank, MPI_BYTE, 1, rank + 1, ranks - 1 - rank, MPI_BYTE, mutex);
    MPI_Win_unlock(1, mutex);
}
static void lock(void) {
    unsigned char bytes[64];
    int taken = 0;
    enqueue(bytes, 1);
    for (int r = 0; r < ranks; r++) taken |= r != rank && bytes[r];
    if (taken) MPI_Recv(NULL, 0, MPI_BYTE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void unlock(void) {
    unsigned char bytes[64];
    enqueue(bytes, 0);
    for (int i = 1; i < ranks; i++) {
        int next = (rank + i) % ranks;
        if (!bytes[next]) continue;
        MPI_Send(NULL, 0, MPI_BYTE, next, TAG, MPI_COMM_WORLD);
        return;
    }
}
static double mutex_alone(size_t size, long n) {
    double start = now();
    (void)size;
    if (rank) return 0;
    for (long i = 0; i < n; i++) lock(), unlock();
    return now() - start;
}
static long turns;
static double mutex_of_both(size_t size, long n) {
    long value;
    (void)size;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    for (long i = 0; i < n; i++) {
        lock();
        MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, counter);
        MPI_Win_flush(1, counter);
        value++;
        MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, counter);
        MPI_Win_flush(1, counter);
        unlock();
    }
    double took = now() - start;
    turns += n;
    MPI_Barrier(MPI_COMM_WORLD);
    return took;
}

static double copy(size_t size, long n) {
    double start = now();
    if (rank) return 0;
    for (long i = 0; i < n; i++) {
        memcpy(there, out, size);
        __asm__ volatile("" ::: "memory");
    }
    return now() - start;
}

static void time_of(const char *name, operation op, size_t size, int slowest) {
    struct figures f = measure(op, size, slowest);
    print_time(name, size, f.p50, f, 1e6, "us");
}

static void clear(void) {
    memset(base, 0, room);
    *count = accumulated = counted = 0;
    MPI_Win_sync(win);
    MPI_Win_sync(counter);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Where byte `i` of the patch lies, among rows with gaps or dense. */
static size_t place(size_t i, int gaps) { return run && gaps ? i / run * 2 * run + i % run : i; }
static unsigned char byte_of(size_t i) { return (unsigned char)(i * 131 + (i >> 8) * 17 + 5); }
static double number_of(size_t i) { return (double)(i % 1000 + 1); }

/* After the operations: rank 1's memory holds the patch, and nothing beside it. */
static void check_patch(const char *name, int what, size_t size) {
    long sums = accumulated;
    MPI_Bcast(&sums, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    MPI_Win_sync(win);
    for (size_t i = 0; i < size && rank == 1 && what == PUT; i++)
        if ((unsigned char)base[AT + place(i, 1)] != byte_of(i)) fail(name, "wrong bytes arrived");
    for (size_t i = 0; i < size / 8 && rank == 1 && what == ACC; i++)
        if (*(double *)(base + AT + place(8 * i, 1)) != (double)sums * number_of(i)) fail(name, "a sum is wrong");
    for (size_t i = 0; i < size && rank == 1 && run; i += run)
        for (size_t k = 0; k < run; k++)
            if (base[AT + place(i, 1) + run + k]) fail(name, "bytes beside the patch have changed");
    for (size_t i = 0; i < size && rank == 0 && what == GET; i++)
        if ((unsigned char)out[place(i, both)] != byte_of(i)) fail(name, "wrong bytes came back");
    MPI_Barrier(MPI_COMM_WORLD);
}

static void prepare(int what, size_t size) {
    clear();
    memset(out, 0, room);
    for (size_t i = 0; i < size && what == PUT; i++) out[place(i, both)] = (char)byte_of(i);
    for (size_t i = 0; i < size && what == GET; i++) base[AT + place(i, 1)] = (char)byte_of(i);
    for (size_t i = 0; i < size / 8 && what == ACC; i++) *(double *)(out + place(8 * i, both)) = number_of(i);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static const char *const names[] = {"put", "get", "acc"};
static const operation operations[] = {put, get, acc};

/* All three operations on patches of this shape. */
static void shape(size_t bytes_of_run, int on_both, const char *suffix, size_t size) {
    run = bytes_of_run, both = on_both;
    for (int what = PUT; what <= ACC; what++) {
        char name[32];
        snprintf(name, sizeof name, "ga_%s%s", names[what], suffix);
        if (!wanted(name)) continue;
        prepare(what, size);
        time_of(name, operations[what], size, 0);
        check_patch(name, what, size);
    }
}

static volatile double sink;
static void compute(double seconds) {
    double x = 1, start = now();
    while (now() - start < seconds)
        for (int i = 0; i < 2000; i++) x = x * 0.999999 + 0.5;
    sink = x;
}

/* Rank 0 works on rank 1's memory while that computes for 0.4 seconds. Between machines each operation is timed by
 * itself. */
static void computing(const char *name, int what) {
    static double each[TIMES];
    struct figures f = {0};
    long n = 0, batch = shared == MPI_WIN_NULL ? 1 : BATCH;
    if (!wanted(name)) return;
    run = RUN, both = 0;
    prepare(what, PATCH);
    if (rank == 1) compute(0.4);
    else {
        double start = now();
        while (now() - start < 0.02) {}
        while (n < TIMES && now() - start < 0.36) {
            double begun = now();
            for (long i = 0; i < batch; i++) {
                if (what > ACC) increment(1);
                else patch(what, PATCH);
            }
            each[n++] = (now() - begun) / (double)batch;
        }
    }
    if (what <= ACC) check_patch(name, what, PATCH);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank) return;
    summarise(&f, each, n, batch);
    print_time(name, what > ACC ? 8 : PATCH, f.p50, f, 1e6, "us");
}

/* Maps rank 1's part of a shared window for the floor; nothing on several machines. */
static void map_the_other(void) {
    MPI_Comm machine;
    int beside, unit;
    MPI_Aint bytes;
    void *mine, *theirs;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &beside);
    MPI_Comm_free(&machine);
    if (beside < ranks) return;
    MPI_Win_allocate_shared((MPI_Aint)largest_size(), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
    MPI_Win_shared_query(shared, other, &bytes, &unit, &theirs);
    memset(mine, 0, largest_size());
    there = theirs;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void locks(const char *name, operation op, int what, size_t size) {
    if (!wanted(name)) return;
    run = 0;
    prepare(what, size);
    MPI_Win_unlock_all(win);
    time_of(name, op, size, 0);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    check_patch(name, what, size);
}

static void counters(void) {
    clear();
    if (wanted("ga_read_inc")) time_of("ga_read_inc", read_inc, 8, 0);
    if (wanted("ga_fop")) time_of("ga_fop", fop, 8, 0);
    if (wanted("ga_mutex")) time_of("ga_mutex", mutex_alone, 8, 0);
    clear();
    if (!wanted("ga_mutexes")) return;
    time_of("ga_mutexes", mutex_of_both, 8, 1);
    MPI_Win_sync(counter);
    if (rank == 1 && *count != ranks * turns) fail("ga_mutexes", "two ranks had the mutex at once");
}

int main(int argc, char **argv) {
    void *memory;
    begin(argc, argv, "1k,64k,8m", 2);
    other = 1 - rank;
    room = AT + 2 * (largest_size() > PATCH ? largest_size() : PATCH);
    for (int s = 0; s < size_count; s++)
        if (sizes[s] % 1024) fail("--sizes", "multiples of 1k");
    out = buffer(room);
    MPI_Win_allocate((MPI_Aint)room, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    base = memory;
    MPI_Win_allocate(sizeof(long), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &count, &counter);
    MPI_Alloc_mem(ranks, MPI_INFO_NULL, &queue);
    memset(queue, 0, ranks);
    MPI_Win_create(queue, ranks, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mutex);
    map_the_other();
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, counter);
    for (int s = 0; s < size_count; s++) {
        size_t size = sizes[s];
        shape(0, 0, "", size);
        if (shared != MPI_WIN_NULL && wanted("ga_memcpy")) time_of("ga_memcpy", copy, size, 0);
        shape(8, 0, "_8", size);
        shape(128, 0, "_128", size);
        if (size > 4096) shape(4096, 0, "_4k", size);
        if (size == PATCH) shape(128, 1, "_both", size);
    }
    locks("ga_locked_put", locked_put, PUT, sizes[0]);
    locks("ga_locked_acc", locked_acc, ACC, sizes[0]);
    counters();
    computing("ga_computing_put", PUT);
    computing("ga_computing_get", GET);
    computing("ga_computing_acc", ACC);
    computing("ga_computing_inc", ACC + 1);
    MPI_Win_unlock_all(counter);
    MPI_Win_unlock_all(win);
    if (shared != MPI_WIN_NULL) MPI_Win_free(&shared);
    MPI_Win_free(&counter);
    MPI_Win_free(&mutex);
    MPI_Free_mem(queue);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
