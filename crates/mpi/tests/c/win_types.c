/* One-sided operations with generated datatypes at all three buffers (permutations, negative strides and bounds, gaps,
 * extents smaller than the data, overlaps where only reading is done), on windows of every flavour, with every kind of
 * synchronisation, against a reference that knows each element's place. Memory beside the data must stay as it is.
 * `win_types TIMES SEED` makes TIMES as many operations as CI does. ranks: 2 4 */
#include "win.h"

enum { MOST = 24, SLOT = 2048, SLOTS = 3, STRIPE = SLOT * SLOTS, BUFFER = 8192, ROUNDS = 150, RANKS = 8 };

static unsigned long long state;
static long below(long n) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (long)((state >> 33) % (unsigned long long)n);
}
static long between(long low, long high) { return low + below(high - low + 1); }

/* Elements of a predefined type. */
typedef struct {
    MPI_Datatype type;
    int size;
    /* Numbers that operations compute with; others are only moved. */
    int number;
} Kind;
static Kind kinds[6];

/* A datatype, and where each of its elements lies. */
typedef struct {
    MPI_Datatype type;
    int n;
    long at[MOST];
    MPI_Aint extent;
} Type;

static void look(Type *t) {
    MPI_Aint lb;
    MPI_Type_get_extent(t->type, &lb, &t->extent);
}

/* `copies` of a type, each at its place. */
static void repeat(Type *out, const Type *of, int copies, const long *at) {
    out->n = 0;
    for (int i = 0; i < copies; i++)
        for (int k = 0; k < of->n; k++) out->at[out->n++] = at[i] + of->at[k];
}

static void shuffled(int *numbers, int n) {
    for (int i = 0; i < n; i++) numbers[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)below(i + 1), swap = numbers[i];
        numbers[i] = numbers[k], numbers[k] = swap;
    }
}

/* A type of `n` elements; distances are multiples of `step` bytes. */
static Type make(const Kind *kind, int n, int depth, int step) {
    Type t, child;
    long at[MOST];
    int copies = n;
    if (n == 1 && (depth == 0 || below(3) == 0)) {
        t.n = 1, t.at[0] = 0;
        MPI_Type_dup(kind->type, &t.type);
        look(&t);
        return t;
    }
    if (n > 1 && depth > 0 && below(4) == 0) {
        /* Two types side by side, in any order. */
        int lengths[2] = {1, 1}, first = (int)between(1, n - 1);
        Type parts[2] = {make(kind, first, depth - 1, step), make(kind, n - first, depth - 1, step)};
        MPI_Aint places[2] = {between(-20, 20) * step, between(-20, 20) * step};
        MPI_Datatype types[2] = {parts[0].type, parts[1].type};
        MPI_Type_create_struct(2, lengths, places, types, &t.type);
        t.n = 0;
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < parts[p].n; k++) t.at[t.n++] = places[p] + parts[p].at[k];
        MPI_Type_free(types), MPI_Type_free(types + 1);
        look(&t);
        return t;
    }
    if (depth > 0) do copies = (int)between(1, n); while (n % copies);
    child = make(kind, n / copies, depth > 0 ? depth - 1 : 0, step);
    int block = 1, numbers[MOST], lengths[MOST];
    MPI_Aint places[MOST];
    switch (below(9)) {
    case 0:
        for (int i = 0; i < copies; i++) at[i] = i * child.extent;
        MPI_Type_contiguous(copies, child.type, &t.type);
        break;
    case 1: {
        do block = (int)between(1, copies); while (copies % block);
        int stride = (int)between(-3, 4);
        for (int i = 0; i < copies; i++) at[i] = (i / block * (long)stride + i % block) * child.extent;
        MPI_Type_vector(copies / block, block, stride, child.type, &t.type);
        break;
    }
    case 2: {
        MPI_Aint stride = between(-12, 12) * step;
        for (int i = 0; i < copies; i++) at[i] = i * stride;
        MPI_Type_create_hvector(copies, 1, stride, child.type, &t.type);
        break;
    }
    case 3:
        shuffled(numbers, copies);
        for (int i = 0; i < copies; i++) at[i] = numbers[i] * child.extent;
        MPI_Type_create_indexed_block(copies, 1, numbers, child.type, &t.type);
        break;
    case 4: {
        MPI_Aint apart = between(1, 3) * child.extent;
        shuffled(numbers, copies);
        for (int i = 0; i < copies; i++) at[i] = places[i] = (numbers[i] - copies / 2) * apart, lengths[i] = 1;
        MPI_Type_create_hindexed(copies, lengths, places, child.type, &t.type);
        break;
    }
    case 5: {
        /* Blocks of several lengths, the last ones first in memory. */
        int blocks = 0, end = copies;
        for (int i = 0; i < copies; i += lengths[blocks++]) {
            lengths[blocks] = (int)between(1, copies - i);
            numbers[blocks] = end -= lengths[blocks];
            for (int k = 0; k < lengths[blocks]; k++) at[i + k] = (numbers[blocks] + k) * child.extent;
        }
        MPI_Type_indexed(blocks, lengths, numbers, child.type, &t.type);
        break;
    }
    case 6: {
        int part[2], whole[2], start[2], fortran = (int)below(2);
        do part[0] = (int)between(1, copies); while (copies % part[0]);
        part[1] = copies / part[0];
        for (int d = 0; d < 2; d++) start[d] = (int)below(3), whole[d] = start[d] + part[d] + (int)below(2);
        for (int i = 0; i < copies; i++) {
            long row = start[0] + (fortran ? i % part[0] : i / part[1]);
            long column = start[1] + (fortran ? i / part[0] : i % part[1]);
            at[i] = (fortran ? row + column * whole[0] : row * whole[1] + column) * child.extent;
        }
        int order = fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
        MPI_Type_create_subarray(2, whole, part, start, order, child.type, &t.type);
        break;
    }
    case 7: {
        /* Bounds that the data does not have; copies of it then. */
        MPI_Datatype inner;
        MPI_Type_create_resized(child.type, between(-6, 6) * step, between(-8, 16) * step, &inner);
        MPI_Type_free(&child.type);
        child.type = inner;
        look(&child);
        for (int i = 0; i < copies; i++) at[i] = i * child.extent;
        MPI_Type_contiguous(copies, inner, &t.type);
        break;
    }
    default:
        for (int i = 0; i < copies; i++) at[i] = places[i] = between(-30, 30) * step;
        MPI_Type_create_hindexed_block(copies, 1, places, child.type, &t.type);
    }
    repeat(&t, &child, copies, at);
    MPI_Type_free(&child.type);
    look(&t);
    return t;
}

/* Items of a type in a buffer. */
typedef struct {
    Type type;
    int count, n;
    /* Of the buffer's address that the call is given, in the room; and of each element. */
    long origin, at[MOST];
} Items;

/* `n` elements in `room` bytes, none upon another if `apart`. */
static Items items(const Kind *kind, int n, long room, int apart, int step) {
    for (;;) {
        Items it;
        do it.count = (int)between(1, n); while (n % it.count);
        it.type = make(kind, n / it.count, (int)below(4), step);
        it.n = n;
        long low = 0, high = 0;
        for (int i = 0; i < n; i++) {
            it.at[i] = i / it.type.n * it.type.extent + it.type.at[i % it.type.n];
            if (i == 0 || it.at[i] < low) low = it.at[i];
            if (i == 0 || it.at[i] > high) high = it.at[i];
        }
        int good = high - low + kind->size <= room;
        for (int i = 0; apart && good && i < n; i++)
            for (int k = 0; k < i; k++) good &= labs(it.at[i] - it.at[k]) >= kind->size;
        if (good) {
            /* Anywhere in the room. */
            long slack = (room - (high - low + kind->size)) / 16;
            it.origin = (slack > 0 ? below(slack) * 16 : 0) - low;
            if (step != 1) it.origin = (it.origin + low) / step * step - low;
            for (int i = 0; i < n; i++) it.at[i] += it.origin;
            MPI_Type_commit(&it.type.type);
            return it;
        }
        MPI_Type_free(&it.type.type);
    }
}

static void gather(const Kind *kind, const Items *it, const unsigned char *from, unsigned char *packed) {
    for (int i = 0; i < it->n; i++) memcpy(packed + i * kind->size, from + it->at[i], kind->size);
}
static void scatter(const Kind *kind, const Items *it, unsigned char *to, const unsigned char *packed) {
    for (int i = 0; i < it->n; i++) memcpy(to + it->at[i], packed + i * kind->size, kind->size);
}

static const MPI_Op *operation(const Kind *kind) {
    static MPI_Op ops[8];
    int n = 0;
    ops[n++] = MPI_REPLACE, ops[n++] = MPI_NO_OP;
    if (kind->number) ops[n++] = MPI_SUM, ops[n++] = MPI_BXOR, ops[n++] = MPI_MAX, ops[n++] = MPI_PROD;
    return ops + below(n);
}
static long long number(const unsigned char *at, int size) {
    signed char a;
    short b;
    int c;
    long long d;
    switch (size) {
    case 1: return memcpy(&a, at, 1), a;
    case 2: return memcpy(&b, at, 2), b;
    case 4: return memcpy(&c, at, 4), c;
    default: return memcpy(&d, at, 8), d;
    }
}
static void combine(MPI_Op op, const Kind *kind, const unsigned char *operand, unsigned char *there) {
    if (op == MPI_NO_OP) return;
    if (op == MPI_REPLACE) {
        memcpy(there, operand, kind->size);
        return;
    }
    unsigned long long a = number(operand, kind->size), b = number(there, kind->size), c = a;
    if (op == MPI_SUM) c = a + b;
    if (op == MPI_BXOR) c = a ^ b;
    if (op == MPI_PROD) c = a * b;
    if (op == MPI_MAX) c = (long long)a > (long long)b ? a : b;
    /* Little-endian, as all machines that Clump runs on are. */
    memcpy(there, &c, kind->size);
}

static unsigned char first_byte(int target, long at) { return check_byte(at, 7 + target); }

/* This rank's stripe of each window part, as it must be. */
static unsigned char mirror[RANKS][STRIPE];

/* An operation under way: buffers, and what they must hold in the end. */
typedef struct {
    unsigned char origin[BUFFER], result[BUFFER], wanted_origin[BUFFER], wanted_result[BUFFER];
    MPI_Datatype types[3];
    int what;
    char told[200];
} Call;

static const char *names[] = {"MPI_Put", "MPI_Get", "MPI_Accumulate", "MPI_Get_accumulate", "MPI_Fetch_and_op",
                              "MPI_Compare_and_swap"};

/* Starts one; `request`: by a call with a request, if there is one. */
static void start(Call *c, int target, int slot, MPI_Aint base, int unit, MPI_Win win, MPI_Request *request) {
    const Kind *kind = kinds + below(6);
    unsigned char a[MOST * 8], b[MOST * 8], *stripe = mirror[target] + slot * SLOT;
    c->what = (int)below(6);
    if (c->what == 5 && !kind->number) c->what = 0;
    int n = c->what >= 4 ? 1 : (int)between(1, MOST), reads = c->what == 1, step = kind->size;
    if (c->what < 2 && unit == 1 && below(3) == 0) step = 1;
    for (int i = 0; i < BUFFER; i++) c->origin[i] = (unsigned char)below(256), c->result[i] = (unsigned char)below(256);
    memcpy(c->wanted_origin, c->origin, BUFFER), memcpy(c->wanted_result, c->result, BUFFER);
    Items here = items(kind, n, BUFFER, reads, kind->size), result = items(kind, n, BUFFER, 1, kind->size);
    Items there;
    /* The displacement counts units, and is not negative. */
    long from = check_rank * (long)STRIPE + slot * SLOT;
    for (;;) {
        there = items(kind, n, SLOT, !reads, step);
        if ((from + there.origin) % unit == 0 && from + there.origin >= 0) break;
        MPI_Type_free(&there.type.type);
    }
    c->types[0] = here.type.type, c->types[1] = result.type.type, c->types[2] = there.type.type;
    MPI_Aint disp = base + (from + there.origin) / unit;
    int hc = here.count, rc = result.count, tc = there.count, asks = request && below(2);
    MPI_Datatype h = here.type.type, r = result.type.type, t = there.type.type;
    MPI_Op op = *operation(kind);
    unsigned char *o = c->origin + here.origin, *q = c->result + result.origin;
    if (request) *request = MPI_REQUEST_NULL;
    snprintf(c->told, sizeof c->told, "%s, %d elements of %d bytes, operation %#lx, to rank %d", names[c->what], n,
             kind->size, (long)op, target);
    switch (c->what) {
    case 0:
        gather(kind, &here, c->origin, a);
        scatter(kind, &there, stripe, a);
        if (asks) MPI_Rput(o, hc, h, target, disp, tc, t, win, request);
        else MPI_Put(o, hc, h, target, disp, tc, t, win);
        break;
    case 1:
        gather(kind, &there, stripe, a);
        scatter(kind, &here, c->wanted_origin, a);
        if (asks) MPI_Rget(o, hc, h, target, disp, tc, t, win, request);
        else MPI_Get(o, hc, h, target, disp, tc, t, win);
        break;
    case 2:
    case 3:
        gather(kind, &here, c->origin, a);
        gather(kind, &there, stripe, b);
        if (c->what == 3) scatter(kind, &result, c->wanted_result, b);
        for (int i = 0; i < n; i++) combine(op, kind, a + i * kind->size, b + i * kind->size);
        scatter(kind, &there, stripe, b);
        if (c->what == 2 && asks) MPI_Raccumulate(o, hc, h, target, disp, tc, t, op, win, request);
        else if (c->what == 2) MPI_Accumulate(o, hc, h, target, disp, tc, t, op, win);
        else if (asks) MPI_Rget_accumulate(o, hc, h, q, rc, r, target, disp, tc, t, op, win, request);
        else MPI_Get_accumulate(o, hc, h, q, rc, r, target, disp, tc, t, op, win);
        break;
    case 4:
    case 5:
        /* One element, of the predefined type: by the places of the generated ones. */
        disp = base + from / unit;
        memcpy(c->wanted_result, stripe, kind->size);
        if (c->what == 4) {
            combine(op, kind, c->origin, stripe);
            MPI_Fetch_and_op(c->origin, c->result, kind->type, target, disp, op, win);
            break;
        }
        /* The origin is what is compared with, every other time what is there. */
        if (below(2)) memcpy(c->origin, stripe, kind->size);
        memcpy(c->wanted_origin, c->origin, kind->size);
        if (!memcmp(c->origin, stripe, kind->size)) memcpy(stripe, c->origin + 64, kind->size);
        MPI_Compare_and_swap(c->origin + 64, c->origin, c->result, kind->type, target, disp, win);
        break;
    }
}

static void end(Call *c, int round, int flavour, int mode) {
    int same = !memcmp(c->origin, c->wanted_origin, BUFFER) && !memcmp(c->result, c->wanted_result, BUFFER);
    if (!same) fprintf(stderr, "round %d, flavour %d, synchronisation %d: %s\n", round, flavour, mode, c->told);
    CHECK(same);
    for (int i = 0; i < 3; i++) MPI_Type_free(c->types + i);
}

enum { FENCE, GROUPS, EXCLUSIVE, LOCK_ALL, MODES };

/* One epoch of every rank to one target, or to all. */
static void epoch(MPI_Win win, int round, int flavour, const MPI_Aint *bases, int unit, Call *calls) {
    /* Decided alike on all ranks. */
    unsigned long long mine = state;
    state = 77 + round;
    int mode = (int)below(MODES), shift = (int)below(check_size);
    state = mine;
    int target = (check_rank + shift) % check_size, passive = mode >= EXCLUSIVE;
    MPI_Request requests[SLOTS];
    MPI_Group world, to, from;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    int origin = (check_rank + check_size - shift) % check_size;
    MPI_Group_incl(world, 1, &target, &to), MPI_Group_incl(world, 1, &origin, &from);
    switch (mode) {
    case FENCE: MPI_Win_fence(MPI_MODE_NOPRECEDE, win); break;
    case GROUPS: MPI_Win_post(from, 0, win), MPI_Win_start(to, 0, win); break;
    case EXCLUSIVE: MPI_Win_lock(round % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0, win); break;
    case LOCK_ALL: MPI_Win_lock_all(0, win); break;
    }
    for (int i = 0; i < SLOTS; i++) start(calls + i, target, i, bases[target], unit, win, passive ? requests + i : NULL);
    if (passive) MPI_Waitall(SLOTS, requests, MPI_STATUSES_IGNORE);
    switch (mode) {
    case FENCE: MPI_Win_fence(MPI_MODE_NOSUCCEED, win); break;
    case GROUPS: MPI_Win_complete(win), MPI_Win_wait(win); break;
    case EXCLUSIVE: MPI_Win_unlock(target, win); break;
    case LOCK_ALL: MPI_Win_flush(target, win), MPI_Win_unlock_all(win); break;
    }
    for (int i = 0; i < SLOTS; i++) end(calls + i, round, flavour, mode);
    MPI_Group_free(&world), MPI_Group_free(&to), MPI_Group_free(&from);
}

/* Every stripe of this rank's part is as its origin's mirror. */
static void compare(const unsigned char *part, int flavour) {
    static unsigned char theirs[STRIPE];
    for (int shift = 0; shift < check_size; shift++) {
        int to = (check_rank + shift) % check_size, from = (check_rank + check_size - shift) % check_size;
        MPI_Sendrecv(mirror[to], STRIPE, MPI_BYTE, to, 3, theirs, STRIPE, MPI_BYTE, from, 3, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        int same = !memcmp(part + from * (long)STRIPE, theirs, STRIPE);
        if (!same) fprintf(stderr, "flavour %d: what rank %d has written is not so\n", flavour, from);
        CHECK(same);
    }
}

/* A dynamic window, of memory attached in adjacent pieces. */
static MPI_Win pieces(unsigned char **part, long size, long *cuts) {
    MPI_Win win;
    *part = calloc(1, size);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    cuts[0] = 0, cuts[4] = size;
    for (int i = 1; i < 4; i++) cuts[i] = between(cuts[i - 1] + 1, size / 4 * i);
    for (int i = 3; i >= 0; i--) MPI_Win_attach(win, *part + cuts[i], cuts[i + 1] - cuts[i]);
    return win;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    long times = argc > 1 ? atol(argv[1]) : 1;
    state = (argc > 2 ? atol(argv[2]) : 1) * 1000003 + check_rank;
    kinds[0] = (Kind){MPI_INT8_T, 1, 1}, kinds[1] = (Kind){MPI_INT16_T, 2, 1}, kinds[2] = (Kind){MPI_INT32_T, 4, 1};
    kinds[3] = (Kind){MPI_INT64_T, 8, 1}, kinds[4] = (Kind){MPI_DOUBLE, 8, 0}, kinds[5] = (Kind){MPI_CHAR, 1, 0};
    Call *calls = malloc(SLOTS * sizeof *calls);
    for (int flavour = 0; flavour < FLAVOURS; flavour++) {
        unsigned char *part;
        long size = check_size * (long)STRIPE, cuts[5];
        int unit = flavour == DYNAMIC ? 1 : 1 << flavour % 4;
        MPI_Win win = flavour == DYNAMIC ? pieces(&part, size, cuts)
                                         : win_make(flavour, size, unit, MPI_COMM_WORLD, &part);
        MPI_Aint *bases = win_bases(flavour, part, MPI_COMM_WORLD);
        for (int target = 0; target < check_size; target++)
            for (long i = 0; i < STRIPE; i++) mirror[target][i] = first_byte(target, check_rank * (long)STRIPE + i);
        for (long i = 0; i < size; i++) part[i] = first_byte(check_rank, i);
        MPI_Barrier(MPI_COMM_WORLD);
        for (long round = 0; round < ROUNDS * times; round++) {
            epoch(win, (int)round, flavour, bases, unit, calls);
            if (round % 10 == 9) {
                MPI_Barrier(MPI_COMM_WORLD);
                compare(part, flavour);
                MPI_Barrier(MPI_COMM_WORLD);
            }
        }
        if (flavour == DYNAMIC) {
            MPI_Barrier(MPI_COMM_WORLD);
            for (int i = 0; i < 4; i++) MPI_Win_detach(win, part + cuts[i]);
            MPI_Win_free(&win);
            free(part);
        } else {
            win_end(flavour, &win, part);
        }
        free(bases);
    }
    free(calls);
    return check_end();
}
