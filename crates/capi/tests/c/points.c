/* Directed points: ring traffic over points and lightweight points that share a buffer, references, a buffer that
   several processes share, and misuse. ranks: 1 2 4. */
#include <clump.h>
#include <dp.h>
#include <string.h>
#include "check.h"

#define REFUSED(call, code, says)                                                    \
  do {                                                                               \
    CHECK((call) == (code));                                                         \
    if (!strstr(clump_error_text(), says)) printf("it is: %s\n", clump_error_text()); \
    CHECK(strstr(clump_error_text(), says));                                         \
  } while (0)

enum { IN = 3, ALL = 4, LONG = 50000 };
static unsigned char data[LONG], into[LONG];

int main(void) {
  uint64_t bytes, references;
  int node;
  CHECK(dp_init() == 0);
  clump_errors_return(1);
  int me = dp_node(), n = dp_nodes(), next = (me + 1) % n, last = (me + n - 1) % n;
  int out = dp_open(0, DP_SEND_ONLY, 0), in = dp_open(IN, 0, 0), from_all = dp_open(ALL, DP_RECEIVE_ONLY, 0);
  CHECK(out >= 0 && in >= 0 && from_all >= 0);
  CHECK(dp_target(out, next, IN) == 0);

  /* Short and long messages in order, from a buffer and from the program's memory. */
  for (int i = 0; i < 50; i++) {
    size_t len = i % 10 == 9 ? LONG : (size_t)i * 37;
    memset(data, i, len);
    /* A long message waits until it has left, so one rank at a time sends it. */
    if (len == LONG && n == 1)
      continue;
    if (len == LONG && me != 0)
      CHECK(dp_receive(in, into, sizeof into, &node) == LONG && node == last && into[LONG - 1] == i);
    CHECK(dp_send(out, data, len) == 0);
    memset(data, 99, len);
    if (len != LONG || me == 0)
      CHECK(dp_receive(in, into, sizeof into, &node) == (int)len && node == last);
    CHECK(len == 0 || (into[0] == i && into[len - 1] == i));
  }

  /* A light point for each rank, all sharing one buffer: one copy for all. */
  int root = dp_open(9, DP_SEND_ONLY, 20000), light[8];
  for (int to = 0; to < n; to++) {
    light[to] = dp_open_light(9, DP_SEND_ONLY);
    REFUSED(dp_send(light[to], data, 1), CLUMP_ERR_RULE, "link it");
    CHECK(dp_link(light[to], root) == 0 && dp_target(light[to], to, ALL) == 0);
  }
  memset(data, me + 1, 15000);
  CHECK(dp_send(root, data, 15000) == 0);
  CHECK(dp_held(root, &bytes, &references) == 0 && (bytes == 15000 || bytes == 0) && references <= (uint64_t)n);
  CHECK(dp_send(light[next], data, 10) == 0);
  REFUSED(dp_close(root), CLUMP_ERR_RULE, "lightweight points are linked");
  int whole = 0, tens = 0, sum = 0;
  for (int i = 0; i < n + 1; i++) {
    int len = dp_receive(from_all, into, sizeof into, &node);
    CHECK(into[0] == node + 1 && into[len - 1] == node + 1);
    whole += len == 15000, tens += len == 10, sum += len == 15000 ? node : 0;
  }
  CHECK(whole == n && tens == 1 && sum == n * (n - 1) / 2);

  /* Rank 0's buffer is shared by the other processes, which send its entries on to their neighbours. */
  dp_shared shared;
  int many = 20;
  if (me == 0 && n > 1) {
    CHECK(dp_share(root, 4, 1000, n, &shared) == 0);
    REFUSED(dp_send(root, data, 1001), CLUMP_ERR_SIZE, "more than an entry");
    for (int to = 1; to < n; to++)
      CHECK(clump_send(&shared, sizeof shared, to, 1) == 0 && clump_recv(NULL, 0, to, 2, NULL) == 0);
    for (int to = 1; to < n; to++)
      CHECK(clump_send(NULL, 0, to, 3) == 0);
    for (int i = 0; i < many;) {
      memset(data, i, 1000);
      i += dp_send(root, data, 1000) != DP_AGAIN;
    }
    /* The root also sends to the targets of its light points, rank 0 among them. */
    for (int i = 0; i < many; i++)
      CHECK(dp_receive(from_all, into, sizeof into, &node) == 1000 && node == 0);
  } else if (n > 1) {
    CHECK(clump_recv(&shared, sizeof shared, 0, 1, NULL) == 0);
    int remote = dp_open_shared(50, &shared), neighbour = me % (n - 1) + 1, got = 0;
    CHECK(remote >= 0 && dp_target(remote, neighbour, IN) == 0);
    CHECK(clump_send(NULL, 0, 0, 2) == 0 && clump_recv(NULL, 0, 0, 3, NULL) == 0);
    for (int sent = 0; sent < many; sent += dp_forward(remote))
      ;
    for (int i = 0; i < many; i++)
      CHECK(dp_receive(from_all, into, sizeof into, &node) == 1000 && node == 0);
    for (got = 0; got < many; got++)
      CHECK(dp_receive(in, into, sizeof into, &node) == 1000 && into[0] == got && into[999] == got);
    CHECK(dp_forward(remote) == 0 && dp_close(remote) == 0);
    memset(&shared, 0, sizeof shared);
    REFUSED(dp_open_shared(50, &shared), CLUMP_ERR_ARGUMENT, "no shared buffer");
  }

  /* What is refused. */
  REFUSED(dp_open(IN, 0, 0), CLUMP_ERR_ARGUMENT, "is no free number");
  REFUSED(dp_open(65536, 0, 0), CLUMP_ERR_ARGUMENT, "is no free number");
  REFUSED(dp_open(1, 3, 0), CLUMP_ERR_ARGUMENT, "the flags are");
  REFUSED(dp_target(out, n, 0), CLUMP_ERR_ARGUMENT, "no rank");
  REFUSED(dp_send(in, data, 1), CLUMP_ERR_RULE, "directed at no other");
  REFUSED(dp_send(from_all, data, 1), CLUMP_ERR_RULE, "receive-only");
  REFUSED(dp_receive(out, into, 1, NULL), CLUMP_ERR_RULE, "send-only");
  REFUSED(dp_link(out, root), CLUMP_ERR_RULE, "linked once");
  REFUSED(dp_close(77), CLUMP_ERR_STREAM, "no directed point 77");
  for (int to = 0; to < n; to++)
    CHECK(dp_close(light[to]) == 0);
  CHECK(dp_close(root) == 0 && dp_close(out) == 0 && dp_close(in) == 0 && dp_close(from_all) == 0);
  REFUSED(dp_close(root), CLUMP_ERR_STREAM, "closed");
  CHECK(dp_end() == 0);
  return 0;
}
