/* A tool's thread reads variables and listens to events while the program, which has one thread, communicates: the tool
 * interface has the thread level MPI_THREAD_MULTIPLE, MPI has not. ranks: 2 */
#include "start.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { ROUNDS = 3000 };
static atomic_int over, reads, events;
static MPI_T_pvar_session session;
static MPI_T_pvar_handle received, posted;

static void heard(MPI_T_event_instance e, MPI_T_event_registration r, MPI_T_cb_safety safety, void *user) {
    int source;
    (void)r, (void)safety, (void)user;
    OK(MPI_T_event_read(e, 0, &source));
    CHECK(source == 1 - rank);
    events++;
}

static void *tool(void *unused) {
    unsigned long long value[2], before = 0;
    while (!over) {
        OK(MPI_T_pvar_read(session, received, value));
        CHECK(value[1 - rank] >= before);
        before = value[1 - rank];
        OK(MPI_T_pvar_read(session, posted, value));
        CHECK(value[0] <= 2);
        reads++;
        sched_yield();
    }
    return unused;
}

int main(void) {
    int provided, index, count;
    MPI_Comm comm = MPI_COMM_WORLD;
    pthread_t thread;
    MPI_T_event_registration registration;
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    CHECK(provided == MPI_THREAD_MULTIPLE);
    begin();
    OK(MPI_Query_thread(&provided));
    CHECK(provided == MPI_THREAD_SINGLE);
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_get_index("clump_messages_received", MPI_T_PVAR_CLASS_COUNTER, &index));
    OK(MPI_T_pvar_handle_alloc(session, index, &comm, &received, &count));
    OK(MPI_T_pvar_start(session, received));
    OK(MPI_T_pvar_get_index("clump_posted_queue_length", MPI_T_PVAR_CLASS_LEVEL, &index));
    OK(MPI_T_pvar_handle_alloc(session, index, &comm, &posted, &count));
    OK(MPI_T_event_get_index("clump_unexpected_message", &index));
    OK(MPI_T_event_handle_alloc(index, &comm, MPI_INFO_NULL, &registration));
    OK(MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL, heard));
    OK(MPI_Barrier(comm));
    CHECK(pthread_create(&thread, NULL, tool, NULL) == 0);
    int peer = 1 - rank, out = 7, in;
    for (int i = 0; i < ROUNDS; i++) {
        OK(MPI_Sendrecv(&out, 1, MPI_INT, peer, 1, &in, 1, MPI_INT, peer, 1, comm, MPI_STATUS_IGNORE));
        /* The first of two messages is not yet wanted when the second is received. */
        OK(MPI_Send(&out, 1, MPI_INT, peer, 2, comm));
        OK(MPI_Send(&out, 1, MPI_INT, peer, 3, comm));
        OK(MPI_Recv(&in, 1, MPI_INT, peer, 3, comm, MPI_STATUS_IGNORE));
        OK(MPI_Recv(&in, 1, MPI_INT, peer, 2, comm, MPI_STATUS_IGNORE));
    }
    while (reads < 10) sched_yield();
    over = 1;
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(events >= ROUNDS);
    unsigned long long value[2];
    OK(MPI_T_pvar_read(session, received, value));
    CHECK(value[peer] >= 3 * ROUNDS);
    OK(MPI_T_event_handle_free(registration, NULL, NULL));
    OK(MPI_T_finalize());
    return end();
}
