/* Buffered sends: process and communicator buffers, the automatic one, and what does not fit (MPI 5.0, 3.6). */
#include "start.h"

int main(void) {
    begin();
    int next = (rank + 1) % size, last = (rank + size - 1) % size, bytes;
    enum { N = 200000 };
    char *out = malloc(N), *in = malloc(N), *buffer = malloc(2 * N + 2 * MPI_BSEND_OVERHEAD);
    void *back;
    MPI_Request request;
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    CHECK(MPI_Bsend(out, 1, MPI_CHAR, next, 0, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
    for (int round = 0; round < 3; round++) {
        if (round == 0) OK(MPI_Buffer_attach(buffer, 2 * N + 2 * MPI_BSEND_OVERHEAD));
        if (round == 1) OK(MPI_Comm_attach_buffer(MPI_COMM_WORLD, buffer, 2 * N + 2 * MPI_BSEND_OVERHEAD));
        if (round == 2) OK(MPI_Buffer_attach(MPI_BUFFER_AUTOMATIC, 0));
        memset(out, 'a' + rank % 20, N);
        OK(MPI_Bsend(out, N, MPI_CHAR, next, 1, MPI_COMM_WORLD));
        OK(MPI_Ibsend(out, N, MPI_CHAR, next, 2, MPI_COMM_WORLD, &request));
        memset(out, '-', N);
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (round < 2) CHECK(MPI_Bsend(out, N + 1 + 2 * MPI_BSEND_OVERHEAD + N, MPI_CHAR, next, 3, MPI_COMM_WORLD) == MPI_ERR_BUFFER);
        for (int tag = 2; tag >= 1; tag--) {
            OK(MPI_Recv(in, N, MPI_CHAR, last, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(in[0] == 'a' + last % 20 && in[N - 1] == 'a' + last % 20);
        }
        if (round == 1) {
            OK(MPI_Comm_iflush_buffer(MPI_COMM_WORLD, &request));
            OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
            OK(MPI_Comm_detach_buffer(MPI_COMM_WORLD, &back, &bytes));
        } else {
            OK(MPI_Buffer_flush());
            OK(MPI_Buffer_detach(&back, &bytes));
        }
        CHECK(round == 2 ? back == MPI_BUFFER_AUTOMATIC : back == buffer && bytes == 2 * N + 2 * MPI_BSEND_OVERHEAD);
    }
    /* What was received occupies no room any more, whether or not this process has made a call that looks for word of it. */
    enum { MESSAGES = 32, LENGTH = 16 << 10, ROOM = MESSAGES * (LENGTH + MPI_BSEND_OVERHEAD) };
    char *room = malloc(ROOM);
    MPI_Request started;
    OK(MPI_Buffer_attach(room, ROOM));
    OK(MPI_Bsend_init(out, LENGTH, MPI_CHAR, next, 5, MPI_COMM_WORLD, &started));
    for (int round = 0; round < 9; round++) {
        for (int i = 0; i < MESSAGES; i++) {
            memset(out, 'a' + (rank + i) % 20, LENGTH);
            switch (round % 3) {
            case 0: OK(MPI_Bsend(out, LENGTH, MPI_CHAR, next, 5, MPI_COMM_WORLD)); break;
            case 1: OK(MPI_Ibsend(out, LENGTH, MPI_CHAR, next, 5, MPI_COMM_WORLD, &request)); break;
            default: OK(MPI_Start(&started)); request = started;
            }
            if (round % 3) OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        for (int i = 0; i < MESSAGES; i++) {
            OK(MPI_Recv(in, LENGTH, MPI_CHAR, last, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(in[0] == 'a' + (last + i) % 20 && in[LENGTH - 1] == in[0]);
        }
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
    OK(MPI_Request_free(&started));
    OK(MPI_Buffer_detach(&back, &bytes));
    CHECK(back == room && bytes == ROOM);
    free(room);
    free(out);
    free(in);
    free(buffer);
    return end();
}
