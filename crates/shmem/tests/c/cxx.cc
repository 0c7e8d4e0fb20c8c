/* The header in C++. pes: 2 */
#include <complex>
#include <cstdio>
#include <shmem.h>

static std::complex<double> from, to;
static long value;
static long double wide;

int main() {
  shmem_init();
  int me = shmem_my_pe(), other = 1 - me;
  from = {1.0 + me, 2.0};
  using complexd = double _Complex;
  shmem_complexd_sum_reduce(SHMEM_TEAM_WORLD, reinterpret_cast<complexd *>(&to), reinterpret_cast<complexd *>(&from),
                            1);
  shmem_long_p(&value, me + 7, other);
  shmem_longdouble_p(&wide, me + 0.25L, other);
  shmem_barrier_all();
  bool right = to == std::complex<double>(3, 4) && value == other + 7 && wide == other + 0.25L;
  right = right && shmem_longdouble_g(&wide, other) == me + 0.25L;
  if (!right) std::fprintf(stderr, "cxx.cc: PE %d: wrong values\n", me);
  shmem_finalize();
  return !right;
}
