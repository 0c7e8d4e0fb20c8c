/* Beside a TCP flow. Ranks 1 and 2 send to rank 0 without end, two messages each on their way; the last rank's host
 * sends to rank 0's by one TCP connection of the program's own, with the system's own choices, from a thread that is no
 * business of MPI. The last rank itself takes no part meanwhile. After a second, for as long as the budget says (at
 * least 2 s):
 *     neighbour_mpi, neighbour_tcp   what arrived of either, MB/s
 * `wire` is what came to rank 0's interface in that time, bytes, headers included as far as the system counts them. */
#include "common.h"
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#define WINDOW 2
#define WARM 1.0

static atomic_llong tcp_bytes;
static atomic_int over;

/* Takes one connection, and counts. */
static void *sink(void *argument) {
    static char bytes[256 << 10];
    int listener = *(int *)argument, fd = accept(listener, NULL, NULL);
    ssize_t n;
    while (fd >= 0 && (n = read(fd, bytes, sizeof bytes)) > 0) atomic_fetch_add(&tcp_bytes, n);
    if (fd >= 0) close(fd);
    return NULL;
}

static void *source(void *argument) {
    static char bytes[256 << 10];
    int fd = *(int *)argument;
    while (!atomic_load(&over) && write(fd, bytes, sizeof bytes) > 0)
        ;
    close(fd);
    return NULL;
}

/* This host's first address that others can reach. */
static struct in_addr own_address(char *name) {
    struct ifaddrs *list = NULL;
    struct in_addr found = {0};
    if (getifaddrs(&list) != 0) fail("addresses", "the system does not tell them");
    for (struct ifaddrs *i = list; i; i = i->ifa_next)
        if (i->ifa_addr && i->ifa_addr->sa_family == AF_INET && !(i->ifa_flags & IFF_LOOPBACK)) {
            found = ((struct sockaddr_in *)i->ifa_addr)->sin_addr;
            snprintf(name, IFNAMSIZ, "%s", i->ifa_name);
            break;
        }
    freeifaddrs(list);
    return found;
}

/* Bytes that came to an interface so far. */
static double received(const char *name) {
    char line[512];
    double bytes = -1;
    FILE *f = fopen("/proc/self/net/dev", "r");
    while (f && fgets(line, sizeof line, f)) {
        char *colon = strchr(line, ':'), *start = line + strspn(line, " ");
        if (colon && (size_t)(colon - start) == strlen(name) && !strncmp(start, name, strlen(name)))
            bytes = atof(colon + 1);
    }
    if (f) fclose(f);
    if (bytes < 0) fail("/proc/self/net/dev", "the interface is not in it");
    return bytes;
}

static int tcp(struct sockaddr_in *to, int listens) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) fail("TCP", "no socket");
    if (listens) {
        socklen_t len = sizeof *to;
        if (bind(fd, (struct sockaddr *)to, len) || listen(fd, 1) || getsockname(fd, (struct sockaddr *)to, &len))
            fail("TCP", "cannot listen");
    } else if (connect(fd, (struct sockaddr *)to, sizeof *to)) {
        fail("TCP", "cannot connect");
    }
    return fd;
}

static void receive(size_t size, const char *interface) {
    unsigned char *data = buffer(2 * WINDOW * size);
    MPI_Request r[2 * WINDOW];
    double begin_time = now(), start = 0, mpi = 0, tcp_before = 0, wire = 0, end = budget > 2 ? budget : 2;
    int last = 0;
    for (int i = 0; i < 2 * WINDOW; i++)
        MPI_Irecv(data + i * size, (int)size, MPI_BYTE, 1 + i % 2, 1, MPI_COMM_WORLD, &r[i]);
    while (!last) {
        int i;
        MPI_Waitany(2 * WINDOW, r, &i, MPI_STATUS_IGNORE);
        double t = now();
        check(data + i * size, size, (unsigned)(1 + i % 2), "neighbour");
        if (start != 0) mpi += (double)size;
        if (start == 0 && t - begin_time > WARM) {
            start = t;
            tcp_before = (double)atomic_load(&tcp_bytes);
            wire = received(interface);
        }
        last = start != 0 && t - start > end;
        if (!last) MPI_Irecv(data + i * size, (int)size, MPI_BYTE, 1 + i % 2, 1, MPI_COMM_WORLD, &r[i]);
        else r[i] = MPI_REQUEST_NULL;
        if (last) {
            double took = t - start, other = (double)atomic_load(&tcp_bytes) - tcp_before;
            wire = received(interface) - wire;
            printf("point neighbour_mpi %zu %.6g MB/s seconds=%.6g wire=%.6g\n", size, mpi / took / 1e6, took, wire);
            printf("point neighbour_tcp %zu %.6g MB/s seconds=%.6g\n", size, other / took / 1e6, took);
        }
    }
    /* The senders end: what is still on its way comes in. */
    for (int to = 1; to < ranks; to++) MPI_Send(&last, 1, MPI_INT, to, 2, MPI_COMM_WORLD);
    int open[2] = {1, 1};
    while (open[0] || open[1]) {
        int i, got;
        MPI_Status status;
        MPI_Waitany(2 * WINDOW, r, &i, &status);
        if (i == MPI_UNDEFINED) break;
        MPI_Get_count(&status, MPI_BYTE, &got);
        if (got == 0) open[i % 2] = 0;
        if (open[i % 2]) MPI_Irecv(data + i * size, (int)size, MPI_BYTE, 1 + i % 2, 1, MPI_COMM_WORLD, &r[i]);
    }
    for (int i = 0; i < 2 * WINDOW; i++)
        if (r[i] != MPI_REQUEST_NULL) MPI_Cancel(&r[i]), MPI_Wait(&r[i], MPI_STATUS_IGNORE);
    free(data);
}

/* Two messages on their way until rank 0 has enough, then an empty one. */
static void transmit(size_t size) {
    unsigned char *data = buffer(size);
    MPI_Request r[WINDOW], stop;
    int over_now = 0, told;
    fill(data, size, (unsigned)rank);
    MPI_Irecv(&told, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &stop);
    for (int i = 0; i < WINDOW; i++) MPI_Isend(data, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &r[i]);
    while (!over_now) {
        int i;
        MPI_Waitany(WINDOW, r, &i, MPI_STATUS_IGNORE);
        MPI_Test(&stop, &over_now, MPI_STATUS_IGNORE);
        if (!over_now) MPI_Isend(data, (int)size, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &r[i]);
    }
    MPI_Waitall(WINDOW, r, MPI_STATUSES_IGNORE);
    MPI_Send(data, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    free(data);
}

int main(int argc, char **argv) {
    char interface[IFNAMSIZ] = "";
    struct sockaddr_in to = {0};
    pthread_t thread;
    int fd = -1;
    begin(argc, argv, "1m", 0);
    if (ranks != 4) fail("ranks", "this program needs exactly 4 ranks");
    if (rank == 0) {
        to.sin_family = AF_INET;
        to.sin_addr = own_address(interface);
        fd = tcp(&to, 1);
        pthread_create(&thread, NULL, sink, &fd);
    }
    MPI_Bcast(&to, sizeof to, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int s = 0; s < size_count; s++) {
        if (sizes[s] == 0) fail("--sizes", "a message of this program has at least 1 byte");
        if (s > 0) fail("--sizes", "this program takes one size");
        if (rank == 3) {
            int told;
            MPI_Request stop;
            fd = tcp(&to, 0);
            MPI_Irecv(&told, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &stop);
            pthread_create(&thread, NULL, source, &fd);
            for (int done = 0; !done; usleep(10000)) MPI_Test(&stop, &done, MPI_STATUS_IGNORE);
            atomic_store(&over, 1);
        } else if (rank == 0) {
            receive(sizes[s], interface);
        } else {
            transmit(sizes[s]);
        }
    }
    if (rank == 0 || rank == 3) pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
