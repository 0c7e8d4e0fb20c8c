/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * CLIP on Clump: clip_send, clip_rcv, and buffers that are mapped.
 * What drove a network card (open_lanai, load_mcp) is left out. */

#ifndef CLUMP_CLIP_H
#define CLUMP_CLIP_H

#include <stddef.h>
#include <stdint.h>

// A buffer's kind, for clipGetBuffer.
#define CLIP_SEND_BUFFER 0

#define CLIP_RECV_BUFFER 1

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job.
int clip_init(void);

// Leaves what clip_init has joined.
int clip_end(void);

// This process's number.
int clip_mynode(void);

// Processes in the job.
int clip_numnodes(void);

// Sends `size` bytes, and waits until the buffer is free again: short messages are copied, long ones read from it.
int clip_send(const void *buffer,
              int dest,
              int size);

// Receives the next message; `len` is set to its bytes, and may be null. More than `maxlen` are an error.
int clip_rcv(void *buffer,
             int maxlen,
             int *len);

// The same as clip_send, but synchronous, as the thesis's were (4.2.1.2): it waits until a receive has taken it.
int CLIPsend_wmd(const void *buffer,
                 int dest,
                 int size);

// The receive of CLIPsend_wmd; it takes clip_send's messages, too.
int CLIPrecv_wmd(void *buffer, int maxlen, int *len);

// Makes a buffer of 2 to the power of `order` bytes (12 to 34), for CLIP_SEND_BUFFER or CLIP_RECV_BUFFER. Its file
// descriptor, for clipMmap and clipCloseBuffer.
int clipGetBuffer(int order,
                  int kind);

// Maps a buffer. Null: an error.
void *clipMmap(int fd);

// Unmaps what clipMmap has given.
int clipMunmap(void *address, int fd);

// Lets go of a buffer; it stays as long as it is mapped.
int clipCloseBuffer(int fd);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_CLIP_H */
