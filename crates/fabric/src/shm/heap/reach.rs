//! A stretch of a peer's memory, resolved once for a message: which parts this process has mapped, and how to copy the
//! other parts. A stretch does not refer to other state of this side, so a helper thread can copy through it.
use super::super::zero::CopySource;
use super::view::{HeadMap, Window};
use crate::mem::{Blocks, Buffer, LentBuffer, PieceList, Region, Strided};
use crate::{Refused, Span};
#[cfg(feature = "wrap")]
use crate::{Watched, Watcher};
use std::ops::Range;
use std::sync::Arc;

/// How many bytes, gaps included, one system call copies if blocks are not mapped. Usually only the page at each end is
/// not mapped. A larger number takes memory, a smaller one more system calls.
const BOUNCE: u64 = 16 << 10;

/// The most bytes between two pieces that are copied along and discarded. Such gaps are mostly a few words of the
/// heap's own data. With larger gaps, the useless copy costs as much as another entry in the system call's list. See
/// decision 9.
const MOST_WASTE: u64 = 1 << 10;
const PAGE: u64 = 4096;

/// A mapped part of the bytes: its offset among the bytes, and its memory.
pub(super) struct MappedPart {
    pub at: u64,
    pub bytes: Region,
    pub _window: Arc<Window>,
}

impl MappedPart {
    fn end(&self) -> u64 {
        self.at + self.bytes.len() as u64
    }
}

/// Access to bytes of a peer's memory. It is valid until the message that exposed the bytes has ended.
pub struct Reach {
    /// The address, if the bytes are contiguous.
    address: u64,
    len: u64,
    /// The spans, if there are several, each with its offset among the bytes.
    spans: Box<[(u64, Span)]>,
    /// The mapped parts, in ascending order.
    parts: Vec<MappedPart>,
    head: Option<Arc<HeadMap>>,
    /// The process that the kernel copies from; `None` if the kernel refuses to copy.
    source: Option<CopySource>,
    /// The watchers, innermost first.
    #[cfg(feature = "wrap")]
    watchers: Vec<Arc<dyn Watcher>>,
}

impl Reach {
    pub(super) fn new(address: u64, len: u64, source: Option<CopySource>) -> Reach {
        Reach {
            address,
            len,
            spans: Box::default(),
            parts: Vec::new(),
            head: None,
            source,
            #[cfg(feature = "wrap")]
            watchers: Vec::new(),
        }
    }

    pub(super) fn of_spans(spans: &[Span], source: Option<CopySource>) -> Reach {
        let mut len = 0;
        let start = |span: &Span| {
            len += span.len;
            (len - span.len, *span)
        };
        let spans = spans.iter().map(start).collect();
        Reach { spans, ..Reach::new(0, len, source) }
    }

    /// Makes one copy of `len` bytes. Asks the watchers before it and informs them after it.
    #[cfg(feature = "wrap")]
    fn observed(&self, write: bool, len: u64, copy: impl FnOnce() -> Result<(), Refused>) -> Result<(), Refused> {
        // The outermost watcher is asked first. Watchers inside the one that refuses do not learn of the copy.
        let refuser = self.watchers.iter().rposition(|w| w.refuses());
        let done = if refuser.is_some() { Err(Refused) } else { copy() };
        for watcher in self.watchers.iter().skip(refuser.map_or(0, |at| at + 1)) {
            watcher.copied(write, len, done.is_ok());
        }
        done
    }

    /// Makes one copy. A normal build has no watchers.
    #[cfg(not(feature = "wrap"))]
    #[inline(always)]
    fn observed(&self, _: bool, _: u64, copy: impl FnOnce() -> Result<(), Refused>) -> Result<(), Refused> {
        copy()
    }

    pub(super) fn set_mapped(&mut self, parts: Vec<MappedPart>, head: Arc<HeadMap>) {
        (self.parts, self.head) = (parts, Some(head));
    }

    /// Returns access to the same bytes that copies all of them by system calls.
    pub fn by_system(mut self) -> Reach {
        (self.parts, self.head) = (Vec::new(), None);
        self
    }

    /// Returns true if the kernel can copy the bytes that are not mapped.
    pub fn has_system(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the number of bytes that are mapped, so that loads and stores copy them.
    pub fn mapped(&self) -> u64 {
        self.parts.iter().map(|p| p.bytes.len() as u64).sum()
    }

    /// Returns true if every byte can be copied, by loads and stores or by the kernel.
    pub fn is_whole(&self) -> bool {
        self.source.is_some() || self.mapped() == self.len
    }

    /// Returns true if nearly all bytes are mapped, so that the kernel has to copy only a few.
    pub fn is_mapped(&self) -> bool {
        let mapped = self.mapped();
        mapped == self.len || mapped > self.len / 2 && self.source.is_some()
    }

    /// Returns true if every byte is mapped.
    pub fn is_all_mapped(&self) -> bool {
        self.mapped() == self.len
    }

    /// Calls `f` once for each sub-range of the data in `range`, with the mapped part that holds the sub-range, or
    /// `None`. The data lies in `blocks`, which begin with the first byte.
    #[inline]
    fn each(
        &self,
        blocks: Blocks,
        range: Range<u64>,
        mut f: impl FnMut(Option<&MappedPart>, Range<u64>) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let mut at = range.start;
        while at < range.end {
            let offset = blocks.offset(at);
            let next = self.parts.partition_point(|p| p.end() <= offset);
            let part = self.parts.get(next);
            let (inside, edge) = match part {
                Some(p) if p.at <= offset => (part, p.end()),
                Some(p) => (None, p.at),
                None => (None, self.len),
            };
            if edge <= offset {
                return Err(Refused);
            }
            let end = blocks.before(edge).min(range.end);
            f(inside, at..end)?;
            at = end;
        }
        Ok(())
    }

    /// Copies the contiguous bytes from offset `at` on to `to`.
    pub fn pull_piece(&self, at: u64, to: Region) -> Result<(), Refused> {
        self.observed(false, to.len() as u64, || {
            self.each(Blocks::PIECE, at..at + to.len() as u64, |part, range| {
                let to = to.slice((range.start - at) as usize, (range.end - range.start) as usize);
                match part {
                    Some(p) => {
                        to.copy_from(p.bytes.from((range.start - p.at) as usize));
                        Ok(())
                    }
                    None => self.source.ok_or(Refused)?.pull(&[self.span(range.start, to.len() as u64)], to),
                }
            })
        })
    }

    /// Copies `from` to the contiguous bytes from offset `at` on.
    pub fn push_piece(&self, at: u64, from: Region) -> Result<(), Refused> {
        self.observed(true, from.len() as u64, || {
            self.each(Blocks::PIECE, at..at + from.len() as u64, |part, range| {
                let from = from.slice((range.start - at) as usize, (range.end - range.start) as usize);
                if let (Some(p), Some(head)) = (part, &self.head) {
                    let to = p.bytes.from((range.start - p.at) as usize);
                    let copy = || {
                        to.copy_from(from);
                    };
                    if head.writing(copy).is_ok() {
                        return Ok(());
                    }
                }
                self.source.ok_or(Refused)?.push(from, self.address.wrapping_add(range.start))
            })
        })
    }

    /// Copies the data in `range`, which lies in `blocks` in the peer's memory, to the same range of `to`.
    pub fn pull(&self, blocks: Blocks, range: Range<u64>, to: &Strided) -> Result<(), Refused> {
        self.observed(false, range.end - range.start, || {
            self.each(blocks, range, |part, range| {
                match part {
                    Some(p) => {
                        let from = Strided::part(p.bytes, p.at, blocks);
                        to.copy_from(range.start, &from, range.start, range.end - range.start);
                    }
                    None => self.pull_by_system(blocks, range, to)?,
                }
                Ok(())
            })
        })
    }

    fn pull_by_system(&self, blocks: Blocks, range: Range<u64>, to: &Strided) -> Result<(), Refused> {
        let source = self.source.ok_or(Refused)?;
        if let Some(piece) = in_one_piece(to, &range).filter(|_| lies_in_one_piece(blocks, &range)) {
            return source.pull(&[self.span(blocks.offset(range.start), piece.len() as u64)], piece);
        }
        // SAFETY: the copies end within this function.
        let bounce = unsafe { LentBuffer::new(Buffer::new(BOUNCE as usize)) };
        let mut at = range.start;
        while at < range.end {
            let start = blocks.offset(at);
            let end = blocks.before(start + BOUNCE).min(range.end);
            let bytes = bounce.region().slice(0, (blocks.offset(end - 1) + 1 - start) as usize);
            source.pull(&[self.span(start, bytes.len() as u64)], bytes)?;
            to.copy_from(at, &Strided::part(bytes, start, blocks), at, end - at);
            at = end;
        }
        Ok(())
    }

    /// Copies the data in `range` of `from` to the same range in the peer's memory, where the data lies in `blocks`.
    /// The gaps stay untouched, so the kernel copies only contiguous pieces.
    pub fn push(&self, blocks: Blocks, range: Range<u64>, from: &Strided) -> Result<(), Refused> {
        self.observed(true, range.end - range.start, || {
            self.each(blocks, range, |part, range| {
                let part = match part {
                    Some(p) => p,
                    None => return self.push_by_system(blocks, range, from),
                };
                let to = Strided::part(part.bytes, part.at, blocks);
                let copy = || to.copy_from(range.start, from, range.start, range.end - range.start);
                match self.head.as_ref().map(|h| h.writing(copy)) {
                    Some(Ok(())) => Ok(()),
                    _ => self.push_by_system(blocks, range, from),
                }
            })
        })
    }

    fn push_by_system(&self, blocks: Blocks, range: Range<u64>, from: &Strided) -> Result<(), Refused> {
        let source = self.source.filter(|_| lies_in_one_piece(blocks, &range)).ok_or(Refused)?;
        let address = self.address.wrapping_add(blocks.offset(range.start));
        if let Some(piece) = in_one_piece(from, &range) {
            return source.push(piece, address);
        }
        // SAFETY: the copy ends within this function.
        let packed = unsafe { LentBuffer::new(Buffer::new((range.end - range.start) as usize)) };
        let whole = Strided::new(packed.region(), Blocks::PIECE);
        whole.copy_from(0, from, range.start, range.end - range.start);
        source.push(packed.region(), address)
    }

    fn span(&self, offset: u64, len: u64) -> Span {
        Span { address: self.address.wrapping_add(offset), len }
    }
}

/// Copies of which at least one side is a list of pieces.
impl Reach {
    /// Copies the bytes in `range` of the concatenated spans to the bytes of `to` from `first` on. Usually one system
    /// call copies all bytes that are not mapped.
    pub fn pull_list(&self, range: Range<u64>, to: &PieceList, first: u64) -> Result<(), Refused> {
        self.observed(false, range.end - range.start, || {
            let mut lists = Lists::default();
            self.each(Blocks::PIECE, range.clone(), |part, some| {
                let ours = |some: &Range<u64>| first + (some.start - range.start)..first + (some.end - range.start);
                match part {
                    Some(p) => {
                        let mut from = p.bytes.from((some.start - p.at) as usize);
                        to.each(ours(&some), |to| from = from.from(to.copy_from(from)));
                    }
                    None => self.each_span(some, |span, some| {
                        lists.join(span);
                        to.each(ours(&some), |to| lists.regions.push(to));
                    }),
                }
                Ok(())
            })?;
            let Lists { spans, regions, .. } = &lists;
            if regions.is_empty() { Ok(()) } else { self.source.ok_or(Refused)?.pull_list(spans, regions) }
        })
    }

    /// Copies the bytes of `from` from `first` on to `range` of the concatenated spans. Usually one system call copies
    /// all bytes that are not mapped.
    pub fn push_list(&self, range: Range<u64>, from: &PieceList, first: u64) -> Result<(), Refused> {
        self.observed(true, range.end - range.start, || {
            let (mut spans, mut regions) = (Vec::new(), Vec::new());
            self.each(Blocks::PIECE, range.clone(), |part, some| {
                let ours = first + (some.start - range.start)..first + (some.end - range.start);
                if let (Some(p), Some(head)) = (part, &self.head) {
                    let mut to = p.bytes.from((some.start - p.at) as usize);
                    let copy = || from.each(ours.clone(), |from| to = to.from(to.copy_from(from)));
                    if head.writing(copy).is_ok() {
                        return Ok(());
                    }
                }
                from.each(ours, |from| regions.push(from));
                self.each_span(some, |span, _| spans.push(span));
                Ok(())
            })?;
            if regions.is_empty() { Ok(()) } else { self.source.ok_or(Refused)?.push_list(&regions, &spans) }
        })
    }

    /// Calls `f` for each span that overlaps `range`, with the overlap.
    fn each_span(&self, range: Range<u64>, mut f: impl FnMut(Span, Range<u64>)) {
        let first = self.spans.partition_point(|(start, span)| start + span.len <= range.start);
        for (start, span) in &self.spans[first..] {
            let (from, to) = (range.start.max(*start), range.end.min(start + span.len));
            if from >= to {
                break;
            }
            f(Span { address: span.address + (from - start), len: to - from }, from..to);
        }
    }
}

/// The lists for the system call that copies from the peer's memory to this process.
#[derive(Default)]
struct Lists {
    spans: Vec<Span>,
    regions: Vec<Region>,
    /// The memory that takes discarded bytes.
    waste: Option<LentBuffer>,
}

impl Lists {
    /// Appends a span. If the span lies close behind the last one, the gap is copied too and discarded: another remote
    /// entry costs the kernel much more than a local entry.
    fn join(&mut self, span: Span) {
        if let Some(last) = self.spans.last_mut()
            && let Some(gap) = between(last, &span)
        {
            last.len += gap + span.len;
            if gap > 0 {
                // SAFETY: the region goes to `regions`, which this value drops with the buffer.
                let new = || unsafe { LentBuffer::new(Buffer::new(MOST_WASTE as usize)) };
                let waste = self.waste.get_or_insert_with(new);
                self.regions.push(waste.region().slice(0, gap as usize));
            }
            return;
        }
        self.spans.push(span);
    }
}

/// Returns the number of bytes between two spans if they are few and lie in pages that the spans touch. Those pages are
/// readable.
fn between(last: &Span, next: &Span) -> Option<u64> {
    let end = last.address.checked_add(last.len)?;
    let gap = next.address.checked_sub(end).filter(|gap| *gap <= MOST_WASTE)?;
    (next.address / PAGE - (end - 1) / PAGE <= 1).then_some(gap)
}

fn lies_in_one_piece(blocks: Blocks, range: &Range<u64>) -> bool {
    blocks.offset(range.end - 1) - blocks.offset(range.start) == range.end - 1 - range.start
}

/// Returns the data in `range` if it is contiguous in `of`.
fn in_one_piece(of: &Strided, range: &Range<u64>) -> Option<Region> {
    let start = of.blocks().offset(range.start) as usize;
    let len = (range.end - range.start) as usize;
    lies_in_one_piece(of.blocks(), range).then(|| of.memory().part(start, len)).flatten()
}

#[cfg(feature = "wrap")]
impl Watched for Reach {
    fn watched(mut self, watcher: Arc<dyn Watcher>) -> Reach {
        self.watchers.push(watcher);
        self
    }
}
