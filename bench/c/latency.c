/* One-way latency: half a round trip between two ranks, MPI_Send and MPI_Recv. Value: median, us. */
#include "common.h"

static unsigned char *out, *in;

static double round_trips(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            MPI_Send(out, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
        }
    }
    return now() - start;
}

int main(int argc, char **argv) {
    begin(argc, argv,
          "0,8,16,32,64,128,256,512,1k,2k,4k,8k,16k,32k,64k,128k,256k,512k,1m,2m,4m,8m,16m", 2);
    out = buffer(largest_size());
    in = buffer(largest_size());
    for (int s = 0; s < size_count; s++) {
        fill(out, sizes[s], rank);
        round_trips(sizes[s], 1);
        check(in, sizes[s], 1 - rank, "latency");
        struct figures f = measure(round_trips, sizes[s], 0);
        print_time("latency", sizes[s], f.p50, f, 0.5e6, "us");
    }
    MPI_Finalize();
    return 0;
}
