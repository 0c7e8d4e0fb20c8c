/* Each wrong call ends the job with a line that names the call, the PE and the address. pes: 2
 * PE 0 makes the call; PE 1 waits for it. Each line below is an argument and the words that the job must print.
 * outside: rank 0: shmem_long_put: to PE 1: the address 0x
 * past: the 800 bytes at 0x
 * null: shmem_int_g: to PE 1: the address is a null pointer
 * pe: shmem_putmem: there is no PE 2; the job has PEs 0 to 1
 * negative: shmem_int_atomic_inc: there is no PE -1
 * library: those of shared libraries are not symmetric
 * unaligned: is not aligned
 * comparison: shmem_long_wait_until: the comparison is 9
 * freed: is no block of the symmetric heap
 * early: shmem_my_pe: OpenSHMEM has not been started
 * late: shmem_barrier_all: OpenSHMEM has not been started, or is over
 * context: is no context
 * root: shmem_int_broadcast: the root is 5
 * set: is not within the 2 PEs of the job
 * lock: shmem_set_lock: PE 0 has the lock already
 * size: SHMEM_SYMMETRIC_SIZE is `lots`
 * dies: was killed by signal 9
 * exit: ended the job with code 7
 */
#include "check.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static long word, lock, sync_words[SHMEM_BCAST_SYNC_SIZE];

static void wrong(const char *what) {
  long local[100];
  int number;
  long *heap = shmem_malloc(64);
  (void)heap;
  if (shmem_my_pe() != 0) shmem_long_wait_until(&word, SHMEM_CMP_EQ, 1);
#define IF(name) if (!strcmp(what, #name))
  IF(outside) shmem_long_put(local, local, 1, 1);
  IF(past) shmem_long_put((long *)((char *)heap + (64 << 20) - 64), local, 100, 1);
  IF(null) number = shmem_int_g(NULL, 1), (void)number;
  IF(pe) shmem_putmem(&word, local, 8, 2);
  IF(negative) shmem_int_atomic_inc((int *)&word, -1);
  IF(library) shmem_putmem(stdout, local, 8, 1);
  IF(unaligned) shmem_long_atomic_inc((long *)((char *)&word + 1), 1);
  IF(comparison) shmem_long_wait_until(&word, 9, 1);
  IF(freed) shmem_free(heap + 1);
  IF(context) shmem_ctx_quiet((shmem_ctx_t)99);
  IF(root) shmem_int_broadcast(SHMEM_TEAM_WORLD, (int *)&word, (int *)&lock, 1, 5);
  IF(set) shmem_barrier(1, 1, 2, sync_words);
  IF(lock) shmem_set_lock(&lock), shmem_set_lock(&lock);
  IF(dies) raise(SIGKILL);
  IF(exit) shmem_global_exit(7);
  fprintf(stderr, "misuse.c: nothing has ended the job\n");
  shmem_global_exit(0);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  IF(early) shmem_my_pe();
  IF(size) setenv("SHMEM_SYMMETRIC_SIZE", "lots", 1);
  shmem_init();
  IF(late) {
    shmem_finalize();
    shmem_barrier_all();
  }
  wrong(what);
  return 0;
}
