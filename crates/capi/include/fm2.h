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

// A message on its way out or in. Programs see no inside of it.
typedef struct FM_stream FM_stream;

// A handler: it reads its message by FM_receive, and returns FM_CONTINUE.
typedef int (*FM_handler)(struct FM_stream *stream, unsigned int sender);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job, as clump_init(0) does.
int FM_initialize(void);

// Leaves what FM_initialize has joined.
int FM_finalize(void);

// This process's number in the job.
int FM_nodeid(void);

// Processes in the job.
int FM_numnodes(void);

// Messages to handler `number` (below 2^24) run `handler` from now on, on all threads; null: none does.
int FM_set_handler(unsigned int number,
                   FM_handler handler);

// Begins a message of `size` bytes to a handler of `dest`. Null: an error, which clump_error_text tells.
struct FM_stream *FM_begin_message(unsigned int dest,
                                   unsigned int size,
                                   unsigned int handler);

// Hands over the next `bytes` bytes of a message, and waits until they have left. In a handler, others run meanwhile.
int FM_send_piece(struct FM_stream *stream,
                  const void *buffer,
                  unsigned int bytes);

// The message is whole. If it is not, it ends all the same, and its handler's next read beyond that fails.
int FM_end_message(struct FM_stream *stream);

// For handlers: the next `bytes` bytes of the message come to `buffer`, of which the handler waits for those that are
// not here yet; others run meanwhile.
int FM_receive(void *buffer,
               struct FM_stream *stream,
               unsigned int bytes);

// For handlers: bytes of the message as it was begun. (Not in the paper, whose messages say it in a header.)
int FM_size(struct FM_stream *stream);

// Runs handlers for what has come, and does not wait. They read `bytes` bytes at most, and less than a packet of 1024
// bytes more (FM_EXTRACT_ALL: no bound). The senders take turns, a packet at least each, so that no message, however
// long, keeps those of other senders waiting; a read that goes beyond the bound goes on in the next extracts. Messages
// of one sender begin in the order in which they were sent. How many bytes they have read, or an error: also what a
// handler has done wrong since the last time.
int FM_extract(unsigned int bytes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_FM2_H */
