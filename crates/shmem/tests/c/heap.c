/* The symmetric heap: equal offsets on all PEs, alignment, contents, exhaustion. pes: 1 2 4 */
#include "check.h"

int main(void) {
  setenv("SHMEM_SYMMETRIC_SIZE", "1.5M", 1);
  shmem_init();
  int me = shmem_my_pe(), n = shmem_n_pes(), next = (me + 1) % n;
  static long offsets[64];
  char *blocks[64], *first = shmem_malloc(1);
  unsigned seed = 5;
  for (int i = 0; i < 64; i++) {
    seed = seed * 1664525 + 1013904223;
    size_t bytes = 1 + (seed >> 8) % 9000, alignment = (size_t)1 << (seed >> 24) % 14;
    blocks[i] = i % 2 ? shmem_malloc(bytes) : shmem_align(alignment, bytes);
    CHECK(blocks[i] && (i % 2 || (uintptr_t)blocks[i] % alignment == 0));
    offsets[i] = blocks[i] - first;
    shmem_barrier_all();
    CHECK(shmem_long_g(&offsets[i], next) == offsets[i]);
    memset(blocks[i], i + me, bytes);
    if (i % 3 == 1) shmem_free(blocks[i - 1]), blocks[i - 1] = NULL;
  }
  shmem_barrier_all();
  for (int i = 0; i < 64; i++) {
    if (blocks[i]) CHECK(shmem_char_g(blocks[i], next) == (char)(i + next));
  }
  shmem_barrier_all();
  for (int i = 0; i < 64; i++) shmem_free(blocks[i]);

  char *zero = shmem_calloc(1000, 3);
  for (int i = 0; i < 3000; i++) CHECK(zero[i] == 0);
  memset(zero, me + 1, 3000);
  char *grown = shmem_realloc(zero, 300000);
  CHECK(grown && grown[2999] == me + 1);
  CHECK(shmem_char_g(grown + 2999, next) == next + 1);
  shmem_barrier_all();
  grown = shmem_realloc(grown, 10);
  CHECK(grown && grown[9] == me + 1 && !shmem_realloc(grown, 0));

  CHECK(!shmem_malloc(0) && !shmem_calloc(0, 5) && !shmem_align(3, 8));
  char *most = shmem_malloc((3 << 19) - 128);
  CHECK(most && !shmem_malloc(1000) && !shmem_calloc(SIZE_MAX / 2, 4));
  most[(3 << 19) - 129] = 1;
  CHECK(!shmem_realloc(most, 3 << 20) && most[(3 << 19) - 129] == 1);
  shmem_free(most);
  most = shmem_malloc_with_hints(1 << 20, SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
  CHECK(most);
  shmem_free(most);
  shmem_free(first);
  shmem_free(NULL);
  shmem_finalize();
  return 0;
}
