/* external32: MPI_Pack_external, MPI_Unpack_external and sizes, against bytes written down by hand. ranks: 1 */
#include "check.h"
#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <wchar.h>

static char format[] = "external32";
static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* Packs, compares with `want`, unpacks into `back` again. */
static void both_ways(int line, const void *from, int count, MPI_Datatype type, const void *want, int len, void *back) {
    unsigned char packed[256];
    MPI_Aint size, at = 3;
    MPI_Pack_external_size(format, count, type, &size);
    memset(packed, 0xee, sizeof packed);
    int code = MPI_Pack_external(format, from, count, type, packed, sizeof packed, &at);
    if (code != MPI_SUCCESS || size != len || at != 3 + len || memcmp(packed + 3, want, (size_t)len) != 0 ||
        packed[2] != 0xee || packed[3 + len] != 0xee) {
        fprintf(stderr, "line %d: code %d, size %ld, position %ld, bytes", line, code, (long)size, (long)at);
        for (int i = 0; i < len; i++) fprintf(stderr, " %02x", packed[3 + i]);
        fprintf(stderr, "\n");
        CHECK(!"packed as it should be");
    }
    at = 3;
    CHECK(MPI_Unpack_external(format, packed, 3 + len, &at, back, count, type) == MPI_SUCCESS && at == 3 + len);
}
#define BOTH(type, ctype, want, ...)                                                                           \
    do {                                                                                                       \
        ctype from_[] = {__VA_ARGS__}, back_[sizeof from_ / sizeof *from_];                                    \
        memset(back_, 0, sizeof back_);                                                                        \
        int n_ = (int)(sizeof from_ / sizeof *from_);                                                          \
        both_ways(__LINE__, from_, n_, type, want, (int)sizeof want - 1, back_);                               \
        for (int i_ = 0; i_ < n_; i_++) CHECK(back_[i_] == from_[i_]);                                         \
    } while (0)

static void basic(void) {
    BOTH(MPI_CHAR, char, "ab\xff", 'a', 'b', (char)0xff);
    BOTH(MPI_BYTE, unsigned char, "\x01\x80", 1, 0x80);
    BOTH(MPI_SHORT, short, "\x12\x34\xff\xff", 0x1234, -1);
    BOTH(MPI_INT, int, "\x00\x00\x00\x01\xff\xff\xff\xfe", 1, -2);
    BOTH(MPI_LONG, long, "\x00\x00\x00\x01\xff\xff\xff\xfe", 1, -2);
    BOTH(MPI_UNSIGNED_LONG, unsigned long, "\x80\x00\x00\x01", 0x80000001ul);
    BOTH(MPI_LONG_LONG, long long, "\xff\xff\xff\xff\xff\xff\xff\xfe", -2);
    BOTH(MPI_INT64_T, int64_t, "\x01\x02\x03\x04\x05\x06\x07\x08", 0x0102030405060708);
    BOTH(MPI_AINT, MPI_Aint, "\x00\x00\x00\x00\x00\x00\x01\x00", 256);
    BOTH(MPI_WCHAR, wchar_t, "\x20\xac\x00\x41", 0x20ac, 'A');
    BOTH(MPI_C_BOOL, _Bool, "\x01\x00", 1, 0);
    BOTH(MPI_FLOAT, float, "\x3f\x80\x00\x00\xc0\x00\x00\x00", 1.0f, -2.0f);
    BOTH(MPI_DOUBLE, double, "\xbf\xf8\x00\x00\x00\x00\x00\x00", -1.5);
    BOTH(MPI_C_FLOAT_COMPLEX, float complex, "\x3f\x80\x00\x00\xc0\x00\x00\x00", 1.0f - 2.0f * I);
    BOTH(MPI_C_DOUBLE_COMPLEX, double complex, "\x3f\xf0\x00\x00\x00\x00\x00\x00\x40\x00\x00\x00\x00\x00\x00\x00",
         1.0 + 2.0 * I);
    /* 1.5, and the largest long double of x86-64's 64 bits of mantissa. */
    BOTH(MPI_LONG_DOUBLE, long double, "\x3f\xff\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", 1.5L);
    BOTH(MPI_LONG_DOUBLE, long double, "\xbf\xfd\x55\x55\x55\x55\x55\x55\x55\x54\x00\x00\x00\x00\x00\x00",
         -(long double)0x5555555555555555ull * 0x1p-64L);
    BOTH(MPI_C_LONG_DOUBLE_COMPLEX, long double complex,
         "\x3f\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
         "\xc0\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
         1.0L - 2.0L * I);
    /* Fortran's. */
    BOTH(MPI_LOGICAL, int, "\x00\x00\x00\x01\x00\x00\x00\x00", 1, 0);
    BOTH(MPI_LOGICAL8, int64_t, "\x00\x00\x00\x00\x00\x00\x00\x01", 1);
    BOTH(MPI_INTEGER, int, "\x00\x00\x02\x01", 0x201);
    BOTH(MPI_INTEGER16, __int128, "\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02",
         ((__int128)1 << 64) + 2);
    BOTH(MPI_DOUBLE_PRECISION, double, "\x3f\xf0\x00\x00\x00\x00\x00\x00", 1.0);
    BOTH(MPI_COMPLEX, float complex, "\x3f\x80\x00\x00\xc0\x00\x00\x00", 1.0f - 2.0f * I);
    BOTH(MPI_CHARACTER, char, "xyz", 'x', 'y', 'z');
    long double edge[3] = {INFINITY, -0.0L, NAN}, back[3] = {1, 1, 1};
    unsigned char packed[48];
    MPI_Aint at = 0;
    MPI_Pack_external(format, edge, 3, MPI_LONG_DOUBLE, packed, sizeof packed, &at);
    CHECK(at == 48 && memcmp(packed, "\x7f\xff\x00", 3) == 0 && memcmp(packed + 16, "\x80\x00\x00", 3) == 0);
    at = 0;
    MPI_Unpack_external(format, packed, 48, &at, back, 3, MPI_LONG_DOUBLE);
    CHECK(isinf(back[0]) && back[0] > 0 && back[1] == 0 && signbit(back[1]) && isnan(back[2]));
}

struct mixed {
    char letter;
    double number;
    long many[2];
    struct {
        double value;
        int index;
    } best;
};

static void derived(void) {
    /* Every second short, backwards. */
    MPI_Datatype odd, mixed, two;
    short from[6] = {1, 2, 3, 4, 5, 6}, back[6] = {0};
    MPI_Type_create_hvector(3, 1, -4, MPI_SHORT, &odd);
    MPI_Type_commit(&odd);
    both_ways(__LINE__, from + 4, 1, odd, "\x00\x05\x00\x03\x00\x01", 6, back + 4);
    CHECK(back[0] == 1 && back[2] == 3 && back[4] == 5 && back[1] == 0 && back[3] == 0 && back[5] == 0);
    MPI_Type_free(&odd);

    MPI_Type_create_struct(
        4, (int[]){1, 1, 2, 1},
        (MPI_Aint[]){offsetof(struct mixed, letter), offsetof(struct mixed, number), offsetof(struct mixed, many),
                     offsetof(struct mixed, best)},
        (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_LONG, MPI_DOUBLE_INT}, &mixed);
    MPI_Type_contiguous(2, mixed, &two);
    MPI_Type_commit(&two);
    struct mixed in[2] = {{'a', 1.0, {1, -1}, {-2.0, 7}}, {'b', -1.5, {2, 3}, {1.0, 258}}}, out[2];
    memset(out, 0, sizeof out);
    static const char want[] = "a\x3f\xf0\0\0\0\0\0\0\0\0\0\1\xff\xff\xff\xff\xc0\0\0\0\0\0\0\0\0\0\0\7"
                               "b\xbf\xf8\0\0\0\0\0\0\0\0\0\2\0\0\0\3\x3f\xf0\0\0\0\0\0\0\0\0\1\2";
    both_ways(__LINE__, in, 1, two, want, (int)sizeof want - 1, out);
    for (int i = 0; i < 2; i++) {
        CHECK(out[i].letter == in[i].letter && out[i].number == in[i].number);
        CHECK(out[i].many[0] == in[i].many[0] && out[i].many[1] == in[i].many[1]);
        CHECK(out[i].best.value == in[i].best.value && out[i].best.index == in[i].best.index);
    }
    MPI_Count size;
    CHECK(MPI_Pack_external_size_c(format, (MPI_Count)1 << 40, two, &size) == MPI_SUCCESS);
    CHECK(size == (MPI_Count)(sizeof want - 1) << 40);
    CHECK(class_of(MPI_Pack_external_size_c(format, (MPI_Count)1 << 60, two, &size)) == MPI_ERR_COUNT);
    MPI_Type_free(&mixed);
    MPI_Type_free(&two);
}

static void refused(void) {
    char packed[8], other[] = "internal";
    MPI_Aint at = 0, size;
    long large = 1l << 40;
    CHECK(class_of(MPI_Pack_external(format, &large, 1, MPI_LONG, packed, 8, &at)) == MPI_ERR_CONVERSION && at == 0);
    CHECK(class_of(MPI_Pack_external(format, &large, 1, MPI_INT64_T, packed, 7, &at)) == MPI_ERR_ARG && at == 0);
    CHECK(class_of(MPI_Pack_external(other, &large, 1, MPI_INT64_T, packed, 8, &at)) == MPI_ERR_UNSUPPORTED_DATAREP);
    CHECK(class_of(MPI_Unpack_external(format, packed, 7, &at, &large, 1, MPI_INT64_T)) == MPI_ERR_ARG && at == 0);
    CHECK(class_of(MPI_Pack_external_size(format, -1, MPI_INT, &size)) == MPI_ERR_COUNT);
    CHECK(class_of(MPI_Pack_external_size(format, 1, MPI_DATATYPE_NULL, &size)) == MPI_ERR_TYPE);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    basic();
    derived();
    refused();
    return check_end();
}
