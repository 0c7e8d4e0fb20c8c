"""The names under which PyTorch finds the backend. Light: what makes groups is imported with the first group."""
import inspect
import os
import sys

import torch.distributed as dist

# Classes of PyTorch's own, by the names that they have as backends.
_OWN = {"gloo": "ProcessGroupGloo"}

_registered = set()


def register(name):
    """Registers the backend under a name, once."""
    if name in _registered:
        return
    if not _registered:
        _meet_in_job()
    _registered.add(name)

    def create(opts, _=None):
        waits = getattr(opts, "enable_reconfigure", False)
        return make(opts.store, opts.group_rank, opts.group_size, opts.timeout, opts.group_id, waits)

    def make(store, rank, size, timeout, group="", waits=False):
        from . import backend
        if name != "clump":
            _say_once(name, rank)
        return backend.make(store, rank, size, timeout, group, name, waits)

    known = hasattr(dist.Backend, name.upper())
    if known and not hasattr(dist.Backend, "_ensure_backend_registered"):
        _take_over(name, make)
        return
    devices = {"devices": ["cpu"]} if "devices" in inspect.signature(dist.Backend.register_backend).parameters else {}
    dist.Backend.register_backend(name, create, extended_api=True, **devices)


def _take_over(name, make):
    """Makes a name that PyTorch itself has mean this backend, in versions whose registry refuses that: what they take
    for the name's class is then `make`."""
    module = sys.modules["torch.distributed.distributed_c10d"]
    if name not in _OWN or not hasattr(module, _OWN[name]):
        raise RuntimeError(f"clump: this version of PyTorch does not let `{name}` be replaced")

    def process_group(store, rank, size, timeout=dist.default_pg_timeout):
        return make(store, rank, size, timeout)

    setattr(module, _OWN[name], process_group)


def _meet_in_job():
    """Makes `init_process_group` without a store meet by `clump run`, if that has started the process and no variables
    of torchrun say otherwise. PyTorch itself would fail there, because it has no address."""
    # The package has a function of this name, too.
    handlers = getattr(sys.modules.get("torch.distributed.rendezvous"), "_rendezvous_handlers", {})
    by_variables = handlers.get("env")
    if by_variables is None:
        return

    def meet(url, **named):
        if "CLUMP_JOB" not in os.environ or any(name in os.environ for name in ("RANK", "WORLD_SIZE", "MASTER_ADDR")):
            yield from by_variables(url, **named)
        else:
            from . import world
            yield world.rendezvous(named.get("timeout"))

    handlers["env"] = meet


_has_said = False


def _say_once(name, rank):
    global _has_said
    if not _has_said and rank == 0:
        print(f"clump: the backend `{name}` is Clump's (CLUMP_TORCH={name})", file=sys.stderr)
    _has_said = True
