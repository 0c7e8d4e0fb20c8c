/* The library that programs of MPItrampoline load (libmpiwrapper.so), such as JAX. They take the constants from the
 * library's variables, so the constants are those of the standard ABI, and only statuses differ. */
#define STANDIN "libmpiwrapper.so"
#define THEIR_NAME "%s"
#define NAME(name) MPIABI_##name
#define EXTENSION(name) MPIXABI_##name
#define TWIN(name)
#include "common.h"
#include "generated/trampoline.h"
#include "numbers.h"

typedef word F_Comm, F_Datatype, F_Errhandler, F_File, F_Group, F_Info, F_Message, F_Op, F_Request, F_Session, F_Win;
/* The fields that programs read come behind room for another library's status. */
typedef struct {
    union {
        int words[5];
        size_t aligned[3];
    } kept;
    int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} F_Status;

EXPORT const int mpiabi_version_major = 2, mpiabi_version_minor = 99, mpiabi_version_patch = 0;
EXPORT const int mpiwrapper_version_major = 2, mpiwrapper_version_minor = 99, mpiwrapper_version_patch = 0;
#define WORD(name, value) EXPORT const intptr_t MPIABI_##name = value;
WORDS(WORD)
#define INT(name, value) EXPORT const int MPIABI_##name = value;
INTS(INT)
EXPORT int *const MPIABI_F_STATUS_IGNORE = 0, *const MPIABI_F_STATUSES_IGNORE = 0;
/* Fortran is not supported. */
EXPORT void mpiwrapper_export_fortran_constants_(void) {}

#define IN_PLACE ((const void *)OURS_IN_PLACE)
#define THEIR_IN_PLACE IN_PLACE
#define THEIR_AUTOMATIC ((void *)OURS_BUFFER_AUTOMATIC)
#define THEIR_STATUS_IGNORE ((void *)0)
#define THEIR_ERRCODES_IGNORE ((int *)0)
#define THEIR_UNWEIGHTED ((int *)OURS_UNWEIGHTED)
#define THEIR_WEIGHTS_EMPTY ((int *)OURS_WEIGHTS_EMPTY)
#define THEIR_LB ((word)-1)
#define THEIR_UB ((word)-2)
/* Programs of MPItrampoline have no MPI::ERRORS_THROW_EXCEPTIONS. */
#define THROWS ((word)-3)
static inline void *variable_in(void *handle) { return handle; }
static inline void *copy_in(void *function) { return function; }
static inline void *delete_in(void *function) { return function; }
static inline void *conversion_in(void *function) { return function; }

static inline word Any_out(word handle) { return handle; }
#define CONVERSIONS(kind) \
    static inline word kind##_in(word handle) { return handle; } \
    static inline word kind##_out(word handle) { return handle; } \
    static inline int kind##_number(word handle) { return (int)handle; } \
    static inline word kind##_of_number(int number) { return (unsigned)number; }
HANDLES(CONVERSIONS)

static inline void status_in(const F_Status *theirs, struct status *ours)
{
    ours->source = theirs->MPI_SOURCE;
    ours->tag = theirs->MPI_TAG;
    ours->error = theirs->MPI_ERROR;
    memcpy(ours->internal, theirs->kept.words, sizeof theirs->kept.words);
}
static inline void status_out(const struct status *ours, F_Status *theirs)
{
    theirs->MPI_SOURCE = ours->source;
    theirs->MPI_TAG = ours->tag;
    if (ours->error != UNTOUCHED)
        theirs->MPI_ERROR = ours->error;
    memcpy(theirs->kept.words, ours->internal, sizeof ours->internal);
}

#include "convert.h"
#include "special.h"
#include "cplusplus.h"
#define MPIABI_Comm_free free_before_the_end
#include "generated/functions.h"
#undef MPIABI_Comm_free
#include "dropped.h"

/* Frees a communicator. JAX frees its communicators when the process ends, after MPI_Finalize, which has freed them. */
EXPORT int MPIABI_Comm_free(F_Comm *comm)
{
    int is_finalized = 0;
    TABLE.Finalized(&is_finalized);
    if (!is_finalized)
        return free_before_the_end(comm);
    *comm = (F_Comm)MPIABI_COMM_NULL;
    return 0;
}
