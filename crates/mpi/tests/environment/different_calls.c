/* The last rank dies, and the others make different calls: rank 0 agrees, the others shrink. All of these fail. Then all
   make the same calls, which work. Run on 3 and more ranks. */
#include "survivors.h"
#include <signal.h>

int main(int argc, char **argv) {
    int size, flag = 1, number;
    MPI_Comm smaller;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == size - 1) raise(SIGKILL);
    int code = me == 0 ? MPIX_Comm_agree(MPI_COMM_WORLD, &flag) : MPIX_Comm_shrink(MPI_COMM_WORLD, &smaller);
    CHECK(class_of(code) == MPI_ERR_OTHER);
    flag = me + 4;
    CHECK(class_of(MPIX_Comm_agree(MPI_COMM_WORLD, &flag)) == MPI_ERR_PROC_FAILED && (flag & 4) == 4);
    CHECK(MPIX_Comm_shrink(MPI_COMM_WORLD, &smaller) == MPI_SUCCESS);
    MPI_Comm_size(smaller, &number);
    CHECK(number == size - 1 && MPI_Barrier(smaller) == MPI_SUCCESS);
    MPI_Comm_free(&smaller);
    MPI_Finalize();
    return 0;
}
