/* Checks that a call is refused with the expected words. */
#ifndef REFUSED_H
#define REFUSED_H
#include "check.h"
#include <clump.h>
#include <string.h>

/* Checks that the call returns this error number, and that the error's sentence contains these words. */
#define REFUSED(call, number, words)                                                           \
  do {                                                                                         \
    int got_ = (call);                                                                         \
    if (got_ != (number) || !strstr(clump_error_text(), words)) {                              \
      fprintf(stderr, "%s:%d: %s gave %d, \"%s\"\n", __FILE__, __LINE__, #call, got_, clump_error_text()); \
      exit(1);                                                                                 \
    }                                                                                          \
  } while (0)
#endif
