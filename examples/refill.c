/* Heat in a rod, whichever process dies: the dead are replaced, and the result has the bits of a run in which nobody
 * dies. Each process computes a part of the rod. From time to time all make a checkpoint: each sends its part to its
 * right neighbour, which keeps it. If a process dies, the others start another one, which gets the dead one's part from
 * that neighbour, and all go on from the last checkpoint.
 *
 *     mpicc -O2 -o refill refill.c
 *     clump run --survive -n 4 ./refill 20000 100    # so many steps, with a rest of so many microseconds after each
 *
 * Kill processes meanwhile (kill -9), also the new ones. After the second number there may be hosts: `clump0 clump1`
 * puts the first half of the parts on clump0, as `clump run --hosts clump0:2,clump1:2` does. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CELLS 512 /* of each process */
#define OFTEN 50  /* steps from one checkpoint to the next */

/* A process's part of the rod after some steps. */
typedef struct {
    long step; /* -1: this process does not have it */
    double cells[CELLS];
} Part;

static int parts;        /* how many parts the rod has: one for each process */
static int part = -1;    /* this process's part */
static Part now;         /* as it is computed */
static Part own, left;   /* the last checkpoint: this process's part, and its left neighbour's */
static MPI_Comm all;     /* all processes, in the order of their parts */
static char **arguments; /* steps, rest, hosts */
static int hosts;

#define OK(call) ((call) == MPI_SUCCESS)

/* Makes a part as it is before the first step. */
static void begin(Part *new, int which) {
    new->step = 0;
    for (int i = 0; i < CELLS; i++) new->cells[i] = (which * CELLS + i) % 97 / 7.0;
}

/* Computes one step. Returns whether this process has its neighbours' cells. */
static int step(void) {
    double next[CELLS], before = 0, behind = 0; /* The ends of the rod are cold. */
    int to_left = part > 0 ? part - 1 : MPI_PROC_NULL, to_right = part + 1 < parts ? part + 1 : MPI_PROC_NULL;
    if (!OK(MPI_Sendrecv(&now.cells[CELLS - 1], 1, MPI_DOUBLE, to_right, 1, &before, 1, MPI_DOUBLE, to_left, 1, all,
                         MPI_STATUS_IGNORE)) ||
        !OK(MPI_Sendrecv(&now.cells[0], 1, MPI_DOUBLE, to_left, 2, &behind, 1, MPI_DOUBLE, to_right, 2, all,
                         MPI_STATUS_IGNORE)))
        return 0;
    for (int i = 0; i < CELLS; i++) {
        double low = i > 0 ? now.cells[i - 1] : before, high = i + 1 < CELLS ? now.cells[i + 1] : behind;
        next[i] = now.cells[i] + 0.25 * (low - 2 * now.cells[i] + high);
    }
    memcpy(now.cells, next, sizeof next);
    now.step++;
    return 1;
}

/* Sends this process's part to its right neighbour, which keeps it from the next checkpoint on. */
static int exchange(Part *arrived) {
    return OK(MPI_Sendrecv(&now, sizeof now, MPI_BYTE, (part + 1) % parts, 3, arrived, sizeof *arrived, MPI_BYTE,
                           (part + parts - 1) % parts, 3, all, MPI_STATUS_IGNORE));
}

/* Returns the same on all processes: true if `ok` is true on each and nobody has died. Each process that has got a
 * communicator must call this, whatever has failed before: those that agree wait for all others. */
static int all_agree(MPI_Comm comm, int ok) {
    /* Others may wait in a call: this ends their wait. */
    if (!ok) MPIX_Comm_revoke(comm);
    return OK(MPIX_Comm_agree(comm, &ok)) && ok;
}

/* Returns where a part is computed; NULL if no hosts are named. */
static const char *host_of(int which) { return hosts ? arguments[3 + which * hosts / parts] : NULL; }

/* Starts a process for part `missing`. The processes of `living` compute the parts `of`. */
static int start(MPI_Comm living, int missing, const int *of, int size, MPI_Comm *with_new) {
    MPI_Info info = MPI_INFO_NULL;
    int root = 0, code;
    if (hosts) {
        /* A process of the same host starts it, if one lives. */
        while (root < size && strcmp(host_of(of[root]), host_of(missing)) != 0) root++;
        if (root == size) {
            root = 0;
            MPI_Info_create(&info);
            MPI_Info_set(info, "host", host_of(missing));
        }
    }
    int ok = OK(MPI_Comm_spawn(arguments[0], arguments + 1, 1, info, root, living, with_new, &code));
    if (info != MPI_INFO_NULL) MPI_Info_free(&info);
    return ok;
}

/* Makes `all` of the living processes and a new one, which gets part `missing`. `between` connects them. */
static int join(MPI_Comm between, int missing) {
    MPI_Comm merged = MPI_COMM_NULL, next = MPI_COMM_NULL;
    int is_new = missing < 0, ok, facts[2] = {missing, parts};
    MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
    ok = OK(MPI_Intercomm_merge(between, is_new, &merged)) && OK(MPI_Bcast(facts, 2, MPI_INT, 0, merged));
    if (ok && is_new) {
        part = facts[0];
        parts = facts[1];
    }
    ok = ok && OK(MPI_Comm_split(merged, 0, part, &next));
    if (!ok && merged != MPI_COMM_NULL) MPIX_Comm_revoke(merged);
    ok = all_agree(between, ok);
    if (merged != MPI_COMM_NULL) MPI_Comm_free(&merged);
    MPI_Comm_free(&between);
    if (!ok) {
        if (next != MPI_COMM_NULL) MPI_Comm_free(&next);
        return 0;
    }
    if (!is_new) MPI_Comm_free(&all);
    all = next;
    return 1;
}

/* Gives each process its part and its left neighbour's as of the last checkpoint; or of the beginning, if the process
 * that had a part and the one that kept it are both dead, or if some have begun anew and others have not. */
static int restore(void) {
    long mine[2] = {own.step, left.step}, has[parts][2];
    if (!OK(MPI_Allgather(mine, 2, MPI_LONG, has, 2, MPI_LONG, all))) return 0;
    int lost = 0, ok = 1;
    long last = -1;
    for (int i = 0; i < parts; i++) {
        lost |= has[i][0] < 0 && has[(i + 1) % parts][1] < 0;
        if (has[i][0] > last) last = has[i][0];
    }
    for (int i = 0; i < parts; i++) lost |= has[i][0] >= 0 && has[i][0] < last;
    if (lost) {
        begin(&own, part);
        begin(&left, (part + parts - 1) % parts);
    }
    int right = (part + 1) % parts, to_left = (part + parts - 1) % parts;
    if (!lost && own.step < 0)
        ok = OK(MPI_Recv(&now, sizeof now, MPI_BYTE, right, 4, all, MPI_STATUS_IGNORE)) && (own = now, 1);
    if (!lost && has[to_left][0] < 0) ok = ok && OK(MPI_Send(&left, sizeof left, MPI_BYTE, to_left, 4, all));
    if (!lost && has[right][1] < 0) ok = ok && OK(MPI_Send(&own, sizeof own, MPI_BYTE, right, 5, all));
    if (!lost && left.step < 0)
        ok = ok && OK(MPI_Recv(&now, sizeof now, MPI_BYTE, to_left, 5, all, MPI_STATUS_IGNORE)) && (left = now, 1);
    now = own;
    return ok;
}

/* Replaces the dead, one after the other, and goes back to the last checkpoint. `joined` is true if `all` has just been
 * made with a new process. */
static void recover(int joined) {
    for (;;) {
        if (!joined) {
            MPI_Comm living;
            MPIX_Comm_revoke(all);
            if (!OK(MPIX_Comm_shrink(all, &living))) MPI_Abort(MPI_COMM_WORLD, 2);
            MPI_Comm_free(&all);
            all = living;
        }
        MPI_Comm between = MPI_COMM_NULL;
        int size, missing = 0, of[parts];
        MPI_Comm_size(all, &size);
        int ok = OK(MPI_Allgather(&part, 1, MPI_INT, of, 1, MPI_INT, all));
        while (ok && missing < size && of[missing] == missing) missing++;
        ok = ok && (size == parts ? restore() : start(all, missing, of, size, &between));
        ok = all_agree(all, ok);
        if (ok && size == parts) return;
        joined = ok && join(between, missing);
        if (!ok && between != MPI_COMM_NULL) MPI_Comm_free(&between);
    }
}

int main(int argc, char **argv) {
    MPI_Comm parent;
    MPI_Init(&argc, &argv);
    if (argc < 3) MPI_Abort(MPI_COMM_WORLD, 3);
    arguments = argv;
    hosts = argc - 3;
    long steps = atol(argv[1]);
    MPI_Comm_get_parent(&parent);
    now.step = own.step = left.step = -1;
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_dup(MPI_COMM_WORLD, &all);
        MPI_Comm_set_errhandler(all, MPI_ERRORS_RETURN);
        MPI_Comm_rank(all, &part);
        MPI_Comm_size(all, &parts);
        begin(&own, part);
        begin(&left, (part + parts - 1) % parts);
        now = own;
    } else {
        /* The others try again with another process. */
        if (!join(parent, -1)) _exit(4);
        recover(1);
    }
    double *rod = NULL;
    for (;;) {
        static Part arrived;
        long until = now.step / OFTEN * OFTEN + OFTEN;
        int ok = 1;
        if (until > steps) until = steps;
        while (ok && now.step < until) {
            ok = step();
            usleep((useconds_t)atol(argv[2]));
        }
        if (part == 0 && !rod) rod = malloc((size_t)parts * CELLS * sizeof *rod);
        ok = ok && (until < steps ? exchange(&arrived)
                                  : OK(MPI_Gather(now.cells, CELLS, MPI_DOUBLE, rod, CELLS, MPI_DOUBLE, 0, all)));
        if (!all_agree(all, ok)) {
            recover(0);
        } else if (until == steps) {
            break;
        } else {
            own = now;
            left = arrived;
        }
    }
    if (part == 0) {
        unsigned long long hash = 14695981039346656037ULL, bits;
        for (int i = 0; i < parts * CELLS; i++) {
            memcpy(&bits, &rod[i], sizeof bits);
            hash = (hash ^ bits) * 1099511628211ULL;
        }
        printf("after %ld steps the rod's hash is %016llx\n", steps, hash);
        fflush(stdout);
    }
    free(rod);
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}
