/* Every collective on intercommunicators of unequal halves, both forms, against what a serial program computes; both
 * directions, every root, an operation that does not commute, datatypes with holes, several calls at once. ranks: 2 3 5 */
#include "check.h"

static MPI_Comm inter;
static int rank, n, m, base, far; /* here: my rank and my group's size; the other group's size; world ranks of both firsts */

static int value(int world, int i) { return world * 1000 + i * 7 + 1; }
static int *ints(int count) {
    int *p = malloc(sizeof(int) * (count + 1));
    for (int i = 0; i <= count; i++) p[i] = -1;
    return p;
}
/* Runs the blocking form, or starts the other and waits. */
static MPI_Request q;
#define BOTH(i, call, icall)                                                        \
    do {                                                                            \
        if (i) { CHECK((icall) == MPI_SUCCESS); CHECK(MPI_Wait(&q, MPI_STATUS_IGNORE) == MPI_SUCCESS); } \
        else CHECK((call) == MPI_SUCCESS);                                          \
    } while (0)

/* Composition of affine maps modulo 2^32: associative, does not commute. */
static void affine(void *in, void *inout, int *len, MPI_Datatype *type) {
    (void)type;
    unsigned *a = in, *b = inout;
    for (int i = 0; i < *len; i++, a += 2, b += 2) {
        unsigned x = a[0] * b[0], y = a[0] * b[1] + a[1];
        b[0] = x, b[1] = y;
    }
}
static void map_of(int world, int i, unsigned *pair) { pair[0] = 2 * (unsigned)(world + i) + 3, pair[1] = (unsigned)(world * 31 + i); }
/* The maps of `count` ranks from `first` on, in order. */
static void composed(int first, int count, int i, unsigned *pair) {
    int one = 1;
    map_of(first + count - 1, i, pair);
    for (int r = first + count - 2; r >= first; r--) {
        unsigned left[2];
        map_of(r, i, left);
        affine(left, pair, &one, NULL);
    }
}

/* `to_far`: this group has the root, which is rank `root` there. */
static void rooted(int i, int to_far, int root, int len) {
    int here = to_far && rank == root, at = !to_far ? root : here ? MPI_ROOT : MPI_PROC_NULL;
    int giver = to_far ? base + root : far + root;
    int *one = ints(len), *all = ints(len * m);
    for (int k = 0; k < len && here; k++) one[k] = value(giver, k);
    BOTH(i, MPI_Bcast(one, len, MPI_INT, at, inter), MPI_Ibcast(one, len, MPI_INT, at, inter, &q));
    for (int k = 0; k < len && (here || !to_far); k++) CHECK(one[k] == value(giver, k));
    if (to_far && !here) CHECK(one[0] == -1);

    for (int k = 0; k < len; k++) one[k] = value(base + rank, k);
    BOTH(i, MPI_Gather(one, len, MPI_INT, all, len, MPI_INT, at, inter),
         MPI_Igather(one, len, MPI_INT, all, len, MPI_INT, at, inter, &q));
    for (int k = 0; k < len * m; k++) CHECK(all[k] == (here ? value(far + k / len, k % len) : -1));
    CHECK(all[len * m] == -1);

    for (int k = 0; k < len * m; k++) all[k] = here ? value(giver, k) : -1;
    for (int k = 0; k < len; k++) one[k] = -1;
    BOTH(i, MPI_Scatter(all, len, MPI_INT, one, len, MPI_INT, at, inter),
         MPI_Iscatter(all, len, MPI_INT, one, len, MPI_INT, at, inter, &q));
    for (int k = 0; k < len; k++) CHECK(one[k] == (to_far ? -1 : value(giver, rank * len + k)));
    free(one), free(all);

    /* Rank r of a group has r + 1 items (none if r is 1), which lie in reverse order of ranks. */
    int *counts = ints(m), *places = ints(m), total = 0, mine = rank == 1 ? 0 : rank + 1;
    for (int r = m - 1; r >= 0; r--) {
        counts[r] = r == 1 ? 0 : r + 1;
        places[r] = total, total += counts[r] + 1;
    }
    one = ints(mine), all = ints(total);
    for (int k = 0; k < mine; k++) one[k] = value(base + rank, k);
    BOTH(i, MPI_Gatherv(one, mine, MPI_INT, all, counts, places, MPI_INT, at, inter),
         MPI_Igatherv(one, mine, MPI_INT, all, counts, places, MPI_INT, at, inter, &q));
    for (int r = 0; r < m; r++)
        for (int k = 0; k <= counts[r]; k++) CHECK(all[places[r] + k] == (here && k < counts[r] ? value(far + r, k) : -1));
    for (int k = 0; k < total; k++) all[k] = here ? value(giver, k) : -1;
    for (int k = 0; k < mine; k++) one[k] = -1;
    BOTH(i, MPI_Scatterv(all, counts, places, MPI_INT, one, mine, MPI_INT, at, inter),
         MPI_Iscatterv(all, counts, places, MPI_INT, one, mine, MPI_INT, at, inter, &q));
    int before = 0;
    for (int r = n - 1; r > rank; r--) before += (r == 1 ? 0 : r + 1) + 1;
    for (int k = 0; k < mine; k++) CHECK(one[k] == (to_far ? -1 : value(giver, before + k)));
    CHECK(one[mine] == -1);
    free(one), free(all), free(counts), free(places);
}

static void reductions(int i, int to_far, int root, int len, MPI_Op op, MPI_Datatype pair) {
    int here = to_far && rank == root, at = !to_far ? root : here ? MPI_ROOT : MPI_PROC_NULL;
    unsigned *mine = malloc(8 * (len + 1)), *got = malloc(8 * (len + 1)), want[2];
    for (int k = 0; k < len; k++) map_of(base + rank, k, mine + 2 * k);
    memset(got, 0xff, 8 * (len + 1));
    BOTH(i, MPI_Reduce(mine, got, len, pair, op, at, inter), MPI_Ireduce(mine, got, len, pair, op, at, inter, &q));
    for (int k = 0; k < len; k++) {
        composed(far, m, k, want);
        if (here) CHECK(got[2 * k] == want[0] && got[2 * k + 1] == want[1]);
        else CHECK(got[2 * k] == ~0u && got[2 * k + 1] == ~0u);
    }
    memset(got, 0xff, 8 * (len + 1));
    BOTH(i, MPI_Allreduce(mine, got, len, pair, op, inter), MPI_Iallreduce(mine, got, len, pair, op, inter, &q));
    for (int k = 0; k < len; k++) {
        composed(far, m, k, want);
        CHECK(got[2 * k] == want[0] && got[2 * k + 1] == want[1]);
    }
    CHECK(got[2 * len] == ~0u);
    free(mine), free(got);

    int *a = ints(n * m * len), *b = ints(n * m * len), sum = m * (m - 1) / 2 * 1000 + far * m * 1000;
    for (int k = 0; k < n * m * len; k++) a[k] = value(base + rank, k);
    BOTH(i, MPI_Reduce_scatter_block(a, b, m * len, MPI_INT, MPI_SUM, inter),
         MPI_Ireduce_scatter_block(a, b, m * len, MPI_INT, MPI_SUM, inter, &q));
    for (int k = 0; k < m * len; k++) CHECK(b[k] == sum + m * (7 * (rank * m * len + k) + 1));
    CHECK(b[m * len] == -1);
    /* Everything but a few items goes to the last rank; the first gets nothing, if it is not the last. */
    int *counts = ints(n), total = n * m * len, before = 0, first = 0;
    for (int r = 0; r < n; r++) {
        counts[r] = r == n - 1 ? total - before : r;
        if (r == rank) first = before;
        before += counts[r];
    }
    for (int k = 0; k < total; k++) b[k] = -1;
    BOTH(i, MPI_Reduce_scatter(a, b, counts, MPI_INT, MPI_SUM, inter),
         MPI_Ireduce_scatter(a, b, counts, MPI_INT, MPI_SUM, inter, &q));
    for (int k = 0; k < counts[rank]; k++) CHECK(b[k] == sum + m * (7 * (first + k) + 1));
    CHECK(b[counts[rank]] == -1);
    free(a), free(b), free(counts);
}

static void exchanges(int i, int len) {
    int *mine = ints(len * m), *got = ints(len * m);
    for (int k = 0; k < len; k++) mine[k] = value(base + rank, k);
    BOTH(i, MPI_Barrier(inter), MPI_Ibarrier(inter, &q));
    BOTH(i, MPI_Allgather(mine, len, MPI_INT, got, len, MPI_INT, inter),
         MPI_Iallgather(mine, len, MPI_INT, got, len, MPI_INT, inter, &q));
    for (int k = 0; k < len * m; k++) CHECK(got[k] == value(far + k / len, k % len));
    CHECK(got[len * m] == -1);
    /* One way only: the group that begins at world rank 0 gives. */
    int gives = base == 0;
    for (int k = 0; k < len * m; k++) got[k] = -1;
    BOTH(i, MPI_Allgather(mine, gives ? len : 0, MPI_INT, got, gives ? 0 : len, MPI_INT, inter),
         MPI_Iallgather(mine, gives ? len : 0, MPI_INT, got, gives ? 0 : len, MPI_INT, inter, &q));
    for (int k = 0; k < len * m; k++) CHECK(got[k] == (gives ? -1 : value(far + k / len, k % len)));

    for (int k = 0; k < len * m; k++) mine[k] = value(base + rank, k), got[k] = -1;
    BOTH(i, MPI_Alltoall(mine, len, MPI_INT, got, len, MPI_INT, inter),
         MPI_Ialltoall(mine, len, MPI_INT, got, len, MPI_INT, inter, &q));
    for (int k = 0; k < len * m; k++) CHECK(got[k] == value(far + k / len, rank * len + k % len));
    free(mine), free(got);

    /* World rank a gives world rank b (a * 3 + b) % 4 items; they lie in reverse order of ranks, a hole after each. */
    int out[8], in[8], from[8], to[8], sent = 0, received = 0;
    int obytes[8], ibytes[8];
    MPI_Datatype types[8];
    for (int r = m - 1; r >= 0; r--) {
        out[r] = ((base + rank) * 3 + far + r) % 4, in[r] = ((far + r) * 3 + base + rank) % 4;
        from[r] = sent, sent += out[r] + 1, to[r] = received, received += in[r] + 1;
        obytes[r] = 4 * from[r], ibytes[r] = 4 * to[r], types[r] = MPI_INT;
    }
    mine = ints(sent), got = ints(received);
    for (int w = 0; w < 2; w++) {
        for (int r = 0; r < m; r++) {
            for (int k = 0; k < out[r]; k++) mine[from[r] + k] = value(base + rank, 10 * (far + r) + k);
            for (int k = 0; k <= in[r]; k++) got[to[r] + k] = -1;
        }
        if (w) BOTH(i, MPI_Alltoallw(mine, out, obytes, types, got, in, ibytes, types, inter),
                    MPI_Ialltoallw(mine, out, obytes, types, got, in, ibytes, types, inter, &q));
        else BOTH(i, MPI_Alltoallv(mine, out, from, MPI_INT, got, in, to, MPI_INT, inter),
                  MPI_Ialltoallv(mine, out, from, MPI_INT, got, in, to, MPI_INT, inter, &q));
        for (int r = 0; r < m; r++)
            for (int k = 0; k <= in[r]; k++)
                CHECK(got[to[r] + k] == (k < in[r] ? value(far + r, 10 * (base + rank) + k) : -1));
    }
    free(mine), free(got);

    /* Every second int, received into blocks that lie apart, in reverse. */
    MPI_Datatype holes;
    MPI_Type_vector(len, 1, 2, MPI_INT, &holes);
    MPI_Type_commit(&holes);
    int span = 2 * len, counts[8], places[8];
    mine = ints(span), got = ints((span + 4) * m);
    for (int k = 0; k < len; k++) mine[2 * k] = value(base + rank, k);
    MPI_Datatype spaced;
    MPI_Type_create_resized(holes, 0, 4, &spaced);
    MPI_Type_commit(&spaced);
    for (int r = 0; r < m; r++) counts[r] = 1, places[r] = (m - 1 - r) * (span + 4);
    BOTH(i, MPI_Allgatherv(mine, 1, holes, got, counts, places, spaced, inter),
         MPI_Iallgatherv(mine, 1, holes, got, counts, places, spaced, inter, &q));
    for (int r = 0; r < m; r++)
        for (int k = 0; k < span + 4; k++)
            CHECK(got[places[r] + k] == (k < span && k % 2 == 0 ? value(far + r, k / 2) : -1));
    for (int k = 0; k < (span + 4) * m; k++) got[k] = -1;
    /* A broadcast of it, from the low group. */
    int giver = base == 0, at = giver ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0;
    if (giver && rank == 0) for (int k = 0; k < len; k++) got[2 * k] = value(0, k);
    BOTH(i, MPI_Bcast(got, 1, holes, at, inter), MPI_Ibcast(got, 1, holes, at, inter, &q));
    if (at != MPI_PROC_NULL) for (int k = 0; k < span; k++) CHECK(got[k] == (k % 2 == 0 ? value(0, k / 2) : -1));
    free(mine), free(got);
    MPI_Type_free(&holes);
    MPI_Type_free(&spaced);
}

/* Several at once, waited for in reverse; a collective on the group meanwhile. */
static void together(MPI_Comm half) {
    enum { CALLS = 12 };
    MPI_Request all[CALLS];
    int mine[CALLS], got[CALLS][8], sums[CALLS], here;
    for (int c = 0; c < CALLS; c++) {
        mine[c] = value(base + rank, c);
        if (c % 3 == 0) MPI_Iallgather(&mine[c], 1, MPI_INT, got[c], 1, MPI_INT, inter, &all[c]);
        if (c % 3 == 1) MPI_Iallreduce(&mine[c], &sums[c], 1, MPI_INT, MPI_SUM, inter, &all[c]);
        if (c % 3 == 2) MPI_Ibarrier(inter, &all[c]);
    }
    MPI_Allreduce(&mine[0], &here, 1, MPI_INT, MPI_MAX, half);
    CHECK(here == value(base + n - 1, 0));
    for (int c = CALLS - 1; c >= 0; c--) MPI_Wait(&all[c], MPI_STATUS_IGNORE);
    for (int c = 0; c < CALLS; c++) {
        for (int r = 0; r < m && c % 3 == 0; r++) CHECK(got[c][r] == value(far + r, c));
        if (c % 3 == 1) CHECK(sums[c] == m * (m - 1) / 2 * 1000 + m * value(far, c));
    }
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Op op;
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_UNSIGNED, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(affine, 0, &op);
    for (int cut = 1; cut < check_size; cut++) {
        MPI_Comm half;
        int low = check_rank < cut;
        MPI_Comm_split(MPI_COMM_WORLD, low, 0, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? cut : 0, 3, &inter);
        MPI_Comm_rank(inter, &rank);
        MPI_Comm_size(inter, &n);
        MPI_Comm_remote_size(inter, &m);
        base = low ? 0 : cut, far = low ? cut : 0;
        const int lens[] = {1, 7, 3000, 40000};
        for (int i = 0; i < 2; i++)
            for (unsigned l = 0; l < sizeof lens / sizeof *lens; l++) {
                if (lens[l] > 3000 && cut > 1) continue;
                for (int side = 0; side < 2; side++)
                    for (int root = 0; root < (side ? cut : check_size - cut); root++) {
                        /* side 1: the root is in the low group. */
                        rooted(i, low == side, root, lens[l]);
                        reductions(i, low == side, root, lens[l], op, pair);
                    }
                exchanges(i, lens[l]);
            }
        for (int i = 0; i < 2; i++) {
            /* Nothing at all. */
            int x = 5;
            BOTH(i, MPI_Allreduce(&x, &x, 0, MPI_INT, MPI_SUM, inter), MPI_Iallreduce(&x, &x, 0, MPI_INT, MPI_SUM, inter, &q));
            BOTH(i, MPI_Bcast(NULL, 0, MPI_INT, low ? (rank ? MPI_PROC_NULL : MPI_ROOT) : 0, inter),
                 MPI_Ibcast(NULL, 0, MPI_INT, low ? (rank ? MPI_PROC_NULL : MPI_ROOT) : 0, inter, &q));
            CHECK(x == 5);
        }
        together(half);
        MPI_Comm_free(&inter);
        MPI_Comm_free(&half);
    }
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    return check_end();
}
