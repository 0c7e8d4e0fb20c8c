/* Instructions that a call with 8 bytes takes, from the call to its return (count.h). Value: median of 200.
 *     send        MPI_Send
 *     send_mpif   MPI_SEND of Fortran's mpif.h, with Clump's library of Fortran
 *     send_f08    MPI_Send of the module mpi_f08, whose data is a descriptor, likewise
 *     isend_wait  MPI_Isend and MPI_Wait
 *     recv        MPI_Recv of a message that has just come
 *     irecv_wait  MPI_Irecv and MPI_Wait, likewise
 *     allreduce   MPI_Allreduce of a double, the other rank having called it already
 *     barrier     MPI_Barrier, likewise
 * The receiver takes each message before the next is sent, so that nothing queues. A rank that waits in a collective
 * for long sleeps, and waking it takes more instructions: there the median may be of either kind, and the minimum says
 * more. */
#include "common.h"
#include "count.h"
#include <dlfcn.h>
#include <stddef.h>

#define ROUNDS 200

static unsigned char data[8];

static void blocking(void) { MPI_Send(data, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD); }
static void isend_wait(void) {
    MPI_Request r;
    MPI_Isend(data, 8, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

/* Fortran's functions, which this program finds if Clump's library is there. */
static void (*mpif)(void *, int *, int *, int *, int *, int *, int *);
static void (*f08)(void *, int *, int *, int *, int *, int *, int *);
static int many = 8, to = 1, tag = 1, bytes_type, world, code;
/* gfortran's descriptor of an array of eight bytes. */
static struct {
    void *base;
    size_t offset, size;
    int version;
    signed char rank, type;
    short attribute;
    ptrdiff_t span, stride, first, last;
} array = { data, -1, 1, 0, 1, 1, 0, 1, 1, 1, 8 };
static void send_mpif(void) { mpif(data, &many, &bytes_type, &to, &tag, &world, &code); }
static void send_f08(void) { f08(&array, &many, &bytes_type, &to, &tag, &world, NULL); }
static void find_fortran(void) {
    void *library = dlopen("libclump_mpifort.so.1", RTLD_NOW);
    if (!library) return;
    *(void **)&mpif = dlsym(library, "mpi_send_");
    *(void **)&f08 = dlsym(library, "mpi_send_f08ts_");
    bytes_type = MPI_Type_c2f(MPI_BYTE);
    world = MPI_Comm_c2f(MPI_COMM_WORLD);
}

static void recv(void) { MPI_Recv(data, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
static void irecv_wait(void) {
    MPI_Request r;
    MPI_Irecv(data, 8, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void allreduce(void) {
    static double in = 1, out;
    MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

/* So long the other rank's message or post takes at most to come, once it has left the barrier. */
static void pause_for_other(void) {
    double end = MPI_Wtime() + 20e-6;
    while (MPI_Wtime() < end)
        ;
}

int main(int argc, char **argv) {
    /* Who is counted, whether it lets the other rank go first, and what either does. */
    static const struct {
        const char *name;
        int rank, late;
        void (*what)(void), (*other)(void);
    } kinds[] = {
        {"send", 0, 0, blocking, recv},       {"isend_wait", 0, 0, isend_wait, recv},
        {"send_mpif", 0, 0, send_mpif, recv}, {"send_f08", 0, 0, send_f08, recv},
        {"recv", 1, 1, recv, blocking},       {"irecv_wait", 1, 1, irecv_wait, blocking},
        {"allreduce", 0, 1, allreduce, allreduce}, {"barrier", 0, 1, barrier, barrier},
    };
    begin(argc, argv, "8", 2);
    find_fortran();
    if (!count_begin()) fail("SIGTRAP", "no handler");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        static double all[ROUNDS];
        if (strstr(kinds[k].name, "send_") == kinds[k].name && !(mpif && f08)) continue;
        for (int i = -20; i < ROUNDS; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            if (rank != kinds[k].rank) {
                kinds[k].other();
                continue;
            }
            if (kinds[k].late) pause_for_other();
            long n = i < 0 ? (kinds[k].what(), 0) : counted(kinds[k].what);
            if (i >= 0) all[i] = n;
        }
        /* Rank 0 says it all. */
        if (kinds[k].rank == 1 && rank == 1) MPI_Send(all, ROUNDS, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
        if (kinds[k].rank == 1 && rank == 0) MPI_Recv(all, ROUNDS, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 0) {
            qsort(all, ROUNDS, sizeof(double), by_value);
            printf("point %s 8 %.0f instructions min=%.0f p10=%.0f p90=%.0f samples=%d\n", kinds[k].name,
                   all[ROUNDS / 2], all[0], all[ROUNDS / 10], all[ROUNDS * 9 / 10], ROUNDS);
        }
    }
    MPI_Finalize();
    return 0;
}
