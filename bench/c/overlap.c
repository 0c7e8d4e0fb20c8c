/* How much of an exchange hides behind computing. Three times are taken in turn, each begun together, the slower rank's
 * counted: an exchange alone (MPI_Irecv, MPI_Isend, MPI_Waitall), computing alone, about one and a half times as long,
 * and both, the computing between MPI_Isend and MPI_Waitall. Value, of medians: (exchange + computing - both) /
 * exchange, in percent; 100: the exchange costs nothing, 0: they follow one another, below 0: they get in each other's
 * way.
 *     overlap          the processor computes; Clump's helping thread is on (other libraries do not know the key)
 *     overlap_without  the same, and it is off
 *     overlap_device   on again, but the program waits for something that needs no processor, as a device's kernel or a
 *                      disk */
#include "common.h"

#define PART 1.5
#define WARM 20

static unsigned char *out, *in;
static volatile double kept;

static void exchange(size_t size, void (*meanwhile)(double), double amount) {
    MPI_Request r[2];
    MPI_Irecv(in, (int)size, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, (int)size, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &r[1]);
    if (meanwhile) meanwhile(amount);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

/* `amount`: additions, one behind the other. */
static void compute(double amount) {
    double x = 0;
    for (long i = 0; i < (long)amount; i++) x += 1e-9 * (double)(i & 7);
    kept = x;
}

/* `amount`: seconds. */
static void device(double amount) {
    struct timespec t = {(time_t)amount, (long)((amount - (double)(time_t)amount) * 1e9)};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
}

static void progress(const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "clump_progress", value);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Info_free(&info);
}

/* Additions in a second, at best. */
static double speed(void) {
    double best = 1e9;
    for (int i = 0; i < 20; i++) {
        double start = now();
        compute(1e5);
        double took = now() - start;
        if (took < best) best = took;
    }
    return 1e5 / best;
}

enum { ALONE, COMPUTING, BOTH, KINDS };

/* One time, of the slower rank. */
static double one(int kind, size_t size, void (*meanwhile)(double), double amount) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now(), took;
    if (kind == ALONE) exchange(size, NULL, 0);
    else if (kind == COMPUTING) meanwhile(amount);
    else exchange(size, meanwhile, amount);
    double mine = now() - start;
    MPI_Allreduce(&mine, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return took;
}

static void run(const char *name, const char *value, void (*meanwhile)(double), double unit) {
    static double all[KINDS][MAX_SAMPLES];
    progress(value);
    for (int s = 0; s < size_count; s++) {
        fill(out, sizes[s], rank);
        memset(in, 0, sizes[s]);
        for (int i = 0; i < WARM; i++) all[ALONE][i] = one(ALONE, sizes[s], NULL, 0);
        check(in, sizes[s], 1 - rank, name);
        struct figures f[KINDS] = {0};
        summarise(&f[ALONE], all[ALONE], WARM, 1);
        double amount = PART * f[ALONE].p50 * unit, each = 0, share;
        MPI_Bcast(&amount, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        long n = 0;
        /* The same for both: they count rounds by what rank 0 took. */
        for (double used = 0; n < MAX_SAMPLES && (n < MIN_SAMPLES || used < budget); n++) {
            memset(in, 0, sizes[s]);
            for (int k = 0; k < KINDS; k++) used += all[k][n] = one(k, sizes[s], meanwhile, amount);
            check(in, sizes[s], 1 - rank, name);
        }
        memset(f, 0, sizeof f);
        for (int k = 0; k < KINDS; k++) summarise(&f[k], all[k], n, 1);
        each = f[COMPUTING].p50 < f[ALONE].p50 ? f[COMPUTING].p50 : f[ALONE].p50;
        share = (f[ALONE].p50 + f[COMPUTING].p50 - f[BOTH].p50) / each;
        if (rank == 0)
            printf("point %s %zu %.6g %% exchange=%.6g computing=%.6g both=%.6g samples=%ld\n", name, sizes[s],
                   100 * share, f[ALONE].p50 * 1e6, f[COMPUTING].p50 * 1e6, f[BOTH].p50 * 1e6, n);
    }
}

int main(int argc, char **argv) {
    begin(argc, argv, "1m", 2);
    out = buffer(largest_size());
    in = buffer(largest_size());
    double additions = speed();
    if (wanted("overlap")) run("overlap", "on", compute, additions);
    if (wanted("overlap_without")) run("overlap_without", "off", compute, additions);
    if (wanted("overlap_device")) run("overlap_device", "on", device, 1);
    MPI_Finalize();
    return 0;
}
