"""The functions of MPI that the backend calls, through ctypes, which releases the interpreter's lock in each call. The
numbers are those of the MPI standard ABI (MPI 5.0, chapter 20)."""
import ctypes
import os
import sysconfig
from ctypes import c_char_p, c_double, c_int, c_int64, c_void_p

COMM_WORLD, INFO_NULL, ERRORS_RETURN, THREAD_MULTIPLE = 257, 304, 323, 4096
BYTE, ANY_SOURCE, IN_PLACE = 583, -1, 1
LOR, LAND, LXOR = 49, 48, 50
SUM, MIN, MAX, PROD, BAND, BOR, BXOR = 33, 34, 35, 36, 40, 41, 42
C_BOOL = 568
# The types of elements, by the names of PyTorch's types.
TYPES = {"float16": 714, "float32": 528, "float64": 532, "complex64": 530, "complex128": 534, "int8": 576, "uint8": 577, "int16": 584,
         "uint16": 585, "int32": 592, "uint32": 593, "int64": 600, "uint64": 601, "bool": C_BOOL}
ERR_TRUNCATE, ERR_PROC_ABORTED, ERR_PROC_FAILED = 15, 58, 101
_LONGEST_TEXT = 512


class Status(ctypes.Structure):
    _fields_ = [("source", c_int), ("tag", c_int), ("error", c_int), ("internal", c_int * 5)]


class Slot(ctypes.Structure):
    """A request, and where MPI_Test writes what it has found."""
    _fields_ = [("request", c_void_p), ("flag", c_int), ("status", Status)]


FLAG, STATUS = Slot.flag.offset, Slot.status.offset


class Error(RuntimeError):
    """A call of MPI failed. `kind` is MPI's error class."""

    def __init__(self, call, kind, text):
        super().__init__(f"{call}: {text}")
        self.kind, self.text = kind, text


def _library():
    here = os.path.dirname(os.path.realpath(__file__))
    # An installation has this file in lib/python/clump_torch, an environment of Python in
    # lib/pythonX.Y/site-packages/clump_torch, or lib64 in place of lib.
    places = [os.path.join(here, "..", ".."), os.path.join(here, "..", "..", ".."),
              os.path.join(sysconfig.get_path("data"), "lib")]
    files = [os.path.join(place, "libmpi_abi.so.1") for place in places]
    return ctypes.CDLL(next(filter(os.path.exists, files), "libmpi_abi.so.1"))


_lib = _library()
# `p` is an address or a handle, `n` a count of 64 bits, `i` an int, `d` a double.
_CODES = {"p": c_void_p, "d": c_double, "n": c_int64, "i": c_int, "s": c_char_p}


def _function(name, arguments):
    function = getattr(_lib, name)
    function.argtypes = [_CODES[code] for code in arguments]
    return function


_error_class = _function("MPI_Error_class", "ip")
_error_string = _function("MPI_Error_string", "ipp")
initialized = _function("MPI_Initialized", "p")
finalized = _function("MPI_Finalized", "p")
init_thread = _function("MPI_Init_thread", "ppip")
finalize = _function("MPI_Finalize", "")
comm_rank = _function("MPI_Comm_rank", "pp")
comm_size = _function("MPI_Comm_size", "pp")
comm_group = _function("MPI_Comm_group", "pp")
group_incl = _function("MPI_Group_incl", "pipp")
group_free = _function("MPI_Group_free", "p")
comm_create_group = _function("MPI_Comm_create_group", "ppip")
comm_set_errhandler = _function("MPI_Comm_set_errhandler", "pp")
comm_free = _function("MPI_Comm_free", "p")
info_create = _function("MPI_Info_create", "p")
info_set = _function("MPI_Info_set", "pss")
info_free = _function("MPI_Info_free", "p")
comm_set_info = _function("MPI_Comm_set_info", "pp")
bcast = _function("MPI_Bcast", "pipip")
get_count = _function("MPI_Get_count_c", "ppp")
# MPI_Test that waits for the request, but for no longer than this time in seconds.
wait_for = _function("MPIX_Wait_for", "pdpp")
isend = _function("MPI_Isend_c", "pnpiipp")
irecv = _function("MPI_Irecv_c", "pnpiipp")
ibarrier = _function("MPI_Ibarrier", "pp")
ibcast = _function("MPI_Ibcast_c", "pnpipp")
iallreduce = _function("MPI_Iallreduce_c", "ppnpppp")
ireduce = _function("MPI_Ireduce_c", "ppnppipp")
iallgather = _function("MPI_Iallgather_c", "pnppnppp")
iallgatherv = _function("MPI_Iallgatherv_c", "pnppppppp")
igatherv = _function("MPI_Igatherv_c", "pnpppppipp")
iscatterv = _function("MPI_Iscatterv_c", "pppppnpipp")
ialltoall = _function("MPI_Ialltoall_c", "pnppnppp")
ialltoallv = _function("MPI_Ialltoallv_c", "pppppppppp")
ireduce_scatter = _function("MPI_Ireduce_scatter_c", "ppppppp")
ireduce_scatter_block = _function("MPI_Ireduce_scatter_block_c", "ppnpppp")
comm_dup = _function("MPI_Comm_dup", "pp")
win_create = _function("MPI_Win_create_c", "pnnppp")
win_set_errhandler = _function("MPI_Win_set_errhandler", "pp")
win_lock_all = _function("MPI_Win_lock_all", "ip")
win_unlock_all = _function("MPI_Win_unlock_all", "p")
win_flush = _function("MPI_Win_flush", "ip")
win_sync = _function("MPI_Win_sync", "p")
win_free = _function("MPI_Win_free", "p")
rput = _function("MPI_Rput_c", "pnpinnppp")

# bfloat16 is a type of this library, not of the standard.
_bfloat16 = _function("MPIX_Bfloat16", "")
_bfloat16.restype = c_void_p
TYPES["bfloat16"] = _bfloat16()


def error(call, code):
    """Returns the exception for MPI's return value `code` of the call that the program knows as `call`."""
    kind, text, length = c_int(), ctypes.create_string_buffer(_LONGEST_TEXT), c_int()
    _error_class(code, ctypes.addressof(kind))
    _error_string(code, ctypes.addressof(text), ctypes.addressof(length))
    return Error(call, kind.value, text.value.decode(errors="replace"))


def check(call, code):
    if code != 0:
        raise error(call, code)


def value(function, *arguments):
    """Returns the int that a function stores at the address that is its last argument."""
    got = c_int()
    check(function.__name__, function(*arguments, ctypes.addressof(got)))
    return got.value


def numbers(values):
    """Returns a C array of 64-bit numbers, for counts and displacements."""
    return (c_int64 * len(values))(*values)


def progress_by_thread():
    """Lets the library's own thread answer other hosts while the program computes or its waits sleep."""
    info = c_void_p()
    check("MPI_Info_create", info_create(ctypes.addressof(info)))
    check("MPI_Info_set", info_set(info, b"clump_progress", b"on"))
    check("MPI_Comm_set_info", comm_set_info(COMM_WORLD, info))
    info_free(ctypes.addressof(info))


def communicator(ranks, tag):
    """Returns a communicator of these ranks of MPI_COMM_WORLD, in this order. All of them must call it."""
    whole, part, comm = c_void_p(), c_void_p(), c_void_p()
    check("MPI_Comm_group", comm_group(COMM_WORLD, ctypes.addressof(whole)))
    members = (c_int * len(ranks))(*ranks)
    check("MPI_Group_incl", group_incl(whole, len(ranks), ctypes.addressof(members), ctypes.addressof(part)))
    try:
        check("MPI_Comm_create_group", comm_create_group(COMM_WORLD, part, tag, ctypes.addressof(comm)))
        check("MPI_Comm_set_errhandler", comm_set_errhandler(comm, ERRORS_RETURN))
    finally:
        for group in (whole, part):
            group_free(ctypes.addressof(group))
    return comm.value
