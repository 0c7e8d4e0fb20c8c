/* Graph and distributed-graph topologies (MPI 5.0, 8.5.3 to 8.5.5): repeated edges, loops, weights, nodes without edges, what
 * a duplicate keeps, and errors. ranks: 1 2 3 4 */
#include "check.h"

#define FINE(call) CHECK((call) == MPI_SUCCESS)
static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}
#define REFUSED(class, call) CHECK(class_of(call) == (class))

static int kind_of(MPI_Comm comm) {
    int kind = -1;
    FINE(MPI_Topo_test(comm, &kind));
    return kind;
}

/* The first `nodes` ranks: node i has i % 3 edges, to i, i + 1 and so on: node 1 has a loop, node 2 a loop and a further
 * edge; node 0 has none. Beside that each edge of the last node is there twice. */
static int graph_of(int nodes, int *ends, int *edges) {
    int n = 0;
    for (int i = 0; i < nodes; i++) {
        for (int k = 0; k < i % 3; k++)
            for (int twice = 0; twice < (i == nodes - 1 ? 2 : 1); twice++) edges[n++] = (i + k) % nodes;
        ends[i] = n;
    }
    return n;
}

static void looked_at(MPI_Comm comm, int nodes) {
    int ends[8], edges[64], n = graph_of(nodes, ends, edges), a = -1, b = -1, size, got[64], have[8];
    CHECK(kind_of(comm) == MPI_GRAPH);
    FINE(MPI_Comm_size(comm, &size));
    CHECK(size == nodes);
    FINE(MPI_Graphdims_get(comm, &a, &b));
    CHECK(a == nodes && b == n);
    FINE(MPI_Graph_get(comm, 8, 64, have, got));
    CHECK(memcmp(have, ends, nodes * sizeof(int)) == 0 && memcmp(got, edges, n * sizeof(int)) == 0);
    for (int i = 0, from = 0; i < nodes; from = ends[i++]) {
        FINE(MPI_Graph_neighbors_count(comm, i, &a));
        CHECK(a == ends[i] - from);
        got[a] = -5;
        FINE(MPI_Graph_neighbors(comm, i, a, got));
        CHECK(memcmp(got, edges + from, a * sizeof(int)) == 0 && got[a] == -5);
        if (a > 0) REFUSED(MPI_ERR_ARG, MPI_Graph_neighbors(comm, i, a - 1, got));
    }
    REFUSED(MPI_ERR_RANK, MPI_Graph_neighbors_count(comm, nodes, &a));
    REFUSED(MPI_ERR_RANK, MPI_Graph_neighbors(comm, -1, 64, got));
    REFUSED(MPI_ERR_ARG, MPI_Graph_get(comm, nodes - 1, 64, have, got));
    if (n > 0) REFUSED(MPI_ERR_ARG, MPI_Graph_get(comm, nodes, n - 1, have, got));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(comm, &a));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Dist_graph_neighbors_count(comm, &a, &b, &size));
}

static void whole_graphs(MPI_Comm world) {
    for (int nodes = 0; nodes <= check_size; nodes++) {
        int ends[8], edges[64], place = -1;
        graph_of(nodes, ends, edges);
        MPI_Comm comm, copy, part;
        FINE(MPI_Graph_map(world, nodes, ends, edges, &place));
        CHECK(place == (check_rank < nodes ? check_rank : MPI_UNDEFINED));
        FINE(MPI_Graph_create(world, nodes, ends, edges, nodes % 2, &comm));
        CHECK((comm == MPI_COMM_NULL) == (check_rank >= nodes));
        if (comm == MPI_COMM_NULL) continue;
        looked_at(comm, nodes);
        FINE(MPI_Comm_dup(comm, &copy));
        FINE(MPI_Comm_free(&comm));
        looked_at(copy, nodes);
        FINE(MPI_Comm_split(copy, 0, 0, &part));
        CHECK(kind_of(part) == MPI_UNDEFINED);
        FINE(MPI_Comm_free(&part));
        FINE(MPI_Comm_free(&copy));
    }
    int ends[8] = {0}, edges[2] = {0, -1}, x;
    MPI_Comm comm;
    REFUSED(MPI_ERR_ARG, MPI_Graph_create(world, -1, ends, edges, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Graph_create(world, check_size + 1, ends, edges, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Graph_create(world, 1, NULL, edges, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Graph_create(world, 1, ends, edges, 0, NULL));
    ends[0] = -1;
    REFUSED(MPI_ERR_ARG, MPI_Graph_create(world, 1, ends, edges, 0, &comm));
    ends[0] = 2;
    REFUSED(MPI_ERR_RANK, MPI_Graph_create(world, 1, ends, edges, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Graph_create(world, 1, ends, NULL, 0, &comm));
    REFUSED(MPI_ERR_RANK, MPI_Graph_map(world, 1, ends, edges, &x));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(world, &x, &x));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Graph_neighbors_count(world, 0, &x));
}

enum { EDGES = 40 };

/* The edges that rank `by` passes: any, the same on all ranks. */
static int passed(int by, int *from, int *to, int *weight) {
    unsigned state = 77 + (unsigned)by;
    int n = by % 4 == 2 ? 0 : 5 + by;
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        from[i] = (int)(state >> 8) % check_size;
        to[i] = (int)(state >> 16) % check_size;
        weight[i] = by * 100 + i;
    }
    return n;
}

static void same_part(MPI_Comm comm, int in, const int *sources, const int *in_weights, int out, const int *destinations,
                      const int *out_weights) {
    int a = -1, b = -1, weighted = -1, s[EDGES], d[EDGES], v[EDGES], w[EDGES];
    memset(v, -1, sizeof v), memset(w, -1, sizeof w), memset(s, -1, sizeof s);
    CHECK(kind_of(comm) == MPI_DIST_GRAPH);
    FINE(MPI_Dist_graph_neighbors_count(comm, &a, &b, &weighted));
    CHECK(a == in && b == out && !weighted == !in_weights);
    FINE(MPI_Dist_graph_neighbors(comm, EDGES, s, v, EDGES, d, w));
    CHECK(memcmp(s, sources, in * sizeof(int)) == 0 && memcmp(d, destinations, out * sizeof(int)) == 0);
    if (weighted) CHECK(memcmp(v, in_weights, in * sizeof(int)) == 0 && memcmp(w, out_weights, out * sizeof(int)) == 0);
    if (!weighted) CHECK(v[0] == -1 && w[0] == -1);
    FINE(MPI_Dist_graph_neighbors(comm, in, s, MPI_UNWEIGHTED, out, d, MPI_UNWEIGHTED));
    if (in > 0) {
        s[in - 1] = -9;
        FINE(MPI_Dist_graph_neighbors(comm, in - 1, s, v, 0, NULL, MPI_WEIGHTS_EMPTY));
        CHECK(s[in - 1] == -9);
    }
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_neighbors(comm, -1, s, v, out, d, w));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(comm, &a, &b));
}

static void distributed_graphs(MPI_Comm world) {
    int from[EDGES], to[EDGES], weight[EDGES], ones[EDGES], s[EDGES * 4], v[EDGES * 4], d[EDGES * 4], w[EDGES * 4];
    int in = 0, out = 0;
    for (int by = 0; by < check_size; by++) {
        int n = passed(by, from, to, weight);
        for (int i = 0; i < n; i++) {
            if (to[i] == check_rank) s[in] = from[i], v[in++] = weight[i];
            if (from[i] == check_rank) d[out] = to[i], w[out++] = weight[i];
        }
    }
    int n = passed(check_rank, from, to, weight);
    for (int i = 0; i < EDGES; i++) ones[i] = 1;
    MPI_Comm comm, copy;
    for (int weighted = 0; weighted < 2; weighted++) {
        const int *use = !weighted ? MPI_UNWEIGHTED : n ? weight : MPI_WEIGHTS_EMPTY;
        FINE(MPI_Dist_graph_create(world, n, from, ones, to, use, MPI_INFO_NULL, weighted, &comm));
        same_part(comm, in, s, weighted ? v : NULL, out, d, weighted ? w : NULL);
        FINE(MPI_Comm_dup(comm, &copy));
        FINE(MPI_Comm_free(&comm));
        same_part(copy, in, s, weighted ? v : NULL, out, d, weighted ? w : NULL);
        FINE(MPI_Comm_free(&copy));
        const int *u = !weighted ? MPI_UNWEIGHTED : in ? v : MPI_WEIGHTS_EMPTY;
        const int *x = !weighted ? MPI_UNWEIGHTED : out ? w : MPI_WEIGHTS_EMPTY;
        FINE(MPI_Dist_graph_create_adjacent(world, in, s, u, out, d, x, MPI_INFO_NULL, 0, &comm));
        same_part(comm, in, s, weighted ? v : NULL, out, d, weighted ? w : NULL);
        FINE(MPI_Comm_free(&comm));
    }
    /* Several destinations of one source; a source without any. */
    int sources[2] = {check_rank, 0}, degrees[2] = {check_size, 0}, all[8];
    for (int i = 0; i < check_size; i++) all[i] = i;
    FINE(MPI_Dist_graph_create(world, 2, sources, degrees, all, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    same_part(comm, check_size, all, NULL, check_size, all, NULL);
    FINE(MPI_Comm_free(&comm));
    FINE(MPI_Dist_graph_create(world, 0, NULL, NULL, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    same_part(comm, 0, all, NULL, 0, all, NULL);
    FINE(MPI_Comm_free(&comm));

    int bad = check_size, minus = -1, one = 1, zero = 0;
    MPI_Info none = MPI_INFO_NULL;
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create(world, -1, &zero, &one, &zero, &one, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create(world, 1, &zero, &minus, &zero, &one, none, 0, &comm));
    REFUSED(MPI_ERR_RANK, MPI_Dist_graph_create(world, 1, &bad, &one, &zero, &one, none, 0, &comm));
    REFUSED(MPI_ERR_RANK, MPI_Dist_graph_create(world, 1, &zero, &one, &minus, &one, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create(world, 1, &zero, &one, &zero, &minus, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create(world, 1, &zero, &one, &zero, NULL, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create(world, 1, &zero, &one, NULL, &one, none, 0, &comm));
    REFUSED(MPI_ERR_RANK, MPI_Dist_graph_create_adjacent(world, 1, &bad, &one, 0, NULL, MPI_WEIGHTS_EMPTY, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(world, -1, &zero, &one, 1, &zero, &one, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(world, 1, &zero, &one, 1, &zero, MPI_UNWEIGHTED, none, 0, &comm));
    REFUSED(MPI_ERR_ARG, MPI_Dist_graph_create_adjacent(world, 1, &zero, MPI_WEIGHTS_EMPTY, 1, &zero, &one, none, 0, &comm));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Dist_graph_neighbors_count(world, &zero, &one, &bad));
    REFUSED(MPI_ERR_TOPOLOGY, MPI_Dist_graph_neighbors(world, EDGES, s, v, EDGES, d, w));
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm world;
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    whole_graphs(world);
    distributed_graphs(world);
    MPI_Comm_free(&world);
    return check_end();
}
