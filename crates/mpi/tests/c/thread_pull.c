/* ranks: 2. At MPI_THREAD_MULTIPLE, a thread that receives a very large message stops no other thread of either process:
 * meanwhile two more exchange messages of 8 bytes, and many round trips begin and end before the large message is there. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>

enum { LARGE = 128 << 20, ROUNDS = 4, LEAST = 5, GO = 1, BIG = 2, SMALL = 3, STOP = 4 };
static MPI_Comm comm;
/* The round whose large message is being received, from 1 on. */
static atomic_int receiving, over;
static long within[ROUNDS + 1];
static unsigned char *data;

static unsigned char byte_at(size_t i, int round) { return (unsigned char)(i * 31 + i / 4096 + round); }

static void *large(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        if (check_rank == 0) {
            MPI_Request request;
            for (size_t i = 0; i < LARGE; i++) data[i] = byte_at(i, round);
            MPI_Isend(data, LARGE, MPI_BYTE, 1, BIG, comm, &request);
            MPI_Send(NULL, 0, MPI_BYTE, 1, GO, comm);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(NULL, 0, MPI_BYTE, 0, GO, comm, MPI_STATUS_IGNORE);
            atomic_store(&receiving, round + 1);
            MPI_Recv(data, LARGE, MPI_BYTE, 0, BIG, comm, MPI_STATUS_IGNORE);
            atomic_store(&receiving, 0);
            for (size_t i = 0; i < LARGE; i++) CHECK(data[i] == byte_at(i, round));
        }
    }
    atomic_store(&over, 1);
    return NULL;
}

/* Rank 1 asks and rank 0 answers, until rank 1's large messages are there, and counts the round trips within each. */
static void small(void) {
    long value = 0;
    for (;;) {
        MPI_Status status;
        if (check_rank == 0) {
            MPI_Recv(&value, 1, MPI_LONG, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            if (status.MPI_TAG == STOP) return;
            MPI_Send(&value, 1, MPI_LONG, 1, SMALL, MPI_COMM_WORLD);
        } else {
            int before = atomic_load(&receiving);
            long back = -1;
            if (atomic_load(&over)) {
                MPI_Send(&value, 1, MPI_LONG, 0, STOP, MPI_COMM_WORLD);
                return;
            }
            value++;
            MPI_Send(&value, 1, MPI_LONG, 0, SMALL, MPI_COMM_WORLD);
            MPI_Recv(&back, 1, MPI_LONG, 0, SMALL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(back == value);
            if (before && atomic_load(&receiving) == before) within[before]++;
        }
    }
}

int main(int argc, char **argv) {
    int level;
    pthread_t other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE && check_size == 2);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK((data = malloc(LARGE)) != NULL);
    memset(data, 0, LARGE);
    pthread_create(&other, NULL, large, NULL);
    small();
    pthread_join(other, NULL);
    /* Other work on the processors may spoil a round, but not all. */
    long most = 0;
    for (int round = 1; round <= ROUNDS; round++) most = within[round] > most ? within[round] : most;
    if (check_rank == 1 && most < LEAST) fprintf(stderr, "at most %ld round trips within a large message\n", most);
    CHECK(check_rank == 0 || most >= LEAST);
    MPI_Comm_free(&comm);
    free(data);
    return check_end();
}
