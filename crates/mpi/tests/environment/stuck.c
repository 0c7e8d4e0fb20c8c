/* Rank 0 waits for ever in the way that the argument names, for the report of `clump run --timeout`. With `freed`, its
 * partitioned send belongs to a receive that rank 1 has freed. */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    int rank, flag = 0, value;
    char port[MPI_MAX_PORT_NAME];
    MPI_Request request;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, "rows of the matrix");
    if (!strcmp(how, "renamed")) {
        /* The next communicator has the same number, and no name. */
        MPI_Comm_free(&comm);
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (!strcmp(how, "freed") && rank < 2) {
        char part = 0;
        if (rank == 0) MPI_Psend_init(&part, 1, 1, MPI_CHAR, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        for (int i = 0; i < 2 && rank == 1; i++) {
            MPI_Precv_init(&part, 1, 1, MPI_CHAR, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
            if (i == 0) MPI_Request_free(&request);
        }
        MPI_Start(&request);
        if (rank == 0) MPI_Pready(0, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank != 0) MPI_Recv(&value, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!strcmp(how, "persistent")) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "test")) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
        while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "probe")) {
        while (!flag) MPI_Iprobe(1, 5, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "named") || !strcmp(how, "renamed")) {
        MPI_Recv(&value, 1, MPI_INT, 1, 7, comm, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "accept")) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &comm);
    } else {
        char *args[] = {"60", NULL};
        MPI_Comm_spawn("sleep", args, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &comm, MPI_ERRCODES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
