/* One rank finalises before its part of a call that all ranks of a communicator make: the call ends with
 * MPI_ERR_PROC_ABORTED on each rank that cannot complete without it, and on no rank the call waits for ever. Each call has
 * a communicator of its own, because a call that has failed leaves its communicator behind unusable. A rank that leaves
 * right after its part disturbs no other rank: see leave_after.c. ranks: 2 3 4 */
#include "check.h"
#include <time.h>
#define N 64

static int in[N * 8], out[N * 8], counts[8], starts[8];
static int leaver;

static void many(void) {
    for (int i = 0; i < 8; i++) counts[i] = 2, starts[i] = 2 * i;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

/* The ways of a call: blocking, and two that make a request. */
enum { BLOCKING, NONBLOCKING, PERSISTENT };

#define THREE(name, lower, ...)                                                           \
    static int do_##name(int form, MPI_Comm c, MPI_Request *r) {                          \
        switch (form) {                                                                   \
            case BLOCKING: return MPI_##name(__VA_ARGS__);                                \
            case NONBLOCKING: return MPI_I##lower(__VA_ARGS__, r);                        \
            default: return MPI_##name##_init(__VA_ARGS__, MPI_INFO_NULL, r);             \
        }                                                                                 \
    }
THREE(Barrier, barrier, c)
THREE(Bcast, bcast, in, 2, MPI_INT, leaver, c)
THREE(Gather, gather, in, 2, MPI_INT, out, 2, MPI_INT, !leaver, c)
THREE(Gatherv, gatherv, in, 2, MPI_INT, out, counts, starts, MPI_INT, !leaver, c)
THREE(Scatter, scatter, in, 2, MPI_INT, out, 2, MPI_INT, leaver, c)
THREE(Scatterv, scatterv, in, counts, starts, MPI_INT, out, 2, MPI_INT, leaver, c)
THREE(Allgather, allgather, in, 2, MPI_INT, out, 2, MPI_INT, c)
THREE(Allgatherv, allgatherv, in, 2, MPI_INT, out, counts, starts, MPI_INT, c)
THREE(Alltoall, alltoall, in, 2, MPI_INT, out, 2, MPI_INT, c)
THREE(Alltoallv, alltoallv, in, counts, starts, MPI_INT, out, counts, starts, MPI_INT, c)
THREE(Reduce, reduce, in, out, 2, MPI_INT, MPI_SUM, !leaver, c)
THREE(Allreduce, allreduce, in, out, 2, MPI_INT, MPI_SUM, c)
THREE(Reduce_scatter, reduce_scatter, in, out, counts, MPI_INT, MPI_SUM, c)
THREE(Reduce_scatter_block, reduce_scatter_block, in, out, 2, MPI_INT, MPI_SUM, c)
THREE(Scan, scan, in, out, 2, MPI_INT, MPI_SUM, c)
THREE(Exscan, exscan, in, out, 2, MPI_INT, MPI_SUM, c)
THREE(Neighbor_allgather, neighbor_allgather, in, 2, MPI_INT, out, 2, MPI_INT, c)
THREE(Neighbor_alltoall, neighbor_alltoall, in, 2, MPI_INT, out, 2, MPI_INT, c)

/* Calls that a rank with a lower number than the leaver, or only a root, completes without it. */
enum { EVERYBODY, ROOT, BEHIND, LARGE };
static const struct {
    const char *name;
    int (*call)(int form, MPI_Comm c, MPI_Request *r);
    int who;
} calls[] = {
    {"Barrier", do_Barrier, EVERYBODY},
    {"Bcast", do_Bcast, EVERYBODY},
    {"Gather", do_Gather, ROOT},
    {"Gatherv", do_Gatherv, ROOT},
    {"Scatter", do_Scatter, EVERYBODY},
    {"Scatterv", do_Scatterv, EVERYBODY},
    {"Allgather", do_Allgather, EVERYBODY},
    {"Allgatherv", do_Allgatherv, EVERYBODY},
    {"Alltoall", do_Alltoall, EVERYBODY},
    {"Alltoallv", do_Alltoallv, EVERYBODY},
    {"Reduce", do_Reduce, ROOT},
    {"Allreduce", do_Allreduce, EVERYBODY},
    {"Reduce_scatter", do_Reduce_scatter, EVERYBODY},
    {"Reduce_scatter_block", do_Reduce_scatter_block, EVERYBODY},
    {"Scan", do_Scan, BEHIND},
    {"Exscan", do_Exscan, BEHIND},
    {"Neighbor_allgather", do_Neighbor_allgather, LARGE},
    {"Neighbor_alltoall", do_Neighbor_alltoall, LARGE},
};
#define CALLS (int)(sizeof calls / sizeof *calls)

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

/* Returns true if this rank must fail in a call; 0 if it may also complete. */
static int must_fail(int who) {
    switch (who) {
        case EVERYBODY: return 1;
        case ROOT: return check_rank == !leaver;
        case BEHIND: return check_rank > leaver;
        default: return check_rank == (leaver + 1) % check_size || (check_rank + 1) % check_size == leaver;
    }
}

static double slowest;

static void expect(const char *name, const char *form, int who, int code, double began) {
    int class = class_of(code), fails = class == MPI_ERR_PROC_ABORTED;
    double took = now() - began;
    if (took > slowest) slowest = took;
    /* A rank that completes without the leaver may also learn from another rank that the call has failed. */
    if (!(fails || (class == MPI_SUCCESS && !must_fail(who)))) {
        fprintf(stderr, "rank %d: %s %s: class %d\n", check_rank, name, form, class);
        check_wrong++;
    }
}

int main(int argc, char **argv) {
    (void)check_end;
    check_start(&argc, &argv);
    leaver = check_size - 1;
    many();
    static MPI_Comm comm[CALLS][3], more[8];
    static MPI_Request persistent[CALLS];
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    for (int i = 0; i < CALLS; i++) {
        for (int form = 0; form < 3; form++) {
            int periodic = 1;
            MPI_Comm_dup(MPI_COMM_WORLD, &comm[i][form]);
            if (calls[i].who == LARGE) {
                MPI_Comm_free(&comm[i][form]);
                MPI_Cart_create(MPI_COMM_WORLD, 1, &check_size, &periodic, 0, &comm[i][form]);
                MPI_Comm_set_errhandler(comm[i][form], MPI_ERRORS_RETURN);
            }
        }
        CHECK(calls[i].call(PERSISTENT, comm[i][PERSISTENT], &persistent[i]) == MPI_SUCCESS);
    }
    for (int i = 0; i < 8; i++) MPI_Comm_dup(MPI_COMM_WORLD, &more[i]);
    MPI_Win win, win2;
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &(void *){0}, &win);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &(void *){0}, &win2);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_set_errhandler(win2, MPI_ERRORS_RETURN);
    if (check_rank == leaver) {
        MPI_Finalize();
        return check_wrong != 0;
    }
    MPI_Request r;
    for (int i = 0; i < CALLS; i++) {
        double began = now();
        expect(calls[i].name, "blocking", calls[i].who, calls[i].call(BLOCKING, comm[i][BLOCKING], &r), began);
        began = now();
        int code = calls[i].call(NONBLOCKING, comm[i][NONBLOCKING], &r), flag = 0;
        /* Programs wait, or test. */
        if (code == MPI_SUCCESS) {
            if (i % 2) {
                code = MPI_Wait(&r, MPI_STATUS_IGNORE);
            } else {
                while (!flag && code == MPI_SUCCESS) code = MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
            }
        }
        expect(calls[i].name, "non-blocking", calls[i].who, code, began);
        CHECK(r == MPI_REQUEST_NULL);
        for (int round = 0; round < 2; round++) {
            began = now();
            code = MPI_Start(&persistent[i]);
            if (code == MPI_SUCCESS && i % 3 == 0) {
                for (flag = 0; !flag && code == MPI_SUCCESS;) code = MPI_Test(&persistent[i], &flag, MPI_STATUS_IGNORE);
            } else if (code == MPI_SUCCESS && i % 3 == 1) {
                MPI_Status status;
                code = MPI_Waitall(1, &persistent[i], &status);
                if (class_of(code) == MPI_ERR_IN_STATUS) code = status.MPI_ERROR;
            } else if (code == MPI_SUCCESS) {
                code = MPI_Wait(&persistent[i], MPI_STATUS_IGNORE);
            }
            expect(calls[i].name, "persistent", calls[i].who, code, began);
        }
        CHECK(MPI_Request_free(&persistent[i]) == MPI_SUCCESS);
    }
    MPI_Comm made;
    double began = now();
    expect("Comm_dup", "", EVERYBODY, MPI_Comm_dup(more[0], &made), began);
    began = now();
    expect("Comm_split", "", EVERYBODY, MPI_Comm_split(more[1], 0, 0, &made), began);
    began = now();
    int code = MPI_Comm_idup(more[2], &made, &r);
    if (code == MPI_SUCCESS) code = MPI_Wait(&r, MPI_STATUS_IGNORE);
    expect("Comm_idup", "", EVERYBODY, code, began);
    MPI_Win made_win;
    void *memory;
    began = now();
    expect("Win_create", "", EVERYBODY, MPI_Win_create(in, 8, 1, MPI_INFO_NULL, more[3], &made_win), began);
    began = now();
    expect("Win_allocate", "", EVERYBODY, MPI_Win_allocate(8, 1, MPI_INFO_NULL, more[4], &memory, &made_win), began);
    began = now();
    expect("Win_fence", "", EVERYBODY, MPI_Win_fence(0, win), began);
    began = now();
    expect("Win_free", "", EVERYBODY, MPI_Win_free(&win2), began);
    MPI_File file;
    began = now();
    expect("File_open", "", EVERYBODY, MPI_File_open(more[5], "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file), began);
    /* Calls that only test learn of it, too. */
    int flag = 0;
    MPI_Irecv(out, 1, MPI_INT, leaver, 7, MPI_COMM_WORLD, &r);
    began = now();
    for (code = MPI_SUCCESS; !flag && code == MPI_SUCCESS;) code = MPI_Test(&r, &flag, MPI_STATUS_IGNORE);
    expect("Test", "", EVERYBODY, code, began);
    MPI_Precv_init(out, 2, 1, MPI_INT, leaver, 7, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    began = now();
    for (flag = 0, code = MPI_SUCCESS; !flag && code == MPI_SUCCESS;) code = MPI_Parrived(r, 1, &flag);
    expect("Parrived", "", EVERYBODY, code, began);
    began = now();
    expect("Wait of a partitioned receive", "", EVERYBODY, MPI_Wait(&r, MPI_STATUS_IGNORE), began);
    MPI_Request_free(&r);
    if (slowest > 10) {
        fprintf(stderr, "rank %d: a call took %.1f s to learn of it\n", check_rank, slowest);
        check_wrong++;
    }
    if (getenv("LEAVERS_SHOW")) fprintf(stderr, "rank %d: the slowest call took %.2f s\n", check_rank, slowest);
    MPI_Finalize();
    return check_wrong != 0;
}
