/* Starting processes, and messages between two jobs. Any MPI can run it. With two ranks:
 *     spawn             MPI_Comm_spawn of four processes, MPI_Comm_disconnect: ms, the slower rank's
 *     spawned_latency   8 B back and forth between rank 0 and a process that rank 0 alone has started: half of it, us.
 *                       Rank 1 sleeps meanwhile
 *     world_latency     8 B back and forth between the two ranks */
#include "common.h"
#include <unistd.h>

enum { CHILDREN = 4 };
static char *self;
static MPI_Comm children, world_pair;

static MPI_Comm started(const char *what) {
    char *args[] = {(char *)what, NULL};
    MPI_Comm inter;
    int codes[CHILDREN];
    MPI_Comm_spawn(self, args, CHILDREN, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, codes);
    return inter;
}

static double spawn(size_t size, long n) {
    double start = now();
    (void)size;
    for (long i = 0; i < n; i++) {
        MPI_Comm inter = started("--leave");
        MPI_Comm_disconnect(&inter);
    }
    return now() - start;
}

/* Rank 0 of each side exchanges messages of 8 bytes until one is 0. */
static double between(MPI_Comm comm, int other, long n) {
    long word = 1;
    double start = now();
    for (long i = 0; i < n; i++) {
        MPI_Send(&word, 1, MPI_LONG, other, 0, comm);
        MPI_Recv(&word, 1, MPI_LONG, other, 0, comm, MPI_STATUS_IGNORE);
    }
    return (now() - start) / 2;
}

static void answer(MPI_Comm comm) {
    for (long word = 1; word;) {
        MPI_Recv(&word, 1, MPI_LONG, 0, 0, comm, MPI_STATUS_IGNORE);
        if (word) MPI_Send(&word, 1, MPI_LONG, 0, 0, comm);
    }
}

/* What rank 0 measures with its child while rank 1 sleeps. */
static struct figures of_pair(void) {
    enum { SAMPLES = 500, BATCH = 200 };
    static double all[SAMPLES];
    struct figures f = {0};
    between(children, 0, BATCH * 10);
    for (int i = 0; i < SAMPLES; i++) all[i] = between(children, 0, BATCH) / BATCH;
    summarise(&f, all, SAMPLES, BATCH);
    return f;
}

/* Rank 1 waits for rank 0 without using a core: three processes that poll would share two. */
static void leave_the_cores(void) {
    int over = rank == 0;
    if (rank == 0) MPI_Send(&over, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    while (!over) {
        usleep(2000);
        MPI_Iprobe(0, 1, MPI_COMM_WORLD, &over, MPI_STATUS_IGNORE);
    }
    if (rank == 1) MPI_Recv(&over, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double to_rank(size_t size, long n) {
    long word = 0;
    (void)size;
    if (rank == 0) {
        double took = between(world_pair, 1, n);
        MPI_Send(&word, 1, MPI_LONG, 1, 0, world_pair);
        return took;
    }
    answer(world_pair);
    return 0;
}

static int child(int argc, char **argv) {
    MPI_Comm parent;
    int me;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_get_parent(&parent);
    if (me == 0 && !strcmp(argv[1], "--answer")) answer(parent);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv) {
    self = argv[0];
    if (argc == 2 && (!strcmp(argv[1], "--leave") || !strcmp(argv[1], "--answer"))) return child(argc, argv);
    begin(argc, argv, "8", 2);
    struct figures f;
    if (wanted("spawn")) {
        f = measure(spawn, 0, 1);
        print_time("spawn", 0, f.p50, f, 1e3, "ms");
    }
    if (wanted("spawned_latency")) {
        if (rank == 0) {
            char *args[] = {"--answer", NULL};
            MPI_Comm_spawn(self, args, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
            f = of_pair();
            print_time("spawned_latency", 8, f.p50, f, 1e6, "us");
            long word = 0;
            MPI_Send(&word, 1, MPI_LONG, 0, 0, children);
            MPI_Comm_disconnect(&children);
        }
        leave_the_cores();
    }
    if (wanted("world_latency")) {
        MPI_Comm_dup(MPI_COMM_WORLD, &world_pair);
        f = measure(to_rank, 8, 0);
        print_time("world_latency", 8, f.p50, f, 1e6, "us");
        MPI_Comm_free(&world_pair);
    }
    MPI_Finalize();
    return 0;
}
