/* The stand-in for MPICH's library (libmpi.so.12), which Intel MPI's programs and others use, too. Handles are numbers
 * of 32 bits, and a file's handle is a pointer. The handles of objects that a program makes are this library's own. */
#ifndef STANDIN
#define STANDIN "libmpi.so.12"
#endif
#define THEIR_NAME "MPICH Version:      5.0.2 (its ABI, by %s)"
#include "common.h"
#include "generated/mpich.h"
#include "numbers.h"

typedef int F_Comm, F_Datatype, F_Errhandler, F_Group, F_Info, F_Message, F_Op, F_Request, F_Session, F_Win;
typedef void *F_File;
typedef struct {
    int count_lo, count_hi_and_cancelled, MPI_SOURCE, MPI_TAG, MPI_ERROR;
} F_Status;

#define IN_PLACE ((const void *)OURS_IN_PLACE)
#define THEIR_IN_PLACE ((const void *)-1)
#define THEIR_AUTOMATIC ((const void *)-2)
#define THEIR_STATUS_IGNORE ((void *)1)
#define THEIR_ERRCODES_IGNORE ((int *)0)
/* The handle of MPI::ERRORS_THROW_EXCEPTIONS. */
#define THROWS 0x54000002
#define THEIR_LB ((int)THEIRS_LB)
#define THEIR_UB ((int)THEIRS_UB)

/* Programs compare with what these variables hold. The loader may find the variables of another copy of this
 * library. */
static const int unweighted[1], weights_empty[1];
EXPORT const int *MPI_UNWEIGHTED = unweighted;
EXPORT const int *MPI_WEIGHTS_EMPTY = weights_empty;
#define THEIR_UNWEIGHTED MPI_UNWEIGHTED
#define THEIR_WEIGHTS_EMPTY MPI_WEIGHTS_EMPTY
static int all_handles[1];
EXPORT void *MPI_T_PVAR_ALL_HANDLES = all_handles;
static inline void *variable_in(void *handle)
{
    return handle == MPI_T_PVAR_ALL_HANDLES ? (void *)OURS_T_PVAR_ALL_HANDLES : handle;
}

/* Handles. Those below 4096 are predefined, and only they differ. */
#define TO_THEIRS(ours, theirs) [ours] = theirs,
static const uint32_t predefined_out[PREDEFINED] = {
    HANDLES_Comm(TO_THEIRS) HANDLES_Datatype(TO_THEIRS) HANDLES_Errhandler(TO_THEIRS) HANDLES_File(TO_THEIRS)
    HANDLES_Group(TO_THEIRS) HANDLES_Info(TO_THEIRS) HANDLES_Message(TO_THEIRS) HANDLES_Op(TO_THEIRS)
    HANDLES_Request(TO_THEIRS) HANDLES_Session(TO_THEIRS) HANDLES_Win(TO_THEIRS)
};
static COLD int too_large(void)
{
    die("the program has more than a million objects of one kind, which MPICH's handles cannot name");
}
static inline int Any_out(word handle)
{
    if (LIKELY(handle >= PREDEFINED))
        return LIKELY(handle >> 32 == 0) ? (int)handle : too_large();
    return (int)predefined_out[handle];
}

#define TO_OURS(ours, theirs) case (int)(theirs): return ours;
#define CONVERSIONS(kind, number) \
    static inline word kind##_in(int handle) \
    { \
        if (KIND((unsigned)handle) == number) \
            return (unsigned)handle; \
        switch (handle) { HANDLES_##kind(TO_OURS) } \
        return 0; \
    } \
    static inline int kind##_out(word handle) { return Any_out(handle); }
CONVERSIONS(Comm, KIND_COMM)
CONVERSIONS(Errhandler, KIND_ERRHANDLER)
CONVERSIONS(Group, KIND_GROUP)
CONVERSIONS(Info, KIND_INFO)
CONVERSIONS(Message, KIND_MESSAGE)
CONVERSIONS(Op, KIND_OP)
CONVERSIONS(Request, KIND_REQUEST)
CONVERSIONS(Session, KIND_SESSION)
CONVERSIONS(Win, KIND_WIN)

/* Datatypes: the lowest byte of a handle is its number, among the basic types or among the pairs of MPI_MINLOC. A type
 * that MPICH lacks has the null handle there. */
#define NULL_TYPE 0x200
#define INDEX(theirs) (((unsigned)(theirs) >> 31) << 7 | ((theirs) & 127))
#define TO_TYPE(ours, theirs) [INDEX(theirs)] = { theirs, ours },
static const struct {
    uint32_t theirs, ours;
} types_in[256] = { HANDLES_Datatype(TO_TYPE) HANDLES_Alias(TO_TYPE) };
static inline word Datatype_in(int handle)
{
    if (KIND((unsigned)handle) == KIND_DATATYPE)
        return (unsigned)handle;
    if (LIKELY(types_in[INDEX(handle)].theirs == (unsigned)handle))
        return types_in[INDEX(handle)].ours;
    return (unsigned)handle == predefined_out[NULL_TYPE] ? NULL_TYPE : 0;
}
static inline int Datatype_out(word handle) { return Any_out(handle); }

#define NULL_FILE 0x118
static inline word File_in(F_File handle) { return handle ? (word)handle : NULL_FILE; }
static inline F_File File_out(word handle) { return handle == NULL_FILE ? 0 : (F_File)handle; }

/* Statuses: 63 bits of the count, above the cancelled flag. */
static inline void status_in(const F_Status *theirs, struct status *ours)
{
    ours->source = rank_in(theirs->MPI_SOURCE);
    ours->tag = tag_in(theirs->MPI_TAG);
    ours->error = code_in(theirs->MPI_ERROR);
    ours->internal[0] = theirs->count_lo;
    ours->internal[1] = (int)((unsigned)theirs->count_hi_and_cancelled >> 1);
    ours->internal[2] = theirs->count_hi_and_cancelled & 1;
}
static inline void status_out(const struct status *ours, F_Status *theirs)
{
    theirs->MPI_SOURCE = rank_out(ours->source);
    theirs->MPI_TAG = tag_out(ours->tag);
    if (ours->error != UNTOUCHED)
        theirs->MPI_ERROR = code_out(ours->error);
    theirs->count_lo = ours->internal[0];
    theirs->count_hi_and_cancelled = (int)((unsigned)ours->internal[1] << 1 | (ours->internal[2] != 0));
}

/* Fortran's handles are the numbers of C's. */
#define IS_NUMBER(kind) \
    static inline int kind##_number(F_##kind handle) { return handle; } \
    static inline F_##kind kind##_of_number(int number) { return number; }
IS_NUMBER(Comm)
IS_NUMBER(Datatype)
IS_NUMBER(Errhandler)
IS_NUMBER(Group)
IS_NUMBER(Info)
IS_NUMBER(Message)
IS_NUMBER(Op)
IS_NUMBER(Request)
IS_NUMBER(Session)
IS_NUMBER(Win)
static inline int File_number(F_File handle) { return (int)(word)handle; }
static inline F_File File_of_number(int number) { return (F_File)(word)(unsigned)number; }

/* Functions of the program that have a meaning. MPI_DUP_FN and its like are functions of the library. */
EXPORT int MPIR_Dup_fn(int object, int keyval, void *extra, void *value, void *new, int *flag)
{
    (void)object, (void)keyval, (void)extra;
    *(void **)new = value;
    *flag = 1;
    return 0;
}
static inline void *copy_in(void *function) { return function == (void *)MPIR_Dup_fn ? (void *)1 : function; }
static inline void *delete_in(void *function) { return function; }
static inline void *conversion_in(void *function) { return function; }

#include "convert.h"
#include "special.h"
#include "cplusplus.h"
#include "generated/functions.h"
#include "dropped.h"

/* Fortran's functions (libmpifort.so.12, libmpichfort.so.12). The program has the common blocks, too, and the loader
 * makes them one. */
EXPORT struct {
    int bottom, in_place, status_ignore[5];
} mpipriv1_;
EXPORT struct {
    int statuses_ignore[5], errcodes_ignore;
} mpipriv2_;
EXPORT struct {
    char argvs_null, argv_null;
} mpiprivc_;
EXPORT int mpifcmb5_, mpifcmb9_;
#define FORTRAN_BOTTOM &mpipriv1_.bottom
#define FORTRAN_IN_PLACE &mpipriv1_.in_place
#define FORTRAN_ARGV_NULL &mpiprivc_.argv_null
#define FORTRAN_ARGVS_NULL &mpiprivc_.argvs_null
#define FORTRAN_ERRCODES_IGNORE &mpipriv2_.errcodes_ignore
#define FORTRAN_STATUS_IGNORE mpipriv1_.status_ignore
#define FORTRAN_STATUSES_IGNORE mpipriv2_.statuses_ignore
#define FORTRAN_UNWEIGHTED &mpifcmb5_
#define FORTRAN_WEIGHTS_EMPTY &mpifcmb9_
EXPORT int *MPI_F_STATUS_IGNORE = FORTRAN_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE = FORTRAN_STATUSES_IGNORE;
/* Fortran's numbers of predefined keys follow C's, which are odd. */
#define KEY_OF_FORTRAN(key) (((key) >> 24 == 0x64 || (key) >> 24 == 0x66) && !((key) & 1) ? (key) - 1 : (key))
#define FURTHER_NAMES(name, lower)
#include "f08_before.h"
#include "fortran.h"
#include "f08.h"
#include "mpich_modules.h"
