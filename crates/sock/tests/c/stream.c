/* Two processes make random calls on connections to each other, against a model of a byte stream: byte n of each
 * direction is a function of the seed, the connection, the direction and n. Every byte that is received is compared,
 * and the end of each stream comes exactly where the sender has ended it.
 *
 *     stream server PORTFILE SEED CONNECTIONS CALLS
 *     stream client PORTFILE SEED CONNECTIONS CALLS
 *
 * Both derive the course of each connection from the seed, so that neither waits for bytes that never come; each then
 * draws its own calls. CALLS is a list of letters: f (fork), d (dup), s (descriptors handed over by a Unix socket), k
 * (options that only the kernel serves), t (timeouts), h (half close). Ends with 0 if all was right; else says what was
 * wrong, with the seed. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* The most bytes of a direction, usually and in one connection of eight, which fills the rings; and of a call. */
#define MOST (200 << 10)
#define LONG (3 << 20)
#define CALL (600 << 10)

static uint64_t seed, number;
static int is_server;
static const char *calls;
/* What the last call on each direction was, for reports. */
static const char *last_send = "none", *last_receive = "none";

static uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/* A source of random numbers. */
struct dice {
    uint64_t state;
};
static uint64_t roll(struct dice *d, uint64_t below) {
    d->state = mix(d->state);
    return d->state % below;
}

/* The eight bytes of a direction in which byte `at` is, in the order of this machine (x86-64). */
static uint64_t block_at(int direction, uint64_t at) {
    return mix(seed ^ mix(number * 2 + (uint64_t)direction) ^ (at / 8));
}

static unsigned char byte_at(int direction, uint64_t at) {
    return (unsigned char)(block_at(direction, at) >> (at % 8 * 8));
}

static void wrong(const char *what, uint64_t at) {
    fprintf(stderr,
            "seed %llu, connection %llu, %s: %s at byte %llu (errno %d, last send by %s, last receive by %s)\n",
            (unsigned long long)seed, (unsigned long long)number, is_server ? "server" : "client", what,
            (unsigned long long)at, errno, last_send, last_receive);
    exit(1);
}

static int can(char call) { return strchr(calls, call) != NULL; }

/* One end of the connection. */
struct end {
    int fd;
    uint64_t sent, received;
    /* The bytes that the peer sends, in all. */
    uint64_t theirs;
    struct dice dice;
};

static void fill(int direction, unsigned char *to, uint64_t at, size_t len) {
    size_t i = 0;
    while (i < len && (at + i) % 8 != 0) to[i] = byte_at(direction, at + i), i++;
    for (; i + 8 <= len; i += 8) {
        uint64_t block = block_at(direction, at + i);
        memcpy(to + i, &block, 8);
    }
    for (; i < len; i++) to[i] = byte_at(direction, at + i);
}

static void compare(const unsigned char *got, uint64_t at, size_t len) {
    static __thread unsigned char expected[CALL];
    fill(!is_server, expected, at, len);
    for (size_t i = 0; i < len; i++)
        if (got[i] != expected[i]) wrong("a wrong byte", at + i);
}

static size_t draw_length(struct dice *d) {
    switch (roll(d, 6)) {
    case 0: return 1 + roll(d, 3);
    case 1: return 1 + roll(d, 100);
    case 2: return 1 + roll(d, 5000);
    case 3: return 1 + roll(d, roll(d, 4) ? 70000 : CALL);
    default: return 1 + roll(d, 1000);
    }
}

/* Splits a buffer into up to three pieces. */
static int split(struct dice *d, unsigned char *buffer, size_t len, struct iovec *pieces) {
    int count = 0;
    while (len > 0) {
        size_t part = count == 2 ? len : 1 + roll(d, len);
        pieces[count++] = (struct iovec){buffer, part};
        buffer += part;
        len -= part;
    }
    return count;
}

static void set_blocking(struct end *e, int blocks) {
    if (roll(&e->dice, 2)) {
        int on = !blocks;
        ioctl(e->fd, FIONBIO, &on);
    } else {
        int flags = fcntl(e->fd, F_GETFL);
        fcntl(e->fd, F_SETFL, blocks ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
    }
}

/* Sends some of the next `left` bytes by one call. Returns the count, or -1 with errno. */
static ssize_t send_some(struct end *e, uint64_t left, int dont_wait) {
    static __thread unsigned char buffer[CALL];
    size_t len = draw_length(&e->dice);
    if (len > left) len = left;
    fill(is_server, buffer, e->sent, len);
    struct iovec pieces[3];
    struct msghdr message = {.msg_iov = pieces};
    int flags = MSG_NOSIGNAL | (dont_wait ? MSG_DONTWAIT : 0) | (roll(&e->dice, 8) == 0 ? MSG_MORE : 0);
    ssize_t sent;
    switch (roll(&e->dice, 5)) {
    case 0:
        last_send = "write";
        sent = write(e->fd, buffer, len);
        break;
    case 1:
        last_send = "writev";
        sent = writev(e->fd, pieces, split(&e->dice, buffer, len, pieces));
        break;
    case 2:
        last_send = "sendmsg";
        message.msg_iovlen = split(&e->dice, buffer, len, pieces);
        sent = sendmsg(e->fd, &message, flags);
        break;
    case 3:
        last_send = "sendto";
        sent = sendto(e->fd, buffer, len, flags, NULL, 0);
        break;
    default:
        last_send = "send";
        sent = send(e->fd, buffer, len, flags);
        break;
    }
    if (sent > (ssize_t)len) wrong("more was sent than given", e->sent);
    if (sent > 0) e->sent += sent;
    return sent;
}

/* Receives some of the next `left` bytes by one call; -1 with errno, 0 at the end. */
static ssize_t receive_some(struct end *e, uint64_t left, int dont_wait) {
    static __thread unsigned char buffer[CALL];
    size_t len = draw_length(&e->dice);
    if (len > left) len = left;
    struct iovec pieces[3];
    struct msghdr message = {.msg_iov = pieces};
    int flags = dont_wait ? MSG_DONTWAIT : 0, peeks = 0, waiting = 0;
    uint64_t before = e->received;
    ssize_t got;
    if (roll(&e->dice, 10) == 0 && ioctl(e->fd, FIONREAD, &waiting) == 0 && waiting < 0)
        wrong("a negative FIONREAD", e->received);
    switch (roll(&e->dice, 7)) {
    case 0:
        last_receive = "read";
        got = read(e->fd, buffer, len);
        break;
    case 1:
        last_receive = "readv";
        got = readv(e->fd, pieces, split(&e->dice, buffer, len, pieces));
        break;
    case 2:
        last_receive = "recvmsg";
        message.msg_iovlen = split(&e->dice, buffer, len, pieces);
        got = recvmsg(e->fd, &message, flags);
        break;
    case 3:
        last_receive = "recv with MSG_PEEK";
        got = recv(e->fd, buffer, len, flags | MSG_PEEK);
        peeks = 1;
        break;
    case 4:
        last_receive = "recv with MSG_WAITALL";
        got = recv(e->fd, buffer, len, flags | MSG_WAITALL);
        break;
    default:
        last_receive = "recv";
        got = recv(e->fd, buffer, len, flags);
        break;
    }
    if (got > (ssize_t)len) wrong("more was received than asked for", e->received);
    if (got > 0) compare(buffer, e->received, got);
    if (got > 0 && (uint64_t)waiting > e->theirs - before)
        wrong("FIONREAD counts more bytes than were sent", e->received);
    if (got > 0 && !peeks) e->received += got;
    return peeks && got > 0 ? 1 : got;
}

/* Waits for the events by a call that the dice choose, and returns those that came. */
static short wait_for(struct end *e, short events, int *set) {
    int timeout = can('t') && roll(&e->dice, 4) == 0 ? (int)roll(&e->dice, 3) : -1;
    switch (roll(&e->dice, 4)) {
    case 0: {
        struct pollfd p = {e->fd, events, 0};
        if (poll(&p, 1, timeout) < 0 && errno != EINTR) wrong("poll failed", 0);
        return p.revents;
    }
    case 1: {
        fd_set in, out;
        FD_ZERO(&in);
        FD_ZERO(&out);
        if (events & POLLIN) FD_SET(e->fd, &in);
        if (events & POLLOUT) FD_SET(e->fd, &out);
        struct timeval tv = {0, timeout * 1000};
        if (select(e->fd + 1, &in, &out, NULL, timeout < 0 ? NULL : &tv) < 0 && errno != EINTR)
            wrong("select failed", 0);
        return (FD_ISSET(e->fd, &in) ? POLLIN : 0) | (FD_ISSET(e->fd, &out) ? POLLOUT : 0);
    }
    default: {
        /* A new set or, for edges that were missed, a set that is kept. */
        int inner = -1;
        if (*set < 0 || roll(&e->dice, 8) == 0) {
            if (*set >= 0) close(*set);
            *set = epoll_create1(EPOLL_CLOEXEC);
        }
        uint32_t kind = roll(&e->dice, 3) == 0 ? EPOLLET : roll(&e->dice, 3) == 0 ? EPOLLONESHOT : 0;
        struct epoll_event event = {.events = kind, .data = {.u64 = 77}}, got = {0};
        event.events |= (events & POLLIN ? EPOLLIN : 0) | (events & POLLOUT ? EPOLLOUT : 0);
        if (epoll_ctl(*set, EPOLL_CTL_MOD, e->fd, &event) < 0 && epoll_ctl(*set, EPOLL_CTL_ADD, e->fd, &event) < 0)
            wrong("epoll_ctl failed", 0);
        int waits_on = *set;
        if (roll(&e->dice, 6) == 0) {
            struct epoll_event nested = {.events = EPOLLIN};
            inner = *set;
            waits_on = epoll_create1(EPOLL_CLOEXEC);
            epoll_ctl(waits_on, EPOLL_CTL_ADD, inner, &nested);
        }
        int n = epoll_wait(waits_on, &got, 1, timeout);
        if (n < 0 && errno != EINTR) wrong("epoll_wait failed", 0);
        if (inner >= 0) {
            close(waits_on);
            if (n == 1) n = epoll_wait(inner, &got, 1, 0);
        }
        if (n == 1 && got.data.u64 != 77) wrong("epoll returned other data", 0);
        short events_got = (got.events & EPOLLIN ? POLLIN : 0) | (got.events & EPOLLOUT ? POLLOUT : 0);
        if (got.events & (EPOLLERR | EPOLLHUP)) events_got |= POLLIN | POLLOUT;
        return n == 1 ? events_got : 0;
    }
    }
}

/* Replaces the descriptor by another for the same socket. */
static void exchange(struct end *e) {
    int new = -1;
    if (can('s') && roll(&e->dice, 3) == 0) {
        /* Hand it to this process itself. */
        int pair[2];
        char control[CMSG_SPACE(sizeof(int))] = {0}, byte = 0;
        struct iovec one = {&byte, 1};
        struct msghdr message = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = control,
                                 .msg_controllen = sizeof control};
        socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(head), &e->fd, sizeof(int));
        if (sendmsg(pair[0], &message, 0) != 1) wrong("sendmsg of a descriptor failed", 0);
        close(e->fd);
        message.msg_controllen = sizeof control;
        if (recvmsg(pair[1], &message, 0) != 1) wrong("recvmsg of a descriptor failed", 0);
        memcpy(&new, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
        close(pair[0]);
        close(pair[1]);
    } else if (can('d')) {
        new = roll(&e->dice, 2) ? dup(e->fd) : fcntl(e->fd, F_DUPFD_CLOEXEC, 0);
        close(e->fd);
    } else {
        return;
    }
    if (new < 0) wrong("a duplicate failed", 0);
    e->fd = new;
}

/* Forks. The child ends at once, or takes the connection over (returns 1 there; the parent has waited for it). */
static int fork_somehow(struct end *e) {
    int takes_over = roll(&e->dice, 3) == 0;
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) wrong("fork failed", 0);
    if (child == 0) {
        if (takes_over) return 1;
        if (roll(&e->dice, 2)) close(e->fd);
        _exit(0);
    }
    int status;
    if (takes_over) close(e->fd);
    if (waitpid(child, &status, 0) != child || status != 0) wrong("a child failed", 0);
    if (takes_over) e->fd = -1;
    return 0;
}

static void unusual(struct end *e, int *set) {
    if (roll(&e->dice, 12)) return;
    switch (roll(&e->dice, 6)) {
    case 0:
        if (*set >= 0) close(*set);
        *set = -1;
        exchange(e);
        break;
    case 1: {
        int on = (int)roll(&e->dice, 2), got = -1;
        socklen_t len = sizeof got;
        setsockopt(e->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        getsockopt(e->fd, IPPROTO_TCP, TCP_NODELAY, &got, &len);
        if (got != on) wrong("TCP_NODELAY has another value", 0);
        break;
    }
    case 2:
        if (can('k') && roll(&e->dice, 3) == 0) {
            int on = 1, off = 0;
            setsockopt(e->fd, IPPROTO_TCP, TCP_CORK, &on, sizeof on);
            setsockopt(e->fd, IPPROTO_TCP, TCP_CORK, &off, sizeof off);
        }
        break;
    default: break;
    }
}

/* Both directions at once, without blocking calls. */
static int run_both_ways(struct end *e, uint64_t mine, uint64_t theirs) {
    int set = -1, ended = theirs == 0 && !can('h'), shut = 0, took_over = 0;
    while (!ended || e->sent < mine) {
        unusual(e, &set);
        if (can('f') && roll(&e->dice, 60) == 0) {
            if (fork_somehow(e)) took_over = 1;
            if (e->fd < 0) return took_over;
        }
        short events = (e->sent < mine ? POLLOUT : 0) | (ended ? 0 : POLLIN);
        short got = roll(&e->dice, 3) ? wait_for(e, events, &set) : events;
        if (got & POLLOUT && e->sent < mine) {
            set_blocking(e, 0);
            if (send_some(e, mine - e->sent, 1) < 0 && errno != EAGAIN) wrong("a send failed", e->sent);
        }
        if (e->sent == mine && !shut && can('h')) {
            shutdown(e->fd, SHUT_WR);
            shut = 1;
        }
        if (got & POLLIN && !ended) {
            set_blocking(e, 0);
            ssize_t n = receive_some(e, theirs - e->received + 1, 1);
            if (n < 0 && errno != EAGAIN) wrong("a receive failed", e->received);
            if (n == 0) {
                if (e->received != theirs) wrong("the stream ends early", e->received);
                ended = 1;
            }
            if (e->received > theirs) wrong("bytes behind the stream's end", e->received);
            /* Without half closes, the end comes when the peer closes, which it does last. */
            if (e->received == theirs && !can('h')) ended = 1;
        }
    }
    if (set >= 0) close(set);
    return took_over;
}

/* By turns, with blocking calls: the sides know the length of each turn. */
static int run_by_turns(struct end *e, struct dice *course, uint64_t mine, uint64_t theirs) {
    uint64_t todo[2] = {is_server ? theirs : mine, is_server ? mine : theirs};
    int set = -1;
    while (todo[0] + todo[1] > 0) {
        int sender = todo[0] == 0 ? 1 : todo[1] == 0 ? 0 : (int)roll(course, 2);
        uint64_t len = draw_length(course);
        if (len > todo[sender]) len = todo[sender];
        todo[sender] -= len;
        unusual(e, &set);
        if (can('f') && roll(&e->dice, 100) == 0) {
            fflush(NULL);
            pid_t child = fork();
            if (child == 0) _exit(0);
            waitpid(child, NULL, 0);
        }
        set_blocking(e, 1);
        uint64_t until = (sender == is_server ? e->sent : e->received) + len;
        while ((sender == is_server ? e->sent : e->received) < until) {
            ssize_t n = sender == is_server ? send_some(e, until - e->sent, 0)
                                            : receive_some(e, until - e->received, 0);
            if (n == 0) wrong("the stream ends early", e->received);
            if (n < 0) wrong("a blocking call failed", sender == is_server ? e->sent : e->received);
        }
    }
    if (set >= 0) close(set);
    return 0;
}

struct threaded {
    struct end end;
    uint64_t mine;
};
static void *send_all(void *argument) {
    struct threaded *t = argument;
    while (t->end.sent < t->mine)
        if (send_some(&t->end, t->mine - t->end.sent, 0) < 0 && errno != EINTR)
            wrong("a blocking send failed", t->end.sent);
    return NULL;
}

/* One thread sends and one receives, with blocking calls. */
static int run_by_threads(struct end *e, uint64_t mine, uint64_t theirs) {
    struct threaded t = {*e, mine};
    pthread_t sender;
    t.end.dice.state ^= 5;
    pthread_create(&sender, NULL, send_all, &t);
    while (e->received < theirs) {
        ssize_t n = receive_some(e, theirs - e->received, 0);
        if (n <= 0 && errno != EINTR) wrong("a blocking receive failed", e->received);
    }
    pthread_join(sender, NULL);
    e->sent = t.end.sent;
    return 0;
}

/* After all bytes: the end of the peer's stream, in the order that the course says. */
static void finish(struct end *e, struct dice *course, uint64_t theirs, int half_closed) {
    int first = (int)roll(course, 2);
    unsigned char byte;
    set_blocking(e, 1);
    if (first != is_server || half_closed) {
        ssize_t n = recv(e->fd, &byte, 1, 0);
        if (n != 0) wrong(n < 0 ? "the stream ends with an error" : "a byte behind the stream's end", theirs);
    }
    close(e->fd);
}

static void run(int fd) {
    struct dice course = {mix(seed) ^ mix(number + 1)};
    struct end e = {.fd = fd, .dice = {mix(mix(seed) + number * 2 + (uint64_t)is_server)}};
    uint64_t lengths[2];
    int is_long = roll(&course, 8) == 0;
    for (int i = 0; i < 2; i++)
        lengths[i] = is_long ? roll(&course, LONG) : roll(&course, 4) ? roll(&course, 3000) : roll(&course, MOST);
    uint64_t mine = lengths[is_server], theirs = lengths[!is_server];
    e.theirs = theirs;
    uint64_t kind = roll(&course, 4);
    int took_over = 0;
    if (kind == 0) took_over = run_by_turns(&e, &course, mine, theirs);
    if (kind == 1) took_over = run_by_threads(&e, mine, theirs);
    if (kind >= 2) {
        took_over = run_both_ways(&e, mine, theirs);
        if (e.fd < 0) {
            if (took_over) exit(0);
            return;
        }
    }
    if (e.sent != mine || e.received != theirs) wrong("another count of bytes", e.received);
    if (kind >= 2 && can('h'))
        close(e.fd);
    else
        finish(&e, &course, theirs, 0);
    if (took_over) exit(0);
}

int main(int argc, char **argv) {
    if (argc != 6) return 2;
    is_server = strcmp(argv[1], "server") == 0;
    seed = strtoull(argv[3], NULL, 10);
    uint64_t connections = strtoull(argv[4], NULL, 10);
    calls = argv[5];
    signal(SIGPIPE, SIG_IGN);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof address;
    int listener = -1;
    if (is_server) {
        listener = socket(AF_INET, SOCK_STREAM, 0);
        if (bind(listener, (void *)&address, len) < 0 || listen(listener, 8) < 0) return 3;
        getsockname(listener, (void *)&address, &len);
        char temporary[4096];
        snprintf(temporary, sizeof temporary, "%s.new", argv[2]);
        FILE *file = fopen(temporary, "w");
        fprintf(file, "%d\n", ntohs(address.sin_port));
        fclose(file);
        rename(temporary, argv[2]);
    } else {
        FILE *file;
        int port;
        while ((file = fopen(argv[2], "r")) == NULL) usleep(1000);
        if (fscanf(file, "%d", &port) != 1) return 3;
        fclose(file);
        address.sin_port = htons(port);
    }
    for (number = 0; number < connections; number++) {
        int fd;
        if (is_server) {
            fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        } else {
            fd = socket(AF_INET, SOCK_STREAM, 0);
            if (connect(fd, (void *)&address, sizeof address) < 0) wrong("connect failed", 0);
        }
        if (fd < 0) wrong("no connection", 0);
        run(fd);
    }
    printf("%s: %llu connections\n", argv[1], (unsigned long long)connections);
    return 0;
}
