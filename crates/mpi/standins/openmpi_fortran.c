/* Fortran's functions of Open MPI's stand-in (libmpi_mpifh.so.40; part of libmpi.so.40). C's functions are compiled
 * once more with Fortran's numbers as handles, for calls from Fortran alone. */
#define CHECKED_ELSEWHERE
#include "openmpi.h"
#undef EXPORT
#define EXPORT static __attribute__((unused))
#undef NAME
#undef EXTENSION
#undef TWIN
#define NAME(name) with_numbers_##name
#define EXTENSION(name) with_numbers_x_##name
#define TWIN(name)

typedef int F_Comm, F_Datatype, F_Errhandler, F_File, F_Group, F_Info, F_Message, F_Op, F_Request, F_Session, F_Win;
/* The types MPI_LB and MPI_UB. */
#define THEIR_LB 4
#define THEIR_UB 3
/* Fortran has no number of MPI::ERRORS_THROW_EXCEPTIONS. */
#define THROWS -1
static inline int Any_out(word handle) { return number_of(handle); }
#define CONVERSIONS(kind) \
    static inline word kind##_in(int number) { return kind##_by_number(number); } \
    static inline int kind##_out(word handle) { return number_of(handle); } \
    static inline int kind##_number(int number) { return number; } \
    static inline int kind##_of_number(int number) { return number; }
HANDLES(CONVERSIONS)
static inline void *copy_in(void *function) { return function; }
static inline void *delete_in(void *function) { return function; }
static inline void *conversion_in(void *function) { return function; }

#include "convert.h"
#include "special.h"
#include "cplusplus.h"
#include "generated/functions.h"
#include "dropped.h"
#undef EXPORT
#define EXPORT __attribute__((visibility("default")))

/* Common blocks. The program has them, too, and the loader makes them one. */
#define COMMON(type, name) EXPORT type mpi_fortran_##name##_
COMMON(int, bottom);
COMMON(int, in_place);
COMMON(char, argv_null);
COMMON(char, argvs_null);
COMMON(int, errcodes_ignore);
COMMON(int, status_ignore)[6];
COMMON(int, statuses_ignore)[6];
COMMON(int, unweighted);
COMMON(int, weights_empty);
#define FORTRAN_BOTTOM &mpi_fortran_bottom_
#define FORTRAN_IN_PLACE &mpi_fortran_in_place_
#define FORTRAN_ARGV_NULL &mpi_fortran_argv_null_
#define FORTRAN_ARGVS_NULL &mpi_fortran_argvs_null_
#define FORTRAN_ERRCODES_IGNORE &mpi_fortran_errcodes_ignore_
#define FORTRAN_STATUS_IGNORE mpi_fortran_status_ignore_
#define FORTRAN_STATUSES_IGNORE mpi_fortran_statuses_ignore_
#define FORTRAN_UNWEIGHTED &mpi_fortran_unweighted_
#define FORTRAN_WEIGHTS_EMPTY &mpi_fortran_weights_empty_
EXPORT int *MPI_F_STATUS_IGNORE = FORTRAN_STATUS_IGNORE, *MPI_F_STATUSES_IGNORE = FORTRAN_STATUSES_IGNORE;

#define KEY_OF_FORTRAN(key) (key)
/* The functions of the module mpi_f08 are in another library of Open MPI. */
#define F08_NAMES(lower)
/* The library of the module mpi_f08 calls the names that begin with ompi. */
#define FURTHER_NAMES(name, lower) \
    ALSO(mpi_##lower##_, MPI_##name##_f) ALSO(mpi_##lower##_, PMPI_##name##_f) ALSO(mpi_##lower##_, ompi_##lower##_f)
#include "fortran.h"

#define EXTENSIONS(name, lower, upper) \
    ALSO(mpi_##lower##_, mpix_##lower) ALSO(mpi_##lower##_, pmpix_##lower) \
    ALSO(mpi_##lower##_, mpix_##lower##_) ALSO(mpi_##lower##_, pmpix_##lower##_) \
    ALSO(mpi_##lower##_, mpix_##lower##__) ALSO(mpi_##lower##_, pmpix_##lower##__) \
    ALSO(mpi_##lower##_, MPIX_##upper) ALSO(mpi_##lower##_, PMPIX_##upper) \
    ALSO(mpi_##lower##_, MPIX_##name##_f) ALSO(mpi_##lower##_, PMPIX_##name##_f) \
    ALSO(mpi_##lower##_, ompix_##lower##_f)
PERSISTENT_COLLECTIVES(EXTENSIONS)

/* The module mpi calls these names if an address is a TYPE(C_PTR), which Fortran passes as it passes an integer. */
#define FOR_POINTERS(name, lower, upper) \
    ALSO(mpi_##lower##_, mpi_##lower##_cptr) ALSO(mpi_##lower##_, pmpi_##lower##_cptr) \
    ALSO(mpi_##lower##_, mpi_##lower##_cptr_) ALSO(mpi_##lower##_, pmpi_##lower##_cptr_) \
    ALSO(mpi_##lower##_, mpi_##lower##_cptr__) ALSO(mpi_##lower##_, pmpi_##lower##_cptr__) \
    ALSO(mpi_##lower##_, MPI_##upper##_CPTR) ALSO(mpi_##lower##_, PMPI_##upper##_CPTR) \
    ALSO(mpi_##lower##_, MPI_##name##_cptr_f) ALSO(mpi_##lower##_, PMPI_##name##_cptr_f) \
    ALSO(mpi_##lower##_, ompi_##lower##_cptr_f)
FOR_POINTERS(Alloc_mem, alloc_mem, ALLOC_MEM)
FOR_POINTERS(Win_allocate, win_allocate, WIN_ALLOCATE)
FOR_POINTERS(Win_allocate_shared, win_allocate_shared, WIN_ALLOCATE_SHARED)
FOR_POINTERS(Win_shared_query, win_shared_query, WIN_SHARED_QUERY)
