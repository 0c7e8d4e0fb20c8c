/* Facts about predefined datatypes are looked up, not worked out: asking for them takes no longer than asking for the rank.
 * The shortest of many short runs counts, which other processes on the machine do not lengthen. ranks: 1 */
#include "check.h"

enum { RUNS = 400, CALLS = 500 };

static const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_BYTE, MPI_DOUBLE_INT, MPI_LOGICAL8, MPI_C_DOUBLE_COMPLEX};
enum { TYPES = sizeof types / sizeof *types };

static void rank(MPI_Datatype type) {
    int rank;
    (void)type;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}
static void size(MPI_Datatype type) {
    int size;
    MPI_Type_size(type, &size);
}
static void extent(MPI_Datatype type) {
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
}
static void true_extent(MPI_Datatype type) {
    MPI_Aint lb, extent;
    MPI_Type_get_true_extent(type, &lb, &extent);
}
/* Nanoseconds for `CALLS` calls. */
static double run(void (*ask)(MPI_Datatype), MPI_Datatype type) {
    double began = MPI_Wtime();
    for (int i = 0; i < CALLS; i++) ask(type);
    return (MPI_Wtime() - began) * 1e9;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*ask)(MPI_Datatype);
    } all[] = {{"MPI_Type_size", size}, {"MPI_Type_get_extent", extent}, {"MPI_Type_get_true_extent", true_extent}};
    check_start(&argc, &argv);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int t = 0; t < TYPES; t++) {
            double took = 1e9, yardstick = 1e9;
            /* By turns, as the processor may become faster or slower meanwhile. */
            for (int n = 0; n < RUNS; n++) {
                double one = run(all[i].ask, types[t]), other = run(rank, types[t]);
                if (one < took) took = one;
                if (other < yardstick) yardstick = other;
            }
            /* About the same is right; what was worked out took three times as long, and ten times for the extent. */
            if (took > 2 * yardstick)
                fprintf(stderr, "%s of type %d: %.1f ns, MPI_Comm_rank %.1f\n", all[i].name, t, took / CALLS, yardstick / CALLS);
            CHECK(took <= 2 * yardstick);
        }
    return check_end();
}
