/* Fast Messages 2.x: the paper's example (4.1). A handler reads a header, and then the rest straight to where it goes:
   clump run -n 2 fm2 */
#include <fm2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
  int length, littlemsg;
};

static char littlebuf[16][64];
static int little, messages;

static int my_handler(FM_stream *str, unsigned sender) {
  struct header header;
  FM_receive(&header, str, sizeof header);
  if (header.length < 0)
    return FM_CONTINUE;
  if (header.littlemsg && header.length < 64 && little < 16) {
    FM_receive(littlebuf[little], str, header.length);
    printf("rank %d: \"%s\" from rank %u\n", FM_nodeid(), littlebuf[little++], sender);
  } else {
    char *place = malloc(header.length + 1);
    FM_receive(place, str, header.length);
    printf("rank %d: %d bytes from rank %u, the last is %d\n", FM_nodeid(), header.length, sender,
           place[header.length - 1]);
    free(place);
  }
  messages++;
  return FM_CONTINUE;
}

static void send(unsigned dest, const char *text, int length, int littlemsg) {
  struct header header = {length, littlemsg};
  FM_stream *str = FM_begin_message(dest, sizeof header + length, 1);
  FM_send_piece(str, &header, sizeof header);
  FM_send_piece(str, text, length);
  FM_end_message(str);
}

int main(void) {
  static char large[4000];
  FM_initialize();
  FM_set_handler(1, my_handler);
  unsigned next = (FM_nodeid() + 1) % FM_numnodes();
  memset(large, 7, sizeof large);
  send(next, "hello", 6, 1);
  send(next, large, sizeof large, 0);
  while (messages < 2)
    FM_extract(1024);
  FM_finalize();
  return 0;
}
