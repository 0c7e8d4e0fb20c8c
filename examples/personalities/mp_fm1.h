/* Message passing with tags as a layer on Fast Messages 1.x, as the first MPI-FM was (Lauria, Pakin, Chien, section
   3.2). A message is one buffer on both sides. So the sender copies header and data together, and the receiver, which
   gets both in a buffer of the library's, copies the data to where they go: mp_copies counts these copies, FM1_copies
   those of the library.

   Include this file in one C file of a program, after fm1.h. */
#ifndef MP_FM1_H
#define MP_FM1_H
#include "mp_queues.h"
#include <clump.h>

/* FM 1.x does not tell a handler who has sent the message, so the header does, in `kind`. */
static void mp_handler(void *buffer, unsigned bytes) {
  struct mp_header header;
  (void)bytes;
  memcpy(&header, buffer, sizeof header);
  const unsigned char *data = (const unsigned char *)buffer + sizeof header;
  struct mp_receive *receive = mp_match(header.kind, header.tag);
  if (receive) {
    size_t fitting = mp_fitting(receive, header.bytes);
    mp_copy(receive->into, data, fitting);
    mp_complete(receive, header.kind, header.tag, fitting);
    return;
  }
  struct mp_arrival *arrival = mp_keep(header.kind, header.tag, header.bytes);
  mp_copy(arrival->data, data, header.bytes);
  mp_arrived(arrival);
}

/* Registers the layer's handler. Call it on all ranks before the first message. Sends that wait for their receiver run
   handlers from now on, so that two ranks may send long messages to each other. */
static inline void mp_begin(void) {
  FM1_set_handler(MP_HANDLER, mp_handler);
  clump_handlers_in_waits(1);
}

/* Sends `bytes` bytes with a tag. Returns once the program may change them. */
static inline void mp_send(unsigned dest, int tag, const void *data, size_t bytes) {
  static unsigned char *staging;
  static size_t room;
  struct mp_header header = mp_header(tag, bytes);
  header.kind = FM_nodeid();
  if (room < sizeof header + bytes && !(staging = realloc(staging, room = sizeof header + bytes)))
    abort();
  memcpy(staging, &header, sizeof header);
  mp_copy(staging + sizeof header, data, bytes);
  FM_send(dest, MP_HANDLER, staging, sizeof header + bytes);
}

/* Waits until a posted receive is complete. */
static inline void mp_wait(struct mp_receive *receive) {
  while (!receive->done)
    FM_extract();
}

#endif
