/* Checks a condition; if it does not hold, prints its place and the PE, and ends the job. */
#ifndef CHECK_H
#define CHECK_H
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(cond)                                                                             \
  do {                                                                                          \
    if (!(cond)) {                                                                              \
      fprintf(stderr, "%s:%d: PE %d: not so: %s\n", __FILE__, __LINE__, shmem_my_pe(), #cond); \
      shmem_global_exit(1);                                                                     \
    }                                                                                           \
  } while (0)

/* All types of put and get, as X(name, type). */
#define RMA_TYPES(X)                                                                                    \
  X(float, float) X(double, double) X(longdouble, long double) X(char, char) X(schar, signed char)      \
  X(short, short) X(int, int) X(long, long) X(longlong, long long) X(uchar, unsigned char)              \
  X(ushort, unsigned short) X(uint, unsigned int) X(ulong, unsigned long)                               \
  X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t) X(int32, int32_t)                  \
  X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t)       \
  X(size, size_t) X(ptrdiff, ptrdiff_t)

/* The types of atomic operations on integers. */
#define AMO_TYPES(X)                                                                                    \
  X(int, int) X(long, long) X(longlong, long long) X(uint, unsigned int) X(ulong, unsigned long)        \
  X(ulonglong, unsigned long long) X(int32, int32_t) X(int64, int64_t) X(uint32, uint32_t)              \
  X(uint64, uint64_t) X(size, size_t) X(ptrdiff, ptrdiff_t)
#endif
