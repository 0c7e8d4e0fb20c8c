/* Message passing with tags as a layer on Fast Messages 2.x, as MPI-FM was (Lauria, Pakin, Chien, section 4). The
   sender hands over a header in one piece and the program's data in another, so it copies nothing. The handler reads
   the header, finds the posted receive, and names the receive's buffer for the data, so the receiver copies nothing
   either. Only a message that arrives before its receive is posted is copied, once, and counted in mp_copies.

   Include this file in one C file of a program, after fm2.h. */
#ifndef MP_FM2_H
#define MP_FM2_H
#include "mp_queues.h"
#include <clump.h>

static int mp_handler(FM_stream *stream, unsigned sender) {
  struct mp_header header;
  FM_receive(&header, stream, sizeof header);
  struct mp_receive *receive = mp_match(sender, header.tag);
  if (receive) {
    size_t bytes = mp_fitting(receive, header.bytes);
    FM_receive(receive->into, stream, bytes);
    mp_complete(receive, sender, header.tag, bytes);
    return FM_CONTINUE;
  }
  /* No receive is posted: the data wait in a buffer. A receive may claim the message before the data are here. */
  struct mp_arrival *arrival = mp_keep(sender, header.tag, header.bytes);
  FM_receive(arrival->data, stream, header.bytes);
  mp_arrived(arrival);
  return FM_CONTINUE;
}

/* Registers the layer's handler. Call it on all ranks before the first message. Sends that wait for their receiver run
   handlers from now on, so that two ranks may send long messages to each other. */
static inline void mp_begin(void) {
  FM_set_handler(MP_HANDLER, mp_handler);
  clump_handlers_in_waits(1);
}

/* Sends `bytes` bytes with a tag. Returns once the program may change them. */
static inline void mp_send(unsigned dest, int tag, const void *data, size_t bytes) {
  struct mp_header header = mp_header(tag, bytes);
  FM_stream *stream = FM_begin_message(dest, sizeof header + bytes, MP_HANDLER);
  FM_send_piece(stream, &header, sizeof header);
  FM_send_piece(stream, data, bytes);
  FM_end_message(stream);
}

/* Waits until a posted receive is complete. */
static inline void mp_wait(struct mp_receive *receive) {
  while (!receive->done)
    FM_extract(FM_EXTRACT_ALL);
}

#endif
