/* Sends that are cancelled: MPI_Wait returns whatever the receiver does, either the message is cancelled or it is received (MPI
 * 5.0, 3.8.4), in order and whole, also when its memory is used for something else or gone by then. ranks: 2 4 */
#define _GNU_SOURCE
#include "start.h"
#include <sys/mman.h>
#include <unistd.h>

enum { DATA = 1, BEHIND = 2, WORD = 3, FLOOD = 4, MOST = 4 << 20 };
static unsigned char *in;
static int partner;

static unsigned char byte_at(size_t i, int seed) { return (unsigned char)(i * 31 + i / 4096 + 7 * seed); }
static void fill(unsigned char *bytes, size_t len, int seed) {
    for (size_t i = 0; i < len; i++) bytes[i] = byte_at(i, seed);
}
static int same(const unsigned char *bytes, size_t len, int seed) {
    for (size_t i = 0; i < len; i++)
        if (bytes[i] != byte_at(i, seed)) return 0;
    return 1;
}

/* Cancels, waits and says whether it was cancelled. */
static int cancel(MPI_Request *request) {
    MPI_Status status;
    int flag;
    OK(MPI_Cancel(request));
    OK(MPI_Wait(request, &status));
    OK(MPI_Test_cancelled(&status, &flag));
    return flag;
}

/* The receiver computes until long after the send was cancelled, and its memory was given back to the system. */
static void unmatched(size_t len, int synchronous, int holes, int seed) {
    size_t span = holes ? 2 * len : len;
    MPI_Datatype type;
    OK(MPI_Type_vector((int)(len / 64 + (len == 0)), 64, holes ? 128 : 64, MPI_BYTE, &type));
    OK(MPI_Type_commit(&type));
    size_t bytes = len / 64 * 64 + (len == 0) * 64;
    int cancelled, behind = seed;
    if (rank % 2 == 0) {
        size_t mapped = span + 8192;
        unsigned char *out = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(out != MAP_FAILED);
        for (size_t i = 0; i < bytes; i++) out[holes ? i / 64 * 128 + i % 64 : i] = byte_at(i, seed);
        MPI_Request request;
        if (synchronous) OK(MPI_Issend(out, 1, type, partner, DATA, MPI_COMM_WORLD, &request));
        else OK(MPI_Isend(out, 1, type, partner, DATA, MPI_COMM_WORLD, &request));
        cancelled = cancel(&request);
        memset(out, 0xee, mapped);
        CHECK(munmap(out, mapped) == 0);
        OK(MPI_Send(&behind, 1, MPI_INT, partner, BEHIND, MPI_COMM_WORLD));
        OK(MPI_Send(&cancelled, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD));
    } else {
        usleep(20000);
        MPI_Status status;
        int count;
        OK(MPI_Recv(&cancelled, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        if (!cancelled) {
            OK(MPI_Recv(in, MOST, MPI_BYTE, partner, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
            OK(MPI_Get_count(&status, MPI_BYTE, &count));
            CHECK(status.MPI_TAG == DATA && (size_t)count == bytes && same(in, bytes, seed));
        }
        OK(MPI_Recv(&behind, 1, MPI_INT, partner, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        CHECK(status.MPI_TAG == BEHIND && behind == seed);
    }
    OK(MPI_Type_free(&type));
}

/* The receiver may be in the middle of the message when it is cancelled. */
static void raced(size_t len, int rounds) {
    static unsigned char out[MOST];
    int cancelled;
    MPI_Request request;
    for (int round = 0; round < rounds; round++) {
        if (rank % 2 == 0) {
            fill(out, len, round);
            if (round % 3) OK(MPI_Barrier(MPI_COMM_WORLD));
            OK(MPI_Isend(out, (int)len, MPI_BYTE, partner, DATA, MPI_COMM_WORLD, &request));
            for (volatile int i = 0; i < round % 7 * 4000; i++) {}
            int over;
            if (round % 2) OK(MPI_Test(&request, &over, MPI_STATUS_IGNORE));
            cancelled = request != MPI_REQUEST_NULL ? cancel(&request) : 0;
            memset(out, 0xee, len);
            OK(MPI_Send(&cancelled, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD));
            if (round % 3 == 0) OK(MPI_Barrier(MPI_COMM_WORLD));
        } else {
            if (round % 3) OK(MPI_Barrier(MPI_COMM_WORLD));
            OK(MPI_Irecv(in, (int)len, MPI_BYTE, partner, DATA, MPI_COMM_WORLD, &request));
            OK(MPI_Recv(&cancelled, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            if (cancelled) CHECK(cancel(&request));
            else {
                OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
                CHECK(same(in, len, round));
            }
            if (round % 3 == 0) OK(MPI_Barrier(MPI_COMM_WORLD));
        }
    }
}

/* Of what is held back because the receiver has taken nothing yet, the last is cancelled indeed, and leaves no gap. */
static void held(void) {
    enum { MANY = 4000, LENGTH = 1000 };
    static unsigned char out[MANY][LENGTH];
    static MPI_Request requests[MANY];
    int cancelled;
    if (rank % 2 == 0) {
        for (int i = 0; i < MANY; i++) {
            fill(out[i], LENGTH, i);
            OK(MPI_Isend(out[i], LENGTH, MPI_BYTE, partner, FLOOD, MPI_COMM_WORLD, &requests[i]));
        }
        cancelled = cancel(&requests[MANY - 1]);
        CHECK(cancelled);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        OK(MPI_Waitall(MANY - 1, requests, MPI_STATUSES_IGNORE));
        OK(MPI_Send(&cancelled, 1, MPI_INT, partner, FLOOD, MPI_COMM_WORLD));
    } else {
        OK(MPI_Barrier(MPI_COMM_WORLD));
        for (int i = 0; i < MANY - 1; i++) {
            OK(MPI_Recv(in, LENGTH, MPI_BYTE, partner, FLOOD, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(same(in, LENGTH, i));
        }
        OK(MPI_Recv(&cancelled, 1, MPI_INT, partner, FLOOD, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(cancelled == 1);
    }
}

/* A persistent send is cancelled, and started again with the same buffer; one is freed after it was cancelled. */
static void persistent(void) {
    static unsigned char out[100000], freed[100000];
    MPI_Request request, other;
    int cancelled, last = 0;
    if (rank % 2 == 0) {
        OK(MPI_Ssend_init(out, sizeof out, MPI_BYTE, partner, DATA, MPI_COMM_WORLD, &request));
        for (int i = 0; i < 5; i++) {
            fill(out, sizeof out, i);
            OK(MPI_Start(&request));
            if (i < 4) cancelled = cancel(&request);
            else cancelled = 0;
            CHECK(request != MPI_REQUEST_NULL);
            OK(MPI_Send(&cancelled, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD));
        }
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        OK(MPI_Request_free(&request));
        fill(freed, sizeof freed, 9);
        OK(MPI_Issend(freed, sizeof freed, MPI_BYTE, partner, BEHIND, MPI_COMM_WORLD, &other));
        OK(MPI_Cancel(&other));
        OK(MPI_Request_free(&other));
        memset(freed, 0xee, sizeof freed);
        OK(MPI_Send(&last, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD));
    } else {
        for (int i = 0; i < 5; i++) {
            OK(MPI_Recv(&cancelled, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            if (cancelled) continue;
            OK(MPI_Recv(in, sizeof out, MPI_BYTE, partner, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(same(in, sizeof out, i));
        }
        OK(MPI_Recv(&last, 1, MPI_INT, partner, WORD, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        int there;
        OK(MPI_Iprobe(partner, BEHIND, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE));
        if (there) {
            OK(MPI_Recv(in, sizeof freed, MPI_BYTE, partner, BEHIND, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            CHECK(same(in, sizeof freed, 9));
        }
    }
}

int main(void) {
    begin();
    partner = rank ^ 1;
    in = malloc(MOST);
    size_t lengths[] = {0, 64, 6400, 25600, 102400, 1 << 20, 2 << 20};
    int seed = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int kind = 0; kind < 4; kind++) unmatched(lengths[i], kind % 2, kind / 2, ++seed);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    raced(20000, 60);
    raced(300000, 60);
    raced(MOST, 30);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    held();
    persistent();
    free(in);
    /* Two ranks that leave with such messages to each other do not wait for each other. */
    static unsigned char left[100000];
    MPI_Request request;
    OK(MPI_Issend(left, sizeof left, MPI_BYTE, partner, DATA, MPI_COMM_WORLD, &request));
    cancel(&request);
    return end();
}
