//! Tests that every decoder undoes its encoder, and takes any words without panicking.
use super::*;
use crate::ids::{OperationId, SendId, WindowId, from_wire};
use proptest::prelude::*;

struct Fake(Vec<u64>, usize);
impl Arrival for Fake {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.0.get(..K).map(|w| w.try_into().expect("K words"))
    }
    fn len(&self, k: usize) -> usize {
        (self.0.len().saturating_sub(k)) * 8 + self.1
    }
}

fn send(n: u64) -> SendId {
    from_wire(n)
}

#[test]
fn rows_lie_a_stride_apart() {
    let rows = Rows::new(8, 20).unwrap();
    assert_eq!((rows.span(8), rows.span(24)), (8, 48));
    assert_eq!(rows.each(100, 24).collect::<Vec<_>>(), [(100, 0..8), (120, 8..16), (140, 16..24)]);
    assert!(rows.divide(24) && !rows.divide(0) && !rows.divide(23));
}

proptest! {
    #[test]
    fn heads(context: u16, tag: i32, kind in 0..Kind::ALL.len()) {
        let h = Head { kind: Kind::ALL[kind], context, tag };
        prop_assert_eq!(h.emit() >> 56, 0);
        prop_assert_eq!(Head::parse(h.emit()), Some(h));
    }

    #[test]
    fn frames_survive_the_wire(
        context: u16, tag: i32, id: u64, number: u16, sequence in 0..offer::SEQUENCES,
        a in 0u64..1 << 40, b in 0u64..1 << 40, flag: bool, any: bool,
    ) {
        let (lo, hi) = (a.min(b), a.max(b));
        let at = |w: &[u64]| Fake(w.to_vec(), 0);
        let pushed = if flag { hi } else { lo };
        let f = First { context, tag, send: send(id), len: hi, pushed, address: id, released: flag };
        prop_assert_eq!(First::parse(Head::parse(f.head()).unwrap(), &at(&f.words())), Some(f));
        let s = Second { send: send(id), offset: a };
        prop_assert_eq!(Second::parse(&at(&s.words())), Some(s));
        let p = Pull { send: send(id), arrival: from_wire(id), offset: a, len: b, piece: tag as u32, last: flag };
        prop_assert_eq!(Pull::parse(Head::parse(p.head()).unwrap(), &at(&p.words())), Some(p));
        let d = Data { arrival: from_wire(id), offset: a };
        prop_assert_eq!(Data::parse(&at(&d.words())), Some(d));
        prop_assert_eq!(Done::parse(&at(&Done { send: send(id) }.words())), Some(Done { send: send(id) }));
        prop_assert_eq!(Accept::parse(&at(&Accept { send: send(id) }.words())), Some(Accept { send: send(id) }));
        prop_assert_eq!(Decline::parse(&at(&Decline { send: send(id) }.words())), Some(Decline { send: send(id) }));
        let share = Share { send: send(id), ticket: a };
        prop_assert_eq!(Share::parse(&at(&share.words())), Some(share));
        let c = Credit { class: context, all: any, bytes: a };
        prop_assert_eq!(Credit::parse(Head::parse(c.head()).unwrap(), &at(&c.words())), Some(c));
        let k = Seek { context, tag: any.then_some(tag), bare: flag, number };
        prop_assert_eq!(Seek::parse(Head::parse(k.head()).unwrap(), &at(&k.words())), Some(k));
        let o = Offer { context, tag, send: send(id), len: hi, address: id, seek: number, sequence };
        prop_assert_eq!(Offer::parse(Head::parse(o.head()).unwrap(), &at(&o.words())), Some(o));
        let ready = if any { hi } else { lo };
        let role = if flag { MessageRole::Reply } else { MessageRole::Request };
        let b = Begin { handler: tag, role, asks: any, send: send(id), len: hi, ready, address: id };
        prop_assert_eq!(Begin::parse(Head::parse(b.head()).unwrap(), &at(&b.words())), Some(b));
        let long = Fake(b.words().to_vec(), ready as usize + 1);
        prop_assert_eq!(Begin::parse(Head::parse(b.head()).unwrap(), &long), None);
        let m = More { role, send: send(id), start: lo, ready: hi, address: id };
        prop_assert_eq!(More::parse(Head::parse(m.head()).unwrap(), &at(&m.words())), Some(m));
        let with = |m: More, body: u64| {
            let frame = Fake(m.words().to_vec(), body as usize);
            More::parse(Head::parse(m.head()).unwrap(), &frame)
        };
        prop_assert_eq!(with(m, m.ready - m.start), Some(m));
        prop_assert_eq!(with(m, m.ready - m.start + 1), None);
        let backwards = More { start: hi + 1, ready: hi, ..m };
        prop_assert_eq!(with(backwards, 0), None);
        let part = More { start: 0, ready: hi + 2, ..m };
        prop_assert_eq!(with(part, hi + 1), None);
        let t = PieceTaken { send: send(id), upto: a };
        prop_assert_eq!(PieceTaken::parse(&at(&t.words())), Some(t));
        let call = Head { kind: Kind::Call, context: u16::from(flag), tag };
        prop_assert_eq!(Head::parse(HandlerCall { handler: tag, role }.head()), Some(call));
        let n = Nothing { number, empty: flag };
        prop_assert_eq!(Nothing::parse(&at(&n.words())), Some(n));
    }

    #[test]
    fn operations_on_windows_survive_the_wire(
        context: u16, tag: i32, id: u64, number: u16, a in 0u64..1 << 40, b in 0u64..1 << 40, flag: bool, any: bool,
    ) {
        let (lo, hi) = (a.min(b), a.max(b));
        let at = |w: &[u64]| Fake(w.to_vec(), 0);
        let (window, operation) = (WindowId(tag as u32), from_wire::<OperationId>(id));
        let d = Deposit { window, key: id, offset: a };
        prop_assert_eq!(Deposit::parse(Head::parse(d.head()).unwrap(), &at(&d.words())), Some(d));
        let d = DepositHead { window, key: id, offset: a, send: send(id), len: hi + 1 };
        prop_assert_eq!(DepositHead::parse(Head::parse(d.head()).unwrap(), &at(&d.words())), Some(d));
        let whole = Fake(d.words().to_vec(), hi as usize + 1);
        prop_assert_eq!(DepositHead::parse(Head::parse(d.head()).unwrap(), &whole), None);
        let d = DepositPart { window, key: id, offset: b, at: lo, len: hi + 1 };
        for (here, good) in [(0, false), (1, true), (hi + 1 - lo, true), (hi + 2 - lo, false)] {
            let part = Fake(d.words().to_vec(), here as usize);
            prop_assert_eq!(DepositPart::parse(Head::parse(d.head()).unwrap(), &part), good.then_some(d));
        }
        let g = Get { window, key: id, offset: a, len: b, operation };
        prop_assert_eq!(Get::parse(Head::parse(g.head()).unwrap(), &at(&g.words())), Some(g));
        let how = Combine { operation: context, element: number };
        let c = CombineRequest { window, key: id, offset: a, operation, how, replied: flag, swap: any };
        prop_assert_eq!(CombineRequest::parse(Head::parse(c.head()).unwrap(), &at(&c.words())), Some(c));
        let odd = Fake(c.words().to_vec(), 9);
        prop_assert_eq!(CombineRequest::parse(Head::parse(c.head()).unwrap(), &odd).is_none(), any);
        let rows = Rows::new(lo % 1000 + 1, lo % 1000 + 1 + hi % 1000).unwrap();
        let (row, whole) = (rows.row(), rows.row() * (1 + u64::from(number % 9)));
        let d = DepositRows { window, key: id, offset: a, rows };
        let c = CombineRows { window, key: id, offset: a, rows, how };
        for (body, good) in [(whole, true), (whole + 1, row == 1), (0, false)] {
            let frame = Fake(d.words().to_vec(), body as usize);
            prop_assert_eq!(DepositRows::parse(Head::parse(d.head()).unwrap(), &frame), good.then_some(d));
            let frame = Fake(c.words().to_vec(), body as usize);
            prop_assert_eq!(CombineRows::parse(Head::parse(c.head()).unwrap(), &frame), good.then_some(c));
        }
        let replied = Fake([&c.words()[..3], &[c.words()[3] | 1 << 32]].concat(), whole as usize);
        prop_assert_eq!(CombineRows::parse(Head::parse(c.head()).unwrap(), &replied), None);
        let g = GetRows { window, key: id, offset: a, rows, count: context, operation };
        let some = (context > 0).then_some(g);
        prop_assert_eq!(GetRows::parse(Head::parse(g.head()).unwrap(), &at(&g.words())), some);
        for (len, stride) in [(0, 8), (9, 8), (8, 1 << 32)] {
            prop_assert_eq!(Rows::new(len, stride), None);
            let frame = Fake(vec![id, a, len | stride << 32], 72);
            prop_assert_eq!(DepositRows::parse(Head::parse(d.head()).unwrap(), &frame), None);
        }
        let refusal = flag.then_some(if any { Refusal::Outside } else { Refusal::WrongKey });
        let r = Reply { operation, refusal };
        prop_assert_eq!(Reply::parse(Head::parse(r.head()).unwrap(), &at(&r.words())), Some(r));
        let with_bytes = Fake(r.words().to_vec(), 1);
        prop_assert_eq!(Reply::parse(Head::parse(r.head()).unwrap(), &with_bytes).is_none(), flag);
        let r = ReplyHead { operation, send: send(id) };
        prop_assert_eq!(ReplyHead::parse(&at(&r.words())), Some(r));
        let p = Applied { window, count: hi + 1, refused: if flag { lo + 1 } else { 0 }, refusal };
        prop_assert_eq!(Applied::parse(Head::parse(p.head()).unwrap(), &at(&p.words())), Some(p));
        let more = Applied { refused: hi + 2, ..p };
        prop_assert_eq!(Applied::parse(Head::parse(more.head()).unwrap(), &at(&more.words())), None);
    }

    #[test]
    fn broadcasts_survive_the_wire(
        group: u16, root: u16, generation: u32, number: u32, a in 0u64..1 << 40, b in 0u64..1 << 40, forward: bool,
        serial: u64,
    ) {
        let (lo, hi) = (a.min(b), a.max(b));
        let name = BroadcastName { group, root, generation, number };
        let in_block = [InBlock::No, InBlock::First, InBlock::Later][number as usize % 3];
        let at = |w: &[u64], body: u64| Fake(w.to_vec(), body as usize);
        let row = number as u16 & MOST_ROW;
        let part = BroadcastPart { name, forward, offset: lo, len: hi + 1, row, serial, in_block };
        let parse = |body| BroadcastPart::parse(Head::parse(part.head()).unwrap(), &at(&part.words(), body));
        prop_assert_eq!(parse(hi + 1 - lo), Some(part));
        prop_assert_eq!(parse(1), Some(part));
        prop_assert_eq!((parse(hi + 2 - lo), parse(0)), (None, None));
        let empty = BroadcastPart { offset: 0, len: 0, ..part };
        prop_assert_eq!(BroadcastPart::parse(Head::parse(empty.head()).unwrap(), &at(&empty.words(), 0)), Some(empty));
        let ask = BroadcastAsk { name, range: lo..hi, heard: serial };
        prop_assert_eq!(BroadcastAsk::parse(Head::parse(ask.head()).unwrap(), &at(&ask.words(), 0)), Some(ask.clone()));
        let turned = at(&[ask.words()[0], hi + 1, lo, serial], 0);
        prop_assert_eq!(BroadcastAsk::parse(Head::parse(ask.head()).unwrap(), &turned), None);
        let turned = at(&[ask.words()[0], hi + 1, lo], 0);
        let lack = BroadcastLack { name, range: lo..hi };
        prop_assert_eq!(BroadcastLack::parse(Head::parse(lack.head()).unwrap(), &turned), None);
        prop_assert_eq!(BroadcastLack::parse(Head::parse(lack.head()).unwrap(), &at(&lack.words(), 0)), Some(lack));
        let ack = BroadcastAck { name, offset: a, heard: serial, lost: root, window: b };
        prop_assert_eq!(BroadcastAck::parse(Head::parse(ack.head()).unwrap(), &at(&ack.words(), 0)), Some(ack));
        let ready = BroadcastReady { name };
        prop_assert_eq!(BroadcastReady::parse(Head::parse(ready.head()).unwrap(), &at(&ready.words(), 0)), Some(ready));
        let poll = BroadcastPoll { name, sent: lo, len: hi, row: number as u16 & MOST_ROW, serial };
        prop_assert_eq!(BroadcastPoll::parse(Head::parse(poll.head()).unwrap(), &at(&poll.words(), 0)), Some(poll));
        let parity = BroadcastParity { name, block: lo..hi + 1, row: number as u16 & MOST_ROW, serial };
        let head = Head::parse(parity.head()).unwrap();
        let parse = |words: [u64; 4], body| BroadcastParity::parse(head, &at(&words, body));
        let least = (hi + 1 - lo).div_ceil(MOST_BLOCK);
        prop_assert_eq!(parse(parity.words(), least), Some(parity.clone()));
        prop_assert_eq!((parse(parity.words(), least - 1), parse(parity.words(), 0)), (None, None));
        let turned = [parity.words()[0], hi + 1, hi + 1, serial];
        prop_assert_eq!(parse(turned, 1), None);
        let more = BroadcastPoll { sent: hi + 1, ..poll };
        prop_assert_eq!(BroadcastPoll::parse(Head::parse(more.head()).unwrap(), &at(&more.words(), 0)), None);
    }

    #[test]
    fn no_words_cause_a_panic(head: u64, words in prop::collection::vec(any::<u64>(), 0..5), body in 0usize..100) {
        let frame = Fake(words, body);
        if let Some(h) = Head::parse(head) {
            let _ = (First::parse(h, &frame), Second::parse(&frame), Pull::parse(h, &frame), Data::parse(&frame));
            let _ = (Done::parse(&frame), Accept::parse(&frame), Decline::parse(&frame), Credit::parse(h, &frame));
            let _ = (Begin::parse(h, &frame), More::parse(h, &frame), PieceTaken::parse(&frame));
            let _ = (Deposit::parse(h, &frame), DepositHead::parse(h, &frame), Get::parse(h, &frame));
            let _ = (CombineRequest::parse(h, &frame), Reply::parse(h, &frame), ReplyHead::parse(&frame));
            let _ = (DepositRows::parse(h, &frame), CombineRows::parse(h, &frame), GetRows::parse(h, &frame));
            let _ = Applied::parse(h, &frame);
            let _ = (BroadcastPart::parse(h, &frame), BroadcastAsk::parse(h, &frame), BroadcastLack::parse(h, &frame));
            let _ = (BroadcastAck::parse(h, &frame), BroadcastReady::parse(h, &frame), BroadcastPoll::parse(h, &frame));
            let _ = BroadcastParity::parse(h, &frame);
            let _ = (Seek::parse(h, &frame), Offer::parse(h, &frame), Nothing::parse(&frame), Share::parse(&frame));
        }
    }
}
