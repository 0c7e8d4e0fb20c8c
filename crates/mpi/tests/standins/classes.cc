// A program in C++ of MPICH or Open MPI that uses MPI's classes: virtual calls, callbacks, exceptions and data. Runs on
// 1, 2 and 4 ranks. An argument names the file that it writes and deletes.
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int wrong;
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            std::fprintf(stderr, "classes.cc:%d: %s\n", __LINE__, #condition); \
            wrong = 1; \
        } \
    } while (0)

// Returns its argument, so that the compiler cannot know the object's class and calls its virtual functions.
template <class T> __attribute__((noinline)) T &hide(T &object)
{
    T *volatile pointer = &object;
    return *pointer;
}

static void point_to_point(MPI::Comm &comm, int rank, int size)
{
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    int out[2] = { rank, -rank }, in[2] = { -1, -1 };
    MPI::Status status;
    MPI::Request request = comm.Irecv(in, 2, MPI::INT, from, 3);
    comm.Send(out, 2, MPI::INT, to, 3);
    hide(request).Wait(hide(status));
    CHECK(in[0] == from && in[1] == -from);
    CHECK(status.Get_source() == from && status.Get_tag() == 3 && hide(status).Get_count(MPI::INT) == 2);
    CHECK(!status.Is_cancelled() && status.Get_elements(MPI::INT) == 2 && request == MPI::REQUEST_NULL);
    comm.Sendrecv(out, 1, MPI::INT, to, 4, in, 1, MPI::INT, MPI::ANY_SOURCE, MPI::ANY_TAG, status);
    CHECK(status.Get_source() == from && status.Get_tag() == 4);
    in[0] = rank;
    comm.Sendrecv_replace(in, 1, MPI::INT, to, 5, from, 5);
    CHECK(in[0] == from);
    // A receive from nowhere, a probe, and a cancelled receive.
    comm.Recv(in, 1, MPI::INT, MPI::PROC_NULL, 0, status);
    CHECK(status.Get_source() == MPI::PROC_NULL);
    request = comm.Isend(out, 1, MPI::INT, to, 6);
    comm.Probe(from, 6, status);
    CHECK(status.Get_count(MPI::INT) == 1 && comm.Iprobe(from, 6) && comm.Iprobe(from, 6, status));
    comm.Recv(in, 1, MPI::INT, from, 6);
    while (!request.Test())
        continue;
    request = comm.Irecv(in, 1, MPI::INT, from, 99);
    request.Cancel();
    request.Wait(status);
    CHECK(status.Is_cancelled());
    // Arrays of requests, and persistent requests.
    int received[3], sent[3] = { 10, 11, 12 };
    MPI::Request requests[6];
    MPI::Status statuses[6];
    for (int i = 0; i < 3; i++) {
        requests[i] = comm.Irecv(&received[i], 1, MPI::INT, from, 10 + i);
        requests[3 + i] = comm.Issend(&sent[i], 1, MPI::INT, to, 10 + i);
    }
    MPI::Request::Waitall(6, requests, statuses);
    CHECK(received[0] == 10 && received[2] == 12 && statuses[1].Get_tag() == 11 && requests[5] == MPI::REQUEST_NULL);
    MPI::Prequest persistent[2] = { comm.Recv_init(&received[0], 1, MPI::INT, from, 20),
                                    comm.Send_init(&sent[2], 1, MPI::INT, to, 20) };
    hide(persistent[0]).Start();
    persistent[1].Start();
    for (int i = 0; i < 2; i++)
        static_cast<MPI::Request &>(persistent[i]).Wait();
    CHECK(received[0] == 12);
    MPI::Prequest::Startall(2, persistent);
    MPI::Request both[2] = { persistent[0], persistent[1] };
    const int first = MPI::Request::Waitany(2, both, status);
    CHECK(first == 0 || first == 1);
    MPI::Request::Waitall(2, both);
    persistent[0].Free();
    persistent[1].Free();
    // A buffered send.
    char buffer[4096];
    MPI::Attach_buffer(buffer, sizeof buffer);
    comm.Bsend(out, 1, MPI::INT, to, 21);
    comm.Recv(in, 1, MPI::INT, from, 21);
    void *detached;
    CHECK(MPI::Detach_buffer(detached) == sizeof buffer && detached == buffer);
}

static void add_twice(const void *in, void *inout, int count, const MPI::Datatype &type)
{
    CHECK(type == MPI::INT || type == MPI::DOUBLE);
    for (int i = 0; i < count; i++)
        if (type == MPI::INT)
            static_cast<int *>(inout)[i] += 2 * static_cast<const int *>(in)[i];
        else
            static_cast<double *>(inout)[i] += 3 * static_cast<const double *>(in)[i];
}
static void take_least(const void *in, void *inout, int count, const MPI::Datatype &)
{
    for (int i = 0; i < count; i++)
        if (static_cast<const int *>(in)[i] < static_cast<int *>(inout)[i])
            static_cast<int *>(inout)[i] = static_cast<const int *>(in)[i];
}

static void collectives(MPI::Intracomm &comm, int rank, int size)
{
    int root = rank == 0 ? 42 : 0, sum = 0;
    comm.Bcast(&root, 1, MPI::INT, 0);
    CHECK(root == 42);
    comm.Allreduce(&rank, &sum, 1, MPI::INT, MPI::SUM);
    CHECK(sum == size * (size - 1) / 2);
    sum = rank;
    comm.Allreduce(MPI::IN_PLACE, &sum, 1, MPI::INT, MPI::MAX);
    CHECK(sum == size - 1);
    int prefix = 0;
    comm.Scan(&rank, &prefix, 1, MPI::INT, MPI::SUM);
    CHECK(prefix == rank * (rank + 1) / 2);
    int *all = new int[size], *numbers = new int[size], *zeros = new int[size], *ones = new int[size];
    int *bytes = new int[size];
    MPI::Datatype *types = new MPI::Datatype[size];
    for (int i = 0; i < size; i++) {
        zeros[i] = i;
        ones[i] = 1;
        numbers[i] = 100 * rank + i;
        bytes[i] = i * static_cast<int>(sizeof(int));
        types[i] = MPI::INT;
    }
    comm.Allgather(&rank, 1, MPI::INT, all, 1, MPI::INT);
    CHECK(all[size - 1] == size - 1);
    comm.Alltoall(numbers, 1, MPI::INT, all, 1, MPI::INT);
    CHECK(all[size - 1] == 100 * (size - 1) + rank);
    std::memset(all, 0, size * sizeof(int));
    comm.Alltoallw(numbers, ones, bytes, types, all, ones, bytes, types);
    CHECK(all[size - 1] == 100 * (size - 1) + rank);
    comm.Gatherv(&rank, 1, MPI::INT, all, ones, zeros, MPI::INT, 0);
    CHECK(rank != 0 || all[size - 1] == size - 1);
    comm.Reduce_scatter(numbers, &sum, ones, MPI::INT, MPI::SUM);
    CHECK(sum == 100 * size * (size - 1) / 2 + size * rank);
    // Two operations in C++ at a time.
    MPI::Op twice, least;
    twice.Init(add_twice, true);
    least.Init(take_least, true);
    int one = 1, least_rank = rank + 7;
    comm.Allreduce(&one, &sum, 1, MPI::INT, twice);
    CHECK(size > 2 || sum == (size == 1 ? 1 : 3));
    comm.Allreduce(MPI::IN_PLACE, &least_rank, 1, MPI::INT, least);
    CHECK(least_rank == 7);
    double in = 2, inout = 1;
    twice.Reduce_local(&in, &inout, 1, MPI::DOUBLE);
    CHECK(inout == 7 && hide(twice).Is_commutative());
    twice.Free();
    least.Free();
    CHECK(twice == MPI::OP_NULL);
    delete[] all;
    delete[] numbers;
    delete[] zeros;
    delete[] ones;
    delete[] bytes;
    delete[] types;
    comm.Barrier();
}

// Attributes. The copies count how often their function has run.
static int copied, deleted;
static int copy(const MPI::Comm &comm, int, void *extra, void *in, void *out, bool &flag)
{
    CHECK(dynamic_cast<const MPI::Intracomm *>(&comm) && extra == &copied);
    copied++;
    *static_cast<void **>(out) = static_cast<char *>(in) + 1;
    flag = true;
    return MPI::SUCCESS;
}
static int remove(MPI::Comm &, int, void *, void *extra)
{
    CHECK(extra == &copied);
    deleted++;
    return MPI::SUCCESS;
}
#ifdef OPEN_MPI
typedef const void *Attribute_of_type;
#else
typedef void *Attribute_of_type;
#endif
static int copy_of_type(const MPI::Datatype &, int, void *, Attribute_of_type in, void *out, bool &flag)
{
    copied++;
    *static_cast<const void **>(out) = in;
    flag = true;
    return MPI::SUCCESS;
}
static int remove_of_type(MPI::Datatype &, int, void *, void *)
{
    deleted++;
    return MPI::SUCCESS;
}
static int copy_of_window(const MPI::Win &, int, void *, void *, void *, bool &) { return MPI::SUCCESS; }
static int remove_of_window(MPI::Win &, int, void *, void *)
{
    deleted++;
    return MPI::SUCCESS;
}

static void communicators(MPI::Intracomm &comm, int rank, int size)
{
    char text[100];
    void *found = 0;
    int key = MPI::Comm::Create_keyval(copy, remove, &copied);
    MPI::Intracomm mine = comm.Dup();
    mine.Set_attr(key, text);
    MPI::Intracomm &clone = static_cast<MPI::Intracomm &>(hide<MPI::Comm>(mine).Clone());
    CHECK(copied == 1 && clone.Get_attr(key, &found) && found == text + 1);
    CHECK(MPI::Comm::Compare(mine, clone) == MPI::CONGRUENT);
    clone.Free();
    delete &clone;
    CHECK(deleted == 1);
    mine.Delete_attr(key);
    CHECK(deleted == 2 && !mine.Get_attr(key, &found));
    MPI::Comm::Free_keyval(key);
    int *largest = 0;
    CHECK(comm.Get_attr(MPI::TAG_UB, &largest) && *largest >= 32767);
    mine.Set_name("mine");
    int length = 0;
    mine.Get_name(text, length);
    CHECK(length == 4 && !std::strcmp(text, "mine"));
    MPI::Intracomm half = mine.Split(rank % 2, rank);
    CHECK(half.Get_size() == (size + 1 - rank % 2) / 2 && !half.Is_inter());
    if (size > 1) {
        MPI::Intercomm inter = half.Create_intercomm(0, mine, 1 - rank % 2, 30);
        CHECK(inter.Is_inter() && inter.Get_remote_size() == (size + rank % 2) / 2);
        MPI::Intracomm merged = inter.Merge(rank % 2);
        CHECK(merged.Get_size() == size);
        merged.Free();
        inter.Free();
    }
    half.Free();
    MPI::Group group = mine.Get_group(), last;
    const int ranges[1][3] = { { size - 1, size - 1, 1 } };
    last = group.Range_incl(1, ranges);
    const int relation = size == 1 ? MPI::IDENT : MPI::UNEQUAL;
    CHECK(group.Get_size() == size && last.Get_size() == 1 && MPI::Group::Compare(group, last) == relation);
    MPI::Intracomm only = mine.Create(last);
    CHECK((rank == size - 1) == (only != MPI::COMM_NULL));
    if (only != MPI::COMM_NULL)
        only.Free();
    last.Free();
    group.Free();
    // Topologies.
    int sizes[2] = { 0, 0 }, place[2];
    bool periods[2] = { true, false }, remain[2] = { true, false };
    MPI::Compute_dims(size, 2, sizes);
    MPI::Cartcomm grid = mine.Create_cart(2, sizes, periods, false);
    CHECK(grid.Get_dim() == 2 && grid.Get_topology() == MPI::CART);
    periods[0] = false;
    periods[1] = true;
    grid.Get_topo(2, sizes, periods, place);
    CHECK(periods[0] && !periods[1] && grid.Get_cart_rank(place) == rank);
    int below = -9, above = -9;
    grid.Shift(1, 1, below, above);
    CHECK(place[1] > 0 || below == MPI::PROC_NULL);
    MPI::Cartcomm column = grid.Sub(remain);
    CHECK(column.Get_size() == sizes[0]);
    MPI::Cartcomm &other = grid.Clone();
    CHECK(other.Get_dim() == 2);
    other.Free();
    delete &other;
    column.Free();
    grid.Free();
    int index[1] = { 1 }, edges[1] = { 0 };
    MPI::Graphcomm graph = mine.Create_graph(1, index, edges, false);
    if (graph != MPI::COMM_NULL) {
        CHECK(graph.Get_neighbors_count(0) == 1);
        graph.Free();
    }
    mine.Free();
}

static int handled;
static void handle(MPI::Comm &comm, int *code, ...)
{
    CHECK(comm.Get_size() > 0 && MPI::Get_error_class(*code) == MPI::ERR_RANK);
    handled++;
}
static void handle_in_window(MPI::Win &, int *, ...) { handled++; }

static void errors(MPI::Intracomm &comm, int size)
{
    int x = 0;
    MPI::Intracomm mine = comm.Dup();
    MPI::Errhandler handler = MPI::Comm::Create_errhandler(handle);
    mine.Set_errhandler(handler);
    MPI::Errhandler now = mine.Get_errhandler();
    CHECK(now == handler);
    now.Free();
    handler.Free();
    mine.Send(&x, 1, MPI::INT, size + 5, 0);
    CHECK(handled == 1);
    mine.Call_errhandler(MPI::ERR_RANK);
    CHECK(handled == 2);
    // Exceptions, in a communicator and in a communicator made of it.
    mine.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
    now = mine.Get_errhandler();
    CHECK(now == MPI::ERRORS_THROW_EXCEPTIONS);
    now.Free();
    CHECK(now == MPI::ERRHANDLER_NULL);
    MPI::Intracomm inherits = mine.Dup();
    for (int i = 0; i < 3; i++) {
        bool caught = false;
        try {
            (i == 1 ? inherits : mine).Send(&x, 1, MPI::INT, size + 5, 0);
        } catch (MPI::Exception &exception) {
            caught = exception.Get_error_class() == MPI::ERR_RANK && std::strlen(exception.Get_error_string()) > 3;
            CHECK(MPI::Get_error_class(exception.Get_error_code()) == MPI::ERR_RANK);
        }
        CHECK(caught);
    }
    CHECK(handled == 2);
    inherits.Free();
    // Errors of no object.
    MPI::COMM_SELF.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
    MPI::COMM_WORLD.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
    try {
        MPI::Datatype none = MPI::DATATYPE_NULL;
        hide(none).Commit();
        CHECK(!"an exception");
    } catch (MPI::Exception exception) {
        CHECK(exception.Get_error_class() == MPI::ERR_TYPE);
    }
    MPI::COMM_SELF.Set_errhandler(MPI::ERRORS_ARE_FATAL);
    MPI::COMM_WORLD.Set_errhandler(MPI::ERRORS_ARE_FATAL);
    mine.Set_errhandler(MPI::ERRORS_RETURN);
    mine.Send(&x, 1, MPI::INT, size + 5, 0);
    mine.Free();
}

static void datatypes(MPI::Intracomm &comm)
{
    int lengths[2] = { 1, 2 };
    MPI::Aint displacements[2] = { 0, 8 }, lb, extent;
    MPI::Datatype parts[2] = { MPI::CHAR, MPI::INT }, type, vector;
    type = MPI::Datatype::Create_struct(2, lengths, displacements, parts);
    hide(type).Commit();
    type.Get_extent(lb, extent);
    CHECK(type.Get_size() == 9 && lb == 0 && extent == 16);
    int integers, addresses, types, combiner;
    type.Get_envelope(integers, addresses, types, combiner);
    CHECK(combiner == MPI::COMBINER_STRUCT && types == 2);
    int numbers[8];
    MPI::Aint places[8];
    MPI::Datatype found[2];
    type.Get_contents(integers, addresses, types, numbers, places, found);
    CHECK(found[0] == MPI::CHAR && found[1] == MPI::INT && places[1] == 8);
    vector = MPI::INT.Create_vector(2, 1, 2);
    vector.Commit();
    int data[4] = { 1, 2, 3, 4 }, back[4] = { 0, 0, 0, 0 }, position = 0;
    char packed[100];
    CHECK(vector.Pack_size(1, comm) <= 100);
    vector.Pack(data, 1, packed, 100, position, comm);
    int size = position;
    position = 0;
    MPI::INT.Unpack(packed, size, back, 2, position, comm);
    CHECK(back[0] == 1 && back[1] == 3);
    int key = MPI::Datatype::Create_keyval(copy_of_type, remove_of_type, 0);
    vector.Set_attr(key, data);
    void *value = 0;
    CHECK(vector.Get_attr(key, &value) && value == data);
    const int before = deleted, copies = copied;
    MPI::Datatype twin = vector.Dup();
    CHECK(copied == copies + 1 && twin.Get_attr(key, &value) && value == data);
    twin.Free();
    vector.Free();
    CHECK(deleted == before + 2 && vector == MPI::DATATYPE_NULL);
    MPI::Datatype::Free_keyval(key);
    type.Free();
    CHECK(MPI::LONG_LONG.Get_size() == 8 && MPI::DOUBLE_COMPLEX.Get_size() == 16 && MPI::BOOL.Get_size() == 1);
    CHECK(MPI::TWOINT.Get_size() == 8 && MPI::F_DOUBLE_COMPLEX.Get_size() == 16 && MPI::INTEGER4.Get_size() == 4);
}

static void windows(MPI::Intracomm &comm, int rank, int size)
{
    int cells[2] = { rank, 0 }, seen = -1, *base = 0;
    MPI::Win win = MPI::Win::Create(cells, sizeof cells, sizeof(int), MPI::INFO_NULL, comm);
    int key = MPI::Win::Create_keyval(copy_of_window, remove_of_window, 0);
    win.Set_attr(key, cells);
    CHECK(win.Get_attr(MPI::WIN_BASE, &base) && base == cells);
    const int to = (rank + 1) % size;
    hide(win).Fence(0);
    win.Put(&rank, 1, MPI::INT, to, 1, 1, MPI::INT);
    win.Get(&seen, 1, MPI::INT, to, 0, 1, MPI::INT);
    win.Fence(0);
    CHECK(seen == to && cells[1] == (rank + size - 1) % size);
    win.Accumulate(&rank, 1, MPI::INT, 0, 0, 1, MPI::INT, MPI::SUM);
    win.Fence(0);
    CHECK(rank != 0 || cells[0] == size * (size - 1) / 2);
    win.Lock(MPI::LOCK_EXCLUSIVE, rank, 0);
    win.Unlock(rank);
    MPI::Errhandler handler = MPI::Win::Create_errhandler(handle_in_window);
    win.Set_errhandler(handler);
    handler.Free();
    const int before = handled;
    win.Call_errhandler(MPI::ERR_OTHER);
    CHECK(handled == before + 1);
    win.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
    bool caught = false;
    try {
        win.Put(&rank, 1, MPI::INT, size + 9, 1, 1, MPI::INT);
    } catch (MPI::Exception &) {
        caught = true;
    }
    CHECK(caught);
    MPI::Group group = win.Get_group();
    CHECK(group.Get_size() == size);
    group.Free();
    const int gone = deleted;
    win.Free();
    CHECK(deleted == gone + 1 && win == MPI::WIN_NULL);
    MPI::Win::Free_keyval(key);
}

static void files(MPI::Intracomm &comm, int rank, int size, const char *name)
{
    MPI::Info info = MPI::Info::Create();
    info.Set("a", "b");
    char text[100];
    int length = 0;
    CHECK(hide(info).Get("a", 99, text) && !std::strcmp(text, "b") && info.Get_nkeys() == 1);
    CHECK(info.Get_valuelen("a", length) && length == 1 && !info.Get("c", 99, text));
    MPI::File file = MPI::File::Open(comm, name, MPI::MODE_CREATE | MPI::MODE_RDWR | MPI::MODE_DELETE_ON_CLOSE, info);
    info.Free();
    int back = -1;
    MPI::Status status;
    MPI::File &same = hide(file);
    same.Set_size(0);
    same.Write_at_all(rank * static_cast<int>(sizeof(int)), &rank, 1, MPI::INT, status);
    same.Sync();
    comm.Barrier();
    CHECK(status.Get_count(MPI::INT) == 1 && same.Get_size() == size * static_cast<int>(sizeof(int)));
    MPI::Request request = same.Iread_at((size - 1 - rank) * static_cast<int>(sizeof(int)), &back, 1, MPI::INT);
    request.Wait();
    CHECK(back == size - 1 - rank);
    same.Set_view(rank * static_cast<int>(sizeof(int)), MPI::INT, MPI::INT, "native", MPI::INFO_NULL);
    same.Read_all(&back, 1, MPI::INT);
    CHECK(back == rank && same.Get_position() == 1 && !same.Get_atomicity());
    MPI::Datatype etype, filetype;
    MPI::Offset offset = -1;
    same.Get_view(offset, etype, filetype, text);
#ifndef OPEN_MPI
    // Open MPI's header drops all but the text.
    CHECK(offset == rank * static_cast<int>(sizeof(int)) && etype == MPI::INT);
#endif
    CHECK(!std::strcmp(text, "native"));
    same.Set_errhandler(MPI::ERRORS_THROW_EXCEPTIONS);
    bool caught = false;
    try {
        same.Seek(-5, MPI_SEEK_SET);
    } catch (MPI::Exception &) {
        caught = true;
    }
    CHECK(caught);
    same.Close();
    CHECK(static_cast<MPI_File>(file) == MPI_FILE_NULL);
}

static int asked, freed;
static int query(void *extra, MPI::Status &status)
{
    asked += extra == &asked;
    status.Set_elements(MPI::INT, 5);
    status.Set_cancelled(false);
    status.Set_source(MPI::UNDEFINED);
    return MPI::SUCCESS;
}
static int free_state(void *)
{
    freed++;
    return MPI::SUCCESS;
}
static int cancel(void *, bool) { return MPI::SUCCESS; }

static void generalized_requests()
{
    MPI::Grequest start;
    MPI::Grequest request = start.Start(query, free_state, cancel, &asked);
    hide(request).Complete();
    MPI::Status status;
    MPI::Request same = request;
    same.Wait(status);
    CHECK(asked == 1 && freed == 1 && status.Get_count(MPI::INT) == 5);
}

int main(int argc, char **argv)
{
    CHECK(!MPI::Is_initialized());
    const int provided = MPI::Init_thread(argc, argv, MPI::THREAD_SERIALIZED);
    CHECK(provided >= MPI::THREAD_SINGLE && MPI::Is_initialized() && MPI::Query_thread() == provided);
    MPI::Intracomm &comm = hide(MPI::COMM_WORLD);
    const int rank = comm.Get_rank(), size = comm.Get_size();
    CHECK(static_cast<MPI_Comm>(comm) == MPI_COMM_WORLD);
    point_to_point(comm, rank, size);
    collectives(comm, rank, size);
    communicators(comm, rank, size);
    errors(comm, size);
    datatypes(comm);
    windows(comm, rank, size);
    generalized_requests();
    files(comm, rank, size, argc > 1 ? argv[1] : "classes.data");
    comm.Allreduce(MPI::IN_PLACE, &wrong, 1, MPI::INT, MPI::MAX);
    MPI::Finalize();
    CHECK(MPI::Is_finalized());
    return wrong;
}
