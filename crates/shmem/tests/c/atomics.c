/* Atomic operations of all types: each alone, and all PEs at once on one variable of PE 0. pes: 1 2 4 */
#include "check.h"

enum { TIMES = 300 };
static int me, n, next;

#define TYPED(name, type)                                                                       \
  static type at_##name, all_##name;                                                            \
  static void test_##name(shmem_ctx_t ctx) {                                                    \
    type old;                                                                                   \
    shmem_##name##_atomic_set(&at_##name, (type)(me + 5), next);                                \
    CHECK(shmem_##name##_atomic_fetch(&at_##name, next) == (type)(me + 5));                     \
    CHECK(shmem_##name##_atomic_swap(&at_##name, 10, next) == (type)(me + 5));                  \
    CHECK(shmem_##name##_atomic_compare_swap(&at_##name, 11, 12, next) == 10);                  \
    CHECK(shmem_ctx_##name##_atomic_compare_swap(ctx, &at_##name, 10, 12, next) == 10);         \
    CHECK(shmem_##name##_atomic_fetch_inc(&at_##name, next) == 12);                             \
    shmem_##name##_atomic_inc(&at_##name, next);                                                \
    CHECK(shmem_##name##_atomic_fetch_add(&at_##name, 3, next) == 14);                          \
    shmem_ctx_##name##_atomic_add(ctx, &at_##name, (type)-2, next);                             \
    shmem_##name##_atomic_fetch_add_nbi(&old, &at_##name, 4, next);                             \
    shmem_quiet();                                                                              \
    CHECK(old == 15);                                                                           \
    shmem_##name##_atomic_fetch_inc_nbi(&old, &at_##name, next);                                \
    shmem_quiet();                                                                              \
    CHECK(old == 19);                                                                           \
    shmem_##name##_atomic_swap_nbi(&old, &at_##name, 30, next);                                 \
    shmem_quiet();                                                                              \
    CHECK(old == 20);                                                                           \
    shmem_##name##_atomic_compare_swap_nbi(&old, &at_##name, 30, 31, next);                     \
    shmem_quiet();                                                                              \
    CHECK(old == 30);                                                                           \
    shmem_##name##_atomic_fetch_nbi(&old, &at_##name, next);                                    \
    shmem_quiet();                                                                              \
    CHECK(old == 31);                                                                           \
    for (int i = 0; i < TIMES; i++) {                                                           \
      if (i % 2) shmem_##name##_atomic_inc(&all_##name, 0);                                     \
      else shmem_##name##_atomic_fetch_add(&all_##name, 2, 0);                                  \
    }                                                                                           \
    shmem_barrier_all();                                                                        \
    if (me == 0) CHECK(all_##name == (type)(n * TIMES / 2 * 3));                                \
  }
AMO_TYPES(TYPED)

#define BIT_TYPES(X)                                                                            \
  X(uint, unsigned int) X(ulong, unsigned long) X(ulonglong, unsigned long long)                \
  X(int32, int32_t) X(int64, int64_t) X(uint32, uint32_t) X(uint64, uint64_t)
#define BITS(name, type)                                                                        \
  static type bits_##name, many_##name;                                                         \
  static void test_bits_##name(void) {                                                          \
    type old;                                                                                   \
    shmem_##name##_atomic_set(&bits_##name, 0x0f, next);                                        \
    CHECK(shmem_##name##_atomic_fetch_or(&bits_##name, 0xf0, next) == 0x0f);                    \
    CHECK(shmem_##name##_atomic_fetch_and(&bits_##name, 0x3c, next) == 0xff);                   \
    CHECK(shmem_##name##_atomic_fetch_xor(&bits_##name, 0xff, next) == 0x3c);                   \
    shmem_##name##_atomic_or(&bits_##name, 0x0c, next);                                         \
    shmem_##name##_atomic_and(&bits_##name, 0xf, next);                                         \
    shmem_##name##_atomic_xor(&bits_##name, 0x1, next);                                         \
    shmem_##name##_atomic_fetch_or_nbi(&old, &bits_##name, 0x10, next);                         \
    shmem_quiet();                                                                              \
    CHECK(old == 0x0e);                                                                         \
    shmem_##name##_atomic_fetch_and_nbi(&old, &bits_##name, 0x11, next);                        \
    shmem_quiet();                                                                              \
    CHECK(old == 0x1e);                                                                         \
    shmem_##name##_atomic_fetch_xor_nbi(&old, &bits_##name, 0x11, next);                        \
    shmem_quiet();                                                                              \
    CHECK(old == 0x10 && shmem_##name##_atomic_fetch(&bits_##name, next) == 0x01);              \
    shmem_##name##_atomic_or(&many_##name, (type)1 << me, 0);                                   \
    shmem_barrier_all();                                                                        \
    if (me == 0) CHECK(many_##name == ((type)1 << n) - 1);                                      \
  }
BIT_TYPES(BITS)

#define FLOATS(name, type)                                                                      \
  static type of_##name;                                                                        \
  static void test_##name(void) {                                                               \
    type old;                                                                                   \
    shmem_##name##_atomic_set(&of_##name, (type)(me + 0.5), next);                              \
    CHECK(shmem_##name##_atomic_fetch(&of_##name, next) == (type)(me + 0.5));                   \
    CHECK(shmem_##name##_atomic_swap(&of_##name, (type)2.25, next) == (type)(me + 0.5));        \
    shmem_##name##_atomic_swap_nbi(&old, &of_##name, 1, next);                                  \
    shmem_quiet();                                                                              \
    CHECK(old == (type)2.25);                                                                   \
    CHECK(shmem_##name##_swap(&of_##name, 3, next) == 1);                                       \
    shmem_##name##_set(&of_##name, 4, next);                                                    \
    CHECK(shmem_##name##_fetch(&of_##name, next) == 4);                                         \
    shmem_barrier_all();                                                                        \
  }
FLOATS(float, float) FLOATS(double, double)

/* The names of earlier versions. */
#define OLD(name, type)                                                                         \
  static type old_##name;                                                                       \
  static void test_old_##name(void) {                                                           \
    shmem_##name##_set(&old_##name, 7, next);                                                   \
    CHECK(shmem_##name##_fetch(&old_##name, next) == 7 && shmem_##name##_finc(&old_##name, next) == 7); \
    shmem_##name##_inc(&old_##name, next);                                                      \
    shmem_##name##_add(&old_##name, 5, next);                                                   \
    CHECK(shmem_##name##_fadd(&old_##name, 1, next) == 14);                                     \
    CHECK(shmem_##name##_cswap(&old_##name, 15, 20, next) == 15);                               \
    CHECK(shmem_##name##_swap(&old_##name, 0, next) == 20);                                     \
    shmem_barrier_all();                                                                        \
  }
OLD(int, int) OLD(long, long) OLD(longlong, long long)

int main(void) {
  shmem_init();
  me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n;
  shmem_ctx_t ctx;
  CHECK(!shmem_ctx_create(0, &ctx));
#define CALL(name, type) test_##name(ctx);
  AMO_TYPES(CALL)
#define CALL_BITS(name, type) test_bits_##name();
  BIT_TYPES(CALL_BITS)
  test_float(), test_double();
  test_old_int(), test_old_long(), test_old_longlong();
  shmem_finalize();
  return 0;
}
