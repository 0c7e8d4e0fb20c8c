/* Rank 1 is late: it sleeps while the others wait for it in MPI_Barrier. Then each rank sends 1000 bytes to the next. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, size;
    static char out[1000], in[1000];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) usleep(600000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Sendrecv(out, sizeof out, MPI_BYTE, (rank + 1) % size, 1, in, sizeof in, MPI_BYTE, (rank + size - 1) % size, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
