/* What programs may use at any time: info objects, error handlers, error classes, codes and strings are there before
 * MPI_Init and after MPI_Finalize, and stay what they were in between (MPI 5.0, 11.4.1). ranks: 1 2 */
#include "start.h"

static void handler(MPI_Comm *comm, int *code, ...) {
    (void)comm, (void)code;
}

static void info_is(MPI_Info info, const char *key, const char *value) {
    char text[64];
    int length = sizeof text, flag;
    OK(MPI_Info_get_string(info, key, &length, text, &flag));
    CHECK(flag && strcmp(text, value) == 0);
}

static void string_is(int code, int class, const char *string) {
    char text[MPI_MAX_ERROR_STRING];
    int length, found;
    OK(MPI_Error_class(code, &found));
    OK(MPI_Error_string(code, text, &length));
    CHECK(found == class && strcmp(text, string) == 0 && length == (int)strlen(string));
}

/* Makes one of each. */
static void make(MPI_Info *info, int *class, int *code, const char *string) {
    OK(MPI_Info_create(info));
    OK(MPI_Info_set(*info, "made", string));
    OK(MPI_Add_error_class(class));
    OK(MPI_Add_error_code(*class, code));
    OK(MPI_Add_error_string(*code, string));
}

int main(void) {
    MPI_Info early, during, late, copy;
    int class[3], code[3], n, flag, version, subversion;
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Errhandler kept;
    make(&early, &class[0], &code[0], "before");
    OK(MPI_Initialized(&flag));
    CHECK(!flag);
    begin();
    info_is(early, "made", "before");
    string_is(code[0], class[0], "before");
    make(&during, &class[1], &code[1], "during");
    OK(MPI_Info_dup(during, &copy));
    OK(MPI_Comm_create_errhandler(handler, &kept));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, kept));
    MPI_Comm dup;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    OK(MPI_Finalize());

    info_is(early, "made", "before");
    info_is(during, "made", "during");
    string_is(code[0], class[0], "before");
    string_is(code[1], class[1], "during");
    OK(MPI_Info_set(copy, "colour", "green"));
    info_is(copy, "colour", "green");
    OK(MPI_Info_get_nkeys(MPI_INFO_ENV, &n));
    CHECK(n > 0);
    make(&late, &class[2], &code[2], "after");
    CHECK(class[2] > code[1]);
    info_is(late, "made", "after");
    string_is(code[2], class[2], "after");
    for (int i = 0; i < 3; i++) {
        OK(MPI_Remove_error_string(code[i]));
        OK(MPI_Remove_error_code(code[i]));
        OK(MPI_Remove_error_class(class[i]));
    }
    OK(MPI_Error_string(MPI_ERR_RANK, text, &n));
    OK(MPI_Errhandler_free(&kept));
    CHECK(kept == MPI_ERRHANDLER_NULL);
    OK(MPI_Info_free(&early));
    OK(MPI_Info_free(&during));
    OK(MPI_Info_free(&late));
    OK(MPI_Info_free(&copy));
    OK(MPI_Get_version(&version, &subversion));
    OK(MPI_Get_library_version(text, &n));
    OK(MPI_Finalized(&flag));
    CHECK(flag && version == 5);
    return 0;
}
