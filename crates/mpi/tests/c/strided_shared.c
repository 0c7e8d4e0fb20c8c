/* ranks: 2 3
 * Messages in blocks at a constant stride, often enough that their memory comes to be shared: every pair of layouts, around the
 * sizes where copying is shared between both sides, from memory of the C library and of MPI_Alloc_mem. What is between the
 * blocks stays as it is. In the end memory that carried nothing but such messages is shared, if the shared heap is loaded and all
 * ranks are on one host (else a second thread waits for the network, and such memory is moved in single-threaded processes only). */
#include "check.h"
#include "here.h"

enum { KINDS = 8, ROOM = 4 << 20, LARGEST = 1100 << 10, TURNS = 40 };

/* Bytes of a block, and from one to the next; 0: all in one piece. */
static const int layouts[KINDS][2] = {{0, 0}, {8, 16}, {4, 8}, {12, 40}, {24, 32}, {5000, 9000}, {8, 8 * 3}, {1, 2}};
static const int sizes[] = {32768 - 240, 32768 + 240, 65536, 65536 + 24, 100000, 262144 + 120, LARGEST};

static unsigned char *out, *in, *want;

static size_t place(const int *l, size_t i) { return l[0] ? i / l[0] * l[1] + i % l[0] : i; }

static MPI_Datatype vector(const int *l, int bytes) {
    MPI_Datatype t;
    if (l[0] == 0) MPI_Type_contiguous(bytes, MPI_BYTE, &t);
    else MPI_Type_vector(bytes / l[0], l[0], l[1], MPI_BYTE, &t);
    MPI_Type_commit(&t);
    return t;
}

/* The data of a message of `n` bytes, at its places. */
static void fill(unsigned char *to, const int *l, int n, unsigned seed) {
    int block = l[0] ? l[0] : n, stride = l[0] ? l[1] : n;
    for (int i = 0; i < n; i += block, to += stride)
        for (int k = 0; k < block; k++) to[k] = (unsigned char)((i + k) * 31 + (i + k) / 256 * 7 + seed);
}

/* A few messages round the ring, `n` bytes of data or a few more to make whole blocks. */
static void exchange(int a, int b, int n, size_t skew, int turns) {
    const int *s = layouts[a], *r = layouts[b];
    while ((s[0] && n % s[0]) || (r[0] && n % r[0])) n++;
    size_t span = place(s, n - 1) + 1, room = place(r, n - 1) + 1;
    if (span + skew > ROOM || room + skew > ROOM) return;
    MPI_Datatype send = vector(s, n), recv = vector(r, n);
    int to = (check_rank + 1) % check_size, from = (check_rank + check_size - 1) % check_size;
    for (int turn = 0; turn < turns; turn++) {
        MPI_Request request;
        MPI_Status status;
        int got;
        memset(out + skew, turn, span), memset(in + skew, turn + 1, room + 64), memset(want, turn + 1, room + 64);
        fill(out + skew, s, n, check_rank * 100 + turn);
        fill(want, r, n, from * 100 + turn);
        if (turn % 2) {
            MPI_Irecv(in + skew, 1, recv, from, 1, MPI_COMM_WORLD, &request);
            MPI_Send(out + skew, 1, send, to, 1, MPI_COMM_WORLD);
            MPI_Wait(&request, &status);
        } else {
            MPI_Isend(out + skew, 1, send, to, 1, MPI_COMM_WORLD, &request);
            MPI_Recv(in + skew, 1, recv, from, 1, MPI_COMM_WORLD, &status);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Get_count(&status, MPI_BYTE, &got);
        CHECK(got == n);
        int same = !memcmp(in + skew, want, room + 64);
        if (!same) fprintf(stderr, "layouts %d to %d, %d bytes, turn %d\n", a, b, n, turn);
        CHECK(same);
        memset(want, turn, span);
        fill(want, s, n, check_rank * 100 + turn);
        CHECK(!memcmp(out + skew, want, span));
    }
    MPI_Type_free(&send), MPI_Type_free(&recv);
}

/* Longer than the room for it, and shorter. */
static void uneven(void) {
    const int *l = layouts[1];
    MPI_Datatype some = vector(l, 80000), more = vector(l, 120000);
    for (int turn = 0; turn < TURNS; turn++) {
        MPI_Datatype mine = (turn + check_rank) % 2 ? some : more, theirs = turn % 2 ? some : more;
        MPI_Request request;
        MPI_Status status;
        for (int i = 0; i < 120000; i++) out[place(l, i)] = check_byte(i, turn), in[place(l, i)] = 1;
        if (check_rank == 0) MPI_Isend(out, 1, theirs, 1, 1, MPI_COMM_WORLD, &request);
        if (check_rank == 1) {
            int code = MPI_Recv(in, 1, mine, 0, 1, MPI_COMM_WORLD, &status), class = MPI_SUCCESS, got;
            int sent = theirs == some ? 80000 : 120000, room = mine == some ? 80000 : 120000;
            if (code) MPI_Error_class(code, &class);
            CHECK((class == MPI_ERR_TRUNCATE) == (sent > room));
            got = sent < room ? sent : room;
            int wrong = 0;
            for (int i = 0; i < 120000; i++) wrong += in[place(l, i)] != (i < got ? check_byte(i, turn) : 1);
            CHECK(wrong == 0);
        }
        if (check_rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Type_free(&some), MPI_Type_free(&more);
}

/* True if the memory at `at` lies in the shared heap. */
static int shared(const void *at) {
    char line[1024];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        if (sscanf(line, "%lx-%lx", &start, &end) == 2 && start <= (unsigned long)at && (unsigned long)at < end)
            found |= strstr(line, "memfd:shared-heap") != NULL;
    }
    fclose(maps);
    return found;
}

int main(int argc, char **argv) {
    int expected = check_heap();
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    /* Of the C library: shared when messages with holes have used it, and only then. */
    out = malloc(ROOM + 4096), in = malloc(ROOM + 4096);
    want = malloc(ROOM + 4096);
    CHECK(out != NULL && in != NULL && want != NULL);
    memset(out, 1, ROOM), memset(in, 1, ROOM);
    exchange(1, 1, 1 << 20, 808, TURNS);
    int *here = here_ranks();
    expected = expected && here_count(here, 0, check_size) == check_size;
    free(here);
    CHECK(shared(out + ROOM / 4) == expected && shared(in + ROOM / 4) == expected);
    for (int round = 0; round < 2; round++) {
        for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int a = 0; a < KINDS; a++)
                for (int b = 0; b < KINDS; b++) {
                    int common = a < 3 && b < 3;
                    if (sizes[k] > 200000 && (a + b) % 4 && !common) continue; /* large ones take their time */
                    exchange(a, b, sizes[k], round ? 0 : (size_t)(a * 8 + b) % 40, common ? 4 : 2);
                }
        uneven();
        if (round == 0) {
            free(out), free(in);
            MPI_Alloc_mem(ROOM + 4096, MPI_INFO_NULL, &out);
            MPI_Alloc_mem(ROOM + 4096, MPI_INFO_NULL, &in);
        }
    }
    MPI_Free_mem(out), MPI_Free_mem(in);
    free(want);
    return check_end();
}
