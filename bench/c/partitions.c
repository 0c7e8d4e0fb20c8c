/* 64 partitions that four threads of rank 0 send to rank 1; size is bytes of a partition. partitions: one partitioned
 * request, MPI_Pready by each thread for its sixteen; partitions_isend: sixteen MPI_Isend and an MPI_Waitall by each
 * thread, received by 64 MPI_Irecv. In both the threads meet before the first partition and after the last. A sample is
 * the slower rank's.
 *
 * Value: mean, us for all partitions. */
#include "common.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#define THREADS 4
#define EACH 16
#define ALL (THREADS * EACH)

static unsigned char *data;
static size_t bytes;
static MPI_Request request;
/* Rounds that the threads may work on, and partitions' shares that are done. */
static atomic_long begun, done;
static atomic_int ends, by_message;
static pthread_t threads[THREADS];

static void share(int thread) {
    MPI_Request requests[EACH];
    for (int i = 0; i < EACH; i++) {
        int at = thread * EACH + i;
        if (by_message) MPI_Isend(data + at * bytes, (int)bytes, MPI_BYTE, 1, at, MPI_COMM_WORLD, &requests[i]);
        else MPI_Pready(at, request);
    }
    if (by_message) MPI_Waitall(EACH, requests, MPI_STATUSES_IGNORE);
    done++;
}

static void *work(void *number) {
    int thread = (int)(size_t)number;
    for (long round = 0;; round++) {
        while (begun <= round && !ends) sched_yield();
        if (ends) return NULL;
        share(thread);
    }
}

/* The threads' part of a round; the main thread is the first of them. */
static void send_all(void) {
    begun++;
    share(0);
    while (done < THREADS * begun) sched_yield();
}

static double partitioned(size_t size, long n) {
    (void)size;
    by_message = 0;
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Start(&request);
        if (rank == 0) send_all();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now() - start;
}
static double messages(size_t size, long n) {
    MPI_Request requests[ALL];
    by_message = 1;
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            send_all();
            continue;
        }
        for (int k = 0; k < ALL; k++)
            MPI_Irecv(data + k * size, (int)size, MPI_BYTE, 0, k, MPI_COMM_WORLD, &requests[k]);
        MPI_Waitall(ALL, requests, MPI_STATUSES_IGNORE);
    }
    return now() - start;
}

static void run(const char *name, size_t size, operation op) {
    if (!wanted(name)) return;
    fill(data, ALL * size, rank);
    op(size, 1);
    check(data, ALL * size, 0, name);
    struct figures f = measure(op, size, 1);
    print_time(name, size, f.mean, f, 1e6, "us");
}

int main(int argc, char **argv) {
    begin_level(argc, argv, "4k", 2, MPI_THREAD_MULTIPLE);
    data = buffer(ALL * largest_size());
    for (size_t t = 1; rank == 0 && t < THREADS; t++)
        if (pthread_create(&threads[t], NULL, work, (void *)t) != 0) fail("threads", "none could be started");
    for (int s = 0; s < size_count; s++) {
        bytes = sizes[s];
        run("partitions_isend", bytes, messages);
        if (rank == 0)
            MPI_Psend_init(data, ALL, (MPI_Count)bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        else MPI_Precv_init(data, ALL, (MPI_Count)bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        run("partitions", bytes, partitioned);
        MPI_Request_free(&request);
    }
    ends = 1;
    for (size_t t = 1; rank == 0 && t < THREADS; t++) pthread_join(threads[t], NULL);
    MPI_Finalize();
    return 0;
}
