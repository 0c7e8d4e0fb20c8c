//! Checks the accounts of credit between two ranks: no credit is lost or made up, and the pushed buffer keeps its
//! bound.
use crate::node::{ENTRY, Node};
use crate::shared::Shared;
use clump_core::Rank;
use clump_core::protocol::{Account, MessageRole};
use clump_fabric::{Body, Frame};

// Numbers of frame kinds (docs/WIRE.md).
const PUSH: u64 = 1;
const FIRST: u64 = 2;
const CREDIT: u64 = 7;
const CALL: u64 = 17;
const BEGIN: u64 = 18;
const MORE: u64 = 19;
const DEPOSIT: u64 = 21;
const DEPOSIT_HEAD: u64 = 22;
const GET: u64 = 23;
const COMBINE: u64 = 24;
const DEPOSIT_PART: u64 = 34;
const DEPOSIT_ROWS: u64 = 36;
const COMBINE_ROWS: u64 = 37;
const GET_ROWS: u64 = 38;
/// The number of words of a BEGIN, MORE, DEPOSIT_HEAD, DEPOSIT_PART, COMBINE or COMBINE_ROWS.
const LONG_WORDS: usize = 4;
/// The number of words of a DEPOSIT.
const DEPOSIT_WORDS: usize = 2;
/// The number of words of a DEPOSIT_ROWS.
const ROWS_WORDS: usize = 3;

/// The number of the class of MPI's messages in a CREDIT.
const TAGS: u64 = 0;
/// The number of the class of handlers' messages in a CREDIT.
const HANDLERS: u64 = 1;
/// The number of the class of operations on windows in a CREDIT.
const WINDOWS: u64 = 2;
/// The number of the class of handlers' replies in a CREDIT.
const REPLIES: u64 = 4;

/// Checks the accounts of credit of every pair of ranks.
pub fn check(shared: &mut Shared, nodes: &[Node]) {
    for receiver in nodes {
        for theirs in receiver.engine.accounts() {
            let sender = &nodes[theirs.peer as usize];
            let ours = sender.engine.accounts().find(|a| a.peer == receiver.rank);
            if let Err(why) = pair(shared, sender, ours, receiver, theirs) {
                let (from, to) = (sender.rank, receiver.rank);
                shared.fail(|| format!("credit from rank {from} to {to}: {why}; {ours:?}, {theirs:?}"));
            }
        }
        for (role, class) in [(MessageRole::Request, HANDLERS), (MessageRole::Reply, REPLIES)] {
            for theirs in receiver.engine.handler_accounts(role) {
                let sender = &nodes[theirs.peer as usize];
                let ours = sender.engine.handler_accounts(role).find(|a| a.peer == receiver.rank);
                if let Err(why) = fixed(shared, sender, ours, receiver, theirs, class) {
                    let (from, to) = (sender.rank, receiver.rank);
                    shared.fail(|| {
                        format!("handlers' credit, {role:?}, from rank {from} to {to}: {why}; {ours:?}, {theirs:?}")
                    });
                }
            }
        }
        for theirs in receiver.engine.window_accounts() {
            let sender = &nodes[theirs.peer as usize];
            let ours = sender.engine.window_accounts().find(|a| a.peer == receiver.rank);
            if let Err(why) = fixed(shared, sender, ours, receiver, theirs, WINDOWS) {
                let (from, to) = (sender.rank, receiver.rank);
                shared.fail(|| format!("windows' credit from rank {from} to {to}: {why}; {ours:?}, {theirs:?}"));
            }
        }
    }
}

fn pair(shared: &Shared, sender: &Node, ours: Option<Account>, receiver: &Node, theirs: Account) -> Result<(), String> {
    // The credit that the receiver has granted must equal the sum of what it keeps, has taken back, and allows.
    let whole = receiver.granted() + theirs.withheld;
    let sum = theirs.allowance + theirs.buffered + theirs.owed;
    if sum != whole {
        return Err(format!("the receiver accounts for {sum} bytes of {whole} granted"));
    }
    // The receiver keeps less than a quarter of the credit to itself. (The increase of a growing buffer waits for
    // the first message.)
    let grown = receiver.most_each > receiver.limits().credit;
    if !grown && theirs.owed >= receiver.granted() / 4 {
        return Err(format!(
            "the receiver gives nothing back of {} bytes, with {} granted",
            theirs.owed,
            receiver.granted()
        ));
    }
    if let Some(a) = ours.filter(|a| a.spent < a.sent * ENTRY) {
        return Err(format!("the sender accounts for {} bytes of {} messages", a.spent, a.sent));
    }
    let credit = ours.map_or(receiver.limits().credit, |a| a.credit);
    allowed(shared, sender, credit, receiver, theirs, TAGS)
}

/// Checks a class whose credit never changes.
fn fixed(
    shared: &Shared,
    sender: &Node,
    ours: Option<Account>,
    receiver: &Node,
    theirs: Account,
    class: u64,
) -> Result<(), String> {
    let whole = match class {
        HANDLERS => receiver.limits().handlers,
        REPLIES => receiver.limits().replies,
        _ => receiver.limits().windows,
    };
    let sum = theirs.allowance + theirs.buffered + theirs.owed;
    if sum != whole || theirs.withheld > 0 {
        return Err(format!("the receiver accounts for {sum} bytes of {whole} granted"));
    }
    if theirs.owed >= whole / 4 {
        return Err(format!("the receiver gives nothing back of {} bytes, of {whole} granted", theirs.owed));
    }
    let credit = ours.map_or(whole, |a| a.credit);
    let queued = ours.map_or(0, |a| a.queued);
    allowed(shared, sender, credit + queued, receiver, theirs, class)
}

/// Checks that the credit that the receiver allows is with the sender or in flight, in one direction or the other.
fn allowed(
    shared: &Shared,
    sender: &Node,
    credit: u64,
    receiver: &Node,
    theirs: Account,
    class: u64,
) -> Result<(), String> {
    if theirs.outbox > 0 {
        return Ok(());
    }
    let pushes = under_way(shared, sender.rank, receiver.rank, |frame| pushed(frame, class));
    let returns = under_way(shared, receiver.rank, sender.rank, |frame| returned(frame, class));
    let sum = credit + pushes + returns;
    if sum != theirs.allowance {
        return Err(format!(
            "{credit} with the sender, {pushes} pushed, {returns} coming back, {} allowed",
            theirs.allowance
        ));
    }
    Ok(())
}

fn under_way(shared: &Shared, from: Rank, to: Rank, of: impl Fn(&Frame) -> u64) -> u64 {
    let mut sum = 0;
    shared.network.between(from, to, |frame| sum += of(frame));
    sum
}

/// Returns how many bytes of a class's credit a frame uses up.
fn pushed(frame: &Frame, class: u64) -> u64 {
    let handlers = if frame.head >> 32 & 1 == 0 { HANDLERS } else { REPLIES };
    match frame.head >> 48 {
        CALL if class == handlers => frame.len(0) as u64 + ENTRY,
        BEGIN if class == handlers => frame.len(LONG_WORDS) as u64 + ENTRY,
        DEPOSIT if class == WINDOWS => frame.len(DEPOSIT_WORDS) as u64 + ENTRY,
        DEPOSIT_ROWS if class == WINDOWS => frame.len(ROWS_WORDS) as u64 + ENTRY,
        DEPOSIT_HEAD | DEPOSIT_PART | COMBINE | COMBINE_ROWS if class == WINDOWS => {
            frame.len(LONG_WORDS) as u64 + ENTRY
        }
        GET | GET_ROWS if class == WINDOWS => ENTRY,
        MORE if class == handlers => frame.len(LONG_WORDS) as u64,
        PUSH if class == TAGS => frame.len(0) as u64 + ENTRY,
        FIRST if class == TAGS => frame.word(2).unwrap_or(0) + ENTRY,
        _ => 0,
    }
}

/// Returns how many bytes of a class's credit a frame gives back.
fn returned(frame: &Frame, class: u64) -> u64 {
    if frame.head >> 48 == CREDIT && frame.head >> 32 & 0xffff == class { frame.word(0).unwrap_or(0) } else { 0 }
}
