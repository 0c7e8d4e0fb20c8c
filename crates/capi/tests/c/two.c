/* MPI and Fast Messages in one program of two files, with MPI_THREAD_MULTIPLE: MPI's messages go between two threads
   of each rank while handlers run in the first. with: two_fm.c. ranks: 1 2 4 */
#include "check.h"
#include <clump.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

void fm_begin(void);
void fm_flood(int to, int messages);
int fm_serve(int until);
void fm_end(void);

enum { ROUNDS = 300 };

static void *ring(void *arg) {
  (void)arg;
  int me, n, in;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  for (int i = 0; i < ROUNDS; i++) {
    int out = me * ROUNDS + i;
    MPI_Sendrecv(&out, 1, MPI_INT, (me + 1) % n, 3, &in, 1, MPI_INT, (me + n - 1) % n, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(in == (me + n - 1) % n * ROUNDS + i);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int fm_first = argc > 1, level, me, n, sum;
  if (fm_first)
    fm_begin();
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  if (!fm_first)
    fm_begin();
  CHECK(level == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  CHECK(clump_rank() == me && clump_size() == n);
  pthread_t thread;
  pthread_create(&thread, NULL, ring, NULL);
  fm_flood((me + 1) % n, ROUNDS);
  CHECK(fm_serve(ROUNDS) == ROUNDS);
  pthread_join(thread, NULL);

  /* A blocked MPI call runs no handler unless the program asks for that. */
  MPI_Barrier(MPI_COMM_WORLD);
  fm_flood((me + 1) % n, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  int one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == n && fm_serve(0) == ROUNDS);
  if (n > 1) {
    clump_handlers_in_waits(1);
    /* Rank 0 sends late, so that the other ranks and their handlers wait. */
    if (me == 0) {
      while (fm_serve(0) < ROUNDS + 1)
        clump_extract(UINT64_MAX);
      struct timespec nap = {0, 50000000};
      nanosleep(&nap, NULL);
      for (int to = 1; to < n; to++)
        MPI_Send(&one, 1, MPI_INT, to, 9, MPI_COMM_WORLD);
    } else {
      MPI_Recv(&one, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(fm_serve(0) == ROUNDS + 1);
    }
    clump_handlers_in_waits(0);
  } else {
    CHECK(fm_serve(ROUNDS + 1) == ROUNDS + 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  /* Handlers and tagged messages of clump.h continue after MPI has ended. */
  MPI_Finalize();
  char c = 7;
  clump_send(&c, 1, (me + 1) % n, 0);
  clump_recv(&c, 1, (me + n - 1) % n, 0, NULL);
  fm_end();
  return 0;
}
