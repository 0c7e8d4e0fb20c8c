/* A sum that is right whoever dies meanwhile. It goes in rounds: each process adds its part of a round's terms, and
 * MPI_Allreduce gives the round's sum to all. If a process dies, the others make a communicator without it and do the
 * round again. Each process has the sum of the rounds before, so that nothing is lost.
 *
 *     mpicc -O2 -o survive survive.c
 *     clump run --survive -n 4 ./survive           # nobody dies; kill one yourself
 *     clump run --survive -n 4 ./survive 30 2      # process 2 kills itself in round 30
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS 100
#define TERMS 100000L /* of each round */

/* This process's part of a round: the terms rank, rank + size, rank + 2 * size, ... */
static long long part(int round, int rank, int size) {
    long long sum = 0;
    for (long i = rank; i < TERMS; i += size) sum += round * TERMS + i;
    return sum;
}

/* Puts a communicator of the processes that live in place of `comm`. */
static void go_on_without_the_dead(MPI_Comm *comm) {
    MPI_Comm survivors;
    /* Some processes may have had no error, and wait in MPI_Allreduce: this ends their wait. */
    MPIX_Comm_revoke(*comm);
    if (MPIX_Comm_shrink(*comm, &survivors) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_free(comm);
    *comm = survivors; /* It has the error handler of the old one. */
}

int main(int argc, char **argv) {
    int die_in = argc > 2 ? atoi(argv[1]) : -1, victim = argc > 2 ? atoi(argv[2]) : -1, me, rank, size;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    long long sum = 0;
    for (int round = 0; round < ROUNDS;) {
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        if (round == die_in && me == victim) raise(SIGKILL);
        long long mine = part(round, rank, size), all = 0;
        int ok = MPI_Allreduce(&mine, &all, 1, MPI_LONG_LONG, MPI_SUM, comm) == MPI_SUCCESS;
        /* The call may have failed on some processes only. Whatever happens, all get the same answer here; an error
         * means that a process has died. */
        if (MPIX_Comm_agree(comm, &ok) != MPI_SUCCESS || !ok) {
            go_on_without_the_dead(&comm);
            continue;
        }
        sum += all;
        round++;
    }
    long long n = ROUNDS * TERMS, right = n * (n - 1) / 2;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0) printf("%d processes have the sum %lld, which is %s\n", size, sum, sum == right ? "right" : "wrong");
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return sum != right;
}
