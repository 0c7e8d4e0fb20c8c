/* Heaps that are larger than the machine's memory: a page takes memory only once a PE has touched it. pes: 4 */
#include "check.h"

int main(void) {
  size_t bytes = (size_t)200 << 30;
  setenv("SHMEM_SYMMETRIC_SIZE", "256G", 1);
  shmem_init();
  int me = shmem_my_pe(), n = shmem_n_pes();
  char *block = shmem_malloc(bytes);
  CHECK(block);
  shmem_char_p(block + bytes - 1, (char)(me + 1), (me + 1) % n);
  shmem_char_p(block, (char)(me + 11), (me + 1) % n);
  shmem_barrier_all();
  int before = (me + n - 1) % n;
  CHECK(block[bytes - 1] == before + 1 && block[0] == before + 11 && block[bytes / 2] == 0);
  shmem_finalize();
  return 0;
}
