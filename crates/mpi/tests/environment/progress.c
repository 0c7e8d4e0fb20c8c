/* Progress while computing, on two hosts: rank 0 computes for two seconds without a call, and rank 1 wants a long message
 * from it meanwhile. With the helping thread it has it before the two seconds are over, without only behind them; switched at
 * run time, both ways, on the side that sends and on the side that receives. Then nothing comes, and the thread sleeps.
 * The argument says how it is switched at the start: on or off. */
#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BYTES (1 << 20)
#define COMPUTE 2.0
/* Well before the end of the computing, on a loaded machine too. */
#define SOON 1.2

static int rank;
static unsigned char *data;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void fail(const char *what, double seconds) {
    fprintf(stderr, "rank %d: %s (%g)\n", rank, what, seconds);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void compute(double seconds) {
    for (double end = now() + seconds; now() < end;)
        ;
}

static void expect(const char *value) {
    char found[16] = "";
    int flag = 0;
    MPI_Info info;
    MPI_Comm_get_info(MPI_COMM_WORLD, &info);
    MPI_Info_get(info, "clump_progress", sizeof found - 1, found, &flag);
    MPI_Info_free(&info);
    if (!flag || strcmp(found, value)) fail("clump_progress is not as it was set", flag);
}

static void turn(const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "clump_progress", value);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
    expect(value);
}

static void fill(int seed) {
    for (int i = 0; i < BYTES; i++) data[i] = (unsigned char)(i * 7 + (i >> 9) + seed);
}
static void check(int seed) {
    for (int i = 0; i < BYTES; i++)
        if (data[i] != (unsigned char)(i * 7 + (i >> 9) + seed)) fail("wrong bytes", i);
}

/* The sender computes; the receiver waits. */
static void sender_computes(int on, int seed) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    if (rank == 0) {
        MPI_Request r;
        fill(seed);
        MPI_Isend(data, BYTES, MPI_BYTE, 1, seed, MPI_COMM_WORLD, &r);
        compute(COMPUTE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(data, BYTES, MPI_BYTE, 0, seed, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        double took = now() - start;
        check(seed);
        if (on && took > SOON) fail("a message came late from a sender that computes, and is helped", took);
        if (!on && took < COMPUTE * 0.9) fail("a message came from a sender that computes, and is not helped", took);
    }
}

/* The receiver computes; the sender waits until the message is taken. */
static void receiver_computes(int on, int seed) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    if (rank == 0) {
        MPI_Request r;
        MPI_Irecv(data, BYTES, MPI_BYTE, 1, seed, MPI_COMM_WORLD, &r);
        compute(COMPUTE);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        check(seed);
    } else {
        fill(seed);
        MPI_Ssend(data, BYTES, MPI_BYTE, 0, seed, MPI_COMM_WORLD);
        double took = now() - start;
        if (on && took > SOON) fail("a receiver that computes, and is helped, took a message late", took);
        if (!on && took < COMPUTE * 0.9) fail("a receiver that computes, and is not helped, took a message", took);
    }
}

/* Processor time in clock ticks, and how often it slept, of the library's thread; times 0 if there is none. */
static void thread_used(long *ticks, long *switches) {
    char path[300], line[512];
    DIR *tasks = opendir("/proc/self/task");
    *ticks = *switches = 0;
    if (!tasks) fail("there is no /proc", 0);
    for (struct dirent *e; (e = readdir(tasks));) {
        snprintf(path, sizeof path, "/proc/self/task/%s/stat", e->d_name);
        FILE *f = fopen(path, "r");
        if (!f) continue;
        if (fgets(line, sizeof line, f) && strstr(line, "(clump-net)")) {
            unsigned long user = 0, system = 0;
            sscanf(strrchr(line, ')') + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
            *ticks = (long)(user + system);
            snprintf(path, sizeof path, "/proc/self/task/%s/status", e->d_name);
            FILE *s = fopen(path, "r");
            while (s && fgets(line, sizeof line, s)) sscanf(line, "voluntary_ctxt_switches: %ld", switches);
            if (s) fclose(s);
        }
        fclose(f);
    }
    closedir(tasks);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    data = malloc(BYTES);
    int on = argc > 1 && !strcmp(argv[1], "on");
    expect(on ? "on" : "off");
    for (int round = 0; round < 3; round++) {
        sender_computes(on, 10 + round);
        receiver_computes(on, 20 + round);
        on = !on;
        turn(on ? "on" : "off");
    }
    turn("on");
    MPI_Barrier(MPI_COMM_WORLD);
    /* What the barrier leaves to do (an acknowledgement, a timer) is done. */
    compute(0.2);
    long before, after, slept, woken;
    thread_used(&before, &slept);
    compute(2.0);
    thread_used(&after, &woken);
    if (slept == 0) fail("there is no helping thread", 0);
    if (after - before > 1) fail("the helping thread used processor time, in clock ticks", (double)(after - before));
    if (woken - slept > 2) fail("the helping thread woke up although nothing came", (double)(woken - slept));
    /* The other rank still watches. */
    compute(0.2);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    free(data);
    return 0;
}
