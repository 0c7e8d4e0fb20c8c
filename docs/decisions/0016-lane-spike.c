/* The spike of 0016-rows.md, "TCP or datagrams": ping-pong of KIB KiB between two test hosts, both sides polling; us
 * one way, the lower quartile and the median. MODE t: TCP, out of and into the program's memory; r: TCP, in rows of
 * 60 KiB that are copied before and after, as what is sealed is; u: such rows as datagrams (UDP_SEGMENT, UDP_GRO).
 *
 *     cc -O2 -o lane docs/decisions/0016-lane-spike.c; cargo xtask hosts up 2
 *     ip netns exec clump1 ./lane MODE KIB TIMES HERE THERE server &
 *     ip netns exec clump0 ./lane MODE KIB TIMES HERE THERE                  (HERE, THERE: own and other address) */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ROW = 60 << 10, PIECE = 4 << 10, SEGMENT = 1464, WARM = 50, PORT = 7777 };

static char mode, *row;
static int fd;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static long least(long a, long b) { return a < b ? a : b; }

static void check(int bad, const char *what) {
    if (!bad) return;
    perror(what);
    exit(1);
}

static void copy(char *to, const char *from, long len) {
    for (long at = 0; at < len; at += PIECE) memcpy(to + at, from + at, least(PIECE, len - at));
}

static void put(const char *from, long len) {
    while (len > 0) {
        long n = write(fd, from, len);
        check(n < 0 && errno != EAGAIN, "write");
        if (n > 0) from += n, len -= n;
    }
}

static void put_datagrams(const char *from, long len) {
    char control[CMSG_SPACE(2)] = {0};
    struct iovec piece = {(void *)from, len};
    struct msghdr m = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_UDP, c->cmsg_type = UDP_SEGMENT, c->cmsg_len = CMSG_LEN(2);
    *(unsigned short *)CMSG_DATA(c) = SEGMENT;
    while (sendmsg(fd, &m, 0) < 0) check(errno != EAGAIN, "sendmsg");
}

static void send_all(const char *from, long size) {
    if (mode == 't') return put(from, size);
    for (long at = 0; at < size; at += ROW) {
        long len = least(ROW, size - at);
        copy(row, from + at, len);
        mode == 'r' ? put(row, len) : put_datagrams(row, len);
    }
}

static void receive_all(char *to, long size) {
    for (long at = 0, n; at < size; at += n) {
        char *into = mode == 't' ? to + at : row;
        n = recv(fd, into, mode == 'r' ? least(ROW, size - at) : mode == 't' ? size - at : 1 << 16, 0);
        check(n == 0 || (n < 0 && errno != EAGAIN), "recv");
        if (n < 0) n = 0;
        else if (mode != 't') copy(to + at, row, n);
    }
}

static struct sockaddr_in address(const char *text) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    check(inet_pton(AF_INET, text, &a.sin_addr) != 1, text);
    return a;
}

int main(int argc, char **argv) {
    if (argc < 6) return fprintf(stderr, "usage: lane MODE KIB TIMES HERE THERE [server]\n"), 2;
    mode = *argv[1];
    long size = atol(argv[2]) << 10, times = atol(argv[3]);
    int server = argc > 6, on = 1, large = 4 << 20, datagrams = mode == 'u';
    struct sockaddr_in here = address(argv[4]), there = address(argv[5]);
    char *out = aligned_alloc(PIECE, size), *in = aligned_alloc(PIECE, size);
    row = aligned_alloc(PIECE, 1 << 17);
    memset(out, 1, size), memset(in, 2, size);
    fd = socket(AF_INET, datagrams ? SOCK_DGRAM : SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (datagrams) {
        setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &large, sizeof large);
        setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &large, sizeof large);
        setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on);
    }
    check((datagrams || server) && bind(fd, (void *)&here, sizeof here), "bind");
    if (server && !datagrams) {
        check(listen(fd, 1), "listen");
        fd = accept(fd, NULL, NULL);
    } else {
        if (!server) usleep(300000); /* until the other is there */
        check(connect(fd, (void *)&there, sizeof there), "connect");
    }
    if (!datagrams) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    double *took = malloc(times * sizeof *took);
    for (long i = -WARM; i < times; i++) {
        double start = now();
        if (server) receive_all(in, size);
        send_all(out, size);
        if (!server) receive_all(in, size);
        if (i >= 0) took[i] = (now() - start) * 0.5e6;
    }
    qsort(took, times, sizeof *took, compare);
    if (!server) printf("%c %ld %.2f %.2f\n", mode, size >> 10, took[times / 4], took[times / 2]);
    return 0;
}
