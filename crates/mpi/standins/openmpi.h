/* What Open MPI's stand-ins for C and for Fortran share: statuses, addresses with a meaning, and the version. */
#define STANDIN "libmpi.so.40"
#define THEIR_NAME "Open MPI v5.0.11 (its ABI, by %s)"
#include "common.h"
#include "generated/openmpi.h"
#include "numbers.h"
#include "openmpi_numbers.h"

typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, cancelled;
    size_t count;
} F_Status;

#define IN_PLACE ((const void *)OURS_IN_PLACE)
#define THEIR_IN_PLACE ((const void *)1)
#define THEIR_AUTOMATIC ((const void *)2)
#define THEIR_STATUS_IGNORE ((void *)0)
#define THEIR_ERRCODES_IGNORE ((int *)0)
#define THEIR_UNWEIGHTED ((int *)2)
#define THEIR_WEIGHTS_EMPTY ((int *)3)
static inline void *variable_in(void *handle)
{
    return handle == (void *)THEIRS_T_PVAR_ALL_HANDLES ? (void *)OURS_T_PVAR_ALL_HANDLES : handle;
}

static inline void status_in(const F_Status *theirs, struct status *ours)
{
    ours->source = rank_in(theirs->MPI_SOURCE);
    ours->tag = tag_in(theirs->MPI_TAG);
    ours->error = code_in(theirs->MPI_ERROR);
    memcpy(ours->internal, &theirs->count, sizeof theirs->count);
    ours->internal[2] = theirs->cancelled;
}
static inline void status_out(const struct status *ours, F_Status *theirs)
{
    theirs->MPI_SOURCE = rank_out(ours->source);
    theirs->MPI_TAG = tag_out(ours->tag);
    if (ours->error != UNTOUCHED)
        theirs->MPI_ERROR = code_out(ours->error);
    memcpy(&theirs->count, ours->internal, sizeof theirs->count);
    theirs->cancelled = ours->internal[2];
}

/* Open MPI's header names MPI 3.1, but has nearly all constants of 4.0, whose functions this library has. */
#undef THEIRS_VERSION
#undef THEIRS_SUBVERSION
#define THEIRS_VERSION 4
#define THEIRS_SUBVERSION 0

/* Open MPI 4 has MPI 4's persistent collectives as extensions (MPIX_Allgather_init), and its library of the module
 * mpi_f08 calls them. The names of each function in C and in Fortran. */
#define PERSISTENT_COLLECTIVES(X) \
    X(Allgather_init, allgather_init, ALLGATHER_INIT) \
    X(Allgatherv_init, allgatherv_init, ALLGATHERV_INIT) \
    X(Allreduce_init, allreduce_init, ALLREDUCE_INIT) \
    X(Alltoall_init, alltoall_init, ALLTOALL_INIT) \
    X(Alltoallv_init, alltoallv_init, ALLTOALLV_INIT) \
    X(Alltoallw_init, alltoallw_init, ALLTOALLW_INIT) \
    X(Barrier_init, barrier_init, BARRIER_INIT) \
    X(Bcast_init, bcast_init, BCAST_INIT) \
    X(Exscan_init, exscan_init, EXSCAN_INIT) \
    X(Gather_init, gather_init, GATHER_INIT) \
    X(Gatherv_init, gatherv_init, GATHERV_INIT) \
    X(Neighbor_allgather_init, neighbor_allgather_init, NEIGHBOR_ALLGATHER_INIT) \
    X(Neighbor_allgatherv_init, neighbor_allgatherv_init, NEIGHBOR_ALLGATHERV_INIT) \
    X(Neighbor_alltoall_init, neighbor_alltoall_init, NEIGHBOR_ALLTOALL_INIT) \
    X(Neighbor_alltoallv_init, neighbor_alltoallv_init, NEIGHBOR_ALLTOALLV_INIT) \
    X(Neighbor_alltoallw_init, neighbor_alltoallw_init, NEIGHBOR_ALLTOALLW_INIT) \
    X(Reduce_init, reduce_init, REDUCE_INIT) \
    X(Reduce_scatter_block_init, reduce_scatter_block_init, REDUCE_SCATTER_BLOCK_INIT) \
    X(Reduce_scatter_init, reduce_scatter_init, REDUCE_SCATTER_INIT) \
    X(Scan_init, scan_init, SCAN_INIT) \
    X(Scatter_init, scatter_init, SCATTER_INIT) \
    X(Scatterv_init, scatterv_init, SCATTERV_INIT)
