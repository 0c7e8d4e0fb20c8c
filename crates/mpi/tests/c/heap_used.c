/* ranks: 2
 * Where `clump run` has loaded the shared heap, memory that messages use often comes to lie in it, on both
 * sides, and memory of MPI_Alloc_mem at once; where it has not (`--no-shared-heap`), nothing does. */
#include "check.h"

enum { LEN = 1 << 20, TURNS = 200 };

/* True if the byte at `at` lies in the shared heap; if any memory does, for a null pointer. */
static int shared(const void *at) {
    char line[1024];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        if (sscanf(line, "%lx-%lx", &start, &end) != 2 || !strstr(line, "memfd:shared-heap")) continue;
        found |= !at || (start <= (unsigned long)at && (unsigned long)at < end);
    }
    fclose(maps);
    return found;
}

/* Blocks of every size, also while other ranks may write into memory of a window: first and last byte. */
static void allocated(int expected) {
    static const int sizes[] = {1, 2, 64, 1000, 16384, 16385, 40000, 300000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    unsigned char *blocks[2][SIZES], own[100];
    MPI_Win win;
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < SIZES; i++) {
            MPI_Alloc_mem(sizes[i], MPI_INFO_NULL, &blocks[turn][i]);
            memset(blocks[turn][i], turn * SIZES + i, sizes[i]);
            CHECK(shared(blocks[turn][i]) == expected && shared(blocks[turn][i] + sizes[i] - 1) == expected);
        }
        if (turn == 0) MPI_Win_create(own, sizeof own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    }
    MPI_Win_free(&win);
    for (int i = 0; i < 2 * SIZES; i++) {
        unsigned char *block = blocks[i / SIZES][i % SIZES];
        CHECK(block[0] == i && block[sizes[i % SIZES] - 1] == i);
        MPI_Free_mem(block);
    }
}

int main(int argc, char **argv) {
    int expected = check_heap();
    check_start(&argc, &argv);
    unsigned char *data = malloc(LEN);
    CHECK(data != NULL);
    for (int turn = 0; turn < TURNS; turn++) {
        if (turn % 2 == check_rank) {
            memset(data, turn, LEN);
            MPI_Send(data, LEN, MPI_BYTE, 1 - check_rank, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, LEN, MPI_BYTE, 1 - check_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(data[0] == (unsigned char)turn && data[LEN - 1] == (unsigned char)turn);
        }
    }
    CHECK(shared(NULL) == expected);
    allocated(expected);
    free(data);
    return check_end();
}
