/* Active messages between two ranks. LogP's parameters (the thesis, table 2.2): `o_s` and `o_r` are what the call of a
 * sender and the poll of a receiver take for a short message that has room and has arrived; `L` is half a round trip
 * less both, if that is positive; `g` is the time between messages of a long row of them. `reply` is a request and its
 * reply by a rank that polls; `computing` by one that computes and calls nothing, whose thread runs the handler. Value:
 * median, us. */
#include "common.h"
#include <am.h>
#include <clump.h>
#include <stdatomic.h>

enum { ASK = 1, ANSWER = 2, COUNT = 3, OVER = 4, FEW = 16, MANY = 2000, ROUNDS = 400 };
static atomic_long answers, counted;
static atomic_int over;
static double all[ROUNDS];
/* The time in which a few messages arrive, in seconds. */
static const double ARRIVED = 2e-4;

static void need(int code) {
    if (code < 0) fail("am", clump_error_text());
}
static void on_ask(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)count, (void)buffer, (void)n;
    need(AM_ReplyM(token, ANSWER, words[0], words[1]));
}
static void on_answer(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)token, (void)words, (void)count, (void)buffer, (void)n;
    answers++;
}
static void on_count(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)token, (void)words, (void)count, (void)buffer, (void)n;
    counted++;
}
static void on_over(void *token, const int *words, int count, void *buffer, size_t n) {
    (void)token, (void)words, (void)count, (void)buffer, (void)n;
    over = 1;
}

static void until(atomic_long *what, long wanted) {
    while (atomic_load(what) < wanted) need(AM_Poll(0));
}

static double show(const char *name, int n) {
    qsort(all, n, sizeof *all, by_value);
    if (rank == 0)
        printf("point %s 8 %.6g us min=%.6g p10=%.6g p90=%.6g p99=%.6g samples=%d\n", name, all[n / 2], all[0],
               all[n / 10], all[n * 9 / 10], all[n * 99 / 100], n);
    return all[n / 2];
}

/* Rank 0 sends a few messages, which have room; then rank 1, which has waited until they are here, takes them. It waits
   by the clock alone, because any call would take the messages off the ring, untimed. */
static void overheads(double *sent, double *received) {
    static double take[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        long before = counted;
        MPI_Barrier(MPI_COMM_WORLD);
        double start = now();
        if (rank == 0)
            for (int m = 0; m < FEW; m++) need(AM_RequestM(0, 1, COUNT, m, 7));
        all[i] = (now() - start) * 1e6 / FEW;
        while (now() - start < ARRIVED)
            ;
        start = now();
        if (rank == 1) until(&counted, before + FEW);
        take[i] = (now() - start) * 1e6 / FEW;
    }
    *sent = show("o_s", ROUNDS);
    if (rank == 1) MPI_Send(take, ROUNDS, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
    else MPI_Recv(all, ROUNDS, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *received = show("o_r", ROUNDS);
}

/* Requests and their replies, each timed by itself. */
static double replies(const char *name, int computes) {
    MPI_Barrier(MPI_COMM_WORLD);
    over = 0;
    if (rank == 1) {
        volatile unsigned long work = 1;
        if (computes) need(AM_SetThread(0, 1));
        MPI_Barrier(MPI_COMM_WORLD);
        while (!over)
            if (computes) work = work * 31 + 7;
            else need(AM_Poll(0));
        if (computes) need(AM_SetThread(0, 0));
        return 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = -20; i < ROUNDS; i++) {
        long before = answers;
        /* Long enough for the other rank's thread to sleep. */
        for (double end = now() + (computes ? 1e-3 : 0); now() < end;)
            ;
        double start = now();
        need(AM_RequestM(0, 1, ASK, i, 7));
        until(&answers, before + 1);
        if (i >= 0) all[i] = (now() - start) * 1e6;
    }
    need(AM_RequestM(0, 1, OVER, 0));
    return show(name, ROUNDS);
}

static void gap(void) {
    const int rounds = 40;
    for (int i = 0; i < rounds; i++) {
        long before = counted;
        MPI_Barrier(MPI_COMM_WORLD);
        double start = now();
        if (rank == 0)
            for (int m = 0; m < MANY; m++) need(AM_RequestM(0, 1, COUNT, m, 7));
        else
            until(&counted, before + MANY);
        MPI_Barrier(MPI_COMM_WORLD);
        all[i] = (now() - start) * 1e6 / MANY;
    }
    show("g", rounds);
}

int main(int argc, char **argv) {
    double sent, received;
    begin(argc, argv, "8", 2);
    need(AM_Init());
    clump_errors_return(1);
    need(AM_SetHandler(0, 0, ASK, on_ask));
    need(AM_SetHandler(0, 1, ANSWER, on_answer));
    need(AM_SetHandler(0, 0, COUNT, on_count));
    need(AM_SetHandler(0, 0, OVER, on_over));
    overheads(&sent, &received);
    double trip = replies("reply", 0) / 2, latency = trip - sent - received;
    /* A figure is positive. On a busy machine the overheads may exceed half a round trip. */
    if (rank == 0 && latency > 0) printf("point L 8 %.6g us samples=%d\n", latency, ROUNDS);
    if (rank == 0 && latency <= 0) printf("am: no L: half a round trip less the overheads is %.6g us\n", latency);
    gap();
    replies("computing", 1);
    need(AM_Terminate());
    MPI_Finalize();
    return 0;
}
