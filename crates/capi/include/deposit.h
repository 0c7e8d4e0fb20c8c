/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Direct Deposit on Clump: a sender places bytes in a receiver's memory, who looks at notes in its own.
 * It begins and ends with clump.h's clump_init and clump_finalize; errors are that header's, too. */

#ifndef CLUMP_DEPOSIT_H
#define CLUMP_DEPOSIT_H

#include <stddef.h>
#include <stdint.h>

// What a deposit leaves for the receiver: nothing, one more in its queue's count, or a note there.
#define DD_NOTHING 0

#define DD_COUNT 1

#define DD_NOTE 2

// For dd_offer: the buffer has no queue.
#define DD_NO_QUEUE -1

// The receiver's queue is full: deposit again later.
#define DD_AGAIN 1

// What a sender connects with: the receiver sends it these bytes by any message. It is a secret of both.
typedef struct dd_invitation {
  uint64_t words[14];
} dd_invitation;

// Bytes that have arrived: in which receive buffer, where in it, how many, and their address.
typedef struct dd_note {
  int buffer;
  uint64_t offset;
  uint64_t length;
  void *data;
} dd_note;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Makes a notification queue of so many notes, a power of two; 0: it counts deposits and holds none. Its number.
int dd_queue(unsigned int notes);

// Offers a receive buffer of `bytes` bytes, zero at first, to one sender. `telling`: what deposits leave in `queue`
// (DD_NO_QUEUE with DD_NOTHING only). `invitation` is what to send to the sender; `memory`, which may be null, is set
// to where the bytes are until dd_close. The buffer's number.
int dd_offer(int queue,
             unsigned int sender,
             uint64_t bytes,
             int telling,
             struct dd_invitation *invitation,
             void **memory);

// The same with memory of the program's, which it must not free before dd_close has returned. A sender on this machine
// needs the system's leave to write there (process_vm_writev), unless the shared heap has it; else the bytes go by
// frames.
int dd_offer_memory(int queue,
                    unsigned int sender,
                    void *memory,
                    size_t bytes,
                    int telling,
                    struct dd_invitation *invitation);

// Ends a receive buffer: deposits there are refused from now on, and its notes that are left are dropped.
int dd_close(int buffer);

// Ends a queue and all its receive buffers.
int dd_close_queue(int queue);

// The next note, if there is one: 1, or 0. Without one it looks at one line of memory, which stays in the cache, and
// at the network now and then.
int dd_poll(int queue,
            struct dd_note *note);

// Waits for the next note: spins, then sleeps until a deposit comes. 1; or 0, if that took more than `milliseconds`
// (below 0: it may take as long as it likes), or no sender is left who could leave one.
int dd_wait(int queue,
            struct dd_note *note,
            int milliseconds);

// How many deposits were counted so far, by all buffers of the queue that count; and how many notes were dropped: of
// buffers that are closed, of senders that died over them, of more than anybody has taken. Either may be null.
int dd_counts(int queue,
              uint64_t *counted,
              uint64_t *dropped);

// Waits until so many deposits have been counted in all. 1 or 0, as dd_wait.
int dd_wait_for_count(int queue, uint64_t count, int milliseconds);

// Connects to the receive buffer that this process is invited to. The connection's number.
int dd_connect(const struct dd_invitation *invitation);

// Places `bytes` bytes at `offset` of the receiver's buffer, and leaves there what that has asked for. DD_AGAIN: its
// queue is full. `deposit` is set to a number for dd_is_sent; null: the memory stays as it is until dd_has_arrived.
int dd_deposit(int connection,
               uint64_t offset,
               const void *from,
               size_t bytes,
               uint64_t *deposit);

// Looks once: 1 if the memory of a deposit is free again, else 0.
int dd_is_sent(int connection, uint64_t deposit);

// Looks once: 1 if every deposit so far has arrived, or been refused; else 0.
int dd_has_arrived(int connection);

// An error if a deposit that went by frames has been refused since this was last asked.
int dd_outcome(int connection);

// Ends a connection at its sender, once all has arrived.
int dd_disconnect(int connection);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_DEPOSIT_H */
