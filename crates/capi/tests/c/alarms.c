/* An alarm interrupts every 50 us, first all ranks and then one alone, which is much slower, while ranks send, read
   in handlers, and meet in MPI calls. System calls are not restarted.
   ranks: 2 3 */
#include "check.h"
#include <clump.h>
#include <fm1.h>
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <sys/time.h>

enum { ROUNDS = 400, STREAM = 1, WHOLE = 2, MOST = 300000 };
static unsigned char data[MOST];
static int me, n;
static long come, alarms;

static void on_alarm(int number) {
  /* The signal handler runs on whichever stack is current. */
  volatile char deep[4096];
  for (int i = 0; i < 4096; i += 64)
    deep[i] = (char)number;
  alarms += deep[64] == (char)number;
}

static void check_bytes(const unsigned char *bytes, uint64_t size) {
  for (uint64_t i = 0; i < size; i += 61)
    CHECK(bytes[i] == (unsigned char)(i * 7));
  come++;
}

static void on_whole(void *buffer, unsigned bytes) { check_bytes(buffer, bytes); }

static int on_stream(void *stream, unsigned sender, void *unused) {
  (void)sender, (void)unused;
  uint64_t size;
  clump_sizes(stream, &size, NULL);
  unsigned char *own = malloc(size + 1);
  clump_read(stream, own, size / 3);
  clump_read(stream, own + size / 3, size - size / 3);
  check_bytes(own, size);
  free(own);
  return 0;
}

/* Sends messages to the next rank, and takes as many messages from the rank before. */
static long rounds(int long_ones) {
  long sent = 0;
  int to = (me + 1) % n;
  for (unsigned i = 0; i < ROUNDS; i++) {
    for (unsigned k = 0; k <= i % 5; k++, sent++) {
      unsigned size = long_ones && i % 50 == 0 ? MOST - k : 1 + (i * 31 + k) % 900;
      if ((i + k) % 2) {
        FM_send(to, WHOLE, data, size);
        continue;
      }
      void *stream = clump_begin(to, STREAM, size);
      clump_piece(stream, data, size / 4);
      clump_piece(stream, data + size / 4, size - size / 4);
      clump_end(stream);
    }
    int sum;
    if (i % 3 == 1)
      MPI_Barrier(MPI_COMM_WORLD);
    while (i % 3 != 2 && come < sent)
      clump_extract(i % 2 ? 1024 : UINT64_MAX);
    if (i % 7 == 0) {
      MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      CHECK(sum == n * (n - 1) / 2);
    }
  }
  while (come < sent)
    clump_extract(UINT64_MAX);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(come == sent);
  come = 0;
  return sent;
}

int main(int argc, char **argv) {
  struct sigaction action = {.sa_handler = on_alarm};
  MPI_Init(&argc, &argv);
  clump_init(0);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  for (unsigned i = 0; i < MOST; i++)
    data[i] = (unsigned char)(i * 7);
  clump_set_handler(STREAM, on_stream, NULL);
  FM1_set_handler(WHOLE, on_whole);
  CHECK(sigaction(SIGALRM, &action, NULL) == 0);
  for (int storm = 0; storm < 4; storm++) {
    int in_waits = storm % 2, all = storm < 2;
    struct itimerval each = {{0, all || me == 0 ? 50 : 0}, {0, all || me == 0 ? 50 : 0}};
    setitimer(ITIMER_REAL, &each, NULL);
    /* Without this, long messages from outside handlers would wait for each other. */
    clump_handlers_in_waits(in_waits);
    long sent = rounds(in_waits);
    if (me == 0)
      printf("storm %d: %ld messages, %ld alarms\n", storm, sent, alarms);
  }
  CHECK(me != 0 || alarms > 0);
  struct itimerval none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &none, NULL);
  clump_finalize();
  MPI_Finalize();
  return 0;
}
