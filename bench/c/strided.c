/* One-way latency of derived datatypes: half a round trip between two ranks of a vector of doubles with every other one
 * left out (MPI_Type_vector, stride 2). Sizes are bytes of data. Values: medians, us. Three points for each size:
 *     strided        both sides have the vector
 *     strided_send   the sender has it, the receiver's doubles lie in one piece
 *     strided_recv   the other way round
 * What lies between the doubles must stay as it was. */
#include "common.h"

static double *out, *in;
static MPI_Datatype vector, whole;
static MPI_Datatype send_type, recv_type;

static double round_trips(size_t size, long n) {
    (void)size;
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            MPI_Send(out, 1, send_type, 1, 1, MPI_COMM_WORLD);
            MPI_Recv(in, 1, recv_type, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, 1, recv_type, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, 1, send_type, 0, 1, MPI_COMM_WORLD);
        }
    }
    return now() - start;
}

/* The double at place i of what `who` sends; from 0 on those between are negative. */
static double value(size_t i, int who) { return 1.0 + i * 3.0 + who; }

static void point(const char *name, size_t size, MPI_Datatype sent, MPI_Datatype received) {
    if (!wanted(name)) return;
    size_t n = size / sizeof(double), from = sent == vector ? 2 : 1, to = received == vector ? 2 : 1;
    send_type = sent, recv_type = received;
    for (size_t i = 0; i < 2 * n; i++) out[i] = in[i] = -1.0 - i;
    for (size_t i = 0; i < n; i++) out[i * from] = value(i, rank);
    round_trips(size, 3);
    for (size_t i = 0; i < n; i++) {
        if (in[i * to] != value(i, 1 - rank)) fail(name, "wrong doubles arrived");
        if (to == 2 && in[i * to + 1] != -1.0 - (i * to + 1)) fail(name, "a double between was overwritten");
    }
    struct figures f = measure(round_trips, size, 0);
    print_time(name, size, f.p50, f, 0.5e6, "us");
}

int main(int argc, char **argv) {
    begin(argc, argv, "64k,128k,256k,512k,1m,2m,4m", 2);
    out = buffer(2 * largest_size());
    in = buffer(2 * largest_size());
    for (int s = 0; s < size_count; s++) {
        int n = (int)(sizes[s] / sizeof(double));
        MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &vector);
        MPI_Type_contiguous(n, MPI_DOUBLE, &whole);
        MPI_Type_commit(&vector);
        MPI_Type_commit(&whole);
        point("strided", sizes[s], vector, vector);
        point("strided_send", sizes[s], vector, whole);
        point("strided_recv", sizes[s], whole, vector);
        MPI_Type_free(&vector);
        MPI_Type_free(&whole);
    }
    MPI_Finalize();
    return 0;
}
