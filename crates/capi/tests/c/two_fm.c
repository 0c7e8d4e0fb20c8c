/* The part of two.c that uses Fast Messages. */
#include "check.h"
#include <fm2.h>

static int begun, count;

static int on_message(FM_stream *str, unsigned sender) {
  int value[2];
  /* Messages begin in order, once their first piece has arrived. The order in which they end depends on when the rest
     arrives. */
  FM_receive(&value[0], str, sizeof(int));
  CHECK(value[0] == begun++);
  FM_receive(&value[1], str, sizeof(int));
  CHECK(value[1] == (int)sender);
  count++;
  return FM_CONTINUE;
}

void fm_begin(void) {
  FM_initialize();
  FM_set_handler(1, on_message);
}

void fm_flood(int to, int messages) {
  static int sent;
  for (int i = 0; i < messages; i++, sent++) {
    int value[2] = {sent, FM_nodeid()};
    FM_stream *str = FM_begin_message(to, sizeof value, 1);
    FM_send_piece(str, &value[0], sizeof(int));
    FM_extract(FM_EXTRACT_ALL * (messages > 1));
    FM_send_piece(str, &value[1], sizeof(int));
    FM_end_message(str);
  }
}

int fm_serve(int until) {
  while (count < until)
    FM_extract(FM_EXTRACT_ALL);
  return count;
}

void fm_end(void) { FM_finalize(); }
