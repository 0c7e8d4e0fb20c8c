/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Clump's own interface: messages that run handlers, read as streams, and tagged messages. */

#ifndef CLUMP_CLUMP_H
#define CLUMP_CLUMP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For clump_init: several threads will call. */
#define CLUMP_THREADS 1u
/* Any source, any tag. */
#define CLUMP_ANY (-1)
/* Errors; clump_error_text says more. */
#define CLUMP_OK 0
#define CLUMP_ERR_STATE (-1)
#define CLUMP_ERR_ARGUMENT (-2)
#define CLUMP_ERR_STREAM (-3)
#define CLUMP_ERR_SIZE (-4)
#define CLUMP_ERR_HANDLER (-5)
#define CLUMP_ERR_RULE (-6)
#define CLUMP_ERR_PEER (-7)
#define CLUMP_ERR_TRUNCATED (-8)
#define CLUMP_ERR_SYSTEM (-9)

#ifdef __cplusplus
}
#endif

// A handler with what it was registered with.
typedef int (*clump_handler)(void *stream, unsigned int sender, void *data);

// Asked now and then; not 0: it is over.
typedef int (*clump_condition)(void *data);

// A message as it was received.
typedef struct clump_status {
  int source;
  int tag;
  uint64_t bytes;
} clump_status;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job that this process was started for; without a launcher, a job of one. MPI_Init and the layers' own
// beginnings join the same, in any order, and each is ended by its own end. `flags`: 0, or CLUMP_THREADS if several
// threads will call.
int clump_init(unsigned int flags);

// The end of what clump_init began. With the last of all ends the process leaves the job: what it has sent has left,
// and handlers that have not ended end where they wait, which is an error.
int clump_finalize(void);

// This process's rank.
int clump_rank(void);

// Ranks in the job.
int clump_size(void);

// Errors are returned from now on, as numbers below 0 or null pointers (`on` not 0); else they end the job with a
// sentence, which is how it begins.
void clump_errors_return(int on);

// The sentence of this thread's last error, good until its next.
const char *clump_error_text(void);

// Bytes of the stacks that handlers run on, of those that are made from now on; 256 KiB unless this was called.
int clump_handler_stack(size_t bytes);

// Messages to handler `number` (below 2^24) run `handler` with `data` from now on; null: none does. The numbers are
// those of FM_set_handler.
int clump_set_handler(unsigned int number,
                      clump_handler handler,
                      void *data);

// Begins a message of `bytes` bytes to a handler of `to`. Null: an error.
void *clump_begin(unsigned int to, unsigned int handler, uint64_t bytes);

// The next piece; see FM_send_piece.
int clump_piece(void *stream, const void *buffer, size_t bytes);

// The message is whole; see FM_end_message.
int clump_end(void *stream);

// Sends a whole message to a handler, and waits until the buffer is free again. Runs no handler meanwhile, unless the
// program has asked for that (clump_handlers_in_waits), or it is for this rank itself.
int clump_call(unsigned int to,
               unsigned int handler,
               const void *buffer,
               size_t bytes);

// For handlers: reads the next bytes; see FM_receive.
int clump_read(void *stream, void *buffer, size_t bytes);

// For handlers: the message's size in bytes, and how many of them can still be read. Either may be null.
int clump_sizes(void *stream,
                uint64_t *size,
                uint64_t *unread);

// Runs handlers for what has come, and does not wait; see FM_extract. Bytes read.
int clump_extract(uint64_t bytes);

// Runs handlers, and sleeps where nothing comes, until `condition` says that it is over.
int clump_run_until(clump_condition condition, void *data);

// Handlers run while any call of this process waits, MPI's too (`on` not 0), in the thread that waits; or only where
// the program extracts, which is how it begins (Fast Messages' decoupling). What handlers send meanwhile has a credit
// and an order of its own: it may come before what the program has sent. To be called while one thread runs.
int clump_handlers_in_waits(int on);

// Bytes here that were pushed for handlers and are not read, with 128 for each message. What one sender may have so is
// bounded; beyond that, messages wait with it.
int clump_pushed(uint64_t *bytes);

// Sends a message with a tag (0 and more), and waits until the buffer is free again. These messages are no MPI's.
int clump_send(const void *buffer,
               size_t bytes,
               unsigned int to,
               int tag);

// Receives one; `from` and `tag` may be CLUMP_ANY. `status` may be null.
int clump_recv(void *buffer, size_t bytes, int from, int tag, struct clump_status *out);

// Begins to send; clump_wait or clump_test ends it.
int clump_isend(const void *buffer, size_t bytes, unsigned int to, int tag, uint64_t *request);

// Begins to receive.
int clump_irecv(void *buffer, size_t bytes, int from, int tag, uint64_t *request);

// Waits for what was begun. Runs no handler, unless the program has asked for that. `status` may be null.
int clump_wait(uint64_t request,
               struct clump_status *out);

// Looks once: 1 if it is done, 0 if it goes on, or an error.
int clump_test(uint64_t request, struct clump_status *out);

// Messages to handler `number` are read whole when handlers run, and kept, in the order in which they were whole,
// until clump_take. What is kept has no bound but that of what clump_extract may read.
int clump_keep(unsigned int number);

// 1 if a message is kept, else 0. May be clump_run_until's condition; `data` is not looked at.
int clump_has_kept(void *_data);

// The first message that is kept: its handler's number, its sender, its bytes, each of which may be null. 0: there is
// none.
int clump_first_kept(unsigned int *number,
                     unsigned int *sender,
                     uint64_t *bytes);

// Takes the first message that is kept: its bytes come to `buffer`, which has room for them.
int clump_take(void *buffer, size_t room);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_CLUMP_H */
