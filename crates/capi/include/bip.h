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

// Leaves what bip_init has joined.
int bip_end(void);

// This process's number.
int bip_mynode(void);

// Processes in the job.
int bip_numnodes(void);

// Sends `length` words, and waits until the buffer is free again.
int bip_send(int dest, const int *buffer, int length);

// Receives the next message, whoever has sent it. How many words it has; more than `maxlength` are an error.
int bip_rcv(int *buffer,
            int maxlength);

// Begins to send. A number for bip_wait.
int bip_isend(int dest, const int *buffer, int length);

// Begins to receive. A number for bip_wait.
int bip_ircv(int *buffer, int maxlength);

// Waits for what was begun. The words received; of a send, those sent.
int bip_wait(int request);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_BIP_H */
