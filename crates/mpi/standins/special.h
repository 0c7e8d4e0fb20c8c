/* Functions whose arguments the generator cannot convert by their types, and callbacks. */

/* Callbacks. The adapters call a function of the program in its ABI. */
static inline int is_file(word handle) { return handle == 0x118 || (handle > 4095 && KIND(handle) == KIND_FILE); }

static int call_copy_attr(void *function, word object, int keyval, void *extra, void *value, void *new, int *flag)
{
    int (*copy)(F_Comm, int, void *, void *, void *, int *) = function;
    return code_in(copy(Any_out(object), keyval, extra, value, new, flag));
}
static int call_delete_attr(void *function, word object, int keyval, void *value, void *extra)
{
    int (*delete)(F_Comm, int, void *, void *) = function;
    return code_in(delete(Any_out(object), keyval, value, extra));
}
static void call_error_handler(void *function, word *object, int *code)
{
    int theirs = code_out(*code);
    if (is_file(*object)) {
        void (*handler)(F_File *, int *, ...) = function;
        F_File file = File_out(*object);
        handler(&file, &theirs);
    } else {
        void (*handler)(F_Comm *, int *, ...) = function;
        F_Comm any = Any_out(*object);
        handler(&any, &theirs);
    }
    *code = code_in(theirs);
}
static int call_query(void *function, void *extra, struct status *status)
{
    int (*query)(void *, F_Status *) = function;
    F_Status theirs;
    status_out(status, &theirs);
    int code = query(extra, &theirs);
    status_in(&theirs, status);
    return code_in(code);
}
static int call_free(void *function, void *extra)
{
    int (*free_state)(void *) = function;
    return code_in(free_state(extra));
}
static int call_cancel(void *function, void *extra, int complete)
{
    int (*cancel)(void *, int) = function;
    return code_in(cancel(extra, complete));
}
static void call_reduce(void *function, void *in, void *inout, int *count, word *datatype)
{
    void (*reduce)(void *, void *, int *, F_Datatype *) = function;
    F_Datatype theirs = Datatype_out(*datatype);
    reduce(in, inout, count, &theirs);
}
static void call_reduce_c(void *function, void *in, void *inout, int64_t *count, word *datatype)
{
    void (*reduce)(void *, void *, int64_t *, F_Datatype *) = function;
    F_Datatype theirs = Datatype_out(*datatype);
    reduce(in, inout, count, &theirs);
}
static int call_extent(void *function, word datatype, ptrdiff_t *extent, void *extra)
{
    int (*get_extent)(F_Datatype, ptrdiff_t *, void *) = function;
    return code_in(get_extent(Datatype_out(datatype), extent, extra));
}
static int call_convert(void *function, void *user, word datatype, int count, void *file, int64_t position, void *extra)
{
    int (*convert)(void *, F_Datatype, int, void *, int64_t, void *) = function;
    return code_in(convert(user, Datatype_out(datatype), count, file, position, extra));
}
static int call_convert_c(void *function, void *user, word datatype, int64_t count, void *file, int64_t position,
                          void *extra)
{
    int (*convert)(void *, F_Datatype, int64_t, void *, int64_t, void *) = function;
    return code_in(convert(user, Datatype_out(datatype), count, file, position, extra));
}
static const struct adapters adapters = {
    call_copy_attr, call_delete_attr, call_error_handler, call_query, call_free, call_cancel,
    call_reduce, call_reduce_c, call_extent, call_convert, call_convert_c,
};

/* The version of the standard ABI: a program that asks must hear that this library is of another ABI. */
EXPORT int NAME(Abi_get_version)(int *major, int *minor)
{
    if (major)
        *major = -1;
    if (minor)
        *minor = -1;
    return 0;
}

/* What this would tell is about the standard ABI's types of Fortran. */
#define NULL_INFO 0x130
EXPORT int NAME(Abi_get_fortran_info)(F_Info *info)
{
    if (info)
        *info = Info_out(NULL_INFO);
    return 0;
}

/* The version of the standard that the ABI's header describes: programs expect no more than its names. */
EXPORT int NAME(Get_version)(int *version, int *subversion)
{
    int code = TABLE.Get_version(version, subversion);
    if (!code) {
        *version = THEIRS_VERSION;
        *subversion = THEIRS_SUBVERSION;
    }
    return code_out(code);
}

EXPORT int NAME(Pcontrol)(const int level, ...)
{
    return code_out(TABLE.Pcontrol(level));
}

/* Strings, whose longest length differs between ABIs. `most` includes the NUL. */
static void text_out(const char *text, size_t most, char *out, int *length)
{
    size_t n = strnlen(text, most - 1);
    memcpy(out, text, n);
    out[n] = 0;
    if (length)
        *length = (int)n;
}
#define OUR_LONGEST 8192
#define TEXT_FUNCTION(name, most, parameters, text, length, ...) \
    EXPORT int NAME(name) parameters \
    { \
        char found[OUR_LONGEST]; \
        int ours; \
        if (!text || !length) \
            return code_out(TABLE.name(__VA_ARGS__ text, length)); \
        int code = TABLE.name(__VA_ARGS__ found, &ours); \
        if (!code) \
            text_out(found, most, text, length); \
        return code_out(code); \
    }
#define AND ,
/* Programs read in this text whose ABI the library has. THEIR_NAME has one %s, for this library's own text. */
EXPORT int NAME(Get_library_version)(char *text, int *length)
{
    char ours[OUR_LONGEST], all[OUR_LONGEST + 100];
    int n;
    if (!text || !length)
        return code_out(TABLE.Get_library_version(text, length));
    int code = TABLE.Get_library_version(ours, &n);
    if (!code) {
        snprintf(all, sizeof all, THEIR_NAME, ours);
        text_out(all, THEIRS_MAX_LIBRARY_VERSION_STRING, text, length);
    }
    return code_out(code);
}
TEXT_FUNCTION(Get_processor_name, THEIRS_MAX_PROCESSOR_NAME, (char *text, int *length), text, length, )
TEXT_FUNCTION(Error_string, THEIRS_MAX_ERROR_STRING, (int code_, char *text, int *length), text, length,
              code_in(code_) AND)
TEXT_FUNCTION(Comm_get_name, THEIRS_MAX_OBJECT_NAME, (F_Comm of, char *text, int *length), text, length,
              Comm_in(of) AND)
TEXT_FUNCTION(Type_get_name, THEIRS_MAX_OBJECT_NAME, (F_Datatype of, char *text, int *length), text, length,
              Datatype_in(of) AND)
TEXT_FUNCTION(Win_get_name, THEIRS_MAX_OBJECT_NAME, (F_Win of, char *text, int *length), text, length, Win_in(of) AND)

EXPORT int NAME(Info_get_nthkey)(F_Info info, int n, char *key)
{
    char found[OUR_LONGEST];
    int code = TABLE.Info_get_nthkey(Info_in(info), n, key ? found : 0);
    if (!code)
        text_out(found, THEIRS_MAX_INFO_KEY, key, 0);
    return code_out(code);
}
EXPORT int NAME(Open_port)(F_Info info, char *port)
{
    char found[OUR_LONGEST];
    int code = TABLE.Open_port(Info_in(info), port ? found : 0);
    if (!code)
        text_out(found, THEIRS_MAX_PORT_NAME, port, 0);
    return code_out(code);
}
EXPORT int NAME(Lookup_name)(const char *service, F_Info info, char *port)
{
    char found[OUR_LONGEST];
    int code = TABLE.Lookup_name(service, Info_in(info), port ? found : 0);
    if (!code)
        text_out(found, THEIRS_MAX_PORT_NAME, port, 0);
    return code_out(code);
}

/* Attributes. The values of predefined keys are pointers to numbers, some of which mean something. */
static int attribute(word comm, int key, void *value, int *flag)
{
    static int converted[3];
    int code = TABLE.Comm_get_attr(comm, key, value, flag);
    if (code || !*flag || key < OURS_TAG_UB || key > OURS_UNIVERSE_SIZE)
        return code_out(code);
    int *known = *(int **)value;
    switch (key) {
    case OURS_IO:
    case OURS_HOST:
        converted[key == OURS_IO] = rank_out(*known);
        *(int **)value = &converted[key == OURS_IO];
        break;
    case OURS_LASTUSEDCODE:
        converted[2] = code_out(*known);
        *(int **)value = &converted[2];
    }
    return 0;
}
EXPORT int NAME(Comm_get_attr)(F_Comm comm, int keyval, void *value, int *flag)
{
    return attribute(Comm_in(comm), comm_keyval_in(keyval), value, flag);
}
EXPORT int NAME(Attr_get)(F_Comm comm, int keyval, void *value, int *flag)
{
    return attribute(Comm_in(comm), comm_keyval_in(keyval), value, flag);
}
EXPORT int NAME(Win_get_attr)(F_Win win, int keyval, void *value, int *flag)
{
    /* Programs only read the numbers, so windows may share them. */
    static int flavors[4], models[2];
    int key = win_keyval_in(keyval);
    int code = TABLE.Win_get_attr(Win_in(win), key, value, flag);
    if (code || !*flag)
        return code_out(code);
    int *known = *(int **)value;
    if (key == OURS_WIN_CREATE_FLAVOR) {
        int *slot = &flavors[(*known - OURS_WIN_FLAVOR_CREATE) & 3];
        *slot = flavor_out(*known);
        *(int **)value = slot;
    } else if (key == OURS_WIN_MODEL) {
        int *slot = &models[(*known - OURS_WIN_UNIFIED) & 1];
        *slot = model_out(*known);
        *(int **)value = slot;
    }
    return 0;
}

EXPORT int NAME(Group_translate_ranks)(F_Group group1, int n, const int ranks1[], F_Group group2, int ranks2[])
{
    ARRAY(int, ranks, ranks1 ? n : 0)
    for (int i = 0; i < ranks_count; i++)
        ranks_ours[i] = rank_in(ranks1[i]);
    int code = TABLE.Group_translate_ranks(Group_in(group1), n, ranks1 ? ranks_ours : 0, Group_in(group2), ranks2);
    for (int i = 0; !code && i < n; i++)
        ranks2[i] = rank_out(ranks2[i]);
    ARRAY_DONE(ranks)
    return code_out(code);
}

/* Arrays of requests and statuses. */
#define REQUESTS(requests, count) \
    ARRAY(word, requests##_all, (requests) ? (count) : 0) \
    for (int i = 0; i < requests##_all_count; i++) \
        requests##_all_ours[i] = Request_in((requests)[i]); \
    word *requests##_ours = (requests) ? requests##_all_ours : 0;
#define REQUESTS_BACK(requests) \
    for (int i = 0; i < requests##_all_count; i++) \
        if (requests##_all_ours[i] != Request_in((requests)[i])) \
            (requests)[i] = Request_out(requests##_all_ours[i]); \
    ARRAY_DONE(requests##_all)
/* Calls that return several statuses set error fields only if they return MPI_ERR_IN_STATUS. */
#define STATUSES(statuses, count) \
    ARRAY(struct status, statuses##_all, (statuses) != THEIR_STATUS_IGNORE ? (count) : 0) \
    for (int i = 0; i < statuses##_all_count; i++) \
        statuses##_all_ours[i].source = statuses##_all_ours[i].error = UNTOUCHED; \
    struct status *statuses##_ours = (statuses) != THEIR_STATUS_IGNORE ? statuses##_all_ours : 0;
#define STATUSES_BACK(statuses) \
    for (int i = 0; i < statuses##_all_count; i++) \
        if (statuses##_all_ours[i].source != UNTOUCHED || statuses##_all_ours[i].error != UNTOUCHED) \
            status_out(&statuses##_all_ours[i], &(statuses)[i]); \
    ARRAY_DONE(statuses##_all)

EXPORT int NAME(Startall)(int count, F_Request requests[])
{
    REQUESTS(requests, count)
    int code = TABLE.Startall(count, requests_ours);
    REQUESTS_BACK(requests)
    return code_out(code);
}
EXPORT int NAME(Waitall)(int count, F_Request requests[], F_Status *statuses)
{
    REQUESTS(requests, count)
    STATUSES(statuses, count)
    int code = TABLE.Waitall(count, requests_ours, statuses_ours);
    REQUESTS_BACK(requests)
    STATUSES_BACK(statuses)
    return code_out(code);
}
EXPORT int NAME(Testall)(int count, F_Request requests[], int *flag, F_Status *statuses)
{
    REQUESTS(requests, count)
    STATUSES(statuses, count)
    int code = TABLE.Testall(count, requests_ours, flag, statuses_ours);
    REQUESTS_BACK(requests)
    STATUSES_BACK(statuses)
    return code_out(code);
}
EXPORT int NAME(Waitany)(int count, F_Request requests[], int *index, F_Status *status)
{
    REQUESTS(requests, count)
    STATUS(status)
    int code = TABLE.Waitany(count, requests_ours, index, STATUS_POINTER(status));
    REQUESTS_BACK(requests)
    STATUS_BACK(status)
    return code_out(code);
}
EXPORT int NAME(Testany)(int count, F_Request requests[], int *index, int *flag, F_Status *status)
{
    REQUESTS(requests, count)
    STATUS(status)
    int code = TABLE.Testany(count, requests_ours, index, flag, STATUS_POINTER(status));
    REQUESTS_BACK(requests)
    STATUS_BACK(status)
    return code_out(code);
}
#define SOME(name) \
    EXPORT int NAME(name)(int count, F_Request requests[], int *outcount, int indices[], F_Status *statuses) \
    { \
        REQUESTS(requests, count) \
        STATUSES(statuses, count) \
        int code = TABLE.name(count, requests_ours, outcount, indices, statuses_ours); \
        REQUESTS_BACK(requests) \
        STATUSES_BACK(statuses) \
        return code_out(code); \
    }
SOME(Waitsome)
SOME(Testsome)
EXPORT int NAME(Request_get_status_all)(int count, const F_Request requests[], int *flag, F_Status *statuses)
{
    REQUESTS(requests, count)
    STATUSES(statuses, count)
    int code = TABLE.Request_get_status_all(count, requests_ours, flag, statuses_ours);
    ARRAY_DONE(requests_all)
    STATUSES_BACK(statuses)
    return code_out(code);
}
EXPORT int NAME(Request_get_status_any)(int count, const F_Request requests[], int *index, int *flag, F_Status *status)
{
    REQUESTS(requests, count)
    STATUS(status)
    int code = TABLE.Request_get_status_any(count, requests_ours, index, flag, STATUS_POINTER(status));
    ARRAY_DONE(requests_all)
    STATUS_BACK(status)
    return code_out(code);
}
EXPORT int NAME(Request_get_status_some)(int count, const F_Request requests[], int *outcount, int indices[],
                                       F_Status *statuses)
{
    REQUESTS(requests, count)
    STATUSES(statuses, count)
    int code = TABLE.Request_get_status_some(count, requests_ours, outcount, indices, statuses_ours);
    ARRAY_DONE(requests_all)
    STATUSES_BACK(statuses)
    return code_out(code);
}

/* Datatypes. */
#define DARRAY(name, count_type) \
    EXPORT int NAME(name)(int size, int rank, int ndims, const count_type gsizes[], const int distribs[], \
                          const int dargs[], const int psizes[], int order, F_Datatype oldtype, F_Datatype *newtype) \
    { \
        ARRAY(int, kinds, distribs ? ndims : 0) \
        ARRAY(int, sizes, dargs ? ndims : 0) \
        OUT(Datatype, newtype) \
        for (int i = 0; i < kinds_count; i++) \
            kinds_ours[i] = distribution_in(distribs[i]); \
        for (int i = 0; i < sizes_count; i++) \
            sizes_ours[i] = default_in(dargs[i]); \
        int code = TABLE.name(size, rank, ndims, gsizes, distribs ? kinds_ours : 0, dargs ? sizes_ours : 0, psizes, \
                              order_in(order), Datatype_in(oldtype), POINTER(newtype)); \
        ARRAY_DONE(kinds) \
        ARRAY_DONE(sizes) \
        OUT_BACK(Datatype, newtype) \
        return code_out(code); \
    }
DARRAY(Type_create_darray, int)
DARRAY(Type_create_darray_c, int64_t)

/* Converts the constants among the integers with which a datatype was made (MPI 5.0, 5.1.13). */
static void contents_out(int combiner, int count, int integers[], int counts)
{
    if (combiner == OURS_COMBINER_SUBARRAY)
        integers[count - 1] = order_out(integers[count - 1]);
    if (combiner != OURS_COMBINER_DARRAY)
        return;
    /* size, rank, ndims, then ndims numbers each of gsizes (not if these are large counts), distribs, dargs, psizes. */
    int ndims = integers[2];
    int *distribs = integers + 3 + (counts ? 0 : ndims);
    for (int i = 0; i < ndims; i++) {
        distribs[i] = distribution_out(distribs[i]);
        distribs[ndims + i] = default_out(distribs[ndims + i]);
    }
    integers[count - 1] = order_out(integers[count - 1]);
}
#define TYPES_OUT(types, count) \
    ARRAY(word, types, (types) ? (count) : 0) \
    memset(types##_ours, 0, types##_count * sizeof(word));
#define TYPES_OUT_BACK(types) \
    for (int i = 0; i < types##_count; i++) \
        if (types##_ours[i]) \
            (types)[i] = Datatype_out(types##_ours[i]); \
    ARRAY_DONE(types)
EXPORT int NAME(Type_get_contents)(F_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
                                 int integers[], intptr_t addresses[], F_Datatype types[])
{
    word type = Datatype_in(datatype);
    int n[3], combiner;
    TYPES_OUT(types, max_datatypes)
    int code = TABLE.Type_get_contents(type, max_integers, max_addresses, max_datatypes, integers, addresses,
                                       types ? types_ours : 0);
    if (!code && !TABLE.Type_get_envelope(type, &n[0], &n[1], &n[2], &combiner))
        contents_out(combiner, n[0], integers, 0);
    TYPES_OUT_BACK(types)
    return code_out(code);
}
EXPORT int NAME(Type_get_contents_c)(F_Datatype datatype, int64_t max_integers, int64_t max_addresses,
                                   int64_t max_counts, int64_t max_datatypes, int integers[], intptr_t addresses[],
                                   int64_t counts[], F_Datatype types[])
{
    word type = Datatype_in(datatype);
    int64_t n[4];
    int combiner;
    TYPES_OUT(types, max_datatypes)
    int code = TABLE.Type_get_contents_c(type, max_integers, max_addresses, max_counts, max_datatypes, integers,
                                         addresses, counts, types ? types_ours : 0);
    if (!code && !TABLE.Type_get_envelope_c(type, &n[0], &n[1], &n[2], &n[3], &combiner))
        contents_out(combiner, (int)n[0], integers, n[2] != 0);
    TYPES_OUT_BACK(types)
    return code_out(code);
}

/* Processes that a program starts. Only the root's arguments have a meaning. */
static void error_codes_out(int codes[], int count)
{
    /* Our library writes no other codes, and none if the arguments are wrong. */
    for (int i = 0; codes && codes != THEIR_ERRCODES_IGNORE && i < count; i++)
        if (codes[i] == OUR_ERR_SPAWN)
            codes[i] = code_out(codes[i]);
}
EXPORT int NAME(Comm_spawn)(const char *command, char *argv[], int maxprocs, F_Info info, int root, F_Comm comm,
                          F_Comm *intercomm, int errcodes[])
{
    int rank = -1;
    OUT(Comm, intercomm)
    int code = TABLE.Comm_spawn(command, argv, maxprocs, Info_in(info), root, Comm_in(comm), POINTER(intercomm),
                                errcodes == THEIR_ERRCODES_IGNORE ? 0 : errcodes);
    OUT_BACK(Comm, intercomm)
    if (!TABLE.Comm_rank(Comm_in(comm), &rank) && rank == root)
        error_codes_out(errcodes, maxprocs);
    return code_out(code);
}
EXPORT int NAME(Comm_spawn_multiple)(int count, char *commands[], char **argvs[], const int maxprocs[],
                                   const F_Info infos[], int root, F_Comm comm, F_Comm *intercomm, int errcodes[])
{
    int rank = -1, all = 0;
    TABLE.Comm_rank(Comm_in(comm), &rank);
    OUT(Comm, intercomm)
    ARRAY(word, keys, rank == root && infos ? count : 0)
    for (int i = 0; i < keys_count; i++)
        keys_ours[i] = Info_in(infos[i]);
    int code = TABLE.Comm_spawn_multiple(count, commands, argvs, maxprocs, infos ? keys_ours : 0, root, Comm_in(comm),
                                         POINTER(intercomm), errcodes == THEIR_ERRCODES_IGNORE ? 0 : errcodes);
    ARRAY_DONE(keys)
    OUT_BACK(Comm, intercomm)
    for (int i = 0; rank == root && maxprocs && i < count; i++)
        all += maxprocs[i] > 0 ? maxprocs[i] : 0;
    error_codes_out(errcodes, all);
    return code_out(code);
}

/* The tool interface. A variable may be of an object, to whose handle the tool passes a pointer. */
static word object_in(int of, void *object)
{
    switch (of) {
    case OURS_T_BIND_MPI_COMM: return Comm_in(*(F_Comm *)object);
    case OURS_T_BIND_MPI_DATATYPE: return Datatype_in(*(F_Datatype *)object);
    case OURS_T_BIND_MPI_ERRHANDLER: return Errhandler_in(*(F_Errhandler *)object);
    case OURS_T_BIND_MPI_FILE: return File_in(*(F_File *)object);
    case OURS_T_BIND_MPI_GROUP: return Group_in(*(F_Group *)object);
    case OURS_T_BIND_MPI_OP: return Op_in(*(F_Op *)object);
    case OURS_T_BIND_MPI_REQUEST: return Request_in(*(F_Request *)object);
    case OURS_T_BIND_MPI_WIN: return Win_in(*(F_Win *)object);
    case OURS_T_BIND_MPI_MESSAGE: return Message_in(*(F_Message *)object);
    case OURS_T_BIND_MPI_INFO: return Info_in(*(F_Info *)object);
    case OURS_T_BIND_MPI_SESSION: return Session_in(*(F_Session *)object);
    }
    return 0;
}
EXPORT int NAME(T_cvar_handle_alloc)(int index, void *object, void **handle, int *count)
{
    int of = OURS_T_BIND_NO_OBJECT;
    TABLE.T_cvar_get_info(index, 0, 0, 0, 0, 0, 0, 0, &of, 0);
    word ours = object ? object_in(of, object) : 0;
    return code_out(TABLE.T_cvar_handle_alloc(index, object ? &ours : 0, handle, count));
}
EXPORT int NAME(T_pvar_handle_alloc)(void *session, int index, void *object, void **handle, int *count)
{
    int of = OURS_T_BIND_NO_OBJECT;
    TABLE.T_pvar_get_info(index, 0, 0, 0, 0, 0, 0, 0, 0, &of, 0, 0, 0);
    word ours = object ? object_in(of, object) : 0;
    return code_out(TABLE.T_pvar_handle_alloc(session, index, object ? &ours : 0, handle, count));
}
EXPORT int NAME(T_event_handle_alloc)(int index, void *object, F_Info info, void **registration)
{
    int of = OURS_T_BIND_NO_OBJECT;
    TABLE.T_event_get_info(index, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, &of);
    word ours = object ? object_in(of, object) : 0;
    return code_out(TABLE.T_event_handle_alloc(index, object ? &ours : 0, Info_in(info), registration));
}
EXPORT int NAME(T_event_get_info)(int index, char *name, int *name_len, int *verbosity, F_Datatype types[],
                                intptr_t displacements[], int *count, void **enumtype, F_Info *info, char *desc,
                                int *desc_len, int *bind)
{
    NUMBER_OUT(verbosity, verbosity)
    NUMBER_OUT(bind, bind)
    OUT(Info, info)
    TYPES_OUT(types, count ? *count : 0)
    int code = TABLE.T_event_get_info(index, name, name_len, POINTER(verbosity), types ? types_ours : 0, displacements,
                                      count, enumtype, POINTER(info), desc, desc_len, POINTER(bind));
    TYPES_OUT_BACK(types)
    OUT_BACK(Info, info)
    NUMBER_BACK(bind, bind)
    NUMBER_BACK(verbosity, verbosity)
    return code_out(code);
}

/* Handles as numbers, for Fortran and for other programs. */
#define AS_NUMBER(kind, short) \
    EXPORT int NAME(kind##_toint)(F_##short handle) { return short##_number(handle); } \
    EXPORT F_##short NAME(kind##_fromint)(int number) { return short##_of_number(number); } \
    EXPORT int NAME(kind##_c2f)(F_##short handle) { return short##_number(handle); } \
    EXPORT F_##short NAME(kind##_f2c)(int number) { return short##_of_number(number); }
AS_NUMBER(Comm, Comm)
AS_NUMBER(Errhandler, Errhandler)
AS_NUMBER(File, File)
AS_NUMBER(Group, Group)
AS_NUMBER(Info, Info)
AS_NUMBER(Message, Message)
AS_NUMBER(Op, Op)
AS_NUMBER(Request, Request)
AS_NUMBER(Session, Session)
AS_NUMBER(Type, Datatype)
AS_NUMBER(Win, Win)

/* Fortran's statuses have the layout of C's in all ABIs. */
#define COPIES_STATUS(name, from, to) \
    EXPORT int NAME(name)(const from *source, to *target) \
    { \
        if (!source || !target || (void *)source == THEIR_STATUS_IGNORE) \
            return code_out(OUR_ERR_ARG); \
        memcpy(target, source, sizeof(F_Status)); \
        return 0; \
    }
COPIES_STATUS(Status_c2f, F_Status, int)
COPIES_STATUS(Status_f2c, int, F_Status)
COPIES_STATUS(Status_c2f08, F_Status, F_Status)
COPIES_STATUS(Status_f082c, F_Status, F_Status)
COPIES_STATUS(Status_f2f08, int, F_Status)
COPIES_STATUS(Status_f082f, F_Status, int)
