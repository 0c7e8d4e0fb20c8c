/* OpenSHMEM beside MPI's windows and deposits, in one program. Values: medians, us. With two ranks, PE 0 works on PE
 * 1's memory:
 *     sh_p, mp_put         shmem_long_p with shmem_fence; MPI_Put of 8 B with MPI_Win_flush
 *     sh_g, mp_get         shmem_long_g; MPI_Get of 8 B with MPI_Win_flush
 *     sh_fadd, mp_fop      shmem_long_atomic_fetch_add; MPI_Fetch_and_op with MPI_Win_flush
 *     sh_signal, dd_note   8 B with a signal until the other PE, which waits for it, has sent 8 B back: half of it;
 *                          deposits of 8 B that leave notes, as the layer below them
 *     sh_put, sh_get       shmem_putmem with shmem_quiet and shmem_getmem of each size
 *     sh_memcpy            a copy of that size to the other PE's memory, as this process maps it (one machine)
 * With any number of ranks:
 *     sh_barrier, mp_barrier   shmem_barrier_all; MPI_Barrier
 *     sh_sum, mp_sum           shmem_double_sum_reduce of one number; MPI_Allreduce */
#include "common.h"
#include <clump.h>
#include <deposit.h>
#include <shmem.h>

#define ROOM ((size_t)4 << 20)

static MPI_Win win;
static char *out, *heap;
static long word, answers;
static uint64_t signal_word;
static double in_value, sum_value;
static int other, queue, connection;

/* Defines an operation that rank 0 repeats. */
#define REPEATED(name, step)                     \
    static double name(size_t size, long n) {    \
        double start = now();                    \
        (void)size;                              \
        if (rank) return 0;                      \
        for (long i = 0; i < n; i++) {           \
            step;                                \
        }                                        \
        return now() - start;                    \
    }
REPEATED(sh_p, shmem_long_p(&word, i, 1); shmem_fence())
REPEATED(sh_g, answers += shmem_long_g(&word, 1))
REPEATED(sh_fadd, answers += shmem_long_atomic_fetch_add(&word, 1, 1))
REPEATED(mp_put, MPI_Put(&i, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); MPI_Win_flush(1, win))
REPEATED(mp_get, MPI_Get(&answers, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win); MPI_Win_flush(1, win))
REPEATED(mp_fop, long one = 1; MPI_Fetch_and_op(&one, &answers, MPI_LONG, 1, 0, MPI_SUM, win); MPI_Win_flush(1, win))
REPEATED(sh_put, shmem_putmem(heap, out, size, 1); shmem_quiet())
REPEATED(sh_get, shmem_getmem(out, heap, size, 1))
REPEATED(sh_memcpy, memcpy(shmem_ptr(heap, 1), out, size); __asm__ volatile("" ::: "memory"))

/* Defines an operation that all ranks repeat. */
#define TOGETHER(name, step)                     \
    static double name(size_t size, long n) {    \
        (void)size;                              \
        double start = now();                    \
        for (long i = 0; i < n; i++) {           \
            step;                                \
        }                                        \
        return now() - start;                    \
    }
TOGETHER(sh_barrier, shmem_barrier_all())
TOGETHER(mp_barrier, MPI_Barrier(MPI_COMM_WORLD))
TOGETHER(sh_sum, shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &sum_value, &in_value, 1))
TOGETHER(mp_sum, MPI_Allreduce(&in_value, &sum_value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD))

static uint64_t round_trips;

static void give(uint64_t round) {
    long data = (long)round;
    shmem_long_put_signal((long *)heap, &data, 1, &signal_word, round, SHMEM_SIGNAL_SET, other);
}

static void take(uint64_t round) {
    shmem_signal_wait_until(&signal_word, SHMEM_CMP_EQ, round);
    if (*(volatile long *)heap != (long)round) fail("sh_signal", "the signal was seen before the data");
}

static double sh_signal(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        round_trips++;
        if (rank == 0) give(round_trips), take(round_trips);
        else take(round_trips), give(round_trips);
    }
    return now() - start;
}

static void note(void) {
    dd_note came;
    if (dd_wait(queue, &came, -1) != 1 || came.length != 8) fail("dd_note", "no note came");
}

static double notes(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 1) note();
        dd_deposit(connection, 0, &i, 8, NULL);
        if (rank == 0) note();
    }
    return now() - start;
}

/* Connects the two ranks' queues. */
static void connect(void) {
    dd_invitation mine, theirs;
    queue = dd_queue(64);
    dd_offer(queue, (unsigned)other, 64, DD_NOTE, &mine, NULL);
    MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, other, 0, &theirs, sizeof theirs, MPI_BYTE, other, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    connection = dd_connect(&theirs);
}

static void time_of(const char *name, operation op, size_t size, double scale, int slowest) {
    if (!wanted(name)) return;
    struct figures f = measure(op, size, slowest);
    print_time(name, size, f.p50, f, scale, "us");
}

static void two_ranks(void) {
    other = 1 - rank;
    connect();
    time_of("sh_p", sh_p, 8, 1e6, 0);
    time_of("mp_put", mp_put, 8, 1e6, 0);
    time_of("sh_g", sh_g, 8, 1e6, 0);
    time_of("mp_get", mp_get, 8, 1e6, 0);
    time_of("sh_fadd", sh_fadd, 8, 1e6, 0);
    time_of("mp_fop", mp_fop, 8, 1e6, 0);
    time_of("sh_signal", sh_signal, 8, 0.5e6, 0);
    time_of("dd_note", notes, 8, 0.5e6, 0);
    for (int s = 0; s < size_count; s++) {
        fill((unsigned char *)out, sizes[s], 5);
        sh_put(sizes[s], 1);
        shmem_barrier_all();
        if (rank == 1) check((unsigned char *)heap, sizes[s], 5, "sh_put");
        shmem_barrier_all();
        time_of("sh_put", sh_put, sizes[s], 1e6, 0);
        time_of("sh_get", sh_get, sizes[s], 1e6, 0);
        if (shmem_ptr(heap, other)) time_of("sh_memcpy", sh_memcpy, sizes[s], 1e6, 0);
    }
}

int main(int argc, char **argv) {
    void *memory;
    begin(argc, argv, "64k,1m", 0);
    if (largest_size() > ROOM) fail("--sizes", "at most 4m");
    shmem_init();
    clump_init(0);
    out = buffer(ROOM);
    heap = shmem_align(4096, ROOM);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (ranks == 2) two_ranks();
    time_of("sh_barrier", sh_barrier, 0, 1e6, 1);
    time_of("mp_barrier", mp_barrier, 0, 1e6, 1);
    time_of("sh_sum", sh_sum, 8, 1e6, 1);
    time_of("mp_sum", mp_sum, 8, 1e6, 1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    clump_finalize();
    shmem_finalize();
    MPI_Finalize();
    return 0;
}
