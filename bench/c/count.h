/* Counts the instructions that a function takes, one by one: the processor's trap flag raises SIGTRAP after every
 * instruction, and the handler counts. Needs no performance counters, which virtual machines often lack; x86-64 only.
 * Instructions of the kernel do not count. */
#ifndef COUNT_H
#define COUNT_H
#include <signal.h>
#include <string.h>
#include <ucontext.h>
#if !defined(__x86_64__)
#error "count.h counts with the trap flag of x86-64"
#endif

/* REG_EFL, which ucontext.h names only with _GNU_SOURCE. */
enum { COUNT_FLAGS = 17 };

static volatile long count;
static volatile sig_atomic_t counting;

static void count_step(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    ucontext_t *c = context;
    if (counting) count++;
    else c->uc_mcontext.gregs[COUNT_FLAGS] &= ~0x100L;
}

/* Call it once. 0: the handler could not be set. */
static int count_begin(void) {
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = count_step;
    a.sa_flags = SA_SIGINFO;
    return sigaction(SIGTRAP, &a, NULL) == 0;
}

static long count_raw(void (*volatile what)(void)) {
    count = 0;
    counting = 1;
    /* Below the red zone, since the flags go through the stack. */
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp" ::
                         : "memory", "cc");
    what();
    __asm__ volatile("" ::: "memory");
    counting = 0; /* the handler clears the flag after this instruction */
    __asm__ volatile("nop" ::: "memory");
    return count;
}

static void count_nothing(void) { __asm__ volatile("" ::: "memory"); }

/* Instructions that `what` takes, without those of the counting itself. */
static long counted(void (*what)(void)) { return count_raw(what) - count_raw(count_nothing); }
#endif
