/* ranks: 2. What lies between the blocks of a message is the program's: threads that never call MPI, and a signal handler, write
 * there all the while, and nothing of that is lost, whatever is done to make the memory shared. */
#include "check.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

enum { DOUBLES = 32 << 10, TURNS = 120 };

static volatile uint64_t *words;
static atomic_int stop;
static uint64_t rounds;
static volatile uint64_t *volatile ticked;
static volatile uint64_t ticks;

/* Counts in every hole. */
static void *count(void *unused) {
    (void)unused;
    while (!atomic_load(&stop)) {
        for (int i = 0; i < DOUBLES; i++) words[2 * i + 1]++;
        rounds++;
    }
    return NULL;
}

static void on_tick(int signal) {
    (void)signal;
    if (ticked) {
        *ticked += 1;
        ticks++;
    }
}

static void send_all(void) {
    MPI_Datatype vector;
    MPI_Type_vector(DOUBLES, 1, 2, MPI_UINT64_T, &vector);
    MPI_Type_commit(&vector);
    for (int turn = 0; turn < TURNS; turn++) {
        if (turn % 2 == check_rank) {
            for (int i = 0; i < DOUBLES; i++) words[2 * i] = turn * 1000003ull + i;
            MPI_Send((void *)words, 1, vector, 1 - check_rank, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv((void *)words, 1, vector, 1 - check_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            int wrong = 0;
            for (int i = 0; i < DOUBLES; i++) wrong += words[2 * i] != turn * 1000003ull + i;
            CHECK(wrong == 0);
        }
    }
    MPI_Type_free(&vector);
}

int main(int argc, char **argv) {
    pthread_t thread;
    check_start(&argc, &argv);
    /* Alone, with a signal handler that counts in one hole in the middle. */
    words = calloc(2 * DOUBLES, sizeof *words);
    CHECK(words != NULL);
    struct itimerval often = {{0, 50}, {0, 50}}, never = {{0, 0}, {0, 0}};
    signal(SIGALRM, on_tick);
    ticked = &words[DOUBLES + 1];
    setitimer(ITIMER_REAL, &often, NULL);
    send_all();
    setitimer(ITIMER_REAL, &never, NULL);
    CHECK(words[DOUBLES + 1] == ticks);
    ticked = NULL;
    free((void *)words);
    /* With another thread; more memory than was freed, so that it is not shared yet. */
    words = calloc(8 * DOUBLES, sizeof *words);
    CHECK(words != NULL && pthread_create(&thread, NULL, count, NULL) == 0);
    send_all();
    atomic_store(&stop, 1);
    pthread_join(thread, NULL);
    int wrong = 0;
    for (int i = 0; i < DOUBLES; i++) wrong += words[2 * i + 1] != rounds;
    CHECK(wrong == 0);
    free((void *)words);
    return check_end();
}
