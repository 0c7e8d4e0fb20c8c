/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * PM on Clump: messages in buffers of the library's. */

#ifndef CLUMP_PM_H
#define CLUMP_PM_H

#include <stddef.h>
#include <stdint.h>

// The longest message in bytes.
#define PM_MTU 8192

// Not now: call again.
#define PM_AGAIN 1

// A context: there is one in a process, which pmOpen gives.
typedef int pmCtx;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job, and opens the context.
int pmOpen(pmCtx *context);

// Waits until all has left, and leaves what pmOpen has joined.
int pmClose(pmCtx context);

// This process's number.
int pmSelfNode(pmCtx context);

// Processes in the job.
int pmNodes(pmCtx context);

// Gives a buffer of `length` bytes (PM_MTU at most), which pmSend sends. PM_AGAIN: all are on their way.
int pmGetSendBuf(pmCtx context,
                 void **buffer,
                 size_t length);

// Sends the buffer that pmGetSendBuf has given. Does not wait; messages to one process come in order.
int pmSend(pmCtx context,
           int dest);

// The next message, in a buffer that is the program's until pmPutReceiveBuf. PM_AGAIN: none has come.
int pmReceive(pmCtx context,
              void **buffer,
              size_t *length);

// Gives back the buffer that pmReceive has given.
int pmPutReceiveBuf(pmCtx context);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_PM_H */
