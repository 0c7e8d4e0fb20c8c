/* What the CLIP thesis says of a machine's memory (4.2.2.3 to 4.2.2.6), on two pinned processes and memory that both
 * map, without any library: half a round trip each, in which each side fills its memory, sets a flag, and the other
 * reads every line.
 *
 *     clip CORE_A CORE_B SECONDS SIZE,SIZE,..
 *
 *     point notification_local 4 ..    the flag lies in memory that both map, and the poller's cache has its line
 *     point notification_remote 4 ..   each looks at the other's own memory (a system call), as over a bus
 *     point notification_one-line 4 .. as local, but both flags lie in one cache line: no padding
 *     point copy_memcpy S ..           the data is copied by memcpy, from and to whole cache lines
 *     point copy_misaligned S ..       the same from and to one byte behind
 *     point copy_movs S ..             by `rep movsb` (figure 4.12)
 *     point copy_streaming S ..        by stores that go round the cache, and a fence: write combining (4.2.2.5)
 * The last two on x86-64 alone.
 */
#include "pair.h"
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/uio.h>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#define LINE 64
#define LARGEST (1u << 20)

enum way { LOCAL, REMOTE, ONE_LINE, MEMCPY, MISALIGNED, MOVS, STREAMING, WAYS };
static const char *const names[WAYS] = {"notification_local", "notification_remote", "notification_one-line",
                                        "copy_memcpy",        "copy_misaligned",     "copy_movs",
                                        "copy_streaming"};

struct shared {
    _Alignas(2 * LINE) _Atomic unsigned to_b;
    _Atomic unsigned beside; /* to_a, where nothing is padded */
    _Alignas(2 * LINE) _Atomic unsigned to_a;
    _Alignas(4096) unsigned char area[2][LARGEST + 4096];
};
static struct shared *sh;
static _Atomic unsigned own; /* what the other looks at by a system call */
static _Alignas(4096) unsigned char source[LARGEST + 4096];
static double budget;
static volatile unsigned long sum;

static unsigned look(_Atomic unsigned *flag, enum way way, pid_t peer) {
    unsigned value = 0;
    if (way != REMOTE) return atomic_load_explicit(flag, memory_order_acquire);
    struct iovec here = {&value, sizeof value}, there = {&own, sizeof value};
    if (process_vm_readv(peer, &here, 1, &there, 1, 0) != sizeof value) die("reading the other process");
    return value;
}
static unsigned await(_Atomic unsigned *flag, unsigned old, enum way way, pid_t peer) {
    unsigned v;
    while ((v = look(flag, way, peer)) == old) relax();
    return v;
}
static void set(_Atomic unsigned *flag, unsigned v, enum way way) {
    atomic_store_explicit(way == REMOTE ? &own : flag, v, memory_order_release);
}

static void fill(unsigned char *to, const unsigned char *from, size_t size, enum way way) {
    if (size == 0) return;
#if defined(__x86_64__)
    if (way == MOVS) {
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
        return;
    }
    if (way == STREAMING) {
        for (size_t i = 0; i < size; i += 16)
            _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(from + i)));
        _mm_sfence();
        return;
    }
#endif
    memcpy(to + (way == MISALIGNED), from + (way == MISALIGNED), size);
}
static void read_lines(const unsigned char *from, size_t size) {
    unsigned long all = 0;
    for (size_t i = 0; i < size; i += LINE) all += from[i];
    sum += all;
}

static void measure(enum way way, size_t size, int core_a, int core_b) {
    _Atomic unsigned *back = way == ONE_LINE ? &sh->beside : &sh->to_a;
    sh->to_b = sh->to_a = sh->beside = own = 0;
    pin(core_a);
    pid_t parent = getpid(), child = second_process(core_b);
    if (child == 0) {
        unsigned turn = 0;
        while ((turn = await(&sh->to_b, turn, way, parent)) != STOP) {
            read_lines(sh->area[0], size);
            fill(sh->area[1], source, size, way);
            set(back, turn, way);
        }
        /* Its memory is looked at until it has ended. */
        set(back, STOP, way);
        _exit(0);
    }
    unsigned turn = 0;
    long n = 0, batch = 20;
    double start, warm = now() + budget / 8, end = warm + budget;
    for (double t = now(); t < end && n < MAX_SAMPLES;) {
        start = t;
        for (long i = 0; i < batch; i++) {
            fill(sh->area[0], source, size, way);
            set(&sh->to_b, turn + 1, way);
            turn = await(back, turn, way, child);
            read_lines(sh->area[1], size);
        }
        t = now();
        if (t > warm) samples[n++] = (t - start) / batch / 2;
    }
    set(&sh->to_b, STOP, way);
    finish(child);
    int shift = way == MISALIGNED;
    if (memcmp(sh->area[1] + shift, source + shift, size) != 0) die("bytes were lost");
    if (n > 0) print(names[way], size ? size : sizeof(unsigned), n, batch);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "clip CORE_A CORE_B SECONDS SIZE,SIZE,..\n");
        return 2;
    }
    int core_a = atoi(argv[1]), core_b = atoi(argv[2]);
    budget = atof(argv[3]);
    sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sh == MAP_FAILED) die("memory");
    for (size_t i = 0; i < sizeof source; i++) source[i] = (unsigned char)(i * 31 + 7);
    for (int way = LOCAL; way <= ONE_LINE; way++) measure(way, 0, core_a, core_b);
    for (char *word = strtok(argv[4], ","); word; word = strtok(NULL, ",")) {
        size_t size = strtoul(word, NULL, 10) & ~(size_t)(LINE - 1);
        if (size == 0 || size > LARGEST) continue;
        for (int way = MEMCPY; way < WAYS; way++) {
#if !defined(__x86_64__)
            if (way == MOVS || way == STREAMING) continue;
#endif
            measure(way, size, core_a, core_b);
        }
    }
    return 0;
}
