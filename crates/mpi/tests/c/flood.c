/* Seven senders flood a receiver that sleeps: all ends well, and the receiver grows by at most 4 MiB. ranks: 8 */
#include "check.h"
#include <unistd.h>

enum { MESSAGES = 10000, WORDS = 16, MOST_KIB = 4096 };

/* Message i of each sender; every hundredth has a tag of its own. */
static int tag_of(int i) { return i % 100 == 99; }

static void receive(int from, int i) {
    uint64_t words[WORDS];
    MPI_Recv(words, WORDS, MPI_UINT64_T, from, tag_of(i), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(words[0] == (uint64_t)i * 1000 + (uint64_t)from && words[WORDS - 1] == words[0]);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    uint64_t words[WORDS];
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank > 0) {
        for (int i = 0; i < MESSAGES; i++) {
            for (int k = 0; k < WORDS; k++) words[k] = (uint64_t)i * 1000 + (uint64_t)check_rank;
            MPI_Send(words, WORDS, MPI_UINT64_T, 0, tag_of(i), MPI_COMM_WORLD);
        }
    } else {
        long before = check_peak_kib();
        sleep(2);
        /* The last sender first, and of each hundred the last message first. */
        for (int from = check_size - 1; from > 0; from--)
            for (int hundred = 0; hundred < MESSAGES; hundred += 100) {
                receive(from, hundred + 99);
                for (int i = hundred; i < hundred + 99; i++) receive(from, i);
            }
        long grown = check_peak_kib() - before;
        if (grown > MOST_KIB) fprintf(stderr, "flood: the receiver grew by %ld KiB\n", grown);
        CHECK(before > 0 && grown <= MOST_KIB);
    }
    return check_end();
}
