"""Tests the package `clump_mpi`: `clump run -n N python clump_package.py`, for 1, 2 and 4 ranks. Ends with 0 if all is right."""
import array

import clump_mpi as clump

clump.init()
me, n = clump.rank(), clump.size()
following = (me + 1) % n
seen, answers = [], []


@clump.handler(1)
def on_pieces(stream):
    count = int.from_bytes(stream.read(4), "little")
    body = bytearray(count)
    stream.readinto(body)
    assert stream.unread == 0 and stream.size == 4 + count
    seen.append((stream.sender, bytes(body)))
    # A handler may send long messages too.
    clump.call(stream.sender, 2, body)


@clump.handler(2)
def on_answer(stream):
    answers.append(stream.read())


@clump.handler(3)
def on_nonsense(stream):
    stream.read(stream.size + 1)


bodies = [b"", b"x", bytes(range(256)) * 40, bytes(300_000)]
for body in bodies:
    with clump.begin(following, 1, 4 + len(body)) as message:
        message.piece(len(body).to_bytes(4, "little"))
        message.piece(body)
clump.run_until(lambda: len(answers) == len(bodies) and len(seen) == len(bodies))
assert answers == bodies, [len(a) for a in answers]
assert seen == [((me - 1) % n, body) for body in bodies]

numbers = array.array("i", [me, me * 2])
clump.send(numbers, following, tag=5)
got = array.array("i", [0, 0])
assert clump.recv(got, source=(me - 1) % n, tag=5) == ((me - 1) % n, 5, 8)
assert list(got) == [(me - 1) % n, 2 * ((me - 1) % n)]


def fails(words, function, *arguments, kind=clump.Error):
    try:
        function(*arguments)
    except kind as error:
        assert words in str(error), error
        return
    raise AssertionError(f"no error that says {words}")


fails("there is no rank", clump.call, n, 1, b"")
# Numbers that C's types do not hold are refused, and do not become other numbers.
for words, function, *arguments in [
        ("to is 4294967296; it must be from 0 to 4294967295", clump.call, 2**32, 1, b""),
        ("to is -1;", clump.call, -1, 1), ("number is 4294967297;", clump.call, me, 2**32 + 1),
        ("to is 4294967296;", clump.begin, 2**32, 1, 4), ("size is -1;", clump.begin, me, 1, -1),
        ("size is 18446744073709551616;", clump.begin, me, 1, 2**64), ("number is -1;", clump.handler, -1, print),
        ("to is 4294967296;", clump.send, b"", 2**32), ("tag is 2147483648;", clump.send, b"", me, 2**31),
        ("source is 4294967296;", clump.recv, bytearray(1), 2**32),
        ("tag is 4294967301;", clump.recv, bytearray(1), me, 2**32 + 5),
        ("count is -1;", clump.extract, -1), ("count is -1;", clump.Stream(me, b"abc").read, -1)]:
    fails(words, function, *arguments, kind=ValueError)
fails("integer", clump.call, 1.5, 1, kind=TypeError)
fails("more than what is left", clump.begin(following, 1, 4).piece, b"12345")
clump.call(me, 3, b"abc")
fails("a read of 4 bytes", clump.run_until, lambda: False)
clump.call(me, 77, b"")
fails("handler 77, which is not registered", clump.run_until, lambda: False)
# No rank leaves before all ranks have sent their last message.
for to in range(n):
    clump.send(b"", to, tag=9)
for source in range(n):
    clump.recv(bytearray(0), source=source, tag=9)
fails("1 messages were begun and not ended", clump.finalize)
print(f"rank {me}: right")
