// The classes of C++ that the standard had until MPI 2.2, over the C functions of a stand-in. Programs get them by the
// headers of MPICH and Open MPI, whose two ABIs differ in the order of the virtual functions and in a few types.
//
// Before this file, an ABI's file defines C's types, includes the prototypes (generated/mpi_….h), and defines
// - VIRTUAL_class(F): the virtual functions of each class but for its destructor, in the order of the header;
// - FURTHER_class: the declarations of a class's other functions that the library has;
// - COMM: the class Comm up to its virtual functions;
// - CONST_… and the types for which the two headers differ.
#include <cstdio>
#include <cstdlib>

extern "C" {
// Functions of the stand-in (cplusplus.h). A bound function gets, as a last argument, the one of the program.
void clump_classes(void *reduce, void *raise);
int clump_Comm_create_errhandler(void *call, void *function, MPI_Errhandler *errhandler);
int clump_File_create_errhandler(void *call, void *function, MPI_Errhandler *errhandler);
int clump_Win_create_errhandler(void *call, void *function, MPI_Errhandler *errhandler);
void ompi_op_set_cxx_callback(MPI_Op op, MPI_User_function *function);
}

#define HIDDEN __attribute__((visibility("hidden")))
#define IGNORED ((MPI_Status *)MPI_STATUS_IGNORE)
#define UNWRAP(...) __VA_ARGS__

// A copy of an array whose elements convert to another type.
template <class To> class HIDDEN Array {
    To *items;
    Array(const Array &);

public:
    template <class From> Array(int count, const From *from) : items(new To[count > 0 ? count : 1])
    {
        for (int i = 0; i < count; i++)
            items[i] = from[i];
    }
    ~Array() { delete[] items; }
    operator To *() { return items; }
};

// The functions, each as F(type of the result, name, parameters, const or nothing, body). A function that returns a
// class or a number has it in `out`.
#define RESULT(type, call) type out = type(); call; return out
#define BUFFER void *buffer, int count, const Datatype &type
#define DATA const BUFFER
#define FROM_TO DATA, void *result, int results, const Datatype &result_type
#define FROM_TO_MANY DATA, void *result, const int results[], const int displacements[], const Datatype &result_type
#define REDUCED const void *buffer, void *result, int count, const Datatype &type, const Op &op
#define STATUS_OR_NONE(F, name, parameters, qualifier, function, arguments) \
    F(void, name, (UNWRAP parameters, Status &status), qualifier, function(UNWRAP arguments, &status.value)) \
    F(void, name, parameters, qualifier, function(UNWRAP arguments, IGNORED))

#define SENDS(F, name) F(void, name, (DATA, int to, int tag), const, MPI_##name(buffer, count, type, to, tag, value))
#define STARTS(F, kind, name) \
    F(kind, name, (DATA, int to, int tag), const, \
      RESULT(kind, MPI_##name(buffer, count, type, to, tag, value, &out.value)))
#define Comm_Send(F) SENDS(F, Send)
#define Comm_Bsend(F) SENDS(F, Bsend)
#define Comm_Ssend(F) SENDS(F, Ssend)
#define Comm_Rsend(F) SENDS(F, Rsend)
#define Comm_Isend(F) STARTS(F, Request, Isend)
#define Comm_Ibsend(F) STARTS(F, Request, Ibsend)
#define Comm_Issend(F) STARTS(F, Request, Issend)
#define Comm_Irsend(F) STARTS(F, Request, Irsend)
#define Comm_Send_init(F) STARTS(F, Prequest, Send_init)
#define Comm_Bsend_init(F) STARTS(F, Prequest, Bsend_init)
#define Comm_Ssend_init(F) STARTS(F, Prequest, Ssend_init)
#define Comm_Rsend_init(F) STARTS(F, Prequest, Rsend_init)
#define RECEIVES(F, kind, name) \
    F(kind, name, (BUFFER, int from, int tag), const, \
      RESULT(kind, MPI_##name(buffer, count, type, from, tag, value, &out.value)))
#define Comm_Irecv(F) RECEIVES(F, Request, Irecv)
#define Comm_Recv_init(F) RECEIVES(F, Prequest, Recv_init)
#define Comm_Recv(F) \
    STATUS_OR_NONE(F, Recv, (BUFFER, int from, int tag), const, MPI_Recv, (buffer, count, type, from, tag, value))
#define Comm_Probe(F) STATUS_OR_NONE(F, Probe, (int from, int tag), const, MPI_Probe, (from, tag, value))
#define Comm_Iprobe(F) \
    F(bool, Iprobe, (int from, int tag, Status &status), const, \
      RESULT(int, MPI_Iprobe(from, tag, value, &out, &status.value))) \
    F(bool, Iprobe, (int from, int tag), const, RESULT(int, MPI_Iprobe(from, tag, value, &out, IGNORED)))
#define Comm_Sendrecv(F) \
    STATUS_OR_NONE(F, Sendrecv, \
                   (DATA, int to, int tag, void *result, int results, const Datatype &result_type, int from, \
                    int result_tag), const, MPI_Sendrecv, \
                   (buffer, count, type, to, tag, result, results, result_type, from, result_tag, value))
#define Comm_Sendrecv_replace(F) \
    STATUS_OR_NONE(F, Sendrecv_replace, (BUFFER, int to, int tag, int from, int result_tag), const, \
                   MPI_Sendrecv_replace, (buffer, count, type, to, tag, from, result_tag, value))
#define Comm_Get_group(F) F(Group, Get_group, (), const, RESULT(Group, MPI_Comm_group(value, &out.value)))
#define Comm_Get_size(F) F(int, Get_size, (), const, RESULT(int, MPI_Comm_size(value, &out)))
#define Comm_Get_rank(F) F(int, Get_rank, (), const, RESULT(int, MPI_Comm_rank(value, &out)))
#define Comm_Clone(F) F##_PURE(Comm &, Clone, (), const)
#define Comm_Free(F) F(void, Free, (), , MPI_Comm_free(&value))
#define Comm_Is_inter(F) F(bool, Is_inter, (), const, RESULT(int, MPI_Comm_test_inter(value, &out)))
#define Comm_Barrier(F) F(void, Barrier, (), const, MPI_Barrier(value))
#define Comm_Bcast(F) F(void, Bcast, (BUFFER, int root), const, MPI_Bcast(buffer, count, type, root, value))
#define Comm_Gather(F) \
    F(void, Gather, (FROM_TO, int root), const, \
      MPI_Gather(buffer, count, type, result, results, result_type, root, value))
#define Comm_Gatherv(F) \
    F(void, Gatherv, (FROM_TO_MANY, int root), const, \
      MPI_Gatherv(buffer, count, type, result, results, displacements, result_type, root, value))
#define Comm_Scatter(F) \
    F(void, Scatter, (FROM_TO, int root), const, \
      MPI_Scatter(buffer, count, type, result, results, result_type, root, value))
#define Comm_Scatterv(F) \
    F(void, Scatterv, \
      (const void *buffer, const int counts[], const int displacements[], const Datatype &type, void *result, \
       int results, const Datatype &result_type, int root), const, \
      MPI_Scatterv(buffer, counts, displacements, type, result, results, result_type, root, value))
#define Comm_Allgather(F) \
    F(void, Allgather, (FROM_TO), const, MPI_Allgather(buffer, count, type, result, results, result_type, value))
#define Comm_Allgatherv(F) \
    F(void, Allgatherv, (FROM_TO_MANY), const, \
      MPI_Allgatherv(buffer, count, type, result, results, displacements, result_type, value))
#define Comm_Alltoall(F) \
    F(void, Alltoall, (FROM_TO), const, MPI_Alltoall(buffer, count, type, result, results, result_type, value))
#define Comm_Alltoallv(F) \
    F(void, Alltoallv, \
      (const void *buffer, const int counts[], const int displacements[], const Datatype &type, void *result, \
       const int results[], const int result_displacements[], const Datatype &result_type), const, \
      MPI_Alltoallv(buffer, counts, displacements, type, result, results, result_displacements, result_type, value))
#define Comm_Alltoallw(F) \
    F(void, Alltoallw, \
      (const void *buffer, const int counts[], const int displacements[], const Datatype types[], void *result, \
       const int results[], const int result_displacements[], const Datatype result_types[]), const, \
      const int size = Is_inter() ? remote_size(value) : Get_size(); \
      Array<MPI_Datatype> sent(buffer == IN_PLACE ? 0 : size, types); \
      MPI_Alltoallw(buffer, counts, displacements, sent, result, results, result_displacements, \
                    Array<MPI_Datatype>(size, result_types), value))
#define Comm_Reduce(F) \
    F(void, Reduce, (REDUCED, int root), const, MPI_Reduce(buffer, result, count, type, op, root, value))
#define Comm_Allreduce(F) F(void, Allreduce, (REDUCED), const, MPI_Allreduce(buffer, result, count, type, op, value))
#define Comm_Reduce_scatter(F) \
    F(void, Reduce_scatter, \
      (const void *buffer, void *result, COUNTS counts[], const Datatype &type, const Op &op), const, \
      MPI_Reduce_scatter(buffer, result, counts, type, op, value))
#define Comm_Reduce_scatter_block(F) \
    F(void, Reduce_scatter_block, (REDUCED), const, MPI_Reduce_scatter_block(buffer, result, count, type, op, value))
#define Comm_Disconnect(F) F(void, Disconnect, (), , MPI_Comm_disconnect(&value))
#define Comm_Get_name(F) F(void, Get_name, (char *name, int &length), const, MPI_Comm_get_name(value, name, &length))
#define Comm_Set_name(F) F(void, Set_name, (const char *name), , MPI_Comm_set_name(value, name))
#define Comm_Get_topology(F) F(int, Get_topology, (), const, RESULT(int, MPI_Topo_test(value, &out)))
#define Comm_Abort(F) F(void, Abort, (int code), CONST_Abort, MPI_Abort(value, code))
#define Comm_Set_errhandler(F) \
    F(void, Set_errhandler, (const Errhandler &handler), , MPI_Comm_set_errhandler(value, handler))
#define Comm_Get_errhandler(F) \
    F(Errhandler, Get_errhandler, (), const, RESULT(Errhandler, MPI_Comm_get_errhandler(value, &out.value)))
#define Comm_Call_errhandler(F) F(void, Call_errhandler, (int code), const, MPI_Comm_call_errhandler(value, code))
#define Comm_Set_attr(F) \
    F(void, Set_attr, (int key, const void *attribute), CONST_Set_attr, \
      MPI_Comm_set_attr(value, key, (void *)attribute))
#define Comm_Get_attr(F) \
    F(bool, Get_attr, (int key, void *attribute), const, \
      RESULT(int, MPI_Comm_get_attr(value, key, attribute, &out)))
#define Comm_Delete_attr(F) F(void, Delete_attr, (int key), , MPI_Comm_delete_attr(value, key))

#define CLONES(F, Class) F(Class &, Clone, (), const, return *new Class(duplicate(value)))
#define MAKES(F, Class, name, parameters, function, arguments) \
    F(Class, name, parameters, const, RESULT(Class, function(UNWRAP arguments, &out.value)))
#define Intercomm_Clone(F) CLONES(F, Intercomm)
#define Intercomm_Get_remote_size(F) F(int, Get_remote_size, (), const, return remote_size(value))
#define Intercomm_Get_remote_group(F) MAKES(F, Group, Get_remote_group, (), MPI_Comm_remote_group, (value))
#define Intercomm_Merge(F) MAKES(F, Intracomm, Merge, (bool high), MPI_Intercomm_merge, (value, high))
#define Intercomm_Create(F) MAKES(F, Intercomm, Create, (const Group &group), MPI_Comm_create, (value, group))
#define Intercomm_Split(F) MAKES(F, Intercomm, Split, (int color, int key), MPI_Comm_split, (value, color, key))
#define Intracomm_Clone(F) CLONES(F, Intracomm)
#define Intracomm_Scan(F) F(void, Scan, (REDUCED), const, MPI_Scan(buffer, result, count, type, op, value))
#define Intracomm_Exscan(F) F(void, Exscan, (REDUCED), const, MPI_Exscan(buffer, result, count, type, op, value))
#define Intracomm_Create(F) MAKES(F, Intracomm, Create, (const Group &group), MPI_Comm_create, (value, group))
#define Intracomm_Split(F) MAKES(F, Intracomm, Split, (int color, int key), MPI_Comm_split, (value, color, key))
#define Intracomm_Create_intercomm(F) \
    MAKES(F, Intercomm, Create_intercomm, (int leader, const Comm &peer, int remote_leader, int tag), \
          MPI_Intercomm_create, (value, leader, peer, remote_leader, tag))
#define Intracomm_Create_cart(F) \
    MAKES(F, Cartcomm, Create_cart, (int dimensions, const int sizes[], const bool periods[], bool reorder), \
          MPI_Cart_create, (value, dimensions, sizes, Array<int>(dimensions, periods), reorder))
#define Intracomm_Create_graph(F) \
    MAKES(F, Graphcomm, Create_graph, (int nodes, const int index[], const int edges[], bool reorder), \
          MPI_Graph_create, (value, nodes, index, edges, reorder))
#define Intracomm_Accept(F) \
    MAKES(F, Intercomm, Accept, (const char *port, const Info &info, int root), MPI_Comm_accept, \
          (port, info, root, value))
#define Intracomm_Connect(F) \
    MAKES(F, Intercomm, Connect, (const char *port, const Info &info, int root), MPI_Comm_connect, \
          (port, info, root, value))
#define SPAWN const char *command, const char *argv[], int most, const Info &info, int root
#define SPAWNS(F, parameters, codes) \
    F(Intercomm, Spawn, (UNWRAP parameters), const, \
      RESULT(Intercomm, MPI_Comm_spawn(command, (char **)argv, most, info, root, value, &out.value, codes)))
#define Intracomm_Spawn(F) SPAWNS(F, (SPAWN), MPI_ERRCODES_IGNORE) SPAWNS(F, (SPAWN, int codes[]), codes)
#define SPAWN_MULTIPLE \
    int count, const char *commands[], const char **argvs[], const int most[], const Info infos[], int root
#define SPAWNS_MULTIPLE(F, parameters, codes) \
    F(Intercomm, Spawn_multiple, (UNWRAP parameters), , \
      RESULT(Intercomm, MPI_Comm_spawn_multiple(count, (char **)commands, (char ***)argvs, most, \
                                                Array<MPI_Info>(Get_rank() == root ? count : 0, infos), root, value, \
                                                &out.value, codes)))
#define Intracomm_Spawn_multiple(F) \
    SPAWNS_MULTIPLE(F, (SPAWN_MULTIPLE), MPI_ERRCODES_IGNORE) SPAWNS_MULTIPLE(F, (SPAWN_MULTIPLE, int codes[]), codes)
#define Cartcomm_Clone(F) CLONES(F, Cartcomm)
#define Cartcomm_Get_dim(F) F(int, Get_dim, (), const, RESULT(int, MPI_Cartdim_get(value, &out)))
#define Cartcomm_Get_topo(F) \
    F(void, Get_topo, (int most, int sizes[], bool periods[], int coordinates[]), const, \
      Array<int> numbers(most, periods); \
      MPI_Cart_get(value, most, sizes, numbers, coordinates); \
      for (int i = 0; i < most; i++) \
          periods[i] = numbers[i])
#define Cartcomm_Get_cart_rank(F) \
    F(int, Get_cart_rank, (const int coordinates[]), const, RESULT(int, MPI_Cart_rank(value, coordinates, &out)))
#define Cartcomm_Get_coords(F) \
    F(void, Get_coords, (int rank, int most, int coordinates[]), const, \
      MPI_Cart_coords(value, rank, most, coordinates))
#define Cartcomm_Shift(F) \
    F(void, Shift, (int direction, int distance, int &from, int &to), const, \
      MPI_Cart_shift(value, direction, distance, &from, &to))
#define Cartcomm_Sub(F) \
    MAKES(F, Cartcomm, Sub, (const bool remain[]), MPI_Cart_sub, (value, Array<int>(Get_dim(), remain)))
#define Cartcomm_Map(F) \
    F(int, Map, (int dimensions, const int sizes[], const bool periods[]), const, \
      RESULT(int, MPI_Cart_map(value, dimensions, sizes, Array<int>(dimensions, periods), &out)))
#define Graphcomm_Clone(F) CLONES(F, Graphcomm)
#define Graphcomm_Get_dims(F) \
    F(void, Get_dims, (int nodes[], int edges[]), const, MPI_Graphdims_get(value, nodes, edges))
#define Graphcomm_Get_topo(F) \
    F(void, Get_topo, (int nodes, int most, int index[], int edges[]), const, \
      MPI_Graph_get(value, nodes, most, index, edges))
#define Graphcomm_Get_neighbors_count(F) \
    F(int, Get_neighbors_count, (int rank), const, RESULT(int, MPI_Graph_neighbors_count(value, rank, &out)))
#define Graphcomm_Get_neighbors(F) \
    F(void, Get_neighbors, (int rank, int most, int neighbors[]), const, \
      MPI_Graph_neighbors(value, rank, most, neighbors))
#define Graphcomm_Map(F) \
    F(int, Map, (int nodes, const int index[], const int edges[]), const, \
      RESULT(int, MPI_Graph_map(value, nodes, index, edges, &out)))

#define Datatype_Create_contiguous(F) \
    MAKES(F, Datatype, Create_contiguous, (int count), MPI_Type_contiguous, (count, value))
#define Datatype_Create_vector(F) \
    MAKES(F, Datatype, Create_vector, (int count, int length, int stride), MPI_Type_vector, \
          (count, length, stride, value))
#define Datatype_Create_indexed(F) \
    MAKES(F, Datatype, Create_indexed, (int count, const int lengths[], const int displacements[]), \
          MPI_Type_indexed, (count, lengths, displacements, value))
#define Datatype_Create_hindexed(F) \
    MAKES(F, Datatype, Create_hindexed, (int count, const int lengths[], const Aint displacements[]), \
          MPI_Type_create_hindexed, (count, lengths, displacements, value))
#define Datatype_Create_hvector(F) \
    MAKES(F, Datatype, Create_hvector, (int count, int length, Aint stride), MPI_Type_create_hvector, \
          (count, length, stride, value))
#define Datatype_Create_indexed_block(F) \
    MAKES(F, Datatype, Create_indexed_block, (int count, int length, const int displacements[]), \
          MPI_Type_create_indexed_block, (count, length, displacements, value))
#define Datatype_Create_resized(F) \
    MAKES(F, Datatype, Create_resized, (const Aint lb, const Aint extent), MPI_Type_create_resized, (value, lb, extent))
#define Datatype_Create_subarray(F) \
    MAKES(F, Datatype, Create_subarray, \
          (int dimensions, const int sizes[], const int subsizes[], const int starts[], int order), \
          MPI_Type_create_subarray, (dimensions, sizes, subsizes, starts, order, value))
#define Datatype_Create_darray(F) \
    MAKES(F, Datatype, Create_darray, \
          (int size, int rank, int dimensions, const int sizes[], const int distributions[], const int arguments[], \
           const int processes[], int order), MPI_Type_create_darray, \
          (size, rank, dimensions, sizes, distributions, arguments, processes, order, value))
#define Datatype_Dup(F) MAKES(F, Datatype, Dup, (), MPI_Type_dup, (value))
#define Datatype_Get_size(F) F(int, Get_size, (), const, RESULT(int, MPI_Type_size(value, &out)))
#define Datatype_Get_extent(F) \
    F(void, Get_extent, (Aint &lb, Aint &extent), const, MPI_Type_get_extent(value, &lb, &extent))
#define Datatype_Get_true_extent(F) \
    F(void, Get_true_extent, (Aint &lb, Aint &extent), const, MPI_Type_get_true_extent(value, &lb, &extent))
#define Datatype_Commit(F) F(void, Commit, (), , MPI_Type_commit(&value))
#define Datatype_Free(F) F(void, Free, (), , MPI_Type_free(&value))
#define Datatype_Pack(F) \
    F(void, Pack, (const void *data, int count, void *packed, int size, int &position, const Comm &comm), const, \
      MPI_Pack(data, count, value, packed, size, &position, comm))
#define Datatype_Unpack(F) \
    F(void, Unpack, (const void *packed, int size, void *data, int count, int &position, const Comm &comm), const, \
      MPI_Unpack(packed, size, &position, data, count, value, comm))
#define Datatype_Pack_size(F) \
    F(int, Pack_size, (int count, const Comm &comm), const, RESULT(int, MPI_Pack_size(count, value, comm, &out)))
#define Datatype_Pack_external(F) \
    F(void, Pack_external, \
      (const char *format, const void *data, int count, void *packed, Aint size, Aint &position), const, \
      MPI_Pack_external(format, data, count, value, packed, size, &position))
#define Datatype_Pack_external_size(F) \
    F(Aint, Pack_external_size, (const char *format, int count), const, \
      RESULT(Aint, MPI_Pack_external_size(format, count, value, &out)))
#define Datatype_Unpack_external(F) \
    F(void, Unpack_external, \
      (const char *format, const void *packed, Aint size, Aint &position, void *data, int count), const, \
      MPI_Unpack_external(format, packed, size, &position, data, count, value))
#define Datatype_Get_contents(F) \
    F(void, Get_contents, \
      (int most_integers, int most_addresses, int most_types, int integers[], Aint addresses[], Datatype types[]), \
      const, \
      Array<MPI_Datatype> handles(most_types, types); \
      MPI_Type_get_contents(value, most_integers, most_addresses, most_types, integers, addresses, handles); \
      for (int i = 0; i < most_types; i++) \
          types[i].value = handles[i])
#define Datatype_Get_envelope(F) \
    F(void, Get_envelope, (int &integers, int &addresses, int &types, int &combiner), const, \
      MPI_Type_get_envelope(value, &integers, &addresses, &types, &combiner))
#define Datatype_Get_name(F) \
    F(void, Get_name, (char *name, int &length), const, MPI_Type_get_name(value, name, &length))
#define Datatype_Set_name(F) F(void, Set_name, (const char *name), , MPI_Type_set_name(value, name))
#define Datatype_Set_attr(F) \
    F(void, Set_attr, (int key, const void *attribute), , MPI_Type_set_attr(value, key, (void *)attribute))
#define Datatype_Get_attr(F) \
    F(bool, Get_attr, (int key, void *attribute), const, \
      RESULT(int, MPI_Type_get_attr(value, key, attribute, &out)))
#define Datatype_Delete_attr(F) F(void, Delete_attr, (int key), , MPI_Type_delete_attr(value, key))

#define Group_Get_size(F) F(int, Get_size, (), const, RESULT(int, MPI_Group_size(value, &out)))
#define Group_Get_rank(F) F(int, Get_rank, (), const, RESULT(int, MPI_Group_rank(value, &out)))
#define Group_Incl(F) MAKES(F, Group, Incl, (int count, const int ranks[]), MPI_Group_incl, (value, count, ranks))
#define Group_Excl(F) MAKES(F, Group, Excl, (int count, const int ranks[]), MPI_Group_excl, (value, count, ranks))
#define Group_Range_incl(F) \
    MAKES(F, Group, Range_incl, (int count, const int ranges[][3]), MPI_Group_range_incl, \
          (value, count, (int(*)[3])ranges))
#define Group_Range_excl(F) \
    MAKES(F, Group, Range_excl, (int count, const int ranges[][3]), MPI_Group_range_excl, \
          (value, count, (int(*)[3])ranges))
#define Group_Free(F) F(void, Free, (), , MPI_Group_free(&value))

#define Info_Delete(F) F(void, Delete, (const char *key), , MPI_Info_delete(value, key))
#define Info_Dup(F) MAKES(F, Info, Dup, (), MPI_Info_dup, (value))
#define Info_Free(F) F(void, Free, (), , MPI_Info_free(&value))
#define Info_Get(F) \
    F(bool, Get, (const char *key, int length, char *text), const, \
      RESULT(int, MPI_Info_get(value, key, length, text, &out)))
#define Info_Get_nkeys(F) F(int, Get_nkeys, (), const, RESULT(int, MPI_Info_get_nkeys(value, &out)))
#define Info_Get_nthkey(F) F(void, Get_nthkey, (int n, char *key), const, MPI_Info_get_nthkey(value, n, key))
#define Info_Get_valuelen(F) \
    F(bool, Get_valuelen, (const char *key, int &length), const, \
      RESULT(int, MPI_Info_get_valuelen(value, key, &length, &out)))
#define Info_Set(F) F(void, Set, (const char *key, const char *text), , MPI_Info_set(value, key, text))

#define Errhandler_Free(F) F(void, Free, (), , MPI_Errhandler_free(&value))

#define Op_Init(F) \
    F(void, Init, (User_function *function, bool commutes), , \
      MPI_Op_create((MPI_User_function *)call_operation, commutes, &value); \
      ompi_op_set_cxx_callback(value, (MPI_User_function *)function))
#define Op_Free(F) F(void, Free, (), , MPI_Op_free(&value))
#define Op_Reduce_local(F) \
    F(void, Reduce_local, (const void *in, void *inout, int count, const Datatype &type), const, \
      MPI_Reduce_local(in, inout, count, type, value))
#define Op_Is_commutative(F) F(bool, Is_commutative, (), const, RESULT(int, MPI_Op_commutative(value, &out)))

#define Status_Get_count(F) \
    F(int, Get_count, (const Datatype &type), const, RESULT(int, MPI_Get_count(&value, type, &out)))
#define Status_Get_elements(F) \
    F(int, Get_elements, (const Datatype &type), const, RESULT(int, MPI_Get_elements(&value, type, &out)))
#define Status_Is_cancelled(F) F(bool, Is_cancelled, (), const, RESULT(int, MPI_Test_cancelled(&value, &out)))
#define Status_Get_source(F) F(int, Get_source, (), const, return value.MPI_SOURCE)
#define Status_Set_source(F) F(void, Set_source, (int source), , value.MPI_SOURCE = source)
#define Status_Get_tag(F) F(int, Get_tag, (), const, return value.MPI_TAG)
#define Status_Set_tag(F) F(void, Set_tag, (int tag), , value.MPI_TAG = tag)
#define Status_Get_error(F) F(int, Get_error, (), const, return value.MPI_ERROR)
#define Status_Set_error(F) F(void, Set_error, (int error), , value.MPI_ERROR = error)
#define Status_Set_elements(F) \
    F(void, Set_elements, (const Datatype &type, int count), , MPI_Status_set_elements(&value, type, count))
#define Status_Set_cancelled(F) F(void, Set_cancelled, (bool flag), , MPI_Status_set_cancelled(&value, flag))

#define Request_Wait(F) \
    F(void, Wait, (Status &status), , MPI_Wait(&value, &status.value)) \
    F(void, Wait, (), , MPI_Wait(&value, IGNORED))
#define Request_Test(F) \
    F(bool, Test, (Status &status), , RESULT(int, MPI_Test(&value, &out, &status.value))) \
    F(bool, Test, (), , RESULT(int, MPI_Test(&value, &out, IGNORED)))
#define Request_Get_status(F) \
    F(bool, Get_status, (Status &status), const, RESULT(int, MPI_Request_get_status(value, &out, &status.value))) \
    F(bool, Get_status, (), const, RESULT(int, MPI_Request_get_status(value, &out, IGNORED)))
#define Request_Free(F) F(void, Free, (), , MPI_Request_free(&value))
#define Request_Cancel(F) F(void, Cancel, (), const, MPI_Cancel((MPI_Request *)&value))
#define Prequest_Start(F) F(void, Start, (), , MPI_Start(&value))
#define Grequest_Complete(F) F(void, Complete, (), , MPI_Grequest_complete(value))

#define TARGET int rank, Aint displacement, int targets, const Datatype &target_type
#define Win_Accumulate(F) \
    F(void, Accumulate, (DATA, TARGET, const Op &op), const, \
      MPI_Accumulate(buffer, count, type, rank, displacement, targets, target_type, op, value))
#define Win_Put(F) \
    F(void, Put, (DATA, TARGET), const, MPI_Put(buffer, count, type, rank, displacement, targets, target_type, value))
#define Win_Get(F) \
    F(void, Get, (RESULT_OF_GET buffer, int count, const Datatype &type, TARGET), const, \
      MPI_Get((void *)buffer, count, type, rank, displacement, targets, target_type, value))
#define Win_Complete(F) F(void, Complete, (), const, MPI_Win_complete(value))
#define Win_Fence(F) F(void, Fence, (int assertion), const, MPI_Win_fence(assertion, value))
#define Win_Free(F) F(void, Free, (), , MPI_Win_free(&value))
#define Win_Get_group(F) MAKES(F, Group, Get_group, (), MPI_Win_get_group, (value))
#define Win_Lock(F) \
    F(void, Lock, (int kind, int rank, int assertion), const, MPI_Win_lock(kind, rank, assertion, value))
#define Win_Unlock(F) F(void, Unlock, (int rank), const, MPI_Win_unlock(rank, value))
#define Win_Post(F) F(void, Post, (const Group &group, int assertion), const, MPI_Win_post(group, assertion, value))
#define Win_Start(F) F(void, Start, (const Group &group, int assertion), const, MPI_Win_start(group, assertion, value))
#define Win_Test(F) F(bool, Test, (), const, RESULT(int, MPI_Win_test(value, &out)))
#define Win_Wait(F) F(void, Wait, (), const, MPI_Win_wait(value))
#define Win_Set_errhandler(F) \
    F(void, Set_errhandler, (const Errhandler &handler), CONST_Win_set_errhandler, \
      MPI_Win_set_errhandler(value, handler))
#define Win_Get_errhandler(F) MAKES(F, Errhandler, Get_errhandler, (), MPI_Win_get_errhandler, (value))
#define Win_Call_errhandler(F) F(void, Call_errhandler, (int code), const, MPI_Win_call_errhandler(value, code))
#define Win_Get_name(F) F(void, Get_name, (char *name, int &length), const, MPI_Win_get_name(value, name, &length))
#define Win_Set_name(F) F(void, Set_name, (const char *name), , MPI_Win_set_name(value, name))
#define Win_Set_attr(F) \
    F(void, Set_attr, (int key, const void *attribute), , MPI_Win_set_attr(value, key, (void *)attribute))
#define Win_Get_attr(F) \
    F(bool, Get_attr, (int key, void *attribute), const, RESULT(int, MPI_Win_get_attr(value, key, attribute, &out)))
#define Win_Delete_attr(F) F(void, Delete_attr, (int key), , MPI_Win_delete_attr(value, key))

#define READS(F, name, function) \
    STATUS_OR_NONE(F, name, (BUFFER), , MPI_File_##function, (value, buffer, count, type))
#define WRITES(F, name, function) \
    STATUS_OR_NONE(F, name, (DATA), , MPI_File_##function, (value, buffer, count, type))
#define READS_AT(F, name, function) \
    STATUS_OR_NONE(F, name, (Offset offset, BUFFER), , MPI_File_##function, (value, offset, buffer, count, type))
#define WRITES_AT(F, name, function) \
    STATUS_OR_NONE(F, name, (Offset offset, DATA), , MPI_File_##function, (value, offset, buffer, count, type))
#define ENDS(F, name, function, pointer) \
    STATUS_OR_NONE(F, name, (pointer buffer), , MPI_File_##function, (value, buffer))
#define BEGINS(F, name, function, of) F(void, name, (of), , MPI_File_##function(value, buffer, count, type))
#define GIVES(F, type, name, function) F(type, name, (), const, RESULT(type, MPI_File_##function(value, &out)))
#define TRANSFERS(F, name, parameters, function, arguments) \
    F(Request, name, parameters, , RESULT(Request, MPI_File_##function(UNWRAP arguments, &out.value)))
#define File_Get_type_extent(F) \
    F(Aint, Get_type_extent, (const Datatype &type), const, RESULT(Aint, MPI_File_get_type_extent(value, type, &out)))
#define File_Get_info(F) MAKES(F, Info, Get_info, (), MPI_File_get_info, (value))
#define File_Get_group(F) MAKES(F, Group, Get_group, (), MPI_File_get_group, (value))
#define File_Get_size(F) GIVES(F, Offset, Get_size, get_size)
#define File_Get_position(F) GIVES(F, Offset, Get_position, get_position)
#define File_Get_position_shared(F) GIVES(F, Offset, Get_position_shared, get_position_shared)
#define File_Get_amode(F) GIVES(F, int, Get_amode, get_amode)
#define File_Get_atomicity(F) F(bool, Get_atomicity, (), const, RESULT(int, MPI_File_get_atomicity(value, &out)))
#define File_Get_byte_offset(F) \
    F(Offset, Get_byte_offset, (const Offset offset), const, \
      RESULT(Offset, MPI_File_get_byte_offset(value, offset, &out)))
#define File_Get_view(F) \
    F(void, Get_view, (Offset &offset, Datatype &etype, Datatype &filetype, char *format), const, \
      MPI_File_get_view(value, &offset, &etype.value, &filetype.value, format))
#define File_Set_view(F) \
    F(void, Set_view, \
      (Offset offset, const Datatype &etype, Datatype filetype, const char *format, const Info &info), , \
      MPI_File_set_view(value, offset, etype, filetype, format, info))
#define File_Set_info(F) F(void, Set_info, (const Info &info), , MPI_File_set_info(value, info))
#define File_Set_size(F) F(void, Set_size, (Offset size), , MPI_File_set_size(value, size))
#define File_Set_atomicity(F) F(void, Set_atomicity, (bool flag), , MPI_File_set_atomicity(value, flag))
#define File_Preallocate(F) F(void, Preallocate, (Offset size), , MPI_File_preallocate(value, size))
#define File_Seek(F) F(void, Seek, (Offset offset, int from), , MPI_File_seek(value, offset, from))
#define File_Seek_shared(F) F(void, Seek_shared, (Offset offset, int from), , MPI_File_seek_shared(value, offset, from))
#define File_Sync(F) F(void, Sync, (), , MPI_File_sync(value))
#define File_Close(F) F(void, Close, (), , MPI_File_close(&value))
#define File_Read(F) READS(F, Read, read)
#define File_Read_all(F) READS(F, Read_all, read_all)
#define File_Read_ordered(F) READS(F, Read_ordered, read_ordered)
#define File_Read_shared(F) READS(F, Read_shared, read_shared)
#define File_Read_at(F) READS_AT(F, Read_at, read_at)
#define File_Read_at_all(F) READS_AT(F, Read_at_all, read_at_all)
#define File_Write(F) WRITES(F, Write, write)
#define File_Write_all(F) WRITES(F, Write_all, write_all)
#define File_Write_ordered(F) WRITES(F, Write_ordered, write_ordered)
#define File_Write_shared(F) WRITES(F, Write_shared, write_shared)
#define File_Write_at(F) WRITES_AT(F, Write_at, write_at)
#define File_Write_at_all(F) WRITES_AT(F, Write_at_all, write_at_all)
#define File_Read_all_begin(F) BEGINS(F, Read_all_begin, read_all_begin, BUFFER)
#define File_Read_ordered_begin(F) BEGINS(F, Read_ordered_begin, read_ordered_begin, BUFFER)
#define File_Write_all_begin(F) BEGINS(F, Write_all_begin, write_all_begin, DATA)
#define File_Write_ordered_begin(F) BEGINS(F, Write_ordered_begin, write_ordered_begin, DATA)
#define File_Read_at_all_begin(F) \
    F(void, Read_at_all_begin, (Offset offset, BUFFER), , \
      MPI_File_read_at_all_begin(value, offset, buffer, count, type))
#define File_Write_at_all_begin(F) \
    F(void, Write_at_all_begin, (Offset offset, DATA), , \
      MPI_File_write_at_all_begin(value, offset, buffer, count, type))
#define File_Read_all_end(F) ENDS(F, Read_all_end, read_all_end, void *)
#define File_Read_at_all_end(F) ENDS(F, Read_at_all_end, read_at_all_end, void *)
#define File_Read_ordered_end(F) ENDS(F, Read_ordered_end, read_ordered_end, void *)
#define File_Write_all_end(F) ENDS(F, Write_all_end, write_all_end, const void *)
#define File_Write_at_all_end(F) ENDS(F, Write_at_all_end, write_at_all_end, const void *)
#define File_Write_ordered_end(F) ENDS(F, Write_ordered_end, write_ordered_end, const void *)
#define File_Iread(F) TRANSFERS(F, Iread, (BUFFER), iread, (value, buffer, count, type))
#define File_Iread_shared(F) TRANSFERS(F, Iread_shared, (BUFFER), iread_shared, (value, buffer, count, type))
#define File_Iread_at(F) TRANSFERS(F, Iread_at, (Offset offset, BUFFER), iread_at, (value, offset, buffer, count, type))
#define File_Iwrite(F) TRANSFERS(F, Iwrite, (DATA), iwrite, (value, buffer, count, type))
#define File_Iwrite_shared(F) TRANSFERS(F, Iwrite_shared, (DATA), iwrite_shared, (value, buffer, count, type))
#define File_Iwrite_at(F) \
    TRANSFERS(F, Iwrite_at, (Offset offset, DATA), iwrite_at, (value, offset, buffer, count, type))
#define File_Set_errhandler(F) \
    F(void, Set_errhandler, (const Errhandler &handler), , MPI_File_set_errhandler(value, handler))
#define File_Get_errhandler(F) MAKES(F, Errhandler, Get_errhandler, (), MPI_File_get_errhandler, (value))
#define File_Call_errhandler(F) F(void, Call_errhandler, (int code), const, MPI_File_call_errhandler(value, code))

// The classes. Each holds a value of C's type.
#define DECLARE(type, name, parameters, qualifier, ...) virtual type name parameters qualifier;
#define DECLARE_PURE(type, name, parameters, qualifier) virtual type name parameters qualifier = 0;
#define DEFINE(type, name, parameters, qualifier, ...) type CLASS::name parameters qualifier { __VA_ARGS__; }
#define DEFINE_PURE(type, name, parameters, qualifier)
#define HOLDS(Class, Type, null) \
public: \
    Type value; \
    Class() : value(null) {} \
    Class(Type of) : value(of) {} \
    virtual ~Class(); \
    operator Type() const { return value; } \
    VIRTUAL_##Class(DECLARE) FURTHER_##Class
#define IS(Class, Base, Type) \
public: \
    Class() {} \
    Class(Type of) : Base(of) {} \
    virtual ~Class(); \
    VIRTUAL_##Class(DECLARE) FURTHER_##Class

// The types of callbacks on objects of a class.
#define CALLBACKS(Class) \
public: \
    typedef void Errhandler_function(Class &, int *, ...); \
    typedef int Copy_attr_function(const Class &, int key, void *extra, IN_OF_##Class in, void *out, bool &copied); \
    typedef int Delete_attr_function(Class &, int key, void *attribute, void *extra);

namespace MPI {
typedef MPI_Aint Aint;
typedef MPI_Offset Offset;
class Comm;
class Intercomm;
class Intracomm;
class Cartcomm;
class Graphcomm;
extern void *const BOTTOM = (void *)MPI_BOTTOM;
extern void *const IN_PLACE = (void *)MPI_IN_PLACE;

class Datatype {
    HOLDS(Datatype, MPI_Datatype, MPI_DATATYPE_NULL)
};
typedef void User_function(const void *in, void *inout, int count, const Datatype &type);
class Op {
    HOLDS(Op, MPI_Op, MPI_OP_NULL)
};
class Info {
    HOLDS(Info, MPI_Info, MPI_INFO_NULL)
};
class Group {
    HOLDS(Group, MPI_Group, MPI_GROUP_NULL)
};
class Errhandler {
    HOLDS(Errhandler, MPI_Errhandler, MPI_ERRHANDLER_NULL)
};
class Status {
    HOLDS(Status, MPI_Status, MPI_Status())
};
class Request {
    HOLDS(Request, MPI_Request, MPI_REQUEST_NULL)
};
class Prequest : public Request {
    IS(Prequest, Request, MPI_Request)
};
class Grequest : public Request {
public:
    typedef int Query_function(void *extra, Status &status);
    typedef int Free_function(void *extra);
    typedef int Cancel_function(void *extra, bool complete);
    IS(Grequest, Request, MPI_Request)
};

COMM
class Intercomm : public Comm {
    IS(Intercomm, Comm, MPI_Comm)
};
class Intracomm : public Comm {
    INTRACOMM
};
class Cartcomm : public Intracomm {
    IS(Cartcomm, Intracomm, MPI_Comm)
};
class Graphcomm : public Intracomm {
    IS(Graphcomm, Intracomm, MPI_Comm)
};
class Win {
    HOLDS(Win, MPI_Win, MPI_WIN_NULL)
};
class File {
    HOLDS(File, MPI_File, MPI_FILE_NULL)
};

// Data. MPI_Init has not been called yet: the values are constants.
#define OBJECT(Class, name, value) Class name(MPI_##value);
#define DATATYPE(name) OBJECT(Datatype, name, name)
#define OP(name) OBJECT(Op, name, name)
DATATYPE(CHAR) DATATYPE(SIGNED_CHAR) DATATYPE(UNSIGNED_CHAR) DATATYPE(BYTE) DATATYPE(SHORT) DATATYPE(UNSIGNED_SHORT)
DATATYPE(INT) DATATYPE(UNSIGNED) DATATYPE(LONG) DATATYPE(UNSIGNED_LONG) DATATYPE(LONG_LONG) DATATYPE(LONG_LONG_INT)
DATATYPE(UNSIGNED_LONG_LONG) DATATYPE(FLOAT) DATATYPE(DOUBLE) DATATYPE(LONG_DOUBLE) DATATYPE(WCHAR) DATATYPE(PACKED)
DATATYPE(FLOAT_INT) DATATYPE(DOUBLE_INT) DATATYPE(LONG_INT) DATATYPE(SHORT_INT) DATATYPE(LONG_DOUBLE_INT)
OBJECT(Datatype, TWOINT, 2INT)
DATATYPE(INTEGER) DATATYPE(REAL) DATATYPE(DOUBLE_PRECISION) DATATYPE(LOGICAL) DATATYPE(CHARACTER)
DATATYPE(INTEGER1) DATATYPE(INTEGER2) DATATYPE(INTEGER4) DATATYPE(REAL4) DATATYPE(REAL8)
OBJECT(Datatype, F_COMPLEX, COMPLEX) OBJECT(Datatype, F_DOUBLE_COMPLEX, DOUBLE_COMPLEX)
OBJECT(Datatype, TWOREAL, 2REAL) OBJECT(Datatype, TWODOUBLE_PRECISION, 2DOUBLE_PRECISION)
OBJECT(Datatype, TWOINTEGER, 2INTEGER)
OBJECT(Datatype, BOOL, CXX_BOOL) OBJECT(Datatype, COMPLEX, CXX_FLOAT_COMPLEX)
OBJECT(Datatype, DOUBLE_COMPLEX, CXX_DOUBLE_COMPLEX) OBJECT(Datatype, LONG_DOUBLE_COMPLEX, CXX_LONG_DOUBLE_COMPLEX)
OP(MAX) OP(MIN) OP(SUM) OP(PROD) OP(MAXLOC) OP(MINLOC) OP(BAND) OP(BOR) OP(BXOR) OP(LAND) OP(LOR) OP(LXOR) OP(REPLACE)
Intracomm COMM_WORLD(MPI_COMM_WORLD), COMM_SELF(MPI_COMM_SELF);
Group GROUP_EMPTY(MPI_GROUP_EMPTY), GROUP_NULL(MPI_GROUP_NULL);
Datatype DATATYPE_NULL(MPI_DATATYPE_NULL);
Op OP_NULL(MPI_OP_NULL);
Request REQUEST_NULL(MPI_REQUEST_NULL);
Info INFO_NULL(MPI_INFO_NULL);
Win WIN_NULL(MPI_WIN_NULL);
File FILE_NULL(MPI_FILE_NULL);
Errhandler ERRHANDLER_NULL(MPI_ERRHANDLER_NULL), ERRORS_ARE_FATAL(MPI_ERRORS_ARE_FATAL),
    ERRORS_RETURN(MPI_ERRORS_RETURN), ERRORS_THROW_EXCEPTIONS(MPI_THROWS);

// The communicator that a function of the program gets, as an object of the class that fits.
class HIDDEN Any_Comm {
    Intracomm intracomm;
    Intercomm intercomm;
    Cartcomm cartcomm;
    Graphcomm graphcomm;
    Comm *comm;

public:
    Any_Comm(MPI_Comm of) : comm(&intracomm)
    {
        int is_inter = 0, topology = MPI_UNDEFINED;
        if (of != MPI_COMM_NULL) {
            MPI_Comm_test_inter(of, &is_inter);
            MPI_Topo_test(of, &topology);
        }
        if (is_inter)
            comm = &intercomm;
        else if (topology == MPI_CART)
            comm = &cartcomm;
        else if (topology == MPI_GRAPH)
            comm = &graphcomm;
        comm->value = of;
    }
    operator Comm &() { return *comm; }
};
typedef Datatype Any_Datatype;
typedef Win Any_Win;
typedef File Any_File;
}
using namespace MPI;

// The functions of the classes.
static int remote_size(MPI_Comm comm)
{
    RESULT(int, MPI_Comm_remote_size(comm, &out));
}
static MPI_Comm duplicate(MPI_Comm comm)
{
    MPI_Comm out = MPI_COMM_NULL;
    MPI_Comm_dup(comm, &out);
    return out;
}
extern "C" void call_operation(void *in, void *inout, int *count, MPI_Datatype *type, MPI_User_function *function)
{
    ((User_function *)function)(in, inout, *count, Datatype(*type));
}
#define CLASS Comm
VIRTUAL_Comm(DEFINE)
Comm::~Comm() {}
#undef CLASS
#define CLASS Intercomm
VIRTUAL_Intercomm(DEFINE)
Intercomm::~Intercomm() {}
#undef CLASS
#define CLASS Intracomm
VIRTUAL_Intracomm(DEFINE)
Intracomm::~Intracomm() {}
#undef CLASS
#define CLASS Cartcomm
VIRTUAL_Cartcomm(DEFINE)
Cartcomm::~Cartcomm() {}
#undef CLASS
#define CLASS Graphcomm
VIRTUAL_Graphcomm(DEFINE)
Graphcomm::~Graphcomm() {}
#undef CLASS
#define CLASS Datatype
VIRTUAL_Datatype(DEFINE)
Datatype::~Datatype() {}
#undef CLASS
#define CLASS Op
VIRTUAL_Op(DEFINE)
Op::~Op() {}
#undef CLASS
#define CLASS Info
VIRTUAL_Info(DEFINE)
Info::~Info() {}
#undef CLASS
#define CLASS Group
VIRTUAL_Group(DEFINE)
Group::~Group() {}
#undef CLASS
#define CLASS Errhandler
VIRTUAL_Errhandler(DEFINE)
Errhandler::~Errhandler() {}
#undef CLASS
#define CLASS Status
VIRTUAL_Status(DEFINE)
Status::~Status() {}
#undef CLASS
#define CLASS Request
VIRTUAL_Request(DEFINE)
Request::~Request() {}
#undef CLASS
#define CLASS Prequest
VIRTUAL_Prequest(DEFINE)
Prequest::~Prequest() {}
#undef CLASS
#define CLASS Grequest
VIRTUAL_Grequest(DEFINE)
Grequest::~Grequest() {}
#undef CLASS
#define CLASS Win
VIRTUAL_Win(DEFINE)
Win::~Win() {}
#undef CLASS
#define CLASS File
VIRTUAL_File(DEFINE)
File::~File() {}
#undef CLASS

// Error handlers.
#define ERROR_HANDLERS(Class) \
    static void call_handler_of_##Class(MPI_##Class *handle, int *code, void *function) \
    { \
        Any_##Class object(*handle); \
        ((Class::Errhandler_function *)function)(object, code); \
        AFTER_HANDLER(code); \
    } \
    Errhandler Class::Create_errhandler(Errhandler_function *function) \
    { \
        RESULT(Errhandler, clump_##Class##_create_errhandler((void *)call_handler_of_##Class, (void *)function, \
                                                             &out.value)); \
    }
ERROR_HANDLERS(Comm)
ERROR_HANDLERS(File)
ERROR_HANDLERS(Win)
static void raise_exception(void *, int *code, void *)
{
    throw Exception(*code);
}
__attribute__((constructor)) static void announce()
{
    clump_classes((void *)call_operation, (void *)raise_exception);
}

// Attributes. A key's extra state has the program's functions, in C or in C++. It lives as long as the process.
#define ATTRIBUTES(Class, C, Handle) \
    struct HIDDEN Class##_key { \
        MPI_##C##_copy_attr_function *copy_in_c; \
        MPI_##C##_delete_attr_function *delete_in_c; \
        Class::Copy_attr_function *copy; \
        Class::Delete_attr_function *remove; \
        void *extra; \
    }; \
    CALLED_FROM_C int copy_of_##Class(Handle handle, int key, void *of, void *in, void *out, int *flag) \
    { \
        Class##_key *known = (Class##_key *)of; \
        if (known->copy_in_c) \
            return known->copy_in_c(handle, key, known->extra, in, out, flag); \
        bool copied = false; \
        Any_##Class object(handle); \
        int code = known->copy ? known->copy(object, key, known->extra, in, out, copied) : MPI_SUCCESS; \
        *flag = copied; \
        return code; \
    } \
    CALLED_FROM_C int delete_of_##Class(Handle handle, int key, void *attribute, void *of) \
    { \
        Class##_key *known = (Class##_key *)of; \
        if (known->delete_in_c) \
            return known->delete_in_c(handle, key, attribute, known->extra); \
        Any_##Class object(handle); \
        return known->remove ? known->remove(object, key, attribute, known->extra) : MPI_SUCCESS; \
    } \
    static int create_key(const Class##_key &of, int *key) \
    { \
        return MPI_##C##_create_keyval(copy_of_##Class, delete_of_##Class, key, new Class##_key(of)); \
    }
ATTRIBUTES(Comm, Comm, MPI_Comm)
ATTRIBUTES(Datatype, Type, MPI_Datatype)
ATTRIBUTES(Win, Win, MPI_Win)

// Generalized requests. The extra state has the program's functions, until the request is free.
struct HIDDEN Grequest_state {
    void *extra;
    Grequest::Query_function *query;
    Grequest::Free_function *free;
    Grequest::Cancel_function *cancel;
};
extern "C" int call_query(void *of, MPI_Status *status)
{
    Grequest_state *state = (Grequest_state *)of;
    Status object(*status);
    int code = state->query(state->extra, object);
    *status = object.value;
    return code;
}
extern "C" int call_free(void *of)
{
    Grequest_state *state = (Grequest_state *)of;
    int code = state->free(state->extra);
    delete state;
    return code;
}
extern "C" int call_cancel(void *of, int complete)
{
    Grequest_state *state = (Grequest_state *)of;
    return state->cancel(state->extra, complete);
}

// Ends the process: the program calls a function that only the other MPI's own libraries may call.
__attribute__((noreturn)) static void refuse(const char *name)
{
    fprintf(stderr, "clump: %s: the program calls %s, which is only for the MPI that it was built with\n", LIBRARY,
            name);
    abort();
}
#define REFUSED(name) \
    extern "C" void name() { refuse(#name); }
