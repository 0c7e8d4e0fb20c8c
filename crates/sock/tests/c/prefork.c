/* A server that accepts connections in one process and serves each in a child, as PostgreSQL does. A client, which this
 * process forks first, sends numbered bytes and checks that they come back in order, each once.
 *
 *     prefork WHAT
 *
 * WHAT says what the accepting process and the child do with the socket. Ends with 0 if all was right; else says what
 * was wrong. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONNECTIONS 20
#define ROUNDS 60

static void wrong(const char *what, long n) {
    fprintf(stderr, "%s (%ld, errno %d)\n", what, n, errno);
    exit(1);
}

static unsigned char byte_at(long position) { return (unsigned char)(position * 31 + position / 251); }

/* Sends and compares on one connection; messages of 1 byte to some 100 KiB. */
static void exchange(struct sockaddr_in *address) {
    static unsigned char out[100 << 10], in[100 << 10];
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(fd, (void *)address, sizeof *address) < 0) wrong("no connection", 0);
    long position = 0;
    for (int round = 0; round < ROUNDS; round++) {
        long len = round % 10 == 9 ? (long)sizeof out : 1 + round * 37;
        for (long i = 0; i < len; i++) out[i] = byte_at(position + i);
        if (write(fd, out, (size_t)len) != len) wrong("a write failed in round", round);
        long got = recv(fd, in, (size_t)len, MSG_WAITALL);
        if (got != len || memcmp(in, out, (size_t)len) != 0) wrong("a wrong answer in round", round);
        position += len;
    }
    if (shutdown(fd, SHUT_WR) < 0 || read(fd, in, 1) != 0) wrong("no end of the stream", 0);
    close(fd);
}

/* Sends back `most` bytes, or all until the stream's end. */
static long echo(int fd, long most) {
    static char buffer[64 << 10];
    long all = 0;
    while (all < most) {
        long len = most - all < (long)sizeof buffer ? most - all : (long)sizeof buffer;
        long got = read(fd, buffer, (size_t)len);
        if (got < 0) wrong("a read failed", got);
        if (got == 0) break;
        for (long at = 0, n; at < got; at += n)
            if ((n = write(fd, buffer + at, (size_t)(got - at))) < 0) wrong("an answer failed", at);
        all += got;
    }
    return all;
}

static void serve(const char *what, int fd) {
    char *cat[] = {"cat", NULL}, *none[] = {NULL};
    int ready[2], is = strcmp(what, "late") == 0 || strcmp(what, "both") == 0;
    if (pipe(ready) < 0) wrong("no pipe", 0);
    if (strcmp(what, "failed-exec") == 0) fcntl(fd, F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        if (strcmp(what, "grandchild") == 0 && fork() != 0) _exit(0);
        if (strcmp(what, "exec") == 0) {
            dup2(fd, 0);
            dup2(fd, 1);
            execvp("cat", cat);
            _exit(9);
        }
        if (strcmp(what, "failed-exec") == 0) execve("/nowhere/cat", cat, none);
        if (strcmp(what, "parent") == 0) exit(0);
        /* Bytes while two processes hold the socket. Then the accepting process closes it, or goes on with it. */
        if (is) {
            echo(fd, 200);
            if (write(ready[1], "r", 1) != 1) wrong("no word", 0);
        }
        if (strcmp(what, "both") != 0) echo(fd, 1L << 40);
        exit(0);
    }
    char byte;
    if (is && read(ready[0], &byte, 1) != 1) wrong("the child does not begin", 0);
    close(ready[0]);
    close(ready[1]);
    if (strcmp(what, "both") == 0 || strcmp(what, "parent") == 0) {
        if (strcmp(what, "both") == 0) waitpid(child, NULL, 0);
        echo(fd, 1L << 40);
    }
    close(fd);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    signal(SIGPIPE, SIG_IGN);
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t len = sizeof address;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM, 0), status;
    if (bind(listener, (void *)&address, len) < 0 || listen(listener, CONNECTIONS) < 0) wrong("no listener", 0);
    getsockname(listener, (void *)&address, &len);
    pid_t client = fork();
    if (client == 0) {
        for (int i = 0; i < CONNECTIONS; i++) exchange(&address);
        exit(0);
    }
    for (int i = 0; i < CONNECTIONS; i++) {
        int fd = accept(listener, NULL, NULL);
        if (fd < 0) wrong("no connection to accept", i);
        serve(argv[1], fd);
    }
    if (waitpid(client, &status, 0) != client || status != 0) wrong("the client failed", status);
    while (wait(&status) > 0)
        if (status != 0) wrong("a child failed", status);
    return 0;
}
