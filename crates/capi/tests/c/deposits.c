/* Direct Deposit: all ranks deposit into each rank's memory, with notes, with counts, and without either.
   ranks: 1 2 4. memory: 2 */
#include "check.h"
#include <clump.h>
#include <deposit.h>
#include <string.h>

enum { SLOT = 4096, SLOTS = 8, LAPS = 50, RANKS = 4 };
static int me, n;

static unsigned char byte(int from, int i, int k) {
  return (unsigned char)(from * 31 + i * 7 + k);
}

static int length_of(int i) {
  return 1 + i * 97 % SLOT;
}

/* The deposits of other ranks here, by rank: the buffers' numbers, their memory, how many deposits were taken, and
   the connections that report this to the senders. */
static int notes, told[RANKS], back[RANKS], next[RANKS];
static void *memory[RANKS];

/* Takes a note from any sender, if a note comes in time. The sender learns that its slot is free again. */
static int take(int milliseconds) {
  dd_note note;
  int came = milliseconds == 0 ? dd_poll(notes, &note) : dd_wait(notes, &note, milliseconds), from = 0;
  CHECK(came == 0 || came == 1);
  if (!came)
    return 0;
  while (from < n && told[from] != note.buffer)
    from++;
  CHECK(from < n && note.length == (uint64_t)length_of(next[from]));
  CHECK(note.offset == (uint64_t)(next[from] % SLOTS) * SLOT);
  CHECK((unsigned char *)note.data == (unsigned char *)memory[from] + note.offset);
  for (uint64_t k = 0; k < note.length; k++)
    CHECK(((unsigned char *)note.data)[k] == byte(from, next[from], (int)k));
  next[from]++;
  CHECK(dd_deposit(back[from], 0, NULL, 0, NULL) == 0);
  return 1;
}

/* Makes deposit number i, and repeats it while the queue is full. While waiting, takes the deposits for this rank,
   because two ranks would otherwise wait for each other. */
static void deposit(int connection, int i) {
  static unsigned char bytes[SLOT];
  uint64_t number;
  int code, length = length_of(i);
  for (int k = 0; k < length; k++)
    bytes[k] = byte(me, i, k);
  while ((code = dd_deposit(connection, (uint64_t)(i % SLOTS) * SLOT, bytes, length, &number)) == DD_AGAIN) {
    take(0);
    CHECK(clump_extract(1) == 0);
  }
  CHECK(code == 0);
  while (dd_is_sent(connection, number) == 0)
    ;
  CHECK(dd_is_sent(connection, number) == 1);
}

/* Returns true if some rank's first `number` deposits have not all been taken. */
static int is_behind(int number) {
  for (int from = 0; from < n; from++)
    if (next[from] < number)
      return 1;
  return 0;
}

/* Sends each rank an invitation to a buffer here, receives the other ranks' invitations, and connects. */
static void offer(int queue, uint64_t bytes, int telling, int *buffers, void **memory, int *connections) {
  dd_invitation out[RANKS], in;
  for (int to = 0; to < n; to++) {
    buffers[to] = dd_offer(queue, to, bytes, telling, &out[to], &memory[to]);
    CHECK(buffers[to] >= 0);
    CHECK(clump_send(&out[to], sizeof out[to], to, telling) == 0);
  }
  for (int from = 0; from < n; from++) {
    CHECK(clump_recv(&in, sizeof in, from, telling, NULL) == 0);
    connections[from] = dd_connect(&in);
    CHECK(connections[from] >= 0);
  }
}

static void arrived(int connection) {
  int there;
  while ((there = dd_has_arrived(connection)) == 0)
    ;
  CHECK(there == 1 && dd_outcome(connection) == 0);
}

/* Deposits into buffers without a queue. The receiver learns of a deposit only by the word that the deposit writes. */
static void untold(void) {
  int buffers[RANKS], connections[RANKS];
  void *memory[RANKS];
  offer(DD_NO_QUEUE, 8, DD_NOTHING, buffers, memory, connections);
  uint64_t lap = 1;
  for (int to = 0; to < n; to++) {
    CHECK(dd_deposit(connections[to], 0, &lap, 8, NULL) == 0);
    arrived(connections[to]);
  }
  for (int from = 0; from < n; from++)
    while (*(volatile uint64_t *)memory[from] != 1)
      clump_extract(1);
  for (int r = 0; r < n; r++)
    CHECK(dd_disconnect(connections[r]) == 0 && clump_send(NULL, 0, r, 9) == 0);
  for (int r = 0; r < n; r++)
    CHECK(clump_recv(NULL, 0, r, 9, NULL) == 0 && dd_close(buffers[r]) == 0);
}

/* Deposits into the program's own memory, from malloc, static, and on the stack. The memory returns to the program
   when its buffer is closed. */
static void lent(void) {
  enum { PART = 3000 };
  static unsigned char fixed[RANKS * PART + 2];
  unsigned char stack[RANKS * PART + 2] = {0}, *heap = calloc(1, RANKS * PART + 2), data[PART];
  unsigned char *kinds[] = {fixed, stack, heap};
  for (int kind = 0; kind < 3; kind++) {
    int buffers[RANKS], to[RANKS];
    dd_invitation out[RANKS], in;
    dd_note note;
    for (int r = 0; r < n; r++) {
      buffers[r] = dd_offer_memory(notes, r, kinds[kind] + 1 + r * PART, PART, DD_NOTE, &out[r]);
      CHECK(buffers[r] >= 0 && clump_send(&out[r], sizeof out[r], r, 10) == 0);
    }
    for (int r = 0; r < n; r++) {
      CHECK(clump_recv(&in, sizeof in, r, 10, NULL) == 0 && (to[r] = dd_connect(&in)) >= 0);
      memset(data, me + kind + 1, PART);
      CHECK(dd_deposit(to[r], 0, data, PART - 1, NULL) == 0);
      arrived(to[r]);
    }
    for (int r = 0; r < n; r++) {
      CHECK(dd_wait(notes, &note, -1) == 1 && note.offset == 0 && note.length == PART - 1);
      int from = 0;
      while (from < n && buffers[from] != note.buffer)
        from++;
      unsigned char *part = kinds[kind] + 1 + from * PART;
      CHECK(from < n && note.data == part);
      for (int k = 0; k < PART - 1; k++)
        CHECK(part[k] == from + kind + 1);
      CHECK(part[-1] == 0 && part[PART - 1] == 0);
      CHECK(dd_close(buffers[from]) == 0);
    }
    for (int r = 0; r < n; r++)
      CHECK(dd_disconnect(to[r]) == 0);
  }
  free(heap);
}

int main(void) {
  CHECK(clump_init(0) == 0);
  me = clump_rank(), n = clump_size();
  int counts = dd_queue(0), counted[RANKS], to[RANKS];
  void *none[RANKS];
  dd_note note;
  notes = dd_queue(16);
  CHECK(dd_wait(notes, &note, 0) == 0 && dd_poll(notes, &note) == 0);
  offer(notes, SLOT * SLOTS, DD_NOTE, told, memory, to);
  /* For each deposit that it has taken, the receiver makes a counting deposit at the sender. So the sender learns how
     many slots are free. */
  offer(counts, 0, DD_COUNT, counted, none, back);
  for (int lap = 0; lap < LAPS; lap++) {
    for (int i = lap * SLOTS; i < (lap + 1) * SLOTS; i++)
      for (int rank = 0; rank < n; rank++) {
        deposit(to[(me + rank) % n], i);
        take(0);
      }
    /* Other ranks may be a lap ahead, because this rank has taken all their deposits. Notes of their next lap then come
       among the notes of this lap. */
    while (is_behind((lap + 1) * SLOTS))
      CHECK(take(-1) == 1);
    CHECK(dd_wait_for_count(counts, (uint64_t)(lap + 1) * SLOTS * n, -1) == 1);
  }
  uint64_t count, dropped = 99;
  CHECK(dd_counts(counts, &count, NULL) == 0 && count == (uint64_t)LAPS * SLOTS * n);
  CHECK(dd_counts(notes, NULL, &dropped) == 0 && dropped == 0 && dd_poll(notes, NULL) == 0);
  CHECK(dd_wait_for_count(counts, count + 1, 5) == 0);
  for (int r = 0; r < n; r++)
    arrived(to[r]), arrived(back[r]);
  untold();
  lent();
  for (int r = 0; r < n; r++)
    CHECK(dd_disconnect(to[r]) == 0 && dd_disconnect(back[r]) == 0);
  CHECK(dd_close_queue(notes) == 0 && dd_close(counted[0]) == 0 && dd_close_queue(counts) == 0);
  CHECK(clump_finalize() == 0);
  return 0;
}
