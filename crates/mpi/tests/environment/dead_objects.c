/* A rank dies while the others have windows, files and sessions with it: calls that need it fail, and all objects can
 * be freed. Run on 3 ranks or more. Argument: the name of a file to write. */
#include "survivors.h"
#include <signal.h>
#include <stdlib.h>

enum { NUMBERS = 1000 };
static int size, victim;

#define FAILS(call) CHECK(class_of(call) == MPI_ERR_PROC_FAILED)

static void windows(MPI_Win win, MPI_Win dynamic, MPI_Comm living) {
    long one = 1;
    FAILS(MPI_Win_fence(0, win));
    FAILS(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, victim, 0, win));
    /* The living reach each other. */
    CHECK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (me + 1) % victim, 0, win) == MPI_SUCCESS);
    CHECK(MPI_Accumulate(&one, 1, MPI_LONG, (me + 1) % victim, 0, 1, MPI_LONG, MPI_SUM, win) == MPI_SUCCESS);
    CHECK(MPI_Win_unlock((me + 1) % victim, win) == MPI_SUCCESS);
    /* No process waits in MPI_Win_free for one that is still here. */
    CHECK(MPI_Barrier(living) == MPI_SUCCESS);
    MPI_Win_free(&win);
    MPI_Win_free(&dynamic);
    CHECK(win == MPI_WIN_NULL && dynamic == MPI_WIN_NULL);
}

static void files(MPI_File file, const long *numbers) {
    MPI_Status status;
    CHECK(MPI_File_write_at(file, me * (MPI_Offset)sizeof(long), numbers, 1, MPI_LONG, &status) == MPI_SUCCESS);
    FAILS(MPI_File_write_at_all(file, 0, numbers, NUMBERS, MPI_LONG, &status));
    FAILS(MPI_File_sync(file));
    MPI_File_close(&file);
    CHECK(file == MPI_FILE_NULL);
}

int main(int argc, char **argv) {
    static long numbers[NUMBERS];
    long *base;
    MPI_Win win, dynamic;
    MPI_File file;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm living, of_session;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    victim = size - 1;
    CHECK(argc == 2 && size >= 3);
    CHECK(MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win) == MPI_SUCCESS);
    CHECK(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic) == MPI_SUCCESS);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_set_errhandler(dynamic, MPI_ERRORS_RETURN);
    CHECK(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                        MPI_INFO_NULL, &file) == MPI_SUCCESS);
    CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    CHECK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group) == MPI_SUCCESS);
    CHECK(MPI_Comm_create_from_group(group, "test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &of_session) == MPI_SUCCESS);
    MPI_Group_free(&group);
    CHECK(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS);
    if (me == victim) raise(SIGKILL);
    CHECK(MPI_Comm_shrink(MPI_COMM_WORLD, &living) == MPI_SUCCESS);
    windows(win, dynamic, living);
    files(file, numbers);
    int class = class_of(MPI_Barrier(of_session));
    CHECK(class == MPI_ERR_PROC_FAILED || class == MPI_ERR_REVOKED);
    CHECK(MPI_Comm_revoke(of_session) == MPI_SUCCESS);
    CHECK(MPI_Comm_free(&of_session) == MPI_SUCCESS);
    CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS);
    int flag = 1;
    CHECK(MPI_Allreduce(MPI_IN_PLACE, &flag, 1, MPI_INT, MPI_SUM, living) == MPI_SUCCESS && flag == size - 1);
    MPI_Comm_free(&living);
    MPI_Finalize();
    return 0;
}
