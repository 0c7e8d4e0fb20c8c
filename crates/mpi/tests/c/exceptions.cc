// C++ exceptions through every callback: each reaches the program, no lock stays held, and what the call was about is
// as it was before, or gone. On one rank without a lock, on more with MPI_THREAD_MULTIPLE. ranks: 1 2 4
#include "check.h"
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Thrown : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static bool multiple;

// True if `call` throws what a callback of this program threw.
template <typename F> static bool throws(F call) {
    try {
        call();
    } catch (const Thrown &) {
        return true;
    }
    return false;
}

// Another thread, and this one, get in: no lock is held.
static void all_get_in() {
    auto look = [] {
        int flag = 1;
        MPI_Iprobe(MPI_ANY_SOURCE, 4711, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag);
    };
    look();
    if (multiple) std::thread(look).join();
}

static void handle_comm(MPI_Comm *, int *code, ...) {
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(*code, text, &length);
    throw Thrown(std::string(text, length));
}
static void handle_win(MPI_Win *, int *, ...) { throw Thrown("a window's error"); }

static void error_handlers() {
    MPI_Errhandler comm, win_handler;
    MPI_Comm mine;
    MPI_Comm_dup(MPI_COMM_SELF, &mine);
    MPI_Comm_create_errhandler(handle_comm, &comm);
    MPI_Comm_set_errhandler(mine, comm);
    int word = 0;
    for (int i = 0; i < 3; i++) {
        CHECK(throws([&] { MPI_Send(&word, 1, MPI_INT, 1, 0, mine); }));
        CHECK(throws([&] { MPI_Comm_call_errhandler(mine, MPI_ERR_OTHER); }));
        // From a wait, of an operation that went wrong.
        MPI_Request request;
        int four[4] = {0};
        MPI_Irecv(&word, 1, MPI_INT, 0, 3, mine, &request);
        MPI_Send(four, 4, MPI_INT, 0, 3, mine);
        CHECK(throws([&] { MPI_Wait(&request, MPI_STATUS_IGNORE); }));
        all_get_in();
    }
    MPI_Win win;
    MPI_Win_create(&word, sizeof word, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_create_errhandler(handle_win, &win_handler);
    MPI_Win_set_errhandler(win, win_handler);
    CHECK(throws([&] { MPI_Put(&word, 1, MPI_INT, 7, 0, 1, MPI_INT, win); }));
    CHECK(throws([&] { MPI_Win_call_errhandler(win, MPI_ERR_OTHER); }));
    all_get_in();
    MPI_Win_free(&win);
    MPI_Comm_free(&mine);
    for (MPI_Errhandler *handler : {&comm, &win_handler}) MPI_Errhandler_free(handler);
}

static bool op_throws;
static void add(void *in, void *inout, int *count, MPI_Datatype *) {
    if (op_throws) throw Thrown("an operation");
    for (int i = 0; i < *count; i++) static_cast<int *>(inout)[i] += static_cast<int *>(in)[i];
}

// Every reduction in which all ranks call the operation; on one rank none does.
static void operations() {
    MPI_Op op;
    MPI_Comm comm;
    MPI_Op_create(add, 0, &op);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    // A rank that only waits for what others combine hears of an error.
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int one = 1, two = 2;
    op_throws = true;
    CHECK(throws([&] { MPI_Reduce_local(&one, &two, 1, MPI_INT, op); }));
    op_throws = false;
    MPI_Reduce_local(&one, &two, 1, MPI_INT, op);
    CHECK(two == 3);
    for (int count : {1, 500, 9000, 400000}) {
        std::vector<int> in(count, 1), out(count);
        auto right = [&](int each) {
            for (int x : out) {
                if (x != each) return false;
            }
            return true;
        };
        for (int i = 0; i < 3; i++) {
            int thrown = 0, all;
            op_throws = true;
            thrown += throws([&] { MPI_Allreduce(in.data(), out.data(), count, MPI_INT, op, comm); });
            CHECK(check_size > 1 || !thrown);
            op_throws = false;
            // All ranks know where the call ended before its buffers are used again.
            MPI_Allreduce(&thrown, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            CHECK(check_size == 1 || all > 0);
            all_get_in();
        }
        // The process's other communicators are as good as new.
        MPI_Allreduce(in.data(), out.data(), count, MPI_INT, op, MPI_COMM_WORLD);
        CHECK(right(check_size));
    }
    if (check_size == 1) {
        MPI_Comm_free(&comm);
    }
    MPI_Op_free(&op);
}

// From progress: whichever call moves the collective on throws; its request ends with an error.
static void nonblocking_operations() {
    MPI_Op op;
    MPI_Comm comm;
    MPI_Op_create(add, 1, &op);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    std::vector<int> in(2000, 1), out(2000);
    op_throws = true;
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS;
    bool thrown = throws([&] { MPI_Iallreduce(in.data(), out.data(), 2000, MPI_INT, op, comm, &request); });
    while (!thrown && request != MPI_REQUEST_NULL) thrown = throws([&] { code = MPI_Wait(&request, MPI_STATUS_IGNORE); });
    if (request != MPI_REQUEST_NULL) {
        code = MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(code == MPI_ERR_OTHER && request == MPI_REQUEST_NULL);
    }
    CHECK(check_size > 1 || !thrown);
    all_get_in();
    op_throws = false;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iallreduce(in.data(), out.data(), 2000, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(out[0] == check_size && out[1999] == check_size);
    MPI_Op_free(&op);
}

// From a round of a persistent reduction, in its start or its wait. Its request is good for nothing from then on; another
// request can be freed at once.
static void persistent_operations() {
    MPI_Op op;
    MPI_Comm comm;
    MPI_Op_create(add, 1, &op);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int count : {1, 500, 9000, 400000}) {
        std::vector<int> in(count, 1), out(count), sums(count);
        MPI_Request broken, sound;
        MPI_Allreduce_init(in.data(), out.data(), count, MPI_INT, op, comm, MPI_INFO_NULL, &broken);
        MPI_Allreduce_init(in.data(), sums.data(), count, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &sound);
        op_throws = false;
        for (MPI_Request *request : {&broken, &sound}) {
            MPI_Start(request);
            MPI_Wait(request, MPI_STATUS_IGNORE);
        }
        CHECK(out[count - 1] == check_size && sums[count - 1] == check_size);
        MPI_Barrier(MPI_COMM_WORLD);
        op_throws = true;
        bool thrown = throws([&] { MPI_Start(&broken); });
        thrown = thrown || throws([&] { MPI_Wait(&broken, MPI_STATUS_IGNORE); });
        MPI_Request_free(&sound);
        all_get_in();
        CHECK(check_size > 1 || !thrown);
        if (thrown) {
            CHECK(MPI_Wait(&broken, MPI_STATUS_IGNORE) == MPI_ERR_OTHER && broken != MPI_REQUEST_NULL);
            CHECK(MPI_Wait(&broken, MPI_STATUS_IGNORE) == MPI_SUCCESS);
        }
        int mine = thrown, all;
        MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        CHECK(check_size == 1 || all > 0);
        MPI_Request_free(&broken);
    }
    op_throws = false;
    MPI_Comm_free(&comm);
    MPI_Op_free(&op);
}

static int copies, deletes;
static bool copy_throws, delete_throws;
template <typename O> static int copy(O, int, void *, void *value, void *copied, int *flag) {
    if (copy_throws) throw Thrown("a copy function");
    copies++;
    *static_cast<void **>(copied) = value;
    *flag = 1;
    return MPI_SUCCESS;
}
template <typename O> static int forget(O, int, void *, void *) {
    if (delete_throws) throw Thrown("a delete function");
    deletes++;
    return MPI_SUCCESS;
}

static void attributes() {
    int first, second, value = 5, flag, *found;
    MPI_Comm comm, other = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(copy<MPI_Comm>, forget<MPI_Comm>, &first, nullptr);
    MPI_Comm_create_keyval([](MPI_Comm c, int k, void *e, void *v, void *n, int *f) {
        copy_throws = true;
        return copy<MPI_Comm>(c, k, e, v, n, f);
    }, forget<MPI_Comm>, &second, nullptr);
    MPI_Comm_set_attr(comm, first, &value);
    MPI_Comm_set_attr(comm, second, &value);
    for (int i = 0; i < 2; i++) {
        copy_throws = false;
        copies = deletes = 0;
        CHECK(throws([&] { MPI_Comm_dup(comm, &other); }));
        // The first attribute was copied, and went with the communicator.
        CHECK(copies == 1 && deletes == 1 && other == MPI_COMM_NULL);
        copy_throws = false;
        MPI_Request request;
        CHECK(throws([&] { MPI_Comm_idup(comm, &other, &request); }));
        all_get_in();
    }
    delete_throws = true;
    CHECK(throws([&] { MPI_Comm_delete_attr(comm, first); }));
    CHECK(throws([&] { MPI_Comm_free(&comm); }));
    MPI_Comm_get_attr(comm, first, &found, &flag);
    CHECK(flag && found == &value);
    delete_throws = false;
    MPI_Comm_free(&comm);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Comm_free_keyval(&first);
    MPI_Comm_free_keyval(&second);

    MPI_Datatype type, twin;
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_create_keyval(copy<MPI_Datatype>, forget<MPI_Datatype>, &first, nullptr);
    MPI_Type_set_attr(type, first, &value);
    copy_throws = true;
    CHECK(throws([&] { MPI_Type_dup(type, &twin); }));
    copy_throws = false;
    delete_throws = true;
    CHECK(throws([&] { MPI_Type_free(&type); }));
    delete_throws = false;
    MPI_Type_dup(type, &twin);
    MPI_Type_free(&twin);
    MPI_Type_free(&type);
    MPI_Type_free_keyval(&first);

    MPI_Win win;
    MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget<MPI_Win>, &first, nullptr);
    MPI_Win_set_attr(win, first, &value);
    delete_throws = true;
    CHECK(throws([&] { MPI_Win_free(&win); }));
    delete_throws = false;
    MPI_Win_free(&win);
    MPI_Win_free_keyval(&first);
    all_get_in();
}

static int queries, frees;
static bool query_throws, free_throws;
static int query(void *, MPI_Status *status) {
    queries++;
    if (query_throws) throw Thrown("a query function");
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}
static int release(void *) {
    frees++;
    if (free_throws) throw Thrown("a free function");
    return MPI_SUCCESS;
}
static int cancel(void *, int) { throw Thrown("a cancel function"); }

static void generalized_requests() {
    MPI_Request three[3];
    auto start = [&](int count) {
        queries = frees = 0;
        for (int i = 0; i < count; i++) {
            MPI_Grequest_start(query, release, cancel, nullptr, &three[i]);
            if (i == 0) {
                CHECK(throws([&] { MPI_Cancel(&three[i]); }));
            }
            MPI_Grequest_complete(three[i]);
        }
    };
    query_throws = true;
    start(1);
    CHECK(throws([&] { MPI_Wait(&three[0], MPI_STATUS_IGNORE); }));
    CHECK(three[0] == MPI_REQUEST_NULL && queries == 1 && frees == 1);
    start(1);
    CHECK(throws([&] { int flag; MPI_Request_get_status(three[0], &flag, MPI_STATUS_IGNORE); }));
    query_throws = false;
    MPI_Wait(&three[0], MPI_STATUS_IGNORE);
    CHECK(frees == 1);
    free_throws = true;
    start(1);
    CHECK(throws([&] { MPI_Wait(&three[0], MPI_STATUS_IGNORE); }));
    CHECK(three[0] == MPI_REQUEST_NULL);
    MPI_Grequest_start(query, release, cancel, nullptr, &three[0]);
    MPI_Grequest_complete(three[0]);
    CHECK(throws([&] { MPI_Request_free(&three[0]); }));
    CHECK(three[0] == MPI_REQUEST_NULL);
    free_throws = false;
    // Of several that end together the first one throws: the functions of the others are called all the same.
    static int calls;
    frees = 0;
    auto first_throws = [](void *, MPI_Status *) -> int {
        if (calls++ == 0) throw Thrown("the first of three");
        return MPI_SUCCESS;
    };
    for (MPI_Request &request : three) {
        MPI_Grequest_start(first_throws, release, cancel, nullptr, &request);
        MPI_Grequest_complete(request);
    }
    CHECK(throws([&] { MPI_Waitall(3, three, MPI_STATUSES_IGNORE); }));
    for (MPI_Request &request : three) CHECK(request == MPI_REQUEST_NULL);
    CHECK(calls == 3 && frees == 3);
    all_get_in();
}

int main(int argc, char **argv) {
    const char *ranks = getenv("OMPI_COMM_WORLD_SIZE");
    int wanted = ranks && atoi(ranks) > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, level;
    MPI_Init_thread(&argc, &argv, wanted, &level);
    multiple = level == MPI_THREAD_MULTIPLE;
    MPI_Comm_rank(MPI_COMM_WORLD, &check_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &check_size);
    error_handlers();
    operations();
    nonblocking_operations();
    persistent_operations();
    attributes();
    generalized_requests();
    return check_end();
}
