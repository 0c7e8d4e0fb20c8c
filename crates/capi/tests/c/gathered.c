/* Pieces of short messages that are copied and leave together: no wait or poll keeps them back, and messages begin in
   the order of their first pieces. Messages in streams are never dropped. ranks: 2. */
#include <clump.h>
#include <fm2.h>
#include <pm.h>
#include <unistd.h>
#include "check.h"

enum { ANSWER = 7, READY = 8, TIMES = 10, CALLS = 2000, HALF = 1, ORDER = 2, ANY = 3 };

static int halves, heard, ordered, called, back;

/* Answers when the first half has come. */
static int on_half(FM_stream *str, unsigned sender) {
  int value;
  FM_receive(&value, str, sizeof value);
  halves++;
  CHECK(clump_send(&value, sizeof value, sender, ANSWER) == 0);
  if (value == -1) {
    /* The answer that a bounded extract takes. */
    FM_stream *answer = FM_begin_message(sender, 0, ANY);
    FM_end_message(answer);
  }
  FM_receive(&value, str, sizeof value);
  heard++;
  return FM_CONTINUE;
}

static int on_order(FM_stream *str, unsigned sender) {
  int value[2];
  (void)sender;
  FM_receive(&value[0], str, sizeof(int));
  CHECK(value[0] == ordered++);
  FM_receive(&value[1], str, sizeof(int));
  return FM_CONTINUE;
}

static int on_any(FM_stream *str, unsigned sender) {
  (void)sender;
  called += FM_size(str) > 0;
  back++;
  return FM_CONTINUE;
}

/* Begins a message and sends its first half. */
static FM_stream *half(int value) {
  FM_stream *str = FM_begin_message(1, 2 * sizeof(int), HALF);
  CHECK(str && FM_send_piece(str, &value, sizeof value) == 0);
  return str;
}

static void rest(FM_stream *str) {
  int value = 0;
  CHECK(FM_send_piece(str, &value, sizeof value) == 0 && FM_end_message(str) == 0);
}

static void ask(pmCtx pm, int phase) {
  int value = 0;
  for (int i = 0; i < TIMES; i++) {
    FM_stream *str = half(i);
    CHECK(clump_recv(&value, sizeof value, 1, ANSWER, NULL) == 0 && value == i);
    rest(str);

    uint64_t request;
    CHECK(clump_irecv(&value, sizeof value, 1, ANSWER, &request) == 0);
    str = half(i);
    while (clump_test(request, NULL) == 0)
      ;
    rest(str);

    /* The bounded extract runs the handler of the second answer. */
    int before = back;
    str = half(-1);
    while (back == before)
      FM_extract(8);
    CHECK(clump_recv(&value, sizeof value, 1, ANSWER, NULL) == 0);
    rest(str);
  }
  /* A poll of PM, whose message rank 1 sends after the first half of this one. */
  FM_stream *str = half(TIMES);
  void *buffer;
  size_t bytes;
  int polled;
  while ((polled = pmReceive(pm, &buffer, &bytes)) == PM_AGAIN)
    ;
  CHECK(polled == 0 && pmPutReceiveBuf(pm) == 0);
  CHECK(clump_recv(&value, sizeof value, 1, ANSWER, NULL) == 0);
  rest(str);

  /* The whole second message follows the first half of the first one. */
  for (int i = 0; i < TIMES; i++) {
    int base = 2 * (phase * TIMES + i), pair[2] = {base, base + 1};
    FM_stream *first = FM_begin_message(1, sizeof pair, ORDER), *second = FM_begin_message(1, sizeof pair, ORDER);
    CHECK(FM_send_piece(first, &pair[0], sizeof(int)) == 0);
    if (i % 2) {
      CHECK(FM_send_piece(second, &pair[1], sizeof(int)) == 0 && FM_send_piece(second, &pair[0], sizeof(int)) == 0);
    } else {
      int whole[2] = {pair[1], 0};
      CHECK(FM_send_piece(second, whole, sizeof whole) == 0);
    }
    CHECK(FM_send_piece(first, &pair[1], sizeof(int)) == 0);
    CHECK(FM_end_message(second) == 0 && FM_end_message(first) == 0);
  }
}

/* Rank 0 may begin the next phase before this function returns, so the counts go on. */
static void serve(pmCtx pm, int phase) {
  int all = (phase + 1) * (3 * TIMES + 1);
  void *buffer;
  while (halves < all)
    FM_extract(FM_EXTRACT_ALL);
  CHECK(pmGetSendBuf(pm, &buffer, 4) == 0 && pmSend(pm, 0) == 0);
  while (heard < all || ordered < (phase + 1) * 2 * TIMES)
    FM_extract(FM_EXTRACT_ALL);
}

int main(void) {
  pmCtx pm;
  CHECK(FM_initialize() == 0 && pmOpen(&pm) == 0);
  FM_set_handler(HALF, on_half);
  FM_set_handler(ORDER, on_order);
  FM_set_handler(ANY, on_any);
  for (int in_waits = 0; in_waits < 2; in_waits++) {
    CHECK(clump_handlers_in_waits(in_waits) == 0);
    if (FM_nodeid() == 0)
      ask(pm, in_waits);
    else
      serve(pm, in_waits);
  }
  CHECK(clump_handlers_in_waits(0) == 0);

  char text[512] = "x";
  if (FM_nodeid() == 0) {
    uint64_t before = clump_dropped();
    CHECK(clump_guaranteed(0) == 1);
    for (int i = 0; i < CALLS; i++)
      CHECK(clump_call(1, ANY, text, sizeof text) == 0);
    CHECK(clump_guaranteed(1) == 0 && clump_dropped() == before);
  } else {
    /* The ring fills. */
    usleep(20000);
    while (called < CALLS)
      FM_extract(FM_EXTRACT_ALL);
  }
  CHECK(pmClose(pm) == 0 && FM_finalize() == 0);
  return 0;
}
