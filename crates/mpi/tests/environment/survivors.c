/* Ranks die at random times while all agree, shrink, revoke and compute. The survivors compare everything that they
 * have agreed on. Arguments: a seed, and how many ranks die, of those with the highest numbers. */
#include "survivors.h"
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static unsigned long long random_state;
static unsigned next_random(void) {
    random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(random_state >> 33);
}

/* A hash of all that this process has agreed on. */
static unsigned long long agreed = 14695981039346656037ULL;
static void note(unsigned long long value) { agreed = (agreed ^ value) * 1099511628211ULL; }

/* Agrees on a value. Returns whether a death is not acknowledged yet, and acknowledges it. */
static int agree(MPI_Comm comm, int *value, int later) {
    int code;
    if (later) {
        MPI_Request request;
        CHECK(MPI_Comm_iagree(comm, value, &request) == MPI_SUCCESS);
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        code = MPI_Comm_agree(comm, value);
    }
    CHECK(code == MPI_SUCCESS || class_of(code) == MPI_ERR_PROC_FAILED);
    note((unsigned)*value);
    note((unsigned)class_of(code));
    if (code != MPI_SUCCESS) MPIX_Comm_failure_ack(comm);
    return code != MPI_SUCCESS;
}

static int size_of(MPI_Comm comm) {
    int size;
    MPI_Comm_size(comm, &size);
    return size;
}

int main(int argc, char **argv) {
    int all, victims;
    MPI_Init(&argc, &argv);
    CHECK(argc == 3);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    victims = atoi(argv[2]);
    random_state = strtoull(argv[1], NULL, 10) * 1000 + 7;
    for (int i = 0; i <= me; i++) next_random();
    if (me >= all - victims) {
        /* The signal's default action ends the process. */
        struct itimerval soon = {{0, 0}, {0, 1 + (long)(next_random() % 60000)}};
        setitimer(ITIMER_REAL, &soon, NULL);
    }
    MPI_Comm comm;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Comm_dup(MPI_COMM_WORLD, &comm) != MPI_SUCCESS) comm = MPI_COMM_NULL;
    /* Some may have the duplicate and some not. */
    int has = comm != MPI_COMM_NULL;
    agree(MPI_COMM_WORLD, &has, 0);
    if (!has) CHECK(MPI_Comm_shrink(MPI_COMM_WORLD, &comm) == MPI_SUCCESS);
    int quiet = 0;
    for (int round = 0; size_of(comm) > all - victims || quiet < 20; round++) {
        CHECK(round < 1000000);
        quiet = size_of(comm) > all - victims ? 0 : quiet + 1;
        long mine = 1, sum = 0;
        int ok = MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, comm) == MPI_SUCCESS;
        if (ok) CHECK(sum == size_of(comm));
        int dead = agree(comm, &ok, round % 2);
        if (!dead && ok) continue;
        if (round % 3) CHECK(MPI_Comm_revoke(comm) == MPI_SUCCESS);
        MPI_Comm smaller;
        if (round % 2) {
            MPI_Request request;
            CHECK(MPI_Comm_ishrink(comm, &smaller, &request) == MPI_SUCCESS);
            CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS);
        } else {
            CHECK(MPI_Comm_shrink(comm, &smaller) == MPI_SUCCESS);
        }
        CHECK(size_of(smaller) <= size_of(comm) && size_of(smaller) >= all - victims);
        note((unsigned)size_of(smaller));
        MPI_Comm_free(&comm);
        comm = smaller;
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    unsigned long long low, high;
    CHECK(size_of(comm) == all - victims);
    CHECK(MPI_Allreduce(&agreed, &low, 1, MPI_UNSIGNED_LONG_LONG, MPI_MIN, comm) == MPI_SUCCESS);
    CHECK(MPI_Allreduce(&agreed, &high, 1, MPI_UNSIGNED_LONG_LONG, MPI_MAX, comm) == MPI_SUCCESS);
    CHECK(low == high);
    MPI_Group failed;
    int failures;
    MPI_Comm_get_failed(MPI_COMM_WORLD, &failed);
    MPI_Group_size(failed, &failures);
    MPI_Group_free(&failed);
    CHECK(failures == victims);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
