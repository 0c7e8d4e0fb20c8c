/* Both directions at once between two ranks: MPI_Sendrecv (name: sendrecv), and MPI_Irecv + MPI_Isend + MPI_Waitall
 * (name: isend_irecv). Value: median time of one exchange, the slower rank's, us. */
#include "common.h"

static unsigned char *out, *in;

static double sendrecv(size_t size, long n) {
    int other = 1 - rank;
    double start = now();
    for (long i = 0; i < n; i++)
        MPI_Sendrecv(out, (int)size, MPI_BYTE, other, 1, in, (int)size, MPI_BYTE, other, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    return now() - start;
}

static double isend_irecv(size_t size, long n) {
    int other = 1 - rank;
    MPI_Request r[2];
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Irecv(in, (int)size, MPI_BYTE, other, 1, MPI_COMM_WORLD, &r[0]);
        MPI_Isend(out, (int)size, MPI_BYTE, other, 1, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    return now() - start;
}

int main(int argc, char **argv) {
    static const struct { const char *name; operation op; } kinds[] = {
        {"sendrecv", sendrecv}, {"isend_irecv", isend_irecv}};
    begin(argc, argv, "0,8,64,512,4k,16k,64k,256k,1m,4m,16m", 2);
    out = buffer(largest_size());
    in = buffer(largest_size());
    for (int k = 0; k < 2; k++) {
        if (!wanted(kinds[k].name)) continue;
        for (int s = 0; s < size_count; s++) {
            fill(out, sizes[s], rank);
            memset(in, 0, sizes[s]);
            kinds[k].op(sizes[s], 1);
            check(in, sizes[s], 1 - rank, kinds[k].name);
            struct figures f = measure(kinds[k].op, sizes[s], 1);
            print_time(kinds[k].name, sizes[s], f.p50, f, 1e6, "us");
        }
    }
    MPI_Finalize();
    return 0;
}
