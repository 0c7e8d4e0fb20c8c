/* Single round trips, each timed by itself: what a lost packet costs, which medians hide. Each message carries its
 * number, so that one that came twice or never is found. Value: 99th percentile of the round trips, us. */
#include "common.h"
#include <stdint.h>

/* The message: its number, and whether it is the last. */
static void trip(unsigned char *message, size_t size, uint32_t number, uint32_t last) {
    uint32_t words[2] = {number, last};
    if (rank == 0) {
        memcpy(message, words, sizeof words);
        MPI_Send(message, (int)size, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    }
    memset(message, 0, sizeof words);
    MPI_Recv(message, (int)size, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memcpy(words, message, sizeof words);
    if (words[0] != number) fail("loss", "a message came out of turn");
    if (rank == 1) MPI_Send(message, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
}

/* Rank 1 answers until it is told that this was the last. */
static int is_last(const unsigned char *message) {
    uint32_t words[2];
    memcpy(words, message, sizeof words);
    return words[1] != 0;
}

int main(int argc, char **argv) {
    static double all[MAX_SAMPLES];
    begin(argc, argv, "8", 2);
    for (int s = 0; s < size_count; s++) {
        if (sizes[s] < 8) fail("--sizes", "a message of this program has at least 8 bytes");
        unsigned char *message = buffer(sizes[s]);
        for (uint32_t i = 0; i < 100; i++) trip(message, sizes[s], i, 0);
        double start = now();
        long n = 0;
        for (uint32_t last = 0; !last; n++) {
            double before = now();
            last = n + 1 == MAX_SAMPLES || (before - start > budget && n >= 1000);
            trip(message, sizes[s], (uint32_t)n, last);
            all[n] = now() - before;
            if (rank == 1) last = (uint32_t)is_last(message);
        }
        struct figures f = {0};
        summarise(&f, all, n, 1);
        print_time("loss", sizes[s], f.p99, f, 1e6, "us");
        free(message);
    }
    MPI_Finalize();
    return 0;
}
