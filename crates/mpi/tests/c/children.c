/* Children made by fork neither hold the job's shared memory nor harm the job: one that just ends, one that ends by exit
 * (which runs the handlers its parent registered), and one that runs another program. ranks: 2 */
#define _GNU_SOURCE
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 20, WORDS = 20000 };

/* Lines of this process's memory map that belong to the job. */
static int mapped(void) {
    char line[512];
    int found = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) found += strstr(line, "memfd:clump") != NULL;
    if (maps) fclose(maps);
    return maps ? found : -1;
}

static int ended_with(pid_t child) {
    int status = -1;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

static void exchange(int round) {
    static int out[WORDS], in[WORDS];
    int other = 1 - check_rank;
    for (int i = 0; i < WORDS; i++) out[i] = round * WORDS + i + check_rank;
    MPI_Sendrecv(out, WORDS, MPI_INT, other, 1, in, WORDS, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[0] == round * WORDS + other && in[WORDS - 1] == round * WORDS + WORDS - 1 + other);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    CHECK(mapped() > 0);
    for (int round = 0; round < ROUNDS; round++) {
        fflush(NULL);
        pid_t quiet = fork();
        if (quiet == 0) _exit(mapped() == 0 ? 11 : 1);
        pid_t tidy = fork();
        if (tidy == 0) exit(12);
        /* Traffic while the children live. */
        exchange(round);
        CHECK(ended_with(quiet) == 11);
        CHECK(ended_with(tidy) == 12);
    }
    /* After exec no descriptor leads to the job either. */
    CHECK(system("! ls -l /proc/self/fd | grep -q memfd:clump") == 0);
    /* A child that outlives many messages of its parent. */
    pid_t slow = fork();
    if (slow == 0) {
        execlp("sleep", "sleep", "0.3", (char *)NULL);
        _exit(1);
    }
    for (int round = 0; round < ROUNDS; round++) exchange(round);
    CHECK(ended_with(slow) == 0);
    exchange(ROUNDS);
    return check_end();
}
