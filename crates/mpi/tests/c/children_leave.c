/* Children that finalise at once: every call of their parents that needs them fails with MPI_ERR_PROC_ABORTED, on the
 * intercommunicator. ranks: 1 2 */
#include "check.h"

enum { RECEIVE, BARRIER, ALLREDUCE, IALLREDUCE, PERSISTENT, DUP, MERGE, DISCONNECT, CALLS };

static int call(int which, MPI_Comm children) {
    int mine = 1, theirs;
    MPI_Request request;
    MPI_Comm made;
    switch (which) {
    case RECEIVE: return MPI_Recv(&theirs, 1, MPI_INT, 0, 0, children, MPI_STATUS_IGNORE);
    case BARRIER: return MPI_Barrier(children);
    case ALLREDUCE: return MPI_Allreduce(&mine, &theirs, 1, MPI_INT, MPI_SUM, children);
    case IALLREDUCE:
        MPI_Iallreduce(&mine, &theirs, 1, MPI_INT, MPI_SUM, children, &request);
        return MPI_Wait(&request, MPI_STATUS_IGNORE);
    case PERSISTENT: {
        int code = MPI_Barrier_init(children, MPI_INFO_NULL, &request);
        if (code == MPI_SUCCESS) code = MPI_Start(&request);
        return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
    }
    case DUP: return MPI_Comm_dup(children, &made);
    case MERGE: return MPI_Intercomm_merge(children, 0, &made);
    default: return MPI_Comm_disconnect(&children);
    }
}

int main(int argc, char **argv) {
    MPI_Comm parent, children;
    check_start(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Finalize();
        return 0;
    }
    for (int which = 0; which < CALLS; which++) {
        int class = -1;
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
        MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN);
        const double start = MPI_Wtime();
        MPI_Error_class(call(which, children), &class);
        if (class != MPI_ERR_PROC_ABORTED) fprintf(stderr, "call %d: class %d\n", which, class);
        CHECK(class == MPI_ERR_PROC_ABORTED);
        /* A second, on a machine that does other work too. */
        CHECK(MPI_Wtime() - start < 5);
    }
    return check_end();
}
