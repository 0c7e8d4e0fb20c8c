/* C11's generic names. pes: 2 */
#include "check.h"

static long a, b[10];
static double d[4], e[40];
static uint64_t signal;
static unsigned u;

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), other = 1 - me;
  shmem_ctx_t ctx;
  shmem_team_t team = SHMEM_TEAM_WORLD;
  CHECK(!shmem_ctx_create(0, &ctx));
  const double *constant = d;
  size_t found[2];
  long old, values[2] = {1, 2};
  shmem_p(&a, 5, other);
  shmem_p(ctx, &d[0], 2.5, other);
  shmem_quiet();
  shmem_ctx_quiet(ctx);
  shmem_sync(team);
  CHECK(a == 5 && shmem_g(&a, other) == 5 && shmem_g(constant, other) == 2.5 && shmem_g(ctx, d, other) == 2.5);
  shmem_put(d + 1, d, 1, other);
  shmem_put(ctx, d + 2, constant, 1, other);
  shmem_put_nbi(ctx, d + 3, d, 1, other);
  shmem_barrier_all();
  CHECK(d[1] == 2.5 && d[2] == 2.5 && d[3] == 2.5);
  shmem_get(ctx, e, d, 4, other);
  shmem_get_nbi(e + 4, d, 4, other);
  shmem_iput(e + 10, d, 2, 1, 4, me);
  shmem_iget(ctx, e + 20, d, 1, 2, 2, other);
  shmem_quiet();
  CHECK(e[3] == 2.5 && e[7] == 2.5 && e[16] == 2.5 && e[21] == 2.5);
  shmem_barrier_all();
  shmem_atomic_add(&a, 1, other);
  shmem_barrier_all();
  CHECK(shmem_atomic_fetch(&a, other) == 6 && shmem_atomic_fetch_inc(ctx, &b[0], me) == 0);
  CHECK(shmem_atomic_compare_swap(&b[0], 1, 9, me) == 1 && shmem_atomic_swap(&b[0], 3, me) == 9);
  shmem_atomic_or(&u, 6u, me);
  shmem_atomic_fetch_add_nbi(&old, &b[0], 4, me);
  CHECK(old == 3 && shmem_atomic_fetch_xor(&u, 2u, me) == 6u);
  shmem_put_signal(b + 1, values, 2, &signal, 1, SHMEM_SIGNAL_SET, other);
  shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 1);
  shmem_wait_until(&b[2], SHMEM_CMP_EQ, 2);
  CHECK(shmem_test(&b[1], SHMEM_CMP_EQ, 1) && shmem_wait_until_some(b + 1, 2, found, NULL, SHMEM_CMP_GT, 0) == 2);
  CHECK(shmem_test_all_vector(b + 1, 2, NULL, SHMEM_CMP_EQ, values));
  d[0] = me + 1;
  CHECK(!shmem_sum_reduce(team, d + 1, d, 1) && d[1] == 3);
  CHECK(!shmem_broadcast(team, d + 2, d, 1, 1) && d[2] == 2);
  CHECK(!shmem_fcollect(team, e, d, 1) && e[0] == 1 && e[1] == 2);
  CHECK(!shmem_alltoall(team, e + 2, e, 1) && e[2] == me + 1);
  CHECK(shmem_fadd(&b[0], 1, me) == 7 && shmem_cswap(&b[0], 8, 0, me) == 8);
  shmem_ctx_destroy(ctx);
  shmem_finalize();
  return 0;
}
