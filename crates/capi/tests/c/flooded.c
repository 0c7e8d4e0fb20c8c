/* Receiver flow control (Fast Messages 2.x, 4.1): rank 0 takes 1 KiB at a time and computes for 100 us in between,
   while all other ranks flood it. What waits there stays within its bound, nothing is lost, and when the first
   sender has finished, the slowest has got at least half of its share. With the argument `near`, rank 0 computes for
   only 10 us, ranks 1 to 3 are on its processor, and the other ranks on a second one; that test needs an otherwise
   idle machine.
   ranks: 2 8 */
#define _GNU_SOURCE
#include "check.h"
#include <clump.h>
#include <fm2.h>
#include <sched.h>
#include <time.h>

enum { MESSAGE = 200, CHUNK = 1024, MOST = 8 };
/* The part of the pushed buffer (1 MiB) that is for handlers, in bytes: an eighth, which the senders share. */
enum { BOUND = 128 << 10 };
static unsigned from[MOST], all, ended, each = 4000;

static int on_message(FM_stream *str, unsigned sender) {
  unsigned text[MESSAGE / 4];
  FM_receive(text, str, MESSAGE);
  CHECK(text[0] == sender && text[1] == from[sender] && text[MESSAGE / 4 - 1] == text[1] * 3);
  from[sender]++;
  all++;
  if (from[sender] == each)
    ended++;
  return FM_CONTINUE;
}

static void compute(long ns) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do
    clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000L + now.tv_nsec - begin.tv_nsec < ns);
}

/* Places ranks 0 to 3 on the first processor that this process may use, the other ranks on the second. The system
   may choose this placement for the length of a flood. */
static void place(unsigned me) {
  cpu_set_t all, one;
  CPU_ZERO(&one);
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  for (int at = 0, wanted = me > 3 && CPU_COUNT(&all) > 1; wanted >= 0; at++)
    if (CPU_ISSET(at, &all) && wanted-- == 0)
      CPU_SET(at, &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
}

int main(int argc, char **argv) {
  (void)argv;
  long work = argc > 1 ? 10000 : 100000;
  FM_initialize();
  unsigned me = FM_nodeid(), n = FM_numnodes();
  FM_set_handler(1, on_message);
  if (argc > 1) {
    each = 20000;
    place(me);
  }
  if (me != 0) {
    unsigned text[MESSAGE / 4] = {me};
    for (unsigned i = 0; i < each; i++) {
      text[1] = i;
      text[MESSAGE / 4 - 1] = i * 3;
      FM_stream *str = FM_begin_message(0, MESSAGE, 1);
      FM_send_piece(str, text, MESSAGE);
      FM_end_message(str);
    }
    FM_finalize();
    return 0;
  }
  unsigned least = 0, before = 0;
  uint64_t most = 0;
  while (ended < n - 1) {
    int read = FM_extract(CHUNK);
    /* A read of less than a packet is not cut, so an extract may exceed CHUNK by one message. */
    CHECK(read <= CHUNK + MESSAGE);
    uint64_t waits;
    clump_pushed(&waits);
    CHECK(waits <= BOUND);
    most = waits > most ? waits : most;
    compute(work);
    /* No sender has finished yet, so all other ranks flood rank 0 now. */
    if (ended == 0) {
      least = each;
      for (unsigned r = 1; r < n; r++)
        least = from[r] < least ? from[r] : least;
      before = all;
    }
  }
  CHECK(all == each * (n - 1));
  printf("at most %llu bytes waited; of the first %u messages the slowest sender's were %u\n", (unsigned long long)most,
         before, least);
  CHECK(least * 2 * (n - 1) >= before);
  FM_finalize();
  return 0;
}
