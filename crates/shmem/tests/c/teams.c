/* Teams, contexts of teams, and the collectives of teams. pes: 1 2 4 7 */
#include "check.h"
#include <complex.h>

enum { N = 9, LONG = 50000 };
static int me, n;

#define TYPED(name, type)                                                                         \
  static type from_##name[8 * N * 2], to_##name[8 * N * 2];                                       \
  static void test_##name(shmem_team_t team) {                                                    \
    type *from = from_##name, *to = to_##name;                                                    \
    int own = shmem_team_my_pe(team), size = shmem_team_n_pes(team), at = 0;                      \
    for (int i = 0; i < 8 * N * 2; i++) from[i] = (type)(own * 10 + i), to[i] = 99;               \
    for (int root = 0; root < size; root += 2) {                                                  \
      CHECK(!shmem_##name##_broadcast(team, to, from, N, root));                                  \
      for (int i = 0; i < N; i++) CHECK(to[i] == (type)(root * 10 + i));                          \
      CHECK(to[N] == 99);                                                                         \
    }                                                                                             \
    CHECK(!shmem_##name##_fcollect(team, to, from, N));                                           \
    for (int pe = 0; pe < size; pe++)                                                             \
      for (int i = 0; i < N; i++) CHECK(to[pe * N + i] == (type)(pe * 10 + i));                   \
    CHECK(!shmem_##name##_collect(team, to, from, own % 3));                                      \
    for (int pe = 0; pe < size; pe++)                                                             \
      for (int i = 0; i < pe % 3; i++, at++) CHECK(to[at] == (type)(pe * 10 + i));                \
    CHECK(!shmem_##name##_alltoall(team, to, from, N));                                           \
    for (int pe = 0; pe < size; pe++)                                                             \
      for (int i = 0; i < N; i++) CHECK(to[pe * N + i] == (type)(pe * 10 + own * N + i));         \
    shmem_team_sync(team);                                                                        \
    for (int i = 0; i < 8 * N * 2; i++) to[i] = 99;                                               \
    shmem_team_sync(team);                                                                        \
    CHECK(!shmem_##name##_alltoalls(team, to, from, 2, 1, N));                                    \
    for (int pe = 0; pe < size; pe++)                                                             \
      for (int i = 0; i < N; i++) {                                                               \
        CHECK(to[(pe * N + i) * 2] == (type)(pe * 10 + own * N + i) && to[(pe * N + i) * 2 + 1] == 99); \
      }                                                                                           \
    shmem_team_sync(team);                                                                        \
  }
RMA_TYPES(TYPED)

/* Reductions, in place too. The values are small enough for 8 bits. */
#define ORDER(name, type)                                                                         \
  static void reduce_##name(shmem_team_t team) {                                                  \
    type *from = from_##name, *to = to_##name;                                                    \
    int own = shmem_team_my_pe(team), size = shmem_team_n_pes(team), sum = 0, product = 1;        \
    for (int pe = 0; pe < size; pe++) sum += pe + 1, product *= pe % 2 + 1;                       \
    for (int i = 0; i < N; i++) from[i] = (type)(own + i);                                        \
    CHECK(!shmem_##name##_max_reduce(team, to, from, N));                                         \
    for (int i = 0; i < N; i++) CHECK(to[i] == (type)(size - 1 + i));                             \
    CHECK(!shmem_##name##_min_reduce(team, from, from, N));                                       \
    for (int i = 0; i < N; i++) CHECK(from[i] == (type)i);                                        \
    shmem_team_sync(team);                                                                        \
    from[0] = (type)(own + 1), from[1] = (type)(own % 2 + 1);                                     \
    CHECK(!shmem_##name##_sum_reduce(team, to, from, 1) && to[0] == (type)sum);                   \
    CHECK(!shmem_##name##_prod_reduce(team, to + 1, from + 1, 1) && to[1] == (type)product);      \
    shmem_team_sync(team);                                                                        \
  }
RMA_TYPES(ORDER)

#define BIT_TYPES(X)                                                                              \
  X(uchar, unsigned char) X(ushort, unsigned short) X(uint, unsigned int) X(ulong, unsigned long) \
  X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t) X(int32, int32_t)            \
  X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t) \
  X(size, size_t)
#define BITS(name, type)                                                                          \
  static void bits_##name(shmem_team_t team) {                                                    \
    type *from = from_##name, *to = to_##name;                                                    \
    int own = shmem_team_my_pe(team), size = shmem_team_n_pes(team);                              \
    from[0] = (type)(1 << own), from[1] = (type)~(1 << own), from[2] = 1;                         \
    CHECK(!shmem_##name##_or_reduce(team, to, from, 1) && to[0] == (type)((1 << size) - 1));      \
    CHECK(!shmem_##name##_and_reduce(team, to, from + 1, 1) && to[0] == (type)~((1 << size) - 1)); \
    CHECK(!shmem_##name##_xor_reduce(team, to, from + 2, 1) && to[0] == (type)(size % 2));        \
    shmem_team_sync(team);                                                                        \
  }
BIT_TYPES(BITS)

static void test_complex(shmem_team_t team) {
  static double _Complex from[2], to[2];
  static float _Complex small[2], result[2];
  int own = shmem_team_my_pe(team), size = shmem_team_n_pes(team);
  from[0] = own + 2 * I, from[1] = I;
  small[0] = 1 - own * I;
  CHECK(!shmem_complexd_sum_reduce(team, to, from, 2));
  CHECK(creal(to[0]) == size * (size - 1) / 2 && cimag(to[0]) == 2 * size && cimag(to[1]) == size);
  CHECK(!shmem_complexd_prod_reduce(team, to, from + 1, 1));
  CHECK(creal(to[0]) == (size % 2 ? 0 : size % 4 ? -1 : 1));
  CHECK(!shmem_complexf_sum_reduce(team, result, small, 1));
  CHECK(crealf(result[0]) == size && cimagf(result[0]) == -size * (size - 1) / 2);
  CHECK(!shmem_complexf_prod_reduce(team, result, small, 1));
  shmem_team_sync(team);
}

/* More elements than a PE combines at a time, in bytes too. */
static void test_lengths(shmem_team_t team) {
  long *from = shmem_malloc(LONG * sizeof *from), *to = shmem_malloc(8 * LONG * sizeof *to);
  if (team != SHMEM_TEAM_INVALID) {
    int own = shmem_team_my_pe(team), size = shmem_team_n_pes(team);
    for (int i = 0; i < LONG; i++) from[i] = own * LONG + i;
    CHECK(!shmem_long_sum_reduce(team, to, from, LONG));
    for (long i = 0; i < LONG; i++) CHECK(to[i] == (long)size * (size - 1) / 2 * LONG + size * i);
    CHECK(!shmem_fcollectmem(team, to, from, LONG * sizeof *from));
    for (long i = 0; i < (long)size * LONG; i++) CHECK(to[i] == i);
    CHECK(!shmem_broadcastmem(team, to, from, LONG * sizeof *from, size - 1));
    CHECK(to[LONG - 1] == (long)size * LONG - 1);
    CHECK(!shmem_collectmem(team, to, from, 8 * own) && !shmem_alltoallmem(team, to, from, 8));
    CHECK(to[size - 1] == (long)(size - 1) * LONG + own);
    CHECK(!shmem_alltoallsmem(team, to, from, 1, 2, 8));
  }
  shmem_free(to);
  shmem_free(from);
}

static void test_all(shmem_team_t team) {
#define CALL(name, type) test_##name(team), reduce_##name(team);
  RMA_TYPES(CALL)
#define CALL_BITS(name, type) bits_##name(team);
  BIT_TYPES(CALL_BITS)
  test_complex(team);
}

static void test_contexts(shmem_team_t team) {
  static int value;
  shmem_ctx_t ctx;
  shmem_team_t of;
  CHECK(!shmem_team_create_ctx(team, 0, &ctx));
  CHECK(!shmem_ctx_get_team(ctx, &of) && of == team);
  int own = shmem_team_my_pe(team), size = shmem_team_n_pes(team);
  shmem_ctx_int_p(ctx, &value, own + 1, (own + 1) % size);
  shmem_ctx_quiet(ctx);
  shmem_ctx_fence(ctx);
  shmem_team_sync(team);
  CHECK(value == (own + size - 1) % size + 1);
  CHECK(shmem_ctx_int_g(ctx, &value, (own + 1) % size) == own + 1);
  shmem_team_sync(team);
  CHECK(shmem_ctx_int_atomic_fetch_add(ctx, &value, 1, own) == value - 1);
  shmem_team_sync(team);
  shmem_ctx_destroy(ctx);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe(), n = shmem_n_pes();
  CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == n);
  CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);
  test_all(SHMEM_TEAM_WORLD);
  test_lengths(SHMEM_TEAM_WORLD);
  test_contexts(SHMEM_TEAM_WORLD);
  test_complex(SHMEM_TEAM_SHARED);
  for (int pe = 0; pe < shmem_team_n_pes(SHMEM_TEAM_SHARED); pe++) {
    CHECK(shmem_ptr(&me, shmem_team_translate_pe(SHMEM_TEAM_SHARED, pe, SHMEM_TEAM_WORLD)));
  }

  shmem_team_t odd, back, rows, columns, none = SHMEM_TEAM_WORLD;
  shmem_team_config_t config = {.num_contexts = 3}, got = {0};
  for (int round = 0; round < 70; round++) {
    CHECK(!shmem_team_split_strided(SHMEM_TEAM_WORLD, n > 1, 2, n > 1 ? n / 2 : 1, &config, SHMEM_TEAM_NUM_CONTEXTS,
                                    &odd));
    if (n > 1) CHECK((odd == SHMEM_TEAM_INVALID) == (me % 2 == 0));
    if (round < 69 && odd != SHMEM_TEAM_INVALID) shmem_team_destroy(odd);
  }
  if (odd != SHMEM_TEAM_INVALID) {
    CHECK(!shmem_team_get_config(odd, SHMEM_TEAM_NUM_CONTEXTS, &got) && got.num_contexts == 3);
    int size = shmem_team_n_pes(odd);
    CHECK(shmem_team_translate_pe(odd, size - 1, SHMEM_TEAM_WORLD) == (n > 1 ? 2 * size - 1 : 0));
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, me, odd) == shmem_team_my_pe(odd));
    CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, n > 1 ? 0 : 1, odd) == -1);
    CHECK(!shmem_team_split_strided(odd, size - 1, -1, size, NULL, 0, &back));
    CHECK(shmem_team_my_pe(back) == size - 1 - shmem_team_my_pe(odd));
    test_all(odd);
    test_all(back);
    test_contexts(back);
  }
  test_lengths(odd);
  CHECK(!shmem_team_split_2d(SHMEM_TEAM_WORLD, 3, NULL, 0, &rows, NULL, 0, &columns));
  CHECK(shmem_team_my_pe(rows) == me % 3 && shmem_team_my_pe(columns) == me / 3);
  test_all(rows);
  test_all(columns);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n + 1, NULL, 0, &none) && none == SHMEM_TEAM_INVALID);
  CHECK(shmem_team_sync(SHMEM_TEAM_INVALID));

  /* A PE can be in 64 teams: the 65th is refused to all members, and the earlier ones still meet. */
  shmem_team_t many[64];
  int made = 0;
  while (!shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &many[made])) CHECK(++made < 64);
  CHECK(many[made] == SHMEM_TEAM_INVALID && made > 55);
  for (int i = 0; i < made; i++) shmem_team_sync(many[i]), shmem_team_destroy(many[i]);
  shmem_finalize();
  return 0;
}
