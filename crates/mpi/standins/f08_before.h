/* MPICH's module mpi_f08: addresses with a meaning, which are variables of the library here, and further names of the
 * functions that pass no data. A function's name begins with pmpir for calls of the profiling interface. */
#define WITH_F08
#define F08_BOTTOM MPIR_F08_MPI_BOTTOM
#define F08_IN_PLACE MPIR_F08_MPI_IN_PLACE
#define F08_STATUS_IGNORE MPIR_F08_MPI_STATUS_IGNORE_OBJ
#define F08_STATUSES_IGNORE MPIR_F08_MPI_STATUSES_IGNORE_OBJ
#define F08_ARGV_NULL __mpi_f08_link_constants_MOD_mpi_argv_null
#define F08_ARGVS_NULL __mpi_f08_link_constants_MOD_mpi_argvs_null
#define F08_ERRCODES_IGNORE __mpi_f08_link_constants_MOD_mpi_errcodes_ignore
#define F08_UNWEIGHTED __mpi_f08_link_constants_MOD_mpi_unweighted
#define F08_WEIGHTS_EMPTY __mpi_f08_link_constants_MOD_mpi_weights_empty
EXPORT int F08_BOTTOM, F08_IN_PLACE, F08_ERRCODES_IGNORE, F08_UNWEIGHTED, F08_WEIGHTS_EMPTY;
EXPORT F_Status F08_STATUS_IGNORE, F08_STATUSES_IGNORE;
EXPORT char F08_ARGV_NULL, F08_ARGVS_NULL;
EXPORT F_Status *MPI_F08_STATUS_IGNORE = &F08_STATUS_IGNORE, *MPI_F08_STATUSES_IGNORE = &F08_STATUSES_IGNORE;
#define F08_NAMES(lower) ALSO(mpi_##lower##_, mpi_##lower##_f08_) ALSO(mpi_##lower##_, pmpir_##lower##_f08_)
