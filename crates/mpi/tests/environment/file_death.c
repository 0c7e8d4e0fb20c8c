/* Rank 1 dies in the second of two collective writes of a file, while the other ranks wait for it. The arguments say how,
 * and the file's path:
 *   exchange  the system ends rank 1 when it writes the pieces that it has collected from all ranks (SIGXFSZ)
 *   split     rank 1 kills itself between the two parts of a split write
 *   request   rank 1 kills itself before it waits for a non-blocking write
 *   close     rank 1 kills itself before it closes the file */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { EACH = 65536, VICTIM = 1, MOST = 64 };
static char bytes[EACH];
static int pids[MOST], rank, size;

/* Returns a process's state, as a letter; S is asleep. */
static char state_of(int pid) {
    char path[64], line[512] = "", state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *stat = fopen(path, "r");
    if (stat && fgets(line, sizeof line, stat) && strrchr(line, ')')) state = strrchr(line, ')')[2];
    if (stat) fclose(stat);
    return state;
}

/* Waits until all other ranks have been asleep for a while: each is in its call then. */
static void await_sleepers(void) {
    for (int looks = 0, calm = 0; calm < 20 && looks < 4000; looks++) {
        int asleep = 1;
        for (int r = 0; r < size; r++) asleep &= r == rank || state_of(pids[r]) == 'S';
        calm = asleep ? calm + 1 : 0;
        usleep(5000);
    }
}

/* Rank 1 dies once the others wait for it. */
static void die(void) {
    if (rank != VICTIM) return;
    await_sleepers();
    kill(getpid(), SIGKILL);
}

/* Lets the system kill rank 1 when it next writes to a file. */
static void forbid_writing(void) {
    struct rlimit none = {0, 0};
    if (rank != VICTIM) return;
    await_sleepers();
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
}

int main(int argc, char **argv) {
    const char *how = argv[1];
    int pid = getpid();
    MPI_Info info;
    MPI_File file;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allgather(&pid, 1, MPI_INT, pids, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", "enable");
    MPI_Info_set(info, "cb_nodes", "2");
    MPI_File_open(MPI_COMM_WORLD, argv[2], MPI_MODE_CREATE | MPI_MODE_WRONLY, info, &file);
    MPI_Info_free(&info);
    memset(bytes, 'a' + rank, EACH);
    if (MPI_File_write_at_all(file, EACH * rank, bytes, EACH, MPI_CHAR, MPI_STATUS_IGNORE) != MPI_SUCCESS) return 3;
    MPI_Offset at = EACH * (size + rank);
    if (!strcmp(how, "exchange")) {
        forbid_writing();
        MPI_File_write_at_all(file, at, bytes, EACH, MPI_CHAR, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "split")) {
        MPI_File_write_at_all_begin(file, at, bytes, EACH, MPI_CHAR);
        die();
        MPI_File_write_at_all_end(file, bytes, MPI_STATUS_IGNORE);
    } else if (!strcmp(how, "request")) {
        MPI_File_iwrite_at_all(file, at, bytes, EACH, MPI_CHAR, &request);
        die();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        die();
        MPI_File_close(&file);
    }
    return 4;
}
