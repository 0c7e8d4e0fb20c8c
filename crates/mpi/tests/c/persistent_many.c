/* 40,000 persistent collectives are alive at once. Ranks start them in different orders; requests are freed and made
 * again; the communicator is freed before them. ranks: 3 */
#include "check.h"
#define N 40000

static int in[N], out[N];
static MPI_Request requests[N], started[N];

static void make(int i, MPI_Comm comm) {
    switch (i % 4) {
        case 0: MPI_Allreduce_init(&in[i], &out[i], 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[i]); break;
        case 1: MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[i]); break;
        case 2: MPI_Bcast_init(&out[i], 1, MPI_INT, i % check_size, comm, MPI_INFO_NULL, &requests[i]); break;
        case 3: MPI_Scan_init(&in[i], &out[i], 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[i]); break;
    }
}

/* Runs a round of all requests, from number `first` on. */
static void run_round(int round, int first) {
    for (int i = 0; i < N; i++) {
        in[i] = i + check_rank + round;
        out[i] = i % 4 == 2 && check_rank == i % check_size ? i + round : -1;
        started[i] = requests[(first + i) % N];
    }
    MPI_Startall(N, started);
    MPI_Waitall(N, started, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++) {
        int last = i % 4 == 3 ? check_rank : check_size - 1;
        if (i % 4 == 0 || i % 4 == 3) CHECK(out[i] == (last + 1) * (i + round) + last * (last + 1) / 2);
        if (i % 4 == 2) CHECK(out[i] == i + round);
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm comm, other;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < N; i++) make(i, comm);
    run_round(0, check_rank * 1000);
    for (int i = 0; i < N; i += 3) MPI_Request_free(&requests[i]);
    for (int i = 0; i < N; i += 3) make(i, comm);
    MPI_Comm_free(&comm);
    /* The requests have taken few contexts. A new communicator must not meet their messages. */
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    run_round(1, check_rank * 777);
    MPI_Request one;
    int sum = 0;
    MPI_Allreduce_init(&check_rank, &sum, 1, MPI_INT, MPI_SUM, other, MPI_INFO_NULL, &one);
    MPI_Start(&one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    CHECK(sum == check_size * (check_size - 1) / 2);
    MPI_Request_free(&one);
    MPI_Comm_free(&other);
    for (int i = 0; i < N; i++) MPI_Request_free(&requests[i]);
    return check_end();
}
