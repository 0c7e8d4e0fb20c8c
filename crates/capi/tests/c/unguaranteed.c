/* Delivery that is not guaranteed, to a receiver that takes messages all the time: at least 99 % arrive, and the sender
   counts what it has dropped. A sender makes no call but its sends: it sees in memory that both share how many messages
   the receiver has taken, and waits while eight are under way, but for a millisecond at most: between hosts a rank that
   makes no call takes no acknowledgement. Each of nine pairs of ranks has a way to send (messages with tags, of FM 1.x,
   active ones) and a past: the ranks have not met, the sender has only heard from the receiver, or it has sent to the
   receiver. Rank 0 lets one pair after the other begin.
   ranks: 19 */
#define _GNU_SOURCE
#include "check.h"
#include <am.h>
#include <clump.h>
#include <fm1.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { PAIRS = 9, COUNT = 3000, UNDER_WAY = 8, BYTES = 64 };
enum { TAG = 3, MET = 9, TURN = 10 };
enum { ON_FM = 1, ON_FM_END = 2, ON_AM = 1 };
static atomic_int *taken;
static int expected = -1;

static void on_fm(void *buffer, unsigned bytes) {
  (void)buffer, (void)bytes;
  (*taken)++;
}
static void on_fm_end(void *buffer, unsigned bytes) {
  (void)bytes;
  memcpy(&expected, buffer, sizeof expected);
}
static void on_am(void *token, const int *words, int count, void *buffer, size_t bytes) {
  (void)token, (void)words, (void)count, (void)buffer, (void)bytes;
  (*taken)++;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void send_all(int way, int to) {
  char text[BYTES] = {0};
  uint64_t before = clump_dropped();
  clump_guaranteed(0);
  for (int i = 0; i < COUNT; i++) {
    switch (way) {
    case 0: CHECK(clump_send(text, BYTES, to, TAG) == 0); break;
    case 1: CHECK(FM_send(to, ON_FM, text, BYTES) >= 0); break;
    default: CHECK(AM_RequestI(0, to, ON_AM, text, BYTES, &i, 1) >= 0);
    }
    double end = seconds() + 1e-3;
    while (i - (int)(clump_dropped() - before) - *taken >= UNDER_WAY && seconds() < end)
      sched_yield();
  }
  clump_guaranteed(1);
  int dropped = (int)(clump_dropped() - before), kept = COUNT - dropped;
  CHECK(dropped >= 0 && dropped <= COUNT / 100);
  if (way == 0) {
    memcpy(text, &kept, sizeof kept);
    text[BYTES - 1] = 1;
    CHECK(clump_send(text, BYTES, to, TAG) == 0);
  } else
    CHECK(FM_send(to, ON_FM_END, &kept, sizeof kept) >= 0);
}

static void take_all(int way, int from) {
  char text[BYTES] = {0};
  if (way == 0) {
    for (;; (*taken)++) {
      CHECK(clump_recv(text, BYTES, from, TAG, NULL) == 0);
      if (text[BYTES - 1] == 1)
        break;
    }
    memcpy(&expected, text, sizeof expected);
  } else
    while (expected < 0 || *taken < expected)
      FM_extract();
  CHECK(*taken == expected);
}

static void word_from(int from, int to, int me, int tag) {
  int word = 0;
  if (me == from)
    CHECK(clump_send(&word, sizeof word, to, tag) == 0);
  if (me == to)
    CHECK(clump_recv(&word, sizeof word, from, tag, NULL) == 0);
}

static atomic_int *map(int descriptor) {
  void *at = mmap(NULL, PAIRS * sizeof(atomic_int), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  CHECK(at != MAP_FAILED);
  return at;
}

/* Rank 0: makes the counters, and lets each pair begin when the one before it has ended. */
static void conduct(void) {
  int descriptor = memfd_create("taken", 0), end;
  CHECK(ftruncate(descriptor, PAIRS * sizeof(atomic_int)) == 0);
  char place[64] = {0};
  snprintf(place, sizeof place, "/proc/%d/fd/%d", (int)getpid(), descriptor);
  for (int pair = 0; pair < PAIRS; pair++) {
    for (int member = 1; member <= 2; member++)
      CHECK(clump_send(place, sizeof place, 2 * pair + member, TURN) == 0);
    CHECK(clump_recv(&end, sizeof end, 2 * pair + 2, TURN, NULL) == 0);
  }
}

static void work(int me) {
  int pair = (me - 1) / 2, sender = 2 * pair + 1, receiver = sender + 1, way = pair % 3, past = pair / 3;
  char place[64];
  CHECK(clump_recv(place, sizeof place, 0, TURN, NULL) == 0);
  int descriptor = open(place, O_RDWR);
  CHECK(descriptor >= 0);
  taken = map(descriptor) + pair;
  if (past == 1)
    word_from(receiver, sender, me, MET);
  if (past == 2)
    word_from(sender, receiver, me, MET);
  if (me == sender)
    send_all(way, receiver);
  else {
    take_all(way, sender);
    word_from(receiver, 0, me, TURN);
  }
}

int main(void) {
  clump_init(0);
  FM_initialize();
  AM_Init();
  FM1_set_handler(ON_FM, on_fm);
  FM1_set_handler(ON_FM_END, on_fm_end);
  AM_SetHandler(0, 0, ON_AM, on_am);
  CHECK(clump_size() == 2 * PAIRS + 1);
  if (clump_rank() == 0)
    conduct();
  else
    work(clump_rank());
  AM_Terminate();
  FM_finalize();
  clump_finalize();
  return 0;
}
