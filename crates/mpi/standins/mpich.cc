// The stand-in for MPICH's classes of C++ (libmpicxx.so.12, Debian's libmpichcxx.so.12), over the stand-in for its C
// functions.
#define LIBRARY "libmpicxx.so.12"
typedef int MPI_Comm, MPI_Datatype, MPI_Errhandler, MPI_Group, MPI_Info, MPI_Op, MPI_Request, MPI_Win;
typedef struct ADIOI_FileD *MPI_File;
typedef long MPI_Aint;
typedef long MPI_Offset;
typedef int MPI_Fint;
struct MPI_Status {
    int count_lo, count_hi_and_cancelled, MPI_SOURCE, MPI_TAG, MPI_ERROR;
};
#include "generated/mpi_mpich.h"
#define MPI_THROWS 0x54000002
// Combiners that the standard has dropped.
#define MPI_COMBINER_HVECTOR_INTEGER 5
#define MPI_COMBINER_HINDEXED_INTEGER 8
#define MPI_COMBINER_STRUCT_INTEGER 11

// Where the headers differ.
#define CONST_Abort const
#define CONST_Set_attr
#define CONST_Win_set_errhandler
#define COUNTS const int
#define RESULT_OF_GET void *
#define IN_OF_Comm void *
#define IN_OF_Datatype void *
#define IN_OF_Win void *
#define IN_OF_File void *
// The header calls the error handler for each error that a C function returns, and C has called it already.
#define AFTER_HANDLER(code) *code = MPI_SUCCESS
#define CALLED_FROM_C static
#define call_operation MPIR_Call_op_fn
#define call_query MPIR_Grequest_call_query_fn
#define call_free MPIR_Grequest_call_free_fn
#define call_cancel MPIR_Grequest_call_cancel_fn

#define VIRTUAL_Comm(F) \
    Comm_Get_group(F) Comm_Get_rank(F) Comm_Bsend_init(F) Comm_Ssend_init(F) Comm_Is_inter(F) Comm_Rsend_init(F) \
    Comm_Ibsend(F) Comm_Abort(F) Comm_Free(F) Comm_Send_init(F) Comm_Recv(F) Comm_Sendrecv(F) \
    Comm_Sendrecv_replace(F) Comm_Get_topology(F) Comm_Isend(F) Comm_Probe(F) Comm_Get_size(F) Comm_Issend(F) \
    Comm_Set_errhandler(F) Comm_Send(F) Comm_Irsend(F) Comm_Ssend(F) Comm_Recv_init(F) Comm_Iprobe(F) Comm_Bsend(F) \
    Comm_Irecv(F) Comm_Get_errhandler(F) Comm_Rsend(F) Comm_Gatherv(F) Comm_Disconnect(F) Comm_Allreduce(F) \
    Comm_Alltoallw(F) Comm_Alltoall(F) Comm_Get_attr(F) Comm_Barrier(F) Comm_Bcast(F) Comm_Set_attr(F) \
    Comm_Set_name(F) Comm_Alltoallv(F) Comm_Reduce_scatter(F) Comm_Scatter(F) Comm_Gather(F) Comm_Reduce(F) \
    Comm_Allgather(F) Comm_Delete_attr(F) Comm_Scatterv(F) Comm_Get_name(F) Comm_Allgatherv(F) Comm_Clone(F) \
    Comm_Call_errhandler(F) Comm_Reduce_scatter_block(F)
#define VIRTUAL_Intercomm(F) \
    Intercomm_Merge(F) Intercomm_Get_remote_group(F) Intercomm_Get_remote_size(F) Intercomm_Split(F) \
    Intercomm_Clone(F)
#define VIRTUAL_Intracomm(F) \
    Intracomm_Create_intercomm(F) Intracomm_Split(F) Intracomm_Create_graph(F) Intracomm_Create_cart(F) \
    Intracomm_Create(F) Intracomm_Scan(F) Intracomm_Exscan(F) Intracomm_Accept(F) Intracomm_Connect(F) \
    Intracomm_Clone(F)
#define VIRTUAL_Nullcomm(F) F(Nullcomm &, Clone, (), const, return *new Nullcomm)
#define VIRTUAL_Cartcomm(F) \
    Cartcomm_Get_coords(F) Cartcomm_Get_cart_rank(F) Cartcomm_Get_dim(F) Cartcomm_Get_topo(F) Cartcomm_Map(F) \
    Cartcomm_Sub(F) Cartcomm_Shift(F) Cartcomm_Clone(F)
#define VIRTUAL_Graphcomm(F) \
    Graphcomm_Get_dims(F) Graphcomm_Get_topo(F) Graphcomm_Map(F) Graphcomm_Get_neighbors(F) \
    Graphcomm_Get_neighbors_count(F) Graphcomm_Clone(F)
#define VIRTUAL_Datatype(F) \
    Datatype_Commit(F) Datatype_Free(F) Datatype_Create_indexed(F) Datatype_Create_contiguous(F) \
    Datatype_Create_vector(F) Datatype_Pack_size(F) Datatype_Pack(F) Datatype_Get_size(F) Datatype_Get_envelope(F) \
    Datatype_Create_hvector(F) Datatype_Create_resized(F) Datatype_Create_indexed_block(F) \
    Datatype_Pack_external_size(F) Datatype_Create_hindexed(F) Datatype_Get_attr(F) Datatype_Get_true_extent(F) \
    Datatype_Create_darray(F) Datatype_Get_contents(F) Datatype_Set_attr(F) Datatype_Set_name(F) \
    Datatype_Create_subarray(F) Datatype_Unpack_external(F) Datatype_Pack_external(F) Datatype_Get_extent(F) \
    Datatype_Delete_attr(F) Datatype_Get_name(F)
#define VIRTUAL_Group(F) \
    Group_Excl(F) Group_Get_rank(F) Group_Free(F) Group_Range_excl(F) Group_Range_incl(F) Group_Incl(F) \
    Group_Get_size(F)
#define VIRTUAL_Info(F) \
    Info_Delete(F) Info_Get_nthkey(F) Info_Free(F) Info_Set(F) Info_Get_valuelen(F) Info_Get(F) Info_Get_nkeys(F)
#define VIRTUAL_Errhandler(F) Errhandler_Free(F)
#define VIRTUAL_Op(F) Op_Free(F) Op_Is_commutative(F) Op_Reduce_local(F)
#define VIRTUAL_Status(F) \
    Status_Is_cancelled(F) Status_Get_elements(F) Status_Get_count(F) Status_Set_cancelled(F) Status_Set_elements(F)
#define VIRTUAL_Request(F) Request_Free(F) Request_Wait(F) Request_Test(F) Request_Cancel(F) Request_Get_status(F)
#define VIRTUAL_Prequest(F) Prequest_Start(F)
#define VIRTUAL_Grequest(F) Grequest_Complete(F)
#define VIRTUAL_Win(F) \
    Win_Get_group(F) Win_Fence(F) Win_Start(F) Win_Free(F) Win_Put(F) Win_Wait(F) Win_Test(F) Win_Get(F) \
    Win_Get_attr(F) Win_Set_attr(F) Win_Complete(F) Win_Set_errhandler(F) Win_Set_name(F) Win_Accumulate(F) \
    Win_Post(F) Win_Unlock(F) Win_Delete_attr(F) Win_Lock(F) Win_Get_errhandler(F) Win_Get_name(F) \
    Win_Call_errhandler(F)
#define VIRTUAL_File(F) \
    File_Get_type_extent(F) File_Read_ordered_end(F) File_Seek_shared(F) File_Read_ordered(F) File_Iread_shared(F) \
    File_Get_info(F) File_Write_ordered_begin(F) File_Set_info(F) File_Write_ordered(F) File_Sync(F) File_Read(F) \
    File_Write_all(F) File_Get_size(F) File_Write_all_end(F) File_Read_ordered_begin(F) File_Iread_at(F) \
    File_Write_at_all_end(F) File_Get_position_shared(F) File_Write_shared(F) File_Iwrite_at(F) File_Get_view(F) \
    File_Write_all_begin(F) File_Read_all_end(F) File_Get_byte_offset(F) File_Iread(F) File_Read_at_all_end(F) \
    File_Write_at(F) File_Write_at_all_begin(F) File_Get_errhandler(F) File_Get_amode(F) File_Set_atomicity(F) \
    File_Get_group(F) File_Get_position(F) File_Seek(F) File_Read_all_begin(F) File_Read_at_all_begin(F) \
    File_Read_all(F) File_Preallocate(F) File_Read_at_all(F) File_Read_shared(F) File_Iwrite(F) \
    File_Iwrite_shared(F) File_Set_errhandler(F) File_Write_at_all(F) File_Set_size(F) File_Set_view(F) \
    File_Read_at(F) File_Close(F) File_Write_ordered_end(F) File_Write(F) File_Get_atomicity(F) \
    File_Call_errhandler(F)

#define CREATES_KEYS(Class) \
    CALLBACKS(Class) \
    static int Create_keyval(Copy_attr_function *, Delete_attr_function *, void *extra); \
    static int NULL_COPY_FN(const Class &, int key, void *extra, void *in, void *out, bool &copied); \
    static int NULL_DELETE_FN(Class &, int key, void *attribute, void *extra);
#define FURTHER_Comm \
    CREATES_KEYS(Comm) \
    static Errhandler Create_errhandler(Errhandler_function *); \
    static Intercomm Get_parent(); \
    static Intercomm Join(int socket);
#define FURTHER_Intercomm
#define FURTHER_Intracomm
#define FURTHER_Nullcomm
#define FURTHER_Cartcomm
#define FURTHER_Graphcomm
#define FURTHER_Datatype CREATES_KEYS(Datatype) Datatype_Unpack(NOT_VIRTUAL)
#define FURTHER_Group
#define FURTHER_Info
#define FURTHER_Errhandler
#define FURTHER_Op Op_Init(NOT_VIRTUAL)
#define FURTHER_Status
#define FURTHER_Request
#define FURTHER_Prequest
#define FURTHER_Grequest Grequest Start(Query_function *, Free_function *, Cancel_function *, void *extra);
#define FURTHER_Win CREATES_KEYS(Win) static Errhandler Create_errhandler(Errhandler_function *);
#define FURTHER_File CALLBACKS(File) static Errhandler Create_errhandler(Errhandler_function *);
#define NOT_VIRTUAL(type, name, parameters, qualifier, ...) type name parameters qualifier;

#define COMM \
    class Comm { \
        HOLDS(Comm, MPI_Comm, MPI_COMM_NULL) \
    };
#define INTRACOMM IS(Intracomm, Comm, MPI_Comm)
namespace MPI {
class Exception {
    int code;
    char text[MPI_MAX_ERROR_STRING];

public:
    Exception(int of) : code(of) { text[0] = 0; }
    virtual ~Exception();
};
}
#include "classes.h"
#undef SEEK_SET
#undef SEEK_CUR
#undef SEEK_END

namespace MPI {
class Nullcomm : public Comm {
    IS(Nullcomm, Comm, MPI_Comm)
};
Nullcomm COMM_NULL;
DATATYPE(LB) DATATYPE(UB) DATATYPE(REAL16) DATATYPE(COMPLEX8) DATATYPE(COMPLEX16) DATATYPE(COMPLEX32)
DATATYPE(INTEGER8) DATATYPE(INTEGER16)
extern const char **const ARGV_NULL = (const char **)MPI_ARGV_NULL;
extern const char ***const ARGVS_NULL = (const char ***)MPI_ARGVS_NULL;
extern const MPI_Offset DISPLACEMENT_CURRENT = MPI_DISPLACEMENT_CURRENT;
#define NUMBER(name) extern const int name = MPI_##name;
NUMBER(ANY_SOURCE) NUMBER(ANY_TAG) NUMBER(PROC_NULL) NUMBER(ROOT) NUMBER(UNDEFINED) NUMBER(SUCCESS)
NUMBER(KEYVAL_INVALID) NUMBER(BSEND_OVERHEAD) NUMBER(IDENT) NUMBER(CONGRUENT) NUMBER(SIMILAR) NUMBER(UNEQUAL)
NUMBER(CART) NUMBER(GRAPH) NUMBER(COMM_TYPE_SHARED) NUMBER(TAG_UB) NUMBER(HOST) NUMBER(IO) NUMBER(WTIME_IS_GLOBAL)
NUMBER(APPNUM) NUMBER(LASTUSEDCODE) NUMBER(UNIVERSE_SIZE) NUMBER(WIN_BASE) NUMBER(WIN_SIZE) NUMBER(WIN_DISP_UNIT)
NUMBER(MAX_PROCESSOR_NAME) NUMBER(MAX_ERROR_STRING) NUMBER(MAX_PORT_NAME) NUMBER(MAX_OBJECT_NAME)
NUMBER(MAX_INFO_KEY) NUMBER(MAX_INFO_VAL) NUMBER(MAX_DATAREP_STRING) NUMBER(SEEK_SET) NUMBER(SEEK_CUR)
NUMBER(SEEK_END) NUMBER(MODE_APPEND) NUMBER(MODE_CREATE) NUMBER(MODE_DELETE_ON_CLOSE) NUMBER(MODE_EXCL)
NUMBER(MODE_RDONLY) NUMBER(MODE_RDWR) NUMBER(MODE_SEQUENTIAL) NUMBER(MODE_UNIQUE_OPEN) NUMBER(MODE_WRONLY)
NUMBER(MODE_NOCHECK) NUMBER(MODE_NOPRECEDE) NUMBER(MODE_NOPUT) NUMBER(MODE_NOSTORE) NUMBER(MODE_NOSUCCEED)
NUMBER(LOCK_EXCLUSIVE) NUMBER(LOCK_SHARED) NUMBER(ORDER_C) NUMBER(ORDER_FORTRAN) NUMBER(DISTRIBUTE_BLOCK)
NUMBER(DISTRIBUTE_CYCLIC) NUMBER(DISTRIBUTE_DFLT_DARG) NUMBER(DISTRIBUTE_NONE) NUMBER(TYPECLASS_REAL)
NUMBER(TYPECLASS_INTEGER) NUMBER(TYPECLASS_COMPLEX) NUMBER(THREAD_SINGLE) NUMBER(THREAD_FUNNELED)
NUMBER(THREAD_SERIALIZED) NUMBER(THREAD_MULTIPLE) NUMBER(COMBINER_NAMED) NUMBER(COMBINER_DUP)
NUMBER(COMBINER_CONTIGUOUS) NUMBER(COMBINER_VECTOR) NUMBER(COMBINER_HVECTOR) NUMBER(COMBINER_INDEXED)
NUMBER(COMBINER_HINDEXED) NUMBER(COMBINER_INDEXED_BLOCK) NUMBER(COMBINER_HINDEXED_BLOCK) NUMBER(COMBINER_STRUCT)
NUMBER(COMBINER_SUBARRAY) NUMBER(COMBINER_DARRAY) NUMBER(COMBINER_RESIZED) NUMBER(COMBINER_F90_REAL)
NUMBER(COMBINER_F90_COMPLEX) NUMBER(COMBINER_F90_INTEGER) NUMBER(COMBINER_HVECTOR_INTEGER)
NUMBER(COMBINER_HINDEXED_INTEGER) NUMBER(COMBINER_STRUCT_INTEGER)
NUMBER(ERR_BUFFER) NUMBER(ERR_COUNT) NUMBER(ERR_TYPE) NUMBER(ERR_TAG) NUMBER(ERR_COMM) NUMBER(ERR_RANK)
NUMBER(ERR_ROOT) NUMBER(ERR_TRUNCATE) NUMBER(ERR_GROUP) NUMBER(ERR_OP) NUMBER(ERR_REQUEST) NUMBER(ERR_TOPOLOGY)
NUMBER(ERR_DIMS) NUMBER(ERR_ARG) NUMBER(ERR_OTHER) NUMBER(ERR_UNKNOWN) NUMBER(ERR_INTERN) NUMBER(ERR_IN_STATUS)
NUMBER(ERR_PENDING) NUMBER(ERR_ACCESS) NUMBER(ERR_AMODE) NUMBER(ERR_BAD_FILE) NUMBER(ERR_CONVERSION)
NUMBER(ERR_DUP_DATAREP) NUMBER(ERR_FILE_EXISTS) NUMBER(ERR_FILE_IN_USE) NUMBER(ERR_FILE) NUMBER(ERR_IO)
NUMBER(ERR_NO_SPACE) NUMBER(ERR_NO_SUCH_FILE) NUMBER(ERR_READ_ONLY) NUMBER(ERR_UNSUPPORTED_DATAREP)
NUMBER(ERR_UNSUPPORTED_OPERATION) NUMBER(ERR_INFO) NUMBER(ERR_INFO_KEY) NUMBER(ERR_INFO_VALUE)
NUMBER(ERR_INFO_NOKEY) NUMBER(ERR_NAME) NUMBER(ERR_NO_MEM) NUMBER(ERR_NOT_SAME) NUMBER(ERR_PORT) NUMBER(ERR_QUOTA)
NUMBER(ERR_SERVICE) NUMBER(ERR_SPAWN) NUMBER(ERR_WIN) NUMBER(ERR_BASE) NUMBER(ERR_LOCKTYPE) NUMBER(ERR_KEYVAL)
NUMBER(ERR_RMA_CONFLICT) NUMBER(ERR_RMA_SYNC) NUMBER(ERR_SIZE) NUMBER(ERR_DISP) NUMBER(ERR_ASSERT)
NUMBER(ERR_LASTCODE)
}
#define CLASS Nullcomm
VIRTUAL_Nullcomm(DEFINE)
Nullcomm::~Nullcomm() {}
#undef CLASS
#define CLASS Datatype
Datatype_Unpack(DEFINE)
#undef CLASS
#define CLASS Op
Op_Init(DEFINE)
#undef CLASS
Exception::~Exception() {}

Intercomm Comm::Get_parent() { RESULT(Intercomm, MPI_Comm_get_parent(&out.value)); }
Intercomm Comm::Join(int socket) { RESULT(Intercomm, MPI_Comm_join(socket, &out.value)); }
#define KEYS(Class) \
    int Class::Create_keyval(Copy_attr_function *copy, Delete_attr_function *remove, void *extra) \
    { \
        Class##_key of = { 0, 0, copy, remove, extra }; \
        RESULT(int, create_key(of, &out)); \
    } \
    int Class::NULL_COPY_FN(const Class &, int, void *, void *, void *, bool &copied) \
    { \
        copied = false; \
        return MPI_SUCCESS; \
    } \
    int Class::NULL_DELETE_FN(Class &, int, void *, void *) { return MPI_SUCCESS; }
KEYS(Comm)
KEYS(Datatype)
KEYS(Win)
Grequest Grequest::Start(Query_function *query, Free_function *free, Cancel_function *cancel, void *extra)
{
    Grequest_state of = { extra, query, free, cancel };
    RESULT(Grequest, MPI_Grequest_start(call_query, call_free, call_cancel, new Grequest_state(of), &out.value));
}

// Data representations. The extra state has the program's functions. It lives as long as the process.
typedef int Extent(const Datatype &type, Aint &extent, void *extra);
typedef int Conversion(void *data, Datatype &type, int count, void *file, Offset position, void *extra);
struct HIDDEN Datarep {
    Conversion *read, *write;
    Extent *extent;
    void *extra;
};
static int call_extent(MPI_Datatype type, MPI_Aint *extent, void *of)
{
    Datarep *known = (Datarep *)of;
    return known->extent(Datatype(type), *extent, known->extra);
}
static int call_read(void *data, MPI_Datatype type, int count, void *file, MPI_Offset position, void *of)
{
    Datarep *known = (Datarep *)of;
    Datatype object(type);
    return known->read(data, object, count, file, position, known->extra);
}
static int call_write(void *data, MPI_Datatype type, int count, void *file, MPI_Offset position, void *of)
{
    Datarep *known = (Datarep *)of;
    Datatype object(type);
    return known->write(data, object, count, file, position, known->extra);
}

// Functions of no class.
namespace MPI {
void Register_datarep(const char *name, Conversion *read, Conversion *write, Extent *extent, void *extra)
{
    Datarep of = { read, write, extent, extra };
    MPI_Register_datarep(name, read ? call_read : 0, write ? call_write : 0, call_extent, new Datarep(of));
}
void Init() { MPI_Init(0, 0); }
void Init(int &count, char **&arguments) { MPI_Init(&count, &arguments); }
int Init_thread(int required) { RESULT(int, MPI_Init_thread(0, 0, required, &out)); }
int Init_thread(int &count, char **&arguments, int required)
{
    RESULT(int, MPI_Init_thread(&count, &arguments, required, &out));
}
void Finalize() { MPI_Finalize(); }
bool Is_initialized() { RESULT(int, MPI_Initialized(&out)); }
bool Is_finalized() { RESULT(int, MPI_Finalized(&out)); }
bool Is_thread_main() { RESULT(int, MPI_Is_thread_main(&out)); }
int Query_thread() { RESULT(int, MPI_Query_thread(&out)); }
double Wtime() { return MPI_Wtime(); }
double Wtick() { return MPI_Wtick(); }
void Get_version(int &version, int &subversion) { MPI_Get_version(&version, &subversion); }
void Get_processor_name(char *name, int &length) { MPI_Get_processor_name(name, &length); }
void Pcontrol(int level, ...) { MPI_Pcontrol(level); }
int Add_error_class() { RESULT(int, MPI_Add_error_class(&out)); }
int Add_error_code(int error_class) { RESULT(int, MPI_Add_error_code(error_class, &out)); }
void Add_error_string(int code, const char *text) { MPI_Add_error_string(code, text); }
int Get_error_class(int code) { RESULT(int, MPI_Error_class(code, &out)); }
void Get_error_string(int code, char *text, int &length) { MPI_Error_string(code, text, &length); }
void Attach_buffer(void *buffer, int size) { MPI_Buffer_attach(buffer, size); }
int Detach_buffer(void *&buffer) { RESULT(int, MPI_Buffer_detach(&buffer, &out)); }
void *Alloc_mem(Aint size, const Info &info)
{
    void *out = 0;
    MPI_Alloc_mem(size, info, &out);
    return out;
}
void Free_mem(void *memory) { MPI_Free_mem(memory); }
Aint Get_address(const void *location) { RESULT(Aint, MPI_Get_address(location, &out)); }
void Compute_dims(int nodes, int count, int sizes[]) { MPI_Dims_create(nodes, count, sizes); }
void Open_port(const Info &info, char *port) { MPI_Open_port(info, port); }
void Close_port(const char *port) { MPI_Close_port(port); }
void Lookup_name(const char *service, const Info &info, char *port) { MPI_Lookup_name(service, info, port); }
void Publish_name(const char *service, const Info &info, const char *port) { MPI_Publish_name(service, info, port); }
void Unpublish_name(const char *service, const Info &info, const char *port)
{
    MPI_Unpublish_name(service, info, port);
}
// The header calls these with the code of a function that belongs to no object, and before it asks for a type's name.
void MPIR_Call_world_errhand(int code) { MPI_Comm_call_errhandler(MPI_COMM_WORLD, code); }
void MPIR_CXX_InitDatatypeNames() {}
}

// What MPICH's own libraries share. Its headers do not name it.
REFUSED(MPIR_Call_datarep_extent_fn)
REFUSED(MPIR_Call_datarep_read_fn)
REFUSED(MPIR_Call_datarep_write_fn)
REFUSED(MPIR_Call_errhandler_function)
