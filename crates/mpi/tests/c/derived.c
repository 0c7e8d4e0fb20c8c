/* Derived datatypes: bounds, contents, packing in type-map order, and messages of them (MPI 5.0, chapter 5). */
#include "start.h"
#include <stddef.h>

static void bounds(MPI_Datatype t, int want_size, long lb, long extent, long true_lb, long true_extent) {
    int n;
    MPI_Aint l, e, tl, te;
    OK(MPI_Type_size(t, &n));
    OK(MPI_Type_get_extent(t, &l, &e));
    OK(MPI_Type_get_true_extent(t, &tl, &te));
    CHECK(n == want_size);
    CHECK(l == lb && e == extent);
    CHECK(tl == true_lb && te == true_extent);
}

/* Packs `count` items that begin at `at` in ints 0, 1, 2…, and compares; then unpacks, sends and receives them. */
static void order(MPI_Datatype t, int count, int at, int n, const int *want) {
    enum { ROOM = 256 };
    int from[ROOM], to[ROOM], packed[ROOM], position = 0, bytes, i;
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    MPI_Status s;
    for (i = 0; i < ROOM; i++) from[i] = i - at, to[i] = -1000, packed[i] = -1000;
    OK(MPI_Type_commit(&t));
    OK(MPI_Pack_size(count, t, MPI_COMM_WORLD, &bytes));
    CHECK(bytes >= n * 4);
    OK(MPI_Pack(from + at, count, t, packed, sizeof packed, &position, MPI_COMM_WORLD));
    CHECK(position == n * 4);
    for (i = 0; i < n; i++) CHECK(packed[i] == want[i]);
    position = 0;
    OK(MPI_Unpack(packed, n * 4, &position, to + at, count, t, MPI_COMM_WORLD));
    for (i = 0; i < n; i++) CHECK(to[at + want[i]] == want[i]), to[at + want[i]] = -1000;
    for (i = 0; i < ROOM; i++) CHECK(to[i] == -1000);
    memset(packed, 0, sizeof packed);
    OK(MPI_Sendrecv(from + at, count, t, next, 1, packed, n, MPI_INT, last, 1, MPI_COMM_WORLD, &s));
    for (i = 0; i < n; i++) CHECK(packed[i] == want[i]);
    OK(MPI_Sendrecv(packed, n, MPI_INT, next, 2, to + at, count, t, last, 2, MPI_COMM_WORLD, &s));
    for (i = 0; i < n; i++) CHECK(to[at + want[i]] == want[i]), to[at + want[i]] = -1000;
    for (i = 0; i < ROOM; i++) CHECK(to[i] == -1000);
    OK(MPI_Get_elements(&s, t, &i));
    CHECK(i == n);
    OK(MPI_Type_free(&t));
}
#define ORDER(t, count, at, ...) \
    order(t, count, at, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__})

static void vectors(void) {
    MPI_Datatype t, u;
    /* What has no bytes has no bounds either, unless the program has set them. */
    OK(MPI_Type_contiguous(0, MPI_INT, &u));
    OK(MPI_Type_create_hvector(3, 2, 100, u, &t));
    bounds(t, 0, 0, 0, 0, 0);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_vector(3, 2, 5, u, &t));
    bounds(t, 0, 0, 0, 0, 0);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_free(&u));
    OK(MPI_Type_contiguous(0, MPI_INT, &t));
    OK(MPI_Type_create_resized(t, -4, 20, &u));
    OK(MPI_Type_free(&t));
    OK(MPI_Type_create_hvector(3, 1, 100, u, &t));
    bounds(t, 0, -4, 220, 0, 0);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_free(&u));
    OK(MPI_Type_vector(3, 2, 4, MPI_INT, &t));
    bounds(t, 24, 0, 40, 0, 40);
    ORDER(t, 2, 0, 0, 1, 4, 5, 8, 9, 10, 11, 14, 15, 18, 19);
    OK(MPI_Type_vector(3, 1, -2, MPI_INT, &t));
    bounds(t, 12, -16, 20, -16, 20);
    ORDER(t, 2, 10, 0, -2, -4, 5, 3, 1);
    OK(MPI_Type_vector(4, 3, 3, MPI_INT, &t));
    bounds(t, 48, 0, 48, 0, 48);
    ORDER(t, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    OK(MPI_Type_create_hvector(2, 1, 12, MPI_INT, &u));
    OK(MPI_Type_create_hvector(2, 1, 4, u, &t));
    OK(MPI_Type_free(&u));
    bounds(t, 16, 0, 20, 0, 20);
    ORDER(t, 2, 1, 0, 3, 1, 4, 5, 8, 6, 9);
    OK(MPI_Type_create_resized(MPI_INT, 0, -8, &u));
    OK(MPI_Type_contiguous(3, u, &t));
    bounds(t, 12, -16, 8, -16, 20);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_create_resized(u, -4, 12, &t));
    OK(MPI_Type_free(&u));
    bounds(t, 4, -4, 12, 0, 4);
    ORDER(t, 4, 0, 0, 3, 6, 9);
    OK(MPI_Type_vector(0, 5, 2, MPI_INT, &t));
    bounds(t, 0, 0, 0, 0, 0);
    OK(MPI_Type_free(&t));
}

static void indexed(void) {
    MPI_Datatype t, u;
    OK(MPI_Type_indexed(3, (int[]){1, 0, 2}, (int[]){5, 100, -1}, MPI_INT, &t));
    bounds(t, 12, -4, 28, -4, 28);
    ORDER(t, 1, 4, 5, -1, 0);
    OK(MPI_Type_create_hindexed(3, (int[]){2, 1, 1}, (MPI_Aint[]){8, 16, 40}, MPI_INT, &t));
    bounds(t, 16, 8, 36, 8, 36);
    ORDER(t, 2, 0, 2, 3, 4, 10, 11, 12, 13, 19);
    OK(MPI_Type_create_indexed_block(3, 2, (int[]){6, 0, 3}, MPI_INT, &t));
    bounds(t, 24, 0, 32, 0, 32);
    ORDER(t, 1, 0, 6, 7, 0, 1, 3, 4);
    OK(MPI_Type_vector(2, 1, 2, MPI_INT, &u));
    OK(MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){20, 0}, u, &t));
    bounds(t, 16, 0, 32, 0, 32);
    ORDER(t, 1, 0, 5, 7, 0, 2);
    OK(MPI_Type_vector(70, 1, 2, MPI_INT, &t));
    OK(MPI_Type_free(&u));
    OK(MPI_Type_indexed(2, (int[]){1, 1}, (int[]){1, 0}, t, &u));
    OK(MPI_Type_commit(&u));
    int from[300], to[140], position = 0;
    for (int i = 0; i < 300; i++) from[i] = i;
    OK(MPI_Pack(from, 1, u, to, sizeof to, &position, MPI_COMM_WORLD));
    for (int i = 0; i < 70; i++) CHECK(to[i] == 139 + 2 * i && to[70 + i] == 2 * i);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_free(&u));
}

struct mixed { double d; int n[3]; char c; };

static void structs(void) {
    MPI_Datatype t, six;
    MPI_Status s;
    int n, next = (rank + 1) % size, last = (rank + size - 1) % size;
    OK(MPI_Type_create_struct(
        3, (int[]){1, 3, 1}, (MPI_Aint[]){offsetof(struct mixed, d), offsetof(struct mixed, n), offsetof(struct mixed, c)},
        (MPI_Datatype[]){MPI_DOUBLE, MPI_INT, MPI_CHAR}, &t));
    bounds(t, 21, 0, sizeof(struct mixed), 0, 21);
    OK(MPI_Type_commit(&t));
    struct mixed out[4], in[4];
    memset(out, 0x11, sizeof out);
    memset(in, 0x22, sizeof in);
    for (int i = 0; i < 4; i++) {
        out[i].d = rank + i / 8.0, out[i].c = (char)('a' + i);
        for (int j = 0; j < 3; j++) out[i].n[j] = 100 * rank + 10 * i + j;
    }
    OK(MPI_Sendrecv(out, 4, t, next, 0, in, 4, t, last, 0, MPI_COMM_WORLD, &s));
    for (int i = 0; i < 4; i++) {
        CHECK(in[i].d == last + i / 8.0 && in[i].c == 'a' + i && in[i].n[2] == 100 * last + 10 * i + 2);
        CHECK(((unsigned char *)&in[i])[23] == 0x22);
    }
    OK(MPI_Get_elements(&s, t, &n));
    CHECK(n == 20);
    OK(MPI_Sendrecv(out, 2, t, next, 0, in, 4, t, last, 0, MPI_COMM_WORLD, &s));
    OK(MPI_Get_count(&s, t, &n));
    CHECK(n == 2);

    /* Absolute addresses, from MPI_BOTTOM. */
    MPI_Aint where[2];
    int a[2] = {rank, 7}, b = 9;
    OK(MPI_Get_address(a, &where[0]));
    OK(MPI_Get_address(&b, &where[1]));
    OK(MPI_Type_create_struct(2, (int[]){2, 1}, where, (MPI_Datatype[]){MPI_INT, MPI_INT}, &six));
    OK(MPI_Type_commit(&six));
    int got[3];
    OK(MPI_Sendrecv(MPI_BOTTOM, 1, six, next, 0, got, 3, MPI_INT, last, 0, MPI_COMM_WORLD, &s));
    CHECK(got[0] == last && got[1] == 7 && got[2] == 9);
    OK(MPI_Type_free(&six));
    OK(MPI_Type_free(&t));
    OK(MPI_Type_create_struct(0, 0, 0, 0, &t));
    bounds(t, 0, 0, 0, 0, 0);
    OK(MPI_Type_free(&t));
}

static void arrays(void) {
    MPI_Datatype t;
    OK(MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 1}, MPI_ORDER_C, MPI_INT, &t));
    bounds(t, 24, 0, 80, 24, 32);
    ORDER(t, 2, 0, 6, 7, 8, 11, 12, 13, 26, 27, 28, 31, 32, 33);
    OK(MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 1}, MPI_ORDER_FORTRAN, MPI_INT, &t));
    ORDER(t, 1, 0, 5, 6, 9, 10, 13, 14);
    OK(MPI_Type_create_darray(
        4, 1, 2, (int[]){7, 9}, (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
        (int[]){2, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 2}, MPI_ORDER_C, MPI_INT, &t));
    bounds(t, 64, 0, 252, 20, 196);
    ORDER(t, 1, 0, 5, 6, 7, 8, 14, 15, 16, 17, 41, 42, 43, 44, 50, 51, 52, 53);
    /* The processes of a grid share out every item of the array. */
    int owned[5 * 7 * 3] = {0};
    for (int p = 0; p < 6; p++) {
        int one[5 * 7 * 3], n, position = 0;
        OK(MPI_Type_create_darray(
            6, p, 3, (int[]){5, 7, 3}, (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE},
            (int[]){MPI_DISTRIBUTE_DFLT_DARG, 2, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 3, 1}, MPI_ORDER_FORTRAN, MPI_INT,
            &t));
        OK(MPI_Type_commit(&t));
        OK(MPI_Type_size(t, &n));
        for (int i = 0; i < 105; i++) one[i] = 1;
        int into[105] = {0};
        OK(MPI_Unpack(one, n, &position, into, 1, t, MPI_COMM_WORLD));
        for (int i = 0; i < 105; i++) owned[i] += into[i];
        OK(MPI_Type_free(&t));
    }
    for (int i = 0; i < 105; i++) CHECK(owned[i] == 1);
}

static void contents(void) {
    MPI_Datatype t, parts[2];
    int ni, na, nd, combiner, i[16];
    MPI_Aint a[4];
    MPI_Count ni_c, na_c, nc_c, nd_c, a_c[4], c[16];
    OK(MPI_Type_create_struct(
        2, (int[]){3, 4}, (MPI_Aint[]){16, 32}, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &t));
    OK(MPI_Type_get_envelope(t, &ni, &na, &nd, &combiner));
    CHECK(ni == 3 && na == 2 && nd == 2 && combiner == MPI_COMBINER_STRUCT);
    OK(MPI_Type_get_contents(t, 16, 4, 2, i, a, parts));
    CHECK(i[0] == 2 && i[1] == 3 && i[2] == 4 && a[0] == 16 && a[1] == 32);
    CHECK(parts[0] == MPI_INT && parts[1] == MPI_DOUBLE);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_create_hindexed(2, (int[]){3, 4}, (MPI_Aint[]){16, 32}, MPI_INT, &t));
    OK(MPI_Type_get_contents(t, 16, 4, 2, i, a, parts));
    CHECK(i[0] == 2 && i[1] == 3 && i[2] == 4 && a[0] == 16 && a[1] == 32);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 2}, MPI_ORDER_C, MPI_INT, &t));
    OK(MPI_Type_get_contents(t, 16, 4, 2, i, a, parts));
    CHECK(i[0] == 2 && i[2] == 5 && i[4] == 3 && i[6] == 2 && i[7] == MPI_ORDER_C);
    OK(MPI_Type_free(&t));
    OK(MPI_Type_vector_c(2, 1, 5000000000, MPI_INT, &t));
    OK(MPI_Type_get_envelope_c(t, &ni_c, &na_c, &nc_c, &nd_c, &combiner));
    CHECK(ni_c == 0 && na_c == 0 && nc_c == 3 && nd_c == 1 && combiner == MPI_COMBINER_VECTOR);
    OK(MPI_Type_get_contents_c(t, 0, 0, 16, 1, i, a_c, c, parts));
    CHECK(c[0] == 2 && c[1] == 1 && c[2] == 5000000000 && parts[0] == MPI_INT);
    OK(MPI_Type_get_extent_c(t, &a_c[0], &a_c[1]));
    CHECK(a_c[1] == 20000000004);
    OK(MPI_Type_free(&t));
    /* What a type was made of lives on in it. */
    OK(MPI_Type_vector(2, 1, 2, MPI_INT, &parts[0]));
    OK(MPI_Type_create_resized(parts[0], 0, 16, &t));
    OK(MPI_Type_free(&parts[0]));
    OK(MPI_Type_get_contents(t, 0, 2, 1, i, a, parts));
    CHECK(a[0] == 0 && a[1] == 16);
    bounds(parts[0], 8, 0, 12, 0, 12);
    OK(MPI_Type_free(&parts[0]));
    ORDER(t, 2, 0, 0, 2, 4, 6);
    OK(MPI_Type_create_f90_real(6, 30, &t));
    OK(MPI_Type_create_f90_real(6, 30, &parts[0]));
    CHECK(t == parts[0]);
    bounds(t, 4, 0, 4, 0, 4);
    OK(MPI_Type_get_envelope(t, &ni, &na, &nd, &combiner));
    CHECK(ni == 2 && na == 0 && nd == 0 && combiner == MPI_COMBINER_F90_REAL);
    OK(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &t));
    bounds(t, 8, 0, 8, 0, 8);
}

static unsigned char byte_of(size_t at, int seed) { return (unsigned char)((at * 2654435761u + seed * 40503u) >> 7); }

/* Every block size that has a loop of its own, and some that have none; messages of all protocols. */
static void strides(void) {
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    for (int len = 1; len <= 24; len += len < 4 ? 1 : 4) {
        for (int count = 1; count <= 100000; count = count * 8 + 3) {
            MPI_Datatype t;
            size_t bytes = (size_t)count * (len + 3);
            unsigned char *out = malloc(bytes), *in = malloc(bytes);
            for (size_t i = 0; i < bytes; i++) out[i] = byte_of(i, rank);
            memset(in, 0, bytes);
            OK(MPI_Type_vector(count, len, len + 3, MPI_BYTE, &t));
            OK(MPI_Type_commit(&t));
            OK(MPI_Sendrecv(out, 1, t, next, 0, in, 1, t, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            int bad = 0;
            for (size_t i = 0; i < bytes; i++)
                bad += in[i] != (i % (len + 3) < (size_t)len ? byte_of(i, last) : 0);
            CHECK(bad == 0);
            OK(MPI_Type_free(&t));
            free(out);
            free(in);
        }
    }
}

int main(void) {
    begin();
    vectors();
    indexed();
    structs();
    arrays();
    contents();
    strides();
    return end();
}
