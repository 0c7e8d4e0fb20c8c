/* What the tests of deaths share. */
#ifndef SURVIVORS_H
#define SURVIVORS_H
#include <mpi.h>
#include <stdio.h>

static int me; /* this process's rank in MPI_COMM_WORLD */

static void fail(int line, const char *what) {
    fprintf(stderr, "rank %d, line %d: %s\n", me, line, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(condition) \
    do { \
        if (!(condition)) fail(__LINE__, #condition); \
    } while (0)

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

#endif
