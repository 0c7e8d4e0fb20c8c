//! The names, descriptions and properties of all performance variables, event types, enumerations and categories.
use crate::abi;
use clump::driver::CallKind;

/// A performance variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pvar {
    MessagesSent,
    MessagesReceived,
    BytesPushed,
    UnexpectedQueue,
    UnexpectedQueueBytes,
    PostedQueue,
    Unexpected,
    Held,
    Seeks,
    Declined,
    PulledNatively,
    PulledByFrames,
    BytesPulled,
    MalformedFrames,
    Sleeps,
    PushedBuffer,
    Retransmissions,
    DroppedDatagrams,
    MalformedPackets,
    RefusedFrames,
    BroadcastsByMulticast,
    BroadcastsByTree,
    BroadcastRepairs,
    Sends,
    SendBytes,
    Receives,
    ReceiveBytes,
    Collectives,
    CollectiveBytes,
    OneSidedCalls,
    OneSidedBytes,
    FileAccesses,
    FileBytes,
}

/// What MPI_T_pvar_get_info returns of a performance variable. Every variable has the type MPI_UNSIGNED_LONG_LONG.
pub struct PvarFacts {
    pub pvar: Pvar,
    pub name: &'static str,
    pub what: &'static str,
    pub class: i32,
    /// True if the variable is bound to a communicator.
    pub of_comm: bool,
    pub verbosity: i32,
}

impl PvarFacts {
    const fn counter(pvar: Pvar, name: &'static str, what: &'static str) -> PvarFacts {
        let (class, verbosity) = (abi::MPI_T_PVAR_CLASS_COUNTER, abi::MPI_T_VERBOSITY_USER_DETAIL);
        PvarFacts { pvar, name, what, class, of_comm: false, verbosity }
    }

    const fn bytes(pvar: Pvar, name: &'static str, what: &'static str) -> PvarFacts {
        PvarFacts { class: abi::MPI_T_PVAR_CLASS_AGGREGATE, ..PvarFacts::counter(pvar, name, what) }
    }

    const fn of_comm(pvar: Pvar, name: &'static str, what: &'static str, class: i32) -> PvarFacts {
        PvarFacts { pvar, name, what, class, of_comm: true, verbosity: abi::MPI_T_VERBOSITY_USER_BASIC }
    }

    /// Returns true for a counter: it counts from the start of its handle, and the tool may set it. Every other
    /// variable shows the present value all the time, and is read-only.
    pub fn counts(&self) -> bool {
        self.class == abi::MPI_T_PVAR_CLASS_COUNTER || self.class == abi::MPI_T_PVAR_CLASS_AGGREGATE
    }

    /// Returns true if the variable has one element for each process of its communicator.
    pub fn by_process(&self) -> bool {
        self.of_comm && self.counts()
    }
}

const COUNTER: i32 = abi::MPI_T_PVAR_CLASS_COUNTER;
const AGGREGATE: i32 = abi::MPI_T_PVAR_CLASS_AGGREGATE;
const LEVEL: i32 = abi::MPI_T_PVAR_CLASS_LEVEL;

/// All performance variables, in the order of their indices.
pub const PVARS: &[PvarFacts] = &[
    PvarFacts::of_comm(
        Pvar::MessagesSent,
        "clump_messages_sent",
        "Messages that have left for each process of the communicator (of its remote group), by whichever communicator \
         they went; collective operations that are made of messages included",
        COUNTER,
    ),
    PvarFacts::of_comm(
        Pvar::MessagesReceived,
        "clump_messages_received",
        "Messages that have arrived from each process of the communicator (of its remote group), by whichever \
         communicator they came",
        COUNTER,
    ),
    PvarFacts::of_comm(
        Pvar::BytesPushed,
        "clump_bytes_pushed",
        "Bytes of messages that this process sent to each process of the communicator (of its remote group) before the \
         receiver asked for them",
        AGGREGATE,
    ),
    PvarFacts::of_comm(
        Pvar::UnexpectedQueue,
        "clump_unexpected_queue_length",
        "Messages of the communicator that have arrived and that no receive has matched",
        LEVEL,
    ),
    PvarFacts::of_comm(
        Pvar::UnexpectedQueueBytes,
        "clump_unexpected_queue_bytes",
        "Bytes of the messages of the communicator that have arrived and that no receive has matched",
        LEVEL,
    ),
    PvarFacts::of_comm(
        Pvar::PostedQueue,
        "clump_posted_queue_length",
        "Posted receives of the communicator that no message has matched",
        LEVEL,
    ),
    PvarFacts::counter(
        Pvar::Unexpected,
        "clump_unexpected_messages",
        "Messages that arrived before their receive was posted",
    ),
    PvarFacts::counter(
        Pvar::Held,
        "clump_held_sends",
        "Sends that waited because the receiver's pushed buffer or a queue to it was full",
    ),
    PvarFacts::counter(Pvar::Seeks, "clump_seeks", "Requests of waiting receives to senders that hold messages back"),
    PvarFacts::counter(
        Pvar::Declined,
        "clump_declined_offers",
        "Messages that senders offered after a request and that this process declined",
    ),
    PvarFacts::counter(
        Pvar::PulledNatively,
        "clump_messages_pulled_natively",
        "Pulls that copied from the sender's memory on this machine",
    ),
    PvarFacts::counter(
        Pvar::PulledByFrames,
        "clump_messages_pulled_by_frames",
        "Pulls for which the sender sent the bytes on request",
    ),
    PvarFacts::bytes(
        Pvar::BytesPulled,
        "clump_bytes_pulled",
        "Bytes of messages that this process fetched from senders after a receive had named their destination",
    ),
    PvarFacts::counter(
        Pvar::MalformedFrames,
        "clump_malformed_frames",
        "Frames that this process ignored because they contradicted themselves or its state",
    ),
    PvarFacts::counter(
        Pvar::Sleeps,
        "clump_sleeps",
        "Times that a thread of this process went to sleep in a call because nothing arrived",
    ),
    PvarFacts {
        class: abi::MPI_T_PVAR_CLASS_SIZE,
        ..PvarFacts::counter(
            Pvar::PushedBuffer,
            "clump_pushed_buffer_size",
            "Bytes of unexpected messages that this process keeps for the other ranks together",
        )
    },
    PvarFacts::counter(
        Pvar::Retransmissions,
        "clump_retransmissions",
        "Chunks that this process sent again to other machines because no acknowledgement came",
    ),
    PvarFacts::counter(
        Pvar::DroppedDatagrams,
        "clump_dropped_datagrams",
        "Datagrams that this process dropped because they were not from this job or arrived again",
    ),
    PvarFacts::counter(
        Pvar::MalformedPackets,
        "clump_malformed_packets",
        "Packets from other machines that contradicted themselves or this process's own packets",
    ),
    PvarFacts::counter(
        Pvar::RefusedFrames,
        "clump_refused_frames",
        "Frames from processes of connected jobs that this process refused, because they were for something that the \
         two jobs have not agreed on",
    ),
    PvarFacts::counter(
        Pvar::BroadcastsByMulticast,
        "clump_broadcasts_by_multicast",
        "Broadcasts of this process to other machines that left by multicast to the last byte",
    ),
    PvarFacts::counter(
        Pvar::BroadcastsByTree,
        "clump_broadcasts_by_tree",
        "Broadcasts of this process to other machines of which all or the rest went down a tree",
    ),
    PvarFacts::counter(
        Pvar::BroadcastRepairs,
        "clump_broadcast_repairs",
        "Parts of broadcasts that this process sent again because a member asked for them",
    ),
    PvarFacts::counter(Pvar::Sends, "clump_send_calls", "Messages that the program has sent by point-to-point calls"),
    PvarFacts::bytes(Pvar::SendBytes, "clump_send_bytes", "Bytes of the messages that the program has sent"),
    PvarFacts::counter(
        Pvar::Receives,
        "clump_receive_calls",
        "Messages that the program has received by point-to-point calls",
    ),
    PvarFacts::bytes(Pvar::ReceiveBytes, "clump_receive_bytes", "Bytes of the messages that the program has received"),
    PvarFacts::counter(Pvar::Collectives, "clump_collective_calls", "Collective operations that the program has begun"),
    PvarFacts::bytes(
        Pvar::CollectiveBytes,
        "clump_collective_bytes",
        "Bytes that this process has contributed to collective operations: those of its send buffers",
    ),
    PvarFacts::counter(
        Pvar::OneSidedCalls,
        "clump_one_sided_calls",
        "Operations on windows that the program has begun",
    ),
    PvarFacts::bytes(
        Pvar::OneSidedBytes,
        "clump_one_sided_bytes",
        "Bytes of windows that this process's operations have read, written or changed",
    ),
    PvarFacts::counter(Pvar::FileAccesses, "clump_file_calls", "Reads and writes of files that have ended"),
    PvarFacts::bytes(Pvar::FileBytes, "clump_file_bytes", "Bytes that the program has read from files or written"),
];

impl Pvar {
    /// The variables of the calls and of the bytes of a kind of call, whose numbers `clump stat` shows, too.
    pub const fn of_calls(kind: CallKind) -> [Pvar; 2] {
        match kind {
            CallKind::Send => [Pvar::Sends, Pvar::SendBytes],
            CallKind::Receive => [Pvar::Receives, Pvar::ReceiveBytes],
            CallKind::Collective => [Pvar::Collectives, Pvar::CollectiveBytes],
            CallKind::OneSided => [Pvar::OneSidedCalls, Pvar::OneSidedBytes],
            CallKind::File => [Pvar::FileAccesses, Pvar::FileBytes],
        }
    }
}

/// The number of performance variables.
pub const PVAR_COUNT: usize = PVARS.len();

/// A type of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventType {
    Unexpected = 0,
    Retransmission = 1,
    LatePeer = 2,
}

/// The type of an event's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Int,
    UnsignedLongLong,
}

impl Element {
    pub fn datatype(self) -> abi::Datatype {
        match self {
            Element::Int => abi::MPI_INT,
            Element::UnsignedLongLong => abi::MPI_UNSIGNED_LONG_LONG,
        }
    }
}

/// What MPI_T_event_get_info returns of a type of event.
pub struct EventFacts {
    pub event: EventType,
    pub name: &'static str,
    pub what: &'static str,
    /// The elements with their displacements in bytes.
    pub elements: &'static [(Element, i64)],
    /// The enumeration that names the elements.
    pub names: usize,
    pub of_comm: bool,
}

/// All types of events, in the order of their indices.
pub const EVENTS: &[EventFacts] = &[
    EventFacts {
        event: EventType::Unexpected,
        name: "clump_unexpected_message",
        what: "A point-to-point message of the communicator arrived before its receive was posted",
        elements: &[(Element::Int, 0), (Element::Int, 4), (Element::UnsignedLongLong, 8)],
        names: UNEXPECTED_ELEMENTS,
        of_comm: true,
    },
    EventFacts {
        event: EventType::Retransmission,
        name: "clump_retransmission",
        what: "This process sent a chunk to another machine again, because no acknowledgement came",
        elements: &[(Element::Int, 0)],
        names: RETRANSMISSION_ELEMENTS,
        of_comm: false,
    },
    EventFacts {
        event: EventType::LatePeer,
        name: "clump_late_peer",
        what: "A thread goes to sleep in a call, because what it waits for has not arrived",
        elements: &[(Element::Int, 0), (Element::Int, 4)],
        names: LATE_PEER_ELEMENTS,
        of_comm: false,
    },
];

/// The only source of events: its name and its description.
pub const SOURCE: (&str, &str) =
    ("clump", "The protocol of this process. The timestamp says when the process saw the event, by CLOCK_MONOTONIC");

/// Handles of enumerations.
pub const SWITCH: usize = 1;
const UNEXPECTED_ELEMENTS: usize = 2;
const RETRANSMISSION_ELEMENTS: usize = 3;
const LATE_PEER_ELEMENTS: usize = 4;

/// All enumerations: name and items, each with its value. The handle is the index plus 1.
pub const ENUMS: &[(&str, &[(&str, i32)])] = &[
    ("clump_switch", &[("off", 0), ("on", 1)]),
    ("clump_unexpected_message_elements", &[("source", 0), ("tag", 1), ("bytes", 2)]),
    ("clump_retransmission_elements", &[("receiver's rank in MPI_COMM_WORLD", 0)]),
    (
        "clump_late_peer_elements",
        &[("peer's rank in MPI_COMM_WORLD; -1: any, -2: none", 0), ("tag; -1: any, -2: none", 1)],
    ),
];

/// A category. Indices refer to the tables of variables, events and categories.
pub struct Category {
    pub name: &'static str,
    pub what: &'static str,
    pub cvars: bool,
    pub pvars: &'static [Pvar],
    pub events: &'static [EventType],
    pub categories: &'static [i32],
}

/// All categories, in the order of their indices. The first contains all others.
pub const CATEGORIES: &[Category] = &[
    Category {
        name: "clump",
        what: "Everything that Clump shows to tools",
        cvars: false,
        pvars: &[],
        events: &[],
        categories: &[1, 2, 3, 4, 5, 6],
    },
    Category {
        name: "clump_settings",
        what: "Settings, as in docs/SETTINGS.md",
        cvars: true,
        pvars: &[],
        events: &[],
        categories: &[],
    },
    Category {
        name: "clump_calls",
        what: "Calls of the program and their bytes, as `clump stat` shows them",
        cvars: false,
        pvars: &[
            Pvar::Sends,
            Pvar::SendBytes,
            Pvar::Receives,
            Pvar::ReceiveBytes,
            Pvar::Collectives,
            Pvar::CollectiveBytes,
            Pvar::OneSidedCalls,
            Pvar::OneSidedBytes,
            Pvar::FileAccesses,
            Pvar::FileBytes,
        ],
        events: &[],
        categories: &[],
    },
    Category {
        name: "clump_traffic",
        what: "Messages and their bytes",
        cvars: false,
        pvars: &[
            Pvar::MessagesSent,
            Pvar::MessagesReceived,
            Pvar::BytesPushed,
            Pvar::PulledNatively,
            Pvar::PulledByFrames,
            Pvar::BytesPulled,
            Pvar::MalformedFrames,
            Pvar::RefusedFrames,
        ],
        events: &[],
        categories: &[],
    },
    Category {
        name: "clump_matching",
        what: "Matching of messages and receives, and the pushed buffer",
        cvars: false,
        pvars: &[
            Pvar::UnexpectedQueue,
            Pvar::UnexpectedQueueBytes,
            Pvar::PostedQueue,
            Pvar::Unexpected,
            Pvar::Held,
            Pvar::Seeks,
            Pvar::Declined,
            Pvar::PushedBuffer,
        ],
        events: &[EventType::Unexpected],
        categories: &[],
    },
    Category {
        name: "clump_waiting",
        what: "Waits in calls",
        cvars: false,
        pvars: &[Pvar::Sleeps],
        events: &[EventType::LatePeer],
        categories: &[],
    },
    Category {
        name: "clump_network",
        what: "The network between machines",
        cvars: false,
        pvars: &[
            Pvar::Retransmissions,
            Pvar::DroppedDatagrams,
            Pvar::MalformedPackets,
            Pvar::BroadcastsByMulticast,
            Pvar::BroadcastsByTree,
            Pvar::BroadcastRepairs,
        ],
        events: &[EventType::Retransmission],
        categories: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_positions_and_each_item_is_in_one_category() {
        for (i, facts) in PVARS.iter().enumerate() {
            assert_eq!(facts.pvar as usize, i, "{}", facts.name);
            let homes = CATEGORIES.iter().filter(|c| c.pvars.contains(&facts.pvar)).count();
            assert_eq!(homes, 1, "{}", facts.name);
        }
        for (i, facts) in EVENTS.iter().enumerate() {
            assert_eq!(facts.event as usize, i, "{}", facts.name);
            assert_eq!(CATEGORIES.iter().filter(|c| c.events.contains(&facts.event)).count(), 1, "{}", facts.name);
            assert_eq!(ENUMS[facts.names - 1].1.len(), facts.elements.len(), "{}", facts.name);
        }
        for kind in CallKind::ALL {
            let names = Pvar::of_calls(kind).map(|pvar| PVARS[pvar as usize].name);
            assert_eq!(names, ["calls", "bytes"].map(|what| format!("clump_{}_{what}", kind.name())));
        }
        let inner: Vec<_> = (1..CATEGORIES.len() as i32).collect();
        assert_eq!(CATEGORIES[0].categories, inner);
        assert_eq!(CATEGORIES.iter().filter(|c| c.cvars).count(), 1);
    }
}
