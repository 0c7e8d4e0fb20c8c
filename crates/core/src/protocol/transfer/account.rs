//! Credit: how many bytes a sender may push to a receiver that has not asked for them. Credit bounds the pushed buffer.
//!
//! Each class of messages has credit and an account of its own, so messages that no receive takes never delay handlers,
//! and handlers' messages never delay receives. Sender and receiver derive the first credit from the job's size
//! (`Limits`). A push costs its bytes and `ENTRY_COST`. The receiver returns the credit of taken messages in steps of a
//! quarter of the whole credit.
use super::Transfers;
use crate::limits::{LEAST_CREDIT, MOST_CREDIT};
use crate::planted::planted;
use crate::protocol::sink::Sink;
use crate::wire::{Credit, MessageRole};

/// The class of messages that an account is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Messages that wait for a receive.
    Tags,
    /// Messages that run a handler, except [`Class::Replies`].
    Handlers,
    /// Operations on windows.
    Windows,
    /// Broadcasts within groups. Their credit is the root's shared buffer, and an acknowledgement gives it back.
    Groups,
    /// The replies that handlers send. Replies have credit of their own, so a reply never waits for a request.
    Replies,
}

pub const CLASSES: usize = 5;

impl Class {
    pub const ALL: [Class; CLASSES] = [Class::Tags, Class::Handlers, Class::Windows, Class::Groups, Class::Replies];

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the class of messages to handlers that have this role.
    #[inline(always)]
    pub fn of_role(role: MessageRole) -> Class {
        match role {
            MessageRole::Reply if !planted("replies_behind_requests") => Class::Replies,
            _ => Class::Handlers,
        }
    }

    /// Returns the role of this class's messages, if they go to handlers.
    #[inline(always)]
    pub const fn role(self) -> MessageRole {
        if matches!(self, Class::Replies) { MessageRole::Reply } else { MessageRole::Request }
    }

    /// Returns true if messages of this class run a handler.
    #[inline(always)]
    pub const fn runs_handlers(self) -> bool {
        matches!(self, Class::Handlers | Class::Replies)
    }
}

/// The account between two ranks for one class, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Account {
    // The fields from here on belong to this rank as a sender to the peer.
    /// Bytes that this rank may still push to the peer.
    pub credit: u64,
    /// How many messages their owner holds back. A new message queues behind them.
    pub held: usize,
    /// The number of the next message to the peer.
    pub next: u64,
    // The fields from here on belong to this rank as a receiver from the peer.
    /// Bytes that the peer may still push.
    pub allowance: u64,
    /// Credit to return: bytes of messages that this rank has taken without telling the peer yet.
    pub owed: u64,
    /// Credit that this rank will keep when it takes messages, because the pushed buffer has shrunk.
    pub withheld: u64,
    /// The lowest number of a message from the peer that has not arrived.
    pub expected: u64,
}

impl Account {
    /// Returns an account for two ranks that agree on `credit`.
    pub fn new(credit: u64) -> Account {
        Account { credit, held: 0, next: 0, allowance: credit, owed: 0, withheld: 0, expected: 0 }
    }

    /// Admits an arriving message of `cost` bytes as the next of its class. Returns false, and changes nothing, if
    /// the sender has too little credit.
    #[inline(always)]
    pub fn admit(&mut self, cost: u64) -> bool {
        if !self.charge(cost) {
            return false;
        }
        self.expected += 1;
        true
    }

    /// Charges `cost` bytes for more of an admitted message. Returns false, and changes nothing, if the sender has
    /// too little credit.
    #[inline(always)]
    pub fn charge(&mut self, cost: u64) -> bool {
        if self.allowance < cost {
            return false;
        }
        self.allowance -= cost;
        true
    }

    /// Changes the peer's credit from `known` to `each` bytes: owes the peer an increase, and withholds a decrease.
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
    /// Owes the peer `cost` bytes of credit for a message that this rank has taken. Returns the owed credit to the peer
    /// once that credit is due.
    #[inline(always)]
    pub fn owe<S: Sink>(&mut self, sink: &mut S, p: usize, class: Class, cost: u64) {
        let account = &mut self.peers[p].accounts[class.index()];
        account.owed += cost;
        if account.owed >= self.due(class) {
            self.give_back(sink, p, class);
        }
    }

    /// Returns how many bytes of credit of a class must be owed before this rank returns them.
    #[inline(always)]
    pub fn due(&self, class: Class) -> u64 {
        self.dues[class.index()]
    }

    /// Computes for each class when owed credit is due: at a quarter of the class's credit. Called whenever that credit
    /// changes.
    pub fn set_dues(&mut self) {
        self.dues = Class::ALL.map(|class| match class {
            Class::Tags => self.limits.credit.min(self.credit_each) / 4,
            Class::Handlers => self.limits.handlers / 4,
            Class::Replies => self.limits.replies / 4,
            Class::Windows => self.limits.windows / 4,
            Class::Groups => u64::MAX,
        });
    }

    /// Returns to the peer the owed credit of every class whose credit is due.
    pub fn give_back_what_is_due<S: Sink>(&mut self, sink: &mut S, p: usize) {
        for class in Class::ALL {
            self.owe(sink, p, class, 0);
        }
    }

    /// Answers a sender that asks for credit: returns all credit owed in a class, even if the amount is 0.
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

    /// Takes credit that the receiver returns, and returns the credit's class. Returns `None` if there is no such
    /// class, or if the credit would overflow.
    pub fn on_credit(&mut self, p: usize, credit: Credit) -> Option<Class> {
        let class = *Class::ALL.get(usize::from(credit.class))?;
        let account = &mut self.peers[p].accounts[class.index()];
        account.credit = account.credit.checked_add(credit.bytes)?;
        Some(class)
    }

    /// Sets the size of the pushed buffer, in bytes, for `others` possible senders (the paper, 1.3.2). The buffer
    /// grows at once and shrinks as messages are taken. Each sender keeps at least [`LEAST_CREDIT`].
    pub fn set_pushed_buffer<S: Sink>(&mut self, sink: &mut S, bytes: u64, others: u64) {
        let each = (bytes / others.max(1)).clamp(LEAST_CREDIT, MOST_CREDIT.max(bytes));
        let before = std::mem::replace(&mut self.credit_each, each);
        self.set_dues();
        for p in 0..self.peers.len() {
            self.peers[p].accounts[Class::Tags.index()].adjust(before, each);
            if each > before {
                self.give_back(sink, p, Class::Tags);
            }
            // With the new sizes, the owed credit may be due already.
            self.owe(sink, p, Class::Tags, 0);
        }
    }
}
