/* Requests that meet: every rank asks every other for 5,000 replies (or as many as the first argument says) and
   polls only after it has sent all requests. First with active messages, then with clump.h and handlers in waits,
   whose handlers answer, and whose answers ask once more.
   ranks: 2 4 */
#include "check.h"
#include <am.h>
#include <clump.h>
#include <stdlib.h>
#include <string.h>

enum { ASK = 1, ANSWER = 2, TEXT = 3, AGAIN = 4, LAST = 5 };
static int each = 5000, me, n;
static long served, replies, texts, answers, lasts;
static unsigned char text[3000];

static void on_ask(void *token, const int *args, int count, void *buffer, size_t bytes) {
  CHECK(count == 2 && !buffer && bytes == 0);
  /* Some replies are longer than a frame, although they fit into the other rank's credit. */
  if (args[1] % 100 == 0)
    AM_ReplyI(token, ANSWER, text, sizeof text, args, 2);
  else
    AM_ReplyM(token, ANSWER, args[0], args[1]);
  served++;
}
static void on_answer(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)token;
  CHECK(count == 2 && args[0] == me && bytes == (args[1] % 100 == 0 ? sizeof text : 0));
  CHECK(bytes == 0 || !memcmp(buffer, text, bytes));
  replies++;
}

/* With clump.h, the handler answers a request, the answer causes a second request, and the second answer ends the
   exchange. */
static int on_text(void *str, unsigned sender, void *data) {
  (void)data;
  unsigned char bytes[100];
  clump_read(str, bytes, sizeof bytes);
  CHECK(clump_call(sender, AGAIN, bytes, sizeof bytes) == 0);
  texts++;
  return 0;
}
static int on_again(void *str, unsigned sender, void *data) {
  (void)data;
  unsigned char bytes[100];
  clump_read(str, bytes, sizeof bytes);
  CHECK(clump_call(sender, LAST, bytes, sizeof bytes) == 0);
  answers++;
  return 0;
}
static int on_last(void *str, unsigned sender, void *data) {
  (void)data, (void)sender;
  unsigned char bytes[100];
  clump_read(str, bytes, sizeof bytes);
  CHECK(bytes[0] == me);
  lasts++;
  return 0;
}

static int done_with_texts(void *data) {
  long all = *(long *)data;
  return texts == all && answers == all && lasts == all;
}

int main(int argc, char **argv) {
  if (argc > 1)
    each = atoi(argv[1]);
  CHECK(AM_Init() == 0);
  me = AM_MyNode(), n = AM_Nodes();
  AM_SetHandler(0, 0, ASK, on_ask);
  AM_SetHandler(0, 1, ANSWER, on_answer);
  clump_set_handler(TEXT, on_text, NULL);
  clump_set_handler(AGAIN, on_again, NULL);
  clump_set_handler(LAST, on_last, NULL);
  for (int i = 0; i < each; i++)
    for (int to = 0; to < n; to++)
      if (to != me)
        AM_RequestM(0, to, ASK, me, i);
  long all = (long)each * (n - 1);
  while (replies < all || served < all)
    AM_Poll(0);
  CHECK(replies == all && served == all);
  clump_handlers_in_waits(1);
  unsigned char bytes[100] = {0};
  bytes[0] = (unsigned char)me;
  /* An answer holds what the asking rank has sent: that rank's own number. */
  long some = 0;
  for (int i = 0; i < each / 5; i++)
    for (int to = 0; to < n; to++)
      if (to != me) {
        bytes[0] = (unsigned char)to;
        CHECK(clump_call(to, TEXT, bytes, sizeof bytes) == 0);
        some++;
      }
  CHECK(clump_run_until(done_with_texts, &some) == 0);
  CHECK(AM_Terminate() == 0);
  return 0;
}
