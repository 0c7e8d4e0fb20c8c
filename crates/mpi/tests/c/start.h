/* What the conformance programs share: a check that names the line, and the end. */
#ifndef START_H
#define START_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void wrong(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: wrong: %s\n", file, line, what);
    exit(1);
}
#define CHECK(condition) ((condition) ? (void)0 : wrong(__FILE__, __LINE__, #condition))
#define OK(call) CHECK((call) == MPI_SUCCESS)

static int rank, size;

static inline void begin(void) {
    OK(MPI_Init(NULL, NULL));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

static inline int end(void) {
    OK(MPI_Finalize());
    if (rank == 0) puts("ok");
    return 0;
}
#endif
