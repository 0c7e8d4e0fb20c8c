/* ranks: 2. At MPI_THREAD_MULTIPLE long copies go on beside other calls: here from and into memory of MPI_Alloc_mem, in
 * one piece and in blocks, by two threads at once that each have their own communicator, while a third sends short ones. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 2, LONGEST = 1 << 20, ROOM = 3 * LONGEST, TURNS = 12 };

/* Bytes of a block, and from one to the next; 0: all in one piece. */
static const int layouts[][2] = {{0, 0}, {8, 16}, {4, 8}, {24, 40}, {3000, 5000}};
static const int sizes[] = {200000, 262144 - 144, 262144, 300000, LONGEST};
enum { KINDS = sizeof layouts / sizeof *layouts, SIZES = sizeof sizes / sizeof *sizes };
static MPI_Comm comms[THREADS + 1];
static atomic_int over;

static unsigned char byte_at(int i, int seed) { return (unsigned char)(i * 31 + i / 256 * 7 + seed); }

/* The data of a message at its places, and what is between. */
static size_t lay(unsigned char *to, const int *l, int n, int seed, int between) {
    int block = l[0] ? l[0] : n, stride = l[0] ? l[1] : n;
    size_t span = (size_t)(n / block - 1) * stride + block;
    memset(to, between, span + 100);
    for (int i = 0; i < n; i += block, to += stride)
        for (int k = 0; k < block; k++) to[k] = byte_at(i + k, seed);
    return span + 100;
}

static MPI_Datatype type(const int *l, int n) {
    MPI_Datatype t;
    if (l[0]) MPI_Type_vector(n / l[0], l[0], l[1], MPI_BYTE, &t);
    else MPI_Type_contiguous(n, MPI_BYTE, &t);
    MPI_Type_commit(&t);
    return t;
}

static void *longer(void *argument) {
    int thread = (int)(intptr_t)argument, other = 1 - check_rank;
    unsigned char *out, *in, *want = malloc(ROOM);
    MPI_Alloc_mem(ROOM, MPI_INFO_NULL, &out), MPI_Alloc_mem(ROOM, MPI_INFO_NULL, &in);
    for (int turn = 0; turn < TURNS; turn++)
        for (int pair = 0; pair < KINDS * KINDS; pair++) {
            const int *s = layouts[pair / KINDS], *r = layouts[pair % KINDS];
            int n = sizes[(turn + pair) % SIZES] / 6000 * 6000;
            if (turn > 3 && (pair + turn) % 4) continue;
            MPI_Datatype send = type(s, n), recv = type(r, n);
            MPI_Request request;
            lay(out, s, n, check_rank + turn + pair, 1);
            memset(in, 2, ROOM);
            MPI_Irecv(in, 1, recv, other, 5, comms[thread], &request);
            MPI_Send(out, 1, send, other, 5, comms[thread]);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            int same = !memcmp(in, want, lay(want, r, n, other + turn + pair, 2));
            if (!same) fprintf(stderr, "thread %d, turn %d, pair %d, %d bytes\n", thread, turn, pair, n);
            CHECK(same);
            MPI_Type_free(&send), MPI_Type_free(&recv);
        }
    MPI_Free_mem(out), MPI_Free_mem(in), free(want);
    atomic_fetch_add(&over, 1);
    return NULL;
}

int main(int argc, char **argv) {
    int provided, trips = 0, more = 1;
    pthread_t threads[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    for (int i = 0; i <= THREADS; i++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, longer, (void *)(intptr_t)i);
    while (more) {
        int mine = atomic_load(&over) < THREADS, theirs = 0;
        MPI_Sendrecv(&mine, 1, MPI_INT, 1 - check_rank, 9, &theirs, 1, MPI_INT, 1 - check_rank, 9, comms[THREADS],
                     MPI_STATUS_IGNORE);
        more = mine || theirs;
        trips++;
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    CHECK(trips > 10);
    for (int i = 0; i <= THREADS; i++) MPI_Comm_free(&comms[i]);
    return check_end();
}
