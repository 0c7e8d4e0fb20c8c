/* Which ranks run on the same host, found out without MPI's help but for one exchange. */
#ifndef HERE_H
#define HERE_H
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* A number for this host: of the machine's boot, and of the network that this process sees. Test hosts on one machine
 * differ by the latter alone. */
static inline unsigned long long here_number(void) {
    unsigned long long number = 0;
    struct stat net;
    int c;
    FILE *boot = fopen("/proc/sys/kernel/random/boot_id", "r");
    while (boot && (c = fgetc(boot)) != EOF) number = number * 31 + (unsigned long long)c;
    if (boot) fclose(boot);
    if (stat("/proc/self/ns/net", &net) == 0) number = number * 31 + net.st_ino;
    return number;
}

/* For each rank of MPI_COMM_WORLD: 1 if it is on this host. Everyone must call it; the caller frees it. */
static inline int *here_ranks(void) {
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned long long own = here_number(), *all = malloc(sizeof *all * (size_t)size);
    int *here = malloc(sizeof *here * (size_t)size);
    if (all == NULL || here == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Allgather(&own, 1, MPI_UNSIGNED_LONG_LONG, all, 1, MPI_UNSIGNED_LONG_LONG, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++) here[r] = all[r] == own;
    free(all);
    return here;
}

/* How many of the ranks from `first` to before `end` are on this host. */
static inline int here_count(const int *here, int first, int end) {
    int count = 0;
    for (int r = first; r < end; r++) count += here[r];
    return count;
}
#endif
