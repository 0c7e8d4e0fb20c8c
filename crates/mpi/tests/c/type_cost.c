/* Facts about predefined datatypes are looked up, not worked out: asking for them takes no more instructions than asking for
 * the rank does, give or take a few. A part of an array, which programs make and free for each access to a patch, takes few
 * instructions, and so does an accumulate on it: it has one loop for all rows. ranks: 1 */
#include "check.h"
#if defined(__x86_64__)
#include "../../../../bench/c/count.h"

enum { ROUNDS = 20, FEW = 10 };

static const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_BYTE, MPI_DOUBLE_INT, MPI_LOGICAL8, MPI_C_DOUBLE_COMPLEX};
enum { TYPES = sizeof types / sizeof *types };
static MPI_Datatype type;

static void rank(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}
static void size(void) {
    int size;
    MPI_Type_size(type, &size);
}
static void extent(void) {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
}
static void true_extent(void) {
    MPI_Aint lb, extent;
    MPI_Type_get_true_extent(type, &lb, &extent);
}
/* A patch of 1 KiB in runs of 128 bytes. */
static MPI_Datatype patch(void) {
    static const int whole[2] = {8, 32}, part[2] = {8, 16}, first[2] = {0, 3};
    MPI_Datatype type;
    MPI_Type_create_subarray(2, whole, part, first, MPI_ORDER_C, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    return type;
}
static void make_and_free(void) {
    MPI_Datatype type = patch();
    MPI_Type_free(&type);
}
static MPI_Win win;
static double numbers[128];
static void accumulate(void) { MPI_Accumulate(numbers, 128, MPI_DOUBLE, 0, 0, 1, type, MPI_SUM, win); }

/* The first calls bind symbols: the least counts. */
static long least(void (*what)(void)) {
    long least = counted(what);
    for (int i = 1; i < ROUNDS; i++) {
        long n = counted(what);
        least = n < least ? n : least;
    }
    return least;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*ask)(void);
    } all[] = {{"MPI_Type_size", size}, {"MPI_Type_get_extent", extent}, {"MPI_Type_get_true_extent", true_extent}};
    check_start(&argc, &argv);
    CHECK(count_begin());
    long yardstick = least(rank);
    CHECK(yardstick > 0);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int t = 0; t < TYPES; t++) {
            type = types[t];
            long n = least(all[i].ask);
            if (n > yardstick + FEW)
                fprintf(stderr, "%s of type %d: %ld instructions, MPI_Comm_rank %ld\n", all[i].name, t, n, yardstick);
            CHECK(n > 0 && n <= yardstick + FEW);
        }
    double *memory;
    MPI_Win_allocate(4096, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    type = patch();
    static const struct {
        const char *name;
        void (*call)(void);
        long most;
    } patches[] = {{"making and freeing a patch", make_and_free, 4000}, {"MPI_Accumulate", accumulate, 2700}};
    for (size_t i = 0; i < sizeof patches / sizeof *patches; i++) {
        long n = least(patches[i].call);
        if (n > patches[i].most) fprintf(stderr, "%s: %ld instructions\n", patches[i].name, n);
        CHECK(n > 0 && n <= patches[i].most);
    }
    MPI_Type_free(&type);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    return check_end();
}
#else
int main(int argc, char **argv) {
    check_start(&argc, &argv);
    return check_end();
}
#endif
