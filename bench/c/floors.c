/* What this machine can do at best, without any library: two processes, pinned, and memory that both map.
 *
 *     floors CORE_A CORE_B SECONDS SIZE,SIZE,.. (no MPI; CORE_A and CORE_B may be equal: then there is no line, copy2
 *         or fresh)
 *
 * Lines as in common.h:
 *     point line 8 ..    one cache line handed over (payload and flag in one line): half a round trip, us
 *     point copy1 S ..   one core copies S bytes from shared memory that no other process writes, us
 *     point copy2 S ..   both cores copy one half each of such bytes, hand-overs included, us
 *     point fresh S ..   one core copies S bytes that the other core has just written, us
 *     point futex 0 ..   two processes on one core: wake the other and sleep, us for each switch
 *     point yield 0 ..   two processes on one core: sched_yield, us for each switch
 *     point loop 0 ..    a fixed loop of additions, on each of the cores in turn, us: how steady they are
 */
#include "pair.h"
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>

struct line {
    _Alignas(128) _Atomic unsigned flag; /* the turn's number, stored last */
    unsigned long payload;
};
/* One for each direction; `word` are the futex words. */
struct shared {
    struct line to_b, to_a;
    _Alignas(128) _Atomic unsigned word_b;
    _Alignas(128) _Atomic unsigned word_a;
};
static struct shared *sh;
static unsigned char *area; /* shared; bytes to copy */
static double budget;

/* How a process waits until `word` (flag or futex word) differs from `old`. */
enum wait { SPIN, YIELD, FUTEX };
static unsigned until_changed(_Atomic unsigned *word, unsigned old, enum wait how) {
    unsigned v;
    while ((v = atomic_load_explicit(word, memory_order_acquire)) == old) {
        if (how == SPIN) relax();
        else if (how == YIELD) sched_yield();
        else syscall(SYS_futex, word, FUTEX_WAIT, old, NULL, NULL, 0);
    }
    return v;
}
static void put(_Atomic unsigned *word, unsigned v, enum wait how) {
    atomic_store_explicit(word, v, memory_order_release);
    if (how == FUTEX) syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Runs `other` in a second process on core_b; returns its pid. */
static pid_t second(int core_b, void (*other)(size_t, enum wait), size_t size, enum wait how) {
    memset(sh, 0, sizeof *sh);
    pid_t child = second_process(core_b);
    if (child == 0) {
        other(size, how);
        _exit(0);
    }
    return child;
}

/* Hand-overs: the line (SPIN), or the futex words and yield on one core. */
static void answer(size_t size, enum wait how) {
    unsigned turn = 0;
    (void)size;
    if (how == FUTEX) {
        while ((turn = until_changed(&sh->word_b, turn, how)) != STOP) put(&sh->word_a, turn, how);
    } else {
        while ((turn = until_changed(&sh->to_b.flag, turn, how)) != STOP) {
            sh->to_a.payload = sh->to_b.payload;
            put(&sh->to_a.flag, turn, how);
        }
    }
}
static void hand_over(const char *name, size_t size, int core_a, int core_b, enum wait how) {
    _Atomic unsigned *mine = how == FUTEX ? &sh->word_a : &sh->to_a.flag;
    _Atomic unsigned *theirs = how == FUTEX ? &sh->word_b : &sh->to_b.flag;
    pin(core_a);
    pid_t child = second(core_b, answer, size, how);
    unsigned turn = 0;
    long n = 0, batch = how == SPIN ? 100 : 10;
    double begin = now(), warm = begin + budget / 8, end = warm + budget;
    for (double t = begin; t < end && n < MAX_SAMPLES;) {
        double start = t;
        for (long i = 0; i < batch; i++) {
            sh->to_b.payload = turn;
            put(theirs, turn + 1, how);
            turn = until_changed(mine, turn, how);
        }
        t = now();
        if (t > warm) samples[n++] = (t - start) / batch / 2;
    }
    put(theirs, STOP, how);
    finish(child);
    if (how != FUTEX && sh->to_a.payload != turn - 1) die("a payload was lost");
    print(name, size, n, batch);
}

/* Copies out of the shared area. */
static void copy_half(size_t size, enum wait how) {
    unsigned turn = 0;
    unsigned char *to = malloc(size);
    if (!to) _exit(3);
    memset(to, 1, size);
    while ((turn = until_changed(&sh->to_b.flag, turn, how)) != STOP) {
        memcpy(to, area + size, size);
        put(&sh->to_a.flag, turn, how);
    }
    free(to);
}
static void copy_two(size_t size, int core_a, int core_b) {
    pin(core_a);
    pid_t child = second(core_b, copy_half, size / 2, SPIN);
    unsigned char *to = malloc(size);
    if (!to) die("memory");
    memset(to, 1, size);
    unsigned turn = 0;
    long n = 0;
    double begin = now(), warm = begin + budget / 8, end = warm + budget;
    for (double t = begin; n < 3 || (t < end && n < MAX_SAMPLES);) {
        double start = now();
        put(&sh->to_b.flag, turn + 1, SPIN);
        memcpy(to, area, size / 2);
        turn = until_changed(&sh->to_a.flag, turn, SPIN);
        t = now();
        if (t > warm) samples[n++] = t - start;
    }
    put(&sh->to_b.flag, STOP, SPIN);
    finish(child);
    free(to);
    print("copy2", size, n, 1);
}
static void dirty(size_t size, enum wait how) {
    unsigned turn = 0;
    while ((turn = until_changed(&sh->to_b.flag, turn, how)) != STOP) {
        memset(area, (int)turn, size);
        put(&sh->to_a.flag, turn, how);
    }
}
/* One core alone. Hot: no other process writes the bytes, as in a ping-pong that sends the same buffer again. */
static void copy_hot(size_t size, int core_a) {
    pin(core_a);
    unsigned char *to = malloc(size);
    if (!to) die("memory");
    memset(to, 1, size);
    long n = 0, batch = size < 65536 ? 65536 / (long)size : 1;
    double begin = now(), warm = begin + budget / 8, end = warm + budget;
    for (double t = begin; n < 3 || (t < end && n < MAX_SAMPLES);) {
        double start = t;
        for (long i = 0; i < batch; i++) {
            memcpy(to, area, size);
            __asm__ volatile("" ::"r"(to) : "memory");
        }
        t = now();
        if (t > warm) samples[n++] = (t - start) / batch;
    }
    free(to);
    print("copy1", size, n, batch);
}
static void copy_fresh(size_t size, int core_a, int core_b) {
    pin(core_a);
    pid_t child = second(core_b, dirty, size, SPIN);
    unsigned char *to = malloc(size);
    if (!to) die("memory");
    memset(to, 1, size);
    unsigned turn = 0;
    long n = 0;
    double begin = now(), warm = begin + budget / 8, end = warm + budget;
    for (double t = begin; n < 3 || (t < end && n < MAX_SAMPLES);) {
        put(&sh->to_b.flag, turn + 1, SPIN);
        turn = until_changed(&sh->to_a.flag, turn, SPIN);
        double start = now();
        memcpy(to, area, size);
        __asm__ volatile("" ::"r"(to) : "memory");
        t = now();
        if (t > warm) samples[n++] = t - start;
    }
    put(&sh->to_b.flag, STOP, SPIN);
    finish(child);
    if (to[size - 1] != (unsigned char)turn) die("the copy is wrong");
    free(to);
    print("fresh", size, n, 1);
}

/* Nothing but the core itself: what makes this slower is another thread of the core, or its clock. */
static long additions(int core, long n) {
    pin(core);
    double begin = now(), end = begin + budget / 2;
    for (double t = begin; t < end && n < MAX_SAMPLES;) {
        unsigned long a = 1, b = 2, c = 3, d = 4;
        double start = t;
        for (long i = 0; i < 50000; i++) {
            a += i, b += i, c += i, d += i;
            __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
        }
        t = now();
        samples[n++] = t - start;
    }
    return n;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: floors CORE_A CORE_B SECONDS SIZE,SIZE,..\n");
        return 2;
    }
    int a = atoi(argv[1]), b = atoi(argv[2]);
    budget = atof(argv[3]);
    sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sh == MAP_FAILED) die("shared memory");
    print("loop", 0, additions(b, additions(a, 0)), 1);
    hand_over("yield", 0, a, a, YIELD);
    hand_over("futex", 0, a, a, FUTEX);
    if (a != b) hand_over("line", 8, a, b, SPIN);
    for (char *p = argv[4]; *p;) {
        char *end;
        size_t size = strtoull(p, &end, 10);
        if (end == p || size < 2) break;
        area = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (area == MAP_FAILED) die("shared memory");
        memset(area, 1, size);
        copy_hot(size, a);
        if (a != b) copy_two(size, a, b), copy_fresh(size, a, b);
        munmap(area, size);
        p = *end == ',' ? end + 1 : end;
    }
    return 0;
}
