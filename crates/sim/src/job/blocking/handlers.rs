//! Messages that run handlers, by [`Handlers`]: streams in pieces of random sizes, read in others; messages that end
//! early, reads and sends that are dropped, answers of handlers, functions, and numbers without a handler.
use super::super::plan::Plan;
use super::super::turn::{FabricOfPlaces, Place};
use super::{Common, Program};
use crate::contents::{contents, difference};
use clump::driver::handlers::{Handlers, RecvStream, SendStream, UnderWay};
use clump::driver::{Buffer, Error, ErrorKind};
use clump_core::Rank;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

/// The most messages that a rank's program sends.
const MOST: u64 = 25;
/// The handler that reads its message.
const READ: i32 = 1;
/// The handler that reads its message and answers it.
const ANSWER: i32 = 2;
/// The handler that drops the rest of its message somewhere.
const DROP: i32 = 3;
/// The function that gets its message whole.
const WHOLE: i32 = 4;
/// A number for which no rank registers a handler.
const NOBODY: i32 = 5;

type Ranks = Handlers<FabricOfPlaces>;

/// A message under way. Its number is that of its contents.
struct Mail {
    number: usize,
    len: u64,
    /// True if its sender ends it early.
    ends_early: bool,
    /// Where its sender has ended it.
    end: Cell<Option<u64>>,
}

/// Something of each pair of ranks: the sender and the receiver.
type OfPairs<T> = RefCell<BTreeMap<(Rank, Rank), T>>;

/// All messages of a run.
struct Mails {
    common: Rc<Common>,
    /// The messages of each pair of ranks whose handlers have not begun, in the order in which they must.
    queues: OfPairs<VecDeque<Rc<Mail>>>,
    /// The messages of each pair of ranks for functions, which long ones may run out of order.
    whole: OfPairs<Vec<Rc<Mail>>>,
    /// The messages to each rank for whose number no handler is registered.
    to_nobody: RefCell<Vec<u64>>,
    begun: Cell<usize>,
    ended: Cell<usize>,
    /// Ranks whose programs send no more.
    silent: Cell<u32>,
    wrong: RefCell<Option<String>>,
}

impl Mails {
    /// Records a message that takes its place among those of this pair now.
    fn post(&self, from: Rank, to: Rank, handler: i32, len: u64, ends_early: bool) -> Rc<Mail> {
        let number = self.begun.get();
        self.begun.set(number + 1);
        let mail = Rc::new(Mail { number, len, ends_early, end: Cell::new(None) });
        match handler {
            NOBODY => {
                self.to_nobody.borrow_mut()[to as usize] += 1;
                self.end(&mail);
            }
            WHOLE => self.whole.borrow_mut().entry((from, to)).or_default().push(mail.clone()),
            _ => self.queues.borrow_mut().entry((from, to)).or_default().push_back(mail.clone()),
        }
        self.common.step(|| format!("rank {from} sends message {number}, {len} bytes, to handler {handler} of {to}"));
        mail
    }

    fn end(&self, mail: &Mail) {
        self.ended.set(self.ended.get() + 1);
        self.common.step(|| format!("message {} has ended", mail.number));
    }

    /// Returns true once no message is under way and none will be.
    fn are_over(&self) -> bool {
        self.silent.get() == self.common.ranks && self.begun.get() == self.ended.get()
    }

    fn fail(&self, why: String) {
        self.wrong.borrow_mut().get_or_insert(why);
    }

    /// Returns the message with which a handler begins.
    fn begin(&self, from: Rank, to: Rank, size: u64) -> Rc<Mail> {
        let mail = self.queues.borrow_mut().get_mut(&(from, to)).and_then(VecDeque::pop_front);
        if mail.as_ref().is_none_or(|mail| mail.len != size) {
            self.fail(format!("a message of {size} bytes from {from} to {to} begins out of turn"));
        }
        mail.unwrap_or_else(|| Rc::new(Mail { number: 0, len: size, ends_early: false, end: Cell::new(None) }))
    }

    /// Ends the message that a function gets.
    fn end_whole(&self, from: Rank, to: Rank, bytes: &[u8]) {
        let mut whole = self.whole.borrow_mut();
        let mails = whole.entry((from, to)).or_default();
        let same = |mail: &Rc<Mail>| mail.len == bytes.len() as u64 && difference(mail.number, bytes).is_none();
        match mails.iter().position(same) {
            Some(at) => self.end(&mails.remove(at)),
            None => self.fail(format!("{} bytes from {from} to {to} are of no message", bytes.len())),
        }
    }

    /// Reads a message in pieces of random sizes, and checks each of them.
    async fn read(&self, message: &mut RecvStream<FabricOfPlaces>, mail: &Mail, to: Rank) -> Result<(), String> {
        let (wanted, mut at) = (contents(mail.number, mail.len), 0usize);
        while message.unread() > 0 {
            let len = 1 + self.common.below(message.unread()) as usize;
            if !mail.ends_early && self.common.one_in(8) {
                // A read that has not begun takes no bytes.
                let before = message.unread();
                drop_early(pin!(message.read_into(Buffer::new(len)))).await;
                at += (before - message.unread()) as usize;
                continue;
            }
            let got = if self.common.one_in(3) {
                let first = self.common.below(len as u64) as usize;
                let buffers = vec![Buffer::new(first), Buffer::new(len - first)];
                message.read_pieces(buffers).await.map(|all| all.iter().flat_map(|b| b.to_vec()).collect())
            } else {
                message.read(len).await
            };
            let Ok(got) = got else {
                if !mail.ends_early {
                    return Err(format!("rank {to} cannot read {len} bytes at {at} of message {}", mail.number));
                }
                if message.unread() == 0 {
                    // The read was under way when the message ended.
                    return Ok(());
                }
                continue;
            };
            if got[..] != wanted[at..at + len] {
                return Err(format!("bytes {at} to {} of message {} are wrong at {to}", at + len, mail.number));
            }
            at += len;
        }
        let end = mail.end.get().unwrap_or(mail.len);
        if at as u64 != end {
            return Err(format!("rank {to} has read {at} bytes of {end} of message {}", mail.number));
        }
        Ok(())
    }

    /// Sends a message in pieces of random sizes, or only its beginning.
    async fn send(&self, mut stream: SendStream<FabricOfPlaces>, mail: &Mail) -> Result<(), Error> {
        let bytes = contents(mail.number, mail.len);
        let end = if mail.ends_early { 1 + self.common.below(mail.len - 1) as usize } else { bytes.len() };
        let mut at = 0;
        while at < end {
            let len = 1 + self.common.below((end - at) as u64) as usize;
            let piece = &bytes[at..at + len];
            if self.common.one_in(3) {
                let pieces = piece.chunks(1 + self.common.below(len as u64) as usize).map(Buffer::copy_of);
                stream.send_pieces(pieces.collect()).await?;
            } else if self.common.one_in(6) {
                // A piece that waits for the one before is not sent then.
                drop_early(pin!(stream.send_piece(Buffer::copy_of(piece)))).await;
                at = stream.handed_over() as usize;
                continue;
            } else {
                stream.send_piece(Buffer::copy_of(piece)).await?;
            }
            at += len;
        }
        if end < bytes.len() {
            mail.end.set(Some(end as u64));
            return Ok(());
        }
        stream.end_message()
    }
}

/// Polls a future once, and gives it up.
async fn drop_early<F: Future + Unpin>(mut future: F) {
    poll_fn(|context| {
        let _ = pin!(&mut future).poll(context);
        Poll::Ready(())
    })
    .await;
}

/// Registers the handlers of a rank.
fn register(handlers: &Ranks, mails: &Rc<Mails>, plan_len: &Rc<dyn Fn() -> u64>, me: Rank) {
    for handler in [READ, ANSWER, DROP] {
        let (mails, plan_len) = (mails.clone(), plan_len.clone());
        handlers.register(handler, move |mut message| {
            let mail = mails.begin(message.source(), me, message.size());
            let (mails, plan_len) = (mails.clone(), plan_len.clone());
            async move {
                if handler == DROP && mails.common.one_in(2) {
                    let some = mails.common.below(message.unread()) as usize;
                    let _ = message.read(some).await;
                } else if let Err(why) = mails.read(&mut message, &mail, me).await {
                    mails.fail(why);
                }
                if handler == ANSWER {
                    let (to, len) = (message.source(), plan_len());
                    match message.begin_message(to, len, READ) {
                        Ok(stream) => {
                            // A handler that keeps its message keeps the credit that the answer may need.
                            drop(message);
                            let answer = mails.post(me, to, READ, len, false);
                            if let Err(error) = mails.send(stream, &answer).await {
                                mails.fail(error.to_string());
                            }
                        }
                        Err(error) => mails.fail(error.to_string()),
                    }
                }
                mails.end(&mail);
            }
        });
    }
    let mails = mails.clone();
    handlers.register_call(WHOLE, move |message| mails.end_whole(message.source(), me, message.bytes()));
}

/// Accepts that no handler was registered, which is counted.
fn heard(end: Result<(), Error>) -> Result<(), String> {
    match end {
        Err(error) if error.kind() != ErrorKind::Handler => Err(error.to_string()),
        _ => Ok(()),
    }
}

fn run(common: &Common, mails: &Rc<Mails>, plan_len: &Rc<dyn Fn() -> u64>, endpoint: Place) -> Result<(), String> {
    let me = endpoint.rank();
    let handlers = Handlers::new(endpoint);
    register(&handlers, mails, plan_len, me);
    let until = |done: &dyn Fn() -> bool| {
        while !done() {
            heard(handlers.run_until(done))?;
        }
        Ok::<_, String>(())
    };
    for _ in 0..common.below(MOST) {
        let (to, handler, len) = (common.below(common.ranks.into()) as Rank, 1 + common.below(5) as i32, plan_len());
        match common.below(6) {
            0 => heard(handlers.extract(common.below(2000)).map(|_| ()))?,
            1 | 2 => {
                let mail = mails.post(me, to, handler, len, false);
                handlers.send_copy(to, handler, &contents(mail.number, len)).map_err(|e| e.to_string())?;
            }
            // One rank may block while it runs no handler: the others read what it sends.
            3 if me == 0 && to != 0 => {
                let mail = mails.post(me, to, handler, len, false);
                handlers.send(to, handler, Buffer::copy_of(&contents(mail.number, len))).map_err(|e| e.to_string())?;
            }
            _ => {
                let stream = handlers.begin_message(to, len, handler).map_err(|e| e.to_string())?;
                let ends_early = len > 1 && [READ, DROP].contains(&handler) && common.one_in(4);
                let mail = mails.post(me, to, handler, len, ends_early);
                let sent = handlers.block_on(mails.send(stream, &mail)).map_err(|e| e.to_string())?;
                sent.map_err(|e| e.to_string())?;
            }
        }
        mails.wrong.take().map_or(Ok(()), Err)?;
    }
    mails.silent.set(mails.silent.get() + 1);
    common.step(|| format!("rank {me} sends no more"));
    until(&|| mails.are_over() || mails.wrong.borrow().is_some())?;
    mails.wrong.take().map_or(Ok(()), Err)?;
    let to_nobody = mails.to_nobody.borrow()[me as usize];
    until(&|| handlers.failures() >= to_nobody && handlers.under_way() == UnderWay::default())?;
    if handlers.failures() != to_nobody {
        return Err(format!("{} messages found no handler of {to_nobody}", handlers.failures()));
    }
    let all = common.come(common.ranks);
    until(&|| common.have_met(all))?;
    handlers.close().map_err(|e| e.to_string())
}

pub fn programs(common: &Rc<Common>, plan: &Plan, endpoints: Vec<Place>) -> Vec<Program> {
    let mails = Rc::new(Mails {
        common: common.clone(),
        queues: RefCell::default(),
        whole: RefCell::default(),
        to_nobody: RefCell::new(vec![0; plan.ranks as usize]),
        begun: Cell::default(),
        ended: Cell::default(),
        silent: Cell::default(),
        wrong: RefCell::default(),
    });
    let (push1, frame, largest) = (plan.limits.push1, plan.limits.frame, plan.largest);
    let lens = common.clone();
    let plan_len: Rc<dyn Fn() -> u64> = Rc::new(move || match lens.below(6) {
        0 => lens.below(3),
        1 => (push1 + lens.below(3)).saturating_sub(1).min(largest),
        2 => (frame + lens.below(3)).saturating_sub(1).min(largest),
        3 => lens.below(largest + 1),
        _ => lens.below(100),
    });
    let program = |endpoint: Place| -> Program {
        let (common, mails, plan_len) = (common.clone(), mails.clone(), plan_len.clone());
        Box::new(move || run(&common, &mails, &plan_len, endpoint))
    };
    endpoints.into_iter().map(program).collect()
}
