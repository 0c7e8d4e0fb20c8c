/* Messages from and into memory that shares its pages with other things: small blocks between smaller ones, static
 * arrays. What lies round them stays as it is, while blocks come and go, the break moves up and down, and children are
 * forked which write to all of it.   ranks: 2 */
#include <malloc.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLOTS 24
#define ROUNDS 240
#define TURNS 40 /* messages of one buffer in a row: enough for its pages to be moved */
#define MOST (100 * 1024)

static int rank;
static unsigned char before[100], zeros[40000], between[77], values[30000] = {1}, behind[50] = {2};

static void fail(const char *what, int round) {
    fprintf(stderr, "heap_small.c: rank %d, round %d: %s\n", rank, round, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
static uint64_t next(uint64_t *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}
static void fill(unsigned char *p, size_t n, unsigned v) {
    for (size_t i = 0; i < n; i++) p[i] = (unsigned char)(v + i * 7 + (i >> 8));
}
static int holds(const unsigned char *p, size_t n, unsigned v) {
    for (size_t i = 0; i < n; i++)
        if (p[i] != (unsigned char)(v + i * 7 + (i >> 8))) return 0;
    return 1;
}

/* A block for messages, and a small one behind it that has nothing to do with them. */
struct slot {
    unsigned char *p, *neighbour;
    size_t n, small;
    unsigned v;
};
static struct slot slots[SLOTS];

static void renew(struct slot *s, uint64_t *seed, int round) {
    free(s->p);
    free(s->neighbour);
    s->n = 8192 + next(seed) % (MOST - 8192), s->small = 20 + next(seed) % 600, s->v = (unsigned)next(seed);
    s->p = next(seed) % 2 ? malloc(s->n) : calloc(1, s->n);
    s->neighbour = calloc(1, s->small);
    if (!s->p || !s->neighbour) fail("no memory", round);
    for (size_t i = 0; i < s->small; i++)
        if (s->neighbour[i]) fail("calloc gave memory that is not zero", round);
    fill(s->neighbour, s->small, s->v);
    fill(s->p, s->n, s->v + 1);
}
static void look(int round) {
    for (int i = 0; i < SLOTS; i++) {
        struct slot *s = &slots[i];
        if (s->p && !holds(s->neighbour, s->small, s->v)) fail("a neighbour has changed", round);
        if (s->p && !holds(s->p, s->n, s->v + 1)) fail("a buffer has changed that no message was for", round);
    }
    if (!holds(before, sizeof before, 3) || !holds(between, sizeof between, 4) || !holds(behind, sizeof behind, 5))
        fail("static memory beside a buffer has changed", round);
}

/* To and fro out of and into `p`, whose bytes are the same then as before. */
static void messages(unsigned char *p, size_t n, unsigned v, int round) {
    for (int turn = 0; turn < TURNS; turn++) {
        if ((turn + rank) % 2 == 0) {
            MPI_Send(p, (int)n, MPI_BYTE, 1 - rank, turn, MPI_COMM_WORLD);
        } else {
            memset(p, 0xee, n);
            MPI_Recv(p, (int)n, MPI_BYTE, 1 - rank, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (!holds(p, n, v)) fail("wrong bytes arrived", round);
        }
    }
}

/* A child's memory is its own, and this process's too. */
static void split(int round) {
    pid_t child = fork();
    if (child == 0) {
        look(round);
        for (int i = 0; i < SLOTS; i++)
            if (slots[i].p) memset(slots[i].p, 0x55, slots[i].n), memset(slots[i].neighbour, 0x66, slots[i].small);
        memset(zeros, 0x77, sizeof zeros), memset(between, 0x77, sizeof between);
        _exit(0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) fail("the child failed", round);
    look(round);
}

int main(int argc, char **argv) {
    uint64_t same = 88172645463325252ull, own;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    own = same + 7919 * (uint64_t)(rank + 1);
    fill(before, sizeof before, 3), fill(between, sizeof between, 4), fill(behind, sizeof behind, 5);
    for (int round = 0; round < ROUNDS; round++) {
        /* The ranks' blocks differ in place and neighbours; size and bytes of this one are the same on both. */
        struct slot *s = &slots[next(&own) % SLOTS];
        renew(s, &own, round);
        s->n = 8192 + next(&same) % (MOST - 8192), s->v = (unsigned)next(&same);
        s->p = realloc(s->p, s->n);
        if (!s->p) fail("no memory", round);
        fill(s->p, s->n, s->v + 1), fill(s->neighbour, s->small, s->v);
        messages(s->p, s->n, s->v + 1, round);
        look(round);
        if (round % 8 == 0) {
            fill(zeros + 3, 20001, 9), fill(values + 100, 29000, 10);
            messages(zeros + 3, 20001, 9, round);
            messages(values + 100, 29000, 10, round);
            look(round);
        }
        /* Much at the end of all blocks comes and goes: the break moves. */
        if (round % 10 == 3) {
            unsigned char *high[40];
            for (int i = 0; i < 40; i++)
                if ((high[i] = malloc(110 * 1024))) fill(high[i], 110 * 1024, i);
            for (int i = 0; i < 40; i++) {
                if (!high[i] || !holds(high[i], 110 * 1024, i)) fail("blocks overlap", round);
                free(high[i]);
            }
        }
        if (round % 10 == 7) {
            struct slot *gone = &slots[next(&own) % SLOTS];
            free(gone->p), free(gone->neighbour);
            memset(gone, 0, sizeof *gone);
            malloc_trim(0);
        }
        if (round % 40 == 20) split(round);
    }
    for (int i = 0; i < SLOTS; i++) free(slots[i].p), free(slots[i].neighbour);
    MPI_Finalize();
    return 0;
}
