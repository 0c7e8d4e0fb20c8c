/* The layers of the papers, one after the other in one process: FM 1.x, AM, BIP, PM, CLIP, and clump.h.
   ranks: 1 2 4. memory: 2 */
#include "check.h"
#include <am.h>
#include <bip.h>
#include <clip.h>
#include <clump.h>
#include <fm1.h>
#include <pm.h>
#include <string.h>

static int me, n, next;

/* FM 1.x */
static unsigned words, whole;
static void on_words(unsigned a, unsigned b, unsigned c, unsigned d) {
  CHECK(a == 1 && b == 2 && c == 3);
  words += d;
}
static void on_whole(void *buffer, unsigned bytes) {
  unsigned char *p = buffer;
  for (unsigned i = 0; i < bytes; i++)
    CHECK(p[i] == (unsigned char)(i * 5));
  whole++;
}

static void fm1(void) {
  static unsigned char out[5000];
  for (int i = 0; i < 5000; i++)
    out[i] = (unsigned char)(i * 5);
  for (int i = 0; i < 100; i++)
    FM_send_4(next, 1, 1, 2, 3, 7);
  FM_send(next, 2, out, 0);
  FM_send(next, 2, out, 5000);
  while (words < 700 || whole < 2)
    FM_extract();
  uint64_t messages, bytes;
  FM1_copies(&messages, &bytes);
  CHECK(messages == 102 && bytes == 100 * 16 + 5000);
}

/* AM */
enum { ADD = 1, TEXT = 2, PUT = 3, DONE = 4 };
static int answered, served, sum;
static unsigned char segment[200000], text[200000];

static void on_add(void *token, const int *args, int count, void *buffer, size_t bytes) {
  CHECK(count == 2 && !buffer && bytes == 0);
  AM_ReplyM(token, DONE, args[0] + args[1]);
  served++;
}
static void on_text(void *token, const int *args, int count, void *buffer, size_t bytes) {
  CHECK(count == 1 && bytes == (size_t)args[0] && !memcmp(buffer, text, bytes));
  AM_ReplyI(token, DONE, buffer, bytes, args, 1);
  served++;
}
static void on_put(void *token, const int *args, int count, void *buffer, size_t bytes) {
  CHECK(count == 0 && bytes == 150000 && (unsigned char *)buffer == segment + 17);
  CHECK(!memcmp(segment + 17, text, bytes));
  (void)args;
  AM_ReplyM(token, DONE, 1);
  served++;
}
static void on_done(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)token, (void)buffer, (void)bytes;
  CHECK(count == 1);
  sum += args[0];
  answered++;
}

/* Registers the handlers of all layers before any message can come: a fast rank may already send by the next layer
   while this rank still tests FM 1.x. */
static void register_all(void) {
  FM1_set_handler_4(1, on_words);
  FM1_set_handler(2, on_whole);
  AM_SetHandler(0, 0, ADD, on_add);
  AM_SetHandler(0, 0, TEXT, on_text);
  AM_SetHandler(0, 0, PUT, on_put);
  AM_SetHandler(0, 1, DONE, on_done);
  AM_SetSeg(0, segment, sizeof segment);
  for (int i = 0; i < 200000; i++)
    text[i] = (unsigned char)(i * 3 + 1);
}

static void am(void) {
  CHECK(AM_Init() == 0);
  for (int i = 0; i < 50; i++)
    AM_RequestM(0, next, ADD, i, 1);
  int sizes[4] = {0, 1, 24, 60000}, total = 0;
  for (int i = 0; i < 4; i++)
    AM_RequestI(0, next, TEXT, text, sizes[i], &sizes[i], 1), total += sizes[i];
  AM_RequestXfer(0, next, 17, PUT, text, 150000, NULL, 0);
  /* A handler that has replied may still wait for its reply's bytes to leave. */
  while (answered < 55 || served < 55)
    AM_Poll(0);
  CHECK(sum == 49 * 50 / 2 + 50 + total + 1);
  CHECK(AM_Terminate() == 0);
}

static void bip(void) {
  int out[1000], in[1000];
  for (int i = 0; i < 1000; i++)
    out[i] = me * 1000 + i;
  int r = bip_ircv(in, 1000);
  CHECK(bip_send(next, out, 700) == 0);
  CHECK(bip_wait(r) == 700);
  CHECK(in[699] == (me + n - 1) % n * 1000 + 699);
}

static void pm(void) {
  pmCtx ctx;
  CHECK(pmOpen(&ctx) == 0);
  int got = 0, sent = 0;
  while (got < 60 || sent < 60) {
    void *p;
    size_t length;
    if (sent < 60 && pmGetSendBuf(ctx, &p, 8 + sent * 100) == 0) {
      memset(p, sent, 8 + sent * 100);
      CHECK(pmSend(ctx, next) == 0);
      sent++;
    }
    if (got < 60 && pmReceive(ctx, &p, &length) == 0) {
      CHECK(length == 8 + (size_t)got * 100 && ((char *)p)[length - 1] == got);
      CHECK(pmPutReceiveBuf(ctx) == 0);
      got++;
    }
  }
  CHECK(pmClose(ctx) == 0);
}

static void clip(void) {
  int send = clipGetBuffer(20, CLIP_SEND_BUFFER), recv = clipGetBuffer(20, CLIP_RECV_BUFFER), len = 0;
  char *from = clipMmap(send), *to = clipMmap(recv);
  CHECK(from && to);
  memset(from, me + 1, 1 << 20);
  clip_send(from, next, 100);
  CHECK(clip_rcv(to, 1 << 20, &len) == 0 && len == 100 && to[99] == (me + n - 1) % n + 1);
  if (n > 1) {
    if (me % 2 == 0)
      CLIPsend_wmd(from, me + 1, 1 << 20);
    else
      CHECK(CLIPrecv_wmd(to, 1 << 20, &len) == 0 && len == 1 << 20 && to[len - 1] == me);
  }
  clipMunmap(from, send), clipMunmap(to, recv);
  CHECK(clipCloseBuffer(send) == 0 && clipCloseBuffer(recv) == 0);
}

int main(void) {
  clump_init(0);
  me = clump_rank(), n = clump_size(), next = (me + 1) % n;
  register_all();
  fm1();
  am();
  bip();
  pm();
  clip();
  clump_status status;
  char c = (char)me, d = -1;
  uint64_t r;
  clump_irecv(&d, 1, CLUMP_ANY, 5, &r);
  clump_send(&c, 1, next, 5);
  clump_wait(r, &status);
  CHECK(d == status.source && status.tag == 5 && status.bytes == 1);
  CHECK(clump_finalize() == 0);
  return 0;
}
