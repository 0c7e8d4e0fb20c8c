//! The tags of messages on a communicator's context for collectives. Each kind of message has tags of its own, since
//! several kinds may be under way at once.

/// Number of low bits of a collective call's tag that count calls. The sequence is in the bit above.
pub const COUNTED_CALLS: u32 = 27;
/// First tag of the messages of partitioned communication: partitions, then the receivers' answers.
pub const PARTITIONS: u32 = 3 << 28;
/// Number of tags for partitions, and for answers.
pub const PARTITION_TAGS: u32 = 1 << 26;
/// First tag of the comparisons of calls (`clump run --check`); the call's number is added.
pub const COMPARISONS: i32 = 7 << 27;
/// First tag of MPI_Comm_create_group and of exchanges without a parent communicator; the call adds its tag argument.
pub const GROUP: i32 = 1 << 30;
/// First tag of MPI_Intercomm_create on the peer communicator; the call adds its tag argument.
pub const BRIDGE: i32 = GROUP + (1 << 29);

/// Returns the tag of the opening message of a partitioned request with the program's `tag`. The notice of a comparison
/// or an agreement ([`clump_coll::tags::notice_tag`]) has such a tag too; programs would have to use tags from
/// [`COMPARISONS`] on for such requests.
pub fn opening_tag(tag: i32) -> i32 {
    !tag
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_coll::tags::{ABANDONMENT, notice_tag};

    #[test]
    fn the_ranges_of_tags_follow_each_other() {
        let last_call = (1 << (COUNTED_CALLS + 1)) - 1;
        assert_eq!(last_call + 1, ABANDONMENT);
        assert!((last_call + ABANDONMENT + 1..PARTITIONS as i32).contains(&notice_tag(last_call)));
        assert_eq!(PARTITIONS + 2 * PARTITION_TAGS, COMPARISONS as u32);
        assert_eq!(COMPARISONS + (1 << COUNTED_CALLS), GROUP);
        assert_eq!([opening_tag(0), opening_tag(i32::MAX)], [-1, i32::MIN]);
        assert!(notice_tag(COMPARISONS) < opening_tag(COMPARISONS - 1));
    }
}
