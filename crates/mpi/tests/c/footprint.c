/* hosts: 1. Memory, pinned: a pair that talks takes at most 64 KiB of shared memory, ranks that do not talk take nothing, and a rank of
 * a job of 64 stays within 20 MiB (PSS) after collectives. ranks: 64 */
#define _GNU_SOURCE
#include "check.h"
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAIR_MOST = 64 << 10, PSS_MOST_KIB = 20 << 10, MESSAGES = 2000 };

/* Bytes of the job's shared memory that any rank has touched. */
static long long shared_bytes(void) {
    char path[300], target[64];
    struct dirent *entry;
    struct stat file;
    long long bytes = -1;
    DIR *files = opendir("/proc/self/fd");
    while (files && (entry = readdir(files))) {
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        ssize_t len = readlink(path, target, sizeof target - 1);
        if (len <= 0) continue;
        target[len] = 0;
        if (strncmp(target, "/memfd:clump", 12) == 0 && stat(path, &file) == 0) bytes = (long long)file.st_blocks * 512;
    }
    if (files) closedir(files);
    return bytes;
}

static long pss_kib(void) {
    char line[256];
    long kib = -1;
    FILE *rollup = fopen("/proc/self/smaps_rollup", "r");
    while (rollup && fgets(line, sizeof line, rollup))
        if (sscanf(line, "Pss: %ld kB", &kib) == 1) break;
    if (rollup) fclose(rollup);
    return kib;
}

static void talk(int a, int b) {
    char data[1024] = {0};
    for (int i = 0; i < MESSAGES && (check_rank == a || check_rank == b); i++) {
        int other = check_rank == a ? b : a, len = i % (int)sizeof data;
        MPI_Sendrecv_replace(data, len, MPI_BYTE, other, 1, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    if (check_rank < 2) {
        /* All others are silent: they wait in the barrier below, whose first frames are let in before we look. */
        sleep(2);
        long long before = shared_bytes();
        talk(0, 1);
        long long pair = shared_bytes() - before;
        talk(0, 1);
        if (check_rank == 0) {
            long long again = shared_bytes() - before;
            if (pair > PAIR_MOST || again != pair)
                fprintf(stderr, "footprint: from %lld bytes, %lld for a pair, then %lld\n", before, pair, again);
            CHECK(before > 0 && pair > 0 && pair <= PAIR_MOST && again == pair);
        }
        /* Rank 1 stays out of the barrier until rank 0 has looked. */
        MPI_Sendrecv(NULL, 0, MPI_BYTE, 1 - check_rank, 2, NULL, 0, MPI_BYTE, 1 - check_rank, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    long sum = 0, mine = check_rank;
    MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == (long)check_size * (check_size - 1) / 2);
    talk(check_rank & ~1, check_rank | 1);
    MPI_Barrier(MPI_COMM_WORLD);
    long pss = pss_kib();
    if (pss > PSS_MOST_KIB) fprintf(stderr, "footprint: rank %d has a PSS of %ld KiB\n", check_rank, pss);
    CHECK(pss > 0 && pss <= PSS_MOST_KIB);
    /* No rank leaves, which would change the shares, before all have measured. */
    MPI_Barrier(MPI_COMM_WORLD);
    return check_end();
}
