/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * BIP on Clump: sends and receives of words (ints), in order, without tags. */

#ifndef CLUMP_BIP_H
#define CLUMP_BIP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job.
int bip_init(void);

// Leaves the job that bip_init has joined.
int bip_end(void);

// Returns this process's number.
int bip_mynode(void);

// Returns the number of processes in the job.
int bip_numnodes(void);

// Sends `length` words, and waits until the buffer is free again.
int bip_send(int dest, const int *buffer, int length);

// Receives the next message, from any sender. Returns the message's length in words. A message of more than
// `maxlength` words is an error.
int bip_rcv(int *buffer,
            int maxlength);

// Starts a send. Returns a number for bip_wait.
int bip_isend(int dest, const int *buffer, int length);

// Starts a receive. Returns a number for bip_wait.
int bip_ircv(int *buffer, int maxlength);

// Waits for a send or receive. Returns the number of words sent or received.
int bip_wait(int request);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_BIP_H */
