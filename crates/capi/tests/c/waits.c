/* Handlers run in every call that waits, once the program asks for it. Rank 0 first sends each other rank a long
   message, which leaves only when that rank's handler reads it. Only then rank 0 enters the call in which the other
   ranks wait.
   ranks: 2 4 */
#include "check.h"
#include <clump.h>
#include <mpi.h>
#include <stdint.h>

enum { LONG = 1 << 20, HANDLER = 1, COUNT = 100000 };
static unsigned char data[LONG], into[LONG];
static int me, n, got, one = 1, sum, many[COUNT], sums[COUNT];
static MPI_Win window;

static int on_long(void *stream, unsigned sender, void *unused) {
  (void)unused;
  clump_read(stream, into, LONG / 3);
  clump_read(stream, into + LONG / 3, LONG - LONG / 3);
  CHECK(sender == 0 && into[0] == 7 && into[LONG - 1] == 9);
  got++;
  return 0;
}

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void short_sum(void) { MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }
static void long_sum(void) { MPI_Allreduce(many, sums, COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }
static void broadcast(void) { MPI_Bcast(many, COUNT, MPI_INT, 0, MPI_COMM_WORLD); }
static void scan(void) { MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); }
static void duplicate(void) {
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Comm_free(&other);
}
static void later(void) {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void fence(void) { MPI_Win_fence(0, window); }
static void message(void) {
  if (me == 0)
    for (int to = 1; to < n; to++)
      MPI_Send(&one, 1, MPI_INT, to, 9, MPI_COMM_WORLD);
  else
    MPI_Recv(&one, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  void (*const calls[])(void) = {message, barrier,   short_sum, long_sum, broadcast,
                                 scan,    duplicate, later,     fence};
  MPI_Init(&argc, &argv);
  clump_init(0);
  clump_set_handler(HANDLER, on_long, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  MPI_Win_create(data, LONG, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  data[0] = 7;
  data[LONG - 1] = 9;
  clump_handlers_in_waits(1);
  for (int i = 0; i < (int)(sizeof calls / sizeof *calls); i++)
    /* Twice, because the first collective of a kind makes preparations. */
    for (int again = 0; again < 2; again++) {
      if (me == 0)
        for (int to = 1; to < n; to++)
          clump_call(to, HANDLER, data, LONG);
      calls[i]();
      /* The handler may have read everything without having ended. */
      while (me != 0 && got <= 2 * i + again)
        clump_extract(UINT64_MAX);
    }
  clump_handlers_in_waits(0);
  MPI_Win_free(&window);
  clump_finalize();
  MPI_Finalize();
  return 0;
}
