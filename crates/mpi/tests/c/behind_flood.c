/* What stands behind a flood is found: a later tag is received first, by name, by wildcard, by probe and matched
 * probe; a barrier passes; as many receives as messages can be posted. ranks: 2 */
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

/* All receives stand before the first is waited for. */
static void drain_posted(int *got) {
    for (int i = 0; i < FLOOD; i++) MPI_Irecv(&got[i], 1, MPI_INT, 0, A, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(FLOOD, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < FLOOD; i++)
        if (got[i] != i) {
            CHECK(got[i] == i);
            return;
        }
}

/* Takes the message of tag B without MPI_Recv. */
static int matched(void) {
    int there = 0, got = 0;
    MPI_Message message;
    while (!there) MPI_Improbe(MPI_ANY_SOURCE, B, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    return got;
}

enum { BY_NAME, ANY_SOURCE, BY_IPROBE, BY_IMPROBE, THEN_POSTED, BY_BARRIER, WAYS };

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
            } else if (way == BY_IMPROBE) {
                CHECK(matched() == b);
            } else {
                while (way == BY_IPROBE && !there)
                    MPI_Iprobe(MPI_ANY_SOURCE, B, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
                MPI_Recv(&got, 1, MPI_INT, source, B, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK(got == b);
            }
            if (way == THEN_POSTED) drain_posted(values);
            else drain(source);
        }
    }
    free(values);
    free(requests);
    return check_end();
}
