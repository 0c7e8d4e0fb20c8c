/* Facts about predefined datatypes are looked up, not worked out: asking for them takes no more instructions than asking for
 * the rank does, give or take a few. ranks: 1 */
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
    return check_end();
}
#else
int main(int argc, char **argv) {
    check_start(&argc, &argv);
    return check_end();
}
#endif
