"""Messages that run handlers, and messages with tags, for Python programs without MPI.

A rank registers handlers by number, and other ranks send them messages, whole or in pieces. A handler is called with a
stream, which it reads in pieces of any size, and may send. Handlers run only in ``extract`` and ``run_until``, one
after the other, each when its whole message has arrived (Python's frames cannot live on switched stacks, as handlers in C
do). The library receives messages whenever a call waits. Run by ``clump run -n N python program.py``::

    import clump_mpi as clump
    clump.init()
    clump.handler(1, lambda stream: print(stream.sender, stream.read()))
    clump.call((clump.rank() + 1) % clump.size(), 1, b"hello")
    ...
    clump.finalize()

The package uses the library ``libclump.so.1`` of the installation that has this file; nothing is built.
"""
import ctypes
import operator
import os
import sysconfig

__all__ = ["init", "finalize", "rank", "size", "handler", "call", "begin", "extract", "run_until", "send", "recv",
           "Stream", "Message", "Error", "ANY"]

ANY = -1


class Error(RuntimeError):
    """A call failed: the library's error text. `code` is a CLUMP_ERR_ number of clump.h."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class _Status(ctypes.Structure):
    _fields_ = [("source", ctypes.c_int), ("tag", ctypes.c_int), ("bytes", ctypes.c_uint64)]


_CONDITION = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)


def _load():
    here = os.path.dirname(os.path.realpath(__file__))
    # An installation has this file in lib/python/clump_mpi, an environment of Python in
    # lib/pythonX.Y/site-packages/clump_mpi, or lib64 in place of lib.
    lib = [os.path.join(here, "..", ".."), os.path.join(here, "..", "..", ".."),
           os.path.join(sysconfig.get_path("data"), "lib")]
    files = [os.path.join(place, "libclump.so.1") for place in lib]
    return ctypes.CDLL(next(filter(os.path.exists, files), "libclump.so.1"))


_lib = _load()
_lib.clump_error_text.restype = ctypes.c_char_p
_lib.clump_begin.restype = ctypes.c_void_p
_lib.clump_begin.argtypes = [ctypes.c_uint, ctypes.c_uint, ctypes.c_uint64]
_lib.clump_piece.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
_lib.clump_end.argtypes = [ctypes.c_void_p]
_lib.clump_call.argtypes = [ctypes.c_uint, ctypes.c_uint, ctypes.c_void_p, ctypes.c_size_t]
_lib.clump_extract.argtypes = [ctypes.c_uint64]
_lib.clump_take.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
_lib.clump_has_kept.argtypes = [ctypes.c_void_p]
_lib.clump_first_kept.argtypes = [ctypes.POINTER(ctypes.c_uint), ctypes.POINTER(ctypes.c_uint),
                                  ctypes.POINTER(ctypes.c_uint64)]
_lib.clump_run_until.argtypes = [_CONDITION, ctypes.c_void_p]
_lib.clump_send.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint, ctypes.c_int]
_lib.clump_recv.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.POINTER(_Status)]

# The handlers' functions, by number.
_handlers = {}
# The library's own test for arrived messages, as the condition of clump_run_until.
_HAS_KEPT = ctypes.cast(_lib.clump_has_kept, _CONDITION)


def _check(code):
    if code is None or code < 0:
        raise Error(code, _lib.clump_error_text().decode(errors="replace"))
    return code


def _whole(name, value, least, most):
    """Returns an argument as a number that C's type holds: ctypes would silently drop the higher bits."""
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; it must be from {least} to {most}")
    return number


def _unsigned(name, value, bits=32):
    return _whole(name, value, 0, 2**bits - 1)


def _signed(name, value):
    return _whole(name, value, -2**31, 2**31 - 1)


def _address(data):
    """Returns an object that keeps the buffer alive, the buffer's address, and its length in bytes."""
    view = memoryview(data).cast("B")
    if len(view) == 0:
        return view, None, 0
    if view.readonly:
        # ctypes takes no address of read-only memory (bytes and the like), so this copies.
        kept = (ctypes.c_char * len(view)).from_buffer_copy(view)
    else:
        kept = (ctypes.c_char * len(view)).from_buffer(view)
    return kept, ctypes.addressof(kept), len(view)


class Stream:
    """A message that its handler reads. `sender` is a rank, `size` and `unread` are bytes."""

    def __init__(self, sender, data):
        self.sender, self._data, self.size = sender, memoryview(data), len(data)

    @property
    def unread(self):
        return len(self._data)

    def read(self, count=None):
        """Returns the next `count` bytes, or all unread bytes. Raises Error if there are fewer than `count`."""
        return bytes(self._next(self.unread if count is None else count))

    def readinto(self, buffer):
        """Fills a writable buffer (bytearray, array, numpy) with the next bytes. Raises Error if there are fewer."""
        view = memoryview(buffer).cast("B")
        view[:] = self._next(len(view))

    def _next(self, count):
        if _unsigned("count", count, 64) > self.unread:
            raise Error(-4, f"a read of {count} bytes of a message of {self.size} bytes from rank {self.sender}: "
                            f"{self.unread} are left")
        taken, self._data = self._data[:count], self._data[count:]
        return taken


class Message:
    """An outgoing message, sent in pieces. A `with` statement ends it."""

    def __init__(self, to, number, size):
        name = _lib.clump_begin(_unsigned("to", to), _unsigned("number", number), _unsigned("size", size, 64))
        if name is None:
            raise Error(-2, _lib.clump_error_text().decode(errors="replace"))
        self._name = name

    def piece(self, data):
        """Sends the next bytes, and blocks until they have left."""
        _kept, address, count = _address(data)
        _check(_lib.clump_piece(self._name, address, count))

    def end(self):
        """Ends the message. Raises Error if its pieces are shorter than its size."""
        _check(_lib.clump_end(self._name))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None:
            self.end()
        else:
            _lib.clump_end(self._name)


def init():
    """Joins the job for which this process was started; without a launcher, a job of one rank."""
    _lib.clump_errors_return(1)
    _check(_lib.clump_init(0))
    # The library then receives messages in every wait, so two ranks that send to each other do not deadlock. Python's
    # handlers run later, in extract and run_until.
    _check(_lib.clump_handlers_in_waits(1))


def finalize():
    """Leaves the job. Everything that was sent has left then."""
    _check(_lib.clump_finalize())


def rank():
    """Returns this process's rank."""
    return _check(_lib.clump_rank())


def size():
    """Returns the number of ranks in the job."""
    return _check(_lib.clump_size())


def handler(number, function=None):
    """Makes messages to `number` run `function(stream)` from now on. Also a decorator: `@clump.handler(1)`."""
    if function is None:
        return lambda f: handler(number, f) or f
    number = _unsigned("number", number)
    _check(_lib.clump_keep(number))
    _handlers[number] = function
    return None


def call(to, number, data=b""):
    """Sends a whole message to a handler, and blocks until its bytes have left."""
    _kept, address, count = _address(data)
    _check(_lib.clump_call(_unsigned("to", to), _unsigned("number", number), address, count))


def begin(to, number, size):
    """Begins a message of `size` bytes to a handler, to be sent in pieces."""
    return Message(to, number, size)


def _run_one():
    """Runs the handler of the first message that has arrived. Returns False if there is none."""
    number, sender, size = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint64()
    if not _lib.clump_first_kept(ctypes.byref(number), ctypes.byref(sender), ctypes.byref(size)):
        return False
    data = bytearray(size.value)
    _kept, address, count = _address(data)
    _check(_lib.clump_take(address, count))
    _handlers[number.value](Stream(sender.value, data))
    return True


def extract(count=2**64 - 1):
    """Runs handlers for messages that have arrived, without blocking, and begins no message after `count` bytes.

    Raises what a handler raises; the next call continues with the next message. Returns how many handlers ran."""
    _check(_lib.clump_extract(_unsigned("count", count, 64)))
    ran = 0
    while _run_one():
        ran += 1
    return ran


def run_until(condition):
    """Runs handlers until `condition()` is true. Evaluates it after each handler, and sleeps while nothing arrives."""
    while not condition():
        if not _run_one():
            _check(_lib.clump_run_until(_HAS_KEPT, None))


def send(data, to, tag=0):
    """Sends a message with a tag, and blocks until its bytes have left."""
    _kept, address, count = _address(data)
    _check(_lib.clump_send(address, count, _unsigned("to", to), _signed("tag", tag)))


def recv(buffer, source=ANY, tag=ANY):
    """Receives a message with a tag into a writable buffer. Returns its source, its tag and its length in bytes."""
    if memoryview(buffer).readonly:
        raise TypeError("recv needs a buffer that can be written")
    _kept, address, count = _address(buffer)
    status = _Status()
    source, tag = _signed("source", source), _signed("tag", tag)
    _check(_lib.clump_recv(address, count, source, tag, ctypes.byref(status)))
    return status.source, status.tag, status.bytes

