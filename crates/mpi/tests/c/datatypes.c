/* Predefined and contiguous datatypes: sizes, extents, names, counts, and messages of them (MPI 5.0, chapter 5). */
#include "start.h"
#include <stddef.h>

struct short_int { short value; int index; };
struct double_int { double value; int index; };
struct long_double_int { long double value; int index; };

static void is(MPI_Datatype t, int want_size, long want_extent, const char *want_name) {
    int n, len;
    MPI_Aint lb, extent;
    MPI_Count big;
    char name[MPI_MAX_OBJECT_NAME];
    OK(MPI_Type_size(t, &n));
    OK(MPI_Type_get_extent(t, &lb, &extent));
    OK(MPI_Type_get_name(t, name, &len));
    CHECK(n == want_size && lb == 0 && extent == want_extent && strcmp(name, want_name) == 0);
    OK(MPI_Type_size_c(t, &big));
    CHECK(big == want_size);
}

int main(void) {
    begin();
    is(MPI_CHAR, 1, 1, "MPI_CHAR");
    is(MPI_INT, sizeof(int), sizeof(int), "MPI_INT");
    is(MPI_LONG, sizeof(long), sizeof(long), "MPI_LONG");
    is(MPI_LONG_DOUBLE, sizeof(long double), sizeof(long double), "MPI_LONG_DOUBLE");
    is(MPI_AINT, sizeof(MPI_Aint), sizeof(MPI_Aint), "MPI_AINT");
    is(MPI_SHORT_INT, 6, sizeof(struct short_int), "MPI_SHORT_INT");
    is(MPI_DOUBLE_INT, 12, sizeof(struct double_int), "MPI_DOUBLE_INT");
    is(MPI_LONG_DOUBLE_INT, 20, sizeof(struct long_double_int), "MPI_LONG_DOUBLE_INT");
    is(MPI_2INT, 8, 8, "MPI_2INT");
    /* Of the two names of one type, the one that the standard calls a synonym is not its name (MPI 5.0, 3.2.2). */
    is(MPI_C_COMPLEX, 8, 8, "MPI_C_COMPLEX");
    is(MPI_C_FLOAT_COMPLEX, 8, 8, "MPI_C_COMPLEX");
    int n, next = (rank + 1) % size, last = (rank + size - 1) % size;
    OK(MPI_Type_size(MPI_REAL16, &n));
    CHECK(n == MPI_UNDEFINED);

    /* Contiguous, nested, duplicated; parts of items are counted. */
    MPI_Datatype three, six, dup;
    MPI_Aint lb, extent;
    MPI_Status s;
    OK(MPI_Type_contiguous(3, MPI_INT, &three));
    OK(MPI_Type_contiguous(2, three, &six));
    OK(MPI_Type_free(&three));
    OK(MPI_Type_commit(&six));
    OK(MPI_Type_dup(six, &dup));
    OK(MPI_Type_size(dup, &n));
    CHECK(n == 24);
    OK(MPI_Type_get_true_extent(dup, &lb, &extent));
    CHECK(lb == 0 && extent == 24);
    int out[12], in[12];
    for (int i = 0; i < 12; i++) out[i] = rank * 50 + i;
    OK(MPI_Sendrecv(out, 9, MPI_INT, next, 0, in, 2, dup, last, 0, MPI_COMM_WORLD, &s));
    CHECK(in[8] == last * 50 + 8);
    OK(MPI_Get_count(&s, dup, &n));
    CHECK(n == MPI_UNDEFINED);
    OK(MPI_Get_elements(&s, dup, &n));
    CHECK(n == 9);
    OK(MPI_Sendrecv(out, 2, six, next, 0, in, 12, MPI_INT, last, 0, MPI_COMM_WORLD, &s));
    OK(MPI_Get_count(&s, six, &n));
    CHECK(n == 2 && in[11] == last * 50 + 11);
    int integers, addresses, types, combiner;
    OK(MPI_Type_get_envelope(six, &integers, &addresses, &types, &combiner));
    CHECK(combiner == MPI_COMBINER_CONTIGUOUS && integers == 1 && addresses == 0 && types == 1);
    OK(MPI_Type_free(&six));
    OK(MPI_Type_free(&dup));
    CHECK(dup == MPI_DATATYPE_NULL);

    /* Pairs with holes, alone and in a row. */
    struct short_int pairs[4], got[4];
    memset(got, 0x55, sizeof got);
    for (int i = 0; i < 4; i++) pairs[i].value = (short)(rank + i), pairs[i].index = i * 7;
    OK(MPI_Type_contiguous(2, MPI_SHORT_INT, &three));
    OK(MPI_Type_commit(&three));
    OK(MPI_Sendrecv(pairs, 4, MPI_SHORT_INT, next, 0, got, 2, three, last, 0, MPI_COMM_WORLD, &s));
    for (int i = 0; i < 4; i++) {
        CHECK(got[i].value == last + i && got[i].index == i * 7);
        CHECK(((unsigned char *)&got[i])[2] == 0x55);
    }
    OK(MPI_Get_count(&s, MPI_SHORT_INT, &n));
    CHECK(n == 4);
    OK(MPI_Get_elements(&s, three, &n));
    CHECK(n == 8);
    OK(MPI_Type_free(&three));

    /* Statuses are made by programs, too, with counts beyond 32 bits. */
    MPI_Count big;
    OK(MPI_Status_set_elements_c(&s, MPI_DOUBLE, 5000000000));
    OK(MPI_Get_count_c(&s, MPI_DOUBLE, &big));
    CHECK(big == 5000000000);
    OK(MPI_Get_count(&s, MPI_DOUBLE, &n));
    CHECK(n == MPI_UNDEFINED);
    OK(MPI_Type_contiguous_c(5000000000, MPI_DOUBLE, &three));
    OK(MPI_Type_size_c(three, &big));
    CHECK(big == 40000000000);
    OK(MPI_Type_size(three, &n));
    CHECK(n == MPI_UNDEFINED);
    OK(MPI_Type_free(&three));
    return end();
}
