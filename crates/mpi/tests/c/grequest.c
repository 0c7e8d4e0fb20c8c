/* Generalized requests (MPI 5.0, 13.2). */
#include "start.h"

static int queried, freed, cancelled;
static int query(void *extra, MPI_Status *status) {
    queried++;
    OK(MPI_Status_set_elements(status, MPI_INT, *(int *)extra));
    OK(MPI_Status_set_cancelled(status, cancelled));
    status->MPI_SOURCE = 11;
    status->MPI_TAG = 12;
    return MPI_SUCCESS;
}
static int release(void *extra) {
    (void)extra;
    freed++;
    return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
    (void)extra;
    cancelled = !complete;
    return MPI_SUCCESS;
}

int main(void) {
    begin();
    int count = 77, flag, n;
    MPI_Request r, copy;
    MPI_Status s;
    OK(MPI_Grequest_start(query, release, cancel, &count, &r));
    OK(MPI_Test(&r, &flag, &s));
    CHECK(!flag && !queried);
    OK(MPI_Grequest_complete(r));
    OK(MPI_Request_get_status(r, &flag, &s));
    CHECK(flag && queried == 1 && freed == 0);
    OK(MPI_Wait(&r, &s));
    CHECK(r == MPI_REQUEST_NULL && queried == 2 && freed == 1 && s.MPI_SOURCE == 11 && s.MPI_TAG == 12);
    OK(MPI_Get_count(&s, MPI_INT, &n));
    CHECK(n == 77);
    OK(MPI_Grequest_start(query, release, cancel, &count, &r));
    OK(MPI_Cancel(&r));
    OK(MPI_Grequest_complete(r));
    OK(MPI_Waitall(1, &r, &s));
    OK(MPI_Test_cancelled(&s, &flag));
    CHECK(flag && freed == 2);
    /* Freed first, complete later. */
    OK(MPI_Grequest_start(query, release, cancel, &count, &r));
    copy = r;
    OK(MPI_Request_free(&r));
    CHECK(r == MPI_REQUEST_NULL && freed == 2);
    OK(MPI_Grequest_complete(copy));
    CHECK(freed == 3);
    return end();
}
