/* What the conformance programs share: a check that names the line, and the end. */
#ifndef START_H
#define START_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: wrong: %s\n", __FILE__, __LINE__, #condition);   \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)
#define OK(call) CHECK((call) == MPI_SUCCESS)

static int rank, size;

static void begin(void) {
    OK(MPI_Init(NULL, NULL));
    OK(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    OK(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

static int end(void) {
    OK(MPI_Finalize());
    if (rank == 0) puts("ok");
    return 0;
}
#endif
