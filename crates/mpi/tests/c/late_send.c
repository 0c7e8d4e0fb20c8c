/* Rank 0 finalises at once. A first short message to it completes, as any later one does: a standard send need not wait
 * for its receiver. ranks: 2 3 */
#include "check.h"

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (check_rank != 0) {
        /* A probe fails once the rank has left. */
        int found = 0, code, class;
        do code = MPI_Iprobe(0, 9, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
        while (code == MPI_SUCCESS);
        MPI_Error_class(code, &class);
        CHECK(class == MPI_ERR_PROC_ABORTED);
        CHECK(MPI_Send(&found, 1, MPI_INT, 0, 9, MPI_COMM_WORLD) == MPI_SUCCESS);
    }
    MPI_Finalize();
    return check_wrong != 0;
}
