/* A parent and a child that it spawns, and how one of them ends. The first argument says what happens. */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void die(void) {
    raise(SIGKILL);
}

/* Returns on how many cores this process may run. */
static int cores(void) {
    cpu_set_t set;
    sched_getaffinity(0, sizeof set, &set);
    return CPU_COUNT(&set);
}

static int child(const char *what, MPI_Comm parent) {
    int word;
    MPI_Comm all;
    MPI_Barrier(parent);
    if (strcmp(what, "child-dies") == 0) die();
    if (strcmp(what, "child-aborts") == 0) MPI_Abort(parent, 7);
    MPI_Comm_rank(MPI_COMM_WORLD, &word);
    if (strcmp(what, "far-child-aborts") == 0 && word == 1) MPI_Abort(parent, 7);
    if (strcmp(what, "far-child-aborts") == 0) pause();
    if (strcmp(what, "bound") == 0) printf("the child has %d cores\n", cores());
    if (strcmp(what, "child-dies-amid") == 0) {
        MPI_Intercomm_merge(parent, 1, &all);
        die();
    }
    if (strcmp(what, "child-outlives") == 0) {
        MPI_Comm_disconnect(&parent);
        usleep(300000);
        puts("the child ends");
        MPI_Finalize();
        return 3;
    }
    if (strcmp(what, "parent-dies") == 0) pause();
    if (strcmp(what, "parent-dies-amid") == 0) MPI_Recv(&word, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv) {
    MPI_Comm parent, inter, all;
    int rank, word, class = 0, code;
    const char *what = argc > 1 ? argv[1] : "";
    char *args[] = {(char *)what, NULL};
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) return child(what, parent);
    if (strcmp(what, "bound") == 0) printf("the parent has %d cores\n", cores());
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_spawn(argv[0], args, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    MPI_Barrier(inter);
    if (strncmp(what, "parent-dies", 11) == 0 && rank == 0) {
        usleep(50000);
        die();
    }
    /* The parents make no call until the job ends. */
    if (strstr(what, "child-aborts")) pause();
    if (strcmp(what, "child-dies") == 0) {
        MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
        code = MPI_Recv(&word, 1, MPI_INT, 1, 0, inter, MPI_STATUS_IGNORE);
        MPI_Error_class(code, &class);
        if (class == MPI_ERR_PROC_ABORTED) printf("rank %d notices it\n", rank);
        MPI_Finalize();
        return 0;
    }
    if (strcmp(what, "child-dies-amid") == 0) {
        MPI_Intercomm_merge(inter, 0, &all);
        MPI_Barrier(all);
    }
    if (strncmp(what, "parent-dies", 11) == 0) MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
    MPI_Finalize();
    return 0;
}
