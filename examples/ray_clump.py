"""Registers Clump as a backend of Ray's collectives, and tries it on actors.

    python3 examples/ray_clump.py

Ray, PyTorch and Clump's package `clump_torch` must be installed. Each process that uses the backend calls
`register_collective_backend("CLUMP", ClumpGroup)`: the driver and every actor."""
import sys

import numpy as np
import ray
import torch
import torch.distributed as dist
from ray.util import collective
from ray.util.collective import register_collective_backend
from ray.util.collective.collective_group.torch_gloo_collective_group import TORCH_REDUCE_OP_MAP, TorchGLOOGroup

import clump_torch  # noqa: F401 registers the backend in PyTorch before 2.15


class ClumpGroup(TorchGLOOGroup):
    """Ray's group over torch.distributed, with the backend `clump` in place of `gloo`."""

    def __init__(self, world_size, rank, group_name):
        if not dist.is_initialized():
            # Ray's own address of the meeting, in the driver's key-value store.
            self._rendezvous(group_name, rank, None)
            from ray.experimental import internal_kv
            from ray.util.collective.collective_group.torch_gloo_collective_group import get_master_address_metadata_key
            address = internal_kv._internal_kv_get(get_master_address_metadata_key(group_name)).decode()
            dist.init_process_group("clump", init_method=f"tcp://{address}", world_size=world_size, rank=rank)
        super().__init__(world_size, rank, "default")
        self._group_name = group_name
        if group_name != "default":
            self._is_default_group, self._pg = False, dist.new_group(list(range(world_size)), backend="clump")

    @classmethod
    def backend(cls):
        return "CLUMP"

    def reducescatter(self, output_tensor, tensor_list, reducescatter_options=None):
        # Ray's group for Gloo adds whole lists, because Gloo has no reduce-scatter.
        inputs, output = self._check_tensor_list_input(tensor_list), self._check_tensor_input(output_tensor)
        from ray.util.collective.types import ReduceScatterOptions
        op = TORCH_REDUCE_OP_MAP[(reducescatter_options or ReduceScatterOptions()).reduceOp]
        dist.reduce_scatter(output, inputs, op=op, group=self._pg)

    def send(self, tensor, send_options):
        dist.send(self._check_tensor_input(tensor), dst=send_options.dst_rank, group=self._pg)

    def recv(self, tensor, recv_options):
        dist.recv(self._check_tensor_input(tensor), src=recv_options.src_rank, group=self._pg)


@ray.remote(num_cpus=0)
class Worker:
    def join(self, size, rank, group):
        if not collective.backend_registry._global_registry.is_registered("CLUMP"):
            register_collective_backend("CLUMP", ClumpGroup)
        collective.init_collective_group(size, rank, "CLUMP", group)
        self.rank, self.size, self.group = rank, size, group

    def calls(self):
        """Makes each call, and returns the results."""
        rank, size, group = self.rank, self.size, self.group
        added = np.full(1000, rank + 1.0, dtype=np.float32)
        collective.allreduce(added, group)
        sent = torch.full((3,), float(rank))
        collective.broadcast(sent, 1, group)
        every = [torch.zeros(2) for _ in range(size)]
        collective.allgather(every, torch.full((2,), float(rank)), group)
        part = torch.zeros(4)
        collective.reducescatter(part, [torch.full((4,), float(rank + i)) for i in range(size)], group)
        got = torch.zeros(5)
        if rank == 0:
            collective.send(torch.full((5,), 7.0), 1, group)
        elif rank == 1:
            collective.recv(got, 0, group)
        collective.barrier(group)
        kind = type(dist.group.WORLD._get_backend(torch.device("cpu"))).__module__
        return float(added[0]), sent.tolist(), [each.tolist() for each in every], part.tolist(), got.tolist(), kind


def main():
    size = 3
    register_collective_backend("CLUMP", ClumpGroup)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    workers = [Worker.remote() for _ in range(size)]
    for group in ("default", "another"):
        ray.get([worker.join.remote(size, rank, group) for rank, worker in enumerate(workers)], timeout=120)
        for rank, got in enumerate(ray.get([worker.calls.remote() for worker in workers], timeout=120)):
            parts = sum(other + rank for other in range(size))
            want = (sum(range(1, size + 1)) * 1.0, [1.0] * 3, [[float(r)] * 2 for r in range(size)], [float(parts)] * 4,
                    [7.0 if rank == 1 else 0.0] * 5, "clump_torch.backend")
            if got != want:
                sys.exit(f"group {group}, rank {rank}: got {got} in place of {want}")
    ray.shutdown()
    print(f"Ray's collectives on {size} actors, in two groups: right")


if __name__ == "__main__":
    main()
