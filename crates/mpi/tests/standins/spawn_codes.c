/* A failed MPI_Comm_spawn, whose codes are of the program's own ABI, and one of this program. */
#include <mpi.h>
#include <stdio.h>

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

int main(int argc, char **argv) {
    MPI_Comm comm;
    int codes[3] = {-1, -1, -1}, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&comm);
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&comm);
        MPI_Finalize();
        return 0;
    }
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int code = MPI_Comm_spawn("/no/such/program", MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_SELF, &comm, codes);
    wrong += class_of(code) != MPI_ERR_SPAWN;
    for (int i = 0; i < 3; i++) wrong += codes[i] != MPI_ERR_SPAWN;
    if (wrong) printf("call %d, codes %d %d %d, not %d\n", code, codes[0], codes[1], codes[2], MPI_ERR_SPAWN);
    code = MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &comm, codes);
    if (code == MPI_SUCCESS)
        MPI_Comm_disconnect(&comm);
    else
        wrong += printf("the program itself is not spawned: %d\n", code);
    MPI_Finalize();
    return wrong != 0;
}
