/* What stands behind a flood is found: a later tag is received first, by name, by wildcard, by probe; a barrier passes.
 * ranks: 2 */
#include "check.h"

enum { FLOOD = 100000, A = 1, B = 2 };

static int *values;
static MPI_Request *requests;

static void flood(void) {
    for (int i = 0; i < FLOOD; i++) {
        values[i] = i;
        MPI_Isend(&values[i], 1, MPI_INT, 1, A, MPI_COMM_WORLD, &requests[i]);
    }
}

static void drain(int source) {
    for (int i = 0; i < FLOOD; i++) {
        int got = -1;
        MPI_Recv(&got, 1, MPI_INT, source, A, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (got != i) {
            CHECK(got == i);
            return;
        }
    }
}

enum { BY_NAME, ANY_SOURCE, BY_IPROBE, BY_BARRIER, WAYS };

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    values = malloc(sizeof *values * FLOOD);
    requests = malloc(sizeof *requests * FLOOD);
    for (int way = 0; way < WAYS; way++) {
        int b = 4711 + way;
        if (check_rank == 0) {
            flood();
            if (way == BY_BARRIER) MPI_Barrier(MPI_COMM_WORLD);
            else MPI_Send(&b, 1, MPI_INT, 1, B, MPI_COMM_WORLD);
            MPI_Waitall(FLOOD, requests, MPI_STATUSES_IGNORE);
        } else {
            int got = 0, there = 0, source = way == ANY_SOURCE ? MPI_ANY_SOURCE : 0;
            if (way == BY_BARRIER) {
                MPI_Barrier(MPI_COMM_WORLD);
            } else {
                while (way == BY_IPROBE && !there)
                    MPI_Iprobe(MPI_ANY_SOURCE, B, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
                MPI_Recv(&got, 1, MPI_INT, source, B, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK(got == b);
            }
            drain(source);
        }
    }
    free(values);
    free(requests);
    return check_end();
}
