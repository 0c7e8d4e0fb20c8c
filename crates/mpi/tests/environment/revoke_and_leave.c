/* Rank 0 revokes a communicator and leaves the job at once. The others, which wait for it, hear of the revocation, and
 * not of the departure. Run on several ranks and hosts. With an argument, the communicator has the processes of two
 * jobs: each rank is joined by one that it starts. */
#include "survivors.h"

int main(int argc, char **argv) {
    MPI_Comm parent, copy;
    char word;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (argc > 1 || parent != MPI_COMM_NULL) {
        int size, is_child = parent != MPI_COMM_NULL;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        if (!is_child)
            MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, size, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &parent, MPI_ERRCODES_IGNORE);
        MPI_Intercomm_merge(parent, is_child, &copy);
    } else {
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    }
    MPI_Comm_rank(copy, &me);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Barrier(copy);
    if (me == 0) CHECK(MPIX_Comm_revoke(copy) == MPI_SUCCESS);
    if (me == 1) CHECK(class_of(MPI_Recv(&word, 1, MPI_BYTE, 0, 1, copy, MPI_STATUS_IGNORE)) == MPIX_ERR_REVOKED);
    if (me > 1) CHECK(class_of(MPI_Barrier(copy)) == MPIX_ERR_REVOKED);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
