/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Fast Messages 1.x on Clump, over 2.x: whole messages, whose copies are counted.
 * A file includes fm1.h or fm2.h: FM_extract means two things. FM_initialize and FM_finalize are one. */

#ifndef CLUMP_FM1_H
#define CLUMP_FM1_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int FM_initialize(void);
int FM_finalize(void);
int FM_nodeid(void);
int FM_numnodes(void);

#ifdef __cplusplus
}
#endif

// A handler of Fast Messages 1.x. The handler gets the whole message in a buffer, which is valid until the handler
// returns.
typedef void (*FM1_handler)(void *buffer, unsigned int bytes);

// A handler for messages of four words.
typedef void (*FM1_handler_4)(unsigned int i0, unsigned int i1, unsigned int i2, unsigned int i3);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Registers a handler for whole messages.
int FM1_set_handler(unsigned int number, FM1_handler handler);

// Registers a handler for messages of four words, as FM_send_4 sends them.
int FM1_set_handler_4(unsigned int number, FM1_handler_4 handler);

// Sends a message of four words.
int FM_send_4(unsigned int dest,
              unsigned int handler,
              unsigned int i0,
              unsigned int i1,
              unsigned int i2,
              unsigned int i3);

// Sends a message from one buffer. Runs no handler. Waits for the receiver's FM_extract only if the message exceeds
// the credit that is left (32640 bytes, 3968 in jobs of more than 32 ranks, less what the receiver has not
// extracted). Handlers run in the order in which the messages to a node were sent. Returns an error if the receiver
// has died or left.
int FM_send(unsigned int dest,
            unsigned int handler,
            const void *buffer,
            unsigned int bytes);

// Runs handlers for all messages that have arrived. (`FM_extract()` in `fm1.h`.) Returns the number of bytes read.
int FM1_extract(void);

// Tells how many messages this layer has copied to staging buffers in this process, and their bytes. Either pointer
// may be null.
void FM1_copies(uint64_t *messages,
                uint64_t *bytes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_FM1_H */

#define FM_extract() FM1_extract()
