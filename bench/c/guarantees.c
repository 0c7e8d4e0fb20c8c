/* Instructions of the program's side that a message of 16 words takes in each layer, to send, and to receive where
 * it has come already (count.h), as figure 2 of the Fast Messages paper counts them. On one machine the ring keeps
 * order and loses nothing. Value: the median of few rounds: counts hardly differ, and a step takes 16 us on some
 * virtual machines, a receive so 50 ms. */
#include "common.h"
#include "count.h"
#include <clump.h>
#include <fm1.h>

enum { SIZE = 64, ROUNDS = 11, STREAM = 1, WHOLE = 2, TAG = 3 };
static unsigned char data[SIZE], into[SIZE];
static long come;

static int on_stream(void *stream, unsigned sender, void *unused) {
    (void)sender, (void)unused;
    clump_read(stream, into, SIZE);
    come++;
    return 0;
}
static void on_whole(void *buffer, unsigned bytes) {
    (void)buffer, (void)bytes;
    come++;
}

static void send_whole(void) { FM_send(1, WHOLE, data, SIZE); }
static void send_stream(void) {
    void *stream = clump_begin(1, STREAM, SIZE);
    clump_piece(stream, data, SIZE);
    clump_end(stream);
}
/* Until it has come; as it has already, that is once, but for the extract's last look, which finds nothing. */
static void extract(void) {
    for (long before = come; come == before;) clump_extract(~0ull);
}
static void send_tagged(void) { clump_send(data, SIZE, 1, TAG); }
static void receive_tagged(void) { clump_recv(into, SIZE, 0, TAG, NULL); }
static void send_mpi(void) { MPI_Send(data, SIZE, MPI_BYTE, 1, 1, MPI_COMM_WORLD); }
static void receive_mpi(void) { MPI_Recv(into, SIZE, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

static void pause_for_other(void) {
    double end = MPI_Wtime() + 300e-6;
    while (MPI_Wtime() < end)
        ;
}

int main(int argc, char **argv) {
    static const struct {
        const char *layer;
        void (*send)(void), (*receive)(void);
    } layers[] = {
        {"FM_1.x", send_whole, extract},
        {"FM_2.x", send_stream, extract},
        {"tags", send_tagged, receive_tagged},
        {"MPI", send_mpi, receive_mpi},
    };
    begin(argc, argv, "64", 2);
    if (!count_begin()) fail("SIGTRAP", "no handler");
    if (clump_init(0)) fail("clump_init", clump_error_text());
    clump_set_handler(STREAM, on_stream, NULL);
    FM1_set_handler(WHOLE, on_whole);
    for (size_t l = 0; l < sizeof layers / sizeof *layers; l++)
        for (int counts = 0; counts < 2; counts++) {
            static double all[ROUNDS];
            void (*what)(void) = rank == 0 ? layers[l].send : layers[l].receive;
            for (int i = -4; i < ROUNDS; i++) {
                MPI_Barrier(MPI_COMM_WORLD);
                if (rank == 1) pause_for_other();
                if (rank != counts || i < 0) what();
                else all[i] = counted(what);
            }
            /* Rank 0 says it all. */
            if (counts == 1 && rank == 1) MPI_Send(all, ROUNDS, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD);
            if (counts == 1 && rank == 0) MPI_Recv(all, ROUNDS, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (rank != 0) continue;
            qsort(all, ROUNDS, sizeof(double), by_value);
            printf("point %s:%s %d %.0f instructions min=%.0f p10=%.0f p90=%.0f samples=%d\n", layers[l].layer,
                   counts ? "receive" : "send", SIZE, all[ROUNDS / 2], all[0], all[ROUNDS / 10], all[ROUNDS * 9 / 10],
                   ROUNDS);
        }
    clump_finalize();
    MPI_Finalize();
    return 0;
}
