/* More ranks than cores: collectives and a token that goes round end in bounded time. ranks: 16 */
#include "check.h"

enum { ROUNDS = 500, SECONDS = 20 };

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    double start = MPI_Wtime();
    int next = (check_rank + 1) % check_size, last = (check_rank + check_size - 1) % check_size;
    for (int i = 0; i < ROUNDS; i++) {
        int token = i, sum = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(sum == check_size * (check_size - 1) / 2);
        if (check_rank > 0) MPI_Recv(&token, 1, MPI_INT, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        token++;
        MPI_Send(&token, 1, MPI_INT, next, 1, MPI_COMM_WORLD);
        if (check_rank == 0) {
            MPI_Recv(&token, 1, MPI_INT, last, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(token == i + check_size);
        }
    }
    CHECK(MPI_Wtime() - start < SECONDS);
    return check_end();
}
