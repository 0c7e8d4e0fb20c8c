/* Messages of memory with holes, of every pair of layouts, across the sizes where messages change their way: pushed, pulled,
 * one piece, many. Also to oneself, matched, cut short, longer than the message, and from absolute addresses.
 * ranks: 1 2 3 */
#include "start.h"

enum { KINDS = 9, ROOM = 1 << 18 }; /* doubles of a buffer, on either side of its middle */

/* How `n` doubles lie in memory. */
struct layout {
    MPI_Datatype type;
    int count;
    void *address;
    int *place; /* index of each double in the buffer */
};

static double *buffers[2];
static int *places[2];

static MPI_Datatype sure(MPI_Datatype t) {
    OK(MPI_Type_commit(&t));
    return t;
}

/* Blocks of 1, 2 and 3 doubles with growing holes. */
static MPI_Datatype blocks(int n, int *place, int at) {
    int m = 0, done = 0, *lens = malloc(n * sizeof(int)), *offsets = malloc(n * sizeof(int));
    MPI_Datatype t;
    for (int next = 0; done < n; m++) {
        lens[m] = 1 + m % 3 < n - done ? 1 + m % 3 : n - done;
        offsets[m] = next;
        for (int i = 0; i < lens[m]; i++) place[done++] = at + next + i;
        next += lens[m] + m % 2;
    }
    OK(MPI_Type_indexed(m, lens, offsets, MPI_DOUBLE, &t));
    free(lens), free(offsets);
    return t;
}

static struct layout make(int kind, int n, int side) {
    double *middle = buffers[side] + ROOM;
    struct layout l = {MPI_DOUBLE, 1, middle, places[side]};
    MPI_Datatype t, u;
    int i;
    for (i = 0; i < n; i++) l.place[i] = ROOM + i;
    switch (kind) {
    case 0: /* in one piece */
        l.count = n;
        return l;
    case 1: /* every other one */
        OK(MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &t));
        for (i = 0; i < n; i++) l.place[i] = ROOM + 2 * i;
        break;
    case 2: /* backwards */
        OK(MPI_Type_vector(n, 1, -3, MPI_DOUBLE, &t));
        for (i = 0; i < n; i++) l.place[i] = ROOM - 3 * i;
        break;
    case 3: /* many items with a hole behind each */
        OK(MPI_Type_create_resized(MPI_DOUBLE, 0, 16, &t));
        l.count = n;
        for (i = 0; i < n; i++) l.place[i] = ROOM + 2 * i;
        break;
    case 4: /* many items of two uneven blocks, the second one first */
        OK(MPI_Type_indexed(2, (int[]){1, 2}, (int[]){4, 0}, MPI_DOUBLE, &u));
        OK(MPI_Type_create_resized(u, 0, 6 * 8, &t));
        OK(MPI_Type_free(&u));
        CHECK(n % 3 == 0);
        l.count = n / 3;
        for (i = 0; i < n; i++) l.place[i] = ROOM + i / 3 * 6 + (i % 3 == 0 ? 4 : i % 3 - 1);
        break;
    case 5: /* a list of blocks */
        t = blocks(n, l.place, ROOM);
        break;
    case 6: { /* a block of a two-dimensional array, columns first in memory */
        int rows = n / 3;
        OK(MPI_Type_create_subarray(2, (int[]){rows + 2, 6}, (int[]){rows, 3}, (int[]){1, 2}, MPI_ORDER_C, MPI_DOUBLE, &t));
        for (i = 0; i < n; i++) l.place[i] = ROOM + (1 + i / 3) * 6 + 2 + i % 3;
        break;
    }
    case 7: { /* a struct of a long vector, a list and one double in front of both */
        int a = n / 2, b = n - a - 1;
        MPI_Datatype parts[3] = {MPI_DATATYPE_NULL, MPI_DATATYPE_NULL, MPI_DOUBLE};
        OK(MPI_Type_vector(a, 1, 2, MPI_DOUBLE, &parts[0]));
        for (i = 0; i < a; i++) l.place[i] = ROOM + 2 * i;
        parts[1] = blocks(b, l.place + a, ROOM + 2 * a);
        l.place[n - 1] = ROOM - 2;
        OK(MPI_Type_create_struct(3, (int[]){1, 1, 1}, (MPI_Aint[]){0, 2 * a * 8L, -16}, parts, &t));
        OK(MPI_Type_free(&parts[0]));
        OK(MPI_Type_free(&parts[1]));
        break;
    }
    default: { /* absolute addresses: two pieces of memory */
        MPI_Aint at[2];
        int half = n / 2;
        MPI_Datatype parts[2];
        OK(MPI_Get_address(middle, &at[1]));
        OK(MPI_Get_address(buffers[side] + 5, &at[0]));
        OK(MPI_Type_vector(n - half, 1, 3, MPI_DOUBLE, &parts[1]));
        OK(MPI_Type_contiguous(half, MPI_DOUBLE, &parts[0]));
        OK(MPI_Type_create_struct(2, (int[]){1, 1}, at, parts, &t));
        OK(MPI_Type_free(&parts[0]));
        OK(MPI_Type_free(&parts[1]));
        for (i = 0; i < n; i++) l.place[i] = i < half ? 5 + i : ROOM + 3 * (i - half);
        l.address = MPI_BOTTOM;
    }
    }
    l.type = sure(t);
    return l;
}

static void drop(struct layout *l) {
    if (l->type != MPI_DOUBLE) OK(MPI_Type_free(&l->type));
}

static double value(int from, int i, int seed) { return from * 1e7 + i + seed * 0.25; }

/* Sends n doubles round the ring; the receive has room for `room`. How: 0 posted first, 1 late, 2 matched, 3 synchronous. */
static void round_trip(int send_kind, int recv_kind, int n, int room, int how) {
    int to = (rank + 1) % size, from = (rank + size - 1) % size, got, seed = how + n % 3, want = n < room ? n : room;
    struct layout s = make(send_kind, n, 0), r = make(recv_kind, room, 1);
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Message message;
    for (int i = 0; i < n; i++) buffers[0][s.place[i]] = value(rank, i, seed);
    memset(buffers[1], 0xff, 2 * ROOM * sizeof(double));
    if (how == 0) OK(MPI_Irecv(r.address, r.count, r.type, from, 7, MPI_COMM_WORLD, &requests[0]));
    if (how == 3) OK(MPI_Issend(s.address, s.count, s.type, to, 7, MPI_COMM_WORLD, &requests[1]));
    else OK(MPI_Isend(s.address, s.count, s.type, to, 7, MPI_COMM_WORLD, &requests[1]));
    int code = MPI_SUCCESS;
    if (how == 0) {
        code = MPI_Wait(&requests[0], &status);
    } else if (how == 2) {
        OK(MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status));
        OK(MPI_Get_elements(&status, r.type, &got));
        CHECK(got == n);
        code = MPI_Mrecv(r.address, r.count, r.type, &message, &status);
    } else {
        code = MPI_Recv(r.address, r.count, r.type, from, 7, MPI_COMM_WORLD, &status);
    }
    OK(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    if (n > room) {
        int class;
        OK(MPI_Error_class(code, &class));
        CHECK(class == MPI_ERR_TRUNCATE);
    } else {
        CHECK(code == MPI_SUCCESS);
        CHECK(status.MPI_SOURCE == from && status.MPI_TAG == 7);
        OK(MPI_Get_elements(&status, r.type, &got));
        CHECK(got == n);
    }
    for (int i = 0; i < want; i++) {
        double *d = &buffers[1][r.place[i]];
        CHECK(*d == value(from, i, seed));
        memset(d, 0xff, sizeof *d);
    }
    /* Nothing else was touched. */
    const unsigned char *bytes = (const unsigned char *)buffers[1];
    CHECK(bytes[0] == 0xff && !memcmp(bytes, bytes + 1, 2 * ROOM * sizeof(double) - 1));
    drop(&s), drop(&r);
}

int main(void) {
    begin();
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    for (int i = 0; i < 2; i++) {
        buffers[i] = malloc(2 * ROOM * sizeof(double));
        places[i] = malloc(ROOM * sizeof(int));
        CHECK(buffers[i] && places[i]);
        memset(buffers[i], 0xff, 2 * ROOM * sizeof(double));
    }
    /* 24 B; around one line, 4 KiB, 6 KiB, a piece; many pieces. All are multiples of three doubles. */
    static const int sizes[] = {3, 6, 9, 510, 513, 765, 768, 771, 2046, 2049, 4095, 4098, 24576, 60003};
    int turn = 0;
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int a = 0; a < KINDS; a++)
            for (int b = 0; b < KINDS; b++, turn++) {
                int n = sizes[k];
                if (n > 50000 && (a + b) % 3) continue; /* large ones take their time */
                round_trip(a, b, n, n, turn % 4);
                if (turn % 5 == 0) round_trip(a, b, n, n + 33, turn % 4);
                if (turn % 7 == 0 && n > 6) round_trip(a, b, n, n - 6, turn % 4);
            }
    OK(MPI_Barrier(MPI_COMM_WORLD));
    return end();
}
