/* Collectives with random datatypes, in place and not, blocking and not, against results worked out here, and with
 * every byte of the gaps looked at. `collective_types ROUNDS SEED`: more of them (docs/TESTING.md). ranks: 1 2 3 4 */
#include "random_types.h"

enum { RANKS = 64 };
static MPI_Comm comm;
static uint64_t seed;
static int in_place, waits;
/* What all ranks draw alike, and what each draws for itself. */
static Rng shared, own;
static Tree tree;
static int signature;
static char what[200];

/* Ends a call. Before that a non-blocking one's datatypes are freed, and others may get their numbers. */
static void finish(int code, MPI_Request *request, Type *types, int n) {
    OK(code);
    int early = waits && below(&own, 2);
    MPI_Datatype thief = MPI_DATATYPE_NULL;
    for (int i = 0; early && i < n; i++) OK(MPI_Type_free(&types[i].type));
    if (early) OK(MPI_Type_contiguous(3, MPI_DOUBLE, &thief));
    if (waits) OK(MPI_Wait(request, MPI_STATUS_IGNORE));
    if (early) OK(MPI_Type_free(&thief));
    for (int i = 0; !early && i < n; i++) OK(MPI_Type_free(&types[i].type));
}
#define CALL(types, n, Name, name, ...)                                                              \
    do {                                                                                             \
        MPI_Request request = MPI_REQUEST_NULL;                                                      \
        int code = waits ? MPI_I##name(__VA_ARGS__, comm, &request) : MPI_##Name(__VA_ARGS__, comm);  \
        finish(code, &request, types, n);                                                            \
    } while (0)

static void compare(Image *got, Image *want) {
    if (!same(got, want, what)) {
        fprintf(stderr, "rank %d: %s of seed %llu, %s, %s\n", rank, what, (unsigned long long)seed,
                in_place ? "in place" : "not in place", waits ? "non-blocking" : "blocking");
        exit(1);
    }
    drop(got), drop(want);
}

/* Mostly few items, sometimes so many that other algorithms are chosen. */
static long amount(Rng *r) {
    long most = below(r, 8) == 0 ? 400 : below(r, 4) == 0 ? 40 : 4;
    return between(r, below(r, 6) == 0 ? 0 : 1, most);
}

static void bcast(void) {
    long count = amount(&shared);
    int root = below(&shared, size);
    Type t = type_for(&tree, signature, &own, count);
    Image m = image_for(&t, count);
    if (rank == root) write_items(&m, &t, 0, count, NULL, seed);
    Image want = copied(&m);
    write_items(&want, &t, 0, count, NULL, seed);
    CALL(&t, 1, Bcast, bcast, m.base, count, t.type, root);
    compare(&m, &want);
}

/* Blocks of a buffer, one for each rank: counts, and displacements in items. */
typedef struct {
    int count[RANKS], place[RANKS];
    long items;
} Blocks;

/* Blocks of these counts, in any order, with gaps. */
static Blocks spread(const int *counts, Rng *r) {
    Blocks b = {.items = 0};
    int order[RANKS];
    shuffle(r, order, size);
    for (int i = 0; i < size; i++) {
        b.count[order[i]] = counts[order[i]];
        b.place[order[i]] = b.items;
        b.items += counts[order[i]] + below(r, 2) * below(r, 3);
    }
    return b;
}
static Blocks even(int count) {
    Blocks b = {.items = (long)count * size};
    for (int i = 0; i < size; i++) b.count[i] = count, b.place[i] = i * count;
    return b;
}
static void block(Image *m, const Type *t, const Blocks *b, int i, uint64_t stream) {
    write_items(m, t, b->place[i] * t->extent, b->count[i], NULL, stream);
}

/* A buffer to send `count` items of a stream from. */
static Image outgoing(Type *t, long count, uint64_t stream) {
    *t = type_for(&tree, signature, &own, below(&own, 2) ? count : 1);
    Image m = image_for(t, count);
    /* Items may overlap where they are only read, if all write the same; here they do not. */
    if (!disjoint(t, count, t->extent)) {
        drop(&m);
        OK(MPI_Type_free(&t->type));
        *t = type_for(&tree, signature, &own, count);
        m = image_for(t, count);
    }
    write_items(&m, t, 0, count, NULL, stream);
    return m;
}

static Blocks shared_blocks(int v) {
    int counts[RANKS];
    long count = amount(&shared);
    for (int i = 0; i < size; i++) counts[i] = v ? below(&shared, count + 1) : count;
    return v ? spread(counts, &own) : even(count);
}

static void gather(int v) {
    int root = below(&shared, size);
    Blocks b = shared_blocks(v);
    Type t[2];
    int here = in_place && rank == root;
    t[1] = type_for(&tree, signature, &own, b.items);
    Image out = outgoing(&t[0], b.count[rank], seed + rank), in = image_for(&t[1], b.items);
    if (here) block(&in, &t[1], &b, rank, seed + rank);
    Image want = copied(&in), unchanged = copied(&out);
    for (int i = 0; rank == root && i < size; i++) block(&want, &t[1], &b, i, seed + i);
    const void *from = here ? MPI_IN_PLACE : out.base;
    void *to = rank == root ? in.base : NULL;
    if (v) CALL(t, 2, Gatherv, gatherv, from, b.count[rank], t[0].type, to, b.count, b.place, t[1].type, root);
    else CALL(t, 2, Gather, gather, from, b.count[rank], t[0].type, to, b.count[0], t[1].type, root);
    compare(&in, &want), compare(&out, &unchanged);
}

static void allgather(int v) {
    Blocks b = shared_blocks(v);
    Type t[2];
    t[1] = type_for(&tree, signature, &own, b.items);
    Image out = outgoing(&t[0], b.count[rank], seed + rank), in = image_for(&t[1], b.items);
    if (in_place) block(&in, &t[1], &b, rank, seed + rank);
    Image want = copied(&in), unchanged = copied(&out);
    for (int i = 0; i < size; i++) block(&want, &t[1], &b, i, seed + i);
    const void *from = in_place ? MPI_IN_PLACE : out.base;
    if (v) CALL(t, 2, Allgatherv, allgatherv, from, b.count[rank], t[0].type, in.base, b.count, b.place, t[1].type);
    else CALL(t, 2, Allgather, allgather, from, b.count[rank], t[0].type, in.base, b.count[0], t[1].type);
    compare(&in, &want), compare(&out, &unchanged);
}

static void scatter(int v) {
    int root = below(&shared, size), here = in_place && rank == root;
    Blocks b = shared_blocks(v);
    long mine = b.count[rank];
    Type t[2];
    t[0] = type_for(&tree, signature, &own, b.items);
    t[1] = type_for(&tree, signature, &own, mine);
    Image out = image_for(&t[0], b.items), in = image_for(&t[1], mine);
    for (int i = 0; rank == root && i < size; i++) block(&out, &t[0], &b, i, seed + i);
    Image want = copied(&in), unchanged = copied(&out);
    if (!here) write_items(&want, &t[1], 0, mine, NULL, seed + rank);
    const void *from = rank == root ? out.base : NULL;
    void *to = here ? MPI_IN_PLACE : in.base;
    if (v) CALL(t, 2, Scatterv, scatterv, from, b.count, b.place, t[0].type, to, mine, t[1].type, root);
    else CALL(t, 2, Scatter, scatter, from, b.count[0], t[0].type, to, mine, t[1].type, root);
    compare(&in, &want), compare(&out, &unchanged);
}

/* What rank i sends to rank j. */
static uint64_t from_to(int i, int j) { return seed + 1000 * (i + 1) + j; }
/* How many items: as many back in place. */
static int between_ranks(int i, int j, long count) {
    if (in_place && i > j) return between_ranks(j, i, count);
    Rng r = seed_of(seed + 7, i * RANKS + j);
    return below(&r, count + 1);
}

static void alltoall(int v) {
    long count = amount(&shared);
    int to[RANKS], from[RANKS];
    for (int i = 0; i < size; i++) {
        to[i] = v ? between_ranks(rank, i, count) : count;
        from[i] = v ? between_ranks(i, rank, count) : count;
    }
    Blocks s = v ? spread(to, &own) : even(count), d = v ? spread(from, &own) : even(count);
    Type t[2];
    t[0] = type_for(&tree, signature, &own, s.items);
    t[1] = type_for(&tree, signature, &own, d.items);
    Image out = image_for(&t[0], s.items), in = image_for(&t[1], d.items);
    for (int i = 0; i < size; i++) {
        block(&out, &t[0], &s, i, from_to(rank, i));
        if (in_place) block(&in, &t[1], &d, i, from_to(rank, i));
    }
    Image want = copied(&in), unchanged = copied(&out);
    for (int i = 0; i < size; i++) block(&want, &t[1], &d, i, from_to(i, rank));
    const void *send = in_place ? MPI_IN_PLACE : out.base;
    if (v) CALL(t, 2, Alltoallv, alltoallv, send, s.count, s.place, t[0].type, in.base, d.count, d.place, t[1].type);
    else CALL(t, 2, Alltoall, alltoall, send, count, t[0].type, in.base, count, t[1].type);
    compare(&in, &want), compare(&out, &unchanged);
}

/* One side of MPI_Alltoallw: a datatype for each rank; none where nothing is sent. */
typedef struct {
    Type type[RANKS];
    MPI_Datatype handle[RANKS];
    int count[RANKS], place[RANKS];
    Image m;
} Side;

/* `sends`: counts and signatures are those of what this rank sends, else of what it receives. */
static void side(Side *s, int sends, long count) {
    int order[RANKS];
    long at = 0;
    shuffle(&own, order, size);
    for (int k = 0; k < size; k++) {
        int i = order[k], a = sends ? rank : i, b = sends ? i : rank, turned = in_place && a > b;
        Rng r = seed_of(seed + 9, turned ? b * RANKS + a : a * RANKS + b);
        Tree one = {.used = 0};
        int root = grow(&one, &r, 2);
        s->count[i] = between_ranks(a, b, count);
        s->type[i] = type_for(&one, root, &own, s->count[i]);
        s->handle[i] = s->count[i] == 0 && below(&own, 2) ? MPI_DATATYPE_NULL : s->type[i].type;
        long low = 0, high = 0;
        low_high(&s->type[i], 0, s->count[i], &low, &high);
        s->place[i] = at - low;
        at += high - low + below(&own, 9);
    }
    s->m = image(0, at);
}

static void alltoallw(void) {
    static Side out, in;
    long count = amount(&shared);
    side(&out, 1, count), side(&in, 0, count);
    for (int i = 0; i < size; i++) {
        write_items(&out.m, &out.type[i], out.place[i], out.count[i], NULL, from_to(rank, i));
        if (in_place) write_items(&in.m, &in.type[i], in.place[i], in.count[i], NULL, from_to(rank, i));
    }
    Image want = copied(&in.m), unchanged = copied(&out.m);
    for (int i = 0; i < size; i++)
        write_items(&want, &in.type[i], in.place[i], in.count[i], NULL, from_to(i, rank));
    const void *send = in_place ? MPI_IN_PLACE : out.m.base;
    CALL(NULL, 0, Alltoallw, alltoallw, send, out.count, out.place, out.handle, in.m.base, in.count, in.place,
         in.handle);
    for (int i = 0; i < size; i++) OK(MPI_Type_free(&out.type[i].type)), OK(MPI_Type_free(&in.type[i].type));
    compare(&in.m, &want), compare(&out.m, &unchanged);
}

/* Reductions: the program's operation, on items of this type. */
static Type operand;
static int commutes;

/* `inout = in op inout` on the bytes of a piece: associative; of pairs of bytes it does not commute. */
static void combine(const unsigned char *in, unsigned char *inout, int len) {
    int i = 0;
    for (; !commutes && i + 1 < len; i += 2) {
        inout[i + 1] = (unsigned char)(in[i] * inout[i + 1] + in[i + 1]);
        inout[i] = (unsigned char)(in[i] * inout[i]);
    }
    for (; i < len; i++) inout[i] = (unsigned char)(in[i] + inout[i]);
}

/* The datatype must be the one of the call, and items may be copied with all their gaps. */
static void combine_items(const unsigned char *in, unsigned char *inout, long len, MPI_Datatype type) {
    MPI_Aint lb, extent, low, span;
    int bytes;
    OK(MPI_Type_get_extent(type, &lb, &extent));
    OK(MPI_Type_get_true_extent(type, &low, &span));
    OK(MPI_Type_size(type, &bytes));
    CHECK(lb == operand.lb && extent == operand.extent && bytes == operand.bytes);
    CHECK(low == operand.low && span == operand.high - operand.low);
    int whole = extent > 0 && lb <= low && lb + extent >= low + span;
    unsigned char *item = malloc(whole ? extent : 1);
    for (long i = 0; i < len; i++, in += extent, inout += extent) {
        for (int p = 0; p < operand.n; p++) combine(in + operand.at[p], inout + operand.at[p], operand.len[p]);
        if (!whole) continue;
        memcpy(item, in + lb, extent);
        for (int p = 0; p < operand.n; p++)
            memcpy(item + operand.at[p] - lb, inout + operand.at[p], operand.len[p]);
        memcpy(inout + lb, item, extent);
    }
    free(item);
}
static void narrow(void *in, void *inout, int *len, MPI_Datatype *type) { combine_items(in, inout, *len, *type); }
static void wide(void *in, void *inout, MPI_Count *len, MPI_Datatype *type) { combine_items(in, inout, *len, *type); }

/* Packed result of the ranks from `first` to `last`, of items from `at` on. */
static unsigned char *result(int first, int last, long at, long count) {
    unsigned char *sum = malloc(count * operand.bytes + 1), *one = malloc(count * operand.bytes + 1);
    for (int who = last; who >= first; who--) {
        long k = 0;
        for (; k < count * operand.bytes; k++) one[k] = data(seed + who, at * operand.bytes + k);
        if (who == last) {
            memcpy(sum, one, k);
            continue;
        }
        unsigned char *s = sum, *o = one;
        for (long i = 0; i < count; i++)
            for (int p = 0; p < operand.n; p++) {
                combine(o, s, operand.len[p]);
                s += operand.len[p], o += operand.len[p];
            }
    }
    free(one);
    return sum;
}

enum { REDUCE, ALLREDUCE, SCAN, EXSCAN, SCATTER, SCATTER_BLOCK, LOCAL };

static void reduce(int which) {
    int root = below(&shared, size), counts[RANKS], total = 0, before = 0, each = amount(&shared) % 60;
    Type t = operand;
    MPI_Op op;
    for (int i = 0; i < size; i++) {
        counts[i] = which == SCATTER ? below(&shared, each + 1) : each;
        if (i < rank) before += counts[i];
        total += counts[i];
    }
    int scatters = which == SCATTER || which == SCATTER_BLOCK;
    if (!scatters) total = each;
    operand = t = type_for(&tree, signature, &shared, total);
    commutes = below(&shared, 2);
    if (below(&own, 2)) OK(MPI_Op_create(narrow, commutes, &op));
    else OK(MPI_Op_create_c(wide, commutes, &op));
    int receives = which == REDUCE ? rank == root : which == EXSCAN ? rank > 0 : 1;
    int here = which == LOCAL ? 0 : in_place && (which != REDUCE || rank == root);
    Image out = image_for(&t, total), in = image_for(&t, total);
    write_items(&out, &t, 0, total, NULL, seed + rank);
    if (here || which == LOCAL) write_items(&in, &t, 0, total, NULL, seed + rank + (which == LOCAL));
    Image want = copied(&in), unchanged = copied(&out);
    int first = which == LOCAL ? rank : 0, last = which == SCAN ? rank : which == EXSCAN ? rank - 1 : size - 1;
    if (which == LOCAL) last = rank + 1;
    long n = scatters ? counts[rank] : total;
    if (receives) {
        unsigned char *r = result(first, last, scatters ? before : 0, n);
        write_items(&want, &t, 0, n, r, 0);
        free(r);
    }
    const void *from = here ? MPI_IN_PLACE : out.base;
    switch (which) {
        case REDUCE: CALL(&t, 1, Reduce, reduce, from, receives ? in.base : NULL, total, t.type, op, root); break;
        case ALLREDUCE: CALL(&t, 1, Allreduce, allreduce, from, in.base, total, t.type, op); break;
        case SCAN: CALL(&t, 1, Scan, scan, from, in.base, total, t.type, op); break;
        case EXSCAN: CALL(&t, 1, Exscan, exscan, from, in.base, total, t.type, op); break;
        case SCATTER: CALL(&t, 1, Reduce_scatter, reduce_scatter, from, in.base, counts, t.type, op); break;
        case SCATTER_BLOCK:
            CALL(&t, 1, Reduce_scatter_block, reduce_scatter_block, from, in.base, each, t.type, op);
            break;
        case LOCAL:
            OK(MPI_Reduce_local(out.base, in.base, total, t.type, op));
            OK(MPI_Type_free(&t.type));
    }
    OK(MPI_Op_free(&op));
    compare(&in, &want), compare(&out, &unchanged);
}

static void one_round(void) {
    static const char *names[] = {"bcast", "gather", "gatherv", "allgather", "allgatherv", "scatter", "scatterv",
                                  "alltoall", "alltoallv", "alltoallw", "reduce", "allreduce", "scan", "exscan",
                                  "reduce_scatter", "reduce_scatter_block", "reduce_local"};
    shared = seed_of(seed, 0), own = seed_of(seed, rank + 1);
    tree.used = 0;
    signature = grow(&tree, &shared, between(&shared, 0, 3));
    in_place = below(&shared, 2), waits = below(&shared, 2);
    int which = below(&shared, sizeof names / sizeof *names);
    snprintf(what, sizeof what, "%s", names[which]);
    switch (which) {
        case 0: bcast(); break;
        case 1: case 2: gather(which - 1); break;
        case 3: case 4: allgather(which - 3); break;
        case 5: case 6: scatter(which - 5); break;
        case 7: case 8: alltoall(which - 7); break;
        case 9: alltoallw(); break;
        default: reduce(which - 10);
    }
}

/* What is empty may have no datatype. */
static void nothing(void) {
    int none[RANKS] = {0};
    MPI_Datatype no = MPI_DATATYPE_NULL, all[RANKS];
    for (int i = 0; i < size; i++) all[i] = no;
    for (waits = 0; waits < 2; waits++) {
        CALL(NULL, 0, Bcast, bcast, NULL, 0, no, 0);
        CALL(NULL, 0, Gather, gather, NULL, 0, no, NULL, 0, no, 0);
        CALL(NULL, 0, Gatherv, gatherv, NULL, 0, no, NULL, none, none, no, 0);
        CALL(NULL, 0, Scatterv, scatterv, NULL, none, none, no, NULL, 0, no, 0);
        CALL(NULL, 0, Allgather, allgather, NULL, 0, no, NULL, 0, no);
        CALL(NULL, 0, Allgatherv, allgatherv, NULL, 0, no, NULL, none, none, no);
        CALL(NULL, 0, Alltoall, alltoall, NULL, 0, no, NULL, 0, no);
        CALL(NULL, 0, Alltoallv, alltoallv, NULL, none, none, no, NULL, none, none, no);
        CALL(NULL, 0, Alltoallw, alltoallw, NULL, none, none, all, NULL, none, none, all);
    }
}

int main(int argc, char **argv) {
    long number = 3000;
    uint64_t first = 1;
    rounds(argc, argv, &number, &first);
    begin();
    CHECK(size <= RANKS);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    nothing();
    for (seed = first; seed < first + number; seed++) one_round();
    OK(MPI_Comm_free(&comm));
    return end();
}
