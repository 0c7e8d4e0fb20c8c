/* The first call of a function that is not built yet says so in one line on stderr, with its name and where the list of all
 * functions is installed; each call returns an error. ranks: 1 2 */
#include "check.h"
#include <unistd.h>

static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

/* One of the lines is about this function and names a file that is there and lists it. */
static void named(char *lines, const char *function) {
    char path[4096], line[4096], rank[32], *at = strstr(lines, function), *folder;
    CHECK(at != NULL && strstr(at + 1, function) == NULL);
    if (at == NULL) return;
    char *start = at, *end = strchr(at, '\n');
    while (start > lines && start[-1] != '\n') start--;
    CHECK(end != NULL);
    snprintf(line, sizeof line, "%.*s", end ? (int)(end - start) : 0, start);
    snprintf(rank, sizeof rank, "rank %d:", check_rank);
    CHECK(strncmp(line, "clump: ", 7) == 0 && strstr(line, rank) != NULL);
    folder = strchr(line, '/');
    CHECK(folder != NULL);
    if (folder == NULL) return;
    CHECK(sscanf(folder, "%4095s", path) == 1);
    const char *name = "/mpi-status.md";
    size_t length = strlen(path);
    CHECK(length > strlen(name) && strcmp(path + length - strlen(name), name) == 0);
    FILE *list = fopen(path, "r");
    CHECK(list != NULL);
    int found = 0;
    while (list && fgets(line, sizeof line, list)) found |= strstr(line, function) != NULL;
    if (list) fclose(list);
    CHECK(found);
}

int main(int argc, char **argv) {
    check_start(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    FILE *file = tmpfile();
    int real = dup(2), code[4];
    fflush(stderr);
    dup2(fileno(file), 2);
    for (int i = 0; i < 2; i++) {
        code[i] = MPI_Publish_name("none", MPI_INFO_NULL, "none");
        code[2 + i] = MPI_Open_port(MPI_INFO_NULL, port);
    }
    dup2(real, 2);
    for (int i = 0; i < 4; i++) CHECK(class_of(code[i]) == MPI_ERR_UNSUPPORTED_OPERATION);
    char text[8192];
    int breaks = 0;
    rewind(file);
    size_t got = fread(text, 1, sizeof text - 1, file);
    text[got] = 0;
    for (size_t i = 0; i < got; i++) breaks += text[i] == '\n';
    CHECK(breaks == 2);
    named(text, "MPI_Publish_name");
    named(text, "MPI_Open_port");
    return check_end();
}
