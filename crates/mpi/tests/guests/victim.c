/* victim FILE GUESTS: rank 0 accepts one guest after another, whose ports it writes to FILE.0 and so on. The guests
 * (crates/tools/examples/guest.rs) try to reach what no communicator with them has. Nothing of that may arrive here,
 * and everything works on. Prints how many frames were refused. */
#include "check.h"
#include <clump.h>

enum { BYTES = 4096, HANDLER = 7 };

static int handled;

static int handler(void *stream, unsigned int sender, void *data) {
    (void)stream, (void)sender, (void)data;
    handled++;
    return 0;
}

/* What a guest aims at. */
static MPI_Comm comms[4];
static MPI_Request requests[4];
static int received[4];
static unsigned char *memory;
static MPI_Win win;
static MPI_T_pvar_session session;
static MPI_T_pvar_handle refused;

/* A communicator of ranks 0 and 1 as processes of a joint job. */
static MPI_Comm joint(void) {
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm inter;
    if (check_rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, sizeof port, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
        MPI_Close_port(port);
    } else {
        MPI_Recv(port, sizeof port, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
    }
    return inter;
}

static unsigned long long refused_so_far(void) {
    unsigned long long count = 0;
    CHECK(MPI_T_pvar_read(session, refused, &count) == MPI_SUCCESS);
    return count;
}

/* Accepts a guest, which never agrees on a communicator. */
static void accept_guest(const char *file, int number) {
    char port[MPI_MAX_PORT_NAME], now[4096], then[4200];
    MPI_Comm guest;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "timeout", "50");
    MPI_Open_port(MPI_INFO_NULL, port);
    snprintf(now, sizeof now, "%s.%d", file, number);
    snprintf(then, sizeof then, "%s.new", now);
    FILE *out = fopen(then, "w");
    CHECK(out && fputs(port, out) >= 0 && fclose(out) == 0 && rename(then, now) == 0);
    CHECK(MPI_Comm_accept(port, info, 0, MPI_COMM_SELF, &guest) != MPI_SUCCESS && guest == MPI_COMM_NULL);
    MPI_Close_port(port);
    MPI_Info_free(&info);
}

/* Nothing has arrived. */
static void check_untouched(void) {
    for (int i = 0; i < 4; i++) {
        int done, flag;
        MPI_Test(&requests[i], &done, MPI_STATUS_IGNORE);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[i], &flag, MPI_STATUS_IGNORE);
        CHECK(!done && !flag && received[i] == -1);
    }
    CHECK(handled == 0 && check_same(memory, BYTES, 3));
}

/* Everything that a guest aims at still works for the ranks of the job. */
static void check_alive(void) {
    int mine = check_rank, sum = -1, bytes = 20000;
    MPI_Barrier(MPI_COMM_WORLD);
    char *block = calloc(1, bytes);
    for (int i = 0; i < 4; i++) {
        MPI_Send(&i, 1, MPI_INT, i < 2 ? !check_rank : 0, 1, comms[i]);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        CHECK(received[i] == i);
    }
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 1);
    MPI_Bcast(block, bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Sendrecv_replace(block, bytes, MPI_CHAR, !check_rank, 2, !check_rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);
    MPI_Put(block, 8, MPI_BYTE, !check_rank, 8, 8, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(memcmp(memory + 8, "\0\0\0\0\0\0\0", 8) == 0);
    unsigned char answer = 0;
    CHECK(clump_call(!check_rank, HANDLER, &answer, 1) == CLUMP_OK);
    while (handled == 0) CHECK(clump_extract(1 << 20) >= 0);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(handled == 1);
    free(block);
}

int main(int argc, char **argv) {
    int provided, index, guests = argc > 2 ? atoi(argv[2]) : 0;
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(clump_init(0) == CLUMP_OK && clump_set_handler(HANDLER, handler, NULL) == CLUMP_OK);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    CHECK(MPI_T_pvar_get_index("clump_refused_frames", MPI_T_PVAR_CLASS_COUNTER, &index) == MPI_SUCCESS);
    MPI_T_pvar_handle_alloc(session, index, NULL, &refused, &provided);
    MPI_T_pvar_start(session, refused);

    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    comms[2] = MPI_COMM_SELF;
    comms[3] = joint();
    for (int i = 0; i < 4; i++) {
        received[i] = -1;
        MPI_Irecv(&received[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[i], &requests[i]);
    }
    MPI_Win_allocate(BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    check_fill(memory, BYTES, 3);
    MPI_Win_fence(0, win);
    unsigned long long before = refused_so_far();
    for (int i = 0; i < guests && check_rank == 0; i++) accept_guest(argv[1], i);
    check_untouched();
    if (check_rank == 0) printf("%llu refused\n", refused_so_far() - before);
    check_alive();
    MPI_Win_free(&win);
    MPI_Comm_disconnect(&comms[3]);
    MPI_Comm_free(&comms[1]);
    CHECK(clump_finalize() == CLUMP_OK);
    return check_end();
}
