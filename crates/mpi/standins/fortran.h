/* Fortran's functions (mpif.h and the module mpi) of an ABI whose handles, in C, are Fortran's numbers. Before this
 * file, an ABI's file defines the addresses with a meaning (FORTRAN_...), KEY_OF_FORTRAN (C's number of an attribute's
 * key), and F08_NAMES and FURTHER_NAMES of a function. A LOGICAL is 0 or 1, and no other number is false; lengths of
 * texts follow the arguments (gfortran 8 and later). */
#define CALLED(name) NAME(name)
#define ALSO(function, name) extern __typeof(function) name EXPORT __attribute__((alias(#function)));
/* Defines a function under the names that compilers give it, with one, two and no underscores. A function that passes
 * no data has the same arguments in the module mpi_f08. */
#define FORTRAN(type, name, lower, upper, parameters) \
    EXPORT type mpi_##lower##_ parameters; \
    F08_NAMES(lower) \
    DATA_FORTRAN(type, name, lower, upper, parameters)
#define DATA_FORTRAN(type, name, lower, upper, parameters) \
    EXPORT type mpi_##lower##_ parameters; \
    ALSO(mpi_##lower##_, mpi_##lower) ALSO(mpi_##lower##_, mpi_##lower##__) ALSO(mpi_##lower##_, MPI_##upper) \
    ALSO(mpi_##lower##_, pmpi_##lower) ALSO(mpi_##lower##_, pmpi_##lower##_) ALSO(mpi_##lower##_, pmpi_##lower##__) \
    ALSO(mpi_##lower##_, PMPI_##upper) FURTHER_NAMES(name, lower) \
    type mpi_##lower##_ parameters
#define RETURNED(call) \
    int returned = call; \
    if (ierror) \
        *ierror = returned;

/* Addresses with a meaning. */
#ifdef WITH_F08
#define IS(name, place) \
    ((const void *)(place) == (const void *)FORTRAN_##name || (const void *)(place) == (const void *)&F08_##name)
#else
#define IS(name, place) ((const void *)(place) == (const void *)FORTRAN_##name)
#endif
static inline void *address_of(void *place) { return IS(BOTTOM, place) ? 0 : place; }
static inline void *place_of(void *place)
{
    return IS(IN_PLACE, place) ? (void *)THEIR_IN_PLACE : address_of(place);
}
static inline void *status_of(int *status)
{
    return IS(STATUS_IGNORE, status) ? THEIR_STATUS_IGNORE : (void *)status;
}
static inline void *statuses_of(int *statuses)
{
    return IS(STATUSES_IGNORE, statuses) ? THEIR_STATUS_IGNORE : (void *)statuses;
}
static inline int *weights_of(int *weights)
{
    if (IS(UNWEIGHTED, weights))
        return (int *)THEIR_UNWEIGHTED;
    return IS(WEIGHTS_EMPTY, weights) ? (int *)THEIR_WEIGHTS_EMPTY : weights;
}

/* Texts, which are padded with blanks. Blanks before a key or a value of an info object do not count. */
static char *terminated(const char *text, size_t length)
{
    while (length && text[length - 1] == ' ')
        length--;
    char *new = memory(length + 1);
    memcpy(new, text, length);
    new[length] = 0;
    return new;
}
static char *stripped(const char *text, size_t length)
{
    for (; length && *text == ' '; length--)
        text++;
    return terminated(text, length);
}
static void padded(const char *text, char *to, size_t length)
{
    size_t n = strnlen(text, length);
    memcpy(to, text, n);
    memset(to + n, ' ', length - n);
}
#define TEXT_IN(name) char *name##_c = terminated(name, name##_length);
#define TEXT_IN_DONE(name) free(name##_c);
#define TEXT_KEY(name) char *name##_c = stripped(name, name##_length);
#define TEXT_KEY_DONE(name) free(name##_c);
#define TEXT_OUT(name) char name##_c[OUR_LONGEST] = "";
#define TEXT_OUT_DONE(name) \
    if (!code) \
        padded(name##_c, name, name##_length);

/* Positions in arrays, which begin with 1. */
#define POSITION(name) int name##_found = UNTOUCHED, *name##_c = &name##_found;
#define POSITION_DONE(name) \
    if (name##_found != UNTOUCHED) \
        *name = name##_found >= 0 ? name##_found + 1 : name##_found;
#define POSITIONS(name, count) int *name##_c = name;
#define POSITIONS_DONE(name, count) \
    for (int i = 0; (!code || code == code_out(OUR_ERR_IN_STATUS)) && i < *count; i++) \
        name[i]++;

#include "generated/fortran.h"

/* The begin. */
FORTRAN(void, Init, init, INIT, (int *ierror))
{
    RETURNED(CALLED(Init)(0, 0))
}
FORTRAN(void, Init_thread, init_thread, INIT_THREAD, (const int *required, int *provided, int *ierror))
{
    RETURNED(CALLED(Init_thread)(0, 0, *required, provided))
}
FORTRAN(void, Pcontrol, pcontrol, PCONTROL, (const int *level))
{
    CALLED(Pcontrol)(*level);
}

/* Fortran's program gives a buffer back; its address would be of no use. */
DATA_FORTRAN(void, Buffer_detach, buffer_detach, BUFFER_DETACH, (void *buffer, int *size, int *ierror))
{
    void *address;
    (void)buffer;
    RETURNED(CALLED(Buffer_detach)(&address, size))
}

/* Files, whose handle is no number in each ABI. */
FORTRAN(void, File_open, file_open, FILE_OPEN,
        (const int *comm, const char *filename, const int *amode, const int *info, int *fh, int *ierror,
         size_t filename_length))
{
    F_File file = File_of_number(*fh);
    TEXT_IN(filename)
    int code = CALLED(File_open)(Comm_of_number(*comm), filename_c, *amode, Info_of_number(*info), &file);
    TEXT_IN_DONE(filename)
    if (!code)
        *fh = File_number(file);
    RETURNED(code)
}
FORTRAN(void, File_close, file_close, FILE_CLOSE, (int *fh, int *ierror))
{
    F_File file = File_of_number(*fh);
    int code = CALLED(File_close)(&file);
    *fh = File_number(file);
    RETURNED(code)
}

/* Texts of a length that the program names. Fortran's lengths do not count the end that C's have. */
FORTRAN(void, Info_get, info_get, INFO_GET,
        (const int *info, const char *key, const int *valuelen, char *value, int *flag, int *ierror, size_t key_length,
         size_t value_length))
{
    char found[OUR_LONGEST] = "";
    int most = *valuelen < OUR_LONGEST - 1 ? *valuelen : OUR_LONGEST - 1;
    TEXT_KEY(key)
    int code = CALLED(Info_get)(Info_of_number(*info), key_c, most, found, flag);
    TEXT_KEY_DONE(key)
    if (!code && *flag)
        padded(found, value, value_length);
    RETURNED(code)
}
FORTRAN(void, Info_get_string, info_get_string, INFO_GET_STRING,
        (const int *info, const char *key, int *buflen, char *value, int *flag, int *ierror, size_t key_length,
         size_t value_length))
{
    char found[OUR_LONGEST] = "";
    int most = *buflen <= 0 ? 0 : *buflen < OUR_LONGEST - 1 ? *buflen + 1 : OUR_LONGEST;
    int asked = most;
    TEXT_KEY(key)
    int code = CALLED(Info_get_string)(Info_of_number(*info), key_c, &most, found, flag);
    TEXT_KEY_DONE(key)
    if (!code && *flag) {
        if (asked)
            padded(found, value, value_length);
        *buflen = most - 1;
    }
    RETURNED(code)
}
FORTRAN(void, Session_get_nth_pset, session_get_nth_pset, SESSION_GET_NTH_PSET,
        (const int *session, const int *info, const int *n, int *pset_len, char *pset_name, int *ierror,
         size_t pset_name_length))
{
    char found[OUR_LONGEST] = "";
    int most = *pset_len <= 0 ? 0 : *pset_len < OUR_LONGEST - 1 ? *pset_len + 1 : OUR_LONGEST;
    int asked = most;
    int code = CALLED(Session_get_nth_pset)(Session_of_number(*session), Info_of_number(*info), *n, &most, found);
    if (!code) {
        if (asked)
            padded(found, pset_name, pset_name_length);
        *pset_len = most - 1;
    }
    RETURNED(code)
}
FORTRAN(void, Info_create_env, info_create_env, INFO_CREATE_ENV, (int *info, int *ierror))
{
    RETURNED(CALLED(Info_create_env)(0, 0, (void *)info))
}

/* Processes. An array of arguments ends with a blank one, and the arguments of several commands are the rows of a
 * matrix. */
static char **arguments(const char *first, size_t stride, size_t length)
{
    size_t count = 0;
    for (const char *at = first; at; at += stride, count++) {
        size_t blanks = 0;
        while (blanks < length && at[blanks] == ' ')
            blanks++;
        if (blanks == length)
            break;
    }
    char **all = memory((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = stripped(first + i * stride, length);
    all[count] = 0;
    return all;
}
static void free_arguments(char **all)
{
    for (char **at = all; at && *at; at++)
        free(*at);
    free(all);
}
static inline int *codes_of(int *codes)
{
    return IS(ERRCODES_IGNORE, codes) ? THEIR_ERRCODES_IGNORE : codes;
}
/* Returns true if the calling process is the root, whose arguments alone count. */
static int is_root(int comm, int root)
{
    int rank = -1;
    TABLE.Comm_rank(Comm_in(Comm_of_number(comm)), &rank);
    return rank == root;
}
FORTRAN(void, Comm_spawn, comm_spawn, COMM_SPAWN,
        (const char *command, const char *argv, const int *maxprocs, const int *info, const int *root, const int *comm,
         int *intercomm, int *array_of_errcodes, int *ierror, size_t command_length, size_t argv_length))
{
    int root_here = is_root(*comm, *root);
    char *program = root_here ? terminated(command, command_length) : 0;
    char **all = root_here && !IS(ARGV_NULL, argv) ? arguments(argv, argv_length, argv_length) : 0;
    int code = CALLED(Comm_spawn)(program, all, *maxprocs, Info_of_number(*info), *root, Comm_of_number(*comm),
                                  (void *)intercomm, codes_of(array_of_errcodes));
    free_arguments(all);
    free(program);
    RETURNED(code)
}
FORTRAN(void, Comm_spawn_multiple, comm_spawn_multiple, COMM_SPAWN_MULTIPLE,
        (const int *count, const char *commands, const char *argvs, const int *maxprocs, const int *infos,
         const int *root, const int *comm, int *intercomm, int *array_of_errcodes, int *ierror, size_t command_length,
         size_t argv_length))
{
    int n = is_root(*comm, *root) && *count > 0 ? *count : 0;
    char **programs = memory((n + 1) * sizeof *programs), ***all = memory((n + 1) * sizeof *all);
    for (int i = 0; i < n; i++) {
        programs[i] = terminated(commands + i * command_length, command_length);
        all[i] = !IS(ARGVS_NULL, argvs) ? arguments(argvs + i * argv_length, n * argv_length, argv_length) : 0;
    }
    programs[n] = 0;
    int code = CALLED(Comm_spawn_multiple)(*count, programs, IS(ARGVS_NULL, argvs) ? 0 : all, maxprocs,
                                           (void *)infos, *root, Comm_of_number(*comm), (void *)intercomm,
                                           codes_of(array_of_errcodes));
    for (int i = 0; i < n; i++)
        free_arguments(all[i]);
    free(all);
    free_arguments(programs);
    RETURNED(code)
}

/* Attributes. A value is an integer of the width of an address, or of an INTEGER in the functions of MPI-1. The
 * library never calls its own functions that copy or delete, but programs may. */
#define CALLBACK(lower, upper) \
    ALSO(mpi_##lower##_, mpi_##lower) ALSO(mpi_##lower##_, mpi_##lower##__) ALSO(mpi_##lower##_, MPI_##upper)
#define COPIES_ATTR(integer, lower, upper, copies) \
    EXPORT void mpi_##lower##_(const int *object, const int *keyval, const integer *extra, const integer *in, \
                               integer *out, int *flag, int *ierror) \
    { \
        (void)object, (void)keyval, (void)extra; \
        if (copies) \
            *out = *in; \
        *flag = copies; \
        RETURNED(0) \
    } \
    CALLBACK(lower, upper)
#define DELETES_ATTR(integer, lower, upper) \
    EXPORT void mpi_##lower##_(const int *object, const int *keyval, const integer *value, const integer *extra, \
                               int *ierror) \
    { \
        (void)object, (void)keyval, (void)value, (void)extra; \
        RETURNED(0) \
    } \
    CALLBACK(lower, upper)
COPIES_ATTR(int, dup_fn, DUP_FN, 1)
COPIES_ATTR(intptr_t, comm_dup_fn, COMM_DUP_FN, 1)
COPIES_ATTR(intptr_t, type_dup_fn, TYPE_DUP_FN, 1)
COPIES_ATTR(intptr_t, win_dup_fn, WIN_DUP_FN, 1)
COPIES_ATTR(int, null_copy_fn, NULL_COPY_FN, 0)
COPIES_ATTR(intptr_t, comm_null_copy_fn, COMM_NULL_COPY_FN, 0)
COPIES_ATTR(intptr_t, type_null_copy_fn, TYPE_NULL_COPY_FN, 0)
COPIES_ATTR(intptr_t, win_null_copy_fn, WIN_NULL_COPY_FN, 0)
DELETES_ATTR(int, null_delete_fn, NULL_DELETE_FN)
DELETES_ATTR(intptr_t, comm_null_delete_fn, COMM_NULL_DELETE_FN)
DELETES_ATTR(intptr_t, type_null_delete_fn, TYPE_NULL_DELETE_FN)
DELETES_ATTR(intptr_t, win_null_delete_fn, WIN_NULL_DELETE_FN)
EXPORT void mpi_conversion_fn_null_(void) {}
CALLBACK(conversion_fn_null, CONVERSION_FN_NULL)
DATA_FORTRAN(void, F_sync_reg, f_sync_reg, F_SYNC_REG, (void *buffer))
{
    (void)buffer;
}
static void *fortran_copy(void *function)
{
    if (function == mpi_dup_fn_ || function == mpi_comm_dup_fn_ || function == mpi_type_dup_fn_ ||
        function == mpi_win_dup_fn_)
        return (void *)1;
    if (function == mpi_null_copy_fn_ || function == mpi_comm_null_copy_fn_ || function == mpi_type_null_copy_fn_ ||
        function == mpi_win_null_copy_fn_)
        return 0;
    return function;
}
static void *fortran_delete(void *function)
{
    if (function == mpi_null_delete_fn_ || function == mpi_comm_null_delete_fn_ ||
        function == mpi_type_null_delete_fn_ || function == mpi_win_null_delete_fn_)
        return 0;
    return function;
}
/* The values of attributes that Fortran has set are kept here, and C gets their addresses (MPI 5.0, 19.3.7). Equal
 * values are kept once, and for ever: few programs set more than a few. The first half of a kept value is the
 * INTEGER. */
static struct {
    pthread_mutex_t lock;
    void *by_value;
    intptr_t *blocks[40];
    int count;
    size_t used;
} values = { .lock = PTHREAD_MUTEX_INITIALIZER };
#define BLOCK(number) ((size_t)64 << (number))
static int compared(const void *a, const void *b)
{
    intptr_t one = *(const intptr_t *)a, other = *(const intptr_t *)b;
    return (one > other) - (one < other);
}
static void *kept(intptr_t value)
{
    pthread_mutex_lock(&values.lock);
    intptr_t **found = tfind(&value, &values.by_value, compared), *place = found ? *found : 0;
    if (!place) {
        if (values.count == 0 || values.used == BLOCK(values.count - 1)) {
            values.blocks[values.count] = memory(BLOCK(values.count) * sizeof value);
            values.count++;
            values.used = 0;
        }
        place = &values.blocks[values.count - 1][values.used++];
        *place = value;
        if (!tsearch(place, &values.by_value, compared))
            die("no memory for an attribute");
    }
    pthread_mutex_unlock(&values.lock);
    return place;
}
/* Returns the value of an attribute for Fortran: what Fortran has set, or the pointer that C has set. */
static intptr_t value_of(const void *attribute)
{
    intptr_t value = (intptr_t)attribute;
    pthread_mutex_lock(&values.lock);
    for (int i = 0; i < values.count; i++) {
        const intptr_t *at = attribute;
        if (at >= values.blocks[i] && at < values.blocks[i] + BLOCK(i))
            value = *at;
    }
    pthread_mutex_unlock(&values.lock);
    return value;
}
#define OBJECT_NUMBER(object) int number = (int)Any_out(object);
#define ATTRIBUTE_CALLS(name, integer) \
    static int copy_##name(void *function, word object, int keyval, void *extra, void *value, void *new, int *flag) \
    { \
        void (*copy)(int *, int *, integer *, integer *, integer *, int *, int *) = function; \
        integer of = (integer)(intptr_t)extra, in = (integer)value_of(value), out = in; \
        int code = 0; \
        OBJECT_NUMBER(object) \
        copy(&number, &keyval, &of, &in, &out, flag, &code); \
        *(void **)new = kept(out); \
        return code_in(code); \
    } \
    static int delete_##name(void *function, word object, int keyval, void *value, void *extra) \
    { \
        void (*delete)(int *, int *, integer *, integer *, int *) = function; \
        integer of = (integer)(intptr_t)extra, in = (integer)value_of(value); \
        int code = 0; \
        OBJECT_NUMBER(object) \
        delete(&number, &keyval, &in, &of, &code); \
        return code_in(code); \
    }
ATTRIBUTE_CALLS(wide, intptr_t)
ATTRIBUTE_CALLS(narrow, int)

/* Generalized requests, whose functions get the program's own variable, as in MPICH and in Open MPI, and
 * representations of data. */
static int fortran_query(void *function, void *extra, struct status *status)
{
    void (*query)(intptr_t *, int *, int *) = function;
    F_Status theirs;
    int code = 0;
    status_out(status, &theirs);
    query(extra, (int *)&theirs, &code);
    status_in(&theirs, status);
    return code_in(code);
}
static int fortran_free(void *function, void *extra)
{
    void (*free_state)(intptr_t *, int *) = function;
    int code = 0;
    free_state(extra, &code);
    return code_in(code);
}
static int fortran_cancel(void *function, void *extra, int complete)
{
    void (*cancel)(intptr_t *, int *, int *) = function;
    int code = 0;
    cancel(extra, &complete, &code);
    return code_in(code);
}
static int fortran_extent(void *function, word datatype, ptrdiff_t *extent, void *extra)
{
    void (*get_extent)(int *, intptr_t *, intptr_t *, int *) = function;
    intptr_t of = (intptr_t)extra;
    int code = 0;
    OBJECT_NUMBER(datatype)
    get_extent(&number, extent, &of, &code);
    return code_in(code);
}
static int fortran_convert(void *function, void *user, word datatype, int count, void *file, int64_t position,
                           void *extra)
{
    void (*convert)(void *, int *, int *, void *, int64_t *, intptr_t *, int *) = function;
    intptr_t of = (intptr_t)extra;
    int code = 0;
    OBJECT_NUMBER(datatype)
    convert(user, &number, &count, file, &position, &of, &code);
    return code_in(code);
}
static const struct adapters wide_adapters = {
    copy_wide, delete_wide, call_error_handler, fortran_query, fortran_free, fortran_cancel, call_reduce, call_reduce_c,
    fortran_extent, fortran_convert, call_convert_c,
};
static const struct adapters narrow_adapters = { .copy_attr = copy_narrow, .delete_attr = delete_narrow };

#define KEYVAL(kind, integer, lower, upper, adapters, call) \
    FORTRAN(void, kind, lower, upper, (void *copy, void *delete, int *keyval, const integer *extra, int *ierror)) \
    { \
        TABLE.set_adapters(&adapters); \
        int code = TABLE.call(fortran_copy(copy), fortran_delete(delete), keyval, (void *)(intptr_t)*extra); \
        TABLE.set_adapters(0); \
        RETURNED(code_out(code)) \
    }
KEYVAL(Comm_create_keyval, intptr_t, comm_create_keyval, COMM_CREATE_KEYVAL, wide_adapters, Comm_create_keyval)
KEYVAL(Type_create_keyval, intptr_t, type_create_keyval, TYPE_CREATE_KEYVAL, wide_adapters, Type_create_keyval)
KEYVAL(Win_create_keyval, intptr_t, win_create_keyval, WIN_CREATE_KEYVAL, wide_adapters, Win_create_keyval)
KEYVAL(Keyval_create, int, keyval_create, KEYVAL_CREATE, narrow_adapters, Comm_create_keyval)

/* Returns the value of an attribute: of a predefined key, the number to which C gets a pointer. */
static intptr_t comm_value(int keyval, void *found)
{
#define PREDEFINED_KEY(name) case OURS_##name:
    switch (comm_keyval_in(keyval)) {
        LIST_attr_comm_keyval(PREDEFINED_KEY) return *(int *)found;
    }
    return value_of(found);
}
static intptr_t win_value(int keyval, void *found)
{
    switch (win_keyval_in(keyval)) {
    case OURS_WIN_SIZE: return *(intptr_t *)found;
    case OURS_WIN_DISP_UNIT:
    case OURS_WIN_CREATE_FLAVOR:
    case OURS_WIN_MODEL: return *(int *)found;
    }
    return value_of(found);
}
static intptr_t type_value(int keyval, void *found) { return keyval ? value_of(found) : 0; }
#define GET_ATTR(kind, integer, handle, lower, upper, read) \
    FORTRAN(void, kind, lower, upper, (const int *object, const int *keyval, integer *value, int *flag, int *ierror)) \
    { \
        void *found = 0; \
        int key = KEY_OF_FORTRAN(*keyval); \
        int code = CALLED(kind)(handle##_of_number(*object), key, &found, flag); \
        if (!code && *flag) \
            *value = (integer)read(key, found); \
        RETURNED(code) \
    }
GET_ATTR(Comm_get_attr, intptr_t, Comm, comm_get_attr, COMM_GET_ATTR, comm_value)
GET_ATTR(Type_get_attr, intptr_t, Datatype, type_get_attr, TYPE_GET_ATTR, type_value)
GET_ATTR(Win_get_attr, intptr_t, Win, win_get_attr, WIN_GET_ATTR, win_value)
GET_ATTR(Attr_get, int, Comm, attr_get, ATTR_GET, comm_value)
#define SET_ATTR(kind, integer, handle, lower, upper) \
    FORTRAN(void, kind, lower, upper, (const int *object, const int *keyval, const integer *value, int *ierror)) \
    { \
        RETURNED(CALLED(kind)(handle##_of_number(*object), *keyval, kept(*value))) \
    }
SET_ATTR(Comm_set_attr, intptr_t, Comm, comm_set_attr, COMM_SET_ATTR)
SET_ATTR(Type_set_attr, intptr_t, Datatype, type_set_attr, TYPE_SET_ATTR)
SET_ATTR(Win_set_attr, intptr_t, Win, win_set_attr, WIN_SET_ATTR)
SET_ATTR(Attr_put, int, Comm, attr_put, ATTR_PUT)

FORTRAN(void, Grequest_start, grequest_start, GREQUEST_START,
        (void *query, void *free_state, void *cancel, intptr_t *extra, int *request, int *ierror))
{
    word made = 0;
    TABLE.set_adapters(&wide_adapters);
    int code = TABLE.Grequest_start(query, free_state, cancel, extra, &made);
    TABLE.set_adapters(0);
    if (!code)
        *request = (int)Request_out(made);
    RETURNED(code_out(code))
}
FORTRAN(void, Register_datarep, register_datarep, REGISTER_DATAREP,
        (const char *datarep, void *reads, void *writes, void *extent, const intptr_t *extra, int *ierror,
         size_t datarep_length))
{
    TEXT_IN(datarep)
    TABLE.set_adapters(&wide_adapters);
    int code = TABLE.Register_datarep(datarep_c, reads == mpi_conversion_fn_null_ ? 0 : reads,
                                      writes == mpi_conversion_fn_null_ ? 0 : writes, extent, (void *)*extra);
    TABLE.set_adapters(0);
    TEXT_IN_DONE(datarep)
    RETURNED(code_out(code))
}

/* Functions that the standard has dropped. Their addresses and distances are INTEGERs. */
FORTRAN(void, Address, address, ADDRESS, (void *location, int *address, int *ierror))
{
    intptr_t found = 0;
    int code = CALLED(Address)(address_of(location), &found);
    *address = (int)found;
    RETURNED(code)
}
FORTRAN(void, Errhandler_create, errhandler_create, ERRHANDLER_CREATE, (void *function, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Errhandler_create)(function, (void *)errhandler))
}
FORTRAN(void, Errhandler_get, errhandler_get, ERRHANDLER_GET, (const int *comm, int *errhandler, int *ierror))
{
    RETURNED(CALLED(Errhandler_get)(Comm_of_number(*comm), (void *)errhandler))
}
FORTRAN(void, Errhandler_set, errhandler_set, ERRHANDLER_SET, (const int *comm, const int *errhandler, int *ierror))
{
    RETURNED(CALLED(Errhandler_set)(Comm_of_number(*comm), Errhandler_of_number(*errhandler)))
}
#define BOUND(name, lower, upper) \
    FORTRAN(void, name, lower, upper, (const int *datatype, int *bound, int *ierror)) \
    { \
        intptr_t found = 0; \
        int code = CALLED(name)(Datatype_of_number(*datatype), &found); \
        *bound = (int)found; \
        RETURNED(code) \
    }
BOUND(Type_extent, type_extent, TYPE_EXTENT)
BOUND(Type_lb, type_lb, TYPE_LB)
BOUND(Type_ub, type_ub, TYPE_UB)
FORTRAN(void, Type_hvector, type_hvector, TYPE_HVECTOR,
        (const int *count, const int *blocklength, const int *stride, const int *oldtype, int *newtype, int *ierror))
{
    RETURNED(CALLED(Type_hvector)(*count, *blocklength, *stride, Datatype_of_number(*oldtype), (void *)newtype))
}
#define WIDENED(name, count) \
    ARRAY(intptr_t, name, count) \
    for (int i = 0; i < name##_count; i++) \
        name##_ours[i] = name[i];
FORTRAN(void, Type_hindexed, type_hindexed, TYPE_HINDEXED,
        (const int *count, int *lengths, const int *displacements, const int *oldtype, int *newtype, int *ierror))
{
    WIDENED(displacements, *count)
    int code =
        CALLED(Type_hindexed)(*count, lengths, displacements_ours, Datatype_of_number(*oldtype), (void *)newtype);
    ARRAY_DONE(displacements)
    RETURNED(code)
}
FORTRAN(void, Type_struct, type_struct, TYPE_STRUCT,
        (const int *count, int *lengths, const int *displacements, int *types, int *newtype, int *ierror))
{
    WIDENED(displacements, *count)
    int code = CALLED(Type_struct)(*count, lengths, displacements_ours, (void *)types, (void *)newtype);
    ARRAY_DONE(displacements)
    RETURNED(code)
}
