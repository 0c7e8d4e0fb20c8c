/* Seven senders flood a receiver that sleeps, with 64 B and with 1 KiB, and it takes them in every way there is: from any
 * source, by probe and by matched probe, and from behind a barrier. It grows by at most 4 MiB over all of it. ranks: 8 */
#define _GNU_SOURCE
#include "check.h"
#include <unistd.h>

enum { MESSAGES = 10000, MOST_WORDS = 128, MOST_KIB = 4096, FLOOD = 1, BEHIND = 2 };
enum way { ANY_SOURCE, BY_IPROBE, BY_IMPROBE, BEHIND_BARRIER };

static void expect(const uint64_t *words, int count, int from, int i) {
    CHECK(words[0] == (uint64_t)i * 1000 + (uint64_t)from && words[count - 1] == words[0]);
}

static void flood(enum way way, int words) {
    uint64_t data[MOST_WORDS];
    for (int i = 0; i < MESSAGES; i++) {
        for (int k = 0; k < words; k++) data[k] = (uint64_t)i * 1000 + (uint64_t)check_rank;
        MPI_Send(data, words, MPI_UINT64_T, 0, FLOOD, MPI_COMM_WORLD);
    }
    /* One more behind them all, which the receiver takes when they have gone. */
    if (way != BEHIND_BARRIER) MPI_Send(data, 1, MPI_UINT64_T, 0, BEHIND, MPI_COMM_WORLD);
}

static void drain(enum way way, int words) {
    uint64_t data[MOST_WORDS];
    int next[64] = {0};
    usleep(300000);
    for (int left = MESSAGES * (check_size - 1); left > 0; left--) {
        MPI_Status status;
        MPI_Message message;
        int there = 0, count = 0;
        switch (way) {
        case BY_IPROBE:
            while (!there) MPI_Iprobe(MPI_ANY_SOURCE, FLOOD, MPI_COMM_WORLD, &there, &status);
            MPI_Recv(data, words, MPI_UINT64_T, status.MPI_SOURCE, FLOOD, MPI_COMM_WORLD, &status);
            break;
        case BY_IMPROBE:
            while (!there) MPI_Improbe(MPI_ANY_SOURCE, FLOOD, MPI_COMM_WORLD, &there, &message, &status);
            MPI_Mrecv(data, words, MPI_UINT64_T, &message, &status);
            break;
        default: MPI_Recv(data, words, MPI_UINT64_T, MPI_ANY_SOURCE, FLOOD, MPI_COMM_WORLD, &status);
        }
        MPI_Get_count(&status, MPI_UINT64_T, &count);
        CHECK(count == words);
        expect(data, words, status.MPI_SOURCE, next[status.MPI_SOURCE]++);
    }
    for (int from = check_size - 1; from > 0 && way != BEHIND_BARRIER; from--) {
        MPI_Recv(data, 1, MPI_UINT64_T, from, BEHIND, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        expect(data, 1, from, MESSAGES - 1);
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    long before = check_peak_kib();
    for (enum way way = ANY_SOURCE; way <= BEHIND_BARRIER; way++)
        for (int words = 8; words <= MOST_WORDS; words += MOST_WORDS - 8) {
            double start = MPI_Wtime();
            if (check_rank > 0) flood(way, words);
            else drain(way, words);
            MPI_Barrier(MPI_COMM_WORLD);
            double took = MPI_Wtime() - start;
            if (check_rank == 0 && took > 20) fprintf(stderr, "flood_ways: way %d, %d words: %.1f s\n", way, words, took);
            CHECK(took <= 20);
        }
    long grown = check_peak_kib() - before;
    if (grown > MOST_KIB) fprintf(stderr, "flood_ways: rank %d grew by %ld KiB\n", check_rank, grown);
    CHECK(before > 0 && grown <= MOST_KIB);
    return check_end();
}
