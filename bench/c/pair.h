/* What the programs of two pinned processes share: the second process, and waiting for it. */
#ifndef CLUMP_BENCH_PAIR_H
#define CLUMP_BENCH_PAIR_H
#include "plain.h"
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Instead of a turn's number: it was the last. */
#define STOP 0xffffffffu

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Begins a second process on `core`, which dies with this one: 0 in it, and its pid here. */
static pid_t second_process(int core) {
    fflush(stdout);
    pid_t parent = getpid(), child = fork();
    if (child < 0) die("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(0);
        pin(core);
    }
    return child;
}
static void finish(pid_t child) {
    int status;
    if (waitpid(child, &status, 0) < 0 || status != 0) die("the second process failed");
}
#endif
