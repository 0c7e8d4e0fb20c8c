/* Directed points: a point of rank 0 with a lightweight point for each other rank. What rank 0 sends at the point is
   copied into its buffer once and goes to all; a lightweight point is also used alone:
   clump run -n 4 dp */
#include <dp.h>
#include <stdio.h>
#include <string.h>

enum { NEWS = 7, ANSWERS = 8, LONG = 15000 };

int main(void) {
  static char text[LONG];
  int light[64], node, wrong = 0;
  dp_init();
  int me = dp_node(), others = dp_nodes() - 1;
  if (others > 64)
    others = 64;
  if (me == 0) {
    int root = dp_open(0, DP_SEND_ONLY, 2 * LONG), answers = dp_open(ANSWERS, DP_RECEIVE_ONLY, 0);
    for (int i = 0; i < others; i++) {
      light[i] = dp_open_light(0, DP_SEND_ONLY); /* the first step: a point without a buffer */
      dp_link(light[i], root);                   /* the second: it shares the root's */
      dp_target(light[i], i + 1, NEWS);
    }
    memset(text, 'n', sizeof text);
    if (others > 0)
      dp_send(root, text, sizeof text);
    memset(text, 0, sizeof text); /* the bytes were copied */
    for (int i = 0; i < others; i++)
      dp_send(light[i], "for you alone", 14);
    for (int i = 0; i < others; i++) {
      wrong += dp_receive(answers, text, sizeof text, &node) != 3 || strcmp(text, "ok") != 0;
      wrong += node < 1;
    }
    for (int i = 0; i < others; i++)
      dp_close(light[i]);
    dp_close(root);
    dp_close(answers);
    printf("rank 0: %d points answered%s\n", others, wrong ? ": wrong" : "");
  } else if (me <= others) {
    int news = dp_open(NEWS, DP_RECEIVE_ONLY, 0), answer = dp_open(0, DP_SEND_ONLY, 0);
    dp_target(news, 0, 0);
    dp_target(answer, 0, ANSWERS);
    wrong += dp_receive(news, text, sizeof text, &node) != LONG || text[0] != 'n' || text[LONG - 1] != 'n' || node != 0;
    wrong += dp_receive(news, text, sizeof text, NULL) != 14 || strcmp(text, "for you alone") != 0;
    dp_send(answer, wrong ? "no" : "ok", 3);
    dp_close(news);
    dp_close(answer);
  }
  dp_end();
  return wrong != 0;
}
