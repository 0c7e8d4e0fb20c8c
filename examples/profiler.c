/* A profiler that counts and times MPI calls through MPI's profiling interface (MPI 5.0, chapter 15): each function
 * here stands in front of the library's, which it calls by its second name, PMPI_.... At MPI_Finalize rank 0 prints one
 * line for each function: its calls on all ranks, their seconds on all ranks, and the most seconds on one rank.
 *
 * Linked into a program:
 *     mpicc -O2 -c profiler.c && mpicc -O2 -o sor sor.c profiler.o -lm && clump run -n 4 ./sor
 * Preloaded into a program as it is:
 *     mpicc -O2 -shared -fPIC -o libprofiler.so profiler.c
 *     LD_PRELOAD=$PWD/libprofiler.so clump run -n 4 ./sor
 *
 * MPI_Pcontrol(0) stops counting, MPI_Pcontrol(1) goes on, MPI_Pcontrol(2) starts from zero. */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

/* Every profiled function: its name without MPI_, its parameters, its arguments. */
#define PROFILED(X)                                                                                                    \
    X(Send, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))                \
    X(Ssend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))               \
    X(Recv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s),                            \
      (b, n, t, from, tag, c, s))                                                                                      \
    X(Isend, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r),                      \
      (b, n, t, to, tag, c, r))                                                                                        \
    X(Irecv, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *r),                          \
      (b, n, t, from, tag, c, r))                                                                                      \
    X(Sendrecv,                                                                                                        \
      (const void *b, int n, MPI_Datatype t, int to, int tag, void *b2, int n2, MPI_Datatype t2, int from, int tag2,   \
       MPI_Comm c, MPI_Status *s),                                                                                     \
      (b, n, t, to, tag, b2, n2, t2, from, tag2, c, s))                                                                \
    X(Probe, (int from, int tag, MPI_Comm c, MPI_Status *s), (from, tag, c, s))                                        \
    X(Iprobe, (int from, int tag, MPI_Comm c, int *flag, MPI_Status *s), (from, tag, c, flag, s))                      \
    X(Wait, (MPI_Request * r, MPI_Status *s), (r, s))                                                                  \
    X(Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))                                                    \
    X(Test, (MPI_Request * r, int *flag, MPI_Status *s), (r, flag, s))                                                 \
    X(Barrier, (MPI_Comm c), (c))                                                                                      \
    X(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))                               \
    X(Reduce, (const void *b, void *b2, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),                       \
      (b, b2, n, t, op, root, c))                                                                                      \
    X(Allreduce, (const void *b, void *b2, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, b2, n, t, op, c))        \
    X(Gather, (const void *b, int n, MPI_Datatype t, void *b2, int n2, MPI_Datatype t2, int root, MPI_Comm c),         \
      (b, n, t, b2, n2, t2, root, c))                                                                                  \
    X(Allgather, (const void *b, int n, MPI_Datatype t, void *b2, int n2, MPI_Datatype t2, MPI_Comm c),                \
      (b, n, t, b2, n2, t2, c))                                                                                        \
    X(Alltoall, (const void *b, int n, MPI_Datatype t, void *b2, int n2, MPI_Datatype t2, MPI_Comm c),                 \
      (b, n, t, b2, n2, t2, c))                                                                                        \
    X(Put,                                                                                                             \
      (const void *b, int n, MPI_Datatype t, int to, MPI_Aint at, int n2, MPI_Datatype t2, MPI_Win w),                 \
      (b, n, t, to, at, n2, t2, w))                                                                                    \
    X(Win_flush_all, (MPI_Win w), (w))

#define NUMBER(name, parameters, arguments) NUMBER_##name,
enum { PROFILED(NUMBER) FUNCTIONS };
#define NAME(name, parameters, arguments) "MPI_" #name,
static const char *const names[FUNCTIONS] = {PROFILED(NAME)};

/* Threads may call at the same time. */
static atomic_llong calls[FUNCTIONS], nanoseconds[FUNCTIONS];
static atomic_int counting = 1;

static int count(int function, double start, int result) {
    if (counting) {
        calls[function]++;
        nanoseconds[function] += (long long)((PMPI_Wtime() - start) * 1e9);
    }
    return result;
}

#define PROFILE(name, parameters, arguments)                                                                           \
    int MPI_##name parameters {                                                                                        \
        double start = PMPI_Wtime();                                                                                   \
        return count(NUMBER_##name, start, PMPI_##name arguments);                                                     \
    }
PROFILED(PROFILE)

int MPI_Pcontrol(const int level, ...) {
    for (int i = 0; level >= 2 && i < FUNCTIONS; i++) calls[i] = nanoseconds[i] = 0;
    counting = level > 0;
    return MPI_SUCCESS;
}

int MPI_Finalize(void) {
    long long own[2][FUNCTIONS], sum[2][FUNCTIONS], most[FUNCTIONS];
    int rank, size;
    for (int i = 0; i < FUNCTIONS; i++) own[0][i] = calls[i], own[1][i] = nanoseconds[i];
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    PMPI_Reduce(own, sum, 2 * FUNCTIONS, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    PMPI_Reduce(own[1], most, FUNCTIONS, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) fprintf(stderr, "profiler: %-18s %10s %12s %12s\n", "function", "calls", "seconds", "most");
    for (int i = 0; rank == 0 && i < FUNCTIONS; i++)
        if (sum[0][i] > 0)
            fprintf(stderr, "profiler: %-18s %10lld %12.6f %12.6f\n", names[i], sum[0][i], sum[1][i] * 1e-9,
                    most[i] * 1e-9);
    return PMPI_Finalize();
}
