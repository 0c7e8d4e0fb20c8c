/* Exchanges in which some ranks' memory is shared and others' is not, and more of it from turn to turn: blocks of every
 * length about the bounds, among them some that are as long as an address.   ranks: 2 4 7 */
#include "check.h"

enum { LONGEST = 96 * 1024, TURNS = 40, MOST = 8 };

static unsigned char fixed_out[MOST * LONGEST], fixed_in[MOST * LONGEST];

static unsigned char byte(int turn, int from, int to, size_t i) {
    return (unsigned char)(i * 131 + (i >> 8) * 17 + (unsigned)(turn * 29 + from * 7 + to * 3));
}
static void fill(unsigned char *p, size_t n, int turn, int from, int to) {
    for (size_t i = 0; i < n; i++) p[i] = byte(turn, from, to, i);
}
static void holds(const unsigned char *p, size_t n, int turn, int from, int to) {
    for (size_t i = 0; i < n; i++) CHECK(p[i] == byte(turn, from, to, i));
}

int main(int argc, char **argv) {
    static const int lengths[] = {8, 4096, 4100, 8192, 12000, 16384, 20000, 32768, 65536, 65544, LONGEST};
    check_start(&argc, &argv);
    int ranks = check_size, me = check_rank;
    CHECK(ranks <= MOST);
    /* Memory of the heap comes to be shared, static memory never. */
    int heap = me % 3 != 1;
    unsigned char *out = heap ? malloc(MOST * LONGEST) : fixed_out, *in = heap ? malloc(MOST * LONGEST) : fixed_in;
    CHECK(out && in);

    for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
        int n = lengths[k];
        for (int turn = 0; turn < TURNS; turn++) {
            int shift = turn % 3 * 8; /* not at a page's start, either */
            fill(out + shift, n, turn, me, 0);
            memset(in, 0, (size_t)ranks * n);
            MPI_Allgather(out + shift, n, MPI_BYTE, in, n, MPI_BYTE, MPI_COMM_WORLD);
            for (int r = 0; r < ranks; r++) holds(in + (size_t)r * n, n, turn, r, 0);
            /* What was sent is the rank's own again. */
            memset(out, 0xee, n);

            for (int r = 0; r < ranks; r++) fill(out + (size_t)r * n, n, turn, me, r);
            memset(in, 0, (size_t)ranks * n);
            MPI_Alltoall(out, n, MPI_BYTE, in, n, MPI_BYTE, MPI_COMM_WORLD);
            memset(out, 0xee, (size_t)ranks * n);
            for (int r = 0; r < ranks; r++) holds(in + (size_t)r * n, n, turn, r, me);
        }
    }

    /* Blocks of all lengths in one call, in place. */
    for (int turn = 0; turn < TURNS; turn++) {
        int counts[MOST], places[MOST], at = 0;
        for (int r = 0; r < ranks; r++) {
            int n = lengths[(r * 4 + turn) % (sizeof lengths / sizeof *lengths)];
            counts[r] = turn % 5 == 4 && r == 1 ? 0 : n;
            places[r] = at;
            at += counts[r];
        }
        memset(in, 0, at);
        fill(in + places[me], counts[me], turn, me, 9);
        MPI_Request request;
        if (turn % 2) {
            MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, in, counts, places, MPI_BYTE, MPI_COMM_WORLD);
        }
        for (int r = 0; r < ranks; r++) holds(in + places[r], counts[r], turn, r, 9);
    }
    if (heap) {
        free(out);
        free(in);
    }
    return check_end();
}
