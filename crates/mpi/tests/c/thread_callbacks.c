/* ranks: 1 2. At MPI_THREAD_MULTIPLE, error handlers, attribute functions, and functions of generalized requests call MPI,
 * in several threads at once. Threads that have used MPI are gone when MPI_Finalize is called, which calls a last one. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3, ROUNDS = 60 };
static MPI_Comm bases[THREADS];
static atomic_int errors, copies, deletes, queries, frees, ended;
static int keyval;

/* A message to this process itself and back: nothing is locked while a function of the program runs. */
static void use_mpi(void) {
    int out = 7, in = 0, rank = -1;
    MPI_Request request;
    MPI_Comm_rank(MPI_COMM_SELF, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request);
    MPI_Send(&out, 1, MPI_INT, 0, 3, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(rank == 0 && in == 7);
}

static void on_error(MPI_Comm *comm, int *code, ...) {
    int class = -1;
    MPI_Error_class(*code, &class);
    CHECK(class == MPI_ERR_RANK && *comm != MPI_COMM_NULL);
    use_mpi();
    atomic_fetch_add(&errors, 1);
}
static int copy(MPI_Comm old, int key, void *extra, void *in, void *out, int *flag) {
    (void)old, (void)key, (void)extra;
    use_mpi();
    *(void **)out = in;
    *flag = 1;
    atomic_fetch_add(&copies, 1);
    return MPI_SUCCESS;
}
static int gone(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    use_mpi();
    atomic_fetch_add(&deletes, 1);
    return MPI_SUCCESS;
}
static int at_end(MPI_Comm comm, int key, void *value, void *extra) {
    int sum = 0, one = 1, size;
    (void)comm, (void)key, (void)value, (void)extra;
    use_mpi();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size);
    atomic_fetch_add(&ended, 1);
    return MPI_SUCCESS;
}
static int query(void *extra, MPI_Status *status) {
    (void)extra;
    use_mpi();
    MPI_Status_set_elements(status, MPI_INT, 5);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 9;
    atomic_fetch_add(&queries, 1);
    return MPI_SUCCESS;
}
static int request_gone(void *extra) {
    (void)extra;
    use_mpi();
    atomic_fetch_add(&frees, 1);
    return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

static void *complete(void *request) {
    use_mpi();
    MPI_Grequest_complete(*(MPI_Request *)request);
    return NULL;
}

static void *work(void *argument) {
    MPI_Comm base = bases[(intptr_t)argument];
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Comm dup;
        MPI_Request request;
        MPI_Status status;
        pthread_t helper;
        void *value = NULL;
        int found = 0, count = 0;
        MPI_Comm_dup(base, &dup);
        MPI_Comm_get_attr(dup, keyval, &value, &found);
        CHECK(found && value == (void *)argument);
        CHECK(MPI_Send(&i, 1, MPI_INT, check_size + 5, 0, dup) != MPI_SUCCESS);
        MPI_Comm_free(&dup);
        MPI_Grequest_start(query, request_gone, cancel, NULL, &request);
        MPI_Request of_it = request;
        pthread_create(&helper, NULL, complete, &of_it);
        MPI_Wait(&request, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == 5 && status.MPI_TAG == 9 && request == MPI_REQUEST_NULL);
        pthread_join(helper, NULL);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int level, last_key;
    pthread_t threads[THREADS];
    MPI_Errhandler handler;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE);
    MPI_Comm_create_keyval(copy, gone, &keyval, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &last_key, NULL);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_attr(MPI_COMM_SELF, last_key, NULL);
    for (intptr_t t = 0; t < THREADS; t++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &bases[t]);
        MPI_Comm_set_attr(bases[t], keyval, (void *)t);
        MPI_Comm_set_errhandler(bases[t], handler);
    }
    for (intptr_t t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, work, (void *)t);
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
    CHECK(errors == THREADS * ROUNDS && copies == THREADS * ROUNDS && deletes == THREADS * ROUNDS);
    CHECK(queries == THREADS * ROUNDS && frees == THREADS * ROUNDS);
    for (int t = 0; t < THREADS; t++) MPI_Comm_free(&bases[t]);
    CHECK(deletes == THREADS * (ROUNDS + 1));
    MPI_Errhandler_free(&handler);
    MPI_Comm_free_keyval(&keyval);
    int wrong = check_end();
    return wrong || ended != 1;
}
