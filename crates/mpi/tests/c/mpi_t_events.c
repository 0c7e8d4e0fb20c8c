/* Events of the tool interface: their types and source, registrations with callbacks and hints, an unexpected message, a
 * late peer, dropped events, and the end of a registration within its own callback. ranks: 1 2 */
#include "start.h"
#include <unistd.h>

enum { MOST = 6000 };
static struct seen {
    int calls, safety, source, tag, world_peer;
    unsigned long long bytes;
    MPI_Count time;
    int source_index;
    MPI_T_event_instance instance;
} seen;
static int dropped_calls, freed_calls, other_calls;
static MPI_Count dropped_count;
static MPI_T_event_registration registered;
static char mark, end_mark;
static MPI_Comm flooded;

static int event(const char *its) {
    int index;
    OK(MPI_T_event_get_index(its, &index));
    return index;
}

static void unexpected(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    struct { int source, tag; unsigned long long bytes; } copy;
    int wrong_index;
    CHECK(r == registered && user == &mark);
    seen.calls++, seen.safety = safety, seen.instance = e;
    OK(MPI_T_event_read(e, 0, &seen.source));
    OK(MPI_T_event_read(e, 1, &seen.tag));
    OK(MPI_T_event_read(e, 2, &seen.bytes));
    CHECK(MPI_T_event_read(e, 3, &wrong_index) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_event_read(e, -1, &wrong_index) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_event_read(e, 0, NULL) == MPI_T_ERR_INVALID && MPI_T_event_copy(e, NULL) == MPI_T_ERR_INVALID);
    OK(MPI_T_event_copy(e, &copy));
    CHECK(copy.source == seen.source && copy.tag == seen.tag && copy.bytes == seen.bytes);
    OK(MPI_T_event_get_timestamp(e, &seen.time));
    OK(MPI_T_event_get_source(e, &seen.source_index));
    CHECK(MPI_T_event_get_source(e, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_get_timestamp(e, NULL) == MPI_T_ERR_INVALID);
}

/* A callback may communicate. */
static void asks_back(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    int in = 0, out = 41, flag;
    (void)e, (void)r, (void)safety;
    if (seen.calls++ > 0) return;
    OK(MPI_Sendrecv(&out, 1, MPI_INT, 0, 1, &in, 1, MPI_INT, 0, 1, *(MPI_Comm *)user, MPI_STATUS_IGNORE));
    CHECK(in == 41);
    OK(MPI_Iprobe(0, 99, *(MPI_Comm *)user, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag);
}

static void other(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    (void)e, (void)r, (void)safety, (void)user;
    other_calls++;
}

static void dropped(MPI_Count count, MPI_T_event_registration r, int source, MPI_T_cb_safety safety, void *user) {
    CHECK(r == registered && source == 0 && user == &mark);
    (void)safety;
    dropped_calls++, dropped_count += count;
}

static void freed(MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    CHECK(r == registered && user == &end_mark);
    (void)safety;
    freed_calls++;
}

/* Frees its own registration: the function that ends it is called after this callback, and no event comes after. */
static void frees_itself(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    (void)e, (void)safety, (void)user;
    other_calls++;
    OK(MPI_T_event_handle_free(r, &end_mark, freed));
    CHECK(freed_calls == 0);
    CHECK(MPI_T_event_handle_free(r, &end_mark, freed) == MPI_T_ERR_INVALID_HANDLE);
}

static void types(void) {
    int num, index, verbosity, elements, bind, len, desc_len, items;
    char name[64], desc[256];
    MPI_Datatype type[8];
    MPI_Aint at[8];
    MPI_T_enum names;
    MPI_Info info;
    OK(MPI_T_event_get_num(&num));
    CHECK(num == 3);
    for (int i = 0; i < num; i++) {
        len = sizeof name, desc_len = sizeof desc, elements = 8;
        OK(MPI_T_event_get_info(i, name, &len, &verbosity, type, at, &elements, &names, &info, desc, &desc_len, &bind));
        OK(MPI_T_event_get_index(name, &index));
        OK(MPI_T_enum_get_info(names, &items, NULL, NULL));
        CHECK(index == i && items == elements && elements >= 1 && type[0] == MPI_INT && at[0] == 0 && strlen(desc) > 9);
        CHECK(verbosity == MPI_T_VERBOSITY_USER_DETAIL);
        OK(MPI_Info_free(&info));
    }
    memset(at, -1, sizeof at);
    elements = 1;
    OK(MPI_T_event_get_info(event("clump_unexpected_message"), NULL, NULL, NULL, type, at, &elements, NULL, NULL, NULL,
                            NULL, &bind));
    CHECK(elements == 3 && at[0] == 0 && at[1] == -1 && bind == MPI_T_BIND_MPI_COMM);
    CHECK(MPI_T_event_get_info(num, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) ==
          MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_event_get_index("clump_event", &index) == MPI_T_ERR_INVALID_NAME);
    CHECK(MPI_T_event_get_num(NULL) == MPI_T_ERR_INVALID);
}

static MPI_Count source_time(void) {
    MPI_Count time;
    OK(MPI_T_source_get_timestamp(0, &time));
    return time;
}

static void sources(void) {
    int num, len, desc_len;
    char name[64], desc[256];
    MPI_T_source_order order;
    MPI_Count ticks, most, time;
    MPI_Info info;
    OK(MPI_T_source_get_num(&num));
    CHECK(num == 1);
    len = sizeof name, desc_len = sizeof desc;
    OK(MPI_T_source_get_info(0, name, &len, desc, &desc_len, &order, &ticks, &most, &info));
    CHECK(strcmp(name, "clump") == 0 && order == MPI_T_SOURCE_ORDERED && ticks == 1000000000 && most > 1ll << 60);
    OK(MPI_Info_free(&info));
    OK(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(MPI_T_source_get_info(1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_source_get_timestamp(1, &time) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_source_get_timestamp(0, NULL) == MPI_T_ERR_INVALID && MPI_T_source_get_num(NULL) == MPI_T_ERR_INVALID);
    time = source_time();
    CHECK(time > 0 && source_time() >= time);
}

/* Sends itself a message that arrives before the receive. */
static void send_unexpected(MPI_Comm comm, int tag, int bytes) {
    char out[100] = "", in[100];
    OK(MPI_Send(out, bytes, MPI_CHAR, 0, tag, comm));
    OK(MPI_Probe(0, tag, comm, MPI_STATUS_IGNORE));
    OK(MPI_Recv(in, bytes, MPI_CHAR, 0, tag, comm, MPI_STATUS_IGNORE));
}

static MPI_T_event_registration listen(const char *its, void *object, MPI_T_event_cb_function *function, void *user) {
    OK(MPI_T_event_handle_alloc(event(its), object, MPI_INFO_NULL, &registered));
    if (function)
        OK(MPI_T_event_register_callback(registered, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_INFO_NULL, user, function));
    return registered;
}

static void messages(MPI_Comm comm, MPI_Comm elsewhere) {
    MPI_Count before = source_time();
    listen("clump_unexpected_message", &comm, unexpected, &mark);
    send_unexpected(elsewhere, 5, 10);
    CHECK(seen.calls == 0);
    send_unexpected(comm, 6, 33);
    CHECK(seen.calls == 1 && seen.source == 0 && seen.tag == 6 && seen.bytes == 33 && seen.source_index == 0);
    CHECK(seen.safety == MPI_T_CB_REQUIRE_NONE && seen.time >= before && seen.time <= source_time());
    CHECK(MPI_T_event_read(seen.instance, 0, &seen.source) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_event_copy(seen.instance, &seen) == MPI_T_ERR_INVALID_HANDLE);
    /* The callback that promises least is called; a null function removes a callback. */
    OK(MPI_T_event_register_callback(registered, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, other));
    send_unexpected(comm, 7, 1);
    CHECK(seen.calls == 1 && other_calls == 1);
    OK(MPI_T_event_register_callback(registered, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL));
    send_unexpected(comm, 8, 2);
    CHECK(seen.calls == 2 && other_calls == 1 && seen.tag == 8);
    OK(MPI_T_event_handle_free(registered, NULL, NULL));
    send_unexpected(comm, 9, 2);
    CHECK(seen.calls == 2);
    /* The callback itself causes events: they are told one after the other. */
    seen.calls = 0;
    listen("clump_unexpected_message", &comm, asks_back, &comm);
    send_unexpected(comm, 6, 33);
    CHECK(seen.calls >= 1);
    OK(MPI_T_event_handle_free(registered, NULL, NULL));
}

static void hints(MPI_Comm comm) {
    MPI_Info info, used;
    int keys;
    MPI_T_event_registration r = listen("clump_unexpected_message", &comm, NULL, NULL);
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "unknown", "hint"));
    OK(MPI_T_event_handle_set_info(r, info));
    OK(MPI_T_event_handle_get_info(r, &used));
    OK(MPI_Info_get_nkeys(used, &keys));
    CHECK(keys == 0);
    OK(MPI_Info_free(&used));
    OK(MPI_T_event_register_callback(r, MPI_T_CB_REQUIRE_THREAD_SAFE, info, NULL, other));
    OK(MPI_T_event_callback_set_info(r, MPI_T_CB_REQUIRE_THREAD_SAFE, info));
    OK(MPI_T_event_callback_get_info(r, MPI_T_CB_REQUIRE_THREAD_SAFE, &used));
    OK(MPI_Info_free(&used));
    CHECK(MPI_T_event_handle_get_info(r, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_callback_get_info(r, MPI_T_CB_REQUIRE_THREAD_SAFE, NULL) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_register_callback(r, 1, info, NULL, other) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_callback_set_info(r, 1, info) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_handle_alloc(99, &comm, info, &r) == MPI_T_ERR_INVALID_INDEX);
    CHECK(MPI_T_event_handle_alloc(0, NULL, info, &r) == MPI_T_ERR_INVALID);
    CHECK(MPI_T_event_handle_alloc(0, &comm, info, NULL) == MPI_T_ERR_INVALID);
    OK(MPI_Info_free(&info));
    OK(MPI_T_event_handle_free(r, NULL, NULL));
    CHECK(MPI_T_event_handle_set_info(r, MPI_INFO_NULL) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_event_set_dropped_handler(r, dropped) == MPI_T_ERR_INVALID_HANDLE);
    CHECK(MPI_T_event_register_callback(r, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, other) == MPI_T_ERR_INVALID_HANDLE);
}

/* Causes more events than are kept, in its first call: they wait until the callback returns. */
static void flood(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    (void)e, (void)r, (void)safety;
    CHECK(user == &mark);
    if (seen.calls++ > 0) return;
    for (int i = 0; i < MOST; i++) send_unexpected(flooded, 10, 1);
    CHECK(seen.calls == 1 && dropped_calls == 0);
}

/* The tool hears of each event, or that it was dropped. */
static void floods(void) {
    seen.calls = 0;
    listen("clump_unexpected_message", &flooded, flood, &mark);
    OK(MPI_T_event_set_dropped_handler(registered, dropped));
    send_unexpected(flooded, 10, 1);
    CHECK(dropped_calls == 1 && dropped_count > 0 && seen.calls + dropped_count == MOST + 1);
    OK(MPI_T_event_set_dropped_handler(registered, NULL));
    OK(MPI_T_event_handle_free(registered, &end_mark, freed));
    CHECK(freed_calls == 1);
}

static void ends(MPI_Comm comm) {
    freed_calls = other_calls = 0;
    listen("clump_unexpected_message", &comm, frees_itself, NULL);
    send_unexpected(comm, 6, 3);
    CHECK(other_calls == 1 && freed_calls == 1);
    send_unexpected(comm, 6, 3);
    CHECK(other_calls == 1 && freed_calls == 1);
}

static void late(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    int peer, tag;
    (void)r, (void)safety, (void)user;
    OK(MPI_T_event_read(e, 0, &peer));
    OK(MPI_T_event_read(e, 1, &tag));
    if (tag == 77) seen.calls++, seen.world_peer = peer;
}

/* Rank 0 sleeps in a receive from rank 1; its callback then asks for the message. So it is late for certain. */
static void calls_for(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    int before = seen.calls;
    late(e, r, safety, user);
    if (seen.calls > before) OK(MPI_Send(NULL, 0, MPI_INT, 1, 78, MPI_COMM_WORLD));
}

/* As calls_for, in a barrier. */
static void calls_in(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    (void)e, (void)r, (void)safety, (void)user;
    if (other_calls++ == 0) OK(MPI_Send(NULL, 0, MPI_INT, 1, 79, MPI_COMM_WORLD));
}

static void lateness(void) {
    if (size < 2) return;
    other_calls = 0;
    if (rank == 0) {
        seen.calls = 0;
        listen("clump_late_peer", NULL, calls_for, NULL);
        OK(MPI_Recv(NULL, 0, MPI_INT, 1, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        CHECK(seen.calls == 1 && seen.world_peer == 1);
        OK(MPI_T_event_handle_free(registered, NULL, NULL));
        listen("clump_late_peer", NULL, calls_in, NULL);
        OK(MPI_Barrier(MPI_COMM_WORLD));
        CHECK(other_calls >= 1);
        OK(MPI_T_event_handle_free(registered, NULL, NULL));
    } else if (rank == 1) {
        OK(MPI_Recv(NULL, 0, MPI_INT, 0, 78, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Send(NULL, 0, MPI_INT, 0, 77, MPI_COMM_WORLD));
        OK(MPI_Recv(NULL, 0, MPI_INT, 0, 79, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        OK(MPI_Barrier(MPI_COMM_WORLD));
    }
}

int main(void) {
    int provided;
    MPI_Comm comm, elsewhere;
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    types();
    sources();
    /* Registrations that are bound to no object may come before MPI_Init. */
    MPI_T_event_registration early = listen("clump_retransmission", NULL, other, NULL);
    begin();
    OK(MPI_T_event_handle_free(early, NULL, NULL));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &elsewhere));
    other_calls = 0;
    messages(comm, elsewhere);
    hints(comm);
    flooded = comm;
    floods();
    ends(comm);
    lateness();
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&elsewhere));
    /* A registration that is left over ends with the interface. */
    listen("clump_late_peer", NULL, late, NULL);
    OK(MPI_T_finalize());
    return end();
}
