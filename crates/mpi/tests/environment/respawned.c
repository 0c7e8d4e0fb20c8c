/* Processes of two jobs die, one after the other, and are replaced; all functions of fault tolerance work on the
 * intercommunicators and on what is made of them. Run on 3 ranks, which start 2 processes. Later one of these starts a
 * third. */
#include "survivors.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define FAILS(call) CHECK(class_of(call) == MPI_ERR_PROC_FAILED)

static int size_of(MPI_Comm comm, int remote) {
    int size;
    if (remote) {
        MPI_Comm_remote_size(comm, &size);
    } else {
        MPI_Comm_size(comm, &size);
    }
    return size;
}

static int failures(MPI_Comm comm) {
    MPI_Group group;
    int number;
    CHECK(MPI_Comm_get_failed(comm, &group) == MPI_SUCCESS);
    MPI_Group_size(group, &number);
    MPI_Group_free(&group);
    return number;
}

/* All living members agree: with an error before they have acknowledged the death, and without one behind. */
static void agree(MPI_Comm comm) {
    int rank, flag;
    MPI_Request request;
    MPI_Comm_rank(comm, &rank);
    flag = ~(1 << rank);
    FAILS(MPI_Comm_agree(comm, &flag));
    CHECK((flag & 1) == 0);
    CHECK(failures(comm) > 0);
    CHECK(MPIX_Comm_failure_ack(comm) == MPI_SUCCESS);
    flag = 6 + (rank == 0);
    CHECK(MPI_Comm_iagree(comm, &flag, &request) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS && (flag & ~1) == 6);
}

/* A communicator is revoked by its lowest rank, and the others wait in it. */
static void revoke(MPI_Comm comm, int lowest) {
    char word[8];
    int flag;
    if (lowest) CHECK(MPI_Comm_revoke(comm) == MPI_SUCCESS);
    int code = MPI_Recv(word, 8, MPI_BYTE, 0, 77, comm, MPI_STATUS_IGNORE);
    CHECK(class_of(code) == MPI_ERR_REVOKED);
    MPI_Comm_is_revoked(comm, &flag);
    CHECK(flag && class_of(MPI_Barrier(comm)) == MPI_ERR_REVOKED);
    flag = 3;
    CHECK(MPI_Comm_agree(comm, &flag) == MPI_SUCCESS && flag == 3);
}

/* What the processes that live do after a process of the second job has died: remote or local rank 1 of it. */
static void after_first_death(MPI_Comm between, MPI_Comm merged, int is_child) {
    char word[8];
    MPI_Comm smaller;
    MPI_Request request;
    int last = size_of(merged, 0) - 1;
    if (!is_child) FAILS(MPI_Recv(word, 8, MPI_BYTE, 1, 5, between, MPI_STATUS_IGNORE));
    FAILS(MPI_Recv(word, 8, MPI_BYTE, last, 5, merged, MPI_STATUS_IGNORE));
    CHECK(failures(merged) == 1 && failures(between) == 1);
    int code = MPI_Recv(word, 8, MPI_BYTE, MPI_ANY_SOURCE, 5, merged, MPI_STATUS_IGNORE);
    FAILS(code);
    agree(merged);
    CHECK(MPI_Irecv(word, 8, MPI_BYTE, MPI_ANY_SOURCE, 6, merged, &request) == MPI_SUCCESS);
    CHECK(MPI_Send(word, 8, MPI_BYTE, (me + 1) % last, 6, merged) == MPI_SUCCESS);
    CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    agree(between);
    CHECK(MPI_Comm_shrink(between, &smaller) == MPI_SUCCESS);
    CHECK(size_of(smaller, 0) + size_of(smaller, 1) == last);
    CHECK(MPI_Barrier(smaller) == MPI_SUCCESS && failures(smaller) == 0);
    revoke(between, !is_child && me == 0);
    MPI_Comm_free(&smaller);
}

int main(int argc, char **argv) {
    MPI_Comm parent, between, merged, living, again, all;
    int started = argc > 1 ? atoi(argv[1]) : 0, sum = 1, old = 0;
    char *none[] = {"1", NULL}, *second[] = {"2", NULL};
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (started == 2) {
        MPI_Intercomm_merge(parent, 1, &all);
    } else {
        between = parent;
        if (!started)
            CHECK(MPI_Comm_spawn(argv[0], none, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, MPI_ERRCODES_IGNORE) ==
                  MPI_SUCCESS);
        MPI_Comm_set_errhandler(between, MPI_ERRORS_RETURN);
        CHECK(MPI_Intercomm_merge(between, started, &merged) == MPI_SUCCESS);
        MPI_Comm_rank(merged, &me);
        if (me == size_of(merged, 0) - 1) raise(SIGKILL);
        after_first_death(between, merged, started);
        CHECK(MPI_Comm_shrink(merged, &living) == MPI_SUCCESS);
        CHECK(MPI_Allreduce(&sum, &old, 1, MPI_INT, MPI_SUM, living) == MPI_SUCCESS && old == size_of(merged, 0) - 1);
        MPI_Comm_free(&merged);
        MPI_Comm_free(&between);
        /* A process of the first job dies, too. */
        if (me == 1) raise(SIGKILL);
        int class = class_of(MPI_Recv(&sum, 1, MPI_INT, 1, 8, living, MPI_STATUS_IGNORE));
        CHECK(class == MPI_ERR_PROC_FAILED || class == MPI_ERR_REVOKED);
        CHECK(MPI_Comm_revoke(living) == MPI_SUCCESS);
        CHECK(MPI_Comm_shrink(living, &merged) == MPI_SUCCESS && size_of(merged, 0) == old - 1);
        MPI_Comm_free(&living);
        /* The process that was started starts another one. */
        CHECK(MPI_Comm_spawn(argv[0], second, 1, MPI_INFO_NULL, size_of(merged, 0) - 1, merged, &again,
                             MPI_ERRCODES_IGNORE) == MPI_SUCCESS);
        MPI_Comm_free(&merged);
        CHECK(MPI_Intercomm_merge(again, 0, &all) == MPI_SUCCESS);
        MPI_Comm_free(&again);
    }
    CHECK(MPI_Allreduce(&sum, &old, 1, MPI_INT, MPI_SUM, all) == MPI_SUCCESS && old == 4);
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}
