/* Handlers by AM_SetThread alone: every rank sends requests of many lengths to every rank, each of which is answered by
   as many bytes, while the program only sends and then computes. A handler that begins while the program waits in a
   send of its own must also end, although the program calls nothing afterwards.
   ranks: 2 4 */
#include "check.h"
#include <am.h>
#include <clump.h>
#include <stdatomic.h>
#include <string.h>

enum { ROUNDS = 60, MOST = 65536, REQUEST = 1, REPLY = 2 };
static atomic_long answered, served;
static char bytes[MOST];

static size_t length(int round, int to) { return 1 + (size_t)(round * 977 + to * 131) * 67 % MOST; }

static void check(const int *words, const char *buffer, size_t size) {
  CHECK(size == length(words[1], words[2]));
  for (size_t at = 0; at < size; at++)
    CHECK(buffer[at] == (char)at);
}
static void on_request(void *token, const int *words, int count, void *buffer, size_t size) {
  CHECK(count == 3);
  check(words, buffer, size);
  CHECK(AM_ReplyI(token, REPLY, buffer, size, words, count) == 0);
  served++;
}
static void on_reply(void *token, const int *words, int count, void *buffer, size_t size) {
  (void)token;
  CHECK(count == 3);
  check(words, buffer, size);
  answered++;
}

int main(void) {
  clump_init(CLUMP_THREADS);
  AM_Init();
  int me = AM_MyNode(), n = AM_Nodes();
  AM_SetHandler(0, 0, REQUEST, on_request);
  AM_SetHandler(0, 1, REPLY, on_reply);
  for (int at = 0; at < MOST; at++)
    bytes[at] = (char)at;
  CHECK(AM_SetThread(0, 1) == 0);
  for (int round = 0; round < ROUNDS; round++)
    for (int to = 0; to < n; to++) {
      int words[3] = {me, round, to};
      CHECK(AM_RequestI(0, to, REQUEST, bytes, length(round, to), words, 3) == 0);
    }
  /* Computes: no call until all is there. */
  for (volatile unsigned long work = 1; answered < (long)ROUNDS * n || served < (long)ROUNDS * n;)
    work = work * 31 + 7;
  CHECK(AM_SetThread(0, 0) == 0);
  AM_Terminate();
  clump_finalize();
  return 0;
}
