//! Computes single trips from the times that both ranks recorded.

/// The times at which a rank began its send, began its receive, and had received, in ns on the clock that both ranks
/// share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    pub send: u64,
    pub receive: u64,
    pub received: u64,
}

/// Returns the mean time of the two directions for each iteration, in us. A trip begins when both its send and its
/// receive have begun.
pub fn single_trips(ping: &[Times], pong: &[Times]) -> Vec<f64> {
    let trip = |from: &Times, to: &Times| to.received.saturating_sub(from.send.max(to.receive)) as f64;
    ping.iter().zip(pong).map(|(a, b)| (trip(a, b) + trip(b, a)) / 2e3).collect()
}

pub fn to_bytes(times: &[Times]) -> Vec<u8> {
    times.iter().flat_map(|t| [t.send, t.receive, t.received]).flat_map(u64::to_le_bytes).collect()
}

pub fn from_bytes(bytes: &[u8]) -> Vec<Times> {
    let (words, _) = bytes.as_chunks::<8>();
    let words: Vec<_> = words.iter().map(|w| u64::from_le_bytes(*w)).collect();
    let (times, _) = words.as_chunks::<3>();
    times.iter().map(|&[send, receive, received]| Times { send, receive, received }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trip_begins_when_both_have_begun() {
        let ping = Times { send: 1000, receive: 9000, received: 9600 };
        // Forward trip: sent at 1000, before pong's late receive at 4000; received at 5000. Backward trip: sent at
        // 8000, before ping's late receive at 9000; received at 9600.
        let pong = Times { send: 8000, receive: 4000, received: 5000 };
        assert_eq!(single_trips(&[ping], &[pong]), [(1.0 + 0.6) / 2.0]);
        let early = Times { receive: 0, ..pong };
        assert_eq!(single_trips(&[ping], &[early]), [(4.0 + 0.6) / 2.0]);
    }

    #[test]
    fn times_travel_as_bytes() {
        let t = [Times { send: 1, receive: 2, received: u64::MAX }, Times::default()];
        assert_eq!(from_bytes(&to_bytes(&t)), t);
    }
}
