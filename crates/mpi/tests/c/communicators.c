/* dup, split, split_type, groups, compare, attributes. ranks: 1 2 3 4 */
#include "check.h"
#include "here.h"

static int copied, deleted;
static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)key;
    CHECK(extra == (void *)&copied);
    *(void **)out = (char *)in + 1;
    *flag = 1;
    copied++;
    return MPI_SUCCESS;
}
static int delete(MPI_Comm comm, int key, void *value, void *extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    deleted++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm twin, half, none, node;
    int result, rank, size, key, flag, x;
    MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
    CHECK(result == MPI_IDENT);

    char value[4];
    void *found;
    MPI_Comm_create_keyval(copy, delete, &key, &copied);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, value);
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    MPI_Comm_compare(MPI_COMM_WORLD, twin, &result);
    CHECK(result == MPI_CONGRUENT && copied == 1);
    MPI_Comm_get_attr(twin, key, &found, &flag);
    CHECK(flag && found == value + 1);
    MPI_Comm_free(&twin);
    CHECK(deleted == 1);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    CHECK(deleted == 2);
    MPI_Comm_free_keyval(&key);
    CHECK(key == MPI_KEYVAL_INVALID);
    int *top;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &top, &flag);
    CHECK(flag && *top >= 32767);

    /* In reverse order by key. */
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, -check_rank, &half);
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    int members = (check_size + (check_rank % 2 == 0)) / 2;
    CHECK(size == members && rank == members - 1 - check_rank / 2);
    MPI_Allreduce(&check_rank, &x, 1, MPI_INT, MPI_SUM, half);
    int expected = 0;
    for (int r = check_rank % 2; r < check_size; r += 2) expected += r;
    CHECK(x == expected);

    MPI_Group world, part, rest, both;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_group(half, &part);
    MPI_Group_difference(world, part, &rest);
    MPI_Group_size(rest, &x);
    CHECK(x == check_size - members);
    MPI_Group_union(part, rest, &both);
    MPI_Group_compare(world, both, &result);
    CHECK(result == MPI_SIMILAR || result == MPI_IDENT);
    int mine = rank, there;
    MPI_Group_translate_ranks(part, 1, &mine, world, &there);
    CHECK(there == check_rank);
    MPI_Group_free(&both);
    MPI_Group_free(&rest);
    MPI_Group_free(&part);
    MPI_Group_free(&world);
    CHECK(world == MPI_GROUP_NULL);
    MPI_Comm_free(&half);

    MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none);
    CHECK(none == MPI_COMM_NULL);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &size);
    int *here = here_ranks();
    CHECK(size == here_count(here, 0, check_size));
    free(here);
    MPI_Comm_free(&node);

    /* Many communicators one after the other: contexts are used again. */
    for (int i = 0; i < 3000; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &twin);
        MPI_Comm_free(&twin);
    }
    return check_end();
}
