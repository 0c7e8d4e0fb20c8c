/* clump.h: a handler reads a message as it arrives, and sends it on round the ring: clump run -n 4 ring */
#include <clump.h>
#include <stdio.h>

enum { VISIT = 1 };
static int hops = -1;

static int on_visit(void *stream, unsigned sender, void *data) {
  int count;
  (void)sender, (void)data;
  clump_read(stream, &count, sizeof count);
  hops = count++;
  if (clump_rank() != 0)
    clump_call((clump_rank() + 1) % clump_size(), VISIT, &count, sizeof count);
  return 0;
}

static int visited(void *data) {
  (void)data;
  return hops >= 0;
}

int main(void) {
  int first = 1;
  clump_init(0);
  clump_set_handler(VISIT, on_visit, NULL);
  if (clump_rank() == 0)
    clump_call(1 % clump_size(), VISIT, &first, sizeof first);
  clump_run_until(visited, NULL);
  printf("rank %d: after %d hops\n", clump_rank(), hops);
  clump_finalize();
  return 0;
}
