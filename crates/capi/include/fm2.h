/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Fast Messages 2.x on Clump: streams in pieces of any size on both sides. */

#ifndef CLUMP_FM2_H
#define CLUMP_FM2_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What handlers return. */
#define FM_CONTINUE 0
/* For FM_extract: no bound. */
#define FM_EXTRACT_ALL (~0u)

#ifdef __cplusplus
}
#endif

// A message that is being sent or read. Its contents are private.
typedef struct FM_stream FM_stream;

// A handler, which reads its message by FM_receive and returns FM_CONTINUE.
typedef int (*FM_handler)(struct FM_stream *stream, unsigned int sender);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job, as clump_init(0) does.
int FM_initialize(void);

// Leaves the job that FM_initialize has joined.
int FM_finalize(void);

// Returns this process's number in the job.
int FM_nodeid(void);

// Returns the number of processes in the job.
int FM_numnodes(void);

// Registers `handler` for messages to handler `number` (below 2^24), on all threads; null removes the handler.
int FM_set_handler(unsigned int number,
                   FM_handler handler);

// Begins a message of `size` bytes to a handler of node `dest`. Returns the message's stream, or null on an error,
// which clump_error_text explains.
struct FM_stream *FM_begin_message(unsigned int dest,
                                   unsigned int size,
                                   unsigned int handler);

// Hands over the next `bytes` bytes of a message, and waits until they have left. In a handler, other handlers run
// meanwhile. If handlers run in waits (clump_handlers_in_waits), the pieces of a message of at most 4,352 bytes are
// copied, and leave in one packet with the last piece, or when the sender next extracts, waits or sends.
int FM_send_piece(struct FM_stream *stream,
                  const void *buffer,
                  unsigned int bytes);

// Ends a message. If the caller has not handed over all bytes, the message ends early, and the handler's reads
// beyond that point fail.
int FM_end_message(struct FM_stream *stream);

// For handlers: reads the next `bytes` bytes of the message into `buffer`, and waits until they have arrived. Other
// handlers run meanwhile.
int FM_receive(void *buffer,
               struct FM_stream *stream,
               unsigned int bytes);

// For handlers: returns the message's size as the sender announced it, in bytes. (The paper has no such call, because
// its messages carry the size in a header.)
int FM_size(struct FM_stream *stream);

// Runs handlers for messages that have arrived, and does not wait. The handlers read at most `bytes` bytes, and exceed
// this bound by less than a packet of 1024 bytes. With FM_EXTRACT_ALL there is no bound. The senders take turns of at
// least a packet, so a long message does not delay other senders; a read beyond the bound continues in the next
// extracts. Messages of one sender begin in the order in which they were sent. Handlers that run in waits
// (clump_handlers_in_waits) have no bound. Returns the number of bytes read, or an error, also for a handler that
// failed since the last call.
int FM_extract(unsigned int bytes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_FM2_H */
