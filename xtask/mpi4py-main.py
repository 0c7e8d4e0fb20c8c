"""Runs mpi4py's own test/main.py, whose path is the first argument.

Two of mpi4py's test modules open a file while they are imported. If that raises NotImplementedError, as mpi4py does for
libraries that lack the function, the modules do without files. Clump has every
function, and a function that is not built raises MPI_ERR_UNSUPPORTED_OPERATION. This program turns that error into
NotImplementedError, so that the modules can be imported.
"""
import builtins
import os
import runpy
import sys

from mpi4py import MPI


def not_implemented(function):
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except MPI.Exception as e:
            if e.Get_error_class() == MPI.ERR_UNSUPPORTED_OPERATION:
                raise NotImplementedError(str(e)) from None
            raise

    return staticmethod(call)


# Extension types cannot be changed, so while such a module is imported, the name stands for this subclass.
INSTEAD = {
    "File": type("File", (MPI.File,), {"Open": not_implemented(MPI.File.Open)}),
}
real_import = builtins.__import__


def importing(name, *args, **kwargs):
    if name not in ("test_exceptions", "test_subclass"):
        return real_import(name, *args, **kwargs)
    kept = {key: getattr(MPI, key) for key in INSTEAD}
    for key, value in INSTEAD.items():
        setattr(MPI, key, value)
    try:
        return real_import(name, *args, **kwargs)
    finally:
        for key, value in kept.items():
            setattr(MPI, key, value)


builtins.__import__ = importing
sys.argv = sys.argv[1:]
sys.path[0] = os.path.dirname(sys.argv[0])
runpy.run_path(sys.argv[0], run_name="__main__")
