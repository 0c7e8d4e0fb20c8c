"""Reads a trace of `clump run --trace` by Perfetto's own messages, and checks it: traces_check.py FILE RANKS ROUNDS.

The program is crates/mpi/tests/sight/traced.c, of which each rank sends five messages in each round.
"""
import collections
import sys
import zlib

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent


def packets(data):
    trace = Trace()
    trace.ParseFromString(data)
    for packet in trace.packet:
        if packet.HasField("compressed_packets"):
            yield from packets(zlib.decompress(packet.compressed_packets))
        else:
            yield packet


def main(file, ranks, rounds):
    tracks, names, annotations = {}, {}, {}
    open_slices = collections.defaultdict(list)
    slices, sent, received = collections.Counter(), {}, {}
    for packet in packets(open(file, "rb").read()):
        assert packet.trusted_packet_sequence_id == 1
        names.update((name.iid, name.name) for name in packet.interned_data.event_names)
        annotations.update((name.iid, name.name) for name in packet.interned_data.debug_annotation_names)
        if packet.HasField("track_descriptor"):
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor.name
        if not packet.HasField("track_event"):
            continue
        event = packet.track_event
        track = tracks[event.track_uuid]
        if event.type == TrackEvent.TYPE_SLICE_BEGIN:
            name = names[event.name_iid]
            values = {annotations[one.name_iid]: one.uint_value or one.string_value for one in event.debug_annotations}
            assert "bytes" in values
            open_slices[track].append((name, packet.timestamp))
            slices[track, name] += 1
        elif event.type == TrackEvent.TYPE_SLICE_END:
            assert open_slices[track].pop()[1] <= packet.timestamp
        for flow in event.flow_ids:
            assert flow not in sent, "a flow begins twice"
            sent[flow] = packet.timestamp
        for flow in event.terminating_flow_ids:
            assert flow not in received, "a flow ends twice"
            received[flow] = packet.timestamp
    assert sorted(tracks.values()) == [f"rank {rank}" for rank in range(ranks)], tracks
    assert not any(open_slices.values())
    for rank in range(ranks):
        for name in ("MPI_Send", "MPI_Recv", "MPI_Sendrecv", "MPI_Allreduce"):
            assert slices[f"rank {rank}", name] == rounds, (rank, name)
    assert len(received) == 5 * ranks * rounds, len(received)
    late = [flow for flow, end in received.items() if end < sent[flow]]
    assert not late, f"{len(late)} receives end before their send begins"
    print(f"{sum(slices.values())} calls, {len(received)} flows")


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
