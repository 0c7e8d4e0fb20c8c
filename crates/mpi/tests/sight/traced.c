/* Calls of several kinds whose number and order the test of traces knows: traced ROUNDS [FILE]. With a file, the ranks
 * go on until the file is there. Each rank sends, in each round, five messages to the next rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, size, rounds = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    long out[4] = {rank, 0, 0, 0}, in[4];
    static char longer[100000], received[100000];
    MPI_Comm twin;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    for (int round = 0; round < rounds; round++) {
        if (rank % 2 == 0) {
            MPI_Send(out, 8, MPI_BYTE, next, 1, MPI_COMM_WORLD);
            MPI_Recv(in, 8, MPI_BYTE, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(in, 8, MPI_BYTE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(out, 8, MPI_BYTE, next, 1, MPI_COMM_WORLD);
        }
        MPI_Request requests[3];
        /* Two communicators with one tag, received in the other order. */
        MPI_Isend(out, 2, MPI_LONG, next, 2, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, 3, MPI_LONG, next, 2, twin, &requests[1]);
        MPI_Irecv(in, 3, MPI_LONG, before, 2, twin, &requests[2]);
        MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
        MPI_Irecv(in, 2, MPI_LONG, before, 2, MPI_COMM_WORLD, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        MPI_Sendrecv(out, 1, MPI_LONG, next, 3, in, 1, MPI_LONG, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(received, sizeof received, MPI_BYTE, before, 4, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(in, 0, MPI_BYTE, MPI_PROC_NULL, 4, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(longer, sizeof longer, MPI_BYTE, next, 4, MPI_COMM_WORLD, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, out, 1, MPI_LONG, MPI_MAX, twin);
    }
    MPI_Comm_free(&twin);
    MPI_Barrier(MPI_COMM_WORLD);
    while (argc > 2 && access(argv[2], F_OK) != 0) {
        usleep(1000);
    }
    MPI_Finalize();
    return 0;
}
