/* The part of spoiled.c that uses FM 1.x. */
#include "../c/check.h"
#include <fm1.h>

void count_fm1(int words);

static void on_words(unsigned a, unsigned b, unsigned c, unsigned d) {
  CHECK(a == 0x21160b00 && b == 0x4d42372c && c == 0x796e6358 && d == 0xa59a8f84);
  count_fm1(1);
}

static void on_whole(void *buffer, unsigned bytes) {
  unsigned char *text = buffer;
  for (unsigned i = 0; i < bytes; i++)
    CHECK(text[i] == (unsigned char)(i * 11));
  count_fm1(0);
}

void set_fm1(void) {
  CHECK(FM1_set_handler_4(1, on_words) == 0 && FM1_set_handler(2, on_whole) == 0);
}
