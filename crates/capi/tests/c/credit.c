/* A handler that has read its message and then polls or blocks holds no credit for the message's bytes. Rank 0
   sends two messages; the handler of the second reads it, and waits, without letting other handlers run, for what
   rank 0 sends after five further messages. These need the credit of the first two. Each way of waiting has a
   receiver of its own, because the credit that is left over differs after the first seven messages. ranks: 4. */
#include <clump.h>
#include <mpi.h>
#include <stdint.h>
#include <unistd.h>
#include "check.h"

enum { BYTES = 5000, HANDLER = 1, TAG = 9, MESSAGES = 7, SECONDS = 60 };

enum how { TESTS, TESTS_MPI, RECEIVES_MPI, ROUNDS };

static char data[BYTES], into[BYTES];
static int me, heard, waited;
static enum how how;

/* Waits in a handler for a message of rank 0. */
static void await_in_handler(void) {
  int value = -1;
  if (how == TESTS) {
    uint64_t request;
    CHECK(clump_irecv(&value, sizeof value, 0, TAG, &request) == 0);
    while (clump_test(request, NULL) == 0)
      ;
  } else if (how == TESTS_MPI) {
    int done = 0;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
    while (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  CHECK(value == (int)how);
  waited++;
}

static int on_message(void *stream, unsigned sender, void *unused) {
  (void)unused;
  CHECK(sender == 0);
  /* Two reads: the second one ends the message. */
  CHECK(clump_read(stream, into, BYTES / 2) == 0 && clump_read(stream, into + BYTES / 2, BYTES / 2) == 0);
  CHECK(into[0] == heard && into[BYTES - 1] == heard);
  if (++heard == 2)
    await_in_handler();
  return 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(clump_init(0) == 0);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  CHECK(clump_set_handler(HANDLER, on_message, NULL) == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  alarm(SECONDS);
  for (how = 0; how < ROUNDS; how++) {
    int value = (int)how, to = value + 1;
    for (int i = 0; me == 0 && i < MESSAGES; i++) {
      data[0] = data[BYTES - 1] = (char)i;
      CHECK(clump_call(to, HANDLER, data, BYTES) == 0);
    }
    if (me == 0 && how == TESTS)
      CHECK(clump_send(&value, sizeof value, to, TAG) == 0);
    else if (me == 0)
      MPI_Send(&value, 1, MPI_INT, to, TAG, MPI_COMM_WORLD);
    while (me == to && heard < MESSAGES)
      CHECK(clump_extract(UINT64_MAX) >= 0);
    CHECK(me != to || waited == 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(clump_finalize() == 0);
  MPI_Finalize();
  return 0;
}
