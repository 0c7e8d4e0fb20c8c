"""How the processes of a group find each other through a store of PyTorch's: who they are, whether all have come, and
the key-value space that MPI_Init asks for when no launcher has started the processes."""
import os
import socket
import threading
from datetime import timedelta

# How long a store may take to say that it lacks a key, once the time of a wait is over.
_ANSWER = timedelta(milliseconds=20)


def _has(store, keys, time):
    try:
        store.wait(keys, time)
        return True
    except RuntimeError as failed:
        # Versions differ in the words for the end of the time; a store that is gone says something else.
        if "timeout" in str(failed).lower() or "timed out" in str(failed).lower():
            return False
        raise


def wait_for_keys(store, keys, seconds):
    """Blocks until the store has all keys, but no longer than this time. Returns the indices of keys that it lacks."""
    if not keys or _has(store, keys, timedelta(seconds=seconds)):
        return []
    return [i for i, key in enumerate(keys) if not _has(store, [key], _ANSWER)]


def names(ranks):
    """Returns ranks as a text: `rank 3`, `ranks 1 and 2`, `ranks 1, 2 and 5`."""
    ranks = [str(rank) for rank in ranks]
    if len(ranks) == 1:
        return "rank " + ranks[0]
    return "ranks " + ", ".join(ranks[:-1]) + " and " + ranks[-1]


class Meeting:
    """One meeting of a group's ranks in a store. A store may see several with one name: each has a number."""

    def __init__(self, store, rank, size, seconds):
        self.store, self.rank, self.size, self.seconds = store, rank, size, seconds
        self.number = store.add(f"clump/count/{rank}", 1)
        self._at = f"clump/{self.number}"

    def key(self, name):
        return f"{self._at}/{name}"

    def exchange(self, word):
        """Publishes a word, and returns those of all ranks. Fails if a rank does not come in time."""
        self.store.set(self.key(f"card/{self.rank}"), word)
        keys = [self.key(f"card/{rank}") for rank in range(self.size)]
        missing = wait_for_keys(self.store, keys, self.seconds)
        if missing:
            raise RuntimeError(f"clump: {names(missing)} of {self.size} did not come to the group within "
                               f"{self.seconds:g} s; rank {self.rank} waited for it")
        return [self.store.get(key).decode() for key in keys]


class Introducer:
    """Answers what this process's MPI_Init asks of a launcher, out of a store: PMI-1, lines of `key=value` over a pair
    of sockets. What MPI_Init publishes is what it tells Hydra or Slurm: addresses, public keys, and between machines
    the job's secret sealed for each receiver. Runs in a thread of its own; `close` ends it."""

    def __init__(self, meeting):
        self._meeting, self._fences = meeting, 0
        self.failure = None
        ours, theirs = socket.socketpair()
        self._socket, self._theirs = ours, theirs
        self._thread = threading.Thread(target=self._serve, name="clump-introducer", daemon=True)
        self._thread.start()

    def variables(self):
        """Returns the environment variables by which MPI_Init finds this."""
        return {"PMI_RANK": str(self._meeting.rank), "PMI_SIZE": str(self._meeting.size),
                "PMI_FD": str(self._theirs.fileno())}

    def start(self):
        """Hands the other end over to the library, which owns its number from now on."""
        self._theirs.detach()

    def _serve(self):
        try:
            with self._socket.makefile("r", encoding="utf-8", newline="\n") as lines:
                for line in lines:
                    words = dict(word.split("=", 1) for word in line.rstrip("\n").split(" ") if "=" in word)
                    answer = self._answer(words)
                    if answer is None:
                        return
                    self._socket.sendall((answer + "\n").encode())
        except Exception as failure:  # MPI_Init sees the closed socket, and the caller of MPI_Init this.
            self.failure = failure
        finally:
            # A shutdown ends MPI_Init's wait also while a forked child has a copy of the socket.
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            self._socket.close()

    def _answer(self, words):
        command, meeting = words.get("cmd"), self._meeting
        if command == "init":
            # The job goes on when a rank dies: the other ranks' calls that need it raise exceptions.
            return "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0 clump_outlives_ranks=1"
        if command == "get_my_kvsname":
            return "cmd=my_kvsname kvsname=torch"
        if command == "get_appnum":
            return "cmd=appnum appnum=0"
        if command == "put":
            meeting.store.set(meeting.key("kvs/" + words["key"]), words["value"])
            return "cmd=put_result rc=0 msg=success"
        if command == "get":
            key = meeting.key("kvs/" + words["key"])
            meeting.store.wait([key], timedelta(seconds=meeting.seconds))
            return "cmd=get_result rc=0 msg=success value=" + meeting.store.get(key).decode()
        if command == "barrier_in":
            self._fence()
            return "cmd=barrier_out"
        if command == "finalize":
            return "cmd=finalize_ack"
        return None

    def _fence(self):
        meeting = self._meeting
        count, done = meeting.key(f"fence/{self._fences}"), meeting.key(f"fence/{self._fences}/over")
        self._fences += 1
        if meeting.store.add(count, 1) == meeting.size:
            meeting.store.set(done, "1")
        meeting.store.wait([done], timedelta(seconds=meeting.seconds))


def host():
    """Returns a name of this host under which other hosts may reach it."""
    name = os.uname().nodename
    try:
        socket.getaddrinfo(name, None)
        return name
    except OSError:
        return "localhost"
