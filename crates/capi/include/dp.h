/* Written by cargo xtask gen from crates/capi/src/ffi; do not edit.
 *
 * Directed points on Clump: numbered ends that are directed at each other, and lightweight ones
 * that share the buffer of another. Errors are those of clump.h. */

#ifndef CLUMP_DP_H
#define CLUMP_DP_H

#include <stddef.h>
#include <stdint.h>

// For dp_open and dp_open_light: the point only sends.
#define DP_SEND_ONLY 1

// For dp_open and dp_open_light: the point only receives.
#define DP_RECEIVE_ONLY 2

// A process that shares the point's buffer has not passed an old entry: send again later.
#define DP_AGAIN 1

// How other processes of the machine find a shared buffer; the program sends these words as they are.
typedef struct dp_shared {
  uint64_t words[6];
} dp_shared;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Joins the job.
int dp_init(void);

// Leaves the job that dp_init has joined. Close all points first.
int dp_end(void);

// Returns this process's node number.
int dp_node(void);

// Returns the number of nodes.
int dp_nodes(void);

// Creates a directed point. `number` (below 65536) is what other nodes direct their points at; no two receiving points
// of a node have one number. `flags` is 0, DP_SEND_ONLY or DP_RECEIVE_ONLY. A point that sends owns a buffer of
// `buffer` bytes (0: 24 KiB) for what has not left yet. Returns the point's descriptor.
int dp_open(unsigned int number,
            unsigned int flags,
            size_t buffer);

// Creates a lightweight directed point, which owns no buffer: the first of two steps. Before it can send, dp_link
// links it to a directed point. Returns the point's descriptor.
int dp_open_light(unsigned int number,
                  unsigned int flags);

// Links a lightweight point to a directed point, whose buffer it shares from now on: the second step. The lightweight
// point is then used as any other. What is sent at the directed point also goes to the lightweight point's target.
int dp_link(int light,
            int dp);

// Directs a point at point `number` of node `node`, where its sends go to. A receive-only point receives from that
// node alone from now on, and `number` is not used.
int dp_target(int dp,
              unsigned int node,
              unsigned int number);

// Sends `bytes` bytes to the point's target. At a directed point with linked lightweight points the bytes go to all
// their targets too, and are copied into the shared buffer once; to targets on several other machines they leave once,
// by multicast, where the network has it. Returns when the program may change the bytes: at once if the buffer has
// room, otherwise when they have left.
int dp_send(int dp,
            const void *data,
            size_t bytes);

// Receives the next message that is directed at the point, and waits for it. Sets `node` to the sender, unless it is
// null. Returns the message's length in bytes; one that is longer than `room` is an error.
int dp_receive(int dp,
               void *into,
               size_t room,
               int *node);

// Gives a directed point a buffer that up to `consumers` other processes of this machine share, with `slots` entries
// of up to `room` bytes. From now on dp_send at the point also produces an entry there. It returns DP_AGAIN while a
// consumer that has neither died nor left still needs the room, and an error for more than `room` bytes. Sets `shared`
// to what dp_open_shared needs.
int dp_share(int dp,
             size_t slots,
             size_t room,
             size_t consumers,
             struct dp_shared *shared);

// Creates a lightweight point that is linked to a directed point of another process of this machine. It retrieves the
// entries that are produced from now on; dp_forward sends them to its target. Returns the point's descriptor.
int dp_open_shared(unsigned int number,
                   const struct dp_shared *shared);

// Sends the next entry of a shared buffer to the lightweight point's target, from where it lies. Does not wait.
// Returns 1 if an entry has left, else 0.
int dp_forward(int light);

// Tells how many bytes of the point's buffer are in use, and how many messages refer to them. Either pointer may be
// null.
int dp_held(int dp,
            uint64_t *bytes,
            uint64_t *references);

// Closes a point, after all its messages have left. Close the lightweight points that are linked to a point first.
int dp_close(int dp);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CLUMP_DP_H */
