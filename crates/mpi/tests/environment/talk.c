/* Two ranks exchange messages of all sizes, every byte of which is checked, for as many seconds as the argument says. Prints
 * the longest time that one exchange took. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1 << 20 };

int main(int argc, char **argv) {
    int rank, more = 1;
    double longest = 0, start;
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    unsigned char *out = malloc(MOST), *in = malloc(MOST);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    start = MPI_Wtime();
    for (long i = 0; more; i++) {
        int len = 1 << (i % 21), got;
        MPI_Status status;
        double begin = MPI_Wtime(), took;
        for (int b = 0; b < len; b++) out[b] = (unsigned char)(i + 7 * b + 13 * rank);
        MPI_Sendrecv(out, len, MPI_BYTE, 1 - rank, (int)(i & 1023), in, MOST, MPI_BYTE, 1 - rank, (int)(i & 1023),
                     MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &got);
        for (int b = 0; b < len; b++)
            if (got != len || in[b] != (unsigned char)(i + 7 * b + 13 * (1 - rank))) {
                fprintf(stderr, "message %ld of %d bytes: byte %d is wrong (%d arrived)\n", i, len, b, got);
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
        took = MPI_Wtime() - begin;
        if (took > longest) longest = took;
        if (rank == 0) more = MPI_Wtime() - start < seconds;
        MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) printf("longest %.3f s\n", longest);
    MPI_Finalize();
    return 0;
}
