/* What the libraries of C++ classes (classes.h) need of a stand-in. A program's function in C++ takes references to
 * objects, so that a function of the library of classes, `call`, calls the program's. */
struct bound {
    void *call, *function;
};
/* The functions of the library of classes that calls a program's operation, and that throws MPI::Exception. */
static struct {
    void *reduce;
    struct bound raise;
} classes;
/* The operation that this thread made last for a function in C++. */
static __thread struct bound *last_operation;

/* Names the two functions of the library of classes. The library calls this when it is loaded. */
EXPORT void clump_classes(void *reduce, void *raise)
{
    classes.reduce = reduce;
    classes.raise.call = raise;
}
/* Returns a pair that lives as long as the process. */
static struct bound *bind(void *call, void *function)
{
    struct bound *bound = memory(sizeof *bound);
    *bound = (struct bound){ call, function };
    return bound;
}
static void call_bound_reduce(void *of, void *in, void *inout, int *count, word *datatype)
{
    struct bound *bound = of;
    void (*call)(void *, void *, int *, F_Datatype *, void *) = bound->call;
    F_Datatype theirs = Datatype_out(*datatype);
    call(in, inout, count, &theirs, bound->function);
}
static void call_bound_handler(void *of, word *object, int *code)
{
    struct bound *bound = of;
    void (*call)(void *, int *, void *) = bound->call;
    int theirs = code_out(*code);
    F_File file;
    F_Comm other;
    if (is_file(*object))
        file = File_out(*object);
    else
        other = Any_out(*object);
    call(is_file(*object) ? (void *)&file : &other, &theirs, bound->function);
    *code = code_in(theirs);
}
static const struct adapters bound_adapters = { .error_handler = call_bound_handler, .reduce = call_bound_reduce };

/* The library of classes makes an operation with its own function, and names the program's function afterwards: Open
 * MPI's header has both calls. */
#define CREATES_OP(name, may_be_bound) \
    EXPORT int NAME(name)(void *user_fn, int commute, F_Op *op) \
    { \
        struct bound *bound = may_be_bound && user_fn && user_fn == classes.reduce ? bind(user_fn, 0) : 0; \
        if (bound) \
            last_operation = bound; \
        OUT(Op, op) \
        TABLE.set_adapters(bound ? &bound_adapters : &adapters); \
        int code = TABLE.name(bound ? bound : user_fn, commute, POINTER(op)); \
        TABLE.set_adapters(0); \
        OUT_BACK(Op, op) \
        return code_out(code); \
    }
CREATES_OP(Op_create, 1)
CREATES_OP(Op_create_c, 0)
EXPORT void ompi_op_set_cxx_callback(F_Op op, void *function)
{
    (void)op;
    if (last_operation)
        last_operation->function = function;
}

/* Error handlers. MPI::ERRORS_THROW_EXCEPTIONS is one handle for all kinds of objects. The stand-in makes an error
 * handler that throws for each kind, when the program first sets it. */
#define ERROR_HANDLERS(kind) \
    static word throws_##kind; \
    EXPORT int clump_##kind##_create_errhandler(void *call, void *function, F_Errhandler *errhandler) \
    { \
        OUT(Errhandler, errhandler) \
        TABLE.set_adapters(&bound_adapters); \
        int code = TABLE.kind##_create_errhandler(bind(call, function), POINTER(errhandler)); \
        TABLE.set_adapters(0); \
        OUT_BACK(Errhandler, errhandler) \
        return code_out(code); \
    } \
    EXPORT int NAME(kind##_set_errhandler)(F_##kind object, F_Errhandler errhandler) \
    { \
        if (errhandler != THROWS) \
            return code_out(TABLE.kind##_set_errhandler(kind##_in(object), Errhandler_in(errhandler))); \
        if (!classes.raise.call) \
            die("MPI::ERRORS_THROW_EXCEPTIONS needs Clump's library of C++ classes, which is not loaded"); \
        if (!throws_##kind) { \
            TABLE.set_adapters(&bound_adapters); \
            TABLE.kind##_create_errhandler(&classes.raise, &throws_##kind); \
            TABLE.set_adapters(0); \
        } \
        return code_out(TABLE.kind##_set_errhandler(kind##_in(object), throws_##kind)); \
    } \
    EXPORT int NAME(kind##_get_errhandler)(F_##kind object, F_Errhandler *errhandler) \
    { \
        OUT(Errhandler, errhandler) \
        int code = TABLE.kind##_get_errhandler(kind##_in(object), POINTER(errhandler)); \
        if (errhandler_ours && errhandler_ours == throws_##kind) { \
            TABLE.Errhandler_free(&errhandler_ours); \
            *errhandler = THROWS; \
            return 0; \
        } \
        OUT_BACK(Errhandler, errhandler) \
        return code_out(code); \
    }
ERROR_HANDLERS(Comm)
ERROR_HANDLERS(File)
ERROR_HANDLERS(Win)
#define NULL_ERRHANDLER 0x140
EXPORT int NAME(Errhandler_free)(F_Errhandler *errhandler)
{
    if (errhandler && *errhandler == THROWS) {
        *errhandler = Errhandler_out(NULL_ERRHANDLER);
        return 0;
    }
    CHANGED(Errhandler, errhandler)
    int code = TABLE.Errhandler_free(POINTER(errhandler));
    CHANGED_BACK(Errhandler, errhandler)
    return code_out(code);
}
