/* A handler that overflows its stack makes the library say so, and the fault ends the program. The program's own
   fault handler is called too.
   ranks: 1. says: has overflowed its stack */
#include "check.h"
#include <clump.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int deep(volatile char *above, int n) {
  volatile char here[512];
  here[0] = above[0];
  return n == 0 ? here[0] : deep(here, n - 1) + here[1] * 0;
}

static int on_message(void *stream, unsigned sender, void *data) {
  char c = 1;
  (void)stream, (void)sender;
  return deep(&c, *(int *)data) * 0;
}

static void on_fault(int signal) {
  (void)signal;
  /* Acts as the program would without this library: the launcher sees exit code 3. */
  write(2, "the program's own\n", 18);
  _exit(3);
}

int main(void) {
  int depth = 100;
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  clump_init(0);
  clump_handler_stack(128 << 10);
  clump_set_handler(1, on_message, &depth);
  clump_call(0, 1, NULL, 0);
  CHECK(clump_extract(UINT64_MAX) == 0);
  depth = 1 << 20;
  clump_call(0, 1, NULL, 0);
  clump_extract(UINT64_MAX);
  return 0;
}
