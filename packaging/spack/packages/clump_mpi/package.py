# The package of Clump for Spack: `spack repo add packaging/spack && spack install clump-mpi`. Programs that depend on
# `mpi` are then built with it: `spack install osu-micro-benchmarks ^clump-mpi`.
from spack_repo.builtin.build_systems.generic import Package

from spack.package import *


class ClumpMpi(Package):
    """MPI with the standard ABI of MPI 5.0, for the cores of one machine and of several."""

    # A checkout of the repository: `spack develop --path . clump-mpi@main`, or a `git` line of one's own.
    git = "file:///usr/src/clump"

    license("MIT OR Apache-2.0")
    version("main", branch="main")

    provides("mpi@:5.0")
    provides("mpi-abi")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("rust@1.89:", type="build")

    requires("platform=linux", msg="Clump runs on Linux")

    def install(self, spec, prefix):
        cargo = which("cargo", required=True)
        cargo("xtask", "install", "--prefix", prefix)

    @property
    def headers(self):
        return HeaderList(join_path(self.prefix.include, "mpi.h"))

    @property
    def libs(self):
        return find_libraries("libmpi_abi", root=self.prefix.lib, shared=True)

    def setup_dependent_build_environment(self, env, dependent_spec):
        # The wrappers run the compiler of the package that is built.
        env.set("MPICH_CC", dependent_spec.package.module.spack_cc)
        env.set("MPICH_CXX", dependent_spec.package.module.spack_cxx)
        self.setup_run_environment(env)

    def setup_run_environment(self, env):
        env.set("MPICC", join_path(self.prefix.bin, "mpicc"))
        env.set("MPICXX", join_path(self.prefix.bin, "mpicxx"))

    def setup_dependent_package(self, module, dependent_spec):
        self.spec.mpicc = join_path(self.prefix.bin, "mpicc")
        self.spec.mpicxx = join_path(self.prefix.bin, "mpicxx")
