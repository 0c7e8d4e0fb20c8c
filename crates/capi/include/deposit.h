/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Direct Deposit on Clump: a sender places bytes in a receiver's memory, who looks at notes in its own.
 * It begins and ends with clump.h's clump_init and clump_finalize; errors are that header's, too. */

#ifndef CLUMP_DEPOSIT_H
#define CLUMP_DEPOSIT_H

#include <stddef.h>
#include <stdint.h>

// A value of `telling`: deposits leave neither a count nor a note for the receiver.
#define DD_NOTHING 0

// A value of `telling`: each deposit adds one to its queue's count.
#define DD_COUNT 1

// A value of `telling`: each deposit leaves a note in its queue.
#define DD_NOTE 2

// The queue number that makes dd_offer create a buffer without a queue.
#define DD_NO_QUEUE -1

// The receiver's queue is full: deposit again later.
#define DD_AGAIN 1

// The right to connect to a receive buffer (dd_connect). The receiver sends these bytes to the sender in any message.
// No third process may know the bytes.
typedef struct dd_invitation {
  uint64_t words[14];
} dd_invitation;

// A deposit that has arrived: the number of its receive buffer, its offset in that buffer, its length in bytes, and
// the address of its bytes.
typedef struct dd_note {
  int buffer;
  uint64_t offset;
  uint64_t length;
  void *data;
} dd_note;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Creates a notification queue with room for `notes` notes, a power of two. If `notes` is 0, the queue only counts
// deposits. Returns the queue's number.
int dd_queue(unsigned int notes);

// Offers a new receive buffer of `bytes` zero bytes to one sender. `telling` says what deposits leave in `queue`;
// DD_NO_QUEUE is allowed only with DD_NOTHING. Sets `invitation` to the bytes that the program must send to the
// sender, and `memory`, which may be null, to the buffer's address, valid until dd_close. Returns the buffer's number.
int dd_offer(int queue,
             unsigned int sender,
             uint64_t bytes,
             int telling,
             struct dd_invitation *invitation,
             void **memory);

// Offers memory of the program as a receive buffer, as dd_offer does. The program must not free the memory before
// dd_close has returned. A sender on this machine needs the system's permission to write there (process_vm_writev),
// unless the memory is in the shared heap; otherwise the bytes travel in frames.
int dd_offer_memory(int queue,
                    unsigned int sender,
                    void *memory,
                    size_t bytes,
                    int telling,
                    struct dd_invitation *invitation);

// Ends a receive buffer: refuses its deposits from now on, and drops its remaining notes.
int dd_close(int buffer);

// Ends a queue and all its receive buffers.
int dd_close_queue(int queue);

// Takes the queue's next note without waiting. Returns 1, or 0 if there is no note. A call that finds no note reads
// one cached line of memory, and polls the network now and then.
int dd_poll(int queue,
            struct dd_note *note);

// Waits for the next note: spins, then sleeps until a deposit arrives. Returns 1. Returns 0 if the wait exceeds
// `milliseconds` (below 0: no limit), or if no sender is left.
int dd_wait(int queue,
            struct dd_note *note,
            int milliseconds);

// Sets `counted` to the number of deposits that all counting buffers of the queue have received, and `dropped` to the
// number of dropped notes: notes of closed buffers, notes of dead senders, and notes that exceeded the queue. Either
// pointer may be null.
int dd_counts(int queue,
              uint64_t *counted,
              uint64_t *dropped);

// Waits until the queue has counted `count` deposits in all. Returns 1 or 0, as dd_wait does.
int dd_wait_for_count(int queue, uint64_t count, int milliseconds);

// Connects to the receive buffer of an invitation. Returns the connection's number.
int dd_connect(const struct dd_invitation *invitation);

// Places `bytes` bytes at `offset` of the receiver's buffer, and adds to the count or leaves a note if the buffer was
// offered so. Returns DD_AGAIN if the receiver's queue is full. Sets `deposit` to a number for dd_is_sent; if
// `deposit` is null, the memory must not change until dd_has_arrived returns 1.
int dd_deposit(int connection,
               uint64_t offset,
               const void *from,
               size_t bytes,
               uint64_t *deposit);

// Polls once. Returns 1 if the memory of a deposit is free again, else 0.
int dd_is_sent(int connection, uint64_t deposit);

// Polls once. Returns 1 if every deposit so far has arrived or been refused, else 0.
int dd_has_arrived(int connection);

// Returns an error if a deposit that went over the network has been refused since the last call.
int dd_outcome(int connection);

// Ends a connection at its sender. All deposits must have arrived.
int dd_disconnect(int connection);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_DEPOSIT_H */
