/* ranks: 2
 * Where `clump run` has loaded the shared heap, memory that messages use often comes to lie in it, on both
 * sides, and memory of MPI_Alloc_mem at once; where it has not (`--no-shared-heap`), nothing does. Small blocks do so
 * again after a fork and after a refusal; in a later session a peer maps the heap again. */
#include "check.h"
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEN = 1 << 20, TURNS = 200 };

/* True if the byte at `at` lies in the shared heap; if any memory does, for a null pointer. */
static int shared(const void *at) {
    char line[1024], access[5];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        if (sscanf(line, "%lx-%lx %4s", &start, &end, access) != 3 || !strstr(line, "memfd:shared-heap")) continue;
        /* After a fork the pages are private mappings of the file. */
        found |= access[3] == 's' && (!at || (start <= (unsigned long)at && (unsigned long)at < end));
    }
    fclose(maps);
    return found;
}

/* Blocks of every size, also while other ranks may write into memory of a window: first and last byte. */
static void allocated(int expected) {
    static const int sizes[] = {1, 2, 64, 1000, 16384, 16385, 40000, 300000};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    unsigned char *blocks[2][SIZES], own[100];
    MPI_Win win;
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < SIZES; i++) {
            MPI_Alloc_mem(sizes[i], MPI_INFO_NULL, &blocks[turn][i]);
            memset(blocks[turn][i], turn * SIZES + i, sizes[i]);
            CHECK(shared(blocks[turn][i]) == expected && shared(blocks[turn][i] + sizes[i] - 1) == expected);
        }
        if (turn == 0) MPI_Win_create(own, sizeof own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    }
    MPI_Win_free(&win);
    for (int i = 0; i < 2 * SIZES; i++) {
        unsigned char *block = blocks[i / SIZES][i % SIZES];
        CHECK(block[0] == i && block[sizes[i % SIZES] - 1] == i);
        MPI_Free_mem(block);
    }
}

/* True if this process maps other ranks' heaps, which it does 1 GiB at a time. */
static int maps_peers(void) {
    char line[1024];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        if (sscanf(line, "%lx-%lx", &start, &end) != 2 || !strstr(line, "memfd:shared-heap")) continue;
        found |= end - start >= 1ul << 30;
    }
    fclose(maps);
    return found;
}

/* True if a new small block is shared. */
static int shares_small(void) {
    void *block;
    MPI_Alloc_mem(100, MPI_INFO_NULL, &block);
    int is_shared = shared(block);
    MPI_Free_mem(block);
    return is_shared;
}

static void forked(void) {
    int status;
    pid_t child = fork();
    if (child == 0) _exit(0);
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* Small blocks after fork has made all pages private, and after the heap has refused to share pages. */
static void again(int expected) {
    struct rlimit before, little;
    int turn = 0;
    forked();
    CHECK(shares_small() == expected);
    forked();
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    little = before, little.rlim_cur = 16 << 20;
    CHECK(setrlimit(RLIMIT_FSIZE, &little) == 0);
    CHECK(!shares_small());
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    /* The library lets some attempts pass after a refusal. */
    while (shares_small() != expected && turn < 100) turn++;
    CHECK(turn < 100);
}

/* A session after MPI_Finalize, with memory from before. Opening the session has unmapped the peers' heaps. */
static void later_session(unsigned char *block, int expected) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Win win;
    unsigned char mine = 7 + check_rank;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "later", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Win_create(block, 100, 1, MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&mine, 1, MPI_BYTE, 1 - check_rank, 99, 1, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(block[99] == 7 + 1 - check_rank);
    CHECK(maps_peers() == expected);
    MPI_Win_free(&win);
    CHECK(shares_small() == expected);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

int main(int argc, char **argv) {
    int expected = check_heap(), here, wrong;
    unsigned char *kept;
    MPI_Comm host;
    check_start(&argc, &argv);
    unsigned char *data = malloc(LEN);
    CHECK(data != NULL);
    for (int turn = 0; turn < TURNS; turn++) {
        if (turn % 2 == check_rank) {
            memset(data, turn, LEN);
            MPI_Send(data, LEN, MPI_BYTE, 1 - check_rank, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, LEN, MPI_BYTE, 1 - check_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(data[0] == (unsigned char)turn && data[LEN - 1] == (unsigned char)turn);
        }
    }
    CHECK(shared(NULL) == expected);
    allocated(expected);
    free(data);
    again(expected);
    MPI_Alloc_mem(100, MPI_INFO_NULL, &kept);
    CHECK(shared(kept) == expected);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &here);
    MPI_Comm_free(&host);
    wrong = check_end();
    /* On several hosts a session after MPI_Finalize is refused. */
    if (here == check_size && !wrong) later_session(kept, expected);
    return wrong || check_wrong;
}
