/* ranks: 2 4. At MPI_THREAD_MULTIPLE, threads that send to everybody, and threads that take what comes, each in its way:
 * wildcard receives shared by two threads, Probe and Recv, Mprobe and Mrecv shared by two threads, windows with Waitsome.
 * Every message arrives once and whole; where one thread takes a tag, those of each sender in order. */
#include "check.h"
#include <pthread.h>
#include <stdatomic.h>

enum { SENDERS = 2, EACH = 120, WAYS = 4, MOST = 20000, WINDOW = 8, RANKS = 8 };
enum { WILD, PROBED, MATCHED, WINDOWS };

struct head {
    int source, thread, number;
};
static atomic_int seen[WAYS][RANKS][SENDERS][EACH];
static int next_number[WAYS][RANKS][SENDERS];

static int length(int number) { return (int)sizeof(struct head) + (number % 7 == 6 ? MOST - 100 : number % 40); }

static void *sender(void *argument) {
    int t = (int)(intptr_t)argument;
    unsigned char *bytes[2] = {malloc(MOST), malloc(MOST)};
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int i = 0; i < EACH; i++)
        for (int way = 0; way < WAYS; way++)
            for (int to = 0; to < check_size; to++) {
                int k = (i + way + to) % 2, len = length(i);
                MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
                struct head head = {check_rank, t, i};
                check_fill(bytes[k], (size_t)len, (unsigned)i);
                memcpy(bytes[k], &head, sizeof head);
                if (to == check_rank || i % 5) MPI_Isend(bytes[k], len, MPI_BYTE, to, way, MPI_COMM_WORLD, &requests[k]);
                else if (i % 2) MPI_Send(bytes[k], len, MPI_BYTE, to, way, MPI_COMM_WORLD);
                else MPI_Ssend(bytes[k], len, MPI_BYTE, to, way, MPI_COMM_WORLD);
            }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    free(bytes[0]), free(bytes[1]);
    return NULL;
}

static void took(int way, const unsigned char *bytes, const MPI_Status *status) {
    struct head head;
    int len;
    memcpy(&head, bytes, sizeof head);
    MPI_Get_count(status, MPI_BYTE, &len);
    CHECK(status->MPI_TAG == way && status->MPI_SOURCE == head.source && head.thread >= 0 && head.thread < SENDERS);
    CHECK(head.number >= 0 && head.number < EACH && len == length(head.number));
    for (size_t i = sizeof head; i < (size_t)len; i++)
        if (bytes[i] != check_byte(i, (unsigned)head.number)) {
            CHECK(!"the bytes are the message's");
            break;
        }
    CHECK(atomic_fetch_add(&seen[way][head.source][head.thread][head.number], 1) == 0);
    if (way == PROBED || way == WINDOWS) CHECK(head.number == next_number[way][head.source][head.thread]++);
}

static void *wild(void *argument) {
    unsigned char *bytes = malloc(MOST);
    (void)argument;
    for (int i = 0; i < check_size * SENDERS * EACH / 2; i++) {
        MPI_Status status;
        MPI_Recv(bytes, MOST, MPI_BYTE, MPI_ANY_SOURCE, WILD, MPI_COMM_WORLD, &status);
        took(WILD, bytes, &status);
    }
    free(bytes);
    return NULL;
}

static void *probed(void *argument) {
    unsigned char *bytes = malloc(MOST);
    (void)argument;
    for (int i = 0; i < check_size * SENDERS * EACH; i++) {
        MPI_Status status, again;
        int here = 0, len, got;
        if (i % 2) MPI_Probe(MPI_ANY_SOURCE, PROBED, MPI_COMM_WORLD, &status);
        else while (!here) MPI_Iprobe(MPI_ANY_SOURCE, PROBED, MPI_COMM_WORLD, &here, &status);
        MPI_Get_count(&status, MPI_BYTE, &len);
        MPI_Recv(bytes, len, MPI_BYTE, status.MPI_SOURCE, PROBED, MPI_COMM_WORLD, &again);
        MPI_Get_count(&again, MPI_BYTE, &got);
        CHECK(got == len);
        took(PROBED, bytes, &again);
    }
    free(bytes);
    return NULL;
}

static void *matched(void *argument) {
    unsigned char *bytes = malloc(MOST);
    (void)argument;
    for (int i = 0; i < check_size * SENDERS * EACH / 2; i++) {
        MPI_Message message;
        MPI_Status status;
        int here = 0;
        if (i % 2) MPI_Mprobe(MPI_ANY_SOURCE, MATCHED, MPI_COMM_WORLD, &message, &status);
        else while (!here) MPI_Improbe(MPI_ANY_SOURCE, MATCHED, MPI_COMM_WORLD, &here, &message, &status);
        MPI_Mrecv(bytes, MOST, MPI_BYTE, &message, &status);
        took(MATCHED, bytes, &status);
    }
    free(bytes);
    return NULL;
}

static void *windows(void *argument) {
    static unsigned char bytes[WINDOW][MOST];
    MPI_Request requests[WINDOW];
    MPI_Status statuses[WINDOW];
    (void)argument;
    /* What is posted in order takes each sender's messages in order, whichever completes first. */
    for (int left = check_size * SENDERS * EACH; left > 0;) {
        int n = left < WINDOW ? left : WINDOW, order[WINDOW], done = 0, count, which[WINDOW];
        MPI_Status of[WINDOW];
        for (int k = 0; k < n; k++)
            MPI_Irecv(bytes[k], MOST, MPI_BYTE, MPI_ANY_SOURCE, WINDOWS, MPI_COMM_WORLD, &requests[k]);
        memset(order, 0, sizeof order);
        while (done < n) {
            MPI_Waitsome(n, requests, &count, which, statuses);
            CHECK(count > 0);
            for (int k = 0; k < count; k++) {
                CHECK(order[which[k]]++ == 0);
                of[which[k]] = statuses[k];
            }
            done += count;
        }
        for (int k = 0; k < n; k++) took(WINDOWS, bytes[k], &of[k]);
        left -= n;
    }
    return NULL;
}

int main(int argc, char **argv) {
    static void *(*const takers[])(void *) = {wild, wild, probed, matched, matched, windows};
    enum { TAKERS = sizeof takers / sizeof *takers };
    int level;
    pthread_t threads[SENDERS + TAKERS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    CHECK(level == MPI_THREAD_MULTIPLE && check_size <= RANKS);
    for (int t = 0; t < SENDERS; t++) pthread_create(&threads[t], NULL, sender, (void *)(intptr_t)t);
    for (int t = 0; t < TAKERS; t++) pthread_create(&threads[SENDERS + t], NULL, takers[t], NULL);
    for (int t = 0; t < SENDERS + TAKERS; t++) pthread_join(threads[t], NULL);
    for (int way = 0; way < WAYS; way++)
        for (int r = 0; r < check_size; r++)
            for (int t = 0; t < SENDERS; t++)
                for (int i = 0; i < EACH; i++) CHECK(seen[way][r][t][i] == 1);
    return check_end();
}
