//! Credit: how much may be pushed to a receiver that has not asked. The pushed buffer's bound.
//!
//! Credit comes in classes, each with an account of its own: messages that nobody receives hold up no handler, and the
//! other way round. Both sides start from `Limits`, known from the job's size alone. A push costs its bytes and
//! `ENTRY_COST`; what the receiver has taken it gives back, a quarter of the whole at a time.
use super::Transfers;
use crate::limits::{LEAST_CREDIT, MOST_CREDIT};
use crate::planted::planted;
use crate::protocol::sink::Sink;
use crate::wire::{Credit, MessageRole};

/// Whose messages an account is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Messages that wait for a receive.
    Tags,
    /// Messages that run a handler, but for [`Class::Replies`].
    Handlers,
    /// Operations on windows.
    Windows,
    /// Broadcasts within groups. Their credit is the root's shared buffer, and an acknowledgement gives it back.
    Groups,
    /// Messages with which a handler answers another. Their credit is their own: a reply never waits for a request.
    Replies,
}

pub const CLASSES: usize = 5;

impl Class {
    pub const ALL: [Class; CLASSES] = [Class::Tags, Class::Handlers, Class::Windows, Class::Groups, Class::Replies];

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The class of messages to handlers with that role.
    #[inline(always)]
    pub fn of_role(role: MessageRole) -> Class {
        match role {
            MessageRole::Reply if !planted("replies_behind_requests") => Class::Replies,
            _ => Class::Handlers,
        }
    }

    /// The role of a message to a handler.
    #[inline(always)]
    pub const fn role(self) -> MessageRole {
        if matches!(self, Class::Replies) { MessageRole::Reply } else { MessageRole::Request }
    }

    /// True for messages that run a handler.
    #[inline(always)]
    pub const fn runs_handlers(self) -> bool {
        matches!(self, Class::Handlers | Class::Replies)
    }
}

/// What two ranks account with each other for one class, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    // As a sender.
    /// Bytes that may still be pushed.
    pub credit: u64,
    /// Messages that their owner holds back: a new one comes behind them.
    pub held: usize,
    /// The number of the next message to the peer.
    pub next: u64,
    // As a receiver.
    /// Bytes that the peer may still push.
    pub allowance: u64,
    /// Credit to give back: bytes taken and not yet told.
    pub owed: u64,
    /// Credit to keep when it comes back, because the pushed buffer has shrunk.
    pub withheld: u64,
    /// The lowest number of a message of the peer's that has not arrived.
    pub expected: u64,
}

impl Account {
    /// Both sides know `credit`.
    pub fn new(credit: u64) -> Account {
        Account { credit, held: 0, next: 0, allowance: credit, owed: 0, withheld: 0, expected: 0 }
    }

    /// The one admission of a message that comes: it costs so much, and is the next of its class. False: its sender has
    /// not the credit, and nothing has happened.
    #[inline(always)]
    pub fn admit(&mut self, cost: u64) -> bool {
        if !self.charge(cost) {
            return false;
        }
        self.expected += 1;
        true
    }

    /// The same for more of a message that has been admitted.
    #[inline(always)]
    pub fn charge(&mut self, cost: u64) -> bool {
        if self.allowance < cost {
            return false;
        }
        self.allowance -= cost;
        true
    }

    /// The peer knows of `known` bytes of credit and is to have `each`: the difference comes on top, or is kept back.
    pub fn adjust(&mut self, known: u64, each: u64) {
        if each < known {
            self.withheld += known - each;
        } else {
            let more = each - known;
            let kept = more.min(self.withheld);
            self.withheld -= kept;
            self.owed += more - kept;
        }
    }
}

impl Transfers {
    /// A message that held `cost` bytes of credit has been taken.
    #[inline(always)]
    pub fn owe<S: Sink>(&mut self, sink: &mut S, p: usize, class: Class, cost: u64) {
        let account = &mut self.peers[p].accounts[class.index()];
        account.owed += cost;
        if account.owed >= self.due(class) {
            self.give_back(sink, p, class);
        }
    }

    /// So much owed credit is given back.
    #[inline(always)]
    pub fn due(&self, class: Class) -> u64 {
        self.dues[class.index()]
    }

    /// Sets what is due of each class: a quarter of its credit. To be called when that has changed.
    pub fn set_dues(&mut self) {
        self.dues = Class::ALL.map(|class| match class {
            Class::Tags => self.limits.credit.min(self.credit_each) / 4,
            Class::Handlers => self.limits.handlers / 4,
            Class::Replies => self.limits.replies / 4,
            Class::Windows => self.limits.windows / 4,
            Class::Groups => u64::MAX,
        });
    }

    /// Gives back what is due, of every class.
    pub fn give_back_what_is_due<S: Sink>(&mut self, sink: &mut S, p: usize) {
        for class in Class::ALL {
            self.owe(sink, p, class, 0);
        }
    }

    /// Gives back all that is owed of a class, and says so, even if that is nothing: the sender has asked.
    pub fn answer_credit<S: Sink>(&mut self, sink: &mut S, p: usize, class: Class) {
        let account = &mut self.peers[p].accounts[class.index()];
        let bytes = std::mem::take(&mut account.owed);
        account.allowance += bytes;
        let credit = Credit { class: class as u16, all: true, bytes };
        self.control(sink, p, credit.head(), &credit.words());
    }

    #[cold]
    fn give_back<S: Sink>(&mut self, sink: &mut S, p: usize, class: Class) {
        let account = &mut self.peers[p].accounts[class.index()];
        let kept = account.owed.min(account.withheld);
        account.withheld -= kept;
        let mut bytes = account.owed - kept;
        account.owed = 0;
        if planted("credit_lost") {
            bytes -= bytes.min(64);
        }
        if bytes > 0 {
            account.allowance += bytes;
            let class = if planted("credit_of_another_class") { Class::Tags } else { class };
            let credit = Credit { class: class as u16, all: false, bytes };
            self.delayable(sink, p, credit.head(), &credit.words());
        }
    }

    /// The receiver has room again. The class that may push more; `None`: there is no such class, or too much credit.
    pub fn on_credit(&mut self, p: usize, credit: Credit) -> Option<Class> {
        let class = *Class::ALL.get(usize::from(credit.class))?;
        let account = &mut self.peers[p].accounts[class.index()];
        account.credit = account.credit.checked_add(credit.bytes)?;
        Some(class)
    }

    /// Changes the pushed buffer's size, in bytes, for `others` possible senders (the paper, 1.3.2). It grows at once
    /// and shrinks as messages are taken; each sender keeps at least [`LEAST_CREDIT`].
    pub fn set_pushed_buffer<S: Sink>(&mut self, sink: &mut S, bytes: u64, others: u64) {
        let each = (bytes / others.max(1)).clamp(LEAST_CREDIT, MOST_CREDIT.max(bytes));
        let before = std::mem::replace(&mut self.credit_each, each);
        self.set_dues();
        for p in 0..self.peers.len() {
            self.peers[p].accounts[Class::Tags.index()].adjust(before, each);
            if each > before {
                self.give_back(sink, p, Class::Tags);
            }
            // What is owed may be due by the new measure.
            self.owe(sink, p, Class::Tags, 0);
        }
    }
}
