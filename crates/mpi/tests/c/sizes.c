/* Every size class in every mode, early and late receiver, with the bytes checked. ranks: 2 3 4 */
#include "check.h"
#include <unistd.h>

static const size_t SIZES[] = {0, 1, 7, 8, 48, 49, 64, 1000, 4096, 4097, 8192, 8193, 16384, 32768, 65536, 65537,
                               262144, 1000003, 4194304};
enum { COUNT = sizeof SIZES / sizeof *SIZES, MODES = 4 };

static void send_as(int mode, const void *bytes, size_t len, int to, int tag) {
    switch (mode) {
    case 0: MPI_Send(bytes, (int)len, MPI_BYTE, to, tag, MPI_COMM_WORLD); break;
    case 1: MPI_Ssend(bytes, (int)len, MPI_BYTE, to, tag, MPI_COMM_WORLD); break;
    case 2: MPI_Bsend(bytes, (int)len, MPI_BYTE, to, tag, MPI_COMM_WORLD); break;
    default: {
        MPI_Request request;
        MPI_Isend(bytes, (int)len, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    size_t most = SIZES[COUNT - 1];
    unsigned char *bytes = malloc(most + 64);
    int budget = (int)(2 * (most + MPI_BSEND_OVERHEAD));
    void *buffer = malloc((size_t)budget);
    MPI_Buffer_attach(buffer, budget);
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    for (int late = 0; late < 2; late++)
        for (int mode = 0; mode < MODES; mode++)
            for (int s = 0; s < COUNT; s++) {
                size_t len = SIZES[s];
                int tag = mode * 100 + s;
                unsigned seed = (unsigned)(tag + 1000 * check_rank);
                /* Even ranks send first; the last of an odd number receives first, so that the ranks do not wait in a ring. */
                int sends_first = check_rank % 2 == 0 && !(check_size % 2 && check_rank == check_size - 1);
                for (int turn = 0; turn < 2; turn++) {
                    if ((turn == 0) == sends_first) {
                        if (late == 0 && s % 6 == 5) usleep(500);
                        check_fill(bytes, len, seed);
                        send_as(mode, bytes, len, to, tag);
                        memset(bytes, 0xee, len); /* the memory is ours again: this must not travel */
                    } else {
                        MPI_Status status;
                        int got = -1;
                        if (late == 1 && s % 6 == 5) usleep(500);
                        memset(bytes, 0x55, len + 64);
                        MPI_Recv(bytes, (int)len, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status);
                        MPI_Get_count(&status, MPI_BYTE, &got);
                        CHECK((size_t)got == len && status.MPI_SOURCE == from && status.MPI_TAG == tag);
                        CHECK(check_same(bytes, len, (unsigned)(tag + 1000 * from)));
                        for (int i = 0; i < 64; i++) CHECK(bytes[len + i] == 0x55);
                    }
                }
            }
    void *back;
    int back_len;
    MPI_Buffer_detach(&back, &back_len);
    CHECK(back == buffer && back_len == budget);
    free(buffer);
    free(bytes);
    return check_end();
}
