/* A window's group, name, attributes, info and number. ranks: 1 2 */
#include "win.h"

static int copies, deletes;

static int copy(MPI_Win win, int key, void *extra, void *in, void *out, int *flag) {
    (void)win, (void)key, (void)extra, (void)in, (void)out;
    *flag = 0;
    copies++;
    return MPI_SUCCESS;
}
static int delete(MPI_Win win, int key, void *value, void *extra) {
    (void)win, (void)key;
    CHECK(value == extra);
    deletes++;
    return MPI_SUCCESS;
}

static void facts(int flavour, int expected) {
    char *memory;
    void *value;
    int flag;
    MPI_Win win = win_make(flavour, 40, 4, MPI_COMM_WORLD, &memory);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
    CHECK(flag && value == (flavour == DYNAMIC ? MPI_BOTTOM : (void *)memory));
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
    CHECK(flag && *(MPI_Aint *)value == (flavour == DYNAMIC ? 0 : 40));
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag);
    CHECK(flag && *(int *)value == (flavour == DYNAMIC ? 1 : 4));
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    CHECK(flag && *(int *)value == expected);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    CHECK(flag && *(int *)value == MPI_WIN_UNIFIED);
    MPI_Group group, world;
    int result;
    MPI_Win_get_group(win, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_compare(group, world, &result);
    CHECK(result == MPI_IDENT);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    win_end(flavour, &win, memory);
}

static void own_attributes(void) {
    int key, value = 5, flag;
    int *got, *memory;
    MPI_Win win = win_make(ALLOCATED, 8, 1, MPI_COMM_WORLD, &memory);
    MPI_Win_create_keyval(copy, delete, &key, &value);
    MPI_Win_get_attr(win, key, &got, &flag);
    CHECK(!flag);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_get_attr(win, key, &got, &flag);
    CHECK(flag && got == &value);
    MPI_Win_set_attr(win, key, &value);
    CHECK(deletes == 1);
    MPI_Win_delete_attr(win, key);
    CHECK(deletes == 2);
    MPI_Win_set_attr(win, key, &value);
    MPI_Win_free_keyval(&key);
    CHECK(key == MPI_KEYVAL_INVALID);
    MPI_Win_free(&win);
    CHECK(deletes == 3 && copies == 0);
}

static void names(void) {
    char name[MPI_MAX_OBJECT_NAME];
    int len, *memory;
    MPI_Win win = win_make(ALLOCATED, 8, 1, MPI_COMM_WORLD, &memory);
    MPI_Win_get_name(win, name, &len);
    CHECK(len == 0 && name[0] == 0);
    MPI_Win_set_name(win, "mine");
    MPI_Win_get_name(win, name, &len);
    CHECK(len == 4 && strcmp(name, "mine") == 0);
    MPI_Win_get_name(MPI_WIN_NULL, name, &len);
    CHECK(strcmp(name, "MPI_WIN_NULL") == 0);
    CHECK(MPI_Win_fromint(MPI_Win_toint(win)) == win && MPI_Win_f2c(MPI_Win_c2f(win)) == win);
    CHECK(MPI_Win_fromint(MPI_Win_toint(MPI_WIN_NULL)) == MPI_WIN_NULL);
    int number = MPI_Win_toint(win);
    MPI_Win_free(&win);
    CHECK(MPI_Win_fromint(number) == MPI_WIN_NULL);
}

static void hints(void) {
    MPI_Info info, used;
    char value[MPI_MAX_INFO_VAL + 1];
    int flag, len = sizeof value, *memory;
    MPI_Win win;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Info_set(info, "no_locks", "perhaps");
    MPI_Info_set(info, "nobody_knows", "true");
    MPI_Win_allocate(8, 1, info, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_get_info(win, &used);
    MPI_Info_get_string(used, "accumulate_ordering", &len, value, &flag);
    CHECK(flag && strcmp(value, "none") == 0);
    len = sizeof value;
    MPI_Info_get_string(used, "no_locks", &len, value, &flag);
    CHECK(flag && strcmp(value, "false") == 0);
    len = sizeof value;
    MPI_Info_get_string(used, "accumulate_ops", &len, value, &flag);
    CHECK(flag && strcmp(value, "same_op_no_op") == 0);
    len = sizeof value;
    MPI_Info_get_string(used, "nobody_knows", &len, value, &flag);
    CHECK(!flag);
    MPI_Info_free(&used);
    MPI_Info_set(info, "same_size", "true");
    MPI_Win_set_info(win, info);
    MPI_Win_get_info(win, &used);
    len = sizeof value;
    MPI_Info_get_string(used, "same_size", &len, value, &flag);
    CHECK(flag && strcmp(value, "true") == 0);
    MPI_Info_free(&used);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    int flavours[] = {MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_CREATE, MPI_WIN_FLAVOR_ALLOCATE, MPI_WIN_FLAVOR_SHARED,
                      MPI_WIN_FLAVOR_DYNAMIC};
    if (!win_on_one_machine(MPI_COMM_WORLD)) flavours[SHARED] = MPI_WIN_FLAVOR_ALLOCATE;
    for (int i = 0; i < FLAVOURS; i++) facts(i, flavours[i]);
    own_attributes();
    names();
    hints();
    return check_end();
}
