/* The info key mpi_initial_errhandler of MPI_Comm_spawn: the error handler that the child's predefined communicators and
 * its parent communicator begin with. ranks: 1 */
#include "check.h"

static void child(MPI_Comm parent) {
    MPI_Errhandler found[3];
    int kinds[3];
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &found[0]);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &found[1]);
    MPI_Comm_get_errhandler(parent, &found[2]);
    for (int i = 0; i < 3; i++)
        kinds[i] = found[i] == MPI_ERRORS_RETURN ? 0 : found[i] == MPI_ERRORS_ARE_FATAL ? 1 : found[i] == MPI_ERRORS_ABORT ? 2 : 9;
    MPI_Send(kinds, 3, MPI_INT, 0, 0, parent);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
}

int main(int argc, char **argv) {
    MPI_Comm parent, comm;
    check_start(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        child(parent);
        return 0;
    }
    /* What is no handler of the standard is ignored, as is no key. */
    const char *names[] = {"mpi_errors_return", "mpi_errors_are_fatal", "mpi_errors_abort", "another", NULL};
    const int wanted[] = {0, 1, 2, 1, 1};
    for (int i = 0; i < 5; i++) {
        MPI_Info info;
        int kinds[3] = {-1, -1, -1};
        MPI_Info_create(&info);
        if (names[i]) MPI_Info_set(info, "mpi_initial_errhandler", names[i]);
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, info, 0, MPI_COMM_SELF, &comm, MPI_ERRCODES_IGNORE);
        MPI_Recv(kinds, 3, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        for (int k = 0; k < 3; k++) CHECK(kinds[k] == wanted[i]);
        MPI_Comm_disconnect(&comm);
        MPI_Info_free(&info);
    }
    return check_end();
}
