/* Cartesian topologies, split_type, what the machine has, hints, names. ranks: 1 2 3 4 6 */
#define _GNU_SOURCE
#include "check.h"
#include "here.h"
#include <limits.h>
#include <sched.h>

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* The least difference between the largest and the smallest of `n` factors of `nodes`. `largest` is the first one, or 0
 * if that is still to be chosen; no further one is above `previous`. */
static int closest(int nodes, int n, int largest, int previous) {
    int best = INT_MAX;
    if (n == 0) return nodes == 1 ? largest - previous : best;
    for (int d = 1; d <= previous && d <= nodes; d++) {
        if (nodes % d) continue;
        int spread = closest(nodes / d, n - 1, largest ? largest : d, d);
        if (spread < best) best = spread;
    }
    return best;
}

/* Against all ways there are, with dimensions of 2 in front and of 3 behind given or not: those are not moved, and the
 * others are balanced among themselves. */
static void balanced(int nodes, int n) {
    int expect = closest(nodes, n, 0, nodes);
    for (int given = 0; given < 4; given++) {
        int front = given & 1, back = given >> 1, fixed = (front ? 2 : 1) * (back ? 3 : 1);
        int d[6] = {0}, at = front + n + back, product = 1;
        if (front) d[0] = 2;
        if (back) d[at - 1] = 3;
        CHECK(MPI_Dims_create(nodes * fixed, at, d) == MPI_SUCCESS);
        for (int i = 0; i < at; i++) product *= d[i];
        CHECK(product == nodes * fixed && (!front || d[0] == 2) && (!back || d[at - 1] == 3));
        for (int i = front + 1; i < front + n; i++) CHECK(d[i] >= 1 && d[i] <= d[i - 1]);
        CHECK(d[front] - d[front + n - 1] == expect);
    }
}

static void balance(void) {
    /* The smallest possible largest factor is not the best here in three or four dimensions. */
    static const int uneven[] = {3600, 3960, 4620, 4680, 5850, 7488, 7800, 24624};
    for (int n = 1; n <= 4; n++) {
        for (int nodes = 1; nodes <= 200; nodes++) balanced(nodes, n);
        for (size_t i = 0; i < sizeof uneven / sizeof *uneven; i++) balanced(uneven[i], n);
    }
}

static void dims(void) {
    static const struct {
        int nodes, n, in[4], out[4];
    } good[] = {
        {6, 2, {0, 0}, {3, 2}},          {7, 2, {0, 0}, {7, 1}},       {6, 3, {0, 3, 0}, {2, 3, 1}},
        {60, 3, {0, 0, 0}, {5, 4, 3}},   {12, 3, {0, 2, 0}, {3, 2, 2}}, {1, 4, {0, 0, 0, 0}, {1, 1, 1, 1}},
        {24, 2, {4, 6}, {4, 6}},         {1, 0, {0}, {0}},
        /* 36 x 36 x 19 has a smaller largest factor, but is less even. */
        {24624, 3, {0, 0, 0}, {38, 27, 24}},
        {24624 * 5, 4, {0, 5, 0, 0}, {38, 5, 27, 24}},
        {2095133040, 3, {0, 0, 0}, {1292, 1287, 1260}},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int d[4];
        memcpy(d, good[i].in, sizeof d);
        CHECK(MPI_Dims_create(good[i].nodes, good[i].n, d) == MPI_SUCCESS);
        CHECK(memcmp(d, good[i].out, (size_t)good[i].n * sizeof *d) == 0);
    }
    CHECK(class_of(MPI_Dims_create(7, 3, (int[]){0, 3, 0})) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Dims_create(8, 2, (int[]){2, 2})) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Dims_create(8, 2, (int[]){-2, 0})) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Dims_create(8, -1, (int[]){0})) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Dims_create(0, 1, (int[]){0})) == MPI_ERR_ARG);
}

/* Each rank sends its number around the ring, and off the edges of the other dimension. */
static void shifts(MPI_Comm grid, const int *d, const int *at) {
    int from, to, rank, got = -7, expect;
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_shift(grid, 1, 1, &from, &to);
    CHECK(from >= 0 && to >= 0);
    MPI_Sendrecv(&rank, 1, MPI_INT, to, 5, &got, 1, MPI_INT, from, 5, grid, MPI_STATUS_IGNORE);
    MPI_Cart_rank(grid, (int[]){at[0], at[1] - 1}, &expect);
    CHECK(got == from && from == expect);
    MPI_Cart_shift(grid, 0, 1, &from, &to);
    CHECK((from == MPI_PROC_NULL) == (at[0] == 0) && (to == MPI_PROC_NULL) == (at[0] == d[0] - 1));
    got = -7;
    MPI_Sendrecv(&rank, 1, MPI_INT, to, 6, &got, 1, MPI_INT, from, 6, grid, MPI_STATUS_IGNORE);
    CHECK(got == (from == MPI_PROC_NULL ? -7 : from));
    MPI_Cart_shift(grid, 0, -d[0], &from, &to);
    CHECK(from == MPI_PROC_NULL && to == MPI_PROC_NULL);
    CHECK(class_of(MPI_Cart_shift(grid, 2, 1, &from, &to)) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Cart_shift(grid, -1, 1, &from, &to)) == MPI_ERR_DIMS);
}

static void subs(MPI_Comm grid, const int *d, const int *at) {
    MPI_Comm row, one;
    int rank, size, n, sum, got[2], ring[2], where[2], kind;
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_sub(grid, (int[]){0, 1}, &row);
    MPI_Comm_size(row, &size);
    CHECK(size == d[1]);
    MPI_Cartdim_get(row, &n);
    MPI_Cart_get(row, 1, got, ring, where);
    CHECK(n == 1 && got[0] == d[1] && ring[0] == 1 && where[0] == at[1]);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
    int expect = 0;
    for (int j = 0; j < d[1]; j++) expect += at[0] * d[1] + j;
    CHECK(sum == expect);
    MPI_Comm_free(&row);
    MPI_Cart_sub(grid, (int[]){0, 0}, &one);
    MPI_Comm_size(one, &size);
    MPI_Topo_test(one, &kind);
    MPI_Cartdim_get(one, &n);
    CHECK(size == 1 && kind == MPI_CART && n == 0);
    MPI_Cart_rank(one, NULL, &rank);
    CHECK(rank == 0);
    MPI_Comm_free(&one);
}

static void grids(void) {
    MPI_Comm grid, twin, part;
    int d[2] = {0, 0}, ring[2] = {0, 1}, n, rank, mapped, got[2], periods[2], at[2], other[2];
    MPI_Dims_create(check_size, 2, d);
    MPI_Cart_map(MPI_COMM_WORLD, 2, d, ring, &mapped);
    MPI_Cart_create(MPI_COMM_WORLD, 2, d, ring, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    CHECK(rank == mapped);
    MPI_Topo_test(grid, &n);
    CHECK(n == MPI_CART);
    MPI_Cart_get(grid, 2, got, periods, at);
    CHECK(got[0] == d[0] && got[1] == d[1] && !periods[0] && periods[1] == 1);
    CHECK(at[0] == rank / d[1] && at[1] == rank % d[1]);
    for (int r = 0; r < check_size; r++) {
        MPI_Cart_coords(grid, r, 2, other);
        MPI_Cart_rank(grid, other, &n);
        CHECK(n == r);
        MPI_Cart_rank(grid, (int[]){other[0], other[1] - 3 * d[1]}, &n);
        CHECK(n == r);
    }
    shifts(grid, d, at);
    subs(grid, d, at);
    CHECK(class_of(MPI_Cart_rank(grid, (int[]){d[0], 0}, &n)) == MPI_ERR_ARG);
    CHECK(class_of(MPI_Cart_coords(grid, check_size, 2, other)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Cart_coords(grid, 0, 1, other)) == MPI_ERR_DIMS);

    /* A duplicate keeps the grid, also a later one; a split does not. */
    MPI_Request request;
    MPI_Comm_dup(grid, &twin);
    MPI_Cart_get(twin, 2, got, periods, other);
    CHECK(memcmp(got, d, sizeof d) == 0 && memcmp(other, at, sizeof at) == 0);
    MPI_Comm_free(&twin);
    MPI_Comm_idup(grid, &twin, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Topo_test(twin, &n);
    CHECK(n == MPI_CART);
    MPI_Comm_free(&twin);
    MPI_Comm_split(grid, 0, 0, &part);
    MPI_Topo_test(part, &n);
    CHECK(n == MPI_UNDEFINED);
    CHECK(class_of(MPI_Cartdim_get(part, &n)) == MPI_ERR_TOPOLOGY);
    CHECK(class_of(MPI_Cart_sub(part, (int[]){1, 1}, &twin)) == MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&part);
    MPI_Comm_free(&grid);

    /* Fewer than all, none at all, too many. */
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){check_size > 1 ? check_size - 1 : 1}, ring, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (check_size > 1 && check_rank == check_size - 1));
    if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
    MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &grid);
    CHECK((grid == MPI_COMM_NULL) == (check_rank > 0));
    if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);
    CHECK(class_of(MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){check_size + 1}, ring, 0, &grid)) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){0}, ring, 0, &grid)) == MPI_ERR_DIMS);
    CHECK(class_of(MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){1 << 30, 1 << 30}, ring, 0, &grid)) == MPI_ERR_DIMS);
}

/* The communicator of those in the same `kind` of resource. */
static MPI_Comm guided(const char *kind) {
    MPI_Comm comm;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_hw_resource_type", kind);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, -check_rank, info, &comm);
    MPI_Info_free(&info);
    return comm;
}

static void hardware(void) {
    MPI_Comm comm;
    MPI_Info info;
    char text[256];
    int size, rank, flag, room = sizeof text;
    /* Even ranks on the first processor, odd ones on the second, where there are two. */
    cpu_set_t mine, before;
    /* The launcher may have bound each rank to a processor of its own: all that are allowed, again. */
    memset(&before, -1, sizeof before);
    CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
    CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
    int first = -1, second = -1;
    for (int i = CPU_SETSIZE - 1; i >= 0; i--)
        if (CPU_ISSET(i, &before)) second = first, first = i;
    int two = second >= 0, own = two && check_rank % 2 ? second : first;
    CPU_ZERO(&mine);
    CPU_SET(own, &mine);
    CHECK(sched_setaffinity(0, sizeof mine, &mine) == 0);

    /* Those of this host on the same processor; the last rank comes first. */
    int *here = here_ranks(), all_here = here_count(here, 0, check_size), expect = 0, place = 0;
    for (int r = 0; r < check_size; r++) {
        if (!here[r] || (two && r % 2 != check_rank % 2)) continue;
        expect++;
        place += r > check_rank;
    }
    comm = guided("clump://hardware-thread");
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    CHECK(size == expect && rank == place);
    MPI_Comm_free(&comm);
    MPI_Get_hw_resource_info(&info);
    MPI_Info_get_string(info, "clump://hardware-thread", &room, text, &flag);
    CHECK(flag && strcmp(text, "true") == 0);
    MPI_Info_free(&info);

    /* Unguided: smaller each time, and it says by what. */
    MPI_Info_create(&info);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_UNGUIDED, 0, info, &comm);
    room = sizeof text;
    MPI_Info_get_string(info, "mpi_hw_resource_type", &room, text, &flag);
    int spread = all_here < check_size;
    CHECK((comm != MPI_COMM_NULL) == (spread || (two && check_size > 1)) && flag == (comm != MPI_COMM_NULL));
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_size(comm, &size);
        CHECK(size == (spread ? all_here : expect) && size < check_size);
        CHECK(spread ? strcmp(text, "clump://machine") == 0 : strncmp(text, "clump://", 8) == 0);
        MPI_Comm_free(&comm);
    }
    MPI_Info_free(&info);
    CHECK(sched_setaffinity(0, sizeof before, &before) == 0);
    MPI_Barrier(MPI_COMM_WORLD);

    /* Free to move between processors: in none of them. */
    comm = guided("clump://hardware-thread");
    CHECK((comm == MPI_COMM_NULL) == two);
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
    CHECK(guided("clump://nonesuch") == MPI_COMM_NULL);
    comm = guided("mpi_shared_memory");
    MPI_Comm_rank(comm, &rank);
    CHECK(rank == here_count(here, check_rank + 1, check_size));
    free(here);
    MPI_Comm_free(&comm);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_pset_name", "mpi://SELF");
    MPI_Comm_split_type(MPI_COMM_WORLD, check_rank ? MPI_COMM_TYPE_RESOURCE_GUIDED : MPI_UNDEFINED, 0, info, &comm);
    CHECK((comm == MPI_COMM_NULL) == (check_rank == 0));
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_size(comm, &size);
        CHECK(size == 1);
        MPI_Comm_free(&comm);
    }
    MPI_Info_free(&info);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &comm);
    CHECK(comm == MPI_COMM_NULL);
    CHECK(class_of(MPI_Comm_split_type(MPI_COMM_WORLD, 12345, 0, MPI_INFO_NULL, &comm)) == MPI_ERR_ARG);
}

static int hint(MPI_Comm comm, const char *key, const char *expect) {
    MPI_Info info;
    char text[64] = "";
    int flag, room = sizeof text;
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get_string(info, key, &room, text, &flag);
    MPI_Info_free(&info);
    return expect ? flag && strcmp(text, expect) == 0 : !flag;
}

/* Known hints are kept, unknown ones are not; a duplicate has those that it was given. */
static void hints(void) {
    static const char any_tag[] = "mpi_assert_no_any_tag", overtaking[] = "mpi_assert_allow_overtaking";
    MPI_Comm one, two, three;
    MPI_Info info;
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Info_create(&info);
    MPI_Info_set(info, any_tag, "true");
    MPI_Info_set(info, "colour", "green");
    MPI_Comm_set_info(one, info);
    CHECK(hint(one, any_tag, "true") && hint(one, overtaking, "false") && hint(one, "colour", NULL));
    CHECK(hint(MPI_COMM_WORLD, any_tag, "false"));
    MPI_Comm_dup(one, &two);
    MPI_Info_set(info, any_tag, "false");
    MPI_Info_set(info, overtaking, "true");
    MPI_Comm_dup_with_info(one, info, &three);
    CHECK(hint(two, any_tag, "false") && hint(three, any_tag, "false") && hint(three, overtaking, "true"));
    MPI_Info_free(&info);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);

    char name[MPI_MAX_OBJECT_NAME];
    int length;
    MPI_Comm_get_name(three, name, &length);
    CHECK(length == 0 && name[0] == 0);
    MPI_Comm_set_name(three, "a name");
    MPI_Comm_get_name(three, name, &length);
    CHECK(length == 6 && strcmp(name, "a name") == 0);
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
    MPI_Comm_free(&three);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    dims();
    if (check_rank == 0) balance();
    grids();
    hardware();
    hints();
    return check_end();
}
