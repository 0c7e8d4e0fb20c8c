/* Put and get in all forms, to static variables and to the heap, also to the own PE. pes: 1 2 4 */
#include "check.h"

enum { N = 40, LONG = 3 << 20 };
static int me, n, next, before;

/* Static variables, initialised and not. */
#define STATICS(name, type) static type in_##name[N]; static type out_##name[N] = {1};
RMA_TYPES(STATICS)
static char zeros[LONG];

#define TYPED(name, type)                                                                     \
  static void test_##name(shmem_ctx_t ctx) {                                                  \
    type *heap = shmem_malloc(N * sizeof(type)), mine[N];                                     \
    type *both[2] = {in_##name, heap};                                                        \
    CHECK(out_##name[0] == 1 && out_##name[1] == 0);                                          \
    for (int w = 0; w < 2; w++) {                                                             \
      type *to = both[w];                                                                     \
      for (int form = 0; form < 4; form++) {                                                  \
        for (int i = 0; i < N; i++) to[i] = 0, mine[i] = (type)(me * 3 + i + form);           \
        shmem_barrier_all();                                                                  \
        switch (form) {                                                                       \
          case 0: shmem_##name##_put(to, mine, N, next); break;                               \
          case 1: shmem_##name##_put_nbi(to, mine, N, next); break;                           \
          case 2: shmem_ctx_##name##_put(ctx, to, mine, N, next); shmem_ctx_quiet(ctx); break; \
          default: for (int i = 0; i < N; i++) shmem_##name##_p(to + i, mine[i], next);       \
        }                                                                                     \
        shmem_barrier_all();                                                                  \
        for (int i = 0; i < N; i++) CHECK(to[i] == (type)(before * 3 + i + form));            \
        type got[N], one = shmem_##name##_g(to + 7, next);                                    \
        CHECK(one == (type)(me * 3 + 7 + form));                                              \
        CHECK(shmem_ctx_##name##_g(ctx, to + 8, next) == (type)(me * 3 + 8 + form));          \
        memset(got, 0, sizeof got);                                                           \
        if (form % 2) shmem_##name##_get(got, to, N, next);                                   \
        else shmem_##name##_get_nbi(got, to, N, next), shmem_quiet();                         \
        for (int i = 0; i < N; i++) CHECK(got[i] == (type)(me * 3 + i + form));               \
        memset(got, 0, sizeof got);                                                           \
        shmem_##name##_iget(got, to, 3, 2, 5, next);                                          \
        for (int i = 0; i < 15; i++) CHECK(got[i] == (i % 3 ? 0 : (type)(me * 3 + i / 3 * 2 + form))); \
        shmem_barrier_all();                                                                  \
        shmem_##name##_iput(to, mine + 1, 4, 2, 6, next);                                     \
        shmem_barrier_all();                                                                  \
        for (int i = 0; i < N; i++)                                                           \
          CHECK(to[i] == (i % 4 || i >= 24 ? (type)(before * 3 + i + form) : (type)(before * 3 + i / 2 + 1 + form))); \
        shmem_barrier_all();                                                                  \
      }                                                                                       \
    }                                                                                         \
    shmem_free(heap);                                                                         \
  }
RMA_TYPES(TYPED)

/* The forms that count bits: SIZE bits, of which `bytes` are written, and no more. */
#define SIZED(bits)                                                                           \
  static void test_##bits(void) {                                                             \
    enum { B = bits / 8 };                                                                    \
    unsigned char *to = shmem_calloc(9, B), from[9 * B];                                      \
    for (int i = 0; i < 9 * B; i++) from[i] = (unsigned char)(i + me + 1);                    \
    shmem_put##bits(to, from, 5, next);                                                       \
    shmem_iput##bits(to + 5 * B, from, 2, 3, 2, next);                                        \
    shmem_barrier_all();                                                                      \
    for (int i = 0; i < 9 * B; i++) {                                                         \
      int of = i < 5 * B ? i : i / B == 5 ? i - 5 * B : i / B == 7 ? i - 7 * B + 3 * B : -1;  \
      CHECK(to[i] == (of < 0 ? 0 : (unsigned char)(of + before + 1)));                        \
    }                                                                                         \
    unsigned char got[9 * B];                                                                 \
    shmem_get##bits(got, to, 9, next);                                                        \
    for (int i = 0; i < 5 * B; i++) CHECK(got[i] == from[i]);                                 \
    shmem_barrier_all();                                                                      \
    shmem_put##bits##_nbi(to, from + B, 4, next);                                             \
    shmem_quiet();                                                                            \
    shmem_get##bits##_nbi(got, to, 4, next);                                                  \
    shmem_quiet();                                                                            \
    CHECK(!memcmp(got, from + B, 4 * B));                                                     \
    shmem_free(to);                                                                           \
  }
SIZED(8) SIZED(16) SIZED(32) SIZED(64) SIZED(128)

/* Long puts and gets, to pages that no PE has touched, and what lies beside them. */
static void test_lengths(void) {
  char *mine = malloc(LONG), *heap = shmem_malloc(LONG);
  char *both[2] = {zeros, heap};
  for (int w = 0; w < 2; w++) {
    for (int i = 0; i < LONG; i++) mine[i] = (char)(i * 7 + me + w);
    shmem_putmem_nbi(both[w] + 1, mine + 1, LONG - 2, next);
    shmem_barrier_all();
    for (int i = 1; i < LONG - 1; i++) CHECK(both[w][i] == (char)(i * 7 + before + w));
    memset(mine, 0, LONG);
    shmem_getmem(mine + 1, both[w] + 1, LONG - 2, next);
    for (int i = 1; i < LONG - 1; i++) CHECK(mine[i] == (char)(i * 7 + me + w));
    CHECK(!mine[0] && !mine[LONG - 1]);
    shmem_barrier_all();
  }
  shmem_free(heap);
  free(mine);
}

/* Puts before a fence arrive before puts behind it, however long they are. */
static void test_order(void) {
  static volatile long flag;
  char *data = shmem_calloc(1, LONG), *mine = malloc(LONG);
  for (int round = 1; round < 4; round++) {
    int bytes = round == 2 ? 100 : LONG;
    memset(mine, round, bytes);
    shmem_putmem(data, mine, bytes, next);
    shmem_fence();
    shmem_long_p((long *)&flag, round, next);
    shmem_long_wait_until((long *)&flag, SHMEM_CMP_GE, round);
    for (int i = 0; i < bytes; i++) CHECK(data[i] == round);
    shmem_barrier_all();
  }
  shmem_free(data);
  free(mine);
}

static void test_addresses(void) {
  long *heap = shmem_malloc(8), local;
  CHECK(shmem_addr_accessible(heap, next) && shmem_addr_accessible(&me, next));
  CHECK(!shmem_addr_accessible(&local, next) && !shmem_addr_accessible(stdin, next));
  CHECK(shmem_pe_accessible(0) && shmem_pe_accessible(n - 1) && !shmem_pe_accessible(n) && !shmem_pe_accessible(-1));
  CHECK(shmem_ptr(heap, me) == heap && shmem_ptr(&me, me) == &me && !shmem_ptr(&local, me));
  long *there = shmem_ptr(heap, next);
  int *other = shmem_ptr(&me, next);
  *heap = me;
  shmem_barrier_all();
  if (there) CHECK(*there == next && *other == next);
  shmem_barrier_all();
  shmem_free(heap);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n, before = (me + n - 1) % n;
  int major, minor;
  char name[SHMEM_MAX_NAME_LEN];
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(name);
  CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION && !strcmp(name, SHMEM_VENDOR_STRING));
  shmem_ctx_t ctx;
  CHECK(!shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) && ctx != SHMEM_CTX_INVALID);
#define CALL(name, type) test_##name(ctx);
  RMA_TYPES(CALL)
  shmem_ctx_destroy(ctx);
  test_8(), test_16(), test_32(), test_64(), test_128();
  test_lengths();
  test_order();
  test_addresses();
  shmem_finalize();
  return 0;
}
