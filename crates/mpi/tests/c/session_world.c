/* Sessions before MPI_Init, beside the world model and after MPI_Finalize, in any order; creations from one group that run at once
 * in several threads, told apart by their tags. ranks: 1 2 4 */
#include "check.h"
#include <pthread.h>

#define OK(call) CHECK((call) == MPI_SUCCESS)
#define THREADS 4
#define ROUNDS 8

static MPI_Session open_session(const char *level) {
    MPI_Session session;
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "thread_level", level));
    OK(MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session));
    OK(MPI_Info_free(&info));
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
static void use(MPI_Comm comm) {
    int n, me, sum;
    OK(MPI_Comm_size(comm, &n));
    OK(MPI_Comm_rank(comm, &me));
    OK(MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == n * (n - 1) / 2);
}

static MPI_Group shared;
static void *create(void *argument) {
    int number = *(int *)argument, n;
    char tag[32];
    snprintf(tag, sizeof tag, "thread %d", number);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Comm comm;
        OK(MPI_Comm_create_from_group(shared, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
        OK(MPI_Comm_size(comm, &n));
        /* A communicator that mixed two tags would give different numbers. */
        int low, high, mine = number * ROUNDS + round;
        OK(MPI_Allreduce(&mine, &low, 1, MPI_INT, MPI_MIN, comm));
        OK(MPI_Allreduce(&mine, &high, 1, MPI_INT, MPI_MAX, comm));
        CHECK(low == mine && high == mine && n == check_size);
        OK(MPI_Comm_free(&comm));
    }
    return NULL;
}
static void threads(MPI_Session session) {
    pthread_t all[THREADS];
    int numbers[THREADS];
    OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &shared));
    /* Each rank starts its threads in another order. */
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = (i + check_rank) % THREADS;
        pthread_create(&all[i], NULL, create, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
    OK(MPI_Group_free(&shared));
}

/* A library in a thread of its own: its session is the process's first call of MPI, or one of the first. */
static void *library(void *argument) {
    for (int round = 0; round < 20; round++) {
        MPI_Session session;
        MPI_Group group;
        MPI_Comm comm;
        int me = -1, sum = 0, one = 1;
        OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session));
        OK(MPI_Group_from_session_pset(session, "mpi://SELF", &group));
        OK(MPI_Comm_create_from_group(group, argument, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm));
        OK(MPI_Group_free(&group));
        OK(MPI_Comm_rank(comm, &me));
        OK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
        CHECK(me == 0 && sum == 1);
        OK(MPI_Comm_free(&comm));
        OK(MPI_Session_finalize(&session));
    }
    return NULL;
}

/* Control variables of the tool interface are in force while a session is open, and no later session or MPI_Init sets
 * them back. */
static MPI_T_cvar_handle bytes, checks;
static unsigned long long pushed(void) {
    unsigned long long value = 0;
    OK(MPI_T_cvar_read(bytes, &value));
    return value;
}
static void settings(unsigned long long now) {
    int on = 1;
    unsigned long long more = now + (1 << 20);
    CHECK(pushed() == now);
    OK(MPI_T_cvar_write(bytes, &more));
    CHECK(pushed() == more);
    CHECK(MPI_T_cvar_write(checks, &on) == MPI_T_ERR_CVAR_SET_NOT_NOW);
}
static MPI_T_cvar_handle cvar(const char *name) {
    int index, count;
    MPI_T_cvar_handle handle;
    OK(MPI_T_cvar_get_index(name, &index));
    OK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count));
    return handle;
}

int main(int argc, char **argv) {
    pthread_t libraries[THREADS];
    static char names[THREADS][2] = {"a", "b", "c", "d"};
    for (int i = 0; i < THREADS; i++) pthread_create(&libraries[i], NULL, library, names[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(libraries[i], NULL);
    int flag, level, wrong, own = 0;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
    bytes = cvar("clump_pushed_buffer"), checks = cvar("CLUMP_CHECK");
    unsigned long long first = 4 << 20;
    OK(MPI_T_cvar_write(bytes, &first));
    /* A session before the world model, which lives until after it. */
    MPI_Session around = open_session("MPI_THREAD_MULTIPLE");
    MPI_Comm outer = world_of(around, "outer"), inner, part;
    use(outer);
    settings(first);
    MPI_Session before = open_session("MPI_THREAD_SINGLE");
    inner = world_of(before, "before");
    use(inner);
    OK(MPI_Comm_free(&inner));
    OK(MPI_Session_finalize(&before));
    check_start(&argc, &argv);
    settings(first + (1 << 20));
    OK(MPI_Query_thread(&level));
    CHECK(level == MPI_THREAD_SINGLE);
    use(MPI_COMM_WORLD);
    use(outer);
    threads(around);
    /* A session that begins and ends beside the world model. */
    MPI_Session beside = open_session("MPI_THREAD_SINGLE");
    inner = world_of(beside, "beside");
    OK(MPI_Comm_split(inner, check_rank % 2, 0, &part));
    use(inner), use(part), use(MPI_COMM_WORLD);
    OK(MPI_Session_finalize(&beside));
    OK(MPI_Comm_size(MPI_COMM_SELF, &own));
    CHECK(own == 1);
    use(MPI_COMM_WORLD);
    /* Objects without a communicator belong to all: a datatype outlives the world model as long as a session is open. */
    MPI_Datatype pair;
    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    OK(MPI_Allreduce(&check_wrong, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Finalize());
    OK(MPI_Finalized(&flag));
    CHECK(flag);
    int two[2] = {check_rank == 0, 2 * (check_rank == 0)};
    OK(MPI_Bcast(two, 1, pair, 0, outer));
    CHECK(two[0] == 1 && two[1] == 2);
    OK(MPI_Type_free(&pair));
    use(outer);
    OK(MPI_Comm_disconnect(&outer));
    OK(MPI_Session_finalize(&around));
    /* And sessions after everything has ended. */
    for (int round = 0; round < 3; round++) {
        MPI_Session after = open_session("MPI_THREAD_SERIALIZED");
        settings(first + ((2 + round) << 20));
        inner = world_of(after, "after");
        use(inner);
        if (round == 2) OK(MPI_Allreduce(&check_wrong, &wrong, 1, MPI_INT, MPI_SUM, inner));
        OK(MPI_Session_finalize(&after));
    }
    return wrong != 0;
}
