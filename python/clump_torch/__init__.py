"""torch.distributed over Clump, for tensors of the CPU: the backend `clump`.

Installing the package is all that PyTorch 2.15 needs, whose entry points find the backend::

    torch.distributed.init_process_group("clump")

For older versions, import this package anywhere before that call. No `clump run` is needed: under torchrun or
torch.multiprocessing the processes meet through the store that PyTorch hands over. docs/PYTORCH.md describes the rest.

The package imports PyTorch only when PyTorch is there already, so importing it costs little.
"""
import os
import sys

__all__ = ["register", "rendezvous"]

# The module whose import makes PyTorch's registry of backends available.
_REGISTRY = "torch.distributed.distributed_c10d"


def register():
    """Registers the backend. The entry point of the group `torch.distributed.backends`; may be called again."""
    from . import registry
    registry.register("clump")


def replace_gloo():
    """Registers the backend also as `gloo` if CLUMP_TORCH=gloo is set. The entry point of the group `torch.backends`,
    which PyTorch calls at the end of its own import; does nothing without the variable."""
    chosen = os.environ.get("CLUMP_TORCH", "")
    if chosen == "":
        return
    if chosen != "gloo":
        raise ValueError(f"CLUMP_TORCH is {chosen!r}; the one value that it may have is `gloo`")
    _once_imported(_REGISTRY, _register_as_gloo)


def rendezvous(timeout=None):
    """Returns `store, rank, size` of the job in which `clump run`, srun or mpiexec has started this process, for
    `init_process_group("clump", store=store, rank=rank, world_size=size)`. All processes of the job must call it."""
    from . import world
    return world.rendezvous(timeout)


def _register_as_gloo():
    from . import registry
    registry.register("clump")
    registry.register("gloo")


class _After:
    """Calls a function once a module has been imported. A finder of sys.meta_path."""

    def __init__(self, module, function):
        self._module, self._function = module, function

    def find_spec(self, name, path=None, target=None):
        if name != self._module:
            return None
        sys.meta_path.remove(self)
        import importlib.util
        spec = importlib.util.find_spec(name)
        run, function = spec.loader.exec_module, self._function

        def exec_module(module):
            run(module)
            function()

        spec.loader.exec_module = exec_module
        return spec


def _once_imported(module, function):
    # A module that is still being imported is there without its names.
    if hasattr(sys.modules.get(module), "init_process_group"):
        function()
    else:
        sys.meta_path.insert(0, _After(module, function))


_once_imported(_REGISTRY, register)
replace_gloo()
