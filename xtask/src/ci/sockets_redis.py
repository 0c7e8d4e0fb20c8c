"""Runs redis under `clump sock`: its server, its benchmark, or a comparison of its data with a model.

    sockets_redis.py server BIN PORTFILE
    sockets_redis.py benchmark BIN PORTFILE ARGUMENTS...
    sockets_redis.py compare BIN PORTFILE

The server takes a port that was free a moment ago, and writes it into PORTFILE.
"""
import os
import random
import socket
import sys
import time

what, bin_dir, port_file = sys.argv[1:4]


def serve():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    with open(port_file + ".new", "w") as file:
        file.write(port)
    os.rename(port_file + ".new", port_file)
    os.execv(
        bin_dir + "/redis-server",
        ["redis-server", "--port", port, "--bind", "127.0.0.1", "--save", "", "--loglevel", "warning"],
    )


def find_server():
    """Returns a connection to the server, and its port, once it answers."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            with open(port_file) as file:
                port = int(file.read())
            return socket.create_connection(("127.0.0.1", port)), port
        except (OSError, ValueError):
            time.sleep(0.01)
    sys.exit("redis-server does not answer")


def encode(*words):
    parts = [w if isinstance(w, bytes) else str(w).encode() for w in words]
    return b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(p), p) for p in parts)


def decode(stream):
    line = stream.readline()
    kind, rest = line[:1], line[1:-2]
    if kind in b"+:":
        return rest
    if kind == b"$":
        return None if rest == b"-1" else stream.read(int(rest) + 2)[:-2]
    if kind == b"*":
        return [decode(stream) for _ in range(int(rest))]
    sys.exit(f"redis says {line!r}")


class Stream:
    """A reader of lines and bytes on a socket; a file object of Python would be one of libc's calls, too, but hides
    which."""

    def __init__(self, sock):
        self.sock, self.have = sock, b""

    def more(self):
        part = self.sock.recv(65536)
        if not part:
            sys.exit("redis has closed the connection")
        self.have += part

    def readline(self):
        while b"\r\n" not in self.have:
            self.more()
        line, self.have = self.have.split(b"\r\n", 1)
        return line + b"\r\n"

    def read(self, count):
        while len(self.have) < count:
            self.more()
        got, self.have = self.have[:count], self.have[count:]
        return got


def compare():
    sock, _ = find_server()
    dice, model, stream = random.Random(1), {}, Stream(sock)
    for turn in range(400):
        asked, expected = [], []
        for _ in range(dice.randrange(1, 60)):
            key = b"key:%d" % dice.randrange(200)
            if dice.random() < 0.5:
                length = dice.choice([0, 3, 100, 5000]) if dice.random() < 0.99 else 400_000
                model[key] = dice.randbytes(length)
                asked.append(encode("SET", key, model[key]))
                expected.append(b"OK")
            else:
                asked.append(encode("GET", key))
                expected.append(model.get(key))
        sock.sendall(b"".join(asked))
        for number, value in enumerate(expected):
            if decode(stream) != value:
                sys.exit(f"turn {turn}: answer {number} is wrong")
    sock.sendall(encode("MGET", *model))
    if decode(stream) != list(model.values()):
        sys.exit("the data differ at the end")


if what == "server":
    serve()
elif what == "compare":
    compare()
else:
    connection, port = find_server()
    connection.close()
    os.execv(bin_dir + "/redis-benchmark", ["redis-benchmark", "-p", str(port), "-q", *sys.argv[4:]])
