/* Waits and tests in all forms and types, signals, locks. pes: 1 2 4 */
#include "check.h"
#include <unistd.h>

static int me, n, next, before;

#define SYNC_TYPES(X) X(short, short) X(ushort, unsigned short) AMO_TYPES(X)
#define TYPED(name, type)                                                                         \
  static type vars_##name[5];                                                                     \
  static void test_##name(void) {                                                                 \
    type *v = vars_##name, one = 1, each[5] = {1, 2, 3, 4, 5};                                    \
    size_t found[5];                                                                              \
    int skip[5] = {0, 1, 0, 1, 0}, all[5] = {1, 1, 1, 1, 1};                                      \
    CHECK(!shmem_##name##_test(v, SHMEM_CMP_GT, 0) && shmem_##name##_test(v, SHMEM_CMP_LE, 0));   \
    CHECK(shmem_##name##_test_any(v, 5, NULL, SHMEM_CMP_EQ, 1) == SIZE_MAX);                      \
    CHECK(shmem_##name##_test_some(v, 5, found, NULL, SHMEM_CMP_NE, 0) == 0);                     \
    CHECK(shmem_##name##_wait_until_any(v, 5, all, SHMEM_CMP_EQ, 1) == SIZE_MAX);                 \
    CHECK(shmem_##name##_wait_until_some(v, 5, found, all, SHMEM_CMP_EQ, 1) == 0);                \
    CHECK(shmem_##name##_test_all(v, 5, all, SHMEM_CMP_EQ, 1) == 1);                              \
    shmem_barrier_all();                                                                          \
    shmem_putmem(v + 2, &one, sizeof one, next);                                                  \
    shmem_##name##_wait_until(v + 2, SHMEM_CMP_NE, 0);                                            \
    CHECK(shmem_##name##_wait_until_any(v, 5, skip, SHMEM_CMP_EQ, 1) == 2);                       \
    CHECK(shmem_##name##_wait_until_some(v, 5, found, NULL, SHMEM_CMP_GE, 1) == 1 && found[0] == 2); \
    CHECK(!shmem_##name##_test_all(v, 5, skip, SHMEM_CMP_EQ, 1));                                 \
    shmem_barrier_all();                                                                          \
    shmem_putmem(v, each, sizeof each, next);                                                     \
    shmem_##name##_wait_until_all_vector(v, 5, NULL, SHMEM_CMP_EQ, each);                         \
    CHECK(shmem_##name##_test_all_vector(v, 5, NULL, SHMEM_CMP_EQ, each));                        \
    CHECK(shmem_##name##_test_any_vector(v, 5, NULL, SHMEM_CMP_EQ, each) < 5);                    \
    CHECK(shmem_##name##_wait_until_any_vector(v, 5, skip, SHMEM_CMP_GE, each) < 5);              \
    CHECK(shmem_##name##_test_some_vector(v, 5, found, skip, SHMEM_CMP_EQ, each) == 3 && found[1] == 2); \
    CHECK(shmem_##name##_wait_until_some_vector(v, 5, found, NULL, SHMEM_CMP_EQ, each) == 5);     \
    shmem_##name##_wait_until_all(v, 5, NULL, SHMEM_CMP_LT, 6);                                   \
    CHECK(shmem_##name##_test_some(v, 5, found, NULL, SHMEM_CMP_GT, 3) == 2 && found[0] == 3);    \
    shmem_barrier_all();                                                                          \
  }
SYNC_TYPES(TYPED)

/* A value that the PE waits for comes after it has fallen asleep, by each way to write. */
static void test_sleep(void) {
  static long flag, data[3];
  static uint64_t signal;
  for (long round = 1; round <= 4; round++) {
    if (me == 0) {
      usleep(20000);
      for (int pe = 0; pe < n; pe++) {
        long value[3] = {round, round + 1, round + 2};
        switch (round) {
          case 1: shmem_long_p(&flag, round, pe); break;
          case 2: shmem_long_put(&flag, &round, 1, pe); break;
          case 3: shmem_long_atomic_inc(&flag, pe); break;
          default: shmem_long_put_signal(data, value, 3, &signal, 9, SHMEM_SIGNAL_SET, pe);
        }
      }
    }
    if (round < 4) {
      shmem_long_wait_until(&flag, SHMEM_CMP_GE, round);
    } else {
      CHECK(shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 9) == 9);
      CHECK(data[0] == 4 && data[1] == 5 && data[2] == 6);
    }
    shmem_barrier_all();
  }
}

/* Data is there when its signal is, however long it is. */
static void test_signals(void) {
  enum { LONG = 1 << 20 };
  static uint64_t signal;
  char *to = shmem_malloc(LONG), *from = malloc(LONG);
  uint64_t sum = 0;
  shmem_ctx_t ctx;
  CHECK(!shmem_ctx_create(0, &ctx));
  for (int i = 0; i < 12; i++) {
    size_t bytes = i % 3 == 0 ? 0 : i % 3 == 1 ? 800 : LONG;
    memset(from, i + 1, LONG);
    if (i % 2) shmem_putmem_signal(to, from, bytes, &signal, 3, SHMEM_SIGNAL_ADD, next);
    else shmem_ctx_int_put_signal_nbi(ctx, (int *)to, (int *)from, bytes / 4, &signal, 3, SHMEM_SIGNAL_ADD, next);
    sum += 3;
    CHECK(shmem_signal_wait_until(&signal, SHMEM_CMP_GE, sum) == sum && shmem_signal_fetch(&signal) == sum);
    for (size_t at = 0; at < bytes; at++) CHECK(to[at] == i + 1);
    shmem_barrier_all();
  }
  shmem_ctx_destroy(ctx);
  shmem_put64_signal(to, from, 2, &signal, 77, SHMEM_SIGNAL_SET, next);
  CHECK(shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 77) == 77 && !memcmp(to, from, 16));
  shmem_barrier_all();
  shmem_free(to);
  free(from);
}

static void test_locks(void) {
  enum { TIMES = 60 };
  static long lock, other;
  static int count, holder = -1;
  for (int i = 0; i < TIMES; i++) {
    if (i % 3 == 2) while (shmem_test_lock(&lock)) {}
    else shmem_set_lock(&lock);
    CHECK(shmem_int_g(&holder, 0) == -1);
    shmem_int_p(&holder, me, 0);
    int now = shmem_int_g(&count, 0);
    shmem_int_p(&count, now + 1, 0);
    shmem_quiet();
    CHECK(shmem_int_g(&holder, 0) == me);
    shmem_int_p(&holder, -1, 0);
    shmem_clear_lock(&lock);
  }
  shmem_barrier_all();
  CHECK(shmem_int_g(&count, 0) == n * TIMES);
  if (me == 0) {
    CHECK(!shmem_test_lock(&other));
    shmem_barrier_all();
    shmem_barrier_all();
    shmem_clear_lock(&other);
  } else {
    shmem_barrier_all();
    CHECK(shmem_test_lock(&other) == 1);
    shmem_barrier_all();
  }
  shmem_barrier_all();
  CHECK(lock == 0 && other == 0);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  (void)before;
#define CALL(name, type) test_##name();
  SYNC_TYPES(CALL)
  test_sleep();
  test_signals();
  test_locks();
  shmem_finalize();
  return 0;
}
