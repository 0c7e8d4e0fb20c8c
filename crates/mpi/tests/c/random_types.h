/* Random datatypes, each with the list of bytes that it stands for, which this file works out itself. A seed decides
 * all: ranks that grow a tree from one seed have one type signature, and lay it out as a second seed says. */
#ifndef RANDOM_TYPES_H
#define RANDOM_TYPES_H
#include "start.h"
#include <stdint.h>

typedef uint64_t Rng;

static inline uint64_t draw(Rng *r) {
    uint64_t z = (*r += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
/* A number from 0 to n - 1. */
static inline long below(Rng *r, long n) { return (long)(draw(r) % (uint64_t)n); }
/* A number from `low` to `high`. */
static inline long between(Rng *r, long low, long high) { return low + below(r, high - low + 1); }
static inline Rng seed_of(uint64_t a, uint64_t b) {
    Rng r = a * 1000003u + b;
    return draw(&r);
}
static inline void shuffle(Rng *r, int *order, int n) {
    for (int i = 0; i < n; i++) order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int j = below(r, i + 1), t = order[i];
        order[i] = order[j], order[j] = t;
    }
}

/* What a type signature is grown from: basic types, repetitions and sequences. */
enum { BASICS = 8, REPEAT = BASICS, SEQUENCE, NODES = 64, PIECES = 48, PARTS = 3 };
typedef struct {
    int what, n, child[PARTS];
} Node;
typedef struct {
    Node node[NODES];
    int used;
} Tree;

/* A datatype and the pieces (displacement, length) of one item, in type-map order. */
typedef struct {
    MPI_Datatype type;
    int n;
    long at[PIECES];
    int len[PIECES];
    long bytes, low, high;
    MPI_Aint lb, extent;
} Type;

static inline MPI_Datatype basic(int what) {
    MPI_Datatype all[BASICS] = {MPI_CHAR, MPI_BYTE, MPI_SHORT, MPI_INT,
                                MPI_DOUBLE, MPI_INT64_T, MPI_LONG_DOUBLE, MPI_DOUBLE_INT};
    return all[what];
}
static const int basic_bytes[BASICS] = {1, 1, 2, 4, 8, 8, 16, 12};

static inline int pieces(const Tree *t, int at) {
    const Node *n = &t->node[at];
    int sum = 0;
    if (n->what < BASICS) return n->what == 7 ? 2 : 1;
    if (n->what == REPEAT) return n->n * pieces(t, n->child[0]);
    for (int i = 0; i < n->n; i++) sum += pieces(t, n->child[i]);
    return sum;
}

/* Grows a signature; returns its place in the tree. */
static inline int grow(Tree *t, Rng *r, int depth) {
    int at = t->used++, kind = depth == 0 || t->used > NODES - 8 ? 0 : below(r, 5);
    Node *n = &t->node[at];
    if (kind <= 1) {
        n->what = below(r, BASICS);
    } else if (kind <= 3) {
        n->what = REPEAT;
        n->child[0] = grow(t, r, depth - 1);
        int each = pieces(t, n->child[0]), most = 12 / each;
        n->n = most < 2 ? 1 : between(r, 1, most);
    } else {
        n->what = SEQUENCE;
        n->n = between(r, 1, PARTS);
        for (int i = 0; i < n->n; i++) n->child[i] = grow(t, r, depth - 1);
        while (n->n > 1 && pieces(t, at) > PIECES / 2) n->n--;
    }
    return at;
}

/* Are `count` items at this distance free of common bytes? Also false if they reach too far to tell. */
static inline int disjoint(const Type *t, long count, long step) {
    static unsigned char seen[1 << 20];
    long reach = step * (count - 1), low = t->low + (reach < 0 ? reach : 0);
    long span = t->high - t->low + (reach < 0 ? -reach : reach);
    if (count <= 1 || t->bytes == 0) return 1;
    if (span > (long)sizeof seen) return step >= t->high - t->low || -step >= t->high - t->low;
    memset(seen, 0, span);
    for (long i = 0; i < count; i++)
        for (int p = 0; p < t->n; p++)
            for (int b = 0; b < t->len[p]; b++)
                if (seen[i * step + t->at[p] + b - low]++) return 0;
    return 1;
}

static inline void measured(Type *t) {
    OK(MPI_Type_get_extent(t->type, &t->lb, &t->extent));
    t->bytes = 0, t->low = t->n ? t->at[0] : 0, t->high = t->low;
    for (int p = 0; p < t->n; p++) {
        t->bytes += t->len[p];
        if (t->at[p] < t->low) t->low = t->at[p];
        if (t->at[p] + t->len[p] > t->high) t->high = t->at[p] + t->len[p];
    }
}

/* Adds the pieces of `count` items of `part`, `step` bytes apart, at a displacement. */
static inline void add(Type *t, const Type *part, long at, long count, long step) {
    for (long i = 0; i < count; i++)
        for (int p = 0; p < part->n; p++) {
            CHECK(t->n < PIECES);
            t->at[t->n] = at + i * step + part->at[p];
            t->len[t->n++] = part->len[p];
        }
}

/* Gives the type bounds of the program's own choice. */
static inline void resize(Type *t, long lb, long extent) {
    MPI_Datatype old = t->type;
    OK(MPI_Type_create_resized(old, lb, extent, &t->type));
    OK(MPI_Type_free(&old));
    measured(t);
    CHECK(t->lb == lb && t->extent == extent);
}

static inline Type lay_out(const Tree *tree, int at, Rng *r);

static inline Type repeated(const Tree *tree, const Node *node, Rng *r) {
    Type part = lay_out(tree, node->child[0], r), t = {.n = 0};
    int n = node->n, shape = below(r, 6);
    long span = part.high - part.low, step = part.extent;
    MPI_Aint places[16];
    int order[16], ones[16], ints[16];
    int tight = disjoint(&part, n, part.extent);
    if (!tight && shape != 4) shape = 5;
    if (shape == 0) {
        OK(MPI_Type_contiguous(n, part.type, &t.type));
    } else if (shape == 1) {
        MPI_Aint zero = 0;
        OK(MPI_Type_create_struct(1, &n, &zero, &part.type, &t.type));
    } else if (shape == 2) {
        int stride = between(r, -3, 3);
        if (!disjoint(&part, n, stride * part.extent)) stride = 1;
        step = stride * part.extent;
        OK(MPI_Type_vector(n, 1, stride, part.type, &t.type));
    } else if (shape == 3) {
        /* Two blocks, the second before the first, with a gap between. */
        int first = between(r, 0, n), gap = below(r, 3);
        ints[0] = n - first + gap, ints[1] = 0, ones[0] = first, ones[1] = n - first;
        if (!disjoint(&part, n + gap, part.extent)) ints[0] = n - first;
        OK(MPI_Type_indexed(2, ones, ints, part.type, &t.type));
        add(&t, &part, ints[0] * part.extent, first, part.extent);
        add(&t, &part, 0, n - first, part.extent);
    } else if (shape == 4) {
        shuffle(r, order, n);
        long each = span + below(r, 3) * below(r, 9);
        for (int i = 0; i < n; i++) places[i] = (order[i] - n / 2) * each, ones[i] = 1;
        if (below(r, 2)) OK(MPI_Type_create_hindexed(n, ones, places, part.type, &t.type));
        else OK(MPI_Type_create_hindexed_block(n, 1, places, part.type, &t.type));
        for (int i = 0; i < n; i++) add(&t, &part, places[i], 1, 0);
    } else {
        step = between(r, -40, 40);
        if (!disjoint(&part, n, step)) step = (span + below(r, 9)) * (below(r, 2) ? 1 : -1);
        OK(MPI_Type_create_hvector(n, 1, step, part.type, &t.type));
    }
    if (t.n == 0) add(&t, &part, 0, n, step);
    OK(MPI_Type_free(&part.type));
    return t;
}

static inline Type sequence(const Tree *tree, const Node *node, Rng *r) {
    Type parts[PARTS], t = {.n = 0};
    int order[PARTS], ones[PARTS] = {0}, n = node->n;
    MPI_Aint places[PARTS] = {0};
    MPI_Datatype types[PARTS] = {0};
    long place = between(r, -40, 40);
    shuffle(r, order, n);
    for (int i = 0; i < n; i++) parts[i] = lay_out(tree, node->child[i], r), ones[i] = 1;
    for (int k = 0; k < n; k++) {
        Type *part = &parts[order[k]];
        places[order[k]] = place - part->low;
        place += part->high - part->low + below(r, 2) * below(r, 12);
    }
    for (int i = 0; i < n; i++) types[i] = parts[i].type, add(&t, &parts[i], places[i], 1, 0);
    OK(MPI_Type_create_struct(n, ones, places, types, &t.type));
    for (int i = 0; i < n; i++) OK(MPI_Type_free(&types[i]));
    return t;
}

/* A datatype of the signature at `at`. */
static inline Type lay_out(const Tree *tree, int at, Rng *r) {
    const Node *node = &tree->node[at];
    Type t = {.n = 0};
    if (node->what < BASICS) {
        OK(MPI_Type_dup(basic(node->what), &t.type));
        t.n = 1, t.at[0] = 0, t.len[0] = basic_bytes[node->what];
        if (node->what == 7) t.n = 2, t.at[1] = 8, t.len[0] = 8, t.len[1] = 4;
    } else {
        t = node->what == REPEAT ? repeated(tree, node, r) : sequence(tree, node, r);
    }
    measured(&t);
    long span = t.high - t.low;
    switch (below(r, 6)) {
        case 0: resize(&t, between(r, -20, 20), span + below(r, 30)); break;
        case 1: resize(&t, t.low, between(r, -span - 20, span)); break;
    }
    return t;
}

/* A committed datatype of the signature, whose first `count` items have no byte in common. */
static inline Type type_for(const Tree *tree, int at, Rng *r, long count) {
    Type t = lay_out(tree, at, r);
    long span = t.high - t.low, extent = t.extent;
    int wanted = below(r, 3);
    for (int tries = 0; (wanted == 0 || !disjoint(&t, count, extent)) && tries < 6; tries++, wanted = 1)
        extent = between(r, -span - 8, span + 8);
    if (!disjoint(&t, count, extent)) extent = (span + below(r, 9)) * (below(r, 4) ? 1 : -1);
    if (extent != t.extent) resize(&t, below(r, 2) ? t.low : between(r, -16, 16), extent);
    OK(MPI_Type_commit(&t.type));
    return t;
}

/* Memory round a program's buffer, every byte of it known. `base` is what MPI is given. */
typedef struct {
    unsigned char *memory, *base;
    long len;
} Image;

static inline void low_high(const Type *t, long first, long count, long *low, long *high) {
    if (count <= 0) return;
    long a = first * t->extent, b = (first + count - 1) * t->extent;
    long l = (a < b ? a : b) + t->low, h = (a > b ? a : b) + t->high;
    if (l < *low) *low = l;
    if (h > *high) *high = h;
}

/* Memory for displacements from `low` to `high`. */
static inline Image image(long low, long high) {
    enum { MARGIN = 64 };
    Image m;
    if (low > 0) low = 0;
    if (high < 0) high = 0;
    m.len = high - low + 2 * MARGIN;
    m.memory = malloc(m.len);
    CHECK(m.memory != NULL);
    for (long i = 0; i < m.len; i++) m.memory[i] = (unsigned char)(0xa5 ^ (i * 29));
    m.base = m.memory + MARGIN - low;
    return m;
}
static inline Image image_for(const Type *t, long count) {
    long low = 0, high = 0;
    low_high(t, 0, count, &low, &high);
    return image(low, high);
}
static inline Image copied(const Image *m) {
    Image c = *m;
    c.memory = malloc(m->len);
    CHECK(c.memory != NULL);
    memcpy(c.memory, m->memory, m->len);
    c.base = c.memory + (m->base - m->memory);
    return c;
}
static inline void drop(Image *m) { free(m->memory); }

/* Byte `k` of the data that `stream` stands for. */
static inline unsigned char data(uint64_t stream, long k) {
    uint64_t z = (stream + 1) * 0x9e3779b97f4a7c15u + (uint64_t)k * 0xd1342543de82ef95u;
    return (unsigned char)((z ^ (z >> 29)) * 0xbf58476d1ce4e5b9u >> 56);
}

/* Writes packed bytes into `count` items that begin at displacement `at`; without `packed`, those of the stream. */
static inline void write_items(Image *m, const Type *t, long at, long count, const unsigned char *packed,
                               uint64_t stream) {
    long k = 0;
    for (long i = 0; i < count; i++)
        for (int p = 0; p < t->n; p++)
            for (int b = 0; b < t->len[p]; b++, k++)
                m->base[at + i * t->extent + t->at[p] + b] = packed ? packed[k] : data(stream, k);
}

/* Is every byte what it should be? Says which is not. */
static inline int same(const Image *got, const Image *want, const char *what) {
    for (long i = 0; i < want->len; i++)
        if (got->memory[i] != want->memory[i]) {
            fprintf(stderr, "rank %d: %s: byte %ld of the buffer is %d, not %d\n", rank, what,
                    i - (long)(want->base - want->memory), got->memory[i], want->memory[i]);
            return 0;
        }
    return 1;
}

/* Number of rounds and first seed: the program's arguments, else these. */
static inline void rounds(int argc, char **argv, long *number, uint64_t *seed) {
    if (argc > 1) *number = atol(argv[1]);
    if (argc > 2) *seed = strtoull(argv[2], NULL, 0);
}
#endif
