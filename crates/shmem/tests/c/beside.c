/* MPI and OpenSHMEM in one program: equal numbers, either order of start and end. pes: 1 2 4 */
#include "check.h"
#include <mpi.h>

static long value;

int main(int argc, char **argv) {
  int first = argc > 1, rank, size, finished;
  (void)argv;
  if (first) MPI_Init(NULL, NULL);
  shmem_init();
  if (!first) MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(rank == shmem_my_pe() && size == shmem_n_pes());
  long *heap = shmem_malloc(100 * sizeof *heap), sum = 0;
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (long round = 1; round < 50; round++) {
    shmem_long_p(&value, round * rank, next);
    shmem_barrier_all();
    CHECK(value == round * before);
    /* Symmetric memory in messages, and other communicators beside the library's own context. */
    MPI_Comm other;
    if (round % 10 == 0) MPI_Comm_dup(MPI_COMM_WORLD, &other);
    else other = MPI_COMM_WORLD;
    MPI_Sendrecv(&value, 1, MPI_LONG, next, 0, heap, 1, MPI_LONG, before, 0, other, MPI_STATUS_IGNORE);
    CHECK(heap[0] == round * ((before + size - 1) % size));
    MPI_Allreduce(&value, &sum, 1, MPI_LONG, MPI_SUM, other);
    CHECK(sum == round * size * (size - 1) / 2);
    if (other != MPI_COMM_WORLD) MPI_Comm_free(&other);
    shmem_barrier_all();
  }
  MPI_Win win;
  long *base;
  MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_LONG, next, 0, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  CHECK(*base == 49l * ((before + size - 1) % size));
  MPI_Win_free(&win);
  if (first) shmem_finalize(), MPI_Finalize();
  else MPI_Finalize(), shmem_barrier_all(), shmem_finalize();
  MPI_Finalized(&finished);
  return !finished;
}
