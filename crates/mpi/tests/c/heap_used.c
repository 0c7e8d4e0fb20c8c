/* ranks: 2
 * Where `clump run` has loaded the shared heap, memory that messages use often comes to lie in it, on both
 * sides; where it has not (`--no-shared-heap`), nothing does. */
#include "check.h"

enum { LEN = 1 << 20, TURNS = 200 };

static int mapped(void) {
    char line[1024];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps)) found |= strstr(line, "memfd:shared-heap") != NULL;
    fclose(maps);
    return found;
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
    CHECK(mapped() == expected);
    free(data);
    return check_end();
}
