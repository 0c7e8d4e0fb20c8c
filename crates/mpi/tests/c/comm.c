/* Making, comparing and freeing communicators; groups (MPI 5.0, 7.3 and 7.4). */
#include "here.h"
#include "start.h"

static void ring(MPI_Comm comm, int expect_size) {
    int r, n, got = -1;
    OK(MPI_Comm_rank(comm, &r));
    OK(MPI_Comm_size(comm, &n));
    CHECK(n == expect_size);
    MPI_Status s;
    OK(MPI_Sendrecv(&r, 1, MPI_INT, (r + 1) % n, 3, &got, 1, MPI_INT, (r + n - 1) % n, MPI_ANY_TAG, comm, &s));
    CHECK(got == (r + n - 1) % n && s.MPI_SOURCE == got && s.MPI_TAG == 3);
    OK(MPI_Sendrecv(&r, 1, MPI_INT, (r + 1) % n, 4, &got, 1, MPI_INT, MPI_ANY_SOURCE, 4, comm, &s));
    CHECK(got == (r + n - 1) % n && s.MPI_SOURCE == got);
}

int main(void) {
    begin();
    MPI_Comm dup, half, back, self, some;
    int result, n, r;
    char name[MPI_MAX_OBJECT_NAME];
    ring(MPI_COMM_WORLD, size);
    ring(MPI_COMM_SELF, 1);
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &dup));
    ring(dup, size);
    OK(MPI_Comm_compare(MPI_COMM_WORLD, dup, &result));
    CHECK(result == MPI_CONGRUENT);
    OK(MPI_Comm_compare(dup, dup, &result));
    CHECK(result == MPI_IDENT);
    OK(MPI_Comm_get_name(MPI_COMM_WORLD, name, &n));
    CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
    OK(MPI_Comm_get_name(dup, name, &n));
    CHECK(n == 0);
    OK(MPI_Comm_set_name(dup, "copy"));
    OK(MPI_Comm_get_name(dup, name, &n));
    CHECK(n == 4 && strcmp(name, "copy") == 0);

    /* A message on one communicator is invisible on another. */
    int x = 42, flag;
    MPI_Request q;
    OK(MPI_Isend(&x, 1, MPI_INT, rank, 0, dup, &q));
    OK(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    CHECK(!flag);
    OK(MPI_Recv(&x, 1, MPI_INT, rank, 0, dup, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&q, MPI_STATUS_IGNORE));

    OK(MPI_Comm_split(dup, rank % 2, rank, &half));
    ring(half, (size + 1 - rank % 2) / 2);
    OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back));
    OK(MPI_Comm_rank(back, &r));
    CHECK(r == size - 1 - rank);
    ring(back, size);
    OK(MPI_Comm_compare(MPI_COMM_WORLD, back, &result));
    CHECK(result == (size == 1 ? MPI_CONGRUENT : MPI_SIMILAR));
    OK(MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 7 : MPI_UNDEFINED, 0, &self));
    CHECK((self == MPI_COMM_NULL) == (rank != 0));
    if (rank == 0) ring(self, 1), OK(MPI_Comm_free(&self));
    OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &some));
    int *here = here_ranks();
    ring(some, here_count(here, 0, size));
    free(here);
    OK(MPI_Comm_free(&some));

    /* From groups. */
    MPI_Group world, odd, even, all, none;
    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    int range[1][3] = {{0, size - 1, 2}};
    OK(MPI_Group_range_incl(world, 1, range, &even));
    OK(MPI_Group_range_excl(world, 1, range, &odd));
    OK(MPI_Group_union(even, odd, &all));
    OK(MPI_Group_compare(all, world, &result));
    CHECK(result == (size < 3 ? MPI_IDENT : MPI_SIMILAR));
    OK(MPI_Group_intersection(even, odd, &none));
    CHECK(none == MPI_GROUP_EMPTY);
    OK(MPI_Group_rank(even, &r));
    CHECK(r == (rank % 2 ? MPI_UNDEFINED : rank / 2));
    int ranks[2] = {0, MPI_PROC_NULL}, there[2];
    OK(MPI_Group_translate_ranks(even, 2, ranks, world, there));
    CHECK(there[0] == 0 && there[1] == MPI_PROC_NULL);
    OK(MPI_Comm_create(MPI_COMM_WORLD, even, &some));
    CHECK((some == MPI_COMM_NULL) == (rank % 2 == 1));
    if (some != MPI_COMM_NULL) ring(some, (size + 1) / 2), OK(MPI_Comm_free(&some));
    if (rank % 2 == 0) {
        OK(MPI_Comm_create_group(MPI_COMM_WORLD, even, 5, &some));
        ring(some, (size + 1) / 2);
        OK(MPI_Comm_free(&some));
    }
    OK(MPI_Group_free(&world));
    OK(MPI_Group_free(&even));
    if (odd != MPI_GROUP_EMPTY) OK(MPI_Group_free(&odd));
    OK(MPI_Group_free(&all));

    /* Handles as integers, and many communicators one after the other: contexts are given back. */
    CHECK(MPI_Comm_fromint(MPI_Comm_toint(half)) == half && MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
    for (int i = 0; i < 3000; i++) {
        MPI_Comm c;
        OK(MPI_Comm_dup(MPI_COMM_SELF, &c));
        OK(MPI_Comm_free(&c));
    }
    static MPI_Comm many[2500];
    for (int i = 0; i < 2500; i++) OK(MPI_Comm_dup(MPI_COMM_SELF, &many[i]));
    ring(many[2499], 1);
    for (int i = 0; i < 2500; i++) OK(MPI_Comm_free(&many[i]));
    OK(MPI_Comm_free(&half));
    OK(MPI_Comm_free(&back));
    OK(MPI_Comm_free(&dup));
    CHECK(dup == MPI_COMM_NULL);
    return end();
}
