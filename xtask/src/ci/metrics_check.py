"""Reads the metrics of a running job by Prometheus' own parser: metrics_check.py CLUMP PROGRAM DIRECTORY.

The program is crates/mpi/tests/sight/metered.c, of which each rank sends ten messages of 100 bytes.
"""
import pathlib
import subprocess
import sys
import urllib.request

from prometheus_client.openmetrics.parser import text_string_to_metric_families


def main(clump, program, directory):
    go = pathlib.Path(directory, "metered-go")
    go.unlink(missing_ok=True)
    job = subprocess.Popen(
        [clump, "run", "--metrics", ":0", "-n", "3", program, go], stderr=subprocess.PIPE, text=True
    )
    try:
        url = job.stderr.readline().split()[-1]
        numbers = {}
        # Each rank has sent its messages once it waits in the barrier, or soon after that (rank 0).
        while numbers.get("clump_calls_total", {}).get(("0", "send")) != 10 or not numbers["clump_waiting_seconds"]["1"]:
            assert job.poll() is None
            with urllib.request.urlopen(url, timeout=20) as answer:
                assert answer.headers["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
                families = list(text_string_to_metric_families(answer.read().decode()))
            numbers = {}
            for sample in (sample for family in families for sample in family.samples):
                labels = tuple(sample.labels.values())
                numbers.setdefault(sample.name, {})[labels if len(labels) > 1 else "".join(labels)] = sample.value
        names = {family.name for family in families}
        assert {"clump_job", "clump_calls", "clump_moved_bytes", "clump_waits", "clump_waited_seconds"} < names, names
        assert numbers["clump_moved_bytes_total"][("0", "send")] == 1000
        assert numbers["clump_ranks"][""] == 3
    finally:
        go.touch()
        code = job.wait(60)
        go.unlink()
    assert code == 0
    print(f"{len(names)} families, {sum(map(len, numbers.values()))} samples")


main(*sys.argv[1:])
