/* PM: programs write and read messages in the library's buffers: clump run -n 2 pm */
#include <pm.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  pmCtx context;
  void *buffer;
  size_t length;
  pmOpen(&context);
  int me = pmSelfNode(context), n = pmNodes(context);
  while (pmGetSendBuf(context, &buffer, 32) == PM_AGAIN)
    ;
  snprintf(buffer, 32, "from rank %d", me);
  pmSend(context, (me + 1) % n);
  while (pmReceive(context, &buffer, &length) == PM_AGAIN)
    ;
  printf("rank %d: %zu bytes, \"%s\"\n", me, length, (char *)buffer);
  pmPutReceiveBuf(context);
  pmClose(context);
  return 0;
}
