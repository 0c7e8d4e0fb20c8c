/* Spawning: children of the same program, all of MPI with them, several programs, hints, a program that is not there,
 * children that end without MPI_Init, and many jobs one after the other. ranks: 1 2 */
#include "check.h"
#include <dirent.h>
#include <unistd.h>

static char *self;

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

static int descriptors(void) {
    int count = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir)) count++;
    if (dir) closedir(dir);
    return count;
}

/* Messages of several lengths to every process of the other group, and back. */
static void messages(MPI_Comm inter, int others) {
    static const int lengths[] = {0, 8, 1000, 20000, 300000, 2000000};
    for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        int n = lengths[l], me;
        MPI_Comm_rank(inter, &me);
        char *out = malloc(n + 1), *in = malloc((size_t)n * others + 1);
        memset(out, 'a' + me, n);
        MPI_Request r[32];
        for (int i = 0; i < others; i++) {
            MPI_Irecv(in + (size_t)n * i, n, MPI_CHAR, i, 3, inter, &r[2 * i]);
            if (i % 2) MPI_Issend(out, n, MPI_CHAR, i, 3, inter, &r[2 * i + 1]);
            else MPI_Isend(out, n, MPI_CHAR, i, 3, inter, &r[2 * i + 1]);
        }
        MPI_Waitall(2 * others, r, MPI_STATUSES_IGNORE);
        for (int i = 0; i < others; i++)
            for (int at = 0; at < n; at += n / 7 + 1) CHECK(in[(size_t)n * i + at] == 'a' + i);
        free(out);
        free(in);
    }
    int me, word;
    MPI_Comm_rank(inter, &me);
    for (int i = 0; i < others; i++) MPI_Send(&me, 1, MPI_INT, i, 4, inter);
    for (int i = 0, seen = 0; i < others; i++) {
        MPI_Status s;
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &s);
        CHECK(s.MPI_SOURCE == word && s.MPI_TAG == 4 && !(seen >> word & 1));
        seen |= 1 << word;
    }
}

static void collectives(MPI_Comm all) {
    int me, n, sum = 0;
    MPI_Comm_rank(all, &me);
    MPI_Comm_size(all, &n);
    MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == n * (n - 1) / 2);
    int *many = calloc(100000, sizeof *many), *rows = calloc(n, sizeof *rows);
    for (int i = 0; i < 100000 && me == n - 1; i++) many[i] = i;
    MPI_Bcast(many, 100000, MPI_INT, n - 1, all);
    CHECK(many[99999] == 99999 && many[5] == 5);
    MPI_Allgather(&me, 1, MPI_INT, rows, 1, MPI_INT, all);
    for (int i = 0; i < n; i++) CHECK(rows[i] == i);
    int *out = malloc(n * sizeof *out);
    for (int i = 0; i < n; i++) out[i] = 100 * me + i;
    MPI_Alltoall(out, 1, MPI_INT, rows, 1, MPI_INT, all);
    for (int i = 0; i < n; i++) CHECK(rows[i] == 100 * i + me);
    MPI_Request r;
    MPI_Ibarrier(all, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Scan(&me, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == me * (me + 1) / 2);
    free(many);
    free(rows);
    free(out);
}

static void windows(MPI_Comm all) {
    int me, n;
    long *part;
    MPI_Win win;
    MPI_Comm_rank(all, &me);
    MPI_Comm_size(all, &n);
    MPI_Win_allocate(64 * sizeof *part, sizeof *part, MPI_INFO_NULL, all, &part, &win);
    memset(part, 0, 64 * sizeof *part);
    MPI_Win_fence(0, win);
    long mine = me + 1, one = 1, old;
    for (int to = 0; to < n; to++) {
        MPI_Put(&mine, 1, MPI_LONG, to, me, 1, MPI_LONG, win);
        MPI_Accumulate(&mine, 1, MPI_LONG, to, 40, 1, MPI_LONG, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; i < n; i++) CHECK(part[i] == i + 1);
    CHECK(part[40] == n * (n + 1) / 2);
    MPI_Win_fence(0, win);
    long got[16] = {0};
    for (int from = 0; from < n; from++) MPI_Get(&got[from], 1, MPI_LONG, from, (from + 1) % n, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    for (int from = 0; from < n; from++) CHECK(got[from] == (from + 1) % n + 1);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 50, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(all);
    if (me == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        CHECK(part[50] == n);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

/* What parents and children do together. */
static void together(MPI_Comm inter, int is_child) {
    int me, mine, others, flag, in_all;
    MPI_Comm_test_inter(inter, &flag);
    CHECK(flag);
    MPI_Comm_rank(inter, &me);
    MPI_Comm_size(inter, &mine);
    MPI_Comm_remote_size(inter, &others);
    CHECK(me == check_rank && mine == check_size);
    messages(inter, others);
    int word = me + 1, sum = 0;
    MPI_Allreduce(&word, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == others * (others + 1) / 2);
    word = 0;
    if (!is_child && me == 0) word = 77;
    MPI_Bcast(&word, 1, MPI_INT, is_child ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    CHECK(word == (is_child || me == 0 ? 77 : 0));
    MPI_Barrier(inter);

    MPI_Comm all, copy, half, again;
    MPI_Intercomm_merge(inter, is_child, &all);
    MPI_Comm_rank(all, &in_all);
    CHECK(in_all == (is_child ? others + me : me));
    collectives(all);
    windows(all);
    MPI_Comm_dup(all, &copy);
    int result;
    MPI_Comm_compare(all, copy, &result);
    CHECK(result == MPI_CONGRUENT);
    collectives(copy);
    MPI_Comm_split(all, in_all % 2, 0, &half);
    collectives(half);

    /* A process is one process in groups, whatever the communicator. */
    MPI_Group group, world, remote, united;
    int there;
    MPI_Comm_group(all, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_remote_group(inter, &remote);
    MPI_Group_translate_ranks(group, 1, &in_all, world, &there);
    CHECK(there == check_rank);
    MPI_Group_union(is_child ? remote : world, is_child ? world : remote, &united);
    MPI_Group_compare(united, group, &result);
    CHECK(result == MPI_IDENT || result == MPI_SIMILAR);
    MPI_Comm sorted;
    MPI_Comm_create(all, united, &sorted);
    collectives(sorted);
    MPI_Comm_free(&sorted);
    MPI_Group_free(&united);
    MPI_Group_free(&remote);
    MPI_Group_free(&world);
    MPI_Group_free(&group);

    /* The two worlds meet again, through the merged communicator. */
    MPI_Intercomm_create(MPI_COMM_WORLD, 0, all, is_child ? 0 : mine, 9, &again);
    messages(again, others);
    MPI_Comm_disconnect(&again);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&all);
}

static int child(int argc, char **argv) {
    MPI_Comm parent, now;
    MPI_Comm_get_parent(&parent);
    CHECK(parent != MPI_COMM_NULL);
    if (strcmp(argv[1], "family") == 0) together(parent, 1);
    if (strcmp(argv[1], "program") == 0) {
        int *app, flag, word = atoi(argv[2]);
        char here[4096];
        MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &app, &flag);
        CHECK(flag && *app == (word == 5 ? 0 : 1) && argc == 9 && strcmp(argv[3], ":") == 0);
        CHECK(strcmp(argv[4], "\x1f") == 0 && strcmp(argv[5], "-n") == 0 && strcmp(argv[8], "false") == 0);
        CHECK(getcwd(here, sizeof here) && strcmp(here, "/") == 0);
        CHECK(getenv("OF_THE_PARENT") && strcmp(getenv("OF_THE_PARENT"), "a b") == 0);
        MPI_Send(&word, 1, MPI_INT, 0, 6, parent);
    }
    MPI_Comm_disconnect(&parent);
    MPI_Comm_get_parent(&now);
    CHECK(now == MPI_COMM_NULL && parent == MPI_COMM_NULL);
    return check_end();
}

static void family(void) {
    char *args[] = {"family", NULL};
    int codes[2] = {-1, -1}, *universe, flag;
    MPI_Comm inter, parent;
    MPI_Comm_get_parent(&parent);
    CHECK(parent == MPI_COMM_NULL);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &flag);
    CHECK(flag && *universe > check_size);
    MPI_Comm_spawn(self, args, 2, MPI_INFO_NULL, check_size - 1, MPI_COMM_WORLD, &inter, codes);
    CHECK(codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS);
    together(inter, 0);
    MPI_Comm_disconnect(&inter);
    CHECK(inter == MPI_COMM_NULL);
}

static void programs(void) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "wdir", "/");
    MPI_Info_set(info, "env", "OF_THE_PARENT=a b");
    MPI_Info_set(info, "soft", "1:8");
    MPI_Info_set(info, "arch", "any");
    /* No argument begins another program, whatever separates programs where. */
    char *commands[] = {self, self}, *one[] = {"program", "5", ":", "\x1f", "-n", "1", "--", "false", NULL};
    char *two[] = {"program", "6", ":", "\x1f", "-n", "1", "--", "false", NULL};
    char **args[] = {one, two};
    int counts[] = {1, 2}, codes[3] = {-1, -1, -1}, others, found = 0;
    MPI_Info infos[] = {info, info};
    MPI_Comm inter;
    MPI_Comm_spawn_multiple(2, commands, args, counts, infos, 0, MPI_COMM_SELF, &inter, codes);
    CHECK(codes[0] == MPI_SUCCESS && codes[2] == MPI_SUCCESS);
    MPI_Comm_remote_size(inter, &others);
    CHECK(others == 3);
    for (int i = 0; i < 3; i++) {
        int word;
        MPI_Recv(&word, 1, MPI_INT, i, 6, inter, MPI_STATUS_IGNORE);
        found += word;
    }
    CHECK(found == 17);
    MPI_Comm_disconnect(&inter);
    MPI_Info_free(&info);
}

/* Each refused call leaves everything as it was. */
static void refused(void) {
    int codes[2] = {-1, -1};
    MPI_Comm inter = MPI_COMM_WORLD;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int code = MPI_Comm_spawn("/not/there", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, codes);
    CHECK(class_of(code) == MPI_ERR_SPAWN && inter == MPI_COMM_NULL && class_of(codes[1]) == MPI_ERR_SPAWN);
    code = MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    CHECK(class_of(code) == MPI_ERR_SPAWN && inter == MPI_COMM_NULL);
    code = MPI_Comm_spawn(self, MPI_ARGV_NULL, 0, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    CHECK(class_of(code) == MPI_ERR_SPAWN);
    code = MPI_Comm_spawn(self, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 99, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    CHECK(class_of(code) == MPI_ERR_ROOT);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void one_after_the_other(int times) {
    char *args[] = {"nothing", NULL};
    int before = 0;
    for (int i = 0; i < times; i++) {
        MPI_Comm inter;
        MPI_Comm_spawn(self, args, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
        MPI_Comm_disconnect(&inter);
        if (i == 4) before = descriptors();
    }
    /* The launcher of the last job may be about to end. */
    CHECK(times < 5 || descriptors() <= before + 2);
}

int main(int argc, char **argv) {
    self = realpath(argv[0], NULL);
    check_start(&argc, &argv);
    if (argc > 1 && strcmp(argv[1], "times") != 0) return child(argc, argv);
    if (argc > 2) {
        one_after_the_other(atoi(argv[2]));
        return check_end();
    }
    family();
    if (check_rank == 0) programs();
    refused();
    one_after_the_other(8);
    return check_end();
}
