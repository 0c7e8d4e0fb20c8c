/* Asynchronous successive over-relaxation, after the Avalanche paper (section 5.3).
 *
 * Solves Poisson's equation on a square for two charges of opposite sign. Each rank owns a strip of rows, and
 * broadcasts its strip to all other ranks as soon as it completes a sweep; it uses the strips that have arrived
 * from them, without waiting. The ranks synchronise only at time steps, each comprised of five sweeps.
 *
 *     mpicc -O2 -o sor sor.c -lm && clump run -n 4 ./sor [picture.svg]
 *     clump run -n 4 ./sor --deposit           puts strips into the other ranks' memory, which they poll
 *     clump run -n 4 ./sor --conventional      exchanges strips only at time steps, for comparison
 *     clump run -n 4 ./sor --notes             deposits that leave notes, by Clump's own deposit.h
 *     clump run -n 4 ./sor --compare           all of these in turn, and their times
 *     clump run -n 4 ./sor --points            the same, with messages and bytes of each rank by the algorithm
 *
 * Exits with 1 if the residual or the solution is not that of the same problem solved on one rank. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __has_include
#if __has_include(<deposit.h>)
/* Compiled with Clump's mpicc. */
#include <clump.h>
#include <deposit.h>
#define HAVE_NOTES 1
#endif
#endif

enum {
    N = 96,              /* inner grid points a side */
    ROW = N + 2,         /* a row with its two boundary points */
    SWEEPS = 5,          /* sweeps in a time step */
    MAX_STEPS = 20000
};
static const double OMEGA = 1.6;
static const double TOLERANCE = 1e-10; /* on the residual's norm, as a part of the right-hand side's norm */

typedef struct {
    double u[ROW][ROW]; /* the solution vector; its border stays zero */
    double f[ROW][ROW]; /* charges, times the grid spacing squared */
} Field;

static void *must(void *memory) {
    if (!memory) {
        fprintf(stderr, "sor: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static Field *new_field(void) {
    Field *field = must(calloc(1, sizeof *field));
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            double x = (double)j / (N + 1), y = (double)i / (N + 1), h = 1.0 / (N + 1);
            double plus = (x - 0.3) * (x - 0.3) + (y - 0.35) * (y - 0.35);
            double minus = (x - 0.7) * (x - 0.7) + (y - 0.65) * (y - 0.65);
            field->f[i][j] = h * h * 1000.0 * (exp(-plus / 0.004) - exp(-minus / 0.004));
        }
    return field;
}

/* One sweep over rows first..last. */
static void sweep(Field *field, int first, int last) {
    for (int i = first; i <= last; i++)
        for (int j = 1; j <= N; j++) {
            double (*u)[ROW] = field->u;
            double residual =
                u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j] + field->f[i][j];
            u[i][j] += OMEGA / 4 * residual;
        }
}

/* Squared norms of the residual and of the right-hand side over rows first..last. */
static void norms(const Field *field, int first, int last, double out[2]) {
    out[0] = out[1] = 0;
    for (int i = first; i <= last; i++)
        for (int j = 1; j <= N; j++) {
            const double (*u)[ROW] = field->u;
            double residual =
                u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j] + field->f[i][j];
            out[0] += residual * residual;
            out[1] += field->f[i][j] * field->f[i][j];
        }
}

/* Distributes the rows as evenly as possible. */
static int first_row(int rank, int ranks) { return 1 + (int)((long)N * rank / ranks); }
static int strip_len(int rank, int ranks) { return (first_row(rank + 1, ranks) - first_row(rank, ranks)) * ROW; }

/* Receives one strip that has arrived straight into its place in the solution. */
static void take(Field *field, int ranks, const MPI_Status *found, int *newest) {
    int from = found->MPI_SOURCE, got;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(field->u[first_row(from, ranks)], strip_len(from, ranks), MPI_DOUBLE, from, found->MPI_TAG,
              MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    if (got != strip_len(from, ranks) || status.MPI_TAG <= newest[from]) {
        fprintf(stderr, "sor: from rank %d came sweep %d after sweep %d, %d values of %d\n", from, status.MPI_TAG,
                newest[from], got, strip_len(from, ranks));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    newest[from] = status.MPI_TAG;
}

typedef struct {
    int steps;          /* time steps until the tolerance was met */
    long early;         /* strips used before their time step ended */
    double residual;    /* relative */
} Result;

static Result relax(Field *field, int rank, int ranks, int conventional) {
    const int first = first_row(rank, ranks), last = first_row(rank + 1, ranks) - 1, mine = strip_len(rank, ranks);
    const int each = conventional ? 1 : SWEEPS; /* strips from each rank in a time step */
    double *sent = must(malloc(sizeof(double) * (size_t)mine * SWEEPS));
    MPI_Request *requests = must(malloc(sizeof *requests * (size_t)ranks * SWEEPS));
    int *newest = must(malloc(sizeof *newest * (size_t)ranks));
    Result result = {0, 0, 1};
    for (int r = 0; r < ranks; r++) newest[r] = -1;

    while (result.residual > TOLERANCE && result.steps < MAX_STEPS) {
        int pending = 0, awaited = each * (ranks - 1);
        for (int s = 0; s < SWEEPS; s++) {
            sweep(field, first, last);
            if (!conventional || s == SWEEPS - 1) {
                /* The strip changes again at once, so the messages in flight need a copy: one for all receivers. */
                double *copy = sent + (size_t)s * mine;
                memcpy(copy, field->u[first], sizeof(double) * (size_t)mine);
                for (int r = 1; r < ranks; r++)
                    MPI_Isend(copy, mine, MPI_DOUBLE, (rank + r) % ranks, s, MPI_COMM_WORLD, &requests[pending++]);
            }
            for (int there = 1; there && awaited;) {
                MPI_Status found;
                MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &found);
                if (!there) break;
                take(field, ranks, &found, newest);
                awaited--;
                result.early++;
            }
        }
        for (; awaited; awaited--) {
            MPI_Status found;
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found);
            take(field, ranks, &found, newest);
        }
        MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
        for (int r = 0; r < ranks; r++) newest[r] = -1;

        /* The barrier: no rank goes on before all ranks have all strips of the step, so steps cannot mix. */
        double part[2], all[2];
        norms(field, first, last, part);
        MPI_Allreduce(part, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        result.residual = sqrt(all[0] / all[1]);
        result.steps++;
    }
    free(newest);
    free(requests);
    free(sent);
    return result;
}

/* The memory that a rank offers the other ranks to put into: the strips of one time step from each rank, each behind a
 * number that says how many strips of that rank, since the beginning, have certainly arrived. */
typedef struct {
    MPI_Win win;
    volatile double *slots; /* SWEEPS for each rank; the other ranks change them at any time */
    int slot;               /* values in a slot: the number and the longest strip */
    int late;               /* some rank is on another machine, where completion takes a round trip */
} Board;

/* Returns true if some rank is on another machine. */
static int is_spread(int rank, int ranks) {
    MPI_Comm machine;
    int beside;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &beside);
    MPI_Comm_free(&machine);
    return beside < ranks;
}

static Board new_board(int rank, int ranks) {
    Board board = {0};
    void *slots;
    board.late = is_spread(rank, ranks);
    for (int r = 0; r < ranks; r++)
        if (strip_len(r, ranks) + 1 > board.slot) board.slot = strip_len(r, ranks) + 1;
    size_t bytes = sizeof(double) * (size_t)board.slot * SWEEPS * (size_t)ranks;
    MPI_Win_allocate((MPI_Aint)bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &slots, &board.win);
    memset(slots, 0, bytes);
    board.slots = slots;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, board.win);
    MPI_Win_sync(board.win);
    MPI_Barrier(MPI_COMM_WORLD);
    return board;
}

static void free_board(Board *board) {
    MPI_Win_unlock_all(board->win);
    MPI_Win_free(&board->win);
}

/* Puts `values` from `from` on into this rank's slot `s` at all other ranks, from `at` on. */
static void put_to_others(Board *board, int rank, int ranks, int s, int at, const double *from, int values) {
    for (int r = 1; r < ranks; r++)
        MPI_Put(from, values, MPI_DOUBLE, (rank + r) % ranks, ((MPI_Aint)rank * SWEEPS + s) * board->slot + at, values,
                MPI_DOUBLE, board->win);
}

/* Copies the newest strip of each rank to its place in the solution. Returns how many more strips there are than
 * before; `certain` of each have arrived in any case. */
static int look(Board *board, Field *field, int rank, int ranks, long certain, long *taken) {
    int found = 0;
    MPI_Win_sync(board->win);
    for (int r = 0; r < ranks; r++) {
        volatile double *slots = board->slots + (size_t)r * SWEEPS * (size_t)board->slot;
        long there = certain;
        for (int s = 0; s < SWEEPS; s++)
            if ((long)slots[s * board->slot] > there) there = (long)slots[s * board->slot];
        if (r == rank || there <= taken[r]) continue;
        MPI_Win_sync(board->win);
        memcpy(field->u[first_row(r, ranks)], (double *)slots + (there - 1) % SWEEPS * board->slot + 1,
               sizeof(double) * (size_t)strip_len(r, ranks));
        found += (int)(there - taken[r]);
        taken[r] = there;
    }
    return found;
}

/* Solves the problem by deposits: each rank puts its strip into the memory of all other ranks, and then a number that
 * says so. No rank receives anything: each polls its own memory between two sweeps.
 *
 * A rank may put the number when the strip is complete, which it is at once on one machine. Between machines that takes
 * a round trip, so there the number travels with the next strip, a sweep later, and no rank waits for it. */
static Result relax_by_deposits(Field *field, int rank, int ranks) {
    const int first = first_row(rank, ranks), last = first_row(rank + 1, ranks) - 1, mine = strip_len(rank, ranks);
    Board board = new_board(rank, ranks);
    double *sent = must(malloc(sizeof(double) * (size_t)(mine + 1) * SWEEPS));
    long *taken = must(calloc((size_t)ranks, sizeof *taken)), complete = 0;
    Result result = {0, 0, 1};

    while (result.residual > TOLERANCE && result.steps < MAX_STEPS) {
        int awaited = SWEEPS * (ranks - 1);
        for (int s = 0; s < SWEEPS; s++, complete++) {
            double *copy = sent + (size_t)s * (size_t)(mine + 1);
            sweep(field, first, last);
            memcpy(copy + 1, field->u[first], sizeof(double) * (size_t)mine);
            if (board.late) {
                if (s > 0) MPI_Win_flush_all(board.win);
                *copy = (double)complete;
                put_to_others(&board, rank, ranks, s, 0, copy, mine + 1);
            } else if (ranks > 1) {
                put_to_others(&board, rank, ranks, s, 1, copy + 1, mine);
                MPI_Win_flush_all(board.win);
                *copy = (double)(complete + 1);
                put_to_others(&board, rank, ranks, s, 0, copy, 1);
                MPI_Win_flush_all(board.win);
            }
            int here = look(&board, field, rank, ranks, 0, taken);
            result.early += here;
            awaited -= here;
        }
        /* Every rank that gets here has flushed: complete means arrived. */
        if (board.late) MPI_Win_flush_all(board.win);
        MPI_Barrier(MPI_COMM_WORLD);
        awaited -= look(&board, field, rank, ranks, complete, taken);
        if (awaited) {
            fprintf(stderr, "sor: rank %d is %d strips off in time step %d\n", rank, awaited, result.steps);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }

        /* The barrier: no rank goes on before all ranks have all strips of the step, which the next step's replace. */
        double part[2], all[2];
        norms(field, first, last, part);
        MPI_Allreduce(part, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        result.residual = sqrt(all[0] / all[1]);
        result.steps++;
    }
    free(taken);
    free(sent);
    free_board(&board);
    return result;
}

#ifdef HAVE_NOTES
/* The strips of one rank in one time step, as deposits. */
typedef struct {
    int buffer, connection; /* for its strips, and for this rank's strips to it */
    double *strips;
    int newest;             /* sweep of this time step; -1: none */
} Neighbour;

static int good(int result) {
    if (result < 0) MPI_Abort(MPI_COMM_WORLD, 1);
    return result;
}

/* Offers every other rank a buffer for its strips. */
static Neighbour *connect_all(int rank, int ranks, int queue) {
    Neighbour *all = must(calloc((size_t)ranks, sizeof *all));
    for (int r = 1; r < ranks; r++) {
        int to = (rank + r) % ranks, from = (rank + ranks - r) % ranks;
        dd_invitation mine, theirs;
        void *strips;
        uint64_t bytes = sizeof(double) * (uint64_t)strip_len(to, ranks) * SWEEPS;
        all[to].buffer = good(dd_offer(queue, (unsigned)to, bytes, DD_NOTE, &mine, &strips));
        all[to].strips = strips;
        MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, to, 0, &theirs, sizeof theirs, MPI_BYTE, from, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        all[from].connection = good(dd_connect(&theirs));
    }
    return all;
}

/* Copies the strip that a note names to its place in the solution, unless a newer one is there. */
static void take_noted(Field *field, int rank, int ranks, Neighbour *all, const dd_note *note) {
    for (int r = 0; r < ranks; r++) {
        if (r == rank || all[r].buffer != note->buffer) continue;
        int sweep = (int)(note->offset / (sizeof(double) * (size_t)strip_len(r, ranks)));
        if (sweep <= all[r].newest) return;
        memcpy(field->u[first_row(r, ranks)], note->data, note->length);
        all[r].newest = sweep;
        return;
    }
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Solves the problem by deposits that leave notes. A note arrives with the bytes, so no rank waits for an answer. */
static Result relax_by_notes(Field *field, int rank, int ranks) {
    const int first = first_row(rank, ranks), last = first_row(rank + 1, ranks) - 1, mine = strip_len(rank, ranks);
    const int most_looks = is_spread(rank, ranks) ? 3 : 1;
    const size_t bytes = sizeof(double) * (size_t)mine;
    unsigned notes = 1;
    Result result = {0, 0, 1};
    dd_note note;
    good(clump_init(0));
    while (notes < (unsigned)(SWEEPS * ranks)) notes *= 2; /* room for a time step */
    int queue = good(dd_queue(notes));
    Neighbour *all = connect_all(rank, ranks, queue);
    double *sent = must(malloc(bytes * SWEEPS));

    while (result.residual > TOLERANCE && result.steps < MAX_STEPS) {
        int awaited = SWEEPS * (ranks - 1);
        for (int r = 0; r < ranks; r++) all[r].newest = -1;
        for (int s = 0; s < SWEEPS; s++) {
            double *copy = sent + (size_t)s * (size_t)mine;
            sweep(field, first, last);
            memcpy(copy, field->u[first], bytes);
            for (int r = 1; r < ranks; r++) {
                int to = (rank + r) % ranks;
                if (good(dd_deposit(all[to].connection, bytes * (size_t)s, copy, bytes, NULL)) == DD_AGAIN)
                    MPI_Abort(MPI_COMM_WORLD, 1);
            }
            /* A strip from another machine arrives in two rows of datagrams, for which dd_poll alone polls rarely. */
            for (int looks = 0, found; looks < most_looks && awaited; looks++) {
                if (most_looks > 1)
                    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
                for (; awaited && good(dd_poll(queue, &note)); awaited--, result.early++, looks = 0)
                    take_noted(field, rank, ranks, all, &note);
            }
        }
        for (; awaited; awaited--) {
            if (!good(dd_wait(queue, &note, -1))) MPI_Abort(MPI_COMM_WORLD, 1);
            take_noted(field, rank, ranks, all, &note);
        }

        /* The barrier: no rank goes on before all ranks have all strips of the step, which the next step's replace. */
        double part[2], sums[2];
        norms(field, first, last, part);
        MPI_Allreduce(part, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        result.residual = sqrt(sums[0] / sums[1]);
        result.steps++;
    }
    for (int r = 0; r < ranks; r++) {
        if (r == rank) continue;
        while (!good(dd_has_arrived(all[r].connection))) {}
        good(dd_disconnect(all[r].connection));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    good(dd_close_queue(queue));
    good(clump_finalize());
    free(sent);
    free(all);
    return result;
}
#endif

/* Solves the problem on one rank, without messages. */
static int relax_serially(Field *field) {
    double norm[2] = {1, 1};
    int steps = 0;
    while (sqrt(norm[0] / norm[1]) > TOLERANCE && steps < MAX_STEPS) {
        for (int s = 0; s < SWEEPS; s++) sweep(field, 1, N);
        norms(field, 1, N, norm);
        steps++;
    }
    return steps;
}

/* Draws bands of equal potential, red above zero and blue below, in runs of one colour along each row. */
static int write_picture(const Field *field, const char *path) {
    enum { BANDS = 12, SCALE = 6 };
    double top = 0;
    for (int i = 0; i < ROW; i++)
        for (int j = 0; j < ROW; j++) top = fmax(top, fabs(field->u[i][j]));
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return 1;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            "shape-rendering=\"crispEdges\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            ROW * SCALE, ROW * SCALE, ROW, ROW);
    for (int i = 0; i < ROW; i++)
        for (int j = 0, start = 0; j < ROW; j = start) {
            int band = (int)lround(field->u[i][j] / top * BANDS);
            while (start < ROW && (int)lround(field->u[i][start] / top * BANDS) == band) start++;
            int fade = 255 - abs(band) * 220 / BANDS;
            if (band)
                fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"1\" fill=\"rgb(%d,%d,%d)\"/>\n", j, i,
                        start - j, band > 0 ? 240 : fade, fade, band > 0 ? fade : 240);
        }
    fprintf(file, "</svg>\n");
    return fclose(file) != 0;
}

/* Checks the solution, on rank 0. */
static int check(const Field *field, Result result) {
    Field *serial = new_field();
    int serial_steps = relax_serially(serial), wrong = 0;
    double norm[2], furthest = 0, top = 0;
    norms(field, 1, N, norm);
    double residual = sqrt(norm[0] / norm[1]);
    for (int i = 1; i <= N; i++)
        for (int j = 1; j <= N; j++) {
            furthest = fmax(furthest, fabs(field->u[i][j] - serial->u[i][j]));
            top = fmax(top, fabs(serial->u[i][j]));
        }
    printf("sor: %d time steps of %d sweeps (%d serially), residual %.3e, furthest from the serial solution %.3e\n",
           result.steps, SWEEPS, serial_steps, residual, furthest / top);
    if (!(residual <= TOLERANCE * (1 + 1e-6)))
        wrong = 1, fprintf(stderr, "sor: wrong: the residual exceeds %g\n", TOLERANCE);
    if (!(fabs(residual - result.residual) <= 1e-6 * TOLERANCE))
        wrong = 1, fprintf(stderr, "sor: wrong: the ranks found the residual %.9e\n", result.residual);
    if (!(furthest <= 1e-7 * top)) wrong = 1, fprintf(stderr, "sor: wrong: not the serial solution\n");
    free(serial);
    return wrong;
}

int main(int argc, char **argv) {
    enum { MESSAGES, DEPOSITS, NOTES, WAYS };
    static const char *const names[WAYS] = {"messages", "deposits", "notes"};
    int rank, ranks, wrong = 0, conventional = 0, way = MESSAGES, compare = 0, points = 0, ways = DEPOSITS + 1;
    const char *picture = NULL;
#ifdef HAVE_NOTES
    ways = WAYS;
#endif
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--conventional")) conventional = 1;
        else if (!strcmp(argv[i], "--deposit")) way = DEPOSITS;
        else if (!strcmp(argv[i], "--notes") && ways > NOTES) way = NOTES;
        else if (!strcmp(argv[i], "--compare")) compare = 1;
        else if (!strcmp(argv[i], "--points")) compare = points = 1;
        else picture = argv[i];
    if (ranks > N) {
        if (rank == 0) fprintf(stderr, "sor: %d rows cannot be dealt out to %d ranks\n", (int)N, ranks);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    /* The comparison runs each once uncounted, then five times. */
    double times[WAYS] = {0};
    long sweeps[WAYS] = {0};
    Field *field = NULL;
    for (int turn = 0; turn < (compare ? 6 * ways : 1) && !wrong; turn++) {
        if (compare) way = turn % ways;
        free(field);
        field = new_field();
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        Result result;
        if (way == MESSAGES) result = relax(field, rank, ranks, conventional);
#ifdef HAVE_NOTES
        else if (way == NOTES) result = relax_by_notes(field, rank, ranks);
#endif
        else result = relax_by_deposits(field, rank, ranks);
        double seconds = MPI_Wtime() - start;
        if (turn >= ways) times[way] += seconds / 5;
        sweeps[way] = (long)result.steps * SWEEPS;
        long early = 0;
        MPI_Reduce(&result.early, &early, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            wrong = check(field, result);
            printf("sor: %d ranks, %.4f s by %s, %ld strips used before their time step ended\n", ranks, seconds,
                   names[way], early);
            if (picture && !wrong) wrong = write_picture(field, picture);
            if (picture && !wrong) printf("sor: picture in %s\n", picture);
        }
        MPI_Bcast(&wrong, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    if (compare && rank == 0) {
        printf("sor: means of five: %.4f s by messages", times[MESSAGES]);
        for (int w = DEPOSITS; w < ways; w++)
            printf(", %.4f s by %s: %.2f of it", times[w], names[w], times[w] / times[MESSAGES]);
        printf("\n");
        /* By the algorithm, not counted: each rank sends its strip to all others after each sweep; the mean over the
         * ranks. */
        for (int w = 0; points && w < ways; w++) {
            double messages = (double)sweeps[w] * (ranks - 1), bytes = messages * sizeof(double) * N * ROW / ranks;
            printf("point %s:time %d %.6g ms\n", names[w], ranks, times[w] * 1e3);
            if (ranks > 1) printf("point %s:messages %d %.6g each\n", names[w], ranks, messages);
            if (ranks > 1) printf("point %s:data %d %.6g MB\n", names[w], ranks, bytes / 1e6);
        }
    }
    free(field);
    MPI_Finalize();
    return wrong;
}
