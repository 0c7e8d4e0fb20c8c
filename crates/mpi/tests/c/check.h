/* What the conformance programs share. Each checks itself and ends with 0 when all is right. */
#ifndef CHECK_H
#define CHECK_H
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_rank, check_size, check_wrong;

#define CHECK(condition)                                                                             \
    do {                                                                                             \
        if (!(condition)) {                                                                          \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, check_rank, #condition); \
            if (++check_wrong > 20) MPI_Abort(MPI_COMM_WORLD, 1);                                    \
        }                                                                                            \
    } while (0)

static inline void check_start(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
}

/* All ranks end with the same code: 1 if anything was wrong anywhere. */
static inline int check_end(void) {
    int wrong = 0;
    MPI_Allreduce(&check_wrong, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return wrong != 0;
}

/* A byte that depends on where it is and on a seed. */
static inline unsigned char check_byte(size_t at, unsigned seed) {
    return (unsigned char)((at * 2654435761u + seed * 40503u) >> 7);
}
static inline void check_fill(unsigned char *bytes, size_t len, unsigned seed) {
    for (size_t i = 0; i < len; i++) bytes[i] = check_byte(i, seed);
}
static inline int check_same(const unsigned char *bytes, size_t len, unsigned seed) {
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != check_byte(i, seed)) return 0;
    return 1;
}

/* Is the shared heap loaded? Ask before MPI_Init, which takes it out of LD_PRELOAD. */
static inline int check_heap(void) {
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded != NULL && strstr(preloaded, "libclump_heap.so") != NULL;
}

/* The most memory this process ever had, in KiB (VmHWM). */
static inline long check_peak_kib(void) {
    char line[256];
    long kib = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "VmHWM: %ld kB", &kib) == 1) break;
    if (status) fclose(status);
    return kib;
}
#endif
