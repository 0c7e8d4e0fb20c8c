//! Checks the accounts of credit between two ranks while nothing moves: no credit is lost or made up, and a receiver
//! gives back what it does not need.
use super::turn::Place;
use crate::plan::Plan;
use clump_core::Rank;
use clump_core::limits::ENTRY_COST;
use clump_core::protocol::{Account, MessageRole};

/// The class of messages that run handlers.
const HANDLERS: &str = "handlers";

/// Checks the accounts of credit of every pair of ranks. `granted` says what each rank grants to each other one for
/// messages with tags, if its program has set the pushed buffer's size.
pub fn check(plan: &Plan, places: &[Place], granted: &[Option<u64>]) -> Result<(), String> {
    for (rank, receiver) in (0..).zip(places) {
        let (engine, limits) = (receiver.engine(), plan.limits_of(rank));
        for theirs in engine.accounts() {
            let whole = granted[rank as usize].unwrap_or(limits.credit);
            let ours = places[theirs.peer as usize].engine().accounts().find(|a| a.peer == rank);
            // A pushed buffer that grows is announced with the next message.
            let may_owe = granted[rank as usize].is_some_and(|granted| granted > limits.credit);
            pair(rank, "tags", ours, theirs, whole, limits.credit, may_owe)?;
        }
        for (role, whole) in [(MessageRole::Request, limits.handlers), (MessageRole::Reply, limits.replies)] {
            for theirs in engine.handler_accounts(role) {
                let sender = places[theirs.peer as usize].engine();
                let ours = sender.handler_accounts(role).find(|a| a.peer == rank);
                pair(rank, HANDLERS, ours, theirs, whole, whole, false)?;
            }
        }
        for theirs in engine.window_accounts() {
            let ours = places[theirs.peer as usize].engine().window_accounts().find(|a| a.peer == rank);
            pair(rank, "windows", ours, theirs, limits.windows, limits.windows, false)?;
        }
    }
    Ok(())
}

/// Checks one class of credit of one sender. `whole` is what the receiver grants, `first` what a sender has that has not
/// heard from it.
fn pair(
    rank: Rank,
    class: &str,
    ours: Option<Account>,
    theirs: Account,
    whole: u64,
    first: u64,
    may_owe: bool,
) -> Result<(), String> {
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
    // The first frame of a message costs at most a quarter of the credit.
    if class == HANDLERS && ours.is_some_and(|a| a.held > 0 && a.credit >= (whole / 4).max(ENTRY_COST)) {
        return wrong("stuck: the sender holds messages back, and has credit".to_owned());
    }
    let credit = ours.map_or(first, |a| a.credit + a.queued);
    if credit != theirs.allowance {
        return wrong(format!("the sender has {credit} bytes, and the receiver allows {}", theirs.allowance));
    }
    Ok(())
}
