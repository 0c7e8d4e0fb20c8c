/* CLIP: a mapped buffer goes to the next rank and comes back from the last: clump run -n 2 clip */
#include <clip.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  clip_init();
  int me = clip_mynode(), n = clip_numnodes(), length = 0;
  int fd = clipGetBuffer(16, CLIP_RECV_BUFFER);
  char *buffer = clipMmap(fd), text[100];
  memset(text, me, sizeof text);
  clip_send(text, (me + 1) % n, sizeof text);
  clip_rcv(buffer, 1 << 16, &length);
  printf("rank %d: %d bytes of rank %d\n", me, length, buffer[99]);
  clipMunmap(buffer, fd);
  clipCloseBuffer(fd);
  clip_end();
  return 0;
}
