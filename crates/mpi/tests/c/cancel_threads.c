/* ranks: 2. At MPI_THREAD_MULTIPLE, where long copies are carried on by any thread of either side: a long send is cancelled while
 * threads may be copying out of its memory, which is then used for something else and given back to the system. */
#define _GNU_SOURCE
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

enum { LONG = 4 << 20, ROUNDS = 40, DATA = 1, WORD = 2, SMALL = 3 };
static MPI_Comm comm;
static unsigned char *in;
static atomic_int done;

static unsigned char byte_at(size_t i, int round) { return (unsigned char)(i * 31 + i / 4096 + round); }

/* Round trips keep a second thread of each side in calls that make progress. */
static void *small(void *unused) {
    (void)unused;
    for (int mine = 0, theirs = 0; !mine || !theirs;) {
        mine = atomic_load(&done);
        MPI_Sendrecv(&mine, 1, MPI_INT, 1 - check_rank, SMALL, &theirs, 1, MPI_INT, 1 - check_rank, SMALL, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void sender(int round) {
    MPI_Request request;
    MPI_Status status;
    int cancelled = 0, over;
    unsigned char *out = mmap(NULL, LONG, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(out != MAP_FAILED);
    for (size_t i = 0; i < LONG; i++) out[i] = byte_at(i, round);
    MPI_Isend(out, LONG, MPI_BYTE, 1, DATA, comm, &request);
    for (int i = 0; i < round % 8; i++) {
        MPI_Test(&request, &over, MPI_STATUS_IGNORE);
        if (over) break;
    }
    if (request != MPI_REQUEST_NULL) {
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
    }
    memset(out, 0xee, LONG);
    munmap(out, LONG);
    MPI_Send(&cancelled, 1, MPI_INT, 1, WORD, comm);
    /* A receive that is still to be cancelled must not get the next round's message. */
    MPI_Recv(NULL, 0, MPI_BYTE, 1, WORD, comm, MPI_STATUS_IGNORE);
}

static void receiver(int round) {
    MPI_Request request;
    int cancelled;
    MPI_Irecv(in, LONG, MPI_BYTE, 0, DATA, comm, &request);
    MPI_Recv(&cancelled, 1, MPI_INT, 0, WORD, comm, MPI_STATUS_IGNORE);
    if (cancelled) MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(NULL, 0, MPI_BYTE, 0, WORD, comm);
    for (size_t i = 0; !cancelled && i < LONG; i++) CHECK(in[i] == byte_at(i, round));
}

int main(int argc, char **argv) {
    int level;
    pthread_t other;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE && check_size == 2);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK((in = malloc(LONG)) != NULL);
    pthread_create(&other, NULL, small, NULL);
    for (int round = 0; round < ROUNDS; round++) check_rank == 0 ? sender(round) : receiver(round);
    atomic_store(&done, 1);
    pthread_join(other, NULL);
    free(in);
    MPI_Comm_free(&comm);
    return check_end();
}
