/* The pushed buffer's size, set at run time by an info key (Push-Pull Messaging, 1.3.2). ranks: 1 2 4 */
#include "check.h"

enum { MESSAGES = 2000, BYTES = 1024, COST = BYTES + 128, DATA = 1, DONE = 2 };
static const char key[] = "clump_pushed_buffer";

static long size_now(MPI_Comm comm) {
    MPI_Info info;
    char value[MPI_MAX_INFO_VAL] = "";
    int len = sizeof value, found = 0;
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get_string(info, key, &len, value, &found);
    MPI_Info_free(&info);
    CHECK(found);
    return atol(value);
}

static void set(MPI_Comm comm, const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
}

/* Rank 0 sends what rank 1 takes only afterwards, and returns how many sends were complete by then: at least `least`
 * (waited for), or as many as there were when nothing had moved for a while. */
static int flood(int least) {
    static unsigned char data[MESSAGES][BYTES];
    static MPI_Request sends[MESSAGES];
    int complete = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        for (int i = 0; i < MESSAGES; i++) {
            check_fill(data[i], BYTES, (unsigned)i);
            MPI_Isend(data[i], BYTES, MPI_BYTE, 1, DATA, MPI_COMM_WORLD, &sends[i]);
        }
        double moved = MPI_Wtime();
        while (complete < MESSAGES && MPI_Wtime() - moved < (complete < least ? 20 : 0.2)) {
            int done = 0;
            MPI_Test(&sends[complete], &done, MPI_STATUS_IGNORE);
            if (done) {
                complete++;
                moved = MPI_Wtime();
            }
        }
        MPI_Send(NULL, 0, MPI_BYTE, 1, DONE, MPI_COMM_WORLD);
        MPI_Waitall(MESSAGES, sends, MPI_STATUSES_IGNORE);
    } else if (check_rank == 1) {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < MESSAGES; i++) {
            MPI_Recv(data[0], BYTES, MPI_BYTE, 0, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            unsigned char wanted[BYTES];
            check_fill(wanted, BYTES, (unsigned)i);
            CHECK(memcmp(data[0], wanted, BYTES) == 0);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return complete;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    long others = check_size - 1, first = size_now(MPI_COMM_WORLD);
    CHECK(first >= 0 && (check_size == 1 || first > 0));

    /* What is no size is ignored, and the former stays. */
    static const char *const bad[] = {"", "0", "-5", "much", "64k", "1e6", "99999999999999999999", "2000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (*bad[i]) set(MPI_COMM_WORLD, bad[i]);
        CHECK(size_now(MPI_COMM_WORLD) == first);
    }
    set(MPI_COMM_SELF, "1000000");
    CHECK(size_now(MPI_COMM_WORLD) == 1000000 && size_now(MPI_COMM_SELF) == 1000000);

    /* A duplicate made with the key sets it too. */
    MPI_Info info;
    MPI_Comm dup;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, "4194304");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &dup);
    CHECK(size_now(dup) == 4194304 && size_now(MPI_COMM_WORLD) == 4194304);
    MPI_Info_free(&info);
    MPI_Comm_free(&dup);

    /* It is a size: what is pushed to a receiver that has not asked goes up and down with it. */
    if (check_size > 1) {
        const int much = (int)((4194304 / others - COST) / COST), most = MESSAGES - 10;
        int pushed = flood(much < most ? much : most);
        if (check_rank == 0) CHECK(pushed >= (much < most ? much : most));
        set(MPI_COMM_WORLD, "1");
        CHECK(size_now(MPI_COMM_WORLD) == 28672 * others);
        for (int i = 0; i < 2; i++) flood(0); /* It shrinks as messages are taken. */
        pushed = flood(0);
        if (check_rank == 0) CHECK(pushed > 0 && pushed <= 28672 / COST);
        if (check_rank == 0 && check_wrong) fprintf(stderr, "pushed_buffer: %d sends of %d\n", pushed, MESSAGES);
    }
    return check_end();
}
