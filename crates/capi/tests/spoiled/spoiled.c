/* Rank 0 of crates/mpi/tests/spoiled.rs: takes everything that rank 1 sends to each layer, most of which contradicts
   itself. Checks that handlers get only valid messages, as many as were sent, and that no memory beside their
   buffers changes. */
#include "../c/check.h"
#include <am.h>
#include <bip.h>
#include <clip.h>
#include <clump.h>
#include <pm.h>
#include <string.h>
#include <sys/mman.h>

enum { SEGMENT = 65536, PAGE = 4096, SMALL = 100, EDGE = 64 };
/* The kinds of valid messages that rank 1 counts, in the order of rank 1's counters. */
enum { REQUESTS, REPLIES, FOUR_WORDS, WHOLE, KEPT, PIECES, KINDS };
/* How many tagged messages BIP, PM and CLIP get each. */
enum { TAGGED = 600 };

static unsigned ran[KINDS], wanted[KINDS], ended, failures;
static unsigned char *segment;

void count_fm1(int words) { ran[words ? FOUR_WORDS : WHOLE]++; }
void set_fm1(void);

static void active(int kind, const int *args, int count, unsigned char *buffer, size_t bytes) {
  CHECK(count >= 0 && count <= 8);
  for (int i = 0; i < count; i++)
    CHECK(args[i] == i * 3 + 1);
  CHECK(bytes == 0 || buffer);
  int inside = buffer >= segment && buffer + bytes <= segment + SEGMENT;
  CHECK(inside || bytes <= AM_MAX_MEDIUM);
  for (size_t i = 0; i < bytes; i++)
    CHECK(buffer[i] == (unsigned char)(i * 11));
  ran[kind]++;
}

static void on_request(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)token;
  active(REQUESTS, args, count, buffer, bytes);
}

static void on_reply(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)token;
  active(REPLIES, args, count, buffer, bytes);
}

/* Reads a message in pieces of 1000 bytes, and expects an error if the message is shorter than its announced length. */
static int on_pieces(void *str, unsigned sender, void *data) {
  unsigned char piece[1000 + EDGE];
  uint64_t size, unread;
  (void)sender, (void)data;
  CHECK(clump_sizes(str, &size, &unread) == 0 && unread <= size);
  for (uint64_t done = 0; done < size;) {
    size_t part = size - done < 1000 ? (size_t)(size - done) : 1000;
    memset(piece + part, 77, EDGE);
    int code = clump_read(str, piece, part);
    for (int i = 0; i < EDGE; i++)
      CHECK(piece[part + i] == 77);
    if (code) {
      CHECK(code == CLUMP_ERR_SIZE && strstr(clump_error_text(), "from rank 1"));
      return 0;
    }
    done += part;
  }
  ran[PIECES]++;
  return 0;
}

static int on_end(void *str, unsigned sender, void *data) {
  (void)sender, (void)data;
  CHECK(clump_read(str, wanted, sizeof wanted) == 0);
  ended = 1;
  return 0;
}

static void extract(void) {
  int code = clump_extract(5000);
  if (code >= 0)
    return;
  CHECK(code == CLUMP_ERR_HANDLER && strstr(clump_error_text(), "rank 1"));
  failures++;
}

static void handlers(void) {
  unsigned char *room = mmap(NULL, SEGMENT + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(room != MAP_FAILED);
  segment = room + PAGE;
  CHECK(mprotect(segment, SEGMENT, PROT_READ | PROT_WRITE) == 0);
  CHECK(AM_SetSeg(0, segment, SEGMENT) == 0);
  AM_SetHandler(0, 0, 1, on_request);
  AM_SetHandler(0, 1, 1, on_reply);
  set_fm1();
  clump_keep(1);
  clump_set_handler(2, on_pieces, NULL);
  clump_set_handler(3, on_end, NULL);
  while (!ended || memcmp(ran, wanted, sizeof ran)) {
    extract();
    static unsigned char kept[200000];
    unsigned number, sender;
    uint64_t bytes;
    while (clump_first_kept(&number, &sender, &bytes)) {
      CHECK(number == 1 && sender == 1 && bytes <= sizeof kept && clump_take(kept, sizeof kept) == (int)bytes);
      for (size_t i = 0; i < bytes; i++)
        CHECK(kept[i] == (unsigned char)(i * 11));
      ran[KEPT]++;
    }
    for (int i = 0; ended && i < KINDS; i++)
      if (ran[i] > wanted[i]) {
        fprintf(stderr, "kind %d ran %u times, and %u messages made sense\n", i, ran[i], wanted[i]);
        exit(1);
      }
  }
  CHECK(failures > 0);
  /* Takes the failures that no call has reported yet. */
  unsigned before;
  do {
    before = failures;
    extract();
  } while (failures > before);
}

static void tagged(void) {
  unsigned char into[SMALL + EDGE];
  int code;
  memset(into, 77, sizeof into);
  for (int i = 0; i < TAGGED; i++) {
    code = bip_rcv((int *)(void *)into, SMALL / 4);
    CHECK((code >= 0 && code <= SMALL / 4) || code == CLUMP_ERR_TRUNCATED);
  }
  for (int i = 0; i < TAGGED; i++) {
    int len = -1;
    code = clip_rcv(into, SMALL, &len);
    CHECK((code == 0 && len >= 0 && len <= SMALL) || (code == CLUMP_ERR_TRUNCATED && len == -1));
  }
  for (int i = 0; i < EDGE; i++)
    CHECK(into[SMALL + i] == 77);
  pmCtx context;
  CHECK(pmOpen(&context) == 0);
  for (int i = 0; i < TAGGED;) {
    void *buffer;
    size_t length;
    code = pmReceive(context, &buffer, &length);
    if (code == PM_AGAIN)
      continue;
    i++;
    CHECK((code == 0 && length <= PM_MTU) || code == CLUMP_ERR_TRUNCATED);
    if (code == 0)
      CHECK(pmPutReceiveBuf(context) == 0);
  }
  CHECK(pmClose(context) == 0);
}

int main(void) {
  clump_errors_return(1);
  CHECK(clump_init(0) == 0);
  handlers();
  tagged();
  CHECK(clump_finalize() == 0);
  return 0;
}
