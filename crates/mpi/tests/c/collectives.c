/* ranks: 1 2 3 4 8. Every collective through the C interface, against what a serial program computes: counts and displacements, MPI_IN_PLACE,
 * both forms of each call, pairs, the program's own operations, several calls under way at once, and argument errors. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, errors;
#define CHECK(cond) do { if (!(cond) && errors++ < 5) fprintf(stderr, "rank %d of %d: line %d: %s\n", rank, size, __LINE__, #cond); } while (0)
#define OK(call) CHECK((call) == MPI_SUCCESS)
#define FAILS(call, wanted) do { int code_ = (call), class_ = -1; MPI_Error_class(code_, &class_); \
    if (class_ != (wanted) && errors++ < 5) fprintf(stderr, "rank %d: line %d: class %d, wanted %s\n", rank, __LINE__, class_, #wanted); } while (0)

static int value(int r, int i) { return r * 1000 + i * 7 + 1; }
static int *ints(int n) { return malloc(sizeof(int) * (n ? n : 1)); }

static void rooted(MPI_Comm comm, int n, int root) {
    int *one = ints(n), *all = ints(n * size);
    for (int i = 0; i < n; i++) one[i] = rank == root ? value(root, i) : -1;
    OK(MPI_Bcast(one, n, MPI_INT, root, comm));
    for (int i = 0; i < n; i++) CHECK(one[i] == value(root, i));
    for (int i = 0; i < n; i++) one[i] = rank == root ? value(root, i + 1) : -1;
    OK(MPI_Bcast_c(one, n, MPI_INT, root, comm));
    for (int i = 0; i < n; i++) CHECK(one[i] == value(root, i + 1));

    for (int in_place = 0; in_place < 2; in_place++) {
        memset(all, 0, sizeof(int) * n * size);
        for (int i = 0; i < n; i++) one[i] = value(rank, i);
        int here = rank == root && in_place;
        if (here) memcpy(all + root * n, one, sizeof(int) * n);
        OK(MPI_Gather(here ? MPI_IN_PLACE : one, n, MPI_INT, rank == root ? all : NULL, n, MPI_INT, root, comm));
        if (rank == root) for (int r = 0; r < size; r++) for (int i = 0; i < n; i++) CHECK(all[r * n + i] == value(r, i));
        memset(one, 0, sizeof(int) * n);
        OK(MPI_Scatter_c(rank == root ? all : NULL, n, MPI_INT, here ? MPI_IN_PLACE : one, n, MPI_INT, root, comm));
        if (!here) for (int i = 0; i < n; i++) CHECK(one[i] == value(rank, i));
        for (int i = 0; i < n; i++) one[i] = all[i] = value(rank, i);
        OK(MPI_Reduce(here ? MPI_IN_PLACE : one, all, n, MPI_INT, MPI_SUM, root, comm));
        if (rank == root) for (int i = 0; i < n; i++) CHECK(all[i] == 1000 * (size * (size - 1) / 2) + size * value(0, i));
    }
    /* Rank r has r + n items, and leaves a gap of one after them. */
    int *counts = ints(size), *places = ints(size), total = 0;
    for (int r = 0; r < size; r++) counts[r] = r + n, places[r] = total, total += r + n + 1;
    int *gaps = ints(total), *mine = ints(rank + n);
    memset(gaps, -1, sizeof(int) * total);
    for (int i = 0; i < rank + n; i++) mine[i] = value(rank, i);
    OK(MPI_Gatherv(mine, rank + n, MPI_INT, gaps, counts, places, MPI_INT, root, comm));
    if (rank == root) for (int r = 0; r < size; r++) {
        for (int i = 0; i < r + n; i++) CHECK(gaps[places[r] + i] == value(r, i));
        CHECK(gaps[places[r] + r + n] == -1);
    }
    memset(mine, 0, sizeof(int) * (rank + n));
    OK(MPI_Scatterv(gaps, counts, places, MPI_INT, mine, rank + n, MPI_INT, root, comm));
    for (int i = 0; i < rank + n; i++) CHECK(mine[i] == value(rank, i));
    memset(gaps, -1, sizeof(int) * total);
    OK(MPI_Allgatherv(mine, rank + n, MPI_INT, gaps, counts, places, MPI_INT, comm));
    for (int r = 0; r < size; r++) for (int i = 0; i < r + n; i++) CHECK(gaps[places[r] + i] == value(r, i));
    free(one), free(all), free(counts), free(places), free(gaps), free(mine);
}

static void everybody(MPI_Comm comm, int n) {
    int *one = ints(n), *all = ints(n * size), *more = ints(n * size);
    for (int in_place = 0; in_place < 2; in_place++) {
        for (int i = 0; i < n; i++) one[i] = all[rank * n + i] = value(rank, i);
        OK(MPI_Allgather(in_place ? MPI_IN_PLACE : one, n, MPI_INT, all, n, MPI_INT, comm));
        for (int r = 0; r < size; r++) for (int i = 0; i < n; i++) CHECK(all[r * n + i] == value(r, i));
        for (int r = 0; r < size; r++) for (int i = 0; i < n; i++) all[r * n + i] = more[r * n + i] = value(rank, r * n + i);
        OK(MPI_Alltoall(in_place ? MPI_IN_PLACE : all, n, MPI_INT, more, n, MPI_INT, comm));
        for (int r = 0; r < size; r++) for (int i = 0; i < n; i++) CHECK(more[r * n + i] == value(r, rank * n + i));
        for (int i = 0; i < n; i++) one[i] = all[i] = value(rank, i);
        OK(MPI_Allreduce(in_place ? MPI_IN_PLACE : one, all, n, MPI_INT, MPI_MAX, comm));
        for (int i = 0; i < n; i++) CHECK(all[i] == value(size - 1, i));
        for (int i = 0; i < n; i++) one[i] = all[i] = value(rank, i);
        OK(MPI_Scan(in_place ? MPI_IN_PLACE : one, all, n, MPI_INT, MPI_SUM, comm));
        for (int i = 0; i < n; i++) CHECK(all[i] == 1000 * (rank * (rank + 1) / 2) + (rank + 1) * value(0, i));
        for (int i = 0; i < n; i++) one[i] = all[i] = value(rank, i);
        OK(MPI_Exscan_c(in_place ? MPI_IN_PLACE : one, all, n, MPI_INT, MPI_SUM, comm));
        for (int i = 0; i < n; i++) CHECK(all[i] == (rank ? 1000 * (rank * (rank - 1) / 2) + rank * value(0, i) : value(0, i)));
        MPI_Request later;
        for (int i = 0; i < n; i++) one[i] = all[i] = value(rank, i);
        OK(MPI_Iexscan(in_place ? MPI_IN_PLACE : one, all, n, MPI_INT, MPI_MAX, comm, &later));
        OK(MPI_Wait(&later, MPI_STATUS_IGNORE));
        for (int i = 0; i < n; i++) CHECK(all[i] == value(rank ? rank - 1 : 0, i));
        for (int i = 0; i < n * size; i++) all[i] = more[i] = value(rank, i);
        OK(MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : all, more, n, MPI_INT, MPI_MIN, comm));
        for (int i = 0; i < n; i++) CHECK(more[i] == value(0, rank * n + i));
    }
    /* Between ranks r and s travel (r + s) % 3 * n items. */
    int *to = ints(size), *from = ints(size), *at = ints(size), *bytes = ints(size);
    MPI_Datatype *types = malloc(sizeof *types * size);
    for (int r = 0; r < size; r++)
        to[r] = from[r] = (rank + r) % 3 * n, at[r] = r * 2 * n, bytes[r] = at[r] * (int)sizeof(int), types[r] = MPI_INT;
    int *out = ints(2 * n * size), *in = ints(2 * n * size);
    for (int w = 0; w < 3; w++) {
        for (int i = 0; i < 2 * n * size; i++) out[i] = value(rank, i), in[i] = w == 2 ? out[i] : -1;
        if (w == 1) OK(MPI_Alltoallw(out, to, bytes, types, in, from, bytes, types, comm));
        else OK(MPI_Alltoallv(w == 2 ? MPI_IN_PLACE : out, to, at, MPI_INT, in, from, at, MPI_INT, comm));
        for (int r = 0; r < size; r++) for (int i = 0; i < from[r]; i++) CHECK(in[at[r] + i] == value(r, rank * 2 * n + i));
    }
    int total = 0, before = 0;
    for (int r = 0; r < size; r++) to[r] = r % 3 * n, before += r < rank ? to[r] : 0, total += to[r];
    int *sum = ints(total), *part = ints(to[rank]);
    for (int i = 0; i < total; i++) sum[i] = value(rank, i);
    OK(MPI_Reduce_scatter(sum, part, to, MPI_INT, MPI_SUM, comm));
    for (int i = 0; i < to[rank]; i++) CHECK(part[i] == 1000 * (size * (size - 1) / 2) + size * value(0, before + i));
    free(one), free(all), free(more), free(to), free(from), free(at), free(bytes), free(types), free(out), free(in), free(sum), free(part);
}

/* (a, b) op (c, d) = (ac, ad + b) modulo 2^32: composition of maps, which does not commute. */
typedef struct { uint32_t a, b; } map;
static int calls;
static void compose(void *in, void *inout, int *len, MPI_Datatype *type) {
    int bytes = 0;
    calls++;
    MPI_Type_size(*type, &bytes); /* Callbacks may call MPI. */
    CHECK(bytes == sizeof(map));
    map *l = in, *r = inout;
    for (int i = 0; i < *len; i++) r[i].b = l[i].a * r[i].b + l[i].b, r[i].a *= l[i].a;
}
static void compose_c(void *in, void *inout, MPI_Count *len, MPI_Datatype *type) {
    int n = (int)*len;
    compose(in, inout, &n, type);
}
static map map_of(int r, int i) { return (map){2 * r + 3, r * 5 + i}; }
static map composed(int last, int i) {
    map m = map_of(0, i);
    for (int r = 1; r <= last; r++) { map x = map_of(r, i); m = (map){m.a * x.a, m.a * x.b + m.b}; }
    return m;
}
/* The same where two more maps lie behind each. */
static void compose_apart(void *in, void *inout, int *len, MPI_Datatype *type) {
    map *l = in, *r = inout;
    (void)type;
    for (int i = 0; i < 3 * *len; i += 3) r[i].b = l[i].a * r[i].b + l[i].b, r[i].a *= l[i].a;
}
static void own_operations(MPI_Comm comm, int n) {
    MPI_Datatype type;
    OK(MPI_Type_contiguous(2, MPI_UINT32_T, &type));
    OK(MPI_Type_commit(&type));
    map *one = malloc(sizeof(map) * n), *out = malloc(sizeof(map) * n);
    for (int large = 0; large < 2; large++) {
        MPI_Op op;
        int commutes = 1;
        OK(large ? MPI_Op_create_c(compose_c, 0, &op) : MPI_Op_create(compose, 0, &op));
        OK(MPI_Op_commutative(op, &commutes));
        CHECK(commutes == 0);
        for (int i = 0; i < n; i++) one[i] = map_of(rank, i);
        OK(MPI_Allreduce(one, out, n, type, op, comm));
        for (int i = 0; i < n; i++) CHECK(!memcmp(&out[i], &(map[]){composed(size - 1, i)}, sizeof(map)));
        OK(MPI_Scan(one, out, n, type, op, comm));
        for (int i = 0; i < n; i++) CHECK(!memcmp(&out[i], &(map[]){composed(rank, i)}, sizeof(map)));
        for (int root = 0; root < size; root++) {
            OK(MPI_Reduce(one, out, n, type, op, root, comm));
            if (rank == root) for (int i = 0; i < n; i++) CHECK(!memcmp(&out[i], &(map[]){composed(size - 1, i)}, sizeof(map)));
        }
        MPI_Request request;
        OK(MPI_Iallreduce(one, out, n, type, op, comm, &request));
        OK(MPI_Op_free(&op));
        CHECK(op == MPI_OP_NULL);
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        for (int i = 0; i < n; i++) CHECK(!memcmp(&out[i], &(map[]){composed(size - 1, i)}, sizeof(map)));
    }
    CHECK(size == 1 || calls > 0);
    OK(MPI_Type_free(&type));
    free(one), free(out);
}

static void pairs(MPI_Comm comm) {
    struct { double v; int i; } a = {rank % 2 ? -3.5 : 2.0, rank}, b;
    struct { short v; int i; } c = {(short)(rank / 2), rank}, d;
    OK(MPI_Allreduce(&a, &b, 1, MPI_DOUBLE_INT, MPI_MINLOC, comm));
    CHECK(b.v == (size > 1 ? -3.5 : 2.0) && b.i == (size > 1));
    OK(MPI_Allreduce(&c, &d, 1, MPI_SHORT_INT, MPI_MAXLOC, comm));
    CHECK(d.v == (size - 1) / 2 && d.i == (size - 1) / 2 * 2);
    long double x = 1.25L * (rank + 1), y;
    OK(MPI_Allreduce(&x, &y, 1, MPI_LONG_DOUBLE, MPI_SUM, comm));
    CHECK(y == 1.25L * (size * (size + 1) / 2));
    int in = 6, inout = 7;
    OK(MPI_Reduce_local(&in, &inout, 1, MPI_INT, MPI_PROD));
    CHECK(inout == 42);
}

/* Results reach buffers with holes, and what lies in the holes stays: MPI_Reduce_local, in place, and else. */
static void holes(MPI_Comm comm) {
    enum { N = 50, EACH = 3 };
    MPI_Datatype pair, type;
    MPI_Op op;
    OK(MPI_Type_contiguous(2, MPI_UINT32_T, &pair));
    OK(MPI_Type_create_resized(pair, 0, EACH * sizeof(map), &type));
    OK(MPI_Type_commit(&type));
    OK(MPI_Op_create(compose_apart, 0, &op));
    map in[N * EACH], inout[N * EACH], want;
    for (int round = 0; round < 6; round++) {
        MPI_Request request = MPI_REQUEST_NULL;
        for (int i = 0; i < N * EACH; i++) in[i] = map_of(0, i), inout[i] = map_of(round ? rank : 1, i);
        if (round == 0) OK(MPI_Reduce_local(in, inout, N, type, op));
        if (round == 1) OK(MPI_Allreduce(MPI_IN_PLACE, inout, N, type, op, comm));
        if (round == 2) OK(MPI_Scan(MPI_IN_PLACE, inout, N, type, op, comm));
        if (round == 3) OK(MPI_Iallreduce(MPI_IN_PLACE, inout, N, type, op, comm, &request));
        if (round == 4 && rank == 0) OK(MPI_Reduce(MPI_IN_PLACE, inout, N, type, op, 0, comm));
        if (round == 4 && rank != 0) OK(MPI_Reduce(inout, NULL, N, type, op, 0, comm));
        if (round == 5) OK(MPI_Exscan(MPI_IN_PLACE, inout, N, type, op, comm));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        int last = round == 0 ? 1 : round == 2 ? rank : round == 5 ? rank - 1 : size - 1;
        for (int i = 0; i < N * EACH; i++) {
            int hole = i % EACH, mine = hole || (round == 4 && rank != 0) || last < 0;
            want = mine ? map_of(round ? rank : 1, i) : composed(last, i);
            CHECK(inout[i].a == want.a && inout[i].b == want.b);
        }
    }
    OK(MPI_Op_free(&op));
    OK(MPI_Type_free(&pair));
    OK(MPI_Type_free(&type));
}

/* The unnamed predefined types of MPI_Type_create_f90_...: the operations of what they are like. */
static void fortran(MPI_Comm comm) {
    MPI_Datatype t;
    int64_t i = 3 + rank, isum = 0;
    float r = 1.5f + (float)rank, rmax = 0;
    double z[2] = {rank, 1}, zsum[2] = {0};
    OK(MPI_Type_create_f90_integer(15, &t));
    OK(MPI_Allreduce(&i, &isum, 1, t, MPI_SUM, comm));
    CHECK(isum == 3 * size + size * (size - 1) / 2);
    FAILS(MPI_Allreduce(&i, &isum, 1, t, MPI_LAND, comm), MPI_ERR_OP);
    OK(MPI_Type_create_f90_real(6, 30, &t));
    OK(MPI_Allreduce(&r, &rmax, 1, t, MPI_MAX, comm));
    CHECK(rmax == 0.5f + (float)size);
    OK(MPI_Type_create_f90_complex(15, MPI_UNDEFINED, &t));
    OK(MPI_Allreduce(z, zsum, 1, t, MPI_SUM, comm));
    CHECK(zsum[0] == size * (size - 1) / 2 && zsum[1] == size);
    FAILS(MPI_Allreduce(z, zsum, 1, t, MPI_MAX, comm), MPI_ERR_OP);
}

/* Many kinds under way at once, on one communicator, finished in any order. */
static void at_once(MPI_Comm comm, int n) {
    enum { KINDS = 9 };
    MPI_Request q[KINDS];
    int *mine = ints(n), *b = ints(n), *s = ints(n), *m = ints(n), *all = ints(n * size), *x = ints(n * size), *y = ints(n * size),
        *g = ints(n * size), *r = ints(n), *p = ints(n), root = size / 2;
    for (int i = 0; i < n; i++) mine[i] = value(rank, i), b[i] = rank == root ? value(root, i) : 0;
    for (int i = 0; i < n * size; i++) x[i] = value(rank, i);
    OK(MPI_Ibarrier(comm, &q[0]));
    OK(MPI_Ibcast(b, n, MPI_INT, root, comm, &q[1]));
    OK(MPI_Iallreduce(mine, s, n, MPI_INT, MPI_SUM, comm, &q[2]));
    OK(MPI_Iallgather(mine, n, MPI_INT, all, n, MPI_INT, comm, &q[3]));
    OK(MPI_Ialltoall(x, n, MPI_INT, y, n, MPI_INT, comm, &q[4]));
    OK(MPI_Igather(mine, n, MPI_INT, g, n, MPI_INT, root, comm, &q[5]));
    OK(MPI_Ireduce(mine, m, n, MPI_INT, MPI_MAX, root, comm, &q[6]));
    OK(MPI_Iscan(mine, p, n, MPI_INT, MPI_SUM, comm, &q[7]));
    OK(MPI_Iscatter(x, n, MPI_INT, r, n, MPI_INT, root, comm, &q[8]));
    int sum = 0;
    OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm)); /* A blocking one in between. */
    CHECK(sum == size * (size - 1) / 2);
    if (rank % 3 == 1) {
        for (int left = KINDS, flag, i; left > 0; left -= flag) OK(MPI_Testany(KINDS, q, &i, &flag, MPI_STATUS_IGNORE));
    } else if (rank % 3 == 2) {
        for (int i = KINDS - 1; i >= 0; i--) OK(MPI_Wait(&q[i], MPI_STATUS_IGNORE));
    } else {
        OK(MPI_Waitall(KINDS, q, MPI_STATUSES_IGNORE));
    }
    for (int i = 0; i < n; i++) {
        CHECK(b[i] == value(root, i));
        CHECK(s[i] == 1000 * (size * (size - 1) / 2) + size * value(0, i));
        CHECK(p[i] == 1000 * (rank * (rank + 1) / 2) + (rank + 1) * value(0, i));
        CHECK(r[i] == value(root, rank * n + i));
        if (rank == root) CHECK(m[i] == value(size - 1, i));
        for (int k = 0; k < size; k++) {
            CHECK(all[k * n + i] == value(k, i));
            CHECK(y[k * n + i] == value(k, rank * n + i));
            if (rank == root) CHECK(g[k * n + i] == value(k, i));
        }
    }
    free(mine), free(b), free(s), free(m), free(all), free(x), free(y), free(g), free(r), free(p);
}

static void bad_arguments(MPI_Comm comm) {
    int a[4] = {0}, b[4] = {0};
    MPI_Request q;
    MPI_Op op = MPI_SUM;
    FAILS(MPI_Bcast(a, 1, MPI_INT, size, comm), MPI_ERR_ROOT);
    FAILS(MPI_Bcast(a, 1, MPI_INT, -1, comm), MPI_ERR_ROOT);
    FAILS(MPI_Bcast(a, -1, MPI_INT, 0, comm), MPI_ERR_COUNT);
    FAILS(MPI_Bcast(a, 1, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE);
    FAILS(MPI_Allreduce(a, b, 1, MPI_DOUBLE, MPI_BAND, comm), MPI_ERR_OP);
    FAILS(MPI_Allreduce(a, b, 1, MPI_CHARACTER, MPI_SUM, comm), MPI_ERR_OP);
    FAILS(MPI_Allreduce(a, b, 1, MPI_INT, MPI_OP_NULL, comm), MPI_ERR_OP);
    FAILS(MPI_Allreduce(a, b, 1, MPI_INT, MPI_REPLACE, comm), MPI_ERR_OP);
    FAILS(MPI_Allreduce(a, a, 1, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    FAILS(MPI_Allreduce(a, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    FAILS(MPI_Iallreduce(a, b, -2, MPI_INT, MPI_SUM, comm, &q), MPI_ERR_COUNT);
    FAILS(MPI_Op_free(&op), MPI_ERR_OP);
    FAILS(MPI_Reduce_local(a, a, 4, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    FAILS(MPI_Reduce_local(a, a + 1, 3, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    FAILS(MPI_Reduce_local(a + 1, a, 3, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    FAILS(MPI_Reduce_local(MPI_IN_PLACE, a, 4, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
    FAILS(MPI_Allreduce(a, a + 1, 2, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
    OK(MPI_Reduce_local(a, a + 2, 2, MPI_INT, MPI_SUM)); /* Beside each other. */
    OK(MPI_Reduce_local(a, a, 0, MPI_INT, MPI_SUM));
    OK(MPI_Barrier(comm)); /* Refused calls have left nothing behind. */
}

int main(int argc, char **argv) {
    MPI_Comm comm, even;
    OK(MPI_Init(&argc, &argv));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)); /* Hears of errors on no communicator. */
    OK(MPI_Comm_rank(comm, &rank));
    OK(MPI_Comm_size(comm, &size));
    /* Of 4094 integers and more, blocks of the v forms are on both sides of the longest that travels with others. */
    const int lengths[] = {0, 1, 3, 400, 4094, 30000};
    for (int k = 0; k < 6; k++) {
        for (int root = 0; root < size; root += size > 2 ? size - 1 : 1) rooted(comm, lengths[k], root);
        everybody(comm, lengths[k]);
        if (lengths[k]) at_once(comm, lengths[k]);
    }
    own_operations(comm, 5);
    own_operations(comm, 5000);
    pairs(comm);
    holes(comm);
    fortran(comm);
    bad_arguments(comm);
    /* A communicator whose ranks are not those of the job. */
    OK(MPI_Comm_split(comm, rank % 2, -rank, &even));
    int first = rank, want = size - 1 - (size - 1 - rank) % 2;
    OK(MPI_Bcast(&first, 1, MPI_INT, 0, even));
    CHECK(first == want);
    OK(MPI_Comm_free(&even));
    int worst;
    OK(MPI_Allreduce(&errors, &worst, 1, MPI_INT, MPI_SUM, comm));
    OK(MPI_Comm_free(&comm));
    if (rank == 0 && worst == 0) printf("collectives: %d ranks, no errors\n", size);
    OK(MPI_Finalize());
    return worst != 0;
}
