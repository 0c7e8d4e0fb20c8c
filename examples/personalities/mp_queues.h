/* The posted receives and the unexpected messages of the message-passing layers on Fast Messages (mp_fm1.h, mp_fm2.h),
   with the copies that these layers make. */
#ifndef MP_QUEUES_H
#define MP_QUEUES_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of the layer's handler. */
#define MP_HANDLER 77
/* For mp_post: a message from any rank, or with any tag. */
#define MP_ANY (-1)

/* What travels before the data. MPI-FM's header has 24 bytes as well (section 5). */
struct mp_header {
  int context, tag, kind, unused;
  uint64_t bytes;
};

/* A receive. The program keeps it until `done` is 1. */
struct mp_receive {
  int source, tag;
  void *into;
  size_t room, bytes; /* of the buffer; of the message, as far as it fits */
  int done;
  struct mp_receive *next;
};

/* A message for which no receive is posted. */
struct mp_arrival {
  int source, tag, complete;
  size_t bytes;
  struct mp_receive *claimed; /* the receive that was posted while the data were arriving */
  struct mp_arrival *next;
  unsigned char data[];
};

static struct mp_receive *mp_posted, **mp_posted_end = &mp_posted;
static struct mp_arrival *mp_unexpected, **mp_unexpected_end = &mp_unexpected;
/* How many times this layer has copied a message's data, and the bytes. */
static uint64_t mp_copies, mp_copied_bytes;

static inline struct mp_header mp_header(int tag, size_t bytes) { return (struct mp_header){0, tag, 0, 0, bytes}; }

static inline void mp_copy(void *to, const void *from, size_t bytes) {
  if (bytes == 0)
    return;
  memcpy(to, from, bytes);
  mp_copies++;
  mp_copied_bytes += bytes;
}

static inline int mp_fits(int source, int tag, int wanted_source, int wanted_tag) {
  return (wanted_source == MP_ANY || wanted_source == source) && (wanted_tag == MP_ANY || wanted_tag == tag);
}

/* Takes the first posted receive that a message fits out of the queue; null if there is none. */
static inline struct mp_receive *mp_match(int source, int tag) {
  for (struct mp_receive **at = &mp_posted; *at; at = &(*at)->next)
    if (mp_fits(source, tag, (*at)->source, (*at)->tag)) {
      struct mp_receive *found = *at;
      *at = found->next;
      if (!*at)
        mp_posted_end = at;
      return found;
    }
  return NULL;
}

static inline size_t mp_fitting(const struct mp_receive *receive, size_t bytes) {
  return bytes < receive->room ? bytes : receive->room;
}

static inline void mp_complete(struct mp_receive *receive, int source, int tag, size_t bytes) {
  receive->source = source, receive->tag = tag, receive->bytes = bytes, receive->done = 1;
}

/* Adds a message to the unexpected ones; its data are to come. */
static inline struct mp_arrival *mp_keep(int source, int tag, size_t bytes) {
  struct mp_arrival *arrival = malloc(sizeof *arrival + bytes);
  if (!arrival)
    abort();
  *arrival = (struct mp_arrival){source, tag, 0, bytes, NULL, NULL};
  *mp_unexpected_end = arrival;
  mp_unexpected_end = &arrival->next;
  return arrival;
}

/* Copies an unexpected message to its receive, and forgets it. */
static inline void mp_give(struct mp_arrival *arrival, struct mp_receive *receive) {
  size_t bytes = mp_fitting(receive, arrival->bytes);
  mp_copy(receive->into, arrival->data, bytes);
  mp_complete(receive, arrival->source, arrival->tag, bytes);
  free(arrival);
}

/* The data of an unexpected message are here. */
static inline void mp_arrived(struct mp_arrival *arrival) {
  arrival->complete = 1;
  if (arrival->claimed)
    mp_give(arrival, arrival->claimed);
}

/* Posts a receive for the next message from `source` with `tag`, of at most `room` bytes. */
static inline void mp_post(struct mp_receive *receive, int source, int tag, void *into, size_t room) {
  *receive = (struct mp_receive){source, tag, into, room, 0, 0, NULL};
  for (struct mp_arrival **at = &mp_unexpected; *at; at = &(*at)->next)
    if (mp_fits((*at)->source, (*at)->tag, source, tag)) {
      struct mp_arrival *found = *at;
      *at = found->next;
      if (!*at)
        mp_unexpected_end = at;
      if (found->complete)
        mp_give(found, receive);
      else
        found->claimed = receive;
      return;
    }
  *mp_posted_end = receive;
  mp_posted_end = &receive->next;
}

#endif
