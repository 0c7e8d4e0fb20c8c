//! Credit: how many bytes a sender may push to a receiver that has not asked for them. Credit bounds the pushed buffer.
//!
//! Each [class](super::class) of messages has credit and an account of its own. Sender and receiver derive the first
//! credit from the job's size (`Limits`). A push costs its bytes and `ENTRY_COST`. The receiver returns the credit of
//! taken messages in steps of a quarter of the whole credit.
use super::Transfers;
use super::class::Class;
use super::debt::Debt;
use super::sink::TransferSink;
use crate::limits::ENTRY_COST;
use crate::planted::planted;
use crate::wire::Credit;

/// The account between two ranks for one class, in bytes.
#[derive(Debug)]
pub struct Account {
    // The fields from here on belong to this rank as a sender to the peer.
    /// Bytes that this rank may still push to the peer.
    credit: u64,
    /// How many messages their owner holds back. A new message queues behind them.
    held: usize,
    /// The number of the next message to the peer.
    next: u64,
    /// All credit that this rank has had so far: at first, and as the peer returned it. Only the view of the account
    /// reads it, to find how much was spent.
    granted: u64,
    // The fields from here on belong to this rank as a receiver from the peer.
    /// Bytes that the peer may still push.
    allowance: u64,
    /// Credit to return: bytes of messages that this rank has taken without telling the peer yet.
    owed: u64,
    /// Credit that this rank will keep when it takes messages, because the pushed buffer has shrunk.
    withheld: u64,
    /// The lowest number of a message from the peer that has not arrived.
    expected: u64,
}

impl Account {
    /// Returns an account for two ranks: this rank may push `credit` bytes to the peer, and the peer `allowance` bytes
    /// to this rank.
    pub fn new(credit: u64, allowance: u64) -> Account {
        Account { credit, held: 0, next: 0, granted: credit, allowance, owed: 0, withheld: 0, expected: 0 }
    }
}

// This rank as a sender to the peer.
impl Account {
    /// Returns how many bytes this rank may still push to the peer.
    #[inline(always)]
    pub fn credit(&self) -> u64 {
        self.credit
    }

    /// Spends credit for `bytes` that leave. The caller has checked [`credit`](Self::credit).
    #[inline(always)]
    pub fn spend(&mut self, bytes: u64) {
        self.credit -= bytes;
    }

    /// Records that a message has left without a push. The message counts as one that spent `ENTRY_COST`, as every
    /// pushed message does; the credit stays.
    pub fn left_unpushed(&mut self) {
        self.granted = self.granted.wrapping_add(ENTRY_COST);
    }

    /// Adds credit that the peer has returned. Returns `None` if the credit would overflow.
    fn earn(&mut self, bytes: u64) -> Option<()> {
        self.credit = self.credit.checked_add(bytes)?;
        self.granted = self.granted.wrapping_add(bytes);
        Some(())
    }

    /// Records that the owner holds one more message back.
    pub fn hold(&mut self) {
        self.held += 1;
    }

    /// Records that a message that was held back has left or is over.
    pub fn release(&mut self) {
        self.held -= 1;
    }

    /// Records that the owner holds no message back any more.
    pub fn release_all(&mut self) {
        self.held = 0;
    }

    /// Returns true if the owner holds messages back.
    #[inline(always)]
    pub fn is_holding(&self) -> bool {
        self.held > 0
    }

    /// Numbers a message to the peer, and returns the number.
    #[inline(always)]
    pub fn number(&mut self) -> u64 {
        let next = self.next;
        self.next += 1;
        next
    }

    /// Takes back the last number that [`number`](Self::number) gave: the peer will not see the message.
    pub fn take_number_back(&mut self) {
        self.next -= 1;
    }
}

// This rank as a receiver from the peer.
impl Account {
    /// Returns true if the sender has credit for a message of `cost` bytes.
    #[inline(always)]
    pub fn allows(&self, cost: u64) -> bool {
        self.allowance >= cost
    }

    /// Admits an arriving message of `cost` bytes as the next of its class. Returns the credit that the message holds,
    /// or `None`, and changes nothing, if the sender has too little credit.
    #[inline(always)]
    pub fn admit(&mut self, cost: u64) -> Option<Debt> {
        if !self.allows(cost) {
            return None;
        }
        self.allowance -= cost;
        self.expected += 1;
        Some(Debt::new(cost))
    }

    /// Charges `cost` bytes for more of an admitted message. Returns the credit that these bytes hold, or `None`, and
    /// changes nothing, if the sender has too little credit.
    pub fn charge(&mut self, cost: u64) -> Option<Debt> {
        if !self.allows(cost) {
            return None;
        }
        if !planted("piece_not_charged") {
            self.allowance -= cost;
        }
        Some(Debt::new(cost))
    }

    /// Owes the peer credit that this rank does not hold any more. [`Transfers::owe`] also returns the credit if it is
    /// due.
    #[inline(always)]
    pub fn owe(&mut self, debt: Debt) {
        self.owed += debt.settle();
    }

    /// Allows the peer to spend the credit again: a frame of the owner tells the peer.
    pub fn restore(&mut self, debt: Debt) {
        self.allowance += debt.settle();
    }

    /// Returns true if the owed credit has reached `due` bytes.
    #[inline(always)]
    pub fn is_due(&self, due: u64) -> bool {
        self.owed >= due
    }

    /// Returns the lowest number of a message from the peer that has not arrived.
    #[inline(always)]
    pub fn expected(&self) -> u64 {
        self.expected
    }

    /// Passes over the expected number, because its message arrived before its turn.
    pub fn pass_over(&mut self) {
        self.expected += 1;
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

    /// Writes the account's amounts into a view of it.
    pub fn show(&self, view: &mut super::view::Account) {
        (view.credit, view.held) = (self.credit, self.held);
        (view.allowance, view.owed, view.withheld) = (self.allowance, self.owed, self.withheld);
        (view.sent, view.received) = (self.next.saturating_sub(self.held as u64), self.expected);
        view.spent = self.granted.wrapping_sub(self.credit);
    }
}

impl Transfers {
    /// Owes the peer the credit of a message that this rank has taken. Returns the owed credit to the peer once that
    /// credit is due.
    #[inline(always)]
    pub fn owe<S: TransferSink>(&mut self, sink: &mut S, p: usize, class: Class, debt: Debt) {
        let due = self.due(class);
        let account = self.account(p, class);
        account.owe(debt);
        if account.is_due(due) {
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
        for (i, class) in self.classes.iter().enumerate() {
            let credit = (class.credit)(&self.limits).min(self.credit_each[i]);
            self.dues[i] = if class.by_credit { credit / 4 } else { u64::MAX };
        }
    }

    /// Returns to the peer the owed credit of every class whose credit is due.
    pub fn give_back_what_is_due<S: TransferSink>(&mut self, sink: &mut S, p: usize) {
        for class in Class::all() {
            self.owe(sink, p, class, Debt::default());
        }
    }

    /// Answers a sender that asks for credit: returns all credit owed in a class, even if the amount is 0.
    pub fn answer_credit<S: TransferSink>(&mut self, sink: &mut S, p: usize, class: Class) {
        let account = self.account(p, class);
        let bytes = std::mem::take(&mut account.owed);
        account.allowance += bytes;
        let credit = Credit { class: class.index() as u16, all: true, bytes };
        self.control(sink, p, credit.head(), &credit.words());
    }

    #[cold]
    fn give_back<S: TransferSink>(&mut self, sink: &mut S, p: usize, class: Class) {
        let account = self.account(p, class);
        let kept = account.owed.min(account.withheld);
        account.withheld -= kept;
        let mut bytes = account.owed - kept;
        account.owed = 0;
        if planted("credit_lost") {
            bytes -= bytes.min(64);
        }
        if bytes > 0 {
            account.allowance += bytes;
            let class = if planted("credit_of_another_class") { 0 } else { class.index() as u16 };
            let credit = Credit { class, all: false, bytes };
            self.delayable(sink, p, credit.head(), &credit.words());
        }
    }

    /// Takes credit that the receiver returns, and returns the credit's class. Returns `None` if CREDIT returns no
    /// credit of that class, or if the credit would overflow.
    pub fn on_credit(&mut self, p: usize, credit: Credit) -> Option<Class> {
        let class = Class::of_wire(credit.class).filter(|c| self.classes[c.index()].by_credit)?;
        self.account(p, class).earn(credit.bytes)?;
        Some(class)
    }

    /// Sets the credit of every peer in a class to `each` bytes. An increase is returned to known peers at once; a
    /// decrease is kept as messages are taken.
    pub fn set_credit<S: TransferSink>(&mut self, sink: &mut S, class: Class, each: u64) {
        let before = std::mem::replace(&mut self.credit_each[class.index()], each);
        self.set_dues();
        for p in 0..self.peers.len() {
            if self.peers[p].is_vacant() {
                continue;
            }
            self.account(p, class).adjust(before, each);
            if each > before {
                self.give_back(sink, p, class);
            }
            // With the new sizes, the owed credit may be due already.
            self.owe(sink, p, class, Debt::default());
        }
    }
}
