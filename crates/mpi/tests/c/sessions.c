/* Sessions without MPI_Init: process sets, thread levels, error handlers, buffers, communicators from groups, and MPI begun and
 * ended again and again (MPI 5.0, 11.3). ranks: 1 2 4 */
#include "check.h"
#include <unistd.h>

#define OK(call) CHECK((call) == MPI_SUCCESS)

static int rank, size;
static int of_session, of_comm, last_code;

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}
static void session_handler(MPI_Session *session, int *code, ...) {
    (void)session;
    of_session++, last_code = class_of(*code);
}
static void comm_handler(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    of_comm++, last_code = class_of(*code);
}
static MPI_Session open_session(const char *level) {
    MPI_Session session;
    MPI_Info info;
    OK(MPI_Info_create(&info));
    if (level) OK(MPI_Info_set(info, "thread_level", level));
    OK(MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session));
    OK(MPI_Info_free(&info));
    CHECK(session != MPI_SESSION_NULL);
    return session;
}
static MPI_Comm world_of(MPI_Session session, const char *tag) {
    MPI_Group group;
    MPI_Comm comm = MPI_COMM_NULL;
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    OK(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
    OK(MPI_Group_free(&group));
    return comm;
}

static void process_sets(MPI_Session session) {
    int n, found = 0;
    OK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n));
    for (int i = 0; i < n; i++) {
        char name[MPI_MAX_PSET_NAME_LEN] = "untouched", value[32];
        int len = 0, room = sizeof value, flag, members;
        OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &len, name));
        CHECK(strcmp(name, "untouched") == 0 && len > 1);
        int shorter = 4;
        OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &shorter, name));
        CHECK(strcmp(name, "mpi") == 0 && shorter == len);
        OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &len, name));
        CHECK((int)strlen(name) + 1 == len);
        MPI_Info info;
        MPI_Group group;
        OK(MPI_Session_get_pset_info(session, name, &info));
        OK(MPI_Info_get_string(info, "mpi_size", &room, value, &flag));
        OK(MPI_Info_free(&info));
        OK(MPI_Group_from_session_pset(session, name, &group));
        OK(MPI_Group_size(group, &members));
        CHECK(flag && atoi(value) == members);
        if (strcmp(name, "mpi://WORLD") == 0) {
            OK(MPI_Group_size(group, &size));
            OK(MPI_Group_rank(group, &rank));
            check_rank = rank, check_size = size, found++;
        } else if (strcmp(name, "mpi://SELF") == 0) {
            CHECK(members == 1);
            found++;
        }
        OK(MPI_Group_free(&group));
    }
    CHECK(found == 2);
    MPI_Group none;
    OK(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
    CHECK(class_of(MPI_Group_from_session_pset(session, "mpi://NOBODY", &none)) == MPI_ERR_ARG);
    CHECK(none == MPI_GROUP_NULL);
    OK(MPI_Session_set_errhandler(session, MPI_ERRORS_ARE_FATAL));
}

static void info_of(MPI_Session session, const char *level) {
    MPI_Info info;
    char value[64];
    int room = sizeof value, flag;
    OK(MPI_Session_get_info(session, &info));
    OK(MPI_Info_get_string(info, "thread_level", &room, value, &flag));
    CHECK(flag && strcmp(value, level) == 0);
    room = sizeof value;
    OK(MPI_Info_get_string(info, "mpi_memory_alloc_kinds", &room, value, &flag));
    CHECK(flag && strstr(value, "system"));
    OK(MPI_Info_free(&info));
}

static void error_handlers(void) {
    MPI_Session session;
    MPI_Errhandler handler, other, got;
    MPI_Info none;
    OK(MPI_Session_create_errhandler(session_handler, &handler));
    OK(MPI_Comm_create_errhandler(comm_handler, &other));
    OK(MPI_Session_init(MPI_INFO_NULL, handler, &session));
    OK(MPI_Session_get_errhandler(session, &got));
    CHECK(got == handler);
    OK(MPI_Errhandler_free(&got));
    of_session = 0;
    CHECK(class_of(MPI_Session_get_pset_info(session, "mpi://NOBODY", &none)) == MPI_ERR_ARG && of_session == 1);
    CHECK(MPI_Session_call_errhandler(session, MPI_ERR_OTHER) == MPI_SUCCESS);
    CHECK(of_session == 2 && last_code == MPI_ERR_OTHER);
    CHECK(class_of(MPI_Session_set_errhandler(session, other)) == MPI_ERR_ERRHANDLER && of_session == 3);
    OK(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
    CHECK(class_of(MPI_Session_get_pset_info(session, "mpi://NOBODY", &none)) == MPI_ERR_ARG && of_session == 3);
    CHECK(class_of(MPI_Session_call_errhandler(session, 1 << 28)) == MPI_ERR_ARG);
    /* The error handler of a session that does not come to be. */
    MPI_Session no_session;
    CHECK(class_of(MPI_Session_init(MPI_INFO_NULL, other, &no_session)) == MPI_ERR_ERRHANDLER);
    CHECK(of_comm == 1);
    /* The new communicator has the handler that the call names, which also hears of the call's own errors. */
    MPI_Group self, world;
    MPI_Comm comm;
    OK(MPI_Group_from_session_pset(session, "mpi://SELF", &self));
    char long_tag[2 * MPI_MAX_STRINGTAG_LEN];
    memset(long_tag, 'x', sizeof long_tag - 1), long_tag[sizeof long_tag - 1] = 0;
    of_comm = 0;
    CHECK(class_of(MPI_Comm_create_from_group(self, long_tag, MPI_INFO_NULL, other, &comm)) == MPI_ERR_ARG);
    CHECK(comm == MPI_COMM_NULL && of_comm == 1);
    OK(MPI_Comm_create_from_group(self, "own", MPI_INFO_NULL, other, &comm));
    CHECK(class_of(MPI_Send(NULL, 0, MPI_INT, 1, 0, comm)) == MPI_ERR_RANK && of_comm == 2);
    OK(MPI_Comm_free(&comm));
    if (size > 1) {
        int first = (rank + 1) % size;
        MPI_Group stranger;
        OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &world));
        OK(MPI_Group_incl(world, 1, &first, &stranger));
        int code = MPI_Comm_create_from_group(stranger, "s", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
        CHECK(class_of(code) == MPI_ERR_GROUP);
        OK(MPI_Group_free(&stranger));
        OK(MPI_Group_free(&world));
    }
    OK(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    CHECK(comm == MPI_COMM_NULL);
    OK(MPI_Group_free(&self));
    OK(MPI_Errhandler_free(&other));
    OK(MPI_Errhandler_free(&handler));
    CHECK(MPI_Session_fromint(MPI_Session_toint(session)) == session);
    MPI_Session copy = session;
    OK(MPI_Session_finalize(&session));
    CHECK(session == MPI_SESSION_NULL);
    (void)copy;
}

/* Messages take the communicator's buffer first, then the session's (3.6). */
static void buffers(void) {
    static char memory[4096], of_one[256 + MPI_BSEND_OVERHEAD];
    MPI_Session session = open_session(NULL);
    OK(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
    MPI_Comm comm = world_of(session, "buffers");
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    MPI_Request flush;
    int to = (rank + 1) % size, from = (rank + size - 1) % size, x = rank, y = -1, bytes;
    MPI_Count many;
    void *address;
    CHECK(class_of(MPI_Bsend(&x, 1, MPI_INT, to, 0, comm)) == MPI_ERR_BUFFER);
    OK(MPI_Session_detach_buffer(session, &address, &bytes));
    CHECK(address == NULL && bytes == 0);
    OK(MPI_Session_attach_buffer(session, memory, sizeof memory));
    CHECK(class_of(MPI_Session_attach_buffer(session, memory, sizeof memory)) == MPI_ERR_BUFFER);
    OK(MPI_Bsend(&x, 1, MPI_INT, to, 0, comm));
    OK(MPI_Recv(&y, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE));
    CHECK(y == from);
    OK(MPI_Session_flush_buffer(session));
    OK(MPI_Comm_attach_buffer(comm, of_one, sizeof of_one));
    CHECK(class_of(MPI_Bsend(memory, 1024, MPI_CHAR, to, 0, comm)) == MPI_ERR_BUFFER);
    OK(MPI_Comm_detach_buffer(comm, &address, &bytes));
    OK(MPI_Bsend(&x, 1, MPI_INT, to, 1, comm));
    OK(MPI_Session_iflush_buffer(session, &flush));
    OK(MPI_Recv(&y, 1, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&flush, MPI_STATUS_IGNORE));
    OK(MPI_Session_detach_buffer(session, &address, &bytes));
    CHECK(address == memory && bytes == sizeof memory);
    OK(MPI_Session_attach_buffer_c(session, MPI_BUFFER_AUTOMATIC, 0));
    OK(MPI_Bsend(&x, 1, MPI_INT, to, 2, comm));
    OK(MPI_Recv(&y, 1, MPI_INT, from, 2, comm, MPI_STATUS_IGNORE));
    OK(MPI_Session_detach_buffer_c(session, &address, &many));
    CHECK(address == MPI_BUFFER_AUTOMATIC && many == 0);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Session_finalize(&session));
}

/* Rings and sums on a communicator, and on what is made from it. */
static void use(MPI_Comm comm) {
    int n, me, sum;
    OK(MPI_Comm_size(comm, &n));
    OK(MPI_Comm_rank(comm, &me));
    OK(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == n * (n - 1) / 2);
    int got = -1;
    OK(MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % n, 7, &got, 1, MPI_INT, (me + n - 1) % n, 7, comm, MPI_STATUS_IGNORE));
    CHECK(got == (me + n - 1) % n);
}

static void groups(MPI_Session session) {
    MPI_Group world, part;
    MPI_Comm comm, other, inter, merged;
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &world));
    OK(MPI_Comm_create_from_group(world, "a", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
    use(comm);
    /* Only the members call; the others do something else meanwhile. */
    int range[1][3] = {{size - 1, 0, -2}}, place;
    OK(MPI_Group_range_incl(world, 1, range, &part));
    OK(MPI_Group_rank(part, &place));
    if (place != MPI_UNDEFINED) {
        OK(MPI_Comm_create_from_group(part, "a", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &other));
        use(other);
        OK(MPI_Comm_free(&other));
    }
    OK(MPI_Comm_dup(comm, &other));
    use(other);
    if (size > 1) {
        MPI_Group halves[2];
        int low[1][3] = {{0, size / 2 - 1, 1}}, high = rank >= size / 2, n;
        OK(MPI_Group_range_incl(world, 1, low, &halves[0]));
        OK(MPI_Group_range_excl(world, 1, low, &halves[1]));
        MPI_Group mine = halves[high], theirs = halves[!high];
        int leads, leader = high;
        if (leader >= size / 2) leader = 0;
        int remote_leader = !high;
        if (remote_leader >= (high ? size / 2 : size - size / 2)) remote_leader = 0;
        OK(MPI_Group_size(mine, &n));
        if (leader >= n) leader = 0;
        OK(MPI_Group_rank(mine, &leads));
        MPI_Group significant = leads == leader ? theirs : MPI_GROUP_NULL;
        OK(MPI_Intercomm_create_from_groups(mine, leader, significant, remote_leader, "x", MPI_INFO_NULL,
                                            MPI_ERRORS_ARE_FATAL, &inter));
        int remote = -1, me = rank, got = -1;
        OK(MPI_Comm_remote_size(inter, &remote));
        CHECK(remote == (high ? size / 2 : size - size / 2));
        OK(MPI_Comm_rank(inter, &me));
        CHECK(me == leads);
        if (me < size / 2) {
            OK(MPI_Sendrecv(&rank, 1, MPI_INT, me, 0, &got, 1, MPI_INT, me, 0, inter, MPI_STATUS_IGNORE));
            CHECK(got == (high ? rank - size / 2 : rank + size / 2));
        }
        OK(MPI_Intercomm_merge(inter, high, &merged));
        use(merged);
        OK(MPI_Comm_free(&merged));
        OK(MPI_Comm_free(&inter));
        /* Groups that overlap, and a leader that is in no group. */
        int code = MPI_Intercomm_create_from_groups(world, 0, world, 0, "y", MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
        CHECK(class_of(code) == MPI_ERR_GROUP);
        code = MPI_Intercomm_create_from_groups(mine, n, theirs, 0, "y", MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
        CHECK(class_of(code) == MPI_ERR_RANK);
        OK(MPI_Group_free(&halves[0]));
        OK(MPI_Group_free(&halves[1]));
    }
    OK(MPI_Comm_free(&other));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Group_free(&part));
    OK(MPI_Group_free(&world));
}

int main(void) {
    int flag;
    OK(MPI_Initialized(&flag));
    CHECK(!flag);
    MPI_Session session = open_session(NULL), second = open_session("MPI_THREAD_SERIALIZED");
    process_sets(session);
    info_of(session, "MPI_THREAD_MULTIPLE");
    info_of(second, "MPI_THREAD_SERIALIZED");
    OK(MPI_Initialized(&flag));
    CHECK(!flag);
    error_handlers();
    groups(session);
    MPI_Comm kept = world_of(second, "kept");
    use(kept);
    OK(MPI_Session_finalize(&session));
    /* The other session lives on. A communicator that was not freed ends with its session. */
    use(kept);
    buffers();
    OK(MPI_Session_finalize(&second));
    /* Again and again, some ranks ahead of others; messages of ranks that are ahead wait. */
    for (int round = 0; round < 12; round++) {
        if (round % 4 == rank) usleep(3000);
        MPI_Session again = open_session(round % 2 ? "MPI_THREAD_MULTIPLE" : NULL);
        MPI_Comm comm = world_of(again, "again");
        use(comm);
        if (round % 3) OK(MPI_Comm_free(&comm));
        OK(MPI_Session_finalize(&again));
    }
    /* All ranks end with one code. */
    int wrong = 0;
    session = open_session(NULL);
    MPI_Comm comm = world_of(session, "end");
    MPI_Allreduce(&check_wrong, &wrong, 1, MPI_INT, MPI_SUM, comm);
    OK(MPI_Comm_disconnect(&comm));
    OK(MPI_Session_finalize(&session));
    OK(MPI_Finalized(&flag));
    CHECK(!flag);
    return wrong != 0 || check_wrong != 0;
}
