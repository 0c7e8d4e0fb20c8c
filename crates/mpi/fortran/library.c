/* Fortran's functions of the standard ABI (mpif.h, the modules mpi and mpi_f08), for programs that Clump's mpifort
 * builds: libclump_mpifort.so.1. Handles are the numbers of C's handles. */
#define STANDIN "libclump_mpifort.so.1"
#define THEIR_NAME "%s"
#define NAME(name) with_numbers_##name
#define EXTENSION(name) with_numbers_x_##name
#define TWIN(name)
#include "../standins/common.h"
#undef EXPORT
#define EXPORT static __attribute__((unused))
#include "generated/trampoline.h"
#define SAME_NUMBERS
#include "../standins/numbers.h"

typedef int F_Comm, F_Datatype, F_Errhandler, F_File, F_Group, F_Info, F_Message, F_Op, F_Request, F_Session, F_Win;
typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, internal[5];
} F_Status;

#define IN_PLACE ((const void *)OURS_IN_PLACE)
#define THEIR_IN_PLACE IN_PLACE
#define THEIR_AUTOMATIC ((void *)OURS_BUFFER_AUTOMATIC)
#define THEIR_STATUS_IGNORE ((void *)0)
#define THEIR_ERRCODES_IGNORE ((int *)0)
#define THEIR_UNWEIGHTED ((int *)OURS_UNWEIGHTED)
#define THEIR_WEIGHTS_EMPTY ((int *)OURS_WEIGHTS_EMPTY)
#define THEIR_LB -1
#define THEIR_UB -2
#define THROWS -3
static inline void *variable_in(void *handle) { return handle; }
static inline void *copy_in(void *function) { return function; }
static inline void *delete_in(void *function) { return function; }
static inline void *conversion_in(void *function) { return function; }
static inline int Any_out(word handle) { return (int)handle; }
#define CONVERSIONS(kind) \
    static inline word kind##_in(int handle) { return (unsigned)handle; } \
    static inline int kind##_out(word handle) { return (int)handle; } \
    static inline int kind##_number(int handle) { return handle; } \
    static inline int kind##_of_number(int number) { return number; }
HANDLES(CONVERSIONS)
static inline void status_in(const F_Status *theirs, struct status *ours)
{
    memcpy(ours, theirs, sizeof *ours);
}
static inline void status_out(const struct status *ours, F_Status *theirs)
{
    theirs->MPI_SOURCE = ours->source;
    theirs->MPI_TAG = ours->tag;
    if (ours->error != UNTOUCHED)
        theirs->MPI_ERROR = ours->error;
    memcpy(theirs->internal, ours->internal, sizeof theirs->internal);
}

#include "../standins/convert.h"
#include "../standins/special.h"
#include "../standins/cplusplus.h"
#include "generated/functions.h"
#include "../standins/dropped.h"
#undef EXPORT
#define EXPORT __attribute__((visibility("default")))

/* Common blocks. The program has them, too, and the loader makes them one. */
#define COMMON(type, name) EXPORT type clump_mpi_##name##_
COMMON(int, bottom);
COMMON(int, in_place);
COMMON(int, automatic);
COMMON(char, argv_null);
COMMON(char, argvs_null);
COMMON(int, errcodes_ignore);
COMMON(int, status_ignore)[8];
COMMON(int, statuses_ignore)[8];
COMMON(int, unweighted);
COMMON(int, weights_empty);
#define FORTRAN_BOTTOM &clump_mpi_bottom_
#define FORTRAN_IN_PLACE &clump_mpi_in_place_
#define FORTRAN_ARGV_NULL &clump_mpi_argv_null_
#define FORTRAN_ARGVS_NULL &clump_mpi_argvs_null_
#define FORTRAN_ERRCODES_IGNORE &clump_mpi_errcodes_ignore_
#define FORTRAN_STATUS_IGNORE clump_mpi_status_ignore_
#define FORTRAN_STATUSES_IGNORE clump_mpi_statuses_ignore_
#define FORTRAN_UNWEIGHTED &clump_mpi_unweighted_
#define FORTRAN_WEIGHTS_EMPTY &clump_mpi_weights_empty_
#define KEY_OF_FORTRAN(key) (key)
#define FURTHER_NAMES(name, lower)
#define F08_NAMES(lower) ALSO(mpi_##lower##_, mpi_##lower##_f08_) ALSO(mpi_##lower##_, pmpir_##lower##_f08_)
#include "../standins/fortran.h"
#include "../standins/f08.h"
#include "generated/sizes.h"

/* Comparisons of handles, which are structures of one INTEGER in the module mpi_f08. */
#define COMPARED(kind) \
    EXPORT int mpi_##kind##_eq_(const int *a, const int *b) { return *a == *b; } \
    EXPORT int mpi_##kind##_neq_(const int *a, const int *b) { return *a != *b; }
HANDLES_IN_LOWER_CASE(COMPARED)
