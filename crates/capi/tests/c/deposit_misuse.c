/* The library reports what programs do wrong with deposits, each error with its number and sentence, and places
   nothing. Between hosts the receiver refuses, and dd_outcome reports that.
   ranks: 1 2. memory: 2 */
#include "refused.h"
#include <clump.h>
#include <deposit.h>
#include <limits.h>

static int me, n, next;

static void together(void) {
  for (int to = 0; to < n; to++)
    clump_send(NULL, 0, to, 1);
  for (int from = 0; from < n; from++)
    clump_recv(NULL, 0, from, 1, NULL);
}

static void offers(int queue) {
  dd_invitation made;
  int counts = dd_queue(0);
  REFUSED(dd_queue(3), CLUMP_ERR_ARGUMENT, "a power of two");
  REFUSED(dd_queue(1u << 21), CLUMP_ERR_ARGUMENT, "a power of two");
  REFUSED(dd_offer(queue, n, 8, DD_NOTE, &made, NULL), CLUMP_ERR_ARGUMENT, "there is no rank");
  REFUSED(dd_offer(queue, UINT_MAX, 8, DD_NOTE, &made, NULL), CLUMP_ERR_ARGUMENT, "there is no rank");
  REFUSED(dd_offer(queue, me, 8, DD_NOTE, NULL, NULL), CLUMP_ERR_ARGUMENT, "null pointer");
  REFUSED(dd_offer(queue, me, 8, 7, &made, NULL), CLUMP_ERR_ARGUMENT, "7 is neither DD_NOTHING");
  REFUSED(dd_offer(queue + 50, me, 8, DD_NOTE, &made, NULL), CLUMP_ERR_STREAM, "no notification queue 50");
  REFUSED(dd_offer(-2, me, 8, DD_NOTE, &made, NULL), CLUMP_ERR_STREAM, "no notification queue -2");
  REFUSED(dd_offer(DD_NO_QUEUE, me, 8, DD_COUNT, &made, NULL), CLUMP_ERR_ARGUMENT, "without a queue");
  REFUSED(dd_offer(counts, me, 8, DD_NOTE, &made, NULL), CLUMP_ERR_ARGUMENT, "cannot take notes");
  REFUSED(dd_offer(queue, me, UINT64_MAX, DD_NOTE, &made, NULL), CLUMP_ERR_ARGUMENT, "more than can be mapped");
  REFUSED(dd_offer_memory(queue, me, NULL, 8, DD_NOTE, &made), CLUMP_ERR_ARGUMENT, "null pointer");
  REFUSED(dd_offer_memory(queue, n, &made, 8, DD_NOTE, &made), CLUMP_ERR_ARGUMENT, "there is no rank");
  REFUSED(dd_poll(queue + 50, NULL), CLUMP_ERR_STREAM, "no notification queue");
  REFUSED(dd_wait(-1, NULL, -1), CLUMP_ERR_STREAM, "no notification queue -1");
  REFUSED(dd_wait_for_count(INT_MAX, 1, -1), CLUMP_ERR_STREAM, "no notification queue");
  REFUSED(dd_counts(INT_MIN, NULL, NULL), CLUMP_ERR_STREAM, "no notification queue");
  REFUSED(dd_close(50), CLUMP_ERR_STREAM, "no receive buffer 50");
  CHECK(dd_close_queue(counts) == 0);
  REFUSED(dd_close_queue(counts), CLUMP_ERR_STREAM, "it is closed");
  REFUSED(dd_poll(counts, NULL), CLUMP_ERR_STREAM, "it is closed");
}

static void arrive(int connection) {
  int there;
  while ((there = dd_has_arrived(connection)) == 0)
    clump_extract(1);
  CHECK(there == 1);
}

/* Forges an invitation to a buffer that travels in frames, which a receiver refuses. (No local buffer can be mapped
   by a false name.) */
static void forged(void) {
  dd_invitation made, theirs, wrong;
  char *memory;
  int told = dd_offer(DD_NO_QUEUE, next, 100, DD_NOTHING, &made, (void **)&memory);
  char data[200] = {7};
  CHECK(told >= 0 && clump_send(&made, sizeof made, next, 3) == 0);
  CHECK(clump_recv(&theirs, sizeof theirs, CLUMP_ANY, 3, NULL) == 0);
  wrong = theirs;
  wrong.words[3] ^= 1, wrong.words[6] ^= 1, wrong.words[7] ^= 1;
  int to = dd_connect(&wrong);
  CHECK(to >= 0);
  REFUSED(dd_deposit(to, 93, data, 8, NULL), CLUMP_ERR_SIZE, "past the end of its buffer of 100 bytes");
  uint64_t number;
  CHECK(dd_deposit(to, 0, data, 8, &number) == 0);
  REFUSED(dd_is_sent(to, number + 1), CLUMP_ERR_STREAM, "there was no deposit");
  arrive(to);
  while (dd_is_sent(to, number) == 0)
    clump_extract(1);
  REFUSED(dd_outcome(to), CLUMP_ERR_ARGUMENT, "has refused a deposit");
  CHECK(dd_outcome(to) == 0 && dd_disconnect(to) == 0);
  /* A rank that waits for messages answers deposits. */
  together();
  for (int i = 0; i < 100; i++)
    CHECK(memory[i] == 0);
  CHECK(dd_close(told) == 0);
}

int main(void) {
  dd_invitation made = {{0}}, theirs;
  dd_note note;
  char data[200] = {7};
  clump_errors_return(1);
  REFUSED(dd_queue(4), CLUMP_ERR_STATE, "in no job");
  REFUSED(dd_offer(DD_NO_QUEUE, 0, 8, DD_NOTHING, &made, NULL), CLUMP_ERR_STATE, "in no job");
  REFUSED(dd_connect(&made), CLUMP_ERR_STATE, "in no job");
  REFUSED(dd_deposit(0, 0, NULL, 0, NULL), CLUMP_ERR_STATE, "in no job");
  REFUSED(dd_poll(0, &note), CLUMP_ERR_STREAM, "no notification queue 0");
  CHECK(clump_init(0) == 0);
  me = clump_rank(), n = clump_size(), next = (me + 1) % n;
  int queue = dd_queue(4);
  char *memory;
  CHECK(queue == 0);
  offers(queue);

  REFUSED(dd_connect(NULL), CLUMP_ERR_ARGUMENT, "null pointer");
  REFUSED(dd_connect(&made), CLUMP_ERR_ARGUMENT, "no invitation");
  int buffer = dd_offer(queue, next, 100, DD_NOTE, &made, (void **)&memory);
  CHECK(buffer >= 0);
  if (n > 1)
    REFUSED(dd_connect(&made), CLUMP_ERR_ARGUMENT, "cannot use an invitation");
  CHECK(clump_send(&made, sizeof made, next, 2) == 0);
  CHECK(clump_recv(&theirs, sizeof theirs, CLUMP_ANY, 2, NULL) == 0);
  int to = dd_connect(&theirs);
  CHECK(to >= 0);
  REFUSED(dd_deposit(to + 50, 0, data, 8, NULL), CLUMP_ERR_STREAM, "no connection 50");
  REFUSED(dd_deposit(to, 0, NULL, 8, NULL), CLUMP_ERR_ARGUMENT, "null pointer");
  REFUSED(dd_deposit(to, 93, data, 8, NULL), CLUMP_ERR_SIZE, "past the end of its buffer of 100 bytes");
  REFUSED(dd_deposit(to, 0, data, 101, NULL), CLUMP_ERR_SIZE, "past the end");
  REFUSED(dd_deposit(to, UINT64_MAX, data, 8, NULL), CLUMP_ERR_SIZE, "past the end");
  REFUSED(dd_deposit(to, UINT64_MAX - 3, data, 8, NULL), CLUMP_ERR_SIZE, "past the end");
  REFUSED(dd_is_sent(to, 1), CLUMP_ERR_STREAM, "there was no deposit 1");
  together();
  CHECK(dd_poll(queue, &note) == 0);
  for (int i = 0; i < 100; i++)
    CHECK(memory[i] == 0);
  /* A full queue is not an error; over frames a queue is never full. */
  together();
  for (int i = 0; i < 4; i++)
    CHECK(dd_deposit(to, 92, data, 8, NULL) == 0);
  int code = dd_deposit(to, 92, data, 8, NULL), far = code == 0, from_far;
  CHECK(far || code == DD_AGAIN);
  arrive(to);
  CHECK(dd_outcome(to) == 0 && clump_send(&far, sizeof far, next, 5) == 0);
  CHECK(clump_recv(&from_far, sizeof from_far, CLUMP_ANY, 5, NULL) == 0);
  together();
  CHECK(dd_wait(queue, &note, -1) == 1 && note.buffer == buffer && note.offset == 92 && note.length == 8);
  CHECK(memory[0] == 0 && memory[92] == 7 && (char *)note.data == memory + 92);
  /* After a buffer has been closed, the queue drops the buffer's notes and gets no new ones. */
  CHECK(dd_close(buffer) == 0);
  REFUSED(dd_close(buffer), CLUMP_ERR_STREAM, "it is closed");
  together();
  uint64_t dropped;
  CHECK(dd_poll(queue, &note) == 0 && dd_counts(queue, NULL, &dropped) == 0 && dropped == 3u + from_far);
  if (far) {
    CHECK(dd_deposit(to, 0, data, 8, NULL) == 0);
    arrive(to);
    REFUSED(dd_outcome(to), CLUMP_ERR_STREAM, "has closed the connection");
  } else
    REFUSED(dd_deposit(to, 0, data, 8, NULL), CLUMP_ERR_STREAM, "has closed the connection");
  together();
  CHECK(dd_disconnect(to) == 0);
  REFUSED(dd_disconnect(to), CLUMP_ERR_STREAM, "it is closed");
  /* No sender is left, so the wait ends without a note. */
  CHECK(dd_wait(queue, &note, -1) == 0);
  forged();

  CHECK(clump_finalize() == 0);
  REFUSED(dd_deposit(to, 0, data, 8, NULL), CLUMP_ERR_STATE, "in no job");
  REFUSED(dd_poll(queue, &note), CLUMP_ERR_STREAM, "it is closed");
  REFUSED(dd_close(buffer), CLUMP_ERR_STATE, "in no job");
  return 0;
}
