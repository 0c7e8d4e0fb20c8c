/* Active Messages: all ranks add to a counter at rank 0, and get its old value: clump run -n 4 am */
#include <am.h>
#include <stdio.h>

enum { ADD = 1, OLD = 2 };
static int counter, old = -1, served;

static void on_add(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)count, (void)buffer, (void)bytes;
  AM_ReplyM(token, OLD, counter);
  counter += args[0];
  served++;
}

static void on_old(void *token, const int *args, int count, void *buffer, size_t bytes) {
  (void)token, (void)count, (void)buffer, (void)bytes;
  old = args[0];
}

int main(void) {
  AM_Init();
  AM_SetHandler(0, 0, ADD, on_add);
  AM_SetHandler(0, 1, OLD, on_old);
  AM_RequestM(0, 0, ADD, 10);
  while (old < 0 || (AM_MyNode() == 0 && served < AM_Nodes()))
    AM_Poll(0);
  printf("rank %d: was %s\n", AM_MyNode(), old % 10 == 0 && old < 10 * AM_Nodes() ? "a multiple of ten" : "wrong");
  if (AM_MyNode() == 0)
    printf("rank 0: counted to %d\n", counter);
  AM_Terminate();
  return 0;
}
