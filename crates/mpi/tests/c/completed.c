/* ranks: 2
 * No byte is written into a receive buffer after its receive has completed. Each rank looks at all bytes at once, fills the
 * buffer anew, and looks again after as long as a copy takes, while other messages go on. Both sides copy (memory of every
 * kind, many sizes), and both are held up at any moment: a timer's handler sleeps or spins in the middle of a copy.
 * The argument is for how many seconds; 2 without one. */
#include "check.h"
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

#define MOST ((size_t)1 << 20)
#define BUFFERS 6

static uint64_t seed = 88172645463325252u;
static uint64_t next(void) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void spin(double seconds) {
    for (double end = now() + seconds; now() < end;) {}
}

/* Of its own: the handler may come while the other is used. */
static uint64_t delays = 0x9e3779b97f4a7c15u;
static void hold_up(int sig) {
    (void)sig;
    int before = errno;
    delays ^= delays << 13, delays ^= delays >> 7, delays ^= delays << 17;
    if (delays % 4 == 0) nanosleep(&(struct timespec){0, (long)(delays >> 8) % 300000}, NULL);
    else if (delays % 4 == 1) spin((delays >> 8) % 100 * 1e-6);
    struct itimerval again = {{0, 0}, {0, 50 + (long)(delays >> 20) % 900}};
    setitimer(ITIMER_REAL, &again, NULL);
    errno = before;
}

struct buffer {
    unsigned char *bytes;
    size_t len;  /* what was received, 0: nothing to look at */
    unsigned fill; /* its seed since */
};

/* Memory that comes to be shared, is shared from the start, or never is. */
static unsigned char *make(int kind) {
    static unsigned char fixed[4][MOST + 64];
    static int used;
    void *p = NULL;
    if (kind < 2) p = malloc(MOST + 64);
    else if (kind < 4) MPI_Alloc_mem(MOST + 64, MPI_INFO_NULL, &p);
    else p = fixed[used++];
    CHECK(p != NULL);
    memset(p, 0, MOST + 64);
    return p;
}

/* Every byte, eight at a time. */
static void fill(unsigned char *bytes, size_t len, unsigned with) {
    uint64_t word = with * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < len; i += 8, word += 0x0123456789abcdefu) memcpy(bytes + i, &word, len - i < 8 ? len - i : 8);
}
static int holds(const unsigned char *bytes, size_t len, unsigned with) {
    uint64_t word = with * 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < len; i += 8, word += 0x0123456789abcdefu)
        if (memcmp(bytes + i, &word, len - i < 8 ? len - i : 8)) return 0;
    return 1;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    double seconds = argc > 1 ? atof(argv[1]) : 2;
    struct buffer in[BUFFERS];
    unsigned char *out[BUFFERS];
    for (int k = 0; k < BUFFERS; k++) {
        in[k] = (struct buffer){make(k), 0, 0};
        out[k] = make(k);
    }
    struct sigaction action = {.sa_handler = hold_up, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    delays += check_rank;
    hold_up(0);
    /* The same on both: which buffer, how much, which way. */
    double end = now() + seconds;
    long rounds = 0;
    for (int more = 1; more; rounds++) {
        int k = next() % BUFFERS, out_k = next() % BUFFERS;
        size_t len = next() % 4 ? (size_t)(next() % MOST) : (size_t)1 << (12 + next() % 9);
        int both = next() % 3 == 0, sender = next() % 2, skew = next() % 64;
        unsigned content = (unsigned)rounds;
        MPI_Request request[2];
        int n = 0;
        struct buffer *b = &in[k];
        int receives = both || sender != check_rank;
        if (receives) {
            /* Nothing has come since it was filled. */
            CHECK(holds(b->bytes, b->len, b->fill));
            MPI_Irecv(b->bytes + skew, (int)len, MPI_BYTE, 1 - check_rank, 1, MPI_COMM_WORLD, &request[n++]);
        }
        if (both || sender == check_rank) {
            fill(out[out_k], len, content + check_rank);
            MPI_Isend(out[out_k], (int)len, MPI_BYTE, 1 - check_rank, 1, MPI_COMM_WORLD, &request[n++]);
        }
        if (receives) {
            MPI_Wait(&request[0], MPI_STATUS_IGNORE);
            CHECK(holds(b->bytes + skew, len, content + 1 - check_rank));
            b->len = len, b->fill = content + 77;
            fill(b->bytes, len, b->fill);
            /* A helper that was held up would write about now. */
            spin(next() % 8 == 0 ? 100e-6 : 5e-6);
            CHECK(holds(b->bytes, len, b->fill));
        } else {
            next();
        }
        MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
        if (rounds % 16 == 15) {
            more = now() < end;
            MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
    }
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    for (int k = 0; k < BUFFERS; k++) CHECK(holds(in[k].bytes, in[k].len, in[k].fill));
    CHECK(rounds > 16);
    if (argc > 1 && check_rank == 0) printf("%ld rounds\n", rounds);
    return check_end();
}
