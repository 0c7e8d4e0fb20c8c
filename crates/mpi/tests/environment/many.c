/* A job of very many ranks: hello, a barrier, a sum, the end. With the argument `memory`, each rank also checks that it
 * has one thread, and that its own memory with its page tables stays below a limit, and rank 0 prints the largest of
 * them: many-ranks RANKS KIB. Without it, each rank prints a line. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KIB = 1 << 10 };

/* The number behind `name` in a file of /proc/self, -1 if there is none. */
static long field(const char *file, const char *name) {
    char line[256];
    long value = -1;
    FILE *f = fopen(file, "r");
    while (f && value < 0 && fgets(line, sizeof line, f))
        if (strncmp(line, name, strlen(name)) == 0) value = atol(line + strlen(name));
    if (f) fclose(f);
    return value;
}

int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc == 1) printf("hello from rank %d of %d\n", rank, size);
    MPI_Barrier(MPI_COMM_WORLD);
    long mine = rank, sum = -1;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (sum != (long)size * (size - 1) / 2) {
        fprintf(stderr, "rank %d: the sum is %ld\n", rank, sum);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (argc > 1 && strcmp(argv[1], "memory") == 0) {
        long pss = field("/proc/self/smaps_rollup", "Pss:"), tables = field("/proc/self/status", "VmPTE:");
        long threads = field("/proc/self/status", "Threads:"), own = pss + tables, most = -1;
        if (pss < 0 || tables < 0 || threads != 1 || own > MOST_KIB) {
            fprintf(stderr, "rank %d: %ld KiB, page tables %ld KiB, %ld threads\n", rank, pss, tables, threads);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
        /* Until all have looked, none leaves, which would change the shares of the others. */
        MPI_Allreduce(&own, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
        if (rank == 0) printf("many-ranks %d %ld\n", size, most);
    }
    MPI_Finalize();
    return 0;
}
