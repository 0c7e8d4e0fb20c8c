/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * PM on Clump: messages in buffers of the library's. */

#ifndef CLUMP_PM_H
#define CLUMP_PM_H

#include <stddef.h>
#include <stdint.h>

// The longest message in bytes.
#define PM_MTU 8192

// A call's result that asks the program to call again, because the call cannot succeed now.
#define PM_AGAIN 1

// A context, as pmOpen returns it; a process has one context.
typedef int pmCtx;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job, and opens the context.
int pmOpen(pmCtx *context);

// Waits until all messages have left, and leaves the job that pmOpen has joined.
int pmClose(pmCtx context);

// Returns this process's number.
int pmSelfNode(pmCtx context);

// Returns the number of processes in the job.
int pmNodes(pmCtx context);

// Lends the program a buffer of `length` bytes (PM_MTU at most), for pmSend. Returns PM_AGAIN if all buffers are in
// flight.
int pmGetSendBuf(pmCtx context,
                 void **buffer,
                 size_t length);

// Sends the buffer that pmGetSendBuf has lent. Does not wait. Messages to one process arrive in order.
int pmSend(pmCtx context,
           int dest);

// Lends the program a buffer with the next message, until pmPutReceiveBuf. Returns PM_AGAIN if no message has arrived.
int pmReceive(pmCtx context,
              void **buffer,
              size_t *length);

// Gives back the buffer that pmReceive has lent.
int pmPutReceiveBuf(pmCtx context);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_PM_H */
