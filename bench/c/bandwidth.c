/* One-way bandwidth: a window of non-blocking sends, then a 4-byte answer. Each message has a receive buffer of its
 * own; the window (64 messages) shrinks above 1 MiB so that it stays within 64 MiB. Value: median, MB/s (10^6). */
#include "common.h"

static unsigned char *data;
static MPI_Request *requests;
static int in_flight;

static double windows(size_t size, long n) {
    int answer = 0;
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            for (int w = 0; w < in_flight; w++)
                MPI_Isend(data + w * size, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(in_flight, requests, MPI_STATUSES_IGNORE);
            MPI_Recv(&answer, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            for (int w = 0; w < in_flight; w++)
                MPI_Irecv(data + w * size, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[w]);
            MPI_Waitall(in_flight, requests, MPI_STATUSES_IGNORE);
            MPI_Send(&answer, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
    }
    return now() - start;
}

static int fitting(size_t size) {
    size_t most = size ? (64u << 20) / size : (size_t)window;
    if (most < 4) most = 4;
    return (size_t)window < most ? window : (int)most;
}

int main(int argc, char **argv) {
    begin(argc, argv, "1,8,64,256,1k,4k,16k,64k,256k,1m,4m,16m", 2);
    requests = malloc(window * sizeof *requests);
    size_t most = 0;
    for (int s = 0; s < size_count; s++)
        if (sizes[s] * fitting(sizes[s]) > most) most = sizes[s] * fitting(sizes[s]);
    data = buffer(most);
    for (int s = 0; s < size_count; s++) {
        in_flight = fitting(sizes[s]);
        size_t all = sizes[s] * in_flight;
        if (rank == 0) fill(data, all, 3);
        windows(sizes[s], 1);
        check(data, all, 3, "bandwidth");
        struct figures f = measure(windows, sizes[s], 0);
        f.own /= in_flight, f.others /= in_flight;
        print_rate("bandwidth", sizes[s], (double)all, 1e6, f, "MB/s");
    }
    MPI_Finalize();
    return 0;
}
