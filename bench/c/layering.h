/* Fast Messages, and message passing with tags as a layer on it, between two ranks (Lauria, Pakin, Chien, figures 4 and
 * 8): half a round trip, and bandwidth with a window of messages in flight. The files that include this one have
 * `fm_send` and `fm_extract` for their version of Fast Messages, and count arrived messages in `come`. `copied` is what
 * the layer has copied, in per cent of the data, on both sides together. */
static unsigned char *data, *into;
static int in_flight, slots;
static size_t length;
static long begun, come;
/* 1 while the bytes that arrive are checked. */
static int checking;

static void need(int code) {
    if (code < 0) fail("layering", clump_error_text());
}

static void fm_send(unsigned dest, const void *bytes, size_t size);
static void fm_extract(void);

/* The buffer of the next message of Fast Messages' own figures: one for round trips, else one for each message of a
 * window. */
static unsigned char *place(void) { return into + begun++ % slots * length; }

static void await(long count) {
    static long wanted;
    for (wanted += count; come < wanted;) fm_extract();
}

static double fm_trips(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 1) await(1);
        fm_send(1 - rank, data, size);
        if (rank == 0) await(1);
    }
    return now() - start;
}

static double fm_windows(size_t size, long n) {
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0)
            for (int w = 0; w < in_flight; w++) fm_send(1, data + w * size, size);
        await(rank == 0 ? 1 : in_flight);
        if (rank == 1) fm_send(0, data, size < 4 ? size : 4);
    }
    return now() - start;
}

enum { DATA = 1, ANSWER = 2, READY = 3 };

/* Rank 1 says that it has posted its receives. */
static void ready(void) {
    struct mp_receive start;
    if (rank == 0) {
        mp_post(&start, 1, READY, NULL, 0);
        mp_wait(&start);
    } else mp_send(0, READY, NULL, 0);
}

/* Each rank posts its next receive before it sends, so that no message is unexpected. */
static double mp_trips(size_t size, long n) {
    struct mp_receive receive;
    if (rank == 1) mp_post(&receive, 0, DATA, into, size);
    ready();
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 1) mp_wait(&receive);
        if (rank == 0 || i + 1 < n) mp_post(&receive, 1 - rank, DATA, into, size);
        mp_send(1 - rank, DATA, data, size);
        if (rank == 0) mp_wait(&receive);
    }
    return now() - start;
}

static double mp_windows(size_t size, long n) {
    static struct mp_receive receives[64];
    struct mp_receive answer;
    char four[4];
    if (rank == 1)
        for (int w = 0; w < in_flight; w++) mp_post(&receives[w], 0, DATA, into + w * size, size);
    ready();
    double start = now();
    for (long i = 0; i < n; i++) {
        if (rank == 0) {
            mp_post(&answer, 1, ANSWER, four, sizeof four);
            for (int w = 0; w < in_flight; w++) mp_send(1, DATA, data + w * size, size);
            mp_wait(&answer);
        } else {
            for (int w = 0; w < in_flight; w++) mp_wait(&receives[w]);
            for (int w = 0; w < in_flight && i + 1 < n; w++) mp_post(&receives[w], 0, DATA, into + w * size, size);
            mp_send(0, ANSWER, data, sizeof four);
        }
    }
    return now() - start;
}

static void show(const char *layer, const char *name, size_t size, operation op) {
    char full[64];
    int rate = name[0] == 'b';
    memset(into, 0, in_flight * size);
    begun = 0;
    slots = rate ? in_flight : 1;
    checking = 1;
    op(size, 1);
    checking = 0;
    if (rank == 1) check(into, rate ? in_flight * size : size, 3, name);
    struct figures f = measure(op, size, 0);
    snprintf(full, sizeof full, "%s:%s", layer, name);
    if (rate) print_rate(full, size, (double)size * in_flight, 1e6, f, "MB/s");
    else print_time(full, size, f.p50, f, 0.5e6, "us");
}

static void copied(const char *layer, size_t size) {
    double mine = mp_copied_bytes, before;
    MPI_Allreduce(&mine, &before, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    mp_windows(size, 1);
    double after = mp_copied_bytes, all, bytes = (double)size * in_flight + 4;
    MPI_Allreduce(&after, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("point %s:copied %zu %.0f %%\n", layer, size, 100 * (all - before) / bytes);
}

static void layering(const char *fm, const char *on) {
    size_t most = 0;
    window = window > 64 ? 64 : window;
    for (int s = 0; s < size_count; s++) {
        size_t fits = sizes[s] ? (64u << 20) / sizes[s] : 64, many = fits < 4 ? 4 : fits > 64 ? 64 : fits;
        if (sizes[s] * many > most) most = sizes[s] * many;
    }
    data = buffer(most);
    into = buffer(most);
    fill(data, most, 3);
    for (int layer = 0; layer < 2; layer++) {
        if (layer == 1) mp_begin();
        MPI_Barrier(MPI_COMM_WORLD);
        for (int s = 0; s < size_count; s++) {
            length = sizes[s];
            size_t fits = length ? (64u << 20) / length : 64;
            in_flight = fits < 4 ? 4 : fits > (size_t)window ? window : (int)fits;
            show(layer ? on : fm, "one-way", length, layer ? mp_trips : fm_trips);
            show(layer ? on : fm, "bandwidth", length, layer ? mp_windows : fm_windows);
            if (layer == 1) copied(on, length);
        }
    }
}
