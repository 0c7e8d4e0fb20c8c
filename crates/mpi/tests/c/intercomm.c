/* Intercommunicators: making, merging, asking, messages through them, children of them, errors. ranks: 2 3 5 */
#include "check.h"
#include "here.h"

static MPI_Comm half, inter;
static int low, cut;

/* Everybody of the other group gets a message from everybody of this one, and knows whom from. */
static void messages(MPI_Comm comm) {
    int rank, remote, flag, who[2];
    MPI_Comm_test_inter(comm, &flag);
    CHECK(flag);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_remote_size(comm, &remote);
    MPI_Request sends[8];
    int mine[2] = {rank, check_rank};
    for (int r = 0; r < remote; r++) MPI_Isend(mine, 2, MPI_INT, r, 5, comm, &sends[r]);
    MPI_Group local_group, remote_group, world;
    MPI_Comm_remote_group(comm, &remote_group);
    MPI_Comm_group(comm, &local_group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int i = 0; i < remote; i++) {
        MPI_Status s;
        int there, first = i == 0;
        MPI_Probe(first ? MPI_ANY_SOURCE : i - 1, MPI_ANY_TAG, comm, &s);
        if (first) MPI_Probe(remote - 1, 5, comm, &s);
        MPI_Recv(who, 2, MPI_INT, s.MPI_SOURCE, MPI_ANY_TAG, comm, &s);
        CHECK(who[0] == s.MPI_SOURCE && s.MPI_SOURCE == (first ? remote - 1 : i - 1) && s.MPI_TAG == 5);
        MPI_Group_translate_ranks(remote_group, 1, &who[0], world, &there);
        CHECK(there == who[1]);
    }
    MPI_Waitall(remote, sends, MPI_STATUSES_IGNORE);
    int in_local;
    MPI_Group_rank(local_group, &in_local);
    CHECK(in_local == rank);
    MPI_Group_rank(remote_group, &in_local);
    CHECK(in_local == MPI_UNDEFINED);
    MPI_Group_free(&world);
    MPI_Group_free(&local_group);
    MPI_Group_free(&remote_group);
    MPI_Barrier(comm);
}

static MPI_Comm halves(int at, int tag) {
    MPI_Comm comm = MPI_COMM_NULL;
    int first = check_rank < at;
    /* The low group's leader is its last rank, the high group's its first. */
    MPI_Intercomm_create(half, first ? at - 1 : 0, MPI_COMM_WORLD, first ? at : at - 1, tag, &comm);
    return comm;
}

static void merged(MPI_Comm comm, int high, int first_is_low) {
    MPI_Comm all;
    int rank, size, flag, sum = 0;
    MPI_Intercomm_merge(comm, high, &all);
    MPI_Comm_test_inter(all, &flag);
    CHECK(!flag);
    MPI_Comm_rank(all, &rank);
    MPI_Comm_size(all, &size);
    CHECK(size == check_size);
    int expected = first_is_low ? check_rank : low ? check_rank + check_size - cut : check_rank - cut;
    CHECK(rank == expected);
    MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == check_size * (check_size - 1) / 2);
    MPI_Comm_free(&all);
}

static int copied;
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)key, (void)extra;
    *(void **)out = in;
    *flag = 1;
    copied++;
    return MPI_SUCCESS;
}

static void duplicates(void) {
    MPI_Comm twin, informed;
    MPI_Request request;
    MPI_Info info;
    int result, key, flag, value;
    void *found;
    copied = 0;
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(inter, key, &value);
    MPI_Comm_dup(inter, &twin);
    MPI_Comm_get_attr(twin, key, &found, &flag);
    CHECK(flag && found == &value && copied == 1);
    MPI_Comm_compare(inter, twin, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(inter, inter, &result);
    CHECK(result == MPI_IDENT);
    MPI_Comm_compare(inter, half, &result);
    CHECK(result == MPI_UNEQUAL);
    messages(twin);
    /* A message on one is invisible on the other. */
    int x = check_rank, y = -1;
    if (low && check_rank == 0) {
        MPI_Send(&x, 1, MPI_INT, 0, 1, twin);
        MPI_Ssend(&x, 1, MPI_INT, 0, 1, inter);
    } else if (check_rank == cut) {
        MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, inter, MPI_STATUS_IGNORE);
        MPI_Recv(&y, 1, MPI_INT, 0, 1, twin, MPI_STATUS_IGNORE);
        CHECK(y == 0);
    }
    MPI_Comm_disconnect(&twin);
    CHECK(twin == MPI_COMM_NULL);
    MPI_Comm_delete_attr(inter, key);
    MPI_Comm_free_keyval(&key);

    MPI_Comm_idup(inter, &twin, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    messages(twin);
    MPI_Comm_free(&twin);
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Comm_dup_with_info(inter, info, &informed);
    MPI_Info_free(&info);
    MPI_Comm_get_info(informed, &info);
    char text[16];
    int len = sizeof text;
    MPI_Info_get_string(info, "mpi_assert_no_any_tag", &len, text, &flag);
    CHECK(flag && strcmp(text, "true") == 0);
    MPI_Info_free(&info);
    messages(informed);
    MPI_Comm_free(&informed);
}

static void parts(void) {
    MPI_Comm part;
    int rank, size, remote, n, there;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    /* In reverse order. */
    MPI_Comm_split(inter, 3, -rank, &part);
    MPI_Comm_rank(part, &n);
    CHECK(n == size - 1 - rank);
    messages(part);
    MPI_Comm_free(&part);
    /* One from each side; ranks without a partner get none. */
    MPI_Comm_split(inter, rank, 0, &part);
    CHECK((part == MPI_COMM_NULL) == (rank >= remote));
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &n);
        MPI_Comm_remote_size(part, &there);
        CHECK(n == 1 && there == 1);
        messages(part);
        MPI_Comm_free(&part);
    }
    MPI_Comm_split(inter, low ? MPI_UNDEFINED : 0, 0, &part);
    CHECK(part == MPI_COMM_NULL);
    MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part);
    /* On a host with ranks of only one group, no rank gets any. */
    int *here = here_ranks();
    int mine = here_count(here, low ? 0 : cut, low ? cut : check_size);
    int others = here_count(here, low ? cut : 0, low ? check_size : cut);
    free(here);
    CHECK((part == MPI_COMM_NULL) == (others == 0));
    if (part != MPI_COMM_NULL) {
        MPI_Comm_size(part, &n);
        MPI_Comm_remote_size(part, &there);
        CHECK(n == mine && there == others);
        messages(part);
        MPI_Comm_free(&part);
    }

    /* The last process of each group; then a group that is empty on one side. */
    MPI_Group group, last;
    MPI_Comm_group(inter, &group);
    int which = size - 1;
    MPI_Group_incl(group, 1, &which, &last);
    MPI_Comm_create(inter, last, &part);
    CHECK((part == MPI_COMM_NULL) == (rank != size - 1));
    if (part != MPI_COMM_NULL) {
        messages(part);
        MPI_Comm_free(&part);
    }
    MPI_Comm_create(inter, low ? last : MPI_GROUP_EMPTY, &part);
    CHECK(part == MPI_COMM_NULL);
    MPI_Group_free(&last);
    MPI_Group_free(&group);
}

static int class_of(int code) {
    int class;
    MPI_Error_class(code, &class);
    return class;
}

static void errors(void) {
    MPI_Comm none = MPI_COMM_NULL;
    MPI_Group group;
    MPI_Errhandler handler;
    int rank, size, remote, n = 0, m = 0, code;
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &remote);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
    MPI_Comm_get_errhandler(inter, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    CHECK(class_of(MPI_Comm_remote_size(half, &n)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Comm_remote_group(half, &group)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Intercomm_merge(half, 0, &none)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Intercomm_create(inter, 0, MPI_COMM_WORLD, 0, 0, &none)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Intercomm_create(half, 99, MPI_COMM_WORLD, 0, 0, &none)) == MPI_ERR_RANK);
    /* What only the leader sees reaches its whole group. */
    MPI_Comm_size(half, &size);
    code = MPI_Intercomm_create(half, size - 1, MPI_COMM_WORLD, check_size, 0, &none);
    MPI_Comm_rank(half, &rank);
    CHECK(class_of(code) == (rank == size - 1 ? MPI_ERR_RANK : MPI_ERR_COMM));
    code = MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 0, -1, &none);
    CHECK(class_of(code) == (rank == 0 ? MPI_ERR_TAG : MPI_ERR_COMM));
    /* The same process on both sides. */
    code = MPI_Intercomm_create(half, 0, half, 0, 0, &none);
    CHECK(class_of(code) == MPI_ERR_COMM && none == MPI_COMM_NULL);
    CHECK(class_of(MPI_Scan(&n, &m, 1, MPI_INT, MPI_SUM, inter)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Exscan(&n, &m, 1, MPI_INT, MPI_SUM, inter)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Bcast(&n, 1, MPI_INT, remote, inter)) == MPI_ERR_ROOT);
    CHECK(class_of(MPI_Bcast(&n, 1, MPI_INT, MPI_ROOT, half)) == MPI_ERR_ROOT);
    CHECK(class_of(MPI_Allreduce(MPI_IN_PLACE, &m, 1, MPI_INT, MPI_SUM, inter)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Reduce(MPI_IN_PLACE, &m, 1, MPI_INT, MPI_SUM, 0, inter)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, &m, 1, MPI_INT, inter)) == MPI_ERR_BUFFER);
    CHECK(class_of(MPI_Send(&n, 1, MPI_INT, remote, 0, inter)) == MPI_ERR_RANK);
    CHECK(class_of(MPI_Recv(&n, 1, MPI_INT, remote, 0, inter, MPI_STATUS_IGNORE)) == MPI_ERR_RANK);
    MPI_Comm_group(inter, &group);
    CHECK(class_of(MPI_Comm_create_group(inter, group, 0, &none)) == MPI_ERR_COMM);
    MPI_Group_free(&group);
    MPI_Comm_remote_group(inter, &group);
    CHECK(class_of(MPI_Comm_create(inter, group, &none)) == MPI_ERR_GROUP);
    MPI_Group_free(&group);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm world = MPI_COMM_WORLD;
    CHECK(class_of(MPI_Comm_disconnect(&world)) == MPI_ERR_COMM);
    CHECK(class_of(MPI_Comm_accept("x", MPI_INFO_NULL, 0, MPI_COMM_WORLD, &none)) == MPI_ERR_PORT);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    /* A third of the ranks against the others: 1 and 1, 1 and 2, 1 and 4; then the other way round. */
    for (cut = 1; cut < check_size; cut += check_size > 2 ? check_size - 2 : 1) {
        low = check_rank < cut;
        MPI_Comm_split(MPI_COMM_WORLD, low, 0, &half);
        inter = halves(cut, 7);
        int rank, size, remote, other;
        MPI_Comm_rank(inter, &rank);
        MPI_Comm_size(inter, &size);
        MPI_Comm_remote_size(inter, &remote);
        CHECK(rank == (low ? check_rank : check_rank - cut) && size == (low ? cut : check_size - cut));
        CHECK(remote == check_size - size);
        messages(inter);
        merged(inter, !low, 1);
        merged(inter, low, 0);
        merged(inter, 0, 1);
        merged(inter, 1, 1);
        duplicates();
        parts();
        /* Bsend through a buffer that is let go while the receiver sleeps. */
        other = -1;
        char room[1024];
        MPI_Buffer_attach(room, sizeof room);
        if (rank < remote) MPI_Bsend(&check_rank, 1, MPI_INT, rank, 9, inter);
        if (rank < remote) {
            MPI_Sendrecv(&rank, 1, MPI_INT, rank, 10, &other, 1, MPI_INT, rank, 9, inter, MPI_STATUS_IGNORE);
            CHECK(other == (low ? cut + rank : rank));
            MPI_Recv(&other, 1, MPI_INT, rank, 10, inter, MPI_STATUS_IGNORE);
            CHECK(other == rank);
        }
        void *back;
        int bytes;
        MPI_Buffer_detach(&back, &bytes);
        errors();
        /* Many, one after the other: contexts are used again; and many at once. */
        for (int i = 0; i < 300; i++) {
            MPI_Comm one = halves(cut, i);
            MPI_Comm_free(&one);
        }
        MPI_Comm many[40];
        for (int i = 0; i < 40; i++) many[i] = halves(cut, 0);
        for (int i = 0; i < 40; i++) {
            messages(many[i]);
            if (i % 2) MPI_Comm_free(&many[i]);
            else MPI_Comm_disconnect(&many[i]);
        }
        MPI_Comm_free(&inter);
        CHECK(inter == MPI_COMM_NULL);
        MPI_Comm_disconnect(&half);
        CHECK(half == MPI_COMM_NULL);
    }
    return check_end();
}
