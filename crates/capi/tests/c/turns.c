/* Fast Messages under bounds: an extract reads at most its bound and a packet, short messages wait for one turn of
   each other sender, and a sender's messages come in their order, however long they are. Two nodes that send each
   other what their credit holds, and extract then, do not wait for each other.
   ranks: 3 */
#include "check.h"
#include <clump.h>
#include <fm2.h>
#include <fm1.h>
#include <stdlib.h>
#include <string.h>

/* Uses the FM_extract of fm2.h, which serves both versions. */
#undef FM_extract

enum { GO = 1, LONG = 2, SHORT = 3, ORDERED = 4, WHOLE = 5, BUFFERED = 6 };
/* PACKET is the size of a packet in bytes, which FM_extract's manual page names. ENTRY is what a message costs beside
   its bytes, and CREDIT the part of the pushed buffer that each of two senders has (docs/WIRE.md, Credit). */
enum { PACKET = 1024, ENTRY = 128, CREDIT = 32 << 10, BIG = 512 << 10, SHORTS = 50, MESSAGES = 150 };
static unsigned me, n, go, shorts, longs, ended, bound;
static size_t all_read;
static unsigned next_of[3], whole_of[3], buffered;
static unsigned char big[BIG], place[BIG];

static unsigned turn(void) { return bound > PACKET ? bound : PACKET; }

static int on_go(FM_stream *str, unsigned sender) {
  (void)str, (void)sender;
  go++;
  return FM_CONTINUE;
}
static int on_long(FM_stream *str, unsigned sender) {
  (void)sender;
  /* Reads the message at once, in parts of 3000 bytes, or in parts of 100000 bytes. */
  unsigned parts = bound % 3 == 0 ? BIG : bound % 3 == 1 ? 3000 : 100000;
  for (size_t at = 0; at < BIG;) {
    unsigned len = BIG - at < parts ? (unsigned)(BIG - at) : parts;
    FM_receive(place + at, str, len);
    at += len;
  }
  CHECK(!memcmp(place, big, BIG));
  longs++;
  return FM_CONTINUE;
}
static int on_short(FM_stream *str, unsigned sender) {
  (void)sender;
  unsigned text[16];
  FM_receive(text, str, sizeof text);
  CHECK(text[0] == shorts);
  /* All bytes read belong to the short messages or to the long message. */
  CHECK(all_read <= shorts * sizeof text + (size_t)(shorts + 2) * turn());
  shorts++;
  return FM_CONTINUE;
}

static void send(unsigned to, unsigned handler, const void *bytes, unsigned len) {
  FM_stream *str = FM_begin_message(to, len, handler);
  if (len)
    FM_send_piece(str, bytes, len);
  FM_end_message(str);
}

/* Waits for all ranks: rank 0 waits for the other ranks, and they wait for rank 0. Rank 0
   returns before it has read any message that they send afterwards. */
static void barrier(void) {
  static unsigned so_far;
  if (me != 0)
    send(0, GO, NULL, 0);
  so_far += me == 0 ? n - 1 : 1;
  while (go < so_far)
    FM_extract(FM_EXTRACT_ALL);
  for (unsigned to = 1; me == 0 && to < n; to++)
    send(to, GO, NULL, 0);
}

static void under(unsigned bytes) {
  bound = bytes;
  shorts = longs = 0, all_read = 0;
  barrier();
  if (me == 1)
    send(0, LONG, big, BIG);
  if (me == 2)
    for (unsigned i = 0; i < SHORTS; i++) {
      unsigned text[16] = {i};
      send(0, SHORT, text, sizeof text);
    }
  if (me == 0) {
    /* Waits until everything has arrived that the credit allows. */
    uint64_t waits = 0;
    while (waits < SHORTS * (64 + ENTRY) + ENTRY) {
      CHECK(FM_extract(0) == 0);
      clump_pushed(&waits);
    }
    while (!longs || shorts < SHORTS) {
      int read = FM_extract(bound);
      CHECK(read >= 0 && (unsigned)read < bound + PACKET);
      all_read += read;
    }
    CHECK(all_read == BIG + SHORTS * 64);
  }
  barrier();
}

/* Returns the length of message i. The lengths are of all kinds: pushed, pushed in parts, pulled. */
static unsigned length(unsigned i) {
  static const unsigned lengths[] = {8, 900, 12, 7000, 8, 20000, 64, 64, 100000, 8, 8, 1500, 40000};
  return lengths[i * 7 % (sizeof lengths / sizeof *lengths)];
}
static int on_ordered(FM_stream *str, unsigned sender) {
  static unsigned char text[3][4][100000];
  unsigned i = next_of[sender]++, at[1];
  FM_receive(at, str, 4);
  CHECK(at[0] == i && (unsigned)FM_size(str) == length(i));
  FM_receive(text[sender][i % 4], str, length(i) - 4);
  ended++;
  return FM_CONTINUE;
}
static void on_whole(void *buffer, unsigned bytes) {
  unsigned head[2];
  memcpy(head, buffer, 8);
  unsigned sender = head[1], i = head[0];
  CHECK(i == whole_of[sender] && bytes == length(i));
  CHECK(bytes < 13 || ((unsigned char *)buffer)[bytes - 1] == (unsigned char)i);
  whole_of[sender]++;
  ended++;
}

static void order(unsigned bytes) {
  ended = 0;
  memset(next_of, 0, sizeof next_of);
  memset(whole_of, 0, sizeof whole_of);
  barrier();
  if (me == 0)
    while (ended < 2 * 2 * MESSAGES)
      CHECK(FM_extract(bytes) >= 0);
  else
    for (unsigned i = 0; i < MESSAGES; i++) {
      unsigned len = length(i);
      memcpy(big, &i, 4);
      memcpy(big + 4, &me, 4);
      unsigned char last = big[len - 1];
      if (len > 12)
        big[len - 1] = (unsigned char)i;
      send(0, ORDERED, big, len);
      CHECK(FM_send(0, WHOLE, big, len) == 0);
      big[len - 1] = last;
    }
  barrier();
}

static int on_buffered(FM_stream *str, unsigned sender) {
  (void)sender;
  FM_receive(place, str, FM_size(str));
  buffered++;
  return FM_CONTINUE;
}
static void on_buffered_whole(void *buffer, unsigned bytes) {
  (void)buffer, (void)bytes;
  buffered++;
}

/* Messages that meet: each node sends before it extracts. */
static void meet(unsigned len, unsigned pieces) {
  buffered = 0;
  barrier();
  for (unsigned to = 0; to < n; to++)
    if (to != me && pieces == 0)
      FM_send(to, BUFFERED, big, len);
    else if (to != me) {
      FM_stream *str = FM_begin_message(to, len, BUFFERED);
      for (unsigned i = 0; i < pieces; i++) {
        unsigned at = (unsigned)((size_t)len * i / pieces), end = (unsigned)((size_t)len * (i + 1) / pieces);
        FM_send_piece(str, big + at, end - at);
      }
      FM_end_message(str);
    }
  while (buffered < n - 1)
    FM_extract(FM_EXTRACT_ALL);
  barrier();
}

int main(void) {
  FM_initialize();
  me = FM_nodeid(), n = FM_numnodes();
  CHECK(n == 3);
  for (unsigned i = 0; i < BIG; i++)
    big[i] = (unsigned char)(i * 3 + i / 256);
  FM_set_handler(GO, on_go);
  FM_set_handler(LONG, on_long);
  FM_set_handler(SHORT, on_short);
  FM_set_handler(ORDERED, on_ordered);
  FM_set_handler(BUFFERED, on_buffered);
  FM1_set_handler(WHOLE, on_whole);
  FM1_set_handler(BUFFERED, on_buffered_whole);
  for (unsigned bytes = 64; bytes <= 1 << 20; bytes *= 4) {
    under(bytes);
    under(bytes + 1);
    under(bytes + 2);
  }
  unsigned bounds[] = {700, 5000, 1 << 20, FM_EXTRACT_ALL};
  for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++)
    order(bounds[i]);
  unsigned lengths[] = {901, 6145, 8065, 20000, CREDIT - ENTRY - 1, CREDIT - ENTRY};
  for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    meet(lengths[i], 0);
    meet(lengths[i], 1);
    meet(lengths[i], 3);
  }
  FM_finalize();
  return 0;
}
