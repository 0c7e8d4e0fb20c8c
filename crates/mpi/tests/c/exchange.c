/* Every size up to 4 MiB, one way and both ways at once, contents checked; then a ping-pong whose pauses let the other side
 * fall asleep. Also run where the system refuses what the fast paths need. ranks: 2 3 */
#define _GNU_SOURCE
#include "check.h"
#include <unistd.h>

enum { MOST = 4 << 20, PAUSES = 400, MOST_LATE = 3 };
#define LATE 0.4

/* Every power of two, and its neighbours. */
static size_t size_of(int step) {
    size_t power = (size_t)1 << (step / 3);
    return power - 1 + (size_t)(step % 3);
}

static void one_way(unsigned char *bytes, size_t len, int from, int to, unsigned seed) {
    if (check_rank == from) {
        check_fill(bytes, len, seed);
        MPI_Send(bytes, (int)len, MPI_BYTE, to, 1, MPI_COMM_WORLD);
    } else if (check_rank == to) {
        MPI_Status status;
        int count = -1;
        memset(bytes, 0, len);
        MPI_Recv(bytes, MOST, MPI_BYTE, from, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK((size_t)count == len && check_same(bytes, len, seed));
    }
}

static void both_ways(unsigned char *out, unsigned char *in, size_t len, unsigned seed) {
    int next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    check_fill(out, len, seed + (unsigned)check_rank);
    memset(in, 0, len);
    MPI_Sendrecv(out, (int)len, MPI_BYTE, next, 2, in, (int)len, MPI_BYTE, last, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(check_same(in, len, seed + (unsigned)last));
}

/* Pauses from none to 3 ms: around the moment at which the other side goes to sleep, and long after it. A wake-up that was
 * lost and found again by a timer shows as a long wait; a loaded machine may cause a few of those. */
static void paused(void) {
    int late = 0;
    double worst = 0;
    for (int i = 0; i < PAUSES && check_rank < 2; i++) {
        int got = i;
        double start = MPI_Wtime();
        if (i % 2 == check_rank) {
            usleep((useconds_t)(i % 8 == 7 ? 3000 : i * 37 % 400));
            MPI_Send(&i, 1, MPI_INT, 1 - check_rank, 3, MPI_COMM_WORLD);
        } else {
            MPI_Recv(&got, 1, MPI_INT, 1 - check_rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        double took = MPI_Wtime() - start;
        worst = took > worst ? took : worst;
        late += took > LATE;
        CHECK(got == i);
    }
    if (late > MOST_LATE) fprintf(stderr, "exchange: %d waits of more than %g s, the longest %.3f s\n", late, LATE, worst);
    CHECK(late <= MOST_LATE);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    unsigned char *out = malloc(MOST + 1), *in = malloc(MOST + 1);
    for (int step = 0; size_of(step) <= MOST; step++) {
        size_t len = size_of(step);
        one_way(out, len, 0, check_size - 1, (unsigned)step);
        one_way(in, len, check_size - 1, 0, (unsigned)step + 100);
        both_ways(out, in, len, (unsigned)step + 200);
    }
    paused();
    free(out);
    free(in);
    return check_end();
}
