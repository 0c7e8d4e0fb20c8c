/* Wrong arguments give the error classes of the standard and change nothing; missing calls name themselves.
 * ranks: 1 2 */
#include "check.h"

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}
static int handled, others;
static void other(MPI_Comm *comm, int *code, ...) {
    CHECK(*comm == MPI_COMM_WORLD && class_of(*code) == MPI_ERR_INFO);
    others++;
}
static void handler(MPI_Comm *comm, int *code, ...) {
    CHECK(*comm == MPI_COMM_WORLD && class_of(*code) == MPI_ERR_RANK);
    handled++;
}

/* Handlers that change the code. */
static int forgiven;
static void forgive(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    forgiven = class_of(*code);
    *code = MPI_SUCCESS;
}
static void rename_error(MPI_Win *win, int *code, ...) {
    (void)win;
    forgiven = class_of(*code);
    *code = MPI_ERR_OTHER;
}

/* A call returns the code that the error handler leaves. */
static void changed_codes(void) {
    int x = 0;
    MPI_Errhandler forgiving, renaming;
    MPI_Request request;
    MPI_Win win;
    MPI_Comm_create_errhandler(forgive, &forgiving);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, forgiving);
    CHECK(MPI_Send(&x, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD) == MPI_SUCCESS && forgiven == MPI_ERR_RANK);
    CHECK(MPI_Bcast(&x, -1, MPI_INT, 0, MPI_COMM_WORLD) == MPI_SUCCESS && forgiven == MPI_ERR_COUNT);
    MPI_Irecv(&x, 0, MPI_INT, check_rank, 4, MPI_COMM_WORLD, &request);
    MPI_Send(&x, 1, MPI_INT, check_rank, 4, MPI_COMM_WORLD);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS && forgiven == MPI_ERR_TRUNCATE);
    CHECK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_ARG) == MPI_SUCCESS && forgiven == MPI_ERR_ARG);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&forgiving);
    MPI_Win_create_errhandler(rename_error, &renaming);
    MPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_set_errhandler(win, renaming);
    CHECK(MPI_Put(&x, 1, MPI_INT, 7, 0, 1, MPI_INT, win) == MPI_ERR_OTHER && forgiven == MPI_ERR_RANK);
    CHECK(MPI_Win_call_errhandler(win, MPI_ERR_BASE) == MPI_SUCCESS && forgiven == MPI_ERR_BASE);
    MPI_Win_free(&win);
    MPI_Errhandler_free(&renaming);
}

static void of_a_file(MPI_File *file, int *code, ...) {
    (void)file, (void)code;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    int x = 0, size, len;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    /* Errors that belong to no communicator go to MPI_COMM_SELF's handler (MPI 5.0, 9.3). As long as it was never set,
     * MPI_COMM_WORLD's hears of them, which is the one that old programs set. */
    MPI_Info no_info = MPI_INFO_NULL;
    CHECK(class_of(MPI_Info_free(&no_info)) == MPI_ERR_INFO);
    MPI_Errhandler mine;
    MPI_Comm_create_errhandler(other, &mine);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
    CHECK(class_of(MPI_Info_free(&no_info)) == MPI_ERR_INFO && others == 1);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Info_free(&no_info)) == MPI_ERR_INFO && others == 1);
    MPI_Errhandler_free(&mine);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, -7, 0, MPI_COMM_WORLD)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Send(&x, -1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, 0, -5, MPI_COMM_WORLD)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Bcast(&x, 1, MPI_INT, check_size, MPI_COMM_WORLD)) == MPI_ERR_ROOT);
    CHECK(class_of(MPI_Allreduce(&x, &size, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD)) == MPI_ERR_OP);
    CHECK(class_of(MPI_Comm_size(MPI_COMM_NULL, &size)) == MPI_ERR_COMM);

    int code = MPI_Send(&x, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD);
    CHECK(MPI_Error_string(code, text, &len) == MPI_SUCCESS && len > 0 && (int)strlen(text) == len);

    /* By the names of MPI 2.0, which programs still use. */
    MPI_Comm_errhandler_fn *old_name = handler;
    MPI_Win_errhandler_fn *of_win = NULL;
    MPI_File_errhandler_fn *of_file = NULL;
    MPI_Session_errhandler_fn *of_session = NULL;
    CHECK(!of_win && !of_file && !of_session);
    MPI_Comm_create_errhandler(old_name, &mine);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
    MPI_Errhandler_free(&mine);
    MPI_Send(&x, 1, MPI_INT, check_size, 0, MPI_COMM_WORLD);
    CHECK(handled == 1);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    changed_codes();

    /* A file's error handler can be made before any file is open, and is for nothing else. */
    MPI_File_errhandler_function *unused = NULL;
    CHECK(class_of(MPI_File_create_errhandler(unused, &mine)) == MPI_ERR_ARG);
    CHECK(MPI_File_create_errhandler(of_a_file, &mine) == MPI_SUCCESS && mine != MPI_ERRHANDLER_NULL);
    CHECK(class_of(MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine)) == MPI_ERR_ERRHANDLER);
    CHECK(MPI_Errhandler_free(&mine) == MPI_SUCCESS && mine == MPI_ERRHANDLER_NULL);
    /* There is no profiler to control, so every level is right. */
    CHECK(MPI_Pcontrol(0) == MPI_SUCCESS && MPI_Pcontrol(1) == MPI_SUCCESS && MPI_Pcontrol(77, &x, text) == MPI_SUCCESS);

    /* The profiling names are there and do the same. */
    CHECK(PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS && size == check_size);
    return check_end();
}
