/* A program whose calls are known and that waits: `metered FILE`. Each rank sends ten messages of 100 bytes to the next
 * rank; then rank 0 waits for FILE to exist, and all others for rank 0. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, size;
    char out[100] = {0}, in[100];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc != 2) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 0; i < 10; i++)
        MPI_Sendrecv(out, 100, MPI_CHAR, (rank + 1) % size, 0, in, 100, MPI_CHAR, (rank + size - 1) % size, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (rank == 0 && access(argv[1], F_OK)) usleep(1000);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
