/* ranks: 1 2 4. At MPI_THREAD_MULTIPLE, threads that wait for long (in Recv, Probe, Mprobe, Ssend, Waitall) block no other thread:
 * meanwhile the main thread and another do collectives and send messages. Then all wait and nothing comes for a while:
 * that costs next to no processor time. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

enum { ROUNDS = 200, WAITERS = 5, PAUSE_MS = 400 };
static MPI_Comm comms[2];
static atomic_int let_go, over;
static int next, last;

static void *waiter(void *argument) {
    int way = (int)(intptr_t)argument, value = way, tag = 100 + way;
    MPI_Status status;
    MPI_Message message;
    MPI_Request requests[3];
    int values[3] = {0, 0, 0};
    switch (way) {
    case 0: MPI_Recv(&value, 1, MPI_INT, last, tag, MPI_COMM_WORLD, &status); break;
    case 1:
        MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        CHECK(atomic_load(&let_go));
        MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, &status);
        break;
    case 2:
        MPI_Mprobe(last, tag, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(&value, 1, MPI_INT, &message, &status);
        break;
    case 3:
        for (int k = 0; k < 3; k++) MPI_Irecv(&values[k], 1, MPI_INT, last, tag, MPI_COMM_WORLD, &requests[k]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        CHECK(values[0] == 1003 && values[1] == 1003 && values[2] == 1003);
        value = values[0];
        break;
    default: MPI_Ssend(&value, 1, MPI_INT, next, tag, MPI_COMM_WORLD); value += 1000; break;
    }
    CHECK(value == 1000 + way);
    CHECK(atomic_load(&let_go));
    atomic_fetch_add(&over, 1);
    return NULL;
}

static void *busy(void *argument) {
    MPI_Comm comm = comms[(intptr_t)argument];
    for (int i = 0; i < ROUNDS; i++) {
        int sum = -1, one = 1, in = -1;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        MPI_Sendrecv(&i, 1, MPI_INT, next, 1, &in, 1, MPI_INT, last, 1, comm, MPI_STATUS_IGNORE);
        CHECK(sum == check_size && in == i);
    }
    return NULL;
}

static double processor_seconds(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return use.ru_utime.tv_sec + use.ru_stime.tv_sec + (use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
}

int main(int argc, char **argv) {
    int level, value, taken = -1;
    pthread_t waiters[WAITERS], other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE);
    next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    for (int t = 0; t < 2; t++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[t]);
    for (int t = 0; t < WAITERS; t++) pthread_create(&waiters[t], NULL, waiter, (void *)(intptr_t)t);
    pthread_create(&other, NULL, busy, (void *)0);
    busy((void *)1);
    pthread_join(other, NULL);
    CHECK(atomic_load(&over) == 0);

    double before = processor_seconds();
    nanosleep(&(struct timespec){0, PAUSE_MS * 1000000L}, NULL);
    double used = processor_seconds() - before;
    if (used > 0.1) fprintf(stderr, "rank %d: %d waiting threads used %.3f s in %.1f s\n", check_rank, WAITERS, used, PAUSE_MS * 1e-3);
    CHECK(used <= 0.1);
    CHECK(atomic_load(&over) == 0);

    MPI_Barrier(MPI_COMM_WORLD);
    atomic_store(&let_go, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int way = 0; way < 4; way++)
        for (int k = 0; k < (way == 3 ? 3 : 1); k++) {
            value = 1000 + way;
            MPI_Send(&value, 1, MPI_INT, next, 100 + way, MPI_COMM_WORLD);
        }
    MPI_Recv(&taken, 1, MPI_INT, last, 104, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(taken == 4);
    for (int t = 0; t < WAITERS; t++) pthread_join(waiters[t], NULL);
    CHECK(atomic_load(&over) == WAITERS);
    for (int t = 0; t < 2; t++) MPI_Comm_free(&comms[t]);
    return check_end();
}
