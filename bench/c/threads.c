/* Messages per second at MPI_THREAD_MULTIPLE: each of two threads of rank 0 sends windows of 64 messages to the thread
 * of the same number of rank 1, which answers each window with 4 bytes. A sample is all threads' windows between one
 * start and the last thread's end. Value: median, millions of messages per second, all threads together.
 *     threads       one communicator, a tag for each thread
 *     threads_comm  a communicator for each thread */
#include "common.h"
#include <pthread.h>

#define THREADS 2

static struct worker {
    pthread_t id;
    int tag;
    MPI_Comm comm;
    unsigned char *data;
    MPI_Request *requests;
    double from, to;
} workers[THREADS];
static pthread_barrier_t gate;
static size_t bytes;
static long windows;

static void *work(void *arg) {
    struct worker *w = arg;
    int answer = 0;
    pthread_barrier_wait(&gate);
    w->from = now();
    for (long i = 0; i < windows; i++) {
        if (rank == 0) {
            for (int k = 0; k < window; k++)
                MPI_Isend(w->data + k * bytes, (int)bytes, MPI_BYTE, 1, w->tag, w->comm, &w->requests[k]);
            MPI_Waitall(window, w->requests, MPI_STATUSES_IGNORE);
            MPI_Recv(&answer, 1, MPI_INT, 1, w->tag, w->comm, MPI_STATUS_IGNORE);
        } else {
            for (int k = 0; k < window; k++)
                MPI_Irecv(w->data + k * bytes, (int)bytes, MPI_BYTE, 0, w->tag, w->comm, &w->requests[k]);
            MPI_Waitall(window, w->requests, MPI_STATUSES_IGNORE);
            MPI_Send(&answer, 1, MPI_INT, 0, w->tag, w->comm);
        }
    }
    w->to = now();
    return NULL;
}

static double all(size_t size, long n) {
    bytes = size;
    windows = n;
    for (int t = 0; t < THREADS; t++)
        if (pthread_create(&workers[t].id, NULL, work, &workers[t]) != 0) fail("threads", "none could be started");
    double from = 1e300, to = 0;
    for (int t = 0; t < THREADS; t++) {
        pthread_join(workers[t].id, NULL);
        if (workers[t].from < from) from = workers[t].from;
        if (workers[t].to > to) to = workers[t].to;
    }
    return to - from;
}

/* Rank 0 finds out how many windows last a twelfth of the budget, then takes samples until it is used up. */
static struct figures timed(size_t size) {
    static double samples[MAX_SAMPLES];
    struct figures f = {0};
    long n = 1, count = 0, more = 1;
    double used = 0;
    for (int first = 1; more; first = 0) {
        double took = all(size, n);
        if (rank == 0) {
            if (took < budget / 24) n *= took < budget / 200 ? 8 : 2, count = 0, used = 0;
            else if (!first) samples[count++] = took / n, used += took;
            more = used < budget || count < MIN_SAMPLES;
        }
        long plan[2] = {n, more};
        MPI_Bcast(plan, 2, MPI_LONG, 0, MPI_COMM_WORLD);
        n = plan[0], more = plan[1];
    }
    if (rank == 0) summarise(&f, samples, count, n);
    return f;
}

int main(int argc, char **argv) {
    begin_level(argc, argv, "8", 2, MPI_THREAD_MULTIPLE);
    pthread_barrier_init(&gate, NULL, THREADS);
    for (int t = 0; t < THREADS; t++) {
        workers[t].requests = malloc(window * sizeof(MPI_Request));
        workers[t].data = buffer(largest_size() * window);
    }
    for (int own = 0; own < 2; own++) {
        const char *name = own ? "threads_comm" : "threads";
        if (!wanted(name)) continue;
        for (int t = 0; t < THREADS; t++) {
            workers[t].tag = t + 1;
            workers[t].comm = MPI_COMM_WORLD;
            if (own) MPI_Comm_dup(MPI_COMM_WORLD, &workers[t].comm);
        }
        for (int s = 0; s < size_count; s++) {
            for (int t = 0; t < THREADS; t++) {
                if (rank == 0) fill(workers[t].data, sizes[s] * window, 5 + t);
                else memset(workers[t].data, 0, sizes[s] * window);
            }
            struct figures f = timed(sizes[s]);
            for (int t = 0; t < THREADS; t++) check(workers[t].data, sizes[s] * window, 5 + t, name);
            print_rate(name, sizes[s], (double)window * THREADS, 1e6, f, "M/s");
        }
        for (int t = 0; own && t < THREADS; t++) MPI_Comm_free(&workers[t].comm);
    }
    MPI_Finalize();
    return 0;
}
