/* A rank forks children while its messages are in flight. A child is no rank: its calls of MPI are errors and send
 * nothing, MPI_Finalize and exit in it do nothing to the job, and a call whose errors are fatal ends the child alone.
 * ranks: 2 3 */
#include "check.h"
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 20

/* Whatever a program may do at the end of a process, such as a destructor. */
static void at_end(void) {
    int initialized, finalized;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (initialized && !finalized) MPI_Finalize();
}

/* Returns the exit code of a child that runs `f`. */
static int forked(int (*f)(MPI_Comm), MPI_Comm comm) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) exit(f(comm));
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int finalizes(MPI_Comm comm) {
    (void)comm;
    return MPI_Finalize() != MPI_SUCCESS;
}

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

/* All of these must be errors. */
static int tries(MPI_Comm comm) {
    int x = 7, flag, initialized, finalized;
    MPI_Request request;
    MPI_Session session;
    MPI_Comm other;
    if (class_of(MPI_Send(&x, 1, MPI_INT, !check_rank, 9, comm)) != MPI_ERR_OTHER) return 1;
    if (class_of(MPI_Isend(&x, 1, MPI_INT, !check_rank, 9, comm, &request)) != MPI_ERR_OTHER) return 2;
    if (class_of(MPI_Barrier(comm)) != MPI_ERR_OTHER) return 3;
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS) return 4;
    if (MPI_Comm_dup(comm, &other) == MPI_SUCCESS) return 5;
    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS) return 6;
    if (MPI_Init(0, 0) == MPI_SUCCESS) return 7;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (!initialized || !finalized || MPI_Wtime() <= 0) return 8;
    return 0;
}

/* A fatal error: the line goes to standard error, which the test needs for its own. */
static int dies(MPI_Comm comm) {
    int null = open("/dev/null", O_WRONLY);
    dup2(null, 2);
    MPI_Barrier(comm);
    return 0;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    atexit(at_end);
    static char block[50000];
    MPI_Comm mine;
    MPI_Comm_dup(MPI_COMM_WORLD, &mine);
    int *allocated;
    MPI_Alloc_mem(64, MPI_INFO_NULL, &allocated);
    /* By default errors are fatal: for the child alone. */
    CHECK(forked(dies, MPI_COMM_WORLD) != 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < ROUNDS && check_rank < 2; i++) {
        MPI_Request requests[2];
        int len = i % 2 ? 100 : (int)sizeof block, got = -1;
        MPI_Irecv(&got, 1, MPI_INT, !check_rank, 2, MPI_COMM_WORLD, &requests[0]);
        if (check_rank == 0) MPI_Isend(block, len, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[1]);
        else MPI_Irecv(block, len, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[1]);
        CHECK(forked(i % 3 ? tries : finalizes, i % 2 ? mine : MPI_COMM_WORLD) == 0);
        MPI_Send(&i, 1, MPI_INT, !check_rank, 2, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        CHECK(got == i);
    }
    int flag;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
    MPI_Free_mem(allocated);
    MPI_Comm_free(&mine);
    return check_end();
}
