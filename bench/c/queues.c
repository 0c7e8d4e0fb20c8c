/* Long queues: rank 0 has many messages of 8 bytes to match, which come in the order that is worst for a library that
 * walks through a list. The size is their number. Value: time per message, us, median over repetitions of the whole.
 *     posted      receives with tags 0, 1, 2… are posted, then sent to in reverse
 *     any_source  the same from MPI_ANY_SOURCE
 *     any_tag     receives of MPI_ANY_TAG from rank 0 are posted, then as many from rank 1, which are sent to; then the
 *                 others
 *     unexpected  all are sent, then received in reverse
 *     unexpected_any_source  the same from MPI_ANY_SOURCE */
#include "common.h"

static int (*data)[2];
static MPI_Request *requests;

static void verify(size_t n, const char *what) {
    for (size_t i = 0; i < n; i++)
        if (data[i][0] != (int)i || data[i][1] != 7) fail(what, "a message went to the wrong receive");
}
static void post(size_t at, int source, int tag) {
    data[at][0] = data[at][1] = -1;
    MPI_Irecv(data[at], 8, MPI_BYTE, source, tag, MPI_COMM_WORLD, &requests[at]);
}
static void send_one(int value, int to, int tag) {
    int message[2] = {value, 7};
    MPI_Send(message, 8, MPI_BYTE, to, tag, MPI_COMM_WORLD);
}
static void turn(void) { MPI_Barrier(MPI_COMM_WORLD); }

static void posted(size_t n, int source) {
    if (rank == 0)
        for (size_t i = 0; i < n; i++) post(i, source, (int)i);
    turn();
    if (rank == 1)
        for (size_t i = n; i-- > 0;) send_one((int)i, 0, (int)i);
    if (rank == 0) MPI_Waitall((int)n, requests, MPI_STATUSES_IGNORE);
}
static void any_tag(size_t n) {
    if (rank == 0) {
        for (size_t i = 0; i < n; i++) post(n + i, 0, MPI_ANY_TAG);
        for (size_t i = 0; i < n; i++) post(i, 1, MPI_ANY_TAG);
    }
    turn();
    if (rank == 1)
        for (size_t i = 0; i < n; i++) send_one((int)i, 0, 1);
    if (rank == 0) {
        MPI_Waitall((int)n, requests, MPI_STATUSES_IGNORE);
        for (size_t i = 0; i < n; i++) send_one(0, 0, 1);
        MPI_Waitall((int)n, requests + n, MPI_STATUSES_IGNORE);
    }
}
static void unexpected(size_t n, int source) {
    if (rank == 0) memset(data, 0xff, n * sizeof *data);
    if (rank == 1)
        for (size_t i = 0; i < n; i++) {
            data[i][0] = (int)i, data[i][1] = 7;
            MPI_Isend(data[i], 8, MPI_BYTE, 0, (int)i, MPI_COMM_WORLD, &requests[i]);
        }
    turn();
    if (rank == 0)
        for (size_t i = n; i-- > 0;) MPI_Recv(data[i], 8, MPI_BYTE, source, (int)i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Waitall((int)n, requests, MPI_STATUSES_IGNORE);
}

static const char *const names[] = {"posted", "any_source", "any_tag", "unexpected", "unexpected_any_source"};
#define KINDS 5
static void run(int kind, size_t n) {
    switch (kind) {
    case 0: posted(n, 1); break;
    case 1: posted(n, MPI_ANY_SOURCE); break;
    case 2: any_tag(n); break;
    case 3: unexpected(n, 1); break;
    case 4: unexpected(n, MPI_ANY_SOURCE); break;
    }
}

int main(int argc, char **argv) {
    begin(argc, argv, "10000", 2);
    data = buffer(2 * largest_size() * sizeof *data);
    requests = buffer(2 * largest_size() * sizeof *requests);
    for (int s = 0; s < size_count; s++)
        for (int k = 0; k < KINDS; k++) {
            if (!wanted(names[k])) continue;
            /* a library that walks takes a second for one: the whole is repeated, not batched */
            static double all[100];
            int samples = 0, more = 1;
            double used = 0;
            while (more) {
                turn();
                double start = now();
                run(k, sizes[s]);
                turn();
                double took = now() - start;
                if (rank == 0) verify(sizes[s], names[k]);
                if (samples > 0) used += took; /* the first warms up */
                all[samples++] = took / sizes[s];
                more = samples < 100 && (samples < 4 || used < budget);
                MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
            }
            if (rank == 0) {
                int n = samples - 1;
                qsort(all + 1, n, sizeof(double), by_value);
                struct figures f = {.min = all[1], .p10 = all[1 + n / 10], .p50 = all[1 + n / 2],
                                    .p90 = all[1 + n * 9 / 10], .p99 = all[1 + n * 99 / 100], .samples = n, .batch = 1};
                for (int i = 1; i <= n; i++) f.mean += all[i] / n;
                print_time(names[k], sizes[s], f.p50, f, 1e6, "us");
            }
        }
    MPI_Finalize();
    return 0;
}
