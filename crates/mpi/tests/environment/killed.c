/* Two ranks exchange messages whose memory is shared, without a pause, until one is killed: after as many microseconds as
 * the argument says. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { LENGTH = 1 << 20 };

static void die(int s) {
    (void)s;
    kill(getpid(), SIGKILL);
}

int main(int argc, char **argv) {
    int rank;
    char *out, *in;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(LENGTH, MPI_INFO_NULL, &out);
    MPI_Alloc_mem(LENGTH, MPI_INFO_NULL, &in);
    memset(out, rank, LENGTH);
    for (long i = 0;; i++) {
        MPI_Sendrecv(out, LENGTH, MPI_BYTE, 1 - rank, 0, in, LENGTH, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        if (i == 20 && rank == 1) {
            long us = argc > 1 ? atol(argv[1]) : 1000;
            if (us < 1) us = 1; /* 0 would mean never */
            struct itimerval when = {{0, 0}, {us / 1000000, us % 1000000}};
            signal(SIGALRM, die);
            setitimer(ITIMER_REAL, &when, NULL);
        }
    }
}
