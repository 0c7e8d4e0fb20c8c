/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Active Messages on Clump: requests whose handlers may only reply. */

#ifndef CLUMP_AM_H
#define CLUMP_AM_H

#include <stddef.h>
#include <stdint.h>

// The longest medium message, in bytes.
#define AM_MAX_MEDIUM 65536

// The number of an endpoint; a process has only endpoint 0.
typedef int ep_t;

// A handler's number, below 2^24.
typedef unsigned int handler_t;

// A handler. Its arguments are the token for AM_ReplyM, the words and their count, and the address and length of the
// bytes of a medium or long message (null and 0 for a short message). The library owns the bytes of a medium message,
// and frees them when the handler returns.
typedef void (*AM_handler)(void *token, const int *args, int count, void *buffer, size_t bytes);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job. Returns the endpoint's number, 0.
int AM_Init(void);

// Leaves the job that AM_Init has joined.
int AM_Terminate(void);

// Returns the number of processes in the job. Messages address a process by its number.
int AM_Nodes(void);

// Returns this process's number.
int AM_MyNode(void);

// Registers `handler` under `number`, for requests if `reply` is 0, or for replies if `reply` is 1.
int AM_SetHandler(ep_t ep, int reply, handler_t number, AM_handler handler);

// Sets the segment, the memory that long messages go to. The program may read the segment at any time.
int AM_SetSeg(ep_t ep,
              void *address,
              size_t bytes);

// Sends a short request of `count` words (8 at most). The macro `AM_RequestM` counts the words by itself.
int AM_Request(ep_t ep,
               int to,
               handler_t handler,
               const int *args,
               int count);

// Sends a medium request, which carries words and `bytes` bytes (64 KiB at most).
int AM_RequestI(ep_t ep,
                int to,
                handler_t handler,
                const void *buffer,
                size_t bytes,
                const int *args,
                int count);

// Sends a long request, which carries words and bytes. The bytes are at `offset` of the receiver's segment before the
// handler runs.
int AM_RequestXfer(ep_t ep,
                   int to,
                   size_t offset,
                   handler_t handler,
                   const void *buffer,
                   size_t bytes,
                   const int *args,
                   int count);

// Sends a short reply to the sender of the request that the running handler serves. The macro `AM_ReplyM` counts the
// words by itself.
int AM_Reply(void *token,
             handler_t handler,
             const int *args,
             int count);

// Sends a medium reply, which carries words and bytes.
int AM_ReplyI(void *token,
              handler_t handler,
              const void *buffer,
              size_t bytes,
              const int *args,
              int count);

// Sends a long reply, which carries words, and bytes for the segment of the request's sender.
int AM_ReplyXfer(void *token,
                 size_t offset,
                 handler_t handler,
                 const void *buffer,
                 size_t bytes,
                 const int *args,
                 int count);

// Runs handlers for all messages that have arrived. Returns the number of bytes that the handlers have read.
int AM_Poll(ep_t ep);

// If `on` is not 0, a thread of the library runs handlers from now on, also while the program computes; it sleeps
// while no message arrives. The handlers then run beside the program's own code, so the program must lock what
// handlers share with it. Handlers also run in AM_Poll, in the calling thread. If `on` is 0, which is the default,
// handlers run in AM_Poll alone; the handlers that have begun end first. The thread takes none of the program's
// signals. AM_Terminate ends it. Call this function while no other thread of the program is in a call, and not from a
// handler.
int AM_SetThread(int ep,
                 int on);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_AM_H */

#ifndef CLUMP_AM_H_WORDS
#define CLUMP_AM_H_WORDS
/* AM_RequestM(ep, to, handler, words...) and AM_ReplyM(token, handler, words...): 1 to 8 words. */
#ifdef __cplusplus
template <class... Words> static inline int AM_RequestM(ep_t ep, int to, handler_t handler, Words... words) {
  const int args[] = {static_cast<int>(words)...};
  return AM_Request(ep, to, handler, args, sizeof...(words));
}
template <class... Words> static inline int AM_ReplyM(void *token, handler_t handler, Words... words) {
  const int args[] = {static_cast<int>(words)...};
  return AM_Reply(token, handler, args, sizeof...(words));
}
#else
#define AM_WORDS_(...) (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int))
#define AM_RequestM(ep, to, handler, ...) AM_Request((ep), (to), (handler), AM_WORDS_(__VA_ARGS__))
#define AM_ReplyM(token, handler, ...) AM_Reply((token), (handler), AM_WORDS_(__VA_ARGS__))
#endif
#endif
