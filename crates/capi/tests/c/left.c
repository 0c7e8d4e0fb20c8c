/* A send to a rank that has left returns an error that names the call and the rank, and does not wait for ever.
   A wait for deposits with a time limit sleeps.
   ranks: 2 */
#include "refused.h"
#include <am.h>
#include <clump.h>
#include <deposit.h>
#include <fm2.h>
#include <fm1.h>
#include <string.h>
#include <time.h>

static int in_handler;

static int on_go(void *str, unsigned sender, void *data) {
  (void)str, (void)sender, (void)data;
  in_handler = 1;
  return 0;
}

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Sends until the call is refused, which happens at the latest when credit and room are used up. */
#define UNTIL_REFUSED(call, name)                                         \
  do {                                                                    \
    int sent_ = 0;                                                        \
    while ((call) == 0)                                                   \
      CHECK(++sent_ < 100000);                                            \
    CHECK(strstr(clump_error_text(), name ": "));                         \
    CHECK(strstr(clump_error_text(), "rank 1"));                          \
    CHECK(strstr(clump_error_text(), "has died or left the job"));        \
  } while (0)

int main(void) {
  CHECK(clump_init(0) == 0);
  unsigned me = clump_rank();
  clump_set_handler(1, on_go, NULL);
  if (me == 1) {
    CHECK(clump_call(0, 1, NULL, 0) == 0);
    return clump_finalize();
  }
  int queue = dd_queue(16);
  dd_note note;
  dd_invitation invitation;
  CHECK(dd_offer(queue, 0, 64, DD_NOTE, &invitation, NULL) >= 0);
  double before = cpu();
  CHECK(dd_wait(queue, &note, 300) == 0);
  CHECK(dd_wait_for_count(queue, 1, 100) == 0);
  double used = cpu() - before;
  /* A rank that polled would use far more processor time. */
  if (used > 0.02)
    fprintf(stderr, "waits of 400 ms took %.1f ms of a processor\n", used * 1e3);
  CHECK(used <= 0.02);
  clump_errors_return(1);
  while (!in_handler)
    clump_extract(~0ull);
  static char text[100000];
  int words[2] = {1, 2};
  UNTIL_REFUSED(FM_send(1, 1, text, 20000), "FM_send");
  UNTIL_REFUSED(FM_send(1, 1, text, 16), "FM_send");
  UNTIL_REFUSED(FM_send(1, 1, text, sizeof text), "FM_send");
  UNTIL_REFUSED(AM_RequestM(0, 1, 1, words[0], words[1]), "AM_Request");
  UNTIL_REFUSED(AM_RequestI(0, 1, 1, text, 60000, words, 2), "AM_RequestI");
  UNTIL_REFUSED(clump_call(1, 1, text, 1000), "clump_call");
  FM_stream *str = FM_begin_message(1, sizeof text, 1);
  UNTIL_REFUSED(FM_send_piece(str, text, sizeof text), "FM_send_piece");
  FM_end_message(str);
  CHECK(clump_finalize() == 0);
  return 0;
}
