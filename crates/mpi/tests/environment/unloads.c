/* Loads the library that argv[1] names in a thread, uses it and unloads it; the thread ends afterwards. The library's
 * own destructors for that thread must still be there. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char *library;
static int wrong;

static void *use(void *unused) {
    (void)unused;
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        fprintf(stderr, "dlopen: %s\n", dlerror());
        wrong = 1;
        return 0;
    }
    int (*start)(int *, char ***, int, int *) = (int (*)(int *, char ***, int, int *))dlsym(handle, "MPI_Init_thread");
    int (*end)(void) = (int (*)(void))dlsym(handle, "MPI_Finalize");
    int level;
    if (!start || !end || start(0, 0, 3, &level) || end()) wrong = 1;
    dlclose(handle);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    library = argv[1];
    pthread_t thread;
    if (pthread_create(&thread, 0, use, 0)) return 1;
    pthread_join(thread, 0);
    getenv("ANYTHING");
    return wrong;
}
