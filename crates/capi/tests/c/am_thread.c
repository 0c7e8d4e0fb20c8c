/* Active messages to a rank that computes and calls nothing: the library's thread runs their handlers. Each other rank
   sends requests to rank 0 and polls for the replies, one after the other; meanwhile rank 0 computes until its handlers
   have run, so that without the thread it would compute forever. The thread takes no signal of the program, and ends
   once the handlers that have begun in it have ended. ranks: 2 4. */
#include <am.h>
#include <clump.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include "check.h"

enum { PARTS = 9, GO = 1 };
enum { ASK = 1, ANSWER = 2, LONG = 3, OVER = 4, TIMES = 200, BYTES = 20000 };

static atomic_int asked, placed, over, begun, ended;
static atomic_int answers;
static char segment[BYTES], text[BYTES];

static void on_ask(void *token, const int *words, int count, void *buffer, size_t bytes) {
  (void)buffer;
  CHECK(count == 2 && bytes == 0);
  CHECK(AM_ReplyM(token, ANSWER, words[0] + words[1]) == 0);
  atomic_fetch_add(&asked, 1);
}

static void on_long(void *token, const int *words, int count, void *buffer, size_t bytes) {
  (void)count;
  CHECK(buffer == segment && bytes == BYTES && memcmp(segment, text, BYTES) == 0);
  CHECK(AM_ReplyM(token, ANSWER, words[0]) == 0);
  atomic_fetch_add(&placed, 1);
}

static void on_answer(void *token, const int *words, int count, void *buffer, size_t bytes) {
  (void)token, (void)count, (void)buffer, (void)bytes;
  atomic_fetch_add(&answers, words[0]);
}

static void on_over(void *token, const int *words, int count, void *buffer, size_t bytes) {
  (void)token, (void)words, (void)count, (void)buffer, (void)bytes;
  atomic_fetch_add(&over, 1);
}

static int on_parts(void *stream, unsigned sender, void *data) {
  char byte;
  (void)sender, (void)data;
  CHECK(clump_read(stream, &byte, 1) == 0);
  atomic_store(&begun, 1);
  CHECK(clump_read(stream, &byte, 1) == 0);
  atomic_store(&ended, 1);
  return 0;
}

/* A signal for the process is for the program's threads, here for this one, which waits for it. */
static void signalled(void) {
  sigset_t set;
  int got = 0;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  CHECK(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0 && kill(getpid(), SIGUSR1) == 0);
  CHECK(sigwait(&set, &got) == 0 && got == SIGUSR1);
}

/* The caller waits for the answer by polls of its own. */
static void until(int wanted) {
  while (atomic_load(&answers) < wanted)
    CHECK(AM_Poll(0) >= 0);
}

int main(void) {
  int others, sum = 0;
  memset(text, 7, sizeof text);
  CHECK(AM_Init() == 0);
  CHECK(AM_SetHandler(0, 0, ASK, on_ask) == 0 && AM_SetHandler(0, 1, ANSWER, on_answer) == 0);
  CHECK(AM_SetHandler(0, 0, LONG, on_long) == 0 && AM_SetHandler(0, 0, OVER, on_over) == 0);
  CHECK(clump_set_handler(PARTS, on_parts, NULL) == 0);
  CHECK(AM_SetSeg(0, segment, sizeof segment) == 0);
  others = AM_Nodes() - 1;
  if (AM_MyNode() == 0) {
    CHECK(AM_SetThread(0, 1) == 0 && AM_SetThread(0, 1) == 0);
    /* Computes, and calls nothing. */
    volatile unsigned long work = 1;
    while (atomic_load(&over) < others)
      work = work * 31 + 7;
    CHECK(atomic_load(&asked) == TIMES * others && atomic_load(&placed) == others);
    signalled();
    while (!atomic_load(&begun))
      ;
    CHECK(clump_send(NULL, 0, 1, GO) == 0);
    CHECK(AM_SetThread(0, 0) == 0 && atomic_load(&ended));
    /* From now on a poll is needed again. */
    for (int to = 1; to <= others; to++)
      CHECK(AM_RequestM(0, to, ASK, 1, 0) == 0);
    until(others);
    CHECK(AM_SetThread(0, 1) == 0);
  } else {
    for (int i = 0; i < TIMES; i++) {
      CHECK(AM_RequestM(0, 0, ASK, i, 1) == 0);
      until(sum += i + 1);
    }
    int word = 5;
    CHECK(AM_RequestXfer(0, 0, 0, LONG, text, sizeof text, &word, 1) == 0);
    until(sum += 5);
    CHECK(AM_RequestM(0, 0, OVER, 0) == 0);
    if (AM_MyNode() == 1) {
      void *stream = clump_begin(0, PARTS, 2);
      CHECK(stream && clump_piece(stream, text, 1) == 0 && clump_recv(NULL, 0, 0, GO, NULL) == 0);
      /* Rank 0 stops its thread meanwhile. */
      usleep(10000);
      CHECK(clump_piece(stream, text, 1) == 0 && clump_end(stream) == 0);
    }
    while (atomic_load(&asked) < 1)
      CHECK(AM_Poll(0) >= 0);
  }
  /* The end stops the thread. */
  CHECK(AM_Terminate() == 0);
  return 0;
}
