/* Messages that run handlers in C, on functions that may wait. `call`: one of 8 bytes from its send to the first
 * instruction of its handler, which sends the next one at once: half a round trip. `waits`: a message of 16 bytes in
 * two pieces, whose handler has read the first, asks for the second, waits for it, and answers: the whole turn.
 * `active`: a request of active messages with two words (8 bytes), and its reply: half a round trip.
 * Value: median, us. What `clump bench streams` has beside it does the same in Rust. */
#include "common.h"
#include <am.h>
#include <clump.h>

enum { CALLED = 1, WAITS = 2, GO_ON = 3, DONE = 4, ASK = 1, ANSWER = 2, OVER = 3, SIZE = 8 };
static long come, until, asked, done, answers;
static int over;
static unsigned char bytes[2 * SIZE];

static void need(int code) {
    if (code >= 0) return;
    fprintf(stderr, "handlers: %s\n", clump_error_text());
    exit(1);
}

static int on_call(void *stream, unsigned sender, void *data) {
    (void)stream, (void)data;
    come++;
    if (rank != 0 || come < until) need(clump_call(sender, CALLED, bytes, SIZE));
    return 0;
}

static int on_waits(void *stream, unsigned sender, void *data) {
    unsigned char half[SIZE];
    (void)data;
    need(clump_read(stream, half, SIZE));
    need(clump_call(sender, GO_ON, NULL, 0));
    need(clump_read(stream, half, SIZE));
    need(clump_call(sender, DONE, NULL, 0));
    come++;
    return 0;
}

static int on_count(void *stream, unsigned sender, void *count) {
    (void)stream, (void)sender;
    ++*(long *)count;
    return 0;
}

static int have_come(void *data) {
    (void)data;
    return come >= until;
}
static int have_asked(void *data) { return asked >= *(long *)data; }
static int have_done(void *data) { return done >= *(long *)data; }

static double calls(size_t size, long n) {
    (void)size;
    until = come + n;
    double start = now();
    if (rank == 0) need(clump_call(1, CALLED, bytes, SIZE));
    need(clump_run_until(have_come, NULL));
    return now() - start;
}

static double waits(size_t size, long n) {
    (void)size;
    until = come + n;
    double start = now();
    if (rank != 0) {
        need(clump_run_until(have_come, NULL));
        return now() - start;
    }
    for (long i = 0; i < n; i++) {
        long next = done + 1;
        void *stream = clump_begin(1, WAITS, 2 * SIZE);
        need(clump_piece(stream, bytes, SIZE));
        need(clump_run_until(have_asked, &next));
        need(clump_piece(stream, bytes + SIZE, SIZE));
        need(clump_end(stream));
        need(clump_run_until(have_done, &next));
    }
    return now() - start;
}

static void on_ask(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)count, (void)buffer, (void)n;
    need(AM_ReplyM(token, ANSWER, words[0] + 1, words[1]));
}
static void on_answer(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)token, (void)words, (void)count, (void)buffer, (void)n;
    answers++;
}
static void on_over(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)token, (void)words, (void)count, (void)buffer, (void)n;
    over = 1;
}

static double active(size_t size, long n) {
    (void)size;
    double start = now();
    if (rank != 0) {
        for (over = 0; !over;) need(AM_Poll(0));
        return now() - start;
    }
    for (long i = 0; i < n; i++) {
        need(AM_RequestM(0, 1, ASK, (int)i, 7));
        for (long before = answers; answers == before;) need(AM_Poll(0));
    }
    double took = now() - start;
    need(AM_RequestM(0, 1, OVER, 0));
    return took;
}

int main(int argc, char **argv) {
    begin(argc, argv, "8", 2);
    need(clump_init(0));
    clump_errors_return(1);
    clump_set_handler(CALLED, on_call, NULL);
    clump_set_handler(WAITS, on_waits, NULL);
    clump_set_handler(GO_ON, on_count, &asked);
    clump_set_handler(DONE, on_count, &done);
    MPI_Barrier(MPI_COMM_WORLD);
    struct figures f = measure(calls, SIZE, 0);
    print_time("call", SIZE, f.p50, f, 0.5e6, "us");
    f = measure(waits, SIZE, 0);
    print_time("waits", SIZE, f.p50, f, 1e6, "us");
    AM_SetHandler(0, 0, ASK, on_ask);
    AM_SetHandler(0, 1, ANSWER, on_answer);
    AM_SetHandler(0, 0, OVER, on_over);
    MPI_Barrier(MPI_COMM_WORLD);
    f = measure(active, SIZE, 0);
    print_time("active", SIZE, f.p50, f, 0.5e6, "us");
    need(clump_finalize());
    MPI_Finalize();
    return 0;
}
