/* The deprecated collectives of active sets, again and again on the same arrays. pes: 1 2 4 6 */
#include "check.h"
#include <complex.h>

enum { N = 7 };
static int me, n;
static long sync_a[SHMEM_REDUCE_SYNC_SIZE], sync_b[SHMEM_COLLECT_SYNC_SIZE];

static void test_moves(int start, int log, int size) {
  static uint32_t from32[8 * N], to32[16 * N];
  static uint64_t from64[8 * N], to64[16 * N];
  int own = (me - start) >> log, at = 0;
  for (int i = 0; i < 8 * N; i++) from32[i] = from64[i] = own * 100 + i;
  for (int i = 0; i < 16 * N; i++) to32[i] = to64[i] = 9999;
  shmem_sync(start, log, size, sync_a);
  shmem_broadcast32(to32, from32, N, 0, start, log, size, sync_b);
  shmem_broadcast64(to64, from64, N, size - 1, start, log, size, sync_a);
  for (int i = 0; i < N; i++) {
    CHECK(to32[i] == (own == 0 ? 9999u : (unsigned)i));
    CHECK(to64[i] == (own == size - 1 ? 9999u : (unsigned)(size - 1) * 100 + i));
  }
  shmem_fcollect32(to32, from32, N, start, log, size, sync_a);
  shmem_fcollect64(to64, from64, N, start, log, size, sync_b);
  for (int pe = 0; pe < size; pe++)
    for (int i = 0; i < N; i++)
      CHECK(to32[pe * N + i] == (unsigned)(pe * 100 + i) && to64[pe * N + i] == (unsigned)(pe * 100 + i));
  shmem_collect32(to32, from32, own + 1, start, log, size, sync_b);
  shmem_collect64(to64, from64, own + 1, start, log, size, sync_a);
  for (int pe = 0; pe < size; pe++)
    for (int i = 0; i <= pe; i++, at++) CHECK(to32[at] == (unsigned)(pe * 100 + i) && to64[at] == to32[at]);
  shmem_alltoall32(to32, from32, N, start, log, size, sync_a);
  shmem_alltoall64(to64, from64, N, start, log, size, sync_a);
  for (int pe = 0; pe < size; pe++)
    for (int i = 0; i < N; i++)
      CHECK(to32[pe * N + i] == (unsigned)(pe * 100 + own * N + i) && to64[pe * N + i] == to32[pe * N + i]);
  shmem_barrier(start, log, size, sync_b);
  shmem_alltoalls32(to32, from32, 2, 1, N, start, log, size, sync_a);
  shmem_alltoalls64(to64, from64, 2, 1, N, start, log, size, sync_b);
  for (int pe = 0; pe < size; pe++)
    for (int i = 0; i < N; i++) {
      int here = (pe * N + i) * 2;
      CHECK(to32[here] == (unsigned)(pe * 100 + own * N + i) && to64[here] == to32[here]);
    }
  shmem_barrier(start, log, size, sync_a);
}

#define NUMBERS(name, type)                                                                         \
  static type from_##name[N], to_##name[N], work_##name[N + SHMEM_REDUCE_MIN_WRKDATA_SIZE];         \
  static void test_##name(int start, int log, int size) {                                           \
    int own = (me - start) >> log;                                                                  \
    for (int i = 0; i < N; i++) from_##name[i] = (type)(own + i + 1);                               \
    shmem_##name##_sum_to_all(to_##name, from_##name, N, start, log, size, work_##name, sync_a);    \
    for (int i = 0; i < N; i++) CHECK(to_##name[i] == (type)(size * (size - 1) / 2 + size * (i + 1))); \
    shmem_##name##_max_to_all(to_##name, from_##name, N, start, log, size, work_##name, sync_b);    \
    for (int i = 0; i < N; i++) CHECK(to_##name[i] == (type)(size + i));                            \
    shmem_##name##_min_to_all(to_##name, from_##name, N, start, log, size, work_##name, sync_a);    \
    for (int i = 0; i < N; i++) CHECK(to_##name[i] == (type)(i + 1));                               \
    for (int i = 0; i < N; i++) from_##name[i] = 2;                                                 \
    shmem_##name##_prod_to_all(to_##name, from_##name, N, start, log, size, work_##name, sync_a);   \
    for (int i = 0; i < N; i++) CHECK(to_##name[i] == (type)(1 << size));                           \
    shmem_barrier(start, log, size, sync_b);                                                        \
  }
NUMBERS(short, short) NUMBERS(int, int) NUMBERS(long, long) NUMBERS(longlong, long long)
NUMBERS(float, float) NUMBERS(double, double) NUMBERS(longdouble, long double)

#define BITS(name, type)                                                                            \
  static void bits_##name(int start, int log, int size) {                                           \
    int own = (me - start) >> log;                                                                  \
    from_##name[0] = (type)(1 << own), from_##name[1] = (type)~(1 << own);                          \
    shmem_##name##_or_to_all(to_##name, from_##name, 1, start, log, size, work_##name, sync_a);     \
    CHECK(to_##name[0] == (1 << size) - 1);                                                         \
    shmem_##name##_and_to_all(to_##name, from_##name + 1, 1, start, log, size, work_##name, sync_b); \
    CHECK(to_##name[0] == (type)~((1 << size) - 1));                                                \
    shmem_##name##_xor_to_all(to_##name, from_##name, 1, start, log, size, work_##name, sync_a);    \
    CHECK(to_##name[0] == (1 << size) - 1);                                                         \
    shmem_barrier(start, log, size, sync_b);                                                        \
  }
BITS(short, short) BITS(int, int) BITS(long, long) BITS(longlong, long long)

static void test_set(int start, int log, int size) {
  if (me < start || (me - start) % (1 << log) || (me - start) >> log >= size) return;
  static double _Complex from, to, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
  static float _Complex small, result, room[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
  test_moves(start, log, size);
  test_short(start, log, size), test_int(start, log, size), test_long(start, log, size);
  test_longlong(start, log, size), test_float(start, log, size), test_double(start, log, size);
  test_longdouble(start, log, size);
  bits_short(start, log, size), bits_int(start, log, size), bits_long(start, log, size);
  bits_longlong(start, log, size);
  from = 1 + I, small = I;
  shmem_complexd_sum_to_all(&to, &from, 1, start, log, size, work, sync_a);
  CHECK(creal(to) == size && cimag(to) == size);
  shmem_complexf_prod_to_all(&result, &small, 1, start, log, size, room, sync_b);
  CHECK(crealf(result) == (size % 2 ? 0 : size % 4 ? -1 : 1));
  shmem_complexd_prod_to_all(&to, &from, 1, start, log, size, work, sync_a);
  shmem_complexf_sum_to_all(&result, &small, 1, start, log, size, room, sync_a);
  CHECK(cimagf(result) == size);
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) CHECK(sync_a[i] == SHMEM_SYNC_VALUE);
}

int main(void) {
  start_pes(0);
  me = _my_pe(), n = _num_pes();
  for (int round = 0; round < 3; round++) {
    test_set(0, 0, n);
    shmem_barrier_all();
    test_set(n / 2, 0, n - n / 2);
    shmem_barrier_all();
    test_set(0, 1, (n + 1) / 2);
    shmem_barrier_all();
  }
  static long flag, word;
  static short small;
  long *old = shmalloc(100);
  old = shrealloc(old, 5000);
  CHECK(old);
  shfree(old);
  old = shmemalign(4096, 10);
  CHECK(old && (uintptr_t)old % 4096 == 0);
  shfree(old);
  shmem_long_p(&flag, 1, (me + 1) % n);
  shmem_wait(&flag, 0);
  shmem_short_p(&small, 1, (me + 1) % n);
  shmem_short_wait(&small, 0);
  shmem_long_p(&word, 3, (me + 1) % n);
  shmem_wait_until(&word, SHMEM_CMP_EQ, 3);
  shmem_set_cache_inv(), shmem_udcflush(), shmem_clear_cache_line_inv(&word);
  /* The program ends without shmem_finalize, as start_pes allows. */
  return 0;
}
