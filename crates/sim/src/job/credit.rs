//! Checks the accounts of credit between two ranks while nothing moves: no credit is lost or made up, and a receiver
//! gives back what it does not need.
use clump_core::limits::ENTRY_COST;
use clump_core::protocol::{Account, MessageRole};
use clump_core::{Engine, Limits, Rank};

/// What a receiver grants a sender in one class of credit, in bytes.
struct Grant {
    class: &'static str,
    whole: u64,
    /// The credit of a sender that has not heard from the receiver.
    first: u64,
    /// True if the receiver may keep credit until the next message.
    may_owe: bool,
    /// The credit with which a sender holds no message back; `None`: it may hold messages back for other reasons.
    enough: Option<u64>,
}

/// Checks the accounts of credit of every pair of ranks, whose engines are given; `None` for a dead rank. The ranks
/// have numbers from `first` on. `granted` says what each rank grants to each other one for messages with tags, if its
/// program has set the pushed buffer's size.
pub fn check(
    limits_of: impl Fn(usize) -> Limits,
    first: Rank,
    engines: &[Option<&Engine>],
    granted: &[Option<u64>],
) -> Result<(), String> {
    let engine_of = |number: Rank| engines.get(number.checked_sub(first)? as usize).copied().flatten();
    for (place, rank) in (first..).enumerate().take(engines.len()) {
        let (Some(engine), limits) = (engines[place], limits_of(place)) else { continue };
        for theirs in engine.accounts() {
            let Some(sender) = engine_of(theirs.peer) else { continue };
            let ours = sender.accounts().find(|a| a.peer == rank);
            let granted = granted[place];
            let grant = Grant {
                class: "messages with tags",
                whole: granted.unwrap_or(limits.credit),
                first: limits.credit,
                // A pushed buffer that grows is announced with the next message.
                may_owe: granted.is_some_and(|granted| granted > limits.credit),
                enough: None,
            };
            grant.check(rank, ours, theirs)?;
        }
        for (role, whole) in [(MessageRole::Request, limits.handlers), (MessageRole::Reply, limits.replies)] {
            for theirs in engine.handler_accounts(role) {
                let Some(sender) = engine_of(theirs.peer) else { continue };
                let ours = sender.handler_accounts(role).find(|a| a.peer == rank);
                // The first frame of a message costs at most a quarter of the credit, as the sender's own job has it.
                let enough = (whole.max(limits_of((theirs.peer - first) as usize).handlers) / 4).max(ENTRY_COST);
                let class = "messages that run handlers";
                let grant = Grant { class, whole, first: whole, may_owe: false, enough: Some(enough) };
                grant.check(rank, ours, theirs)?;
            }
        }
        for theirs in engine.window_accounts() {
            let Some(sender) = engine_of(theirs.peer) else { continue };
            let ours = sender.window_accounts().find(|a| a.peer == rank);
            let (class, whole) = ("operations on windows", limits.windows);
            Grant { class, whole, first: whole, may_owe: false, enough: None }.check(rank, ours, theirs)?;
        }
    }
    Ok(())
}

impl Grant {
    /// Checks the account of a sender, and that of the receiver, `rank`, with it.
    fn check(&self, rank: Rank, ours: Option<Account>, theirs: Account) -> Result<(), String> {
        let Grant { class, whole, first, may_owe, enough } = *self;
        let wrong = |why: String| {
            Err(format!("credit for {class} from rank {} to {rank}: {why}; {ours:?}, {theirs:?}", theirs.peer))
        };
        let sum = theirs.allowance + theirs.buffered + theirs.owed;
        if sum != whole + theirs.withheld {
            return wrong(format!("the receiver accounts for {sum} bytes of {whole} granted"));
        }
        if !may_owe && theirs.owed >= whole / 4 {
            return wrong(format!("the receiver gives nothing back of {} bytes, of {whole} granted", theirs.owed));
        }
        if enough.is_some_and(|enough| ours.is_some_and(|a| a.held > 0 && a.credit >= enough)) {
            return wrong("stuck: the sender holds messages back, and has credit".to_owned());
        }
        let credit = ours.map_or(first, |a| a.credit + a.queued);
        if credit != theirs.allowance {
            return wrong(format!("the sender has {credit} bytes, and the receiver allows {}", theirs.allowance));
        }
        Ok(())
    }
}
