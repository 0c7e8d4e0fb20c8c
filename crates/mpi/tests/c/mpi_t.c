/* The tool interface: its begin and end around MPI's, strings, enumerations, control variables, performance variables
 * with their sessions and handles, categories; errors by their exact classes. ranks: 1 2 4 */
#include "start.h"

static char name[128], desc[1024];

/* Every call fails before the first MPI_T_init_thread and after the last MPI_T_finalize. */
static void not_initialized(void) {
    int n, index;
    CHECK(MPI_T_cvar_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_pvar_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_category_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_event_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_source_get_num(&n) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_cvar_get_index("CLUMP_CHECK", &index) == MPI_T_ERR_NOT_INITIALIZED);
    CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
}

/* Strings are cut to the buffer, and the length counts the whole string with its NUL. */
static void strings(void) {
    int index, len;
    OK(MPI_T_cvar_get_index("clump_pushed_buffer", &index));
    const int whole = (int)sizeof "clump_pushed_buffer";
    len = sizeof name;
    OK(MPI_T_cvar_get_info(index, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(len == whole && strcmp(name, "clump_pushed_buffer") == 0);
    memset(name, '#', sizeof name);
    len = 6;
    OK(MPI_T_cvar_get_info(index, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(len == whole && strcmp(name, "clump") == 0 && name[6] == '#');
    memset(name, '#', sizeof name);
    len = 0;
    OK(MPI_T_cvar_get_info(index, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(len == whole && name[0] == '#');
    len = 5;
    OK(MPI_T_cvar_get_info(index, NULL, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(len == whole);
    OK(MPI_T_cvar_get_info(index, name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(name[0] == '#');
    len = 1;
    OK(MPI_T_cvar_get_info(index, name, &len, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(len == whole && name[0] == 0);
}

static void enumerations(void) {
    int index, num, len, value;
    MPI_T_enum type;
    OK(MPI_T_cvar_get_index("CLUMP_CHECK", &index));
    OK(MPI_T_cvar_get_info(index, NULL, NULL, NULL, NULL, &type, NULL, NULL, NULL, NULL));
    CHECK(type != MPI_T_ENUM_NULL);
    len = sizeof name;
    OK(MPI_T_enum_get_info(type, &num, name, &len));
    CHECK(num == 2 && strcmp(name, "clump_switch") == 0 && len == (int)strlen(name) + 1);
    for (int i = 0; i < num; i++) {
        len = sizeof name;
        OK(MPI_T_enum_get_item(type, i, &value, name, &len));
        CHECK(value == i && strcmp(name, i ? "on" : "off") == 0);
    }
    OK(MPI_T_enum_get_item(type, 0, NULL, NULL, NULL));
    CHECK(MPI_T_enum_get_item(type, num, &value, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_enum_get_item(type, -1, &value, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &num, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &value, NULL, NULL) == MPI_T_ERR_INVALID_HANDLE);
}

static MPI_T_cvar_handle cvar(const char *its) {
    int index, count = 0;
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    OK(MPI_T_cvar_get_index(its, &index));
    OK(MPI_T_cvar_handle_alloc(index, NULL, &handle, &count));
    CHECK(count == 1 && handle != MPI_T_CVAR_HANDLE_NULL);
    return handle;
}

static unsigned long long read_bytes(MPI_T_cvar_handle handle) {
    unsigned long long bytes = 77;
    OK(MPI_T_cvar_read(handle, &bytes));
    return bytes;
}

/* All control variables describe themselves, and are found by name. */
static void cvars(void) {
    int num, index, verbosity, len, desc_len, bind, scope, count, found = 0;
    MPI_Datatype type;
    MPI_T_cvar_handle handle;
    OK(MPI_T_cvar_get_num(&num));
    CHECK(num >= 3);
    for (int i = 0; i < num; i++) {
        len = sizeof name, desc_len = sizeof desc;
        OK(MPI_T_cvar_get_info(i, name, &len, &verbosity, &type, NULL, desc, &desc_len, &bind, &scope));
        OK(MPI_T_cvar_get_index(name, &index));
        CHECK(index == i && bind == MPI_T_BIND_NO_OBJECT && verbosity == MPI_T_VERBOSITY_USER_BASIC);
        CHECK(strlen(desc) > 20 && desc_len == (int)strlen(desc) + 1);
        int check = strcmp(name, "CLUMP_CHECK") == 0, bytes = strcmp(name, "clump_pushed_buffer") == 0;
        CHECK(scope == (check ? MPI_T_SCOPE_ALL_EQ : MPI_T_SCOPE_LOCAL));
        CHECK(type == (bytes ? MPI_UNSIGNED_LONG_LONG : MPI_INT));
        found += check + bytes;
    }
    CHECK(found == 2);
    for (int bad = -1; bad <= num; bad += num + 1) {
        CHECK(MPI_T_cvar_get_info(bad, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
        CHECK(MPI_T_cvar_handle_alloc(bad, NULL, &handle, &count) == MPI_T_ERR_INVALID_INDEX);
    }
    CHECK(MPI_T_cvar_get_num(NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_get_index(NULL, &index) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_get_index("CLUMP_CHECK", NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_get_index("clump_chec", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_cvar_handle_alloc(0, NULL, NULL, &count) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_handle_alloc(0, NULL, &handle, NULL) == MPI_T_ERR_INVALID);
}

/* What control variables say and accept before, during and after MPI. */
static void settings(int phase) {
    MPI_T_cvar_handle check = cvar("CLUMP_CHECK"), bytes = cvar("clump_pushed_buffer"), help = cvar("clump_progress");
    int on = 5, one = 1, none = 0, bad = 2;
    unsigned long long old = read_bytes(bytes), more = 4 << 20, zero = 0, huge = 1ull << 40;
    OK(MPI_T_cvar_read(check, &on));
    CHECK(on == 0);
    OK(MPI_T_cvar_read(help, &on));
    CHECK(on == 0);
    CHECK(MPI_T_cvar_read(check, NULL) == MPI_T_ERR_INVALID && MPI_T_cvar_write(check, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_write(check, &bad) == MPI_T_ERR_INVALID && MPI_T_cvar_write(help, &bad) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_write(bytes, &huge) == MPI_T_ERR_INVALID);
    if (phase < 0) {
        CHECK(old == 0);
        OK(MPI_T_cvar_write(check, &one));
        OK(MPI_T_cvar_read(check, &on));
        CHECK(on == 1);
        OK(MPI_T_cvar_write(check, &none));
        OK(MPI_T_cvar_write(help, &none));
        more = 3 << 20;
        OK(MPI_T_cvar_write(bytes, &more));
        CHECK(read_bytes(bytes) == more);
        OK(MPI_T_cvar_write(bytes, &old));
        CHECK(read_bytes(bytes) == 0);
        OK(MPI_T_cvar_write(bytes, &more));
    } else if (phase == 0) {
        /* What was set before MPI_Init is in force. */
        CHECK(old == (3 << 20));
        CHECK(MPI_T_cvar_write(check, &one) == MPI_T_ERR_CVAR_SET_NOT_NOW);
        /* Only a job on several hosts has a thread that helps. */
        int rc = MPI_T_cvar_write(help, &one);
        CHECK(rc == MPI_SUCCESS || rc == MPI_T_ERR_CVAR_SET_NOT_NOW);
        OK(MPI_T_cvar_read(help, &on));
        CHECK(on == (rc == MPI_SUCCESS));
        OK(MPI_T_cvar_write(help, &none));
        OK(MPI_T_cvar_write(bytes, &more));
        CHECK(read_bytes(bytes) == more);
        /* The info key shows the same setting. */
        MPI_Info info;
        char value[32];
        int len = sizeof value, flag;
        OK(MPI_Comm_get_info(MPI_COMM_WORLD, &info));
        OK(MPI_Info_get_string(info, "clump_pushed_buffer", &len, value, &flag));
        CHECK(flag && strtoull(value, NULL, 10) == more);
        OK(MPI_Info_free(&info));
        /* 0 stands for the default, which has room for every other rank. */
        OK(MPI_T_cvar_write(bytes, &zero));
        CHECK(size < 2 || (read_bytes(bytes) > 0 && read_bytes(bytes) != more));
        OK(MPI_T_cvar_write(bytes, &old));
    } else {
        CHECK(MPI_T_cvar_write(check, &one) == MPI_T_ERR_CVAR_SET_NOT_NOW);
        CHECK(MPI_T_cvar_write(help, &none) == MPI_T_ERR_CVAR_SET_NOT_NOW);
        CHECK(MPI_T_cvar_write(bytes, &more) == MPI_T_ERR_CVAR_SET_NOT_NOW);
    }
    MPI_T_cvar_handle stale = check;
    OK(MPI_T_cvar_handle_free(&check));
    CHECK(check == MPI_T_CVAR_HANDLE_NULL);
    CHECK(MPI_T_cvar_handle_free(&check) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_cvar_handle_free(NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_cvar_read(stale, &on) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_cvar_write(stale, &on) == MPI_T_ERR_INVALID_HANDLE);
    OK(MPI_T_cvar_handle_free(&bytes));
    OK(MPI_T_cvar_handle_free(&help));
}

/* All performance variables describe themselves, and are found by name and class. */
static void pvars(void) {
    int num, index, verbosity, class, len, desc_len, bind, readonly, continuous, atomic;
    MPI_Datatype type;
    MPI_T_enum values;
    OK(MPI_T_pvar_get_num(&num));
    CHECK(num >= 15);
    for (int i = 0; i < num; i++) {
        len = sizeof name, desc_len = sizeof desc;
        OK(MPI_T_pvar_get_info(i, name, &len, &verbosity, &class, &type, &values, desc, &desc_len, &bind, &readonly,
                               &continuous, &atomic));
        OK(MPI_T_pvar_get_index(name, class, &index));
        CHECK(index == i && type == MPI_UNSIGNED_LONG_LONG && values == MPI_T_ENUM_NULL && strlen(desc) > 10);
        int counts = class == MPI_T_PVAR_CLASS_COUNTER || class == MPI_T_PVAR_CLASS_AGGREGATE;
        CHECK(counts || class == MPI_T_PVAR_CLASS_LEVEL || class == MPI_T_PVAR_CLASS_SIZE);
        CHECK(readonly == !counts && continuous == !counts && atomic == counts);
        CHECK(bind == MPI_T_BIND_NO_OBJECT || bind == MPI_T_BIND_MPI_COMM);
        CHECK(MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_TIMER, &index) == MPI_T_ERR_INVALID_NAME);
    }
    OK(MPI_T_pvar_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(MPI_T_pvar_get_info(num, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
          MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_pvar_get_num(NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_get_index("clump_nothing", MPI_T_PVAR_CLASS_COUNTER, &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_pvar_get_index("", MPI_T_PVAR_CLASS_TIMER, &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_pvar_get_index(NULL, MPI_T_PVAR_CLASS_COUNTER, &index) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_get_index("clump_seeks", MPI_T_PVAR_CLASS_COUNTER, NULL) == MPI_T_ERR_INVALID);
}

static MPI_T_pvar_handle pvar(MPI_T_pvar_session session, const char *its, int class, void *object, int *count) {
    int index;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    OK(MPI_T_pvar_get_index(its, class, &index));
    OK(MPI_T_pvar_handle_alloc(session, index, object, &handle, count));
    CHECK(handle != MPI_T_PVAR_HANDLE_NULL);
    return handle;
}

/* Counters count between start and stop; sessions do not disturb each other. Each rank sends to itself. */
static void counters(void) {
    enum { ROUNDS = 7 };
    MPI_T_pvar_session a, b;
    int count, counts;
    unsigned long long value[64], other[64];
    CHECK(size <= 64);
    OK(MPI_T_pvar_session_create(&a));
    OK(MPI_T_pvar_session_create(&b));
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_T_pvar_handle sent = pvar(a, "clump_messages_sent", MPI_T_PVAR_CLASS_COUNTER, &comm, &counts);
    MPI_T_pvar_handle got = pvar(a, "clump_messages_received", MPI_T_PVAR_CLASS_COUNTER, &comm, &count);
    CHECK(counts == size && count == size);
    MPI_T_pvar_handle bytes = pvar(a, "clump_bytes_pushed", MPI_T_PVAR_CLASS_AGGREGATE, &comm, &count);
    MPI_T_pvar_handle late = pvar(a, "clump_unexpected_messages", MPI_T_PVAR_CLASS_COUNTER, NULL, &count);
    CHECK(count == 1);
    MPI_T_pvar_handle second = pvar(b, "clump_messages_sent", MPI_T_PVAR_CLASS_COUNTER, &comm, &count);
    OK(MPI_T_pvar_start(a, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_start(b, second));
    char text[100] = "text", back[100];
    for (int i = 0; i < ROUNDS; i++) {
        OK(MPI_Send(text, 100, MPI_CHAR, rank, 3, MPI_COMM_WORLD));
        OK(MPI_Probe(rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Recv(back, 100, MPI_CHAR, rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
    OK(MPI_T_pvar_read(a, sent, value));
    CHECK(value[rank] == ROUNDS);
    for (int r = 0; r < size; r++) CHECK(r == rank || value[r] == 0);
    OK(MPI_T_pvar_read(a, got, value));
    CHECK(value[rank] == ROUNDS);
    OK(MPI_T_pvar_read(a, bytes, value));
    CHECK(value[rank] == ROUNDS * 100);
    /* The message was there before the receive. */
    OK(MPI_T_pvar_read(a, late, value));
    CHECK(value[0] == ROUNDS);
    /* A stopped counter stands still; a reset in one session does not change another session. */
    OK(MPI_T_pvar_stop(a, sent));
    OK(MPI_T_pvar_reset(a, late));
    OK(MPI_T_pvar_readreset(a, got, other));
    CHECK(other[rank] == ROUNDS);
    OK(MPI_Sendrecv(text, 1, MPI_CHAR, rank, 4, back, 1, MPI_CHAR, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_T_pvar_read(a, sent, value));
    CHECK(value[rank] == ROUNDS);
    OK(MPI_T_pvar_read(a, got, value));
    CHECK(value[rank] == 1);
    OK(MPI_T_pvar_read(b, second, value));
    CHECK(value[rank] == ROUNDS + 1);
    OK(MPI_T_pvar_start(a, sent));
    OK(MPI_T_pvar_start(a, sent));
    OK(MPI_Sendrecv(text, 1, MPI_CHAR, rank, 4, back, 1, MPI_CHAR, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_T_pvar_read(a, sent, value));
    CHECK(value[rank] == ROUNDS + 1);
    /* A counter goes on from what a tool writes. */
    for (int r = 0; r < size; r++) value[r] = 1000 + r;
    OK(MPI_T_pvar_write(a, sent, value));
    OK(MPI_Sendrecv(text, 1, MPI_CHAR, rank, 4, back, 1, MPI_CHAR, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_T_pvar_read(a, sent, value));
    for (int r = 0; r < size; r++) CHECK(value[r] == 1000u + r + (r == rank));
    OK(MPI_T_pvar_stop(a, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_reset(a, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_read(a, sent, value));
    CHECK(value[rank] == 0);
    /* Handles and sessions that do not fit together, or are gone. */
    CHECK(MPI_T_pvar_read(b, sent, value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_read(a, MPI_T_PVAR_ALL_HANDLES, value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_write(a, MPI_T_PVAR_ALL_HANDLES, value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_readreset(a, MPI_T_PVAR_HANDLE_NULL, value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_read(a, sent, NULL) == MPI_T_ERR_INVALID && MPI_T_pvar_write(a, sent, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_handle_free(b, &sent) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_start(MPI_T_PVAR_SESSION_NULL, sent) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_pvar_stop(MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_ALL_HANDLES) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_pvar_reset(MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_ALL_HANDLES) == MPI_T_ERR_INVALID_SESSION);
    OK(MPI_T_pvar_handle_free(a, &late));
    CHECK(late == MPI_T_PVAR_HANDLE_NULL);
    CHECK(MPI_T_pvar_handle_free(a, &late) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_handle_free(a, NULL) == MPI_T_ERR_INVALID);
    MPI_T_pvar_session stale = a;
    OK(MPI_T_pvar_session_free(&a));
    CHECK(a == MPI_T_PVAR_SESSION_NULL);
    CHECK(MPI_T_pvar_session_free(&a) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_pvar_session_free(NULL) == MPI_T_ERR_INVALID && MPI_T_pvar_session_create(NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_read(stale, sent, value) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_pvar_read(b, sent, value) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_pvar_handle_alloc(stale, 0, &comm, &sent, &count) == MPI_T_ERR_INVALID_SESSION);
    CHECK(MPI_T_pvar_handle_alloc(b, -1, &comm, &sent, &count) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_pvar_handle_alloc(b, 0, NULL, &sent, &count) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_pvar_handle_alloc(b, 0, &comm, NULL, &count) == MPI_T_ERR_INVALID);
    MPI_Comm null = MPI_COMM_NULL;
    CHECK(MPI_T_pvar_handle_alloc(b, 0, &null, &sent, &count) == MPI_T_ERR_INVALID);
    OK(MPI_T_pvar_session_free(&b));
}

static unsigned long long level(MPI_T_pvar_session session, const char *its, MPI_Comm comm) {
    int count;
    unsigned long long value = 99;
    MPI_T_pvar_handle handle = pvar(session, its, MPI_T_PVAR_CLASS_LEVEL, &comm, &count);
    CHECK(count == 1);
    OK(MPI_T_pvar_read(session, handle, &value));
    CHECK(MPI_T_pvar_start(session, handle) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK(MPI_T_pvar_stop(session, handle) == MPI_T_ERR_PVAR_NO_STARTSTOP);
    CHECK(MPI_T_pvar_write(session, handle, &value) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_reset(session, handle) == MPI_T_ERR_PVAR_NO_WRITE);
    CHECK(MPI_T_pvar_readreset(session, handle, &value) == MPI_T_ERR_PVAR_NO_ATOMIC);
    OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_handle_free(session, &handle));
    return value;
}

/* The queues of matching, by communicator; a handle does not survive its communicator. */
static void queues(void) {
    MPI_T_pvar_session session;
    MPI_Comm comm;
    MPI_Request posted[3], sends[2];
    int count, flag;
    char bytes[50], in[3][8];
    unsigned long long value;
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    for (int i = 0; i < 3; i++) OK(MPI_Irecv(in[i], 8, MPI_CHAR, 0, 10 + i, comm, &posted[i]));
    for (int i = 0; i < 2; i++) OK(MPI_Isend(bytes, 20 + i, MPI_CHAR, 0, 20 + i, comm, &sends[i]));
    /* The later message is there once the earlier one is. */
    do OK(MPI_Iprobe(0, 21, comm, &flag, MPI_STATUS_IGNORE));
    while (!flag);
    CHECK(level(session, "clump_unexpected_queue_length", comm) == 2);
    CHECK(level(session, "clump_unexpected_queue_bytes", comm) == 41);
    CHECK(level(session, "clump_posted_queue_length", comm) == 3);
    CHECK(level(session, "clump_unexpected_queue_length", MPI_COMM_SELF) == 0);
    CHECK(level(session, "clump_posted_queue_length", MPI_COMM_SELF) == 0);
    for (int i = 0; i < 2; i++) OK(MPI_Recv(bytes, 50, MPI_CHAR, 0, 20 + i, comm, MPI_STATUS_IGNORE));
    for (int i = 0; i < 3; i++) OK(MPI_Send(bytes, 8, MPI_CHAR, 0, 10 + i, comm));
    OK(MPI_Waitall(3, posted, MPI_STATUSES_IGNORE));
    OK(MPI_Waitall(2, sends, MPI_STATUSES_IGNORE));
    CHECK(level(session, "clump_unexpected_queue_length", comm) == 0);
    CHECK(level(session, "clump_posted_queue_length", comm) == 0);
    MPI_T_pvar_handle handle = pvar(session, "clump_posted_queue_length", MPI_T_PVAR_CLASS_LEVEL, &comm, &count);
    OK(MPI_Comm_free(&comm));
    CHECK(MPI_T_pvar_read(session, handle, &value) == MPI_T_ERR_INVALID_HANDLE);
    OK(MPI_T_pvar_session_free(&session));
}

/* Each variable and each type of event is in one category. */
static void categories(void) {
    int num, index, cvars, pvars, subs, events, len, desc_len, stamp, stamps, all[3] = {0, 0, 0}, list[64], got;
    OK(MPI_T_category_get_num(&num));
    OK(MPI_T_category_changed(&stamp));
    for (int i = 0; i < num; i++) {
        len = sizeof name, desc_len = sizeof desc;
        OK(MPI_T_category_get_info(i, name, &len, desc, &desc_len, &cvars, &pvars, &subs));
        OK(MPI_T_category_get_num_events(i, &events));
        OK(MPI_T_category_get_index(name, &index));
        CHECK(index == i && strlen(desc) > 3);
        all[0] += cvars, all[1] += pvars, all[2] += events;
        memset(list, -1, sizeof list);
        OK(MPI_T_category_get_cvars(i, 64, list));
        for (int k = 0; k < cvars; k++) OK(MPI_T_cvar_get_info(list[k], NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
        CHECK(list[cvars] == -1);
        memset(list, -1, sizeof list);
        OK(MPI_T_category_get_pvars(i, 64, list));
        CHECK(list[pvars] == -1 && (pvars == 0 || list[pvars - 1] >= 0));
        memset(list, -1, sizeof list);
        OK(MPI_T_category_get_events(i, 64, list));
        CHECK(list[events] == -1 && (events == 0 || list[events - 1] >= 0));
        memset(list, -1, sizeof list);
        OK(MPI_T_category_get_categories(i, 64, list));
        CHECK(list[subs] == -1 && (subs == 0 || list[subs - 1] > 0));
        /* At most as many as there is room for. */
        memset(list, -1, sizeof list);
        OK(MPI_T_category_get_pvars(i, 1, list));
        CHECK(list[1] == -1 && (pvars == 0) == (list[0] == -1));
        OK(MPI_T_category_get_pvars(i, 0, NULL));
    }
    OK(MPI_T_cvar_get_num(&got));
    CHECK(all[0] == got);
    OK(MPI_T_pvar_get_num(&got));
    CHECK(all[1] == got);
    OK(MPI_T_event_get_num(&got));
    CHECK(all[2] == got);
    OK(MPI_T_category_changed(&stamps));
    CHECK(stamps == stamp);
    OK(MPI_T_category_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(MPI_T_category_get_info(num, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_num(NULL) == MPI_T_ERR_INVALID && MPI_T_category_changed(NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_category_get_num_events(num, &events) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_cvars(-1, 64, list) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_pvars(num, 64, list) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_events(num, 64, list) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_categories(num, 64, list) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_category_get_categories(0, 64, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_category_get_categories(0, -1, list) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_category_get_index("clump_", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_category_get_index(NULL, &index) == MPI_T_ERR_INVALID);
}

/* After MPI_Finalize a variable keeps its last value. */
static unsigned long long unexpected(MPI_T_pvar_session session, MPI_T_pvar_handle handle) {
    unsigned long long value;
    OK(MPI_T_pvar_read(session, handle, &value));
    return value;
}

int main(void) {
    int provided, again, count;
    not_initialized();
    CHECK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_init_thread(-1, &provided) == MPI_T_ERR_INVALID);
    not_initialized();
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(provided == MPI_THREAD_SINGLE);
    OK(MPI_T_init_thread(MPI_THREAD_FUNNELED + 1, &again));
    CHECK(again == MPI_THREAD_SERIALIZED);
    OK(MPI_T_finalize());
    strings();
    enumerations();
    cvars();
    pvars();
    categories();
    settings(-1);
    /* The end of the interface keeps the settings, and a handle from before names no later object. */
    MPI_T_cvar_handle old = cvar("CLUMP_CHECK");
    OK(MPI_T_finalize());
    not_initialized();
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &again));
    MPI_T_cvar_handle new = cvar("CLUMP_CHECK");
    CHECK(MPI_T_cvar_read(old, &count) == MPI_T_ERR_INVALID_HANDLE);
    OK(MPI_T_cvar_handle_free(&new));
    MPI_T_pvar_session session;
    OK(MPI_T_pvar_session_create(&session));
    MPI_T_pvar_handle late = pvar(session, "clump_unexpected_messages", MPI_T_PVAR_CLASS_COUNTER, NULL, &count);
    OK(MPI_T_pvar_start(session, late));
    CHECK(unexpected(session, late) == 0);
    begin();
    settings(0);
    counters();
    queues();
    categories();
    unsigned long long most = unexpected(session, late);
    CHECK(most >= 7);
    OK(MPI_Finalize());
    CHECK(unexpected(session, late) >= most);
    settings(1);
    pvars();
    strings();
    OK(MPI_T_finalize());
    not_initialized();
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    /* The last end has freed the session. */
    CHECK(MPI_T_pvar_session_free(&session) == MPI_T_ERR_INVALID_SESSION);
    OK(MPI_T_finalize());
    if (rank == 0) puts("ok");
    return 0;
}
