/* Messages per second between one pair: windows of 64 MPI_Isend/MPI_Irecv and MPI_Waitall, then a 4-byte answer.
 * Value: median, millions of messages per second. */
#include "common.h"

static unsigned char *data;
static MPI_Request *requests;

static double windows(size_t size, long n) {
    int answer = 0;
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            for (int w = 0; w < window; w++)
                MPI_Isend(data + w * size, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
            MPI_Recv(&answer, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            for (int w = 0; w < window; w++)
                MPI_Irecv(data + w * size, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
            MPI_Send(&answer, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
    }
    return now() - start;
}

int main(int argc, char **argv) {
    begin(argc, argv, "8", 2);
    requests = malloc(window * sizeof *requests);
    data = buffer(largest_size() * window);
    for (int s = 0; s < size_count; s++) {
        if (rank == 0) fill(data, sizes[s] * window, 5);
        windows(sizes[s], 1);
        check(data, sizes[s] * window, 5, "rate");
        struct figures f = measure(windows, sizes[s], 0);
        f.own /= window, f.others /= window;
        print_rate("rate", sizes[s], window, 1e6, f, "M/s");
    }
    MPI_Finalize();
    return 0;
}
