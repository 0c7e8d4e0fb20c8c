/* Wrong arguments give the standard's error classes; handlers of every kind; classes, codes and strings (MPI 5.0, 9.3 to 9.5). */
#include "start.h"

static int calls, last_code;
static MPI_Comm last_comm;
static void handler(MPI_Comm *comm, int *code, ...) {
    int n;
    /* A handler may call MPI. */
    OK(MPI_Comm_size(*comm, &n));
    calls++;
    last_code = *code;
    last_comm = *comm;
}

static int class_of(int code) {
    int c;
    OK(MPI_Error_class(code, &c));
    return c;
}

int main(void) {
    begin();
    int x = 0, n, c, code;
    char text[MPI_MAX_ERROR_STRING];
    MPI_Request r = MPI_REQUEST_NULL;
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, size, 0, MPI_COMM_WORLD)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, 0, -1, MPI_COMM_WORLD)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Send(&x, -1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, 0, 0, MPI_COMM_NULL)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Send(&x, 1, MPI_INT, 0, 0, (MPI_Comm)MPI_INT)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Recv(&x, 1, MPI_INT, size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Recv(&x, 1, MPI_INT, 0, -5, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) == MPI_ERR_TAG);
    CHECK(class_of(MPI_Comm_free(&(MPI_Comm){MPI_COMM_WORLD})) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Request_free(&r)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Cancel(&r)) == MPI_ERR_REQUEST);
    CHECK(class_of(MPI_Group_free(&(MPI_Group){MPI_GROUP_NULL})) == MPI_ERR_GROUP);
    CHECK(class_of(MPI_Info_free(&(MPI_Info){MPI_INFO_NULL})) == MPI_ERR_INFO);
    CHECK(class_of(MPI_Comm_free_keyval(&(int){MPI_TAG_UB})) == MPI_ERR_KEYVAL);
    CHECK(class_of(MPI_Type_free(&(MPI_Datatype){MPI_INT})) == MPI_ERR_TYPE);
    CHECK(class_of(MPI_Finalized(&n)) == MPI_SUCCESS && !n);
    MPI_Datatype t;
    OK(MPI_Type_contiguous(2, MPI_INT, &t));
    CHECK(class_of(MPI_Send(&x, 1, t, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_TYPE);
    OK(MPI_Type_free(&t));
    /* Truncation: the message is consumed. */
    int two[2] = {1, 2};
    MPI_Status s;
    OK(MPI_Isend(two, 2, MPI_INT, 0, 1, MPI_COMM_SELF, &r));
    CHECK(MPI_Recv(&x, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &s) == MPI_ERR_TRUNCATE);
    CHECK(x == 1);
    OK(MPI_Wait(&r, MPI_STATUS_IGNORE));

    /* A handler of the program's. */
    MPI_Errhandler mine, other;
    OK(MPI_Comm_create_errhandler(handler, &mine));
    MPI_Comm dup;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    OK(MPI_Comm_set_errhandler(dup, mine));
    OK(MPI_Comm_get_errhandler(dup, &other));
    CHECK(other == mine);
    OK(MPI_Errhandler_free(&other));
    OK(MPI_Errhandler_free(&mine));
    CHECK(mine == MPI_ERRHANDLER_NULL);
    CHECK(MPI_Send(&x, 1, MPI_INT, size, 0, dup) == MPI_ERR_RANK);
    CHECK(calls == 1 && last_code == MPI_ERR_RANK && last_comm == dup);
    OK(MPI_Comm_call_errhandler(dup, MPI_ERR_OTHER));
    CHECK(calls == 2 && last_code == MPI_ERR_OTHER);
    OK(MPI_Comm_free(&dup));

    /* Classes, codes and strings. */
    for (c = 0; c <= MPI_ERR_ABI; c++) {
        OK(MPI_Error_string(c, text, &n));
        CHECK(n > 0 && (int)strlen(text) == n);
    }
    int *last;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &n));
    CHECK(n && *last == MPI_ERR_LASTCODE);
    OK(MPI_Add_error_class(&c));
    CHECK(c > MPI_ERR_LASTCODE && *last == c);
    OK(MPI_Add_error_code(c, &code));
    OK(MPI_Add_error_string(code, "the fish is not fresh"));
    OK(MPI_Error_string(code, text, &n));
    CHECK(strcmp(text, "the fish is not fresh") == 0 && class_of(code) == c);
    CHECK(MPI_Remove_error_class(c) == MPI_ERR_ARG);
    OK(MPI_Remove_error_string(code));
    OK(MPI_Remove_error_code(code));
    OK(MPI_Remove_error_class(c));
    CHECK(MPI_Error_string(code, text, &n) == MPI_ERR_ARG && *last == MPI_ERR_LASTCODE);
    return end();
}
