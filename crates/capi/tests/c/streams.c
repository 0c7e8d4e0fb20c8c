/* Fast Messages 2.x: messages in pieces of any size on both sides, handlers that block and send.
   ranks: 1 2 4. memory: 2 */
#include "check.h"
#include <clump.h>
#include <fm2.h>
#include <string.h>

enum { DATA = 1, BACK = 2, MOST = 300000, ROUNDS = 40 };
struct header {
  unsigned length, seed;
};

static unsigned char data[MOST];
static int got, back;

static unsigned char byte(unsigned seed, unsigned i) { return (unsigned char)(seed * 31 + i * 7 + (i >> 8)); }

/* Reads a header, then the rest in pieces of other lengths than the sender's, and answers from the handler. */
static int on_data(FM_stream *str, unsigned sender) {
  struct header header;
  FM_receive(&header, str, sizeof header);
  CHECK(FM_size(str) == (int)(sizeof header + header.length));
  unsigned char *own = malloc(header.length + 1);
  unsigned at = 0, step = 1;
  while (at < header.length) {
    unsigned n = header.length - at < step ? header.length - at : step;
    FM_receive(own + at, str, n);
    at += n;
    step = step * 3 + 1;
  }
  for (unsigned i = 0; i < header.length; i++)
    CHECK(own[i] == byte(header.seed, i));
  FM_stream *answer = FM_begin_message(sender, sizeof header + header.length, BACK);
  FM_send_piece(answer, &header, sizeof header);
  FM_send_piece(answer, own, header.length);
  FM_end_message(answer);
  free(own);
  got++;
  return FM_CONTINUE;
}

static int on_back(FM_stream *str, unsigned sender) {
  (void)sender;
  struct header header;
  static unsigned char own[MOST];
  FM_receive(&header, str, sizeof header);
  if (header.length > 10)
    return back++, FM_CONTINUE; /* The handler leaves the rest unread. */
  FM_receive(own, str, header.length);
  for (unsigned i = 0; i < header.length; i++)
    CHECK(own[i] == byte(header.seed, i));
  back++;
  return FM_CONTINUE;
}

int main(void) {
  FM_initialize();
  unsigned me = FM_nodeid(), n = FM_numnodes();
  FM_set_handler(DATA, on_data);
  FM_set_handler(BACK, on_back);
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct header header = {round * round * 150 % MOST, me + round};
    if (round == 39)
      header.length = MOST - 1;
    for (unsigned i = 0; i < header.length; i++)
      data[i] = byte(header.seed, i);
    unsigned to = (me + round) % n;
    FM_stream *str = FM_begin_message(to, sizeof header + header.length, DATA);
    FM_send_piece(str, &header, sizeof header);
    unsigned half = header.length / 3;
    /* A long piece waits until the receiver's handler reads it. All ranks send at once, so handlers must run while a
       send waits. */
    clump_handlers_in_waits(header.length >= 1000);
    FM_send_piece(str, data, half);
    FM_send_piece(str, data + half, header.length - half);
    FM_end_message(str);
    while (back <= (int)round)
      FM_extract(4096);
  }
  while (got < ROUNDS)
    FM_extract(FM_EXTRACT_ALL);
  FM_finalize();
  printf("rank %u: %d messages\n", me, got);
  return 0;
}
