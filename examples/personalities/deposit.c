/* Direct Deposit: every rank places a line in rank 0's memory, which finds notes of them: clump run -n 4 deposit */
#include <clump.h>
#include <deposit.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 64, TAG = 1 };

int main(void) {
  clump_init(0);
  int me = clump_rank(), n = clump_size();
  dd_invitation invitation;
  int queue = dd_queue(16);
  if (me == 0)
    /* A buffer for each sender, with one queue. Any message may carry the invitation. */
    for (int rank = 0; rank < n; rank++) {
      dd_offer(queue, rank, 2 * LINE, DD_NOTE, &invitation, NULL);
      clump_send(&invitation, sizeof invitation, rank, TAG);
    }
  clump_recv(&invitation, sizeof invitation, 0, TAG, NULL);
  int connection = dd_connect(&invitation);

  /* The sender says where in the buffer the bytes go. Rank 0 makes no call for that. */
  char line[LINE];
  snprintf(line, LINE, "a line of rank %d", me);
  dd_deposit(connection, LINE, line, strlen(line) + 1, NULL);
  while (!dd_has_arrived(connection))
    ;
  if (me == 0) {
    int right = 0;
    dd_note note;
    while (right < n && dd_wait(queue, &note, 10000) == 1)
      right += note.offset == LINE && !strncmp(note.data, "a line of rank ", 15);
    printf("rank 0: %s, %d lines\n", right == n ? "all came" : "wrong", right);
  }
  dd_disconnect(connection);
  dd_close_queue(queue);
  clump_finalize();
  return 0;
}
