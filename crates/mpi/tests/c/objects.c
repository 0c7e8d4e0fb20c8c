/* Attributes, info objects, names, versions, memory, timers (MPI 5.0, 7.7, chapters 9 and 10). */
#include "start.h"

static int copies, deletes;
static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)keyval;
    CHECK(extra == &copies);
    copies++;
    *(void **)out = (char *)in + 1;
    *flag = 1;
    return MPI_SUCCESS;
}
static int drop(MPI_Comm comm, int keyval, void *value, void *extra) {
    int n;
    (void)keyval, (void)value, (void)extra;
    /* Callbacks may call MPI. */
    OK(MPI_Comm_size(comm, &n));
    deletes++;
    return MPI_SUCCESS;
}
static int refuse(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)comm, (void)keyval, (void)value, (void)extra;
    return MPI_ERR_OTHER;
}
static int at_end(MPI_Comm comm, int keyval, void *value, void *extra) {
    (void)keyval, (void)extra;
    CHECK(comm == MPI_COMM_SELF);
    /* Last set, first deleted. */
    CHECK((long)value == 2 - deletes);
    deletes++;
    return MPI_SUCCESS;
}

/* Strings are bytes: what is no UTF-8 comes back as it was, also at its greatest length. */
static void any_bytes(void) {
    static char longest[MPI_MAX_INFO_VAL], text[MPI_MAX_INFO_VAL];
    char name[MPI_MAX_OBJECT_NAME], key[MPI_MAX_INFO_KEY], string[MPI_MAX_ERROR_STRING];
    int n = sizeof text, flag, class, code;
    MPI_Info info;
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Win win;
    memset(longest, 0xe9, sizeof longest - 1);
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "gr\xf6\xdf" "e", longest));
    OK(MPI_Info_set(info, "gr\xf6", "M\xfcnchen"));
    OK(MPI_Info_get_string(info, "gr\xf6\xdf" "e", &n, text, &flag));
    CHECK(flag && n == sizeof longest && strcmp(text, longest) == 0);
    n = 3;
    OK(MPI_Info_get_string(info, "gr\xf6", &n, text, &flag));
    CHECK(flag && n == 8 && strcmp(text, "M\xfc") == 0);
    OK(MPI_Info_get_nthkey(info, 0, key));
    CHECK(strcmp(key, "gr\xf6\xdf" "e") == 0);
    OK(MPI_Info_delete(info, "gr\xf6"));
    OK(MPI_Info_get_valuelen(info, "gr\xf6", &n, &flag));
    CHECK(!flag);
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_set_info(comm, info));
    OK(MPI_Info_free(&info));
    OK(MPI_Comm_set_name(comm, "caf\xe9"));
    OK(MPI_Comm_get_name(comm, name, &n));
    CHECK(n == 4 && strcmp(name, "caf\xe9") == 0);
    /* One byte more than there is room for. */
    OK(MPI_Comm_set_name(comm, longest + sizeof longest - 1 - MPI_MAX_OBJECT_NAME));
    OK(MPI_Comm_get_name(comm, name, &n));
    CHECK(n == MPI_MAX_OBJECT_NAME - 1 && memcmp(name, longest, n) == 0);
    OK(MPI_Type_dup(MPI_INT, &type));
    OK(MPI_Type_set_name(type, "\xff\xfe"));
    OK(MPI_Type_get_name(type, name, &n));
    CHECK(n == 2 && strcmp(name, "\xff\xfe") == 0);
    OK(MPI_Type_free(&type));
    OK(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, comm, &win));
    OK(MPI_Win_set_name(win, "fen\xeatre"));
    OK(MPI_Win_get_name(win, name, &n));
    CHECK(n == 7 && strcmp(name, "fen\xeatre") == 0);
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Add_error_class(&class));
    OK(MPI_Add_error_code(class, &code));
    OK(MPI_Add_error_string(code, "\xdc" "berlauf"));
    OK(MPI_Error_string(code, string, &n));
    CHECK(n == 8 && strcmp(string, "\xdc" "berlauf") == 0);
    OK(MPI_Remove_error_string(code));
    OK(MPI_Remove_error_code(code));
    OK(MPI_Remove_error_class(class));
}

/* Memory begins where the info object asks for. */
static void aligned(void) {
    static const char *wishes[] = {"1", "100", "256", "65536", "none", "-1", "99999999999999999999"};
    static const long least[] = {64, 128, 256, 65536, 64, 64, 64};
    for (int i = 0; i < 7; i++) {
        MPI_Info info;
        MPI_Win win;
        char *memory;
        OK(MPI_Info_create(&info));
        OK(MPI_Info_set(info, "mpi_minimum_memory_alignment", wishes[i]));
        for (long bytes = 0; bytes < 100000; bytes = bytes * 10 + 7) {
            OK(MPI_Alloc_mem(bytes, info, &memory));
            CHECK((size_t)memory % least[i] == 0);
            memset(memory, 1, bytes);
            OK(MPI_Free_mem(memory));
        }
        /* Ranks may ask for different things. */
        OK(MPI_Win_allocate(8 + 8 * rank, 1, rank % 2 ? MPI_INFO_NULL : info, MPI_COMM_WORLD, &memory, &win));
        CHECK(rank % 2 || (size_t)memory % least[i] == 0);
        memset(memory, 1, 8 + 8 * rank);
        OK(MPI_Win_free(&win));
        OK(MPI_Info_free(&info));
    }
}

/* The sizes and truth values of Fortran's types are known, and cannot be set. */
static void fortran_types(void) {
    static const struct {
        const char *key;
        MPI_Datatype type;
    } sizes[] = {{"mpi_logical_size", MPI_LOGICAL}, {"mpi_integer_size", MPI_INTEGER}, {"mpi_real_size", MPI_REAL},
                 {"mpi_double_precision_size", MPI_DOUBLE_PRECISION}},
      optional[] = {{"mpi_real2_supported", MPI_REAL2}, {"mpi_complex16_supported", MPI_COMPLEX16},
                    {"mpi_logical1_supported", MPI_LOGICAL1}, {"mpi_double_complex_supported", MPI_DOUBLE_COMPLEX}};
    MPI_Info info;
    char text[32];
    int size, length, flag, class;
    OK(MPI_Abi_get_fortran_info(&info));
    for (int i = 0; i < 4; i++) {
        length = sizeof text;
        OK(MPI_Info_get_string(info, sizes[i].key, &length, text, &flag));
        OK(MPI_Type_size(sizes[i].type, &size));
        CHECK(flag && atoi(text) == size);
        length = sizeof text;
        OK(MPI_Info_get_string(info, optional[i].key, &length, text, &flag));
        OK(MPI_Type_size(optional[i].type, &size));
        CHECK(flag && strcmp(text, size == MPI_UNDEFINED ? "false" : "true") == 0);
    }
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    OK(MPI_Error_class(MPI_Abi_set_fortran_info(info), &class));
    CHECK(class == MPI_ERR_ABI);
    OK(MPI_Info_free(&info));
    for (int bytes = 1; bytes <= 16; bytes *= 2) {
        unsigned char yes[17], no[17], one[17] = {0}, both[17];
        memset(yes, 9, sizeof yes), memset(no, 9, sizeof no);
        OK(MPI_Abi_get_fortran_booleans(bytes, yes, no, &flag));
        CHECK(flag && yes[bytes] == 9 && no[bytes] == 9 && memcmp(no, one, bytes) == 0 && memcmp(yes, no, bytes) != 0);
        /* A reduction gives these values. */
        MPI_Datatype type = bytes == 1 ? MPI_LOGICAL1 : bytes == 2 ? MPI_LOGICAL2 : bytes == 4 ? MPI_LOGICAL4
                          : bytes == 8 ? MPI_LOGICAL8 : MPI_LOGICAL16;
        memcpy(both, yes, sizeof both);
        OK(MPI_Reduce_local(yes, both, 1, type, MPI_LAND));
        CHECK(memcmp(both, yes, bytes) == 0);
        OK(MPI_Reduce_local(no, both, 1, type, MPI_LAND));
        CHECK(memcmp(both, no, bytes) == 0);
        OK(MPI_Error_class(MPI_Abi_set_fortran_booleans(bytes, yes, no), &class));
        CHECK(class == MPI_ERR_ABI);
    }
    OK(MPI_Error_class(MPI_Abi_get_fortran_booleans(3, text, text, &flag), &class));
    CHECK(class == MPI_ERR_ARG);
    OK(MPI_Error_class(MPI_Abi_get_fortran_booleans(4, NULL, text, &flag), &class));
    CHECK(class == MPI_ERR_ARG);
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL));
}

int main(void) {
    begin();
    int key, flag, *number, n;
    void *value;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &number, &flag));
    CHECK(flag && *number >= 32767);
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &number, &flag));
    CHECK(!flag || *number >= size);
    OK(MPI_Comm_create_keyval(copy, drop, &key, &copies));
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag));
    CHECK(!flag);
    OK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, (void *)100));
    MPI_Comm dup;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    OK(MPI_Comm_get_attr(dup, key, &value, &flag));
    CHECK(flag && value == (void *)101 && copies == 1);
    OK(MPI_Comm_set_attr(dup, key, (void *)5));
    CHECK(deletes == 1);
    int freed = key;
    OK(MPI_Comm_free_keyval(&freed));
    CHECK(freed == MPI_KEYVAL_INVALID);
    /* A second copy of a key that is still in use may be freed too, and the attributes stay. */
    freed = key;
    OK(MPI_Comm_free_keyval(&freed));
    CHECK(freed == MPI_KEYVAL_INVALID && deletes == 1);
    OK(MPI_Comm_free(&dup));
    CHECK(deletes == 2);
    OK(MPI_Comm_delete_attr(MPI_COMM_WORLD, key));
    CHECK(deletes == 3);
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Comm_set_attr(MPI_COMM_WORLD, key, NULL) == MPI_ERR_KEYVAL);
    freed = key;
    CHECK(MPI_Comm_free_keyval(&freed) == MPI_ERR_KEYVAL && freed == key);
    /* A delete function that fails stops the freeing. */
    OK(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, refuse, &key, NULL));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    OK(MPI_Comm_set_attr(dup, key, NULL));
    CHECK(MPI_Comm_free(&dup) == MPI_ERR_OTHER && dup != MPI_COMM_NULL);

    MPI_Info info, other;
    char text[64];
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "colour", "green"));
    OK(MPI_Info_set(info, "size", "12"));
    OK(MPI_Info_set(info, "colour", "blue"));
    OK(MPI_Info_get_nkeys(info, &n));
    CHECK(n == 2);
    OK(MPI_Info_get_nthkey(info, 0, text));
    CHECK(strcmp(text, "colour") == 0);
    n = 3;
    OK(MPI_Info_get_string(info, "colour", &n, text, &flag));
    CHECK(flag && n == 5 && strcmp(text, "bl") == 0);
    OK(MPI_Info_get(info, "colour", 63, text, &flag));
    CHECK(flag && strcmp(text, "blue") == 0);
    OK(MPI_Info_dup(info, &other));
    OK(MPI_Info_delete(info, "size"));
    OK(MPI_Info_get_valuelen(info, "size", &n, &flag));
    CHECK(!flag);
    OK(MPI_Info_get_valuelen(other, "size", &n, &flag));
    CHECK(flag && n == 2);
    OK(MPI_Info_free(&info));
    OK(MPI_Info_free(&other));
    CHECK(info == MPI_INFO_NULL);
    OK(MPI_Info_get_nkeys(MPI_INFO_ENV, &n));
    CHECK(n > 0);

    char name[MPI_MAX_PROCESSOR_NAME], version[MPI_MAX_LIBRARY_VERSION_STRING];
    OK(MPI_Get_processor_name(name, &n));
    CHECK(n > 0 && (int)strlen(name) == n);
    OK(MPI_Get_library_version(version, &n));
    CHECK(strncmp(version, "Clump", 5) == 0);
    int major, minor;
    OK(MPI_Get_version(&major, &minor));
    CHECK(major == 5 && minor == 0);
    OK(MPI_Abi_get_version(&major, &minor));
    CHECK(major == 1 && minor == 0);
    fortran_types();
    any_bytes();
    aligned();
    int *app;
    OK(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &app, &flag));
    CHECK(flag && *app == 0);
    n = sizeof text;
    OK(MPI_Info_get_string(MPI_INFO_ENV, "mpi_memory_alloc_kinds", &n, text, &flag));
    CHECK(flag && strcmp(text, "system,mpi") == 0);
    char *memory;
    OK(MPI_Alloc_mem(1000, MPI_INFO_NULL, &memory));
    memset(memory, 1, 1000);
    OK(MPI_Free_mem(memory));
    double t = MPI_Wtime();
    while (MPI_Wtime() == t) continue;
    CHECK(MPI_Wtime() > t && MPI_Wtick() > 0 && MPI_Wtick() < 1e-3);
    OK(MPI_Query_thread(&n));
    CHECK(n == MPI_THREAD_SINGLE);
    OK(MPI_Is_thread_main(&flag));
    CHECK(flag);

    deletes = 0;
    for (long i = 0; i < 3; i++) {
        OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, NULL));
        OK(MPI_Comm_set_attr(MPI_COMM_SELF, key, (void *)i));
    }
    OK(MPI_Finalize());
    CHECK(deletes == 3);
    OK(MPI_Finalized(&flag));
    CHECK(flag);
    if (rank == 0) puts("ok");
    return 0;
}
