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

// A handler. `data` is what the program registered with the handler.
typedef int (*clump_handler)(void *stream, unsigned int sender, void *data);

// A condition, which a waiting call evaluates now and then. The function returns 0 while the condition does not hold,
// and another value once it holds.
typedef int (*clump_condition)(void *data);

// The result of a receive: the message's source, tag and length.
typedef struct clump_status {
  int source;
  int tag;
  uint64_t bytes;
} clump_status;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job that the launcher started this process for, or a job of one process if there is no launcher.
// clump_init, MPI_Init and the initialization calls of the layers join the same job, in any order, and each of them
// needs its own end call. `flags` is 0, or CLUMP_THREADS if several threads will call.
int clump_init(unsigned int flags);

// Ends what clump_init began. The last end call of all interfaces makes the process leave the job, after all messages
// that it has sent have left. Handlers that still wait are ended, and the call then returns an error.
int clump_finalize(void);

// Returns this process's rank.
int clump_rank(void);

// Returns the number of ranks in the job.
int clump_size(void);

// If `on` is not 0, calls return errors from now on, as negative numbers or null pointers. If `on` is 0, which is the
// default, an error prints a sentence and ends the job.
void clump_errors_return(int on);

// Returns the sentence of this thread's last error, valid until the thread's next error.
const char *clump_error_text(void);

// Sets the size of handlers' stacks, in bytes, for stacks made from now on. The default is 256 KiB.
int clump_handler_stack(size_t bytes);

// Registers `handler` with `data` for messages to handler `number` (below 2^24). A null `handler` removes the handler.
// FM_set_handler uses these numbers too.
int clump_set_handler(unsigned int number,
                      clump_handler handler,
                      void *data);

// Begins a message of `bytes` bytes to a handler of rank `to`. Returns the message's stream, or null on an error.
void *clump_begin(unsigned int to,
                  unsigned int handler,
                  uint64_t bytes);

// Hands over the next piece of a message; see FM_send_piece.
int clump_piece(void *stream, const void *buffer, size_t bytes);

// Ends a message; see FM_end_message.
int clump_end(void *stream);

// Sends a whole message to a handler, and waits until the buffer is free again. Runs handlers meanwhile only if the
// program has asked for that (clump_handlers_in_waits), or if the message is for this rank itself.
int clump_call(unsigned int to,
               unsigned int handler,
               const void *buffer,
               size_t bytes);

// For handlers: reads the next bytes of the message; see FM_receive.
int clump_read(void *stream, void *buffer, size_t bytes);

// For handlers: tells the message's size in bytes, and how many bytes can still be read. Either pointer may be
// null.
int clump_sizes(void *stream,
                uint64_t *size,
                uint64_t *unread);

// Runs handlers for messages that have arrived, and does not wait; see FM_extract. Returns the number of bytes
// read.
int clump_extract(uint64_t bytes);

// Runs handlers until `condition` holds, and sleeps while no message arrives.
int clump_run_until(clump_condition condition, void *data);

// If `on` is not 0, handlers run in a waiting thread while any call waits, also a call of MPI. If `on` is 0, which is
// the default, handlers run only in calls that extract messages (Fast Messages' decoupling). Messages that handlers
// send during waits have credit and an order of their own, and may overtake the program's messages. Call this function
// while only one thread runs.
int clump_handlers_in_waits(int on);

// Sets `bytes` to the number of pushed bytes that this process keeps for its handlers, unread, plus 128 for each
// message. The bytes of one sender are bounded; the sender's messages beyond the bound wait at the sender.
int clump_pushed(uint64_t *bytes);

// Sends a message with a tag (0 or more), and waits until the buffer is free again. MPI's receives never match such a
// message.
int clump_send(const void *buffer,
               size_t bytes,
               unsigned int to,
               int tag);

// Receives a message; `from` and `tag` may be CLUMP_ANY. `status` may be null.
int clump_recv(void *buffer, size_t bytes, int from, int tag, struct clump_status *out);

// Starts a send; clump_wait or clump_test ends it.
int clump_isend(const void *buffer, size_t bytes, unsigned int to, int tag, uint64_t *request);

// Starts a receive; clump_wait or clump_test ends it.
int clump_irecv(void *buffer, size_t bytes, int from, int tag, uint64_t *request);

// Waits for a request. Runs handlers meanwhile only if the program has asked for that (clump_handlers_in_waits). `out`
// may be null.
int clump_wait(uint64_t request,
               struct clump_status *out);

// Polls once. Returns 1 if the request is complete, 0 if it is not, or an error. `out` may be null.
int clump_test(uint64_t request, struct clump_status *out);

// Makes the library keep the messages to handler `number` until clump_take. When handlers run, the library reads each
// of these messages whole, and keeps them in the order of their completion. Only the bound of clump_extract limits how
// much is kept.
int clump_keep(unsigned int number);

// Returns 1 if a message is kept, else 0. Ignores `data`, so that the function can be clump_run_until's condition.
int clump_has_kept(void *_data);

// Describes the first kept message: the handler's number, the sender, and the length in bytes. Each pointer may be
// null. Returns 1, or 0 if no message is kept.
int clump_first_kept(unsigned int *number,
                     unsigned int *sender,
                     uint64_t *bytes);

// Takes the first kept message: copies its bytes to `buffer`, which has `room` bytes.
int clump_take(void *buffer, size_t room);

// Chooses how this thread sends from now on: messages with tags, requests of active messages, and the messages of BIP,
// PM, CLIP and FM 1.x. If `on` is not 0, which is the default, a message that finds no room at its receiver waits. If
// `on` is 0, such a message of up to 4096 bytes is dropped, as BIP and CLIP lost messages without a receive; the send
// succeeds. Longer messages, replies, and the first message to a rank always wait. Returns what was chosen before.
int clump_guaranteed(int on);

// Returns how many messages this process has dropped (clump_guaranteed).
uint64_t clump_dropped(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_CLUMP_H */
