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
