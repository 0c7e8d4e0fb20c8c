/* Message passing as a layer on Fast Messages 2.x (mp_fm2.h): receives with tags, posted before and after their
   messages arrive, and the copies that this takes:
   clump run -n 2 mp */
#include <fm2.h>
#include <stdio.h>
#include "mp_fm2.h"

enum { LONG = 200000, TAGS = 3 };

static unsigned char byte(int source, int tag, size_t at) { return (unsigned char)(source * 7 + tag * 31 + at); }

static int is_right(const struct mp_receive *receive, int source, int tag, size_t bytes) {
  const unsigned char *data = receive->into;
  if (receive->source != source || receive->tag != tag || receive->bytes != bytes)
    return 0;
  for (size_t i = 0; i < bytes; i++)
    if (data[i] != byte(source, tag, i))
      return 0;
  return 1;
}

int main(void) {
  static unsigned char data[TAGS][LONG], into[TAGS][LONG], more[TAGS][LONG];
  static const size_t bytes[TAGS] = {4, 5000, LONG};
  struct mp_receive receives[TAGS], late[TAGS], go, ready;
  FM_initialize();
  mp_begin();
  int me = FM_nodeid(), all = FM_numnodes(), next = (me + 1) % all, last = (me + all - 1) % all, wrong = 0;
  for (int tag = 0; tag < TAGS; tag++)
    for (size_t i = 0; i < bytes[tag]; i++)
      data[tag][i] = byte(me, tag, i);

  /* Posted first, in another order than the messages have: nothing is copied. */
  for (int tag = TAGS; tag-- > 0;)
    mp_post(&receives[tag], last, tag, into[tag], LONG);
  mp_post(&ready, next, 98, NULL, 0);
  mp_send(last, 98, NULL, 0);
  mp_wait(&ready);
  for (int tag = 0; tag < TAGS; tag++)
    mp_send(next, tag, data[tag], bytes[tag]);
  for (int tag = 0; tag < TAGS; tag++) {
    mp_wait(&receives[tag]);
    wrong += !is_right(&receives[tag], last, tag, bytes[tag]);
  }
  printf("rank %d: %d messages into posted receives, %d copies\n", me, TAGS, (int)mp_copies);
  wrong += mp_copies != 0;

  /* Posted last, by any tag: the data waited in a buffer, and are copied once. A message that all have sent says that
     the others are here. */
  for (int tag = 0; tag < TAGS; tag++)
    mp_send(next, tag, data[tag], bytes[tag]);
  mp_send(next, 99, NULL, 0);
  mp_post(&go, last, 99, NULL, 0);
  mp_wait(&go);
  for (int tag = 0; tag < TAGS; tag++)
    mp_post(&late[tag], MP_ANY, MP_ANY, more[tag], LONG);
  for (int tag = 0; tag < TAGS; tag++) {
    mp_wait(&late[tag]);
    wrong += !is_right(&late[tag], last, tag, bytes[tag]);
  }
  printf("rank %d: %d unexpected messages, %d copies of %d bytes%s\n", me, TAGS, (int)mp_copies, (int)mp_copied_bytes,
         wrong ? ": wrong" : "");
  FM_finalize();
  return wrong != 0;
}
