/* One of two connected processes dies, stops, or idles; the other must be told as TCP tells it. The connection is made
 * between this process and a child that it forks first, so that the death is no rank's.
 *
 *     ends WHAT SEED
 *
 * Ends with 0 if all was right; else says what was wrong. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define IDLE 300
#define EDGES 3000

static void wrong(const char *what, long n) {
    fprintf(stderr, "%s (%ld, errno %d)\n", what, n, errno);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct sockaddr_in address = {.sin_family = AF_INET};
static int listener;

static void listen_here(void) {
    socklen_t len = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(listener, (void *)&address, len) < 0 || listen(listener, IDLE) < 0) wrong("no listener", 0);
    getsockname(listener, (void *)&address, &len);
}

static int connect_there(void) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (void *)&address, sizeof address) < 0) wrong("no connection", 0);
    return fd;
}

/* One byte each way: the connection goes over to Clump. */
static void greet(int fd) {
    char byte = 'x';
    for (int i = 0; i < 2; i++)
        if (write(fd, &byte, 1) != 1 || read(fd, &byte, 1) != 1) wrong("no greeting", i);
}

/* The child of each case; `go` is a pipe by which it says that it is ready. */
static void child_of(const char *what, int go) {
    static char buffer[64 << 10];
    int fds[IDLE], count = strcmp(what, "idle") == 0 ? IDLE : 1;
    for (int i = 0; i < count; i++) {
        fds[i] = connect_there();
        greet(fds[i]);
    }
    if (write(go, "g", 1) != 1) exit(3);
    if (strcmp(what, "idle") == 0) {
        int set = epoll_create1(0);
        for (int i = 0; i < count; i++) {
            struct epoll_event event = {.events = EPOLLIN, .data = {.fd = fds[i]}};
            epoll_ctl(set, EPOLL_CTL_ADD, fds[i], &event);
        }
        struct epoll_event got;
        while (epoll_wait(set, &got, 1, -1) == 1)
            if (read(got.data.fd, buffer, 1) != 1) exit(0);
        exit(4);
    }
    if (strcmp(what, "writer") == 0)
        while (write(fds[0], buffer, sizeof buffer) > 0) {}
    if (strcmp(what, "stopped") == 0) {
        raise(SIGSTOP);
        while (read(fds[0], buffer, sizeof buffer) > 0) {}
        exit(0);
    }
    if (strncmp(what, "edges", 5) == 0)
        for (int i = 0; i < EDGES; i++) {
            /* Now and then the peer falls asleep first. */
            if (i % 7 == 0) usleep(200);
            if (write(fds[0], "12345678", 8) != 8 || recv(fds[0], buffer, 8, MSG_WAITALL) != 8) exit(6);
        }
    /* A reader that does not read. */
    pause();
    exit(5);
}

static void check_idle(int *fds) {
    struct rusage before, after;
    usleep(50000);
    getrusage(RUSAGE_SELF, &before);
    struct pollfd polls[IDLE];
    for (int i = 0; i < IDLE; i++) polls[i] = (struct pollfd){fds[i], POLLIN, 0};
    int n = poll(polls, IDLE, 1000);
    getrusage(RUSAGE_SELF, &after);
    if (n != 0) wrong("an idle connection is ready", n);
    long s = after.ru_utime.tv_sec - before.ru_utime.tv_sec + after.ru_stime.tv_sec - before.ru_stime.tv_sec;
    long us = s * 1000000 + after.ru_utime.tv_usec - before.ru_utime.tv_usec + after.ru_stime.tv_usec -
              before.ru_stime.tv_usec;
    if (us > 5000) wrong("an idle second took so many us of the processor", us);
    for (int i = 0; i < IDLE; i++) close(fds[i]);
}

/* Serves a peer that waits for each answer, by edges. As nginx does, a read of fewer bytes than asked for counts as the
 * last before the next edge: no read says EAGAIN. With `nested`, the set is waited for by another one or by poll. */
static void check_edges(int fd, int nested) {
    static char buffer[4096];
    int set = epoll_create1(0), outer = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET}, whole = {.events = EPOLLIN};
    if (nested == 1 && epoll_ctl(outer, EPOLL_CTL_ADD, set, &whole) < 0) wrong("no set in a set", 0);
    fcntl(fd, F_SETFL, O_NONBLOCK);
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
    for (long got = 0; got < 8 * EDGES;) {
        struct pollfd polled = {set, POLLIN, 0};
        if (nested == 1 && epoll_wait(outer, &whole, 1, 2000) != 1) wrong("no event of the outer set after bytes", got);
        if (nested == 2 && poll(&polled, 1, 2000) != 1) wrong("poll says nothing of the set after bytes", got);
        if (epoll_wait(set, &event, 1, 2000) != 1) wrong("no edge after so many bytes", got);
        long n = read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EAGAIN) continue;
        if (n <= 0 || write(fd, buffer, (size_t)n) != n) wrong("no answer", n);
        got += n;
    }
}

int main(int argc, char **argv) {
    static char buffer[256 << 10];
    if (argc != 3) return 2;
    const char *what = argv[1];
    srand((unsigned)atoi(argv[2]));
    signal(SIGPIPE, SIG_IGN);
    listen_here();
    int go[2], fds[IDLE], count = strcmp(what, "idle") == 0 ? IDLE : 1;
    if (pipe(go) < 0) return 3;
    pid_t child = fork();
    if (child == 0) child_of(what, go[1]);
    for (int i = 0; i < count; i++) {
        char byte;
        fds[i] = accept(listener, NULL, NULL);
        for (int j = 0; j < 2; j++)
            if (read(fds[i], &byte, 1) != 1 || write(fds[i], &byte, 1) != 1) wrong("no greeting", i);
    }
    if (read(go[0], buffer, 1) != 1) wrong("no child", 0);
    int fd = fds[0], status;
    if (strcmp(what, "idle") == 0) {
        check_idle(fds);
    } else if (strncmp(what, "edges", 5) == 0) {
        check_edges(fd, atoi(what + 5));
    } else if (strcmp(what, "writer") == 0) {
        /* The writer dies while this process reads: the end comes within a second, and no byte is wrong. */
        double killed = 0;
        long until = rand() % 3000, got;
        for (long i = 0;; i++) {
            if (i == until) {
                kill(child, SIGKILL);
                killed = now();
            }
            got = read(fd, buffer, sizeof buffer);
            if (got <= 0) break;
            for (long at = 0; at < got; at++)
                if (buffer[at] != 0) wrong("a wrong byte", at);
        }
        if (killed == 0) wrong("the stream ended before the writer", got);
        if (got < 0 && errno != ECONNRESET) wrong("another error than ECONNRESET", got);
        if (now() - killed > 1.0) wrong("the end came late", 0);
    } else if (strcmp(what, "reader") == 0) {
        /* The reader does not read: the writer stops at a bound. Then the reader dies. */
        long sent = 0, n;
        fcntl(fd, F_SETFL, O_NONBLOCK);
        while ((n = write(fd, buffer, sizeof buffer)) > 0) sent += n;
        if (errno != EAGAIN) wrong("another error than EAGAIN", n);
        if (sent > 1 << 20) wrong("a reader that does not read took too many bytes", sent);
        struct pollfd p = {fd, POLLOUT, 0};
        if (poll(&p, 1, 20) != 0) wrong("a full connection is writable", p.revents);
        fcntl(fd, F_SETFL, 0);
        int blocks = rand() % 2;
        if (blocks) {
            pid_t killer = fork();
            if (killer == 0) {
                usleep((useconds_t)(rand() % 20000));
                kill(child, SIGKILL);
                _exit(0);
            }
        } else {
            kill(child, SIGKILL);
        }
        double begin = now();
        while (write(fd, buffer, sizeof buffer) > 0)
            if (now() - begin > 2) wrong("writes to a dead reader succeed", 0);
        if (errno != ECONNRESET && errno != EPIPE) wrong("another error than ECONNRESET or EPIPE", 0);
        if (now() - begin > 1.1) wrong("the error came late", 0);
    } else if (strcmp(what, "stopped") == 0) {
        /* The reader is stopped: the writer waits, and goes on when the reader does. */
        while (waitpid(child, &status, WUNTRACED) == child && !WIFSTOPPED(status)) {}
        long sent = 0, n;
        fcntl(fd, F_SETFL, O_NONBLOCK);
        while ((n = write(fd, buffer, sizeof buffer)) > 0) sent += n;
        if (errno != EAGAIN || sent > 1 << 20) wrong("a stopped reader took too many bytes", sent);
        kill(child, SIGCONT);
        fcntl(fd, F_SETFL, 0);
        for (int i = 0; i < 100; i++)
            if (write(fd, buffer, sizeof buffer) != (ssize_t)sizeof buffer) wrong("a write failed", i);
        close(fd);
        if (waitpid(child, &status, 0) != child || status != 0) wrong("the reader failed", status);
        return 0;
    } else {
        return 2;
    }
    if (strcmp(what, "idle") != 0) kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return 0;
}
