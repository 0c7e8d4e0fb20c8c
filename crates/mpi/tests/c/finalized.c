/* What a rank is in the middle of when it calls MPI_Finalize, and for which no call waits: a receive that was freed while active still
 * gets its message (MPI 5.0, 3.7.3 and 11.2.2), whenever that is sent. ranks: 2 4 */
#include "start.h"
#include <unistd.h>
#define LONG 200000
#define ROWS 5000

int main(void) {
    static int late[LONG], holes[2 * ROWS], short_one;
    begin();
    MPI_Datatype column;
    OK(MPI_Type_vector(ROWS, 1, 2, MPI_INT, &column));
    OK(MPI_Type_commit(&column));
    /* Of four ranks, two have a receive with holes as well. */
    int partner = rank ^ 1, with_holes = rank >= 2;
    if (rank % 2 == 0) {
        MPI_Request r[3], own;
        static int nothing;
        memset(holes, 0xff, sizeof holes);
        OK(MPI_Irecv(late, LONG, MPI_INT, partner, 1, MPI_COMM_WORLD, &r[0]));
        OK(MPI_Irecv(&short_one, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &r[1]));
        if (with_holes) OK(MPI_Irecv(holes, 1, column, partner, 2, MPI_COMM_WORLD, &r[2]));
        for (int i = 0; i < 2 + with_holes; i++) OK(MPI_Request_free(&r[i]));
        /* No rank can send this message any more, so MPI_Finalize does not wait for it. */
        OK(MPI_Irecv(&nothing, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &own));
        OK(MPI_Request_free(&own));
        OK(MPI_Type_free(&column));
        OK(MPI_Finalize());
        for (int i = 0; i < LONG; i++) CHECK(late[i] == i + partner);
        for (int i = 0; with_holes && i < 2 * ROWS; i++) CHECK(holes[i] == (i % 2 == 0 ? i + partner : -1));
        CHECK(short_one == partner);
        return 0;
    }
    /* The partner is in MPI_Finalize by now. */
    usleep(300000);
    for (int i = 0; i < LONG; i++) late[i] = i + rank;
    for (int i = 0; i < 2 * ROWS; i++) holes[i] = i + rank;
    OK(MPI_Send(late, LONG, MPI_INT, partner, 1, MPI_COMM_WORLD));
    if (with_holes) OK(MPI_Ssend(holes, 1, column, partner, 2, MPI_COMM_WORLD));
    short_one = rank;
    OK(MPI_Ssend(&short_one, 1, MPI_INT, partner, 3, MPI_COMM_WORLD));
    OK(MPI_Type_free(&column));
    return end();
}
