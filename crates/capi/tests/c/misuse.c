/* The library reports what programs do wrong, and nothing hangs: each error comes back with its number and sentence.
   ranks: 1 2. memory: 2 */
#include "refused.h"
#include <am.h>
#include <bip.h>
#include <clip.h>
#include <clump.h>
#include <fm2.h>
#include <pm.h>

static int me, n, next, ran, replied;
static FM_stream *kept;

static int reads_too_much(FM_stream *str, unsigned sender) {
  char text[64];
  (void)sender;
  CHECK(FM_receive(text, str, 10) == 0 && !memcmp(text, "0123456789", 10));
  REFUSED(FM_receive(text, str, 1), CLUMP_ERR_SIZE, "0 are left");
  REFUSED(FM_receive(text, NULL, 1), CLUMP_ERR_STREAM, "null pointer");
  REFUSED(FM_receive(NULL, str, 1), CLUMP_ERR_ARGUMENT, "null pointer");
  REFUSED(FM_send_piece(str, text, 1), CLUMP_ERR_STREAM, "a handler reads");
  REFUSED(FM_extract(1), CLUMP_ERR_RULE, "called by a handler");
  kept = str;
  ran++;
  return FM_CONTINUE;
}

static int reads_what_never_comes(FM_stream *str, unsigned sender) {
  char text[64];
  (void)sender;
  CHECK(FM_receive(text, str, 4) == 0);
  REFUSED(FM_receive(text, str, 16), CLUMP_ERR_SIZE, "has ended it after 4");
  ran++;
  return FM_CONTINUE;
}

static int returns_nonsense(FM_stream *str, unsigned sender) {
  (void)str, (void)sender;
  ran++;
  return 77;
}

static void on_request(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)args, (void)count, (void)buffer, (void)bytes;
  REFUSED(AM_RequestM(0, next, 1, 1), CLUMP_ERR_RULE, "may only reply");
  CHECK(!FM_begin_message(next, 1, 1) && strstr(clump_error_text(), "may only reply"));
  REFUSED(AM_Reply((void *)12345, 1, NULL, 0), CLUMP_ERR_STREAM, "stream");
  CHECK(AM_ReplyM(token, 1, 5) == 0);
  REFUSED(AM_ReplyM(token, 1, 5), CLUMP_ERR_RULE, "may send nothing");
  ran++;
}

static void on_reply(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)args, (void)count, (void)buffer, (void)bytes;
  REFUSED(AM_ReplyM(token, 1, 5), CLUMP_ERR_RULE, "may send nothing");
  REFUSED(AM_RequestM(0, next, 1, 5), CLUMP_ERR_RULE, "may send nothing");
  replied++;
}

/* Extracts until a call returns an error, and checks that the error's sentence contains the words. */
static void fails(const char *words) {
  int code;
  while ((code = FM_extract(FM_EXTRACT_ALL)) >= 0)
    ;
  if (code != CLUMP_ERR_HANDLER || !strstr(clump_error_text(), words)) {
    fprintf(stderr, "extract gave %d, \"%s\", not \"%s\"\n", code, clump_error_text(), words);
    exit(1);
  }
}

static void together(void) {
  for (int to = 0; to < n; to++)
    clump_send(NULL, 0, to, 1);
  for (int from = 0; from < n; from++)
    clump_recv(NULL, 0, from, 1, NULL);
}

static void messages(void) {
  char text[] = "0123456789";
  REFUSED(FM_end_message(NULL), CLUMP_ERR_STREAM, "null pointer");
  REFUSED(FM_end_message((FM_stream *)0x1000), CLUMP_ERR_STREAM, "no such stream");
  CHECK(!FM_begin_message(n, 1, 1) && strstr(clump_error_text(), "there is no rank"));
  CHECK(!FM_begin_message(0, 1, 1u << 24) && strstr(clump_error_text(), "no handler's number"));

  FM_stream *str = FM_begin_message(next, 10, 1);
  CHECK(str && FM_send_piece(str, text, 6) == 0);
  REFUSED(FM_send_piece(str, text, 5), CLUMP_ERR_SIZE, "more than what is left of a message of 10 bytes");
  CHECK(FM_send_piece(str, text + 6, 4) == 0 && FM_end_message(str) == 0);
  REFUSED(FM_end_message(str), CLUMP_ERR_STREAM, "has ended");
  REFUSED(FM_send_piece(str, text, 1), CLUMP_ERR_STREAM, "has ended");
  while (ran < 1)
    FM_extract(FM_EXTRACT_ALL);
  REFUSED(FM_receive(text, kept, 1), CLUMP_ERR_STREAM, "only a handler reads");
  together();

  str = FM_begin_message(next, 20, 2);
  FM_send_piece(str, text, 4);
  REFUSED(FM_end_message(str), CLUMP_ERR_SIZE, "ends after 4");
  while (ran < 2)
    FM_extract(FM_EXTRACT_ALL);
  together();

  clump_call(next, 1234, text, 10);
  fails("handler 1234, which is not registered");
  clump_call(next, 3, text, 10);
  fails("returned 77");
  together();
}

static void layers(void) {
  int words[9] = {0};
  char text[10];
  void *buffer;
  REFUSED(AM_Request(0, next, 1, words, 9), CLUMP_ERR_ARGUMENT, "9 words");
  REFUSED(AM_Request(1, next, 1, words, 1), CLUMP_ERR_ARGUMENT, "no endpoint 1");
  REFUSED(AM_RequestI(0, next, 1, words, 70000, NULL, 0), CLUMP_ERR_SIZE, "65536 at most");
  AM_SetHandler(0, 0, 1, on_request);
  AM_SetHandler(0, 1, 1, on_reply);
  together();
  CHECK(AM_RequestM(0, next, 1, 1) == 0);
  while (ran < 4 || replied < 1)
    AM_Poll(0);
  together();
  CHECK(AM_RequestXfer(0, next, 1000, 1, words, 8, NULL, 0) == 0);
  fails("for offset 1000 of a segment of 0");
  together();

  REFUSED(bip_send(-1, words, 1), CLUMP_ERR_ARGUMENT, "no process -1");
  REFUSED(bip_wait(12345), CLUMP_ERR_STREAM, "no request 12345");
  int r = bip_isend(next, words, 9);
  REFUSED(bip_rcv(words, 2), CLUMP_ERR_TRUNCATED, "longer than the buffer");
  CHECK(bip_wait(r) >= 0);

  pmCtx ctx;
  pmOpen(&ctx);
  REFUSED(pmSend(ctx, next), CLUMP_ERR_STREAM, "no buffer to send");
  REFUSED(pmPutReceiveBuf(ctx), CLUMP_ERR_STREAM, "no buffer to give back");
  REFUSED(pmGetSendBuf(ctx, &buffer, PM_MTU + 1), CLUMP_ERR_SIZE, "8192 at most");
  CHECK(pmGetSendBuf(ctx, &buffer, 4) == 0);
  REFUSED(pmGetSendBuf(ctx, &buffer, 4), CLUMP_ERR_STREAM, "already");
  pmClose(ctx);

  REFUSED(clipGetBuffer(50, CLIP_SEND_BUFFER), CLUMP_ERR_ARGUMENT, "2 to the power of 50");
  REFUSED(clipCloseBuffer(12345), CLUMP_ERR_SYSTEM, "no such buffer");
  REFUSED(clip_send(text, next, -1), CLUMP_ERR_ARGUMENT, "a size of -1");
  REFUSED(clump_send(text, 1, next, -5), CLUMP_ERR_ARGUMENT, "not a valid tag");
  REFUSED(clump_recv(NULL, 4, 0, 0, NULL), CLUMP_ERR_ARGUMENT, "null pointer");
  REFUSED(clump_handler_stack(1), CLUMP_ERR_ARGUMENT, "stack");
  REFUSED(clump_run_until(NULL, NULL), CLUMP_ERR_ARGUMENT, "null pointer");
}

int main(void) {
  char c = 0;
  clump_errors_return(1);
  REFUSED(FM_extract(1), CLUMP_ERR_STATE, "in no job");
  REFUSED(clump_send(&c, 1, 0, 0), CLUMP_ERR_STATE, "in no job");
  CHECK(!FM_begin_message(0, 1, 1) && strstr(clump_error_text(), "in no job"));
  REFUSED(AM_Poll(0), CLUMP_ERR_STATE, "in no job");
  REFUSED(FM_finalize(), CLUMP_ERR_STATE, "the job is not joined");
  REFUSED(clump_init(8), CLUMP_ERR_ARGUMENT, "not a valid flag");
  CHECK(clump_init(0) == 0 && FM_initialize() == 0);
  me = clump_rank(), n = clump_size(), next = (me + 1) % n;
  FM_set_handler(1, reads_too_much);
  FM_set_handler(2, reads_what_never_comes);
  FM_set_handler(3, returns_nonsense);
  together();
  messages();
  layers();
  together();
  CHECK(FM_begin_message(next, 10, 1) && FM_finalize() == 0);
  REFUSED(clump_finalize(), CLUMP_ERR_STREAM, "1 messages were begun and not ended");
  REFUSED(FM_extract(1), CLUMP_ERR_STATE, "in no job");
  REFUSED(clump_init(0), CLUMP_ERR_STATE, "cannot join it again");
  return 0;
}
