/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * CLIP on Clump: clip_send, clip_rcv, and buffers that are mapped.
 * What drove a network card (open_lanai, load_mcp) is left out. */

#ifndef CLUMP_CLIP_H
#define CLUMP_CLIP_H

#include <stddef.h>
#include <stdint.h>

// The kind of a buffer for sending, for clipGetBuffer.
#define CLIP_SEND_BUFFER 0

// The kind of a buffer for receiving, for clipGetBuffer.
#define CLIP_RECV_BUFFER 1

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job.
int clip_init(void);

// Leaves the job that clip_init has joined.
int clip_end(void);

// Returns this process's number.
int clip_mynode(void);

// Returns the number of processes in the job.
int clip_numnodes(void);

// Sends `size` bytes, and waits until the buffer is free again. Copies short messages; the receiver reads long ones
// out of the buffer.
int clip_send(const void *buffer,
              int dest,
              int size);

// Receives the next message. Sets `len`, which may be null, to the message's length in bytes. A message longer than
// `maxlen` is an error.
int clip_rcv(void *buffer,
             int maxlen,
             int *len);

// Sends `size` bytes synchronously, as the thesis did (4.2.1.2): waits until a receive has matched the message.
int CLIPsend_wmd(const void *buffer,
                 int dest,
                 int size);

// Receives a message of CLIPsend_wmd or of clip_send.
int CLIPrecv_wmd(void *buffer, int maxlen, int *len);

// Creates a buffer of 2 to the power of `order` bytes (`order` from 12 to 34). `kind` is CLIP_SEND_BUFFER or
// CLIP_RECV_BUFFER. Returns the buffer's file descriptor, for clipMmap and clipCloseBuffer.
int clipGetBuffer(int order,
                  int kind);

// Maps a buffer. Returns its address, or null on an error.
void *clipMmap(int fd);

// Unmaps a buffer that clipMmap has mapped.
int clipMunmap(void *address, int fd);

// Closes a buffer. A mapping of the buffer keeps its memory until clipMunmap.
int clipCloseBuffer(int fd);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_CLIP_H */
