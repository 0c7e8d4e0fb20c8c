/* Ports and published names, within one job and to a job that a shell would have started beside it; sockets that become
 * communicators. ranks: 2 3 */
#include "check.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

static void swapped(MPI_Comm inter, int expected) {
    int mine = check_rank, theirs = -1, others;
    MPI_Comm_remote_size(inter, &others);
    CHECK(others == 1);
    MPI_Sendrecv(&mine, 1, MPI_INT, 0, 1, &theirs, 1, MPI_INT, 0, 1, inter, MPI_STATUS_IGNORE);
    CHECK(theirs == expected);
}

/* Ranks 0 and 1 connect, each for itself. */
static void pair(void) {
    char port[MPI_MAX_PORT_NAME], found[MPI_MAX_PORT_NAME], name[64];
    MPI_Comm inter;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < 3; i++) {
        if (check_rank == 0) {
            snprintf(name, sizeof name, "ports.c %d %d", (int)getpid(), i);
            MPI_Open_port(MPI_INFO_NULL, port);
            MPI_Publish_name(name, MPI_INFO_NULL, port);
            CHECK(class_of(MPI_Publish_name(name, MPI_INFO_NULL, port)) == MPI_ERR_SERVICE);
            MPI_Send(name, sizeof name, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
            CHECK(MPI_Unpublish_name(name, MPI_INFO_NULL, port) == MPI_SUCCESS);
            CHECK(class_of(MPI_Unpublish_name(name, MPI_INFO_NULL, port)) == MPI_ERR_SERVICE);
            MPI_Close_port(port);
            CHECK(class_of(MPI_Close_port(port)) == MPI_ERR_PORT);
        } else {
            MPI_Recv(name, sizeof name, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(MPI_Lookup_name(name, MPI_INFO_NULL, found) == MPI_SUCCESS);
            MPI_Comm_connect(found, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
        }
        swapped(inter, !check_rank);
        if (i == 1) {
            MPI_Comm both;
            int sum;
            MPI_Intercomm_merge(inter, 0, &both);
            MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, both);
            CHECK(sum == 1);
            MPI_Comm_free(&both);
        }
        MPI_Comm_disconnect(&inter);
        if (check_rank == 1) {
            CHECK(class_of(MPI_Lookup_name(name, MPI_INFO_NULL, found)) == MPI_ERR_NAME || i < 3);
            CHECK(class_of(MPI_Comm_connect("nothing", MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter)) == MPI_ERR_PORT);
        }
    }
}

/* True if ranks 0 and 1 have one network stack. */
static int near(void) {
    char mine[64] = "", theirs[64] = "";
    if (readlink("/proc/self/ns/net", mine, sizeof mine - 1) < 0) return 0;
    MPI_Sendrecv(mine, 64, MPI_CHAR, !check_rank, 8, theirs, 64, MPI_CHAR, !check_rank, 8, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    return strcmp(mine, theirs) == 0;
}

static void joined(void) {
    if (!near()) return;
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (check_rank == 0) {
        int listener = fd;
        CHECK(bind(listener, (struct sockaddr *)&at, len) == 0 && listen(listener, 1) == 0);
        getsockname(listener, (struct sockaddr *)&at, &len);
        MPI_Send(&at, sizeof at, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        fd = accept(listener, NULL, NULL);
        close(listener);
    } else {
        MPI_Recv(&at, sizeof at, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(connect(fd, (struct sockaddr *)&at, sizeof at) == 0);
    }
    MPI_Comm inter;
    CHECK(MPI_Comm_join(fd, &inter) == MPI_SUCCESS);
    swapped(inter, !check_rank);
    MPI_Comm_disconnect(&inter);
    close(fd);
    CHECK(MPI_Comm_join(-1, &inter) != MPI_SUCCESS && inter == MPI_COMM_NULL);
}

/* The last rank and all the others, as two groups that a port connects. */
static void halves(void) {
    char port[MPI_MAX_PORT_NAME];
    int last = check_rank == check_size - 1, others;
    MPI_Comm half, inter;
    MPI_Comm_split(MPI_COMM_WORLD, last, 0, &half);
    if (check_rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (last) MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &inter);
    else MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &inter);
    MPI_Comm_remote_size(inter, &others);
    CHECK(others == (last ? check_size - 1 : 1));
    int sum = 0, mine = check_rank;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == (last ? (check_size - 1) * (check_size - 2) / 2 : check_size - 1));
    MPI_Comm_disconnect(&inter);
    if (check_rank == 0) MPI_Close_port(port);
    MPI_Comm_free(&half);
}

/* Two jobs connect by a published name: the roles of one of them. */
static int job(const char *role, const char *name) {
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm inter;
    int accepts = strcmp(role, "accept") == 0, others, sum;
    if (accepts && check_rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name(name, MPI_INFO_NULL, port);
    }
    if (!accepts && check_rank == 0) {
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        while (MPI_Lookup_name(name, MPI_INFO_NULL, port) != MPI_SUCCESS) usleep(1000);
    }
    double began = MPI_Wtime();
    if (accepts) MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter);
    else MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter);
    double took = MPI_Wtime() - began;
    MPI_Comm_remote_size(inter, &others);
    MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == others * (others - 1) / 2);
    if (accepts && check_rank == 0) MPI_Unpublish_name(name, MPI_INFO_NULL, port);
    MPI_Comm_disconnect(&inter);
    if (check_rank == 0 && !accepts) printf("connected in %.1f ms\n", 1e3 * took);
    return check_end();
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    if (argc > 2) return job(argv[1], argv[2]);
    if (check_rank < 2) {
        pair();
        joined();
    }
    halves();
    return check_end();
}
