/* A service that accepts connections, or starts processes, in a loop under MPI_ERRORS_RETURN, and its clients, which
 * may be killed or stopped at a seeded moment.
 *
 *   service accept PORT SECONDS STOP     serves until the file STOP exists; writes its port into the file PORT
 *   service connect PORT SECONDS         connects, and is served
 *   service connect PORT SECONDS kill SEED SPREAD    is killed up to SPREAD microseconds after MPI_Comm_connect begins
 *   service connect PORT SECONDS stop SEED SPREAD    is stopped then, and killed 3 s later
 *   service leave PORT SECONDS           connects; its rank 0 is killed
 *   service spawn TIMES SPREAD           starts processes, which are killed at up to SPREAD microseconds of MPI_Init
 *
 * A call that ends later than its deadline is an error, as is an error of another class than the standard's for it. */
#define _GNU_SOURCE
#include <dirent.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How much later than its deadline a call may end on a loaded machine, in seconds. */
#define LATE 1.5

static int wrong, rank;
static double begun;

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

/* Checks how a call that began at `begun` has ended. Returns 1 if it has failed. */
static int failed(const char *call, int code, double limit, int allowed) {
    double took = MPI_Wtime() - begun;
    char text[MPI_MAX_ERROR_STRING] = "";
    int len;
    if (code) MPI_Error_string(code, text, &len);
    if (took > limit + LATE || (code && class_of(code) != allowed && class_of(code) != MPI_ERR_PROC_ABORTED)) {
        printf("rank %d: %s ended after %.2f s (limit %.2f s): %s\n", rank, call, took, limit, text);
        wrong = 1;
    }
    return code != 0;
}

/* Starts a process that sends the signal to this one at a moment of the `spread` microseconds after the returned
 * descriptor is closed. */
static int doom(int number, unsigned seed, unsigned spread) {
    int ends[2];
    char byte;
    const pid_t self = getpid();
    if (pipe(ends) != 0) exit(9);
    if (fork() == 0) {
        close(ends[1]);
        if (read(ends[0], &byte, 1) != 0) _exit(0);
        usleep((unsigned)(((unsigned long long)(seed * 2654435761u) * spread) >> 32));
        kill(self, number);
        if (number == SIGSTOP) sleep(3);
        kill(self, SIGKILL);
        _exit(0);
    }
    close(ends[0]);
    return ends[1];
}

static void read_port(const char *path, char *port) {
    FILE *file = fopen(path, "r");
    if (!file || !fgets(port, MPI_MAX_PORT_NAME, file)) exit(8);
    fclose(file);
}

/* Swaps a number with rank 0 of the other group. */
static int swap(MPI_Comm comm) {
    int mine = 41, theirs = 0;
    begun = MPI_Wtime();
    return failed("MPI_Sendrecv", MPI_Sendrecv(&mine, 1, MPI_INT, 0, 1, &theirs, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE), 4,
                  MPI_ERR_PROC_ABORTED);
}

static void disconnect(MPI_Comm *comm) {
    begun = MPI_Wtime();
    /* A communicator whose other group has died is still there. */
    if (failed("MPI_Comm_disconnect", MPI_Comm_disconnect(comm), 4, MPI_ERR_PROC_ABORTED)) MPI_Comm_free(comm);
}

static int descriptors(void) {
    int count = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir)) count++;
    closedir(dir);
    return count;
}

/* Checks that nothing is left of other jobs but what the last one may keep for a moment. */
static void check_descriptors(int before) {
    const int now = descriptors();
    if (now > before + 6) {
        printf("rank %d: %d descriptors are open, %d were at the start\n", rank, now, before);
        wrong = 1;
    }
}

static void accept_clients(char **argv) {
    char port[MPI_MAX_PORT_NAME] = "", path[4096];
    const double limit = atof(argv[3]);
    int served = 0, refused = 0, later = 0;
    const int before = descriptors();
    MPI_Info info;
    MPI_Comm comm;
    MPI_Info_create(&info);
    MPI_Info_set(info, "timeout", argv[3]);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        snprintf(path, sizeof path, "%s.new", argv[2]);
        FILE *file = fopen(path, "w");
        if (!file || fputs(port, file) < 0 || fclose(file) != 0 || rename(path, argv[2]) != 0) exit(7);
    }
    for (;;) {
        int stop = access(argv[4], F_OK) == 0;
        MPI_Bcast(&stop, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (stop) break;
        begun = MPI_Wtime();
        if (failed("MPI_Comm_accept", MPI_Comm_accept(port, info, 0, MPI_COMM_WORLD, &comm), limit, MPI_ERR_PORT)) {
            refused++;
            continue;
        }
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        const int gone = swap(comm);
        (gone ? &later : &served)[0]++;
        disconnect(&comm);
    }
    check_descriptors(before);
    if (rank == 0) printf("served %d, refused %d, lost %d\n", served, refused, later);
}

static int connect_to(int argc, char **argv, int number) {
    char port[MPI_MAX_PORT_NAME];
    const double limit = atof(argv[3]);
    MPI_Info info;
    MPI_Comm comm;
    int size;
    read_port(argv[2], port);
    MPI_Info_create(&info);
    MPI_Info_set(info, "timeout", argv[3]);
    begun = MPI_Wtime();
    if (number >= 0) close(number);
    const int code = MPI_Comm_connect(port, info, 0, MPI_COMM_WORLD, &comm);
    if (failed("MPI_Comm_connect", code, limit, MPI_ERR_PORT)) {
        printf("%s after %.1f s\n", class_of(code) == MPI_ERR_PORT ? "MPI_ERR_PORT" : "another class", MPI_Wtime() - begun);
        return 4;
    }
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (strcmp(argv[1], "leave") == 0) {
        if (rank == 0) raise(SIGKILL);
        pause();
    }
    MPI_Comm_remote_size(comm, &size);
    /* Each rank of the service swaps a number with this group's rank 0. */
    for (int i = 0; rank == 0 && i < size; i++) {
        int mine = 42, theirs = 0;
        wrong |= MPI_Sendrecv(&mine, 1, MPI_INT, i, 1, &theirs, 1, MPI_INT, i, 1, comm, MPI_STATUS_IGNORE) || theirs != 41;
    }
    disconnect(&comm);
    if (rank == 0 && !wrong) puts("served");
    return 0;
}

static void spawn_children(char **argv) {
    int served = 0, refused = 0, later = 0;
    const int before = descriptors();
    for (int i = 0; i < atoi(argv[2]); i++) {
        char seed[16];
        /* Every fourth child lives. */
        snprintf(seed, sizeof seed, "%d", i % 4 == 3 ? 0 : i + 1);
        char *args[] = {"child", seed, argv[3], NULL};
        MPI_Comm comm;
        begun = MPI_Wtime();
        if (failed("MPI_Comm_spawn", MPI_Comm_spawn(argv[0], args, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &comm,
                                                    MPI_ERRCODES_IGNORE), 10, MPI_ERR_SPAWN)) {
            refused++;
            continue;
        }
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        const int gone = swap(comm);
        (gone ? &later : &served)[0]++;
        disconnect(&comm);
    }
    if (served < atoi(argv[2]) / 4) wrong = 1;
    check_descriptors(before);
    if (rank == 0) printf("served %d, refused %d, lost %d: %s\n", served, refused, later, wrong ? "wrong" : "right");
}

static int child(char **argv) {
    MPI_Comm parent;
    int size;
    const unsigned seed = (unsigned)atoi(argv[2]);
    if (seed != 0) close(doom(SIGKILL, seed, (unsigned)atoi(argv[3])));
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_remote_size(parent, &size);
    MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
    for (int i = 0; rank == 0 && i < size; i++) {
        int mine = 42, theirs = 0;
        MPI_Sendrecv(&mine, 1, MPI_INT, i, 1, &theirs, 1, MPI_INT, i, 1, parent, MPI_STATUS_IGNORE);
    }
    if (seed != 0) pause();
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv) {
    int number = -1, code = 0;
    if (argc > 3 && strcmp(argv[1], "child") == 0) return child(argv);
    if (argc > 6) number = doom(strcmp(argv[4], "stop") == 0 ? SIGSTOP : SIGKILL, (unsigned)atoi(argv[5]), (unsigned)atoi(argv[6]));
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (strcmp(argv[1], "accept") == 0) accept_clients(argv);
    else if (strcmp(argv[1], "spawn") == 0) spawn_children(argv);
    else code = connect_to(argc, argv, number);
    MPI_Finalize();
    return wrong ? 1 : code;
}
