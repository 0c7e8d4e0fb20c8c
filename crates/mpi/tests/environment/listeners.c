/* Ranks start processes on this machine: during MPI_Comm_spawn and after it, no process of the two jobs listens on an
 * address that other machines reach. A thread of each process looks at its sockets. The children call MPI_Init once a
 * parent has seen itself listen, and has made the file that the argument names. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int over, looks, loopback;
static const char *seen;

/* Returns true if this process has a descriptor of the socket with this inode. */
static int is_own(unsigned long inode) {
    char path[300], target[64], wanted[64];
    snprintf(wanted, sizeof wanted, "socket:[%lu]", inode);
    DIR *folder = opendir("/proc/self/fd");
    int found = 0;
    for (struct dirent *entry; folder && !found && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/self/fd/%s", entry->d_name);
        ssize_t len = readlink(path, target, sizeof target - 1);
        found = len > 0 && (size_t)len == strlen(wanted) && memcmp(target, wanted, len) == 0;
    }
    if (folder) closedir(folder);
    return found;
}

/* Looks at the sockets of this process. Ends the program if one is open to other machines. */
static void look(void) {
    static const char *tables[] = {"tcp", "tcp6", "udp", "udp6"};
    for (int i = 0; i < 4; i++) {
        char path[64], line[512], address[64];
        unsigned state;
        unsigned long inode;
        snprintf(path, sizeof path, "/proc/self/net/%s", tables[i]);
        FILE *file = fopen(path, "r");
        while (file && fgets(line, sizeof line, file)) {
            if (sscanf(line, " %*d: %63[0-9A-F]:%*x %*s %x %*s %*s %*s %*d %*d %lu", address, &state, &inode) != 3) continue;
            /* 10 is LISTEN. A UDP socket without a peer has the state 7. */
            if (state != (i < 2 ? 10 : 7) || !is_own(inode)) continue;
            if (i != 0 || strcmp(address, "0100007F") != 0) {
                fprintf(stderr, "a socket is open to other machines: %s: %s", tables[i], line);
                exit(3);
            }
            if (!loopback) close(open(seen, O_CREAT | O_WRONLY, 0600));
            loopback = 1;
        }
        if (file) fclose(file);
    }
    looks++;
}

static void *keep_looking(void *unused) {
    while (!over) {
        look();
        usleep(200);
    }
    return unused;
}

int main(int argc, char **argv) {
    MPI_Comm parent, children, all;
    pthread_t thread;
    int provided, word = 1;
    char *child[] = {argv[1], "child", NULL};
    seen = argv[1];
    alarm(60);
    pthread_create(&thread, NULL, keep_looking, NULL);
    while (argc > 2 && access(seen, F_OK) != 0) usleep(1000);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_get_parent(&parent);
    const int is_parent = parent == MPI_COMM_NULL;
    if (is_parent) {
        MPI_Comm_spawn(argv[0], child, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
        MPI_Intercomm_merge(children, 0, &all);
    } else {
        MPI_Intercomm_merge(parent, 1, &all);
    }
    int before = looks;
    while (looks < before + 2) usleep(1000);
    MPI_Bcast(&word, 1, MPI_INT, 0, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(is_parent ? &children : &parent);
    over = 1;
    pthread_join(thread, NULL);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (is_parent && rank == 0 && looks > 0) puts(loopback ? "listened at loopback only" : "did not listen");
    MPI_Finalize();
    return 0;
}
