/* The stand-in for Open MPI's library (libmpi.so.40). A handle is an address: of a data object of this library if it is
 * predefined; otherwise a number with the lowest bit set, twice this library's handle and 1. */
#include "openmpi.h"

/* The program may have a copy of each object (R_X86_64_COPY), so only the loader knows the address. An object holds its
 * handle in the standard ABI. */
struct object {
    word handle;
};
#define OBJECT(ours, name, size) \
    EXPORT union { struct object object; char bytes[size]; } name = { .object = { ours } };
#define ALL_HANDLES(X) \
    HANDLES_Comm(X) HANDLES_Datatype(X) HANDLES_Errhandler(X) HANDLES_File(X) HANDLES_Group(X) HANDLES_Info(X) \
    HANDLES_Message(X) HANDLES_Op(X) HANDLES_Request(X) HANDLES_Session(X) HANDLES_Win(X)
ALL_HANDLES(OBJECT)
HANDLES_Alias(OBJECT)

typedef struct object *F_Comm, *F_Datatype, *F_Errhandler, *F_File, *F_Group, *F_Info, *F_Message, *F_Op, *F_Request,
    *F_Session, *F_Win;
/* The handle of MPI::ERRORS_THROW_EXCEPTIONS. */
EXPORT char ompi_mpi_errors_throw_exceptions[1024];
#define THROWS ((F_Errhandler)(void *)ompi_mpi_errors_throw_exceptions)
#define THEIR_LB ((F_Datatype)(void *)&ompi_mpi_lb)
#define THEIR_UB ((F_Datatype)(void *)&ompi_mpi_ub)

static inline word any_in(struct object *handle)
{
    if (LIKELY((word)handle & 1))
        return (word)handle >> 1;
    return handle ? handle->handle : 0;
}
#define ADDRESS(ours, name, size) [ours] = (struct object *)(void *)&name,
static struct object *const predefined_out[PREDEFINED] = { ALL_HANDLES(ADDRESS) };
static inline struct object *Any_out(word handle)
{
    return LIKELY(handle >= PREDEFINED) ? (struct object *)(handle << 1 | 1) : predefined_out[handle];
}
#define CONVERSIONS(kind) \
    static inline word kind##_in(F_##kind handle) { return any_in(handle); } \
    static inline F_##kind kind##_out(word handle) { return Any_out(handle); } \
    static inline int kind##_number(F_##kind handle) { return number_of(any_in(handle)); } \
    static inline F_##kind kind##_of_number(int number) { return Any_out(kind##_by_number(number)); }
HANDLES(CONVERSIONS)

/* Functions that have a meaning and are never called for it. Programs name them by these functions of the library. */
#define COPIES(name, copies) \
    EXPORT int OMPI_C_MPI_##name(void *object, int keyval, void *extra, void *value, void *new, int *flag) \
    { \
        (void)object, (void)keyval, (void)extra; \
        if (copies) \
            *(void **)new = value; \
        *flag = copies; \
        return 0; \
    }
COPIES(DUP_FN, 1)
COPIES(COMM_DUP_FN, 1)
COPIES(TYPE_DUP_FN, 1)
COPIES(WIN_DUP_FN, 1)
COPIES(NULL_COPY_FN, 0)
COPIES(COMM_NULL_COPY_FN, 0)
COPIES(TYPE_NULL_COPY_FN, 0)
COPIES(WIN_NULL_COPY_FN, 0)
#define DELETES(name) \
    EXPORT int OMPI_C_MPI_##name(void *object, int keyval, void *value, void *extra) \
    { \
        (void)object, (void)keyval, (void)value, (void)extra; \
        return 0; \
    }
DELETES(NULL_DELETE_FN)
DELETES(COMM_NULL_DELETE_FN)
DELETES(TYPE_NULL_DELETE_FN)
DELETES(WIN_NULL_DELETE_FN)
static inline void *copy_in(void *function)
{
    if (function == OMPI_C_MPI_DUP_FN || function == OMPI_C_MPI_COMM_DUP_FN || function == OMPI_C_MPI_TYPE_DUP_FN ||
        function == OMPI_C_MPI_WIN_DUP_FN)
        return (void *)1;
    if (function == OMPI_C_MPI_NULL_COPY_FN || function == OMPI_C_MPI_COMM_NULL_COPY_FN ||
        function == OMPI_C_MPI_TYPE_NULL_COPY_FN || function == OMPI_C_MPI_WIN_NULL_COPY_FN)
        return 0;
    return function;
}
static inline void *delete_in(void *function)
{
    if (function == OMPI_C_MPI_NULL_DELETE_FN || function == OMPI_C_MPI_COMM_NULL_DELETE_FN ||
        function == OMPI_C_MPI_TYPE_NULL_DELETE_FN || function == OMPI_C_MPI_WIN_NULL_DELETE_FN)
        return 0;
    return function;
}
static inline void *conversion_in(void *function) { return function; }

#include "convert.h"
#include "special.h"
#include "cplusplus.h"
#include "generated/functions.h"
#include "dropped.h"

/* A function of no standard. A library may ignore hints; this one only checks the session. */
EXPORT int MPI_Session_set_info(F_Session session, F_Info info)
{
    word hints = 0;
    int code = TABLE.Session_get_info(Session_in(session), &hints);
    (void)info;
    if (!code)
        TABLE.Info_free(&hints);
    return code_out(code);
}
TWIN(Session_set_info)

/* Programs that take any MPI library, such as NEURON, know Open MPI's by this name and do not call it. */
EXPORT void ompi_mpi_init(void) { die("the program calls ompi_mpi_init, which is no function of MPI"); }

#define EXTENSIONS(name, lower, upper) \
    extern __typeof(MPI_##name) MPIX_##name EXPORT __attribute__((alias("MPI_" #name))); \
    extern __typeof(MPI_##name) PMPIX_##name EXPORT __attribute__((alias("MPI_" #name)));
PERSISTENT_COLLECTIVES(EXTENSIONS)
