/* Messages of random datatypes: both sides lay the signature out in their own way, by every kind of send and receive,
 * and by packing, against bytes worked out here. `message_types ROUNDS SEED`: more of them (docs/TESTING.md).
 * ranks: 1 2 3 */
#include "random_types.h"

static uint64_t seed;
/* What all ranks draw alike, and what each draws for itself. */
static Rng shared, own;

static void compare(Image *got, Image *want, const char *what) {
    if (!same(got, want, what)) {
        fprintf(stderr, "rank %d: round %llu\n", rank, (unsigned long long)seed);
        exit(1);
    }
    drop(got), drop(want);
}

/* Packs and unpacks in two parts. */
static void pack(const Image *m, const Type *t, int count) {
    int room, at = 0, first = below(&own, count + 1);
    long step = first * t->extent, k;
    OK(MPI_Pack_size(count, t->type, MPI_COMM_WORLD, &room));
    CHECK(room >= t->bytes * count);
    unsigned char *packed = malloc(room + 1);
    OK(MPI_Pack(m->base, first, t->type, packed, room, &at, MPI_COMM_WORLD));
    CHECK(at == first * t->bytes);
    OK(MPI_Pack(m->base + step, count - first, t->type, packed, room, &at, MPI_COMM_WORLD));
    for (k = 0; k < t->bytes * count && packed[k] == data(seed + rank, k);) k++;
    CHECK(at == t->bytes * count && k == at);
    Image back = image_for(t, count), want = copied(&back);
    write_items(&want, t, 0, count, NULL, seed + rank);
    int end = at;
    at = 0;
    OK(MPI_Unpack(packed, end, &at, back.base, first, t->type, MPI_COMM_WORLD));
    OK(MPI_Unpack(packed, end, &at, back.base + step, count - first, t->type, MPI_COMM_WORLD));
    CHECK(at == end);
    free(packed);
    compare(&back, &want, "unpacked");
}

/* Sends one way round the ranks; `how` is the same on all. */
static void exchange(const void *out, int n, MPI_Datatype from, void *in, int most, MPI_Datatype to, int how,
                     MPI_Status *s) {
    int next = (rank + 1) % size, last = (rank + size - 1) % size, tag = 3;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request q[2];
    MPI_Message message;
    switch (how) {
        case 0:
            OK(MPI_Sendrecv(out, n, from, next, tag, in, most, to, last, tag, comm, s));
            return;
        case 1:
            OK(MPI_Irecv(in, most, to, last, tag, comm, &q[0]));
            OK(MPI_Send(out, n, from, next, tag, comm));
            OK(MPI_Wait(&q[0], s));
            return;
        case 2:
            OK(MPI_Issend(out, n, from, next, tag, comm, &q[0]));
            OK(MPI_Recv(in, most, to, MPI_ANY_SOURCE, tag, comm, s));
            OK(MPI_Wait(&q[0], MPI_STATUS_IGNORE));
            return;
        case 3:
            OK(MPI_Isend(out, n, from, next, tag, comm, &q[0]));
            OK(MPI_Mprobe(last, tag, comm, &message, s));
            OK(MPI_Mrecv(in, most, to, &message, s));
            OK(MPI_Wait(&q[0], MPI_STATUS_IGNORE));
            return;
        case 4:
            OK(MPI_Send_init(out, n, from, next, tag, comm, &q[0]));
            OK(MPI_Recv_init(in, most, to, last, MPI_ANY_TAG, comm, &q[1]));
            OK(MPI_Startall(2, q));
            OK(MPI_Wait(&q[1], s));
            OK(MPI_Wait(&q[0], MPI_STATUS_IGNORE));
            OK(MPI_Request_free(&q[0]));
            OK(MPI_Request_free(&q[1]));
            return;
        default: {
            static char room[1 << 20];
            int bytes;
            OK(MPI_Buffer_attach(room, sizeof room));
            OK(MPI_Bsend(out, n, from, next, tag, comm));
            OK(MPI_Recv(in, most, to, last, tag, comm, s));
            char *buffer;
            OK(MPI_Buffer_detach(&buffer, &bytes));
        }
    }
}

static void one_round(void) {
    Tree tree = {.used = 0};
    shared = seed_of(seed, 0), own = seed_of(seed, rank + 1);
    int at = grow(&tree, &shared, between(&shared, 0, 3)), elements;
    int count = between(&shared, 0, below(&shared, 10) == 0 ? 600 : 5), more = count + below(&shared, 3);
    int how = below(&shared, 6), last = (rank + size - 1) % size;
    MPI_Status s;
    Type from = type_for(&tree, at, &own, count), to = type_for(&tree, at, &own, more);
    Image out = image_for(&from, count), in = image_for(&to, more);
    write_items(&out, &from, 0, count, NULL, seed + rank);
    Image unchanged = copied(&out), want = copied(&in);
    write_items(&want, &to, 0, count, NULL, seed + last);
    pack(&out, &from, count);
    exchange(out.base, count, from.type, in.base, more, to.type, how, &s);
    OK(MPI_Get_count(&s, to.type, &elements));
    CHECK(elements == count && s.MPI_SOURCE == last && s.MPI_TAG == 3);
    compare(&in, &want, "received"), compare(&out, &unchanged, "sent");
    OK(MPI_Type_free(&from.type));
    OK(MPI_Type_free(&to.type));
}

/* What is empty may have no datatype. */
static void nothing(void) {
    int none = 1;
    for (int how = 0; how < 6; how++) {
        MPI_Status s;
        exchange(NULL, 0, MPI_DATATYPE_NULL, &none, 0, MPI_DATATYPE_NULL, how, &s);
        OK(MPI_Get_count(&s, MPI_BYTE, &none));
        CHECK(none == 0);
    }
}

int main(int argc, char **argv) {
    long number = 3000;
    uint64_t first = 1;
    rounds(argc, argv, &number, &first);
    begin();
    nothing();
    for (seed = first; seed < first + number; seed++) one_round();
    return end();
}
