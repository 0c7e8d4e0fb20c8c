/* The floor between two test hosts: what bare datagrams take, one way, between two processes that are pinned to a core
 * each and have a connected socket on their own host. No headers, no copies, no losses made good: system calls alone,
 * rows of datagrams in one call each way (UDP_SEGMENT, UDP_GRO).
 *
 *     datagrams HOST_A ADDRESS_A HOST_B ADDRESS_B CORE_A CORE_B SECONDS SIZE,SIZE,.. (no MPI; IPv4; hosts as `ip netns`
 *         names them)
 *
 * Lines as in common.h: point datagram S .., half a round trip of S bytes, us. Sizes that the receive buffer cannot
 * hold are left out, and so is one of which something was lost. */
#include "plain.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif
#ifndef UDP_GRO
#define UDP_GRO 104
#endif
enum { SEGMENT = 1472, ROW = 44 * SEGMENT, SILENCE_MS = 500 };

static int most;
static unsigned char *row, *room;

/* A socket on that host, which this process then has, wherever it goes. */
static int place(const char *host, struct sockaddr_in *at) {
    char path[256];
    snprintf(path, sizeof path, "/run/netns/%s", host);
    int ns = open(path, O_RDONLY | O_CLOEXEC);
    if (ns < 0 || setns(ns, CLONE_NEWNET) != 0) die(path);
    close(ns);
    int s = socket(AF_INET, SOCK_DGRAM, 0), on = 1, bytes = 4 << 20;
    socklen_t len = sizeof *at;
    if (s < 0 || bind(s, (struct sockaddr *)at, len) != 0 || getsockname(s, (struct sockaddr *)at, &len) != 0)
        die(host);
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    setsockopt(s, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    if (setsockopt(s, IPPROTO_UDP, UDP_GRO, &on, sizeof on) != 0) die("UDP_GRO");
    return s;
}
static void put(int s, size_t size) {
    do {
        size_t len = size < ROW ? size : ROW;
        char control[CMSG_SPACE(sizeof(unsigned short))] = {0};
        struct iovec piece = {row, len};
        struct msghdr m = {.msg_iov = &piece, .msg_iovlen = 1};
        if (len > SEGMENT) {
            m.msg_control = control, m.msg_controllen = sizeof control;
            struct cmsghdr *c = CMSG_FIRSTHDR(&m);
            c->cmsg_level = IPPROTO_UDP, c->cmsg_type = UDP_SEGMENT, c->cmsg_len = CMSG_LEN(sizeof(unsigned short));
            *(unsigned short *)CMSG_DATA(c) = SEGMENT;
        }
        if (sendmsg(s, &m, 0) != (ssize_t)len) die("sending");
        size -= len;
    } while (size > 0);
}
/* True when `size` bytes have come; false: nothing came for a while. */
static int take(int s, size_t size) {
    size_t got = 0;
    double last = 0;
    for (long look = 1; got < size; look++) {
        ssize_t n = recv(s, room, 65536, MSG_DONTWAIT);
        if (n >= 0) {
            got += n, last = 0;
        } else if (errno != EAGAIN) {
            die("receiving");
        } else if (look % 1024 == 0) {
            if (last == 0) last = now();
            if (now() - last > SILENCE_MS * 1e-3) return 0;
        }
    }
    return got == size;
}
static void measure(int a, int b, int core_b, size_t size, double budget) {
    fflush(stdout);
    pid_t parent = getpid(), child = fork();
    if (child < 0) die("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(0);
        pin(core_b);
        while (take(b, size)) put(b, size);
        _exit(0);
    }
    long n = 0, batch = size < 4096 ? 10 : 1;
    int whole = 1;
    double begin = now(), warm = begin + budget / 8, end = warm + budget;
    for (double t = begin; whole && (n < 5 || (t < end && n < MAX_SAMPLES));) {
        double start = t;
        for (long i = 0; whole && i < batch; i++) {
            put(a, size);
            whole = take(a, size);
        }
        t = now();
        if (t > warm) samples[n++] = (t - start) / batch / 2;
    }
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (recv(a, room, 65536, MSG_DONTWAIT) >= 0 || recv(b, room, 65536, MSG_DONTWAIT) >= 0) continue;
    if (!whole) return;
    print("datagram", size, n, batch);
}

int main(int argc, char **argv) {
    if (argc != 9) {
        fprintf(stderr, "usage: datagrams HOST_A ADDRESS_A HOST_B ADDRESS_B CORE_A CORE_B SECONDS SIZE,SIZE,..\n");
        return 2;
    }
    struct sockaddr_in at[2];
    int s[2];
    for (int i = 0; i < 2; i++) {
        memset(&at[i], 0, sizeof at[i]);
        at[i].sin_family = AF_INET;
        if (inet_pton(AF_INET, argv[2 * i + 2], &at[i].sin_addr) != 1) die(argv[2 * i + 2]);
        s[i] = place(argv[2 * i + 1], &at[i]);
    }
    for (int i = 0; i < 2; i++)
        if (connect(s[i], (struct sockaddr *)&at[1 - i], sizeof at[0]) != 0) die("connecting");
    int granted = 0;
    socklen_t len = sizeof granted;
    if (getsockopt(s[0], SOL_SOCKET, SO_RCVBUF, &granted, &len) != 0) die("SO_RCVBUF");
    most = granted / 2;
    row = malloc(ROW), room = malloc(65536);
    if (!row || !room) die("memory");
    memset(row, 1, ROW), memset(room, 1, 65536);
    pin(atoi(argv[5]));
    for (char *p = argv[8]; *p;) {
        char *end;
        size_t size = strtoull(p, &end, 10);
        if (end == p) break;
        if (size > 0 && size <= (size_t)most) measure(s[0], s[1], atoi(argv[6]), size, atof(argv[7]));
        p = *end == ',' ? end + 1 : end;
    }
    return 0;
}
