// The stand-in for Open MPI's classes of C++ (libmpi_cxx.so.40), over the stand-in for its C functions.
#define LIBRARY "libmpi_cxx.so.40"
typedef struct ompi_communicator_t *MPI_Comm;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_errhandler_t *MPI_Errhandler;
typedef struct ompi_file_t *MPI_File;
typedef struct ompi_group_t *MPI_Group;
typedef struct ompi_info_t *MPI_Info;
typedef struct ompi_op_t *MPI_Op;
typedef struct ompi_request_t *MPI_Request;
typedef struct ompi_win_t *MPI_Win;
typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef int MPI_Fint;
struct MPI_Status {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, cancelled;
    unsigned long count;
};
#include "generated/mpi_openmpi.h"
extern "C" char ompi_mpi_errors_throw_exceptions[];
#define MPI_THROWS ((MPI_Errhandler)(void *)ompi_mpi_errors_throw_exceptions)

// Where the headers differ.
#define CONST_Abort
#define CONST_Set_attr const
#define CONST_Win_set_errhandler const
#define COUNTS int
#define RESULT_OF_GET const void *
#define IN_OF_Comm void *
#define IN_OF_Datatype const void *
#define IN_OF_Win void *
#define IN_OF_File void *
#define AFTER_HANDLER(code) (void)code
// The names of functions that the header passes to C.
#define CALLED_FROM_C extern "C"
#define call_operation ompi_mpi_cxx_op_intercept
#define copy_of_Comm ompi_mpi_cxx_comm_copy_attr_intercept
#define delete_of_Comm ompi_mpi_cxx_comm_delete_attr_intercept
#define copy_of_Datatype ompi_mpi_cxx_type_copy_attr_intercept
#define delete_of_Datatype ompi_mpi_cxx_type_delete_attr_intercept
#define copy_of_Win ompi_mpi_cxx_win_copy_attr_intercept
#define delete_of_Win ompi_mpi_cxx_win_delete_attr_intercept
#define call_query ompi_mpi_cxx_grequest_query_fn_intercept
#define call_free ompi_mpi_cxx_grequest_free_fn_intercept
#define call_cancel ompi_mpi_cxx_grequest_cancel_fn_intercept

#define VIRTUAL_Comm(F) \
    Comm_Send(F) Comm_Recv(F) Comm_Bsend(F) Comm_Ssend(F) Comm_Rsend(F) Comm_Isend(F) Comm_Ibsend(F) Comm_Issend(F) \
    Comm_Irsend(F) Comm_Irecv(F) Comm_Iprobe(F) Comm_Probe(F) Comm_Send_init(F) Comm_Bsend_init(F) \
    Comm_Ssend_init(F) Comm_Rsend_init(F) Comm_Recv_init(F) Comm_Sendrecv(F) Comm_Sendrecv_replace(F) \
    Comm_Get_group(F) Comm_Get_size(F) Comm_Get_rank(F) Comm_Clone(F) Comm_Free(F) Comm_Is_inter(F) Comm_Barrier(F) \
    Comm_Bcast(F) Comm_Gather(F) Comm_Gatherv(F) Comm_Scatter(F) Comm_Scatterv(F) Comm_Allgather(F) \
    Comm_Allgatherv(F) Comm_Alltoall(F) Comm_Alltoallv(F) Comm_Alltoallw(F) Comm_Reduce(F) Comm_Allreduce(F) \
    Comm_Reduce_scatter(F) Comm_Disconnect(F) Comm_Get_name(F) Comm_Set_name(F) Comm_Get_topology(F) Comm_Abort(F) \
    Comm_Set_errhandler(F) Comm_Get_errhandler(F) Comm_Set_attr(F) Comm_Get_attr(F) Comm_Delete_attr(F)
#define VIRTUAL_Intercomm(F) \
    Intercomm_Clone(F) Intercomm_Get_remote_size(F) Intercomm_Get_remote_group(F) Intercomm_Merge(F) \
    Intercomm_Create(F) Intercomm_Split(F)
#define VIRTUAL_Intracomm(F) \
    Intracomm_Scan(F) Intracomm_Exscan(F) Intracomm_Clone(F) Intracomm_Create(F) Intracomm_Split(F) \
    Intracomm_Create_intercomm(F) Intracomm_Create_cart(F) Intracomm_Create_graph(F) Intracomm_Accept(F) \
    Intracomm_Connect(F) Intracomm_Spawn(F) Intracomm_Spawn_multiple(F)
#define VIRTUAL_Cartcomm(F) \
    Cartcomm_Clone(F) Cartcomm_Get_dim(F) Cartcomm_Get_topo(F) Cartcomm_Get_cart_rank(F) Cartcomm_Get_coords(F) \
    Cartcomm_Shift(F) Cartcomm_Sub(F) Cartcomm_Map(F)
#define VIRTUAL_Graphcomm(F) \
    Graphcomm_Clone(F) Graphcomm_Get_dims(F) Graphcomm_Get_topo(F) Graphcomm_Get_neighbors_count(F) \
    Graphcomm_Get_neighbors(F) Graphcomm_Map(F)
#define VIRTUAL_Datatype(F) \
    Datatype_Create_contiguous(F) Datatype_Create_vector(F) Datatype_Create_indexed(F) Datatype_Create_hindexed(F) \
    Datatype_Create_hvector(F) Datatype_Create_indexed_block(F) Datatype_Create_resized(F) Datatype_Get_size(F) \
    Datatype_Get_extent(F) Datatype_Get_true_extent(F) Datatype_Commit(F) Datatype_Free(F) Datatype_Pack(F) \
    Datatype_Unpack(F) Datatype_Pack_size(F) Datatype_Pack_external(F) Datatype_Pack_external_size(F) \
    Datatype_Unpack_external(F) Datatype_Create_subarray(F) Datatype_Create_darray(F) Datatype_Dup(F) \
    Datatype_Delete_attr(F) Datatype_Get_attr(F) Datatype_Get_contents(F) Datatype_Get_envelope(F) \
    Datatype_Get_name(F) Datatype_Set_attr(F) Datatype_Set_name(F)
#define VIRTUAL_Group(F) \
    Group_Get_size(F) Group_Get_rank(F) Group_Incl(F) Group_Excl(F) Group_Range_incl(F) Group_Range_excl(F) \
    Group_Free(F)
#define VIRTUAL_Info(F) \
    Info_Delete(F) Info_Dup(F) Info_Free(F) Info_Get(F) Info_Get_nkeys(F) Info_Get_nthkey(F) Info_Get_valuelen(F) \
    Info_Set(F)
#define VIRTUAL_Errhandler(F) Errhandler_Free(F)
#define VIRTUAL_Op(F) Op_Init(F) Op_Free(F) Op_Reduce_local(F) Op_Is_commutative(F)
#define VIRTUAL_Status(F) \
    Status_Get_count(F) Status_Is_cancelled(F) Status_Get_elements(F) Status_Get_source(F) Status_Set_source(F) \
    Status_Get_tag(F) Status_Set_tag(F) Status_Get_error(F) Status_Set_error(F) Status_Set_elements(F) \
    Status_Set_cancelled(F)
#define VIRTUAL_Request(F) Request_Wait(F) Request_Test(F) Request_Free(F) Request_Cancel(F) Request_Get_status(F)
#define VIRTUAL_Prequest(F) Prequest_Start(F)
#define VIRTUAL_Grequest(F) Grequest_Complete(F)
#define VIRTUAL_Win(F) \
    Win_Set_errhandler(F) Win_Get_errhandler(F) Win_Accumulate(F) Win_Complete(F) Win_Fence(F) Win_Free(F) Win_Get(F) \
    Win_Get_group(F) Win_Lock(F) Win_Post(F) Win_Put(F) Win_Start(F) Win_Test(F) Win_Unlock(F) Win_Wait(F) \
    Win_Call_errhandler(F) Win_Delete_attr(F) Win_Get_name(F) Win_Set_attr(F) Win_Set_name(F)
#define VIRTUAL_File(F)
#define VIRTUAL_Comm_Null(F)

#define CREATES_KEYS(Class, C, Handle) \
    static int do_create_keyval(MPI_##C##_copy_attr_function *, MPI_##C##_delete_attr_function *, \
                                Copy_attr_function *, Delete_attr_function *, void *extra, int &key);
#define FURTHER_Comm_Null
#define FURTHER_Comm \
    CALLBACKS(Comm) CREATES_KEYS(Comm, Comm, MPI_Comm) static Errhandler Create_errhandler(Errhandler_function *);
#define FURTHER_Intercomm
#define FURTHER_Cartcomm
#define FURTHER_Graphcomm
#define FURTHER_Datatype CALLBACKS(Datatype) CREATES_KEYS(Datatype, Type, MPI_Datatype)
#define FURTHER_Group
#define FURTHER_Info
#define FURTHER_Errhandler
#define FURTHER_Op
#define FURTHER_Status
#define FURTHER_Request
#define FURTHER_Prequest
#define FURTHER_Grequest
#define FURTHER_Win \
    CALLBACKS(Win) CREATES_KEYS(Win, Win, MPI_Win) static Errhandler Create_errhandler(Errhandler_function *);
#define FURTHER_File \
    CALLBACKS(File) static Errhandler Create_errhandler(Errhandler_function *); \
    void Close();

#define COMM \
    class Comm_Null { \
        HOLDS(Comm_Null, MPI_Comm, MPI_COMM_NULL) \
    }; \
    class Comm : public Comm_Null { \
    public: \
        Comm(); \
        Comm(const Comm_Null &of); \
        Comm(MPI_Comm of) : Comm_Null(of) {} \
        virtual ~Comm(); \
        VIRTUAL_Comm(DECLARE) FURTHER_Comm \
    };
#define INTRACOMM \
public: \
    Intracomm() {} \
    Intracomm(MPI_Comm of); \
    virtual ~Intracomm(); \
    VIRTUAL_Intracomm(DECLARE)
namespace MPI {
int mpi_errno = MPI_SUCCESS;
// The program's copy constructor copies the whole text, and its destructor frees it.
class Exception {
    int code;
    char *text;
    int error_class;

public:
    Exception(int of) : code(of), text(new char[MPI_MAX_ERROR_STRING]()), error_class(of)
    {
        int length;
        mpi_errno = code;
        MPI_Error_class(code, &error_class);
        MPI_Error_string(code, text, &length);
    }
    Exception(const Exception &other);
    ~Exception() { delete[] text; }
};
}
#include "classes.h"

namespace MPI {
extern const char ompi_libcxx_version_string[] = "Clump's classes of C++ in the ABI of Open MPI 4";
Comm_Null COMM_NULL;
Datatype REAL2;
const char **ARGV_NULL = (const char **)MPI_ARGV_NULL;
const char ***ARGVS_NULL = (const char ***)MPI_ARGVS_NULL;
// The stand-in needs no call after MPI_Init.
void InitializeIntercepts() {}
}
Comm_Null::~Comm_Null() {}
Comm::Comm() {}
Comm::Comm(const Comm_Null &of) : Comm_Null(of) {}
// An object of this class holds no other kind of communicator.
Intracomm::Intracomm(MPI_Comm of)
{
    int is_initialized = 0, is_inter = 0;
    MPI_Initialized(&is_initialized);
    if (is_initialized && of != MPI_COMM_NULL)
        MPI_Comm_test_inter(of, &is_inter);
    value = is_inter ? MPI_COMM_NULL : of;
}
void File::Close() { MPI_File_close(&value); }

#define KEYS(Class, C) \
    int Class::do_create_keyval(MPI_##C##_copy_attr_function *copy_in_c, \
                                MPI_##C##_delete_attr_function *delete_in_c, Copy_attr_function *copy, \
                                Delete_attr_function *remove, void *extra, int &key) \
    { \
        Class##_key of = { copy_in_c, delete_in_c, copy, remove, extra }; \
        return create_key(of, &key); \
    }
KEYS(Comm, Comm)
KEYS(Datatype, Type)
KEYS(Win, Win)

// Data representations. The extra state has the program's functions, in C or in C++. It lives as long as the process.
typedef void Extent(const Datatype &type, Aint &extent, void *extra);
typedef void Conversion(void *data, Datatype &type, int count, void *file, Offset position, void *extra);
typedef MPI_Datarep_conversion_function C_conversion;
struct HIDDEN Datarep {
    Conversion *read, *write;
    C_conversion *read_in_c, *write_in_c;
    Extent *extent;
    void *extra;
};
static int call_extent(MPI_Datatype type, MPI_Aint *extent, void *of)
{
    Datarep *known = (Datarep *)of;
    known->extent(Datatype(type), *extent, known->extra);
    return MPI_SUCCESS;
}
static int call_read(void *data, MPI_Datatype type, int count, void *file, MPI_Offset position, void *of)
{
    Datarep *known = (Datarep *)of;
    if (known->read_in_c)
        return known->read_in_c(data, type, count, file, position, known->extra);
    Datatype object(type);
    known->read(data, object, count, file, position, known->extra);
    return MPI_SUCCESS;
}
static int call_write(void *data, MPI_Datatype type, int count, void *file, MPI_Offset position, void *of)
{
    Datarep *known = (Datarep *)of;
    if (known->write_in_c)
        return known->write_in_c(data, type, count, file, position, known->extra);
    Datatype object(type);
    known->write(data, object, count, file, position, known->extra);
    return MPI_SUCCESS;
}
static void register_datarep(const char *name, const Datarep &of)
{
    // A null function means that the program wants no conversion (MPI_CONVERSION_FN_NULL).
    MPI_Register_datarep(name, of.read || of.read_in_c ? call_read : 0, of.write || of.write_in_c ? call_write : 0,
                         call_extent, new Datarep(of));
}
#define REGISTERS(Read, Write, ...) \
    void Register_datarep(const char *name, Read *read, Write *write, Extent *extent, void *extra) \
    { \
        Datarep of = { __VA_ARGS__, extent, extra }; \
        register_datarep(name, of); \
    }
namespace MPI {
REGISTERS(Conversion, Conversion, read, write, 0, 0)
REGISTERS(C_conversion, Conversion, 0, write, read, 0)
REGISTERS(Conversion, C_conversion, read, 0, 0, write)
REGISTERS(C_conversion, C_conversion, 0, 0, read, write)
}

// What Open MPI's own libraries share. Its headers do not name it.
extern "C" {
extern char ompi_cxx_intercept_file_extra_state_item_t_class[64];
char ompi_cxx_intercept_file_extra_state_item_t_class[64];
}
REFUSED(ompi_cxx_attr_create_keyval_comm)
REFUSED(ompi_cxx_attr_create_keyval_type)
REFUSED(ompi_cxx_attr_create_keyval_win)
REFUSED(ompi_cxx_comm_get_type)
REFUSED(ompi_cxx_errhandler_create_comm)
REFUSED(ompi_cxx_errhandler_create_file)
REFUSED(ompi_cxx_errhandler_create_win)
REFUSED(ompi_cxx_errhandler_invoke_comm)
REFUSED(ompi_cxx_errhandler_invoke_file)
REFUSED(ompi_cxx_errhandler_set_callbacks)
REFUSED(ompi_cxx_new_intercept_state)
REFUSED(ompi_mpi_cxx_comm_errhandler_invoke)
REFUSED(ompi_mpi_cxx_comm_throw_excptn_fctn)
REFUSED(ompi_mpi_cxx_file_errhandler_invoke)
REFUSED(ompi_mpi_cxx_file_throw_excptn_fctn)
REFUSED(ompi_mpi_cxx_throw_exception)
REFUSED(ompi_mpi_cxx_win_errhandler_invoke)
REFUSED(ompi_mpi_cxx_win_throw_excptn_fctn)
