/* Children of a PE have static variables of their own; threads at SHMEM_THREAD_MULTIPLE put at once. pes: 2 */
#include "check.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long value = 3;
static long big[100000], slots[8], total;

static void test_children(int me) {
  value = me, big[50000] = me;
  shmem_barrier_all();
  for (int round = 0; round < 3; round++) {
    int ready[2];
    CHECK(!pipe(ready));
    pid_t child = fork();
    if (child == 0) {
      char byte;
      /* The parent's write after the fork must not be seen here, nor the child's write there. */
      if (read(ready[0], &byte, 1) != 1 || value != me || big[50000] != me) _exit(1);
      value = 100, big[50000] = 100, big[1] = 1;
      _exit(0);
    }
    value = me + 10;
    CHECK(write(ready[1], "x", 1) == 1);
    int status;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    CHECK(value == me + 10 && big[50000] == me && big[1] == 0);
    value = me;
    close(ready[0]), close(ready[1]);
  }
  CHECK(system("exit 5") >> 8 == 5);
  shmem_barrier_all();
  shmem_long_p((long *)&value, 55, 1 - me);
  shmem_barrier_all();
  CHECK(value == 55);
}

static void *puts_in(void *of) {
  int thread = (int)(intptr_t)of, other = 1 - shmem_my_pe();
  shmem_ctx_t ctx;
  if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx)) abort();
  for (long i = 1; i <= 500; i++) {
    shmem_ctx_long_p(ctx, &slots[thread], i, other);
    shmem_ctx_long_atomic_inc(ctx, &total, other);
    if (i % 50 == 0) shmem_ctx_quiet(ctx);
  }
  shmem_long_wait_until(&slots[thread], SHMEM_CMP_EQ, 500);
  shmem_ctx_destroy(ctx);
  return NULL;
}

int main(void) {
  int provided, asked;
  CHECK(!shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) && provided == SHMEM_THREAD_MULTIPLE);
  shmem_query_thread(&asked);
  CHECK(asked == SHMEM_THREAD_MULTIPLE);
  test_children(shmem_my_pe());
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, puts_in, (void *)(intptr_t)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  shmem_barrier_all();
  CHECK(total == 2000);
  shmem_finalize();
  return 0;
}
