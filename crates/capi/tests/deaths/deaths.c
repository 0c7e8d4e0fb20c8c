/* A rank dies by SIGKILL half way through its messages, while other ranks' handlers wait in FM_receive for the rest.
   The argument says which case; crates/mpi/tests/deaths.rs starts the ranks, without a launcher that would end them. */
#include "../c/check.h"
#include <am.h>
#include <clump.h>
#include <fm2.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { HALF = 3 << 20, WHOLE = 8 << 20, READ = 1 << 19, ROUNDS = 4 };
enum { LONG = 1, GREETING = 2, ANSWER = 3, KEPT = 5 };

static unsigned char memory[WHOLE];
static unsigned broken, read_whole, answered;
/* The sentence that must be reported about the dead rank. */
static char said[512];

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;)
    pause();
}

static unsigned char at(unsigned i) { return (unsigned char)(i * 7 + i / 251); }

/* Reads a long message in pieces of READ, until there is no more. */
static int on_long(FM_stream *str, unsigned sender) {
  unsigned char *piece = malloc(READ);
  unsigned size = (unsigned)FM_size(str), done = 0;
  int code = 0;
  while (done < size && (code = FM_receive(piece, str, READ)) == 0) {
    for (unsigned i = 0; i < READ; i += 97)
      CHECK(piece[i] == at(done + i));
    done += READ;
  }
  free(piece);
  if (code == 0) {
    read_whole++;
    return FM_CONTINUE;
  }
  CHECK(code == CLUMP_ERR_PEER && sender == 1 && done == HALF);
  snprintf(said, sizeof said, "%s", clump_error_text());
  broken++;
  return FM_CONTINUE;
}

static int on_greeting(FM_stream *str, unsigned sender) {
  char text[8];
  CHECK(FM_receive(text, str, 8) == 0 && !memcmp(text, "greeting", 8));
  (void)sender;
  /* Dies at once: an extract may have taken everything that this rank was to miss. */
  die();
  return FM_CONTINUE;
}

static int on_answer(FM_stream *str, unsigned sender) {
  (void)str, (void)sender;
  answered++;
  return FM_CONTINUE;
}

static void on_request(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)token, (void)args, (void)count, (void)buffer, (void)bytes;
  CHECK(!"an active message runs a handler, of which only the beginning has come");
}

static void send_half(unsigned to) {
  FM_stream *str = FM_begin_message(to, WHOLE, LONG);
  for (unsigned done = 0; done < HALF; done += HALF / 3)
    CHECK(FM_send_piece(str, memory + done, HALF / 3) == 0);
  die();
}

static void send_whole(unsigned to) {
  FM_stream *str = FM_begin_message(to, WHOLE, LONG);
  CHECK(FM_send_piece(str, memory, WHOLE) == 0 && FM_end_message(str) == 0);
}

static int read_enough(void *data) {
  (void)data;
  return broken == 1 && read_whole == ROUNDS;
}

/* Rank 1 dies. The handler of rank 0 gets the error, while the messages of rank 2 arrive whole; then rank 0 answers
   rank 2. */
static void half_way(unsigned me, int sleeping) {
  if (me == 1)
    send_half(0);
  if (me == 2) {
    for (int i = 0; i < ROUNDS; i++)
      send_whole(0);
    while (answered == 0)
      FM_extract(FM_EXTRACT_ALL);
    return;
  }
  if (sleeping)
    CHECK(clump_run_until(read_enough, NULL) == 0);
  while (!read_enough(NULL))
    FM_extract(FM_EXTRACT_ALL);
  CHECK(strstr(said, "FM_receive: handler 1 cannot read 524288 bytes more of a message of 8388608 bytes from rank 1"));
  CHECK(strstr(said, "rank 1 has died or left the job, and 3145728 could be read at most"));
  clump_call(2, ANSWER, NULL, 0);
}

/* Calls return no errors here (the default), so the rank that waits ends with the sentence. */
static void said_and_ended(unsigned me) {
  if (me == 1)
    send_half(0);
  if (me == 0)
    for (;;)
      FM_extract(FM_EXTRACT_ALL);
}

/* Rank 1 dies in the middle of a piece that it has handed over, while the reader waits for its budget. */
static void little_by_little(unsigned me) {
  if (me == 1)
    send_half(0);
  if (me == 0)
    while (broken == 0)
      FM_extract(1024);
}

/* Rank 0 dies before it has read all that rank 1 sends: that send and all later sends return errors. */
static void receiver(unsigned me) {
  if (me == 2)
    return;
  if (me == 0) {
    for (;;)
      FM_extract(FM_EXTRACT_ALL);
  }
  CHECK(clump_call(0, GREETING, "greeting", 8) == 0);
  FM_stream *str = FM_begin_message(0, WHOLE, LONG);
  int code = FM_send_piece(str, memory, WHOLE);
  CHECK(code == CLUMP_ERR_PEER && strstr(clump_error_text(), "to handler 1 of rank 0 is lost"));
  CHECK(strstr(clump_error_text(), "that rank has died or left the job"));
  FM_end_message(str);
  CHECK(AM_RequestI(0, 0, 1, memory, AM_MAX_MEDIUM, NULL, 0) == CLUMP_ERR_PEER);
  CHECK(strstr(clump_error_text(), "AM request handler 1 of rank 0 is lost"));
}

/* Waits until the process has ended, or is a zombie that only its parent can reap. */
static void await_death(pid_t victim) {
  char name[64], line[256], state = 'R';
  snprintf(name, sizeof name, "/proc/%d/stat", (int)victim);
  while (state != 'Z' && state != 'X') {
    FILE *stat = fopen(name, "r");
    if (!stat)
      return;
    if (!fgets(line, sizeof line, stat) || sscanf(strrchr(line, ')') + 1, " %c", &state) != 1)
      state = 'X';
    fclose(stat);
  }
}

/* Rank 1 is killed while it waits in a send to a layer's handler. Rank 0 has seen only the beginning of the message. */
static void layer(unsigned me, int active) {
  pid_t victim = getpid();
  AM_SetHandler(0, 0, 1, on_request);
  AM_SetSeg(0, memory, WHOLE);
  CHECK(clump_keep(KEPT) == 0);
  if (me == 1) {
    clump_send(&victim, sizeof victim, 0, 1);
    if (active)
      AM_RequestXfer(0, 0, 0, 1, memory, WHOLE, NULL, 0);
    else
      clump_call(0, KEPT, memory, WHOLE);
    CHECK(!"killed while it waits");
  }
  if (me != 0)
    return;
  uint64_t waits = 0, never;
  char none;
  CHECK(clump_recv(&victim, sizeof victim, 1, 1, NULL) == 0);
  clump_irecv(&none, 1, 0, 2, &never);
  while (waits == 0) {
    /* Moves messages, and runs no handler. */
    CHECK(clump_test(never, NULL) == 0);
    clump_pushed(&waits);
  }
  kill(victim, SIGKILL);
  await_death(victim);
  int code;
  while ((code = AM_Poll(0)) >= 0)
    ;
  CHECK(code == CLUMP_ERR_HANDLER && strstr(clump_error_text(), "rank 1 has died or left the job"));
  CHECK(strstr(clump_error_text(), active ? "AM request handler 1 cannot read" : "handler 5 cannot read"));
  CHECK(!clump_has_kept(NULL));
  clump_send(&none, 1, 0, 2);
  CHECK(clump_wait(never, NULL) == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  const char *which = argv[1];
  clump_errors_return(strcmp(which, "said and ended") != 0);
  CHECK(FM_initialize() == 0);
  for (unsigned i = 0; i < WHOLE; i++)
    memory[i] = at(i);
  FM_set_handler(LONG, on_long);
  FM_set_handler(GREETING, on_greeting);
  FM_set_handler(ANSWER, on_answer);
  unsigned me = (unsigned)FM_nodeid();
  if (!strcmp(which, "half way"))
    half_way(me, 0);
  else if (!strcmp(which, "half way, asleep"))
    half_way(me, 1);
  else if (!strcmp(which, "said and ended"))
    said_and_ended(me);
  else if (!strcmp(which, "little by little"))
    little_by_little(me);
  else if (!strcmp(which, "receiver"))
    receiver(me);
  else if (!strcmp(which, "active message"))
    layer(me, 1);
  else if (!strcmp(which, "kept message"))
    layer(me, 0);
  else
    CHECK(!"a case");
  CHECK(FM_finalize() == 0);
  return 0;
}
