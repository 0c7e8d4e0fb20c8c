/* One-way bandwidth of messages as networks carry them: 60 % of up to 50 bytes, a quarter up to 200, the others up to
 * 576 (Fast Messages, section 2.1). A window of three turns of the mix, then a 4-byte answer. Value: median, MB/s
 * (10^6). */
#include "common.h"

/* As in crates/tools/src/bench/layers: the size of the figure is their mean. */
static const int mix[] = {10, 44, 120, 16, 4, 256, 28, 50, 64, 12, 400, 32, 96, 20, 40, 576, 24, 160, 8, 200};
enum { KINDS = sizeof mix / sizeof *mix, MANY = 3 * KINDS, LONGEST = 576 };
static unsigned char data[MANY][LONGEST];
static MPI_Request requests[MANY];

static double windows(size_t size, long n) {
    int answer = 0;
    double start = now();
    (void)size;
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            for (int w = 0; w < MANY; w++)
                MPI_Isend(data[w], mix[w % KINDS], MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
            MPI_Recv(&answer, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            for (int w = 0; w < MANY; w++)
                MPI_Irecv(data[w], mix[w % KINDS], MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
            MPI_Send(&answer, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
    }
    return now() - start;
}

int main(int argc, char **argv) {
    size_t all = 0;
    begin(argc, argv, "108", 2);
    for (int k = 0; k < KINDS; k++) all += mix[k];
    for (int w = 0; rank == 0 && w < MANY; w++) fill(data[w], mix[w % KINDS], w);
    windows(0, 1);
    for (int w = 0; rank == 1 && w < MANY; w++) check(data[w], mix[w % KINDS], w, "mix");
    struct figures f = measure(windows, all / KINDS, 0);
    f.own /= MANY, f.others /= MANY;
    print_rate("mix", all / KINDS, (double)all * MANY / KINDS, 1e6, f, "MB/s");
    MPI_Finalize();
    return 0;
}
