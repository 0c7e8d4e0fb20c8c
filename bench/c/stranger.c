/* Short operations of two or more ranks beside somebody else's process, a busy loop that rank 0 starts before MPI_Init:
 * free, or pinned to the core that rank 0 began on; and alone, for comparison. Values: the mean time of an allreduce of
 * 8 bytes and half that of a ping-pong, us, preemptions and all; the stranger's share of a core; and the tail: the
 * longest pause between two looks at the clock, one in each 32 operations, in ms, and how many were above a ms.
 *
 * Where --ops names them, also `turns`: two ranks compute for about a millisecond by turns, so that one of them waits.
 */
#define _GNU_SOURCE
#include "common.h"
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the stranger does, and how many busy rounds it has made. */
enum { IDLE, FREE, PINNED, NICE, OVER };
struct shared {
    volatile int wish, is;
    volatile double used; /* processor seconds */
    cpu_set_t all, one;
};
static struct shared *shared;

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void stranger(pid_t parent) {
    volatile unsigned long x = 0;
    int usual = getpriority(PRIO_PROCESS, 0); /* as the ranks have it */
    while (shared->wish != OVER && getppid() == parent) {
        if (shared->is != shared->wish) {
            int wish = shared->wish;
            setpriority(PRIO_PROCESS, 0, wish == NICE ? 19 : usual);
            sched_setaffinity(0, sizeof(cpu_set_t), wish == PINNED ? &shared->one : &shared->all);
            shared->is = wish;
        }
        if (shared->is == IDLE) {
            usleep(1000);
            continue;
        }
        for (int i = 0; i < 100000; i++) x = x * 3 + 1;
        shared->used = processor_seconds();
    }
    _exit(0);
}

static double last, longest; /* the last look at the clock, and the longest pause before one, in seconds */
static long pauses;           /* those above a millisecond */

static inline void look(void) {
    double t = now();
    if (t - last > longest) longest = t - last;
    pauses += t - last > 1e-3;
    last = t;
}

static double reductions(long n) {
    double in = 1, out = 0, start = last = now();
    for (long i = 0; i < n; i++) {
        if (i % 32 == 0) look();
        MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    return now() - start;
}

static double trips(long n) {
    double x = rank, start = last = now();
    if (rank < 2)
        for (long i = 0; i < n; i++) {
            if (i % 32 == 0) look();
            if (rank == 0) MPI_Send(&x, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(&x, 1, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank == 1) MPI_Send(&x, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
        }
    return (now() - start) / 2;
}

/* Additions that take about a millisecond: the same work for every library. */
enum { WORK = 1500000 };

static double turns(long n) {
    volatile unsigned long x = 0;
    char turn = 0;
    double start = last = now();
    if (rank < 2)
        for (long i = 0; i < n; i++) {
            look();
            if (rank == 1) MPI_Recv(&turn, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (long j = 0; j < WORK; j++) x = x * 3 + 1;
            MPI_Send(&turn, 1, MPI_CHAR, 1 - rank, 1, MPI_COMM_WORLD);
            if (rank == 0) MPI_Recv(&turn, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    return (now() - start) / 2;
}

/* The mean over the budget: rank 0 says how many more. */
static void run(const char *name, const char *beside, double (*operation)(long), int wish) {
    char full[64];
    int long_ones = operation == turns;
    long n = long_ones ? 5 : 100, done = 0;
    double used = 0, begin, before;

    snprintf(full, sizeof full, "stranger_%s_%s", name, beside);
    if (!wanted(name) && !wanted(full)) return;
    if (rank == 0) {
        shared->wish = wish;
        while (shared->is != wish) usleep(1000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    operation(long_ones ? 5 : 1000);
    longest = pauses = 0;
    begin = now();
    before = rank == 0 ? shared->used : 0;
    while (n) {
        used += operation(n);
        done += n;
        if (rank == 0) {
            double left = begin + budget - now(), each = (now() - begin) / done;
            n = left <= 0 ? 0 : left / each < 1000 ? (long_ones ? 5 : 100) : (long)(left / each / 4);
            if (n > 100000) n = 100000;
        }
        MPI_Bcast(&n, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        double share = wish == IDLE ? 0 : (shared->used - before) / (now() - begin);
        printf("point %s 8 %.6g us share=%.4g operations=%ld longest=%.4g pauses=%ld\n", full, used / done * 1e6,
               share, done, longest * 1e3, pauses);
        fflush(stdout);
        shared->wish = IDLE;
    }
}

int main(int argc, char **argv) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return 2;
    sched_getaffinity(0, sizeof(cpu_set_t), &shared->all);
    CPU_ZERO(&shared->one);
    CPU_SET(sched_getcpu(), &shared->one);
    /* Every rank has one; all but rank 0's sleep for good. */
    pid_t self = getpid(), child = fork();
    if (child == 0) stranger(self);
    begin(argc, argv, "8", 0);
    static const struct { const char *name; int wish; } besides[] = {
        {"alone", IDLE}, {"pinned", PINNED}, {"free", FREE}, {"nice", NICE}};
    for (unsigned i = 0; i < sizeof besides / sizeof besides[0]; i++) {
        run("allreduce", besides[i].name, reductions, besides[i].wish);
        run("pingpong", besides[i].name, trips, besides[i].wish);
        if (ops) run("turns", besides[i].name, turns, besides[i].wish);
    }
    shared->wish = OVER;
    MPI_Finalize();
    waitpid(child, NULL, 0);
    return 0;
}
