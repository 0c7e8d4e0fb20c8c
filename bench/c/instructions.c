/* Instructions that a send of 8 bytes takes on the sender's side, from the call to its return, counted one by one: the
 * processor's trap flag raises SIGTRAP after every instruction, and the handler counts. Needs no performance counters,
 * which virtual machines often lack; x86-64 only. Kernel instructions do not count. Value: median of 200 sends.
 *     send        MPI_Send
 *     isend_wait  MPI_Isend and MPI_Wait
 * The receiver takes each message before the next is sent, so that nothing queues. */
#include "common.h"
#include <signal.h>
#include <ucontext.h>

#define ROUNDS 200
#if !defined(__x86_64__)
#error "instructions.c counts with the trap flag of x86-64"
#endif

static volatile long count;
static volatile sig_atomic_t counting;

static void step(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)info;
    ucontext_t *c = context;
    if (counting) count++;
    else c->uc_mcontext.gregs[REG_EFL] &= ~0x100L;
}
/* Below the red zone, since the flags go through the stack. */
static inline void start(void) {
    count = 0;
    counting = 1;
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\tlea 128(%%rsp), %%rsp" ::: "memory", "cc");
}
static inline void stop(void) {
    __asm__ volatile("" ::: "memory");
    counting = 0; /* the handler clears the flag after this instruction */
    __asm__ volatile("nop" ::: "memory");
}

static unsigned char data[8];

static void blocking(void) { MPI_Send(data, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD); }
static void isend_wait(void) {
    MPI_Request r;
    MPI_Isend(data, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}
static void nothing(void) { __asm__ volatile("" ::: "memory"); }

static long counted(void (*volatile what)(void)) {
    start();
    what();
    stop();
    return count;
}

int main(int argc, char **argv) {
    static const struct { const char *name; void (*what)(void); } kinds[] = {{"send", blocking}, {"isend_wait", isend_wait}};
    begin(argc, argv, "8", 2);
    struct sigaction a = {.sa_sigaction = step, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGTRAP, &a, NULL) != 0) fail("SIGTRAP", "no handler");
    for (int k = 0; k < 2; k++) {
        static double all[ROUNDS];
        long own = counted(nothing); /* the counting itself */
        for (int i = -20; i < ROUNDS; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank == 0) {
                long n = i < 0 ? (kinds[k].what(), 0) : counted(kinds[k].what) - own;
                if (i >= 0) all[i] = n;
            } else {
                MPI_Recv(data, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
        if (rank == 0) {
            qsort(all, ROUNDS, sizeof(double), by_value);
            printf("point %s 8 %.0f instructions min=%.0f p10=%.0f p90=%.0f samples=%d\n", kinds[k].name, all[ROUNDS / 2],
                   all[0], all[ROUNDS / 10], all[ROUNDS * 9 / 10], ROUNDS);
        }
    }
    MPI_Finalize();
    return 0;
}
