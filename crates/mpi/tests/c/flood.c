/* Seven senders flood a receiver that sleeps: all ends well, and the receiver grows by at most 4 MiB. ranks: 8 */
#include "check.h"
#include <unistd.h>

enum { MESSAGES = 10000, WORDS = 16, MOST_KIB = 4096 };

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    uint64_t words[WORDS];
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank > 0) {
        for (uint64_t i = 0; i < MESSAGES; i++) {
            for (int k = 0; k < WORDS; k++) words[k] = i * 1000 + (uint64_t)check_rank;
            MPI_Send(words, WORDS, MPI_UINT64_T, 0, (int)(i % 3), MPI_COMM_WORLD);
        }
    } else {
        long before = check_peak_kib();
        sleep(2);
        /* The last sender first, each in an order of tags that is not the order sent. */
        for (int from = check_size - 1; from > 0; from--)
            for (int tag = 2; tag >= 0; tag--)
                for (uint64_t i = (uint64_t)tag; i < MESSAGES; i += 3) {
                    MPI_Recv(words, WORDS, MPI_UINT64_T, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    CHECK(words[0] == i * 1000 + (uint64_t)from && words[WORDS - 1] == words[0]);
                }
        long grown = check_peak_kib() - before;
        if (grown > MOST_KIB) fprintf(stderr, "flood: the receiver grew by %ld KiB\n", grown);
        CHECK(before > 0 && grown <= MOST_KIB);
    }
    return check_end();
}
