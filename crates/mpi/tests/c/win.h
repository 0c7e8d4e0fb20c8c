/* Windows of every flavour, for the programs that test one-sided communication. */
#ifndef WIN_H
#define WIN_H
#include "check.h"

enum { CREATED, CREATED_OF_ALLOC_MEM, ALLOCATED, SHARED, DYNAMIC, FLAVOURS };

/* All ranks of the communicator are on one machine. */
static inline int win_on_one_machine(MPI_Comm comm) {
    MPI_Comm here;
    int all, near;
    MPI_Comm_size(comm, &all);
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &near);
    MPI_Comm_free(&here);
    return near == all;
}

/* A window with `size` bytes at each rank, and where this rank's are. */
static inline MPI_Win win_make(int flavour, MPI_Aint size, int unit, MPI_Comm comm, void *base) {
    MPI_Win win = MPI_WIN_NULL;
    void *memory = NULL;
    switch (flavour) {
    case CREATED:
        memory = calloc(1, size ? size : 1);
        MPI_Win_create(memory, size, unit, MPI_INFO_NULL, comm, &win);
        break;
    case CREATED_OF_ALLOC_MEM:
        MPI_Alloc_mem(size, MPI_INFO_NULL, &memory);
        memset(memory, 0, size);
        MPI_Win_create(memory, size, unit, MPI_INFO_NULL, comm, &win);
        break;
    case ALLOCATED:
        MPI_Win_allocate(size, unit, MPI_INFO_NULL, comm, &memory, &win);
        break;
    case SHARED:
        /* Between machines it is an allocated one. */
        if (!win_on_one_machine(comm))
            MPI_Win_allocate(size, unit, MPI_INFO_NULL, comm, &memory, &win);
        else
            MPI_Win_allocate_shared(size, unit, MPI_INFO_NULL, comm, &memory, &win);
        break;
    case DYNAMIC:
        memory = calloc(1, size ? size : 1);
        MPI_Win_create_dynamic(MPI_INFO_NULL, comm, &win);
        MPI_Win_attach(win, memory, size);
        break;
    }
    *(void **)base = memory;
    return win;
}

static inline void win_end(int flavour, MPI_Win *win, void *memory) {
    if (flavour == DYNAMIC) {
        /* The others may still be at it. */
        MPI_Win_fence(0, *win);
        MPI_Win_detach(*win, memory);
    }
    MPI_Win_free(win);
    if (flavour == CREATED || flavour == DYNAMIC) free(memory);
    if (flavour == CREATED_OF_ALLOC_MEM) MPI_Free_mem(memory);
}

/* What to add to displacements at each rank: addresses, if the window is dynamic. */
static inline MPI_Aint *win_bases(int flavour, void *memory, MPI_Comm comm) {
    int n;
    MPI_Comm_size(comm, &n);
    MPI_Aint *bases = malloc(n * sizeof *bases), mine = 0;
    if (flavour == DYNAMIC) MPI_Get_address(memory, &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, bases, 1, MPI_AINT, comm);
    return bases;
}
#endif
