/* Fast Messages 1.x: whole messages, and what that costs in copies: clump run -n 2 fm1 */
#include <fm1.h>
#include <stdio.h>

static unsigned sum, bytes;

static void on_words(unsigned a, unsigned b, unsigned c, unsigned d) { sum += a + b + c + d; }
static void on_text(void *buffer, unsigned size) {
  (void)buffer;
  bytes += size;
}

int main(void) {
  static char text[5000];
  FM_initialize();
  FM1_set_handler_4(1, on_words);
  FM1_set_handler(2, on_text);
  unsigned next = (FM_nodeid() + 1) % FM_numnodes();
  FM_send_4(next, 1, 1, 2, 3, 4);
  FM_send(next, 2, text, sizeof text);
  while (sum < 10 || bytes < sizeof text)
    FM_extract();
  uint64_t messages, copied;
  FM1_copies(&messages, &copied);
  printf("rank %d: sum %u; %llu messages with %llu bytes were copied once more\n", FM_nodeid(), sum,
         (unsigned long long)messages, (unsigned long long)copied);
  FM_finalize();
  return 0;
}
