/* BIP: words go round a ring: clump run -n 4 bip */
#include <bip.h>
#include <stdio.h>

int main(void) {
  int word[2] = {0, 0};
  bip_init();
  int me = bip_mynode(), n = bip_numnodes();
  if (me == 0) {
    int receive = bip_ircv(word, 2);
    int first[2] = {1, 1};
    bip_send((me + 1) % n, first, 2);
    bip_wait(receive);
    printf("rank 0: %d ranks were on the way\n", word[0]);
  } else {
    bip_rcv(word, 2);
    word[0]++;
    bip_send((me + 1) % n, word, 2);
  }
  bip_end();
  return 0;
}
