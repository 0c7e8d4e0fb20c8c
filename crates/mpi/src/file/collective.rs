//! Collective accesses: the processes tell each other what they want, and follow one plan.
use super::exchange::Exchanging;
use super::failure::{self, IoFailure};
use super::part::CollectivePart;
use super::plan::{AccessPlan, SCATTERED, WantedPart, plan};
use super::transfer::FileAccess;
use super::worker::perform;
use crate::agreement::Agreement;
use crate::error::{Error, Result, fail};

impl CollectivePart {
    /// Carries out the access. Returns the number of bytes in the program's memory, as [`FileBuffer::finish`] does.
    pub async fn run(&self, agreement: &Agreement) -> Result<u64> {
        let wanted = gather(agreement, self.wanted().to_words()).await.into_iter().map(WantedPart::of_words);
        let wanted: Vec<WantedPart> = wanted.collect();
        if let Some((rank, code)) = wanted.iter().enumerate().find_map(|(rank, w)| Some((rank, w.refusal()?))) {
            return fail(code, format!("rank {rank} passed a wrong argument, or could not convert its data"));
        }
        let done = match plan(&self.hosts, &self.hints, self.write, self.atomic, &wanted) {
            AccessPlan::Direct => self.alone().await?,
            AccessPlan::Exchange(domains) => {
                let (done, failed) = Exchanging::new(self, agreement.team(), domains).run().await;
                self.joined(agreement, failed).await?;
                done
            }
        };
        self.memory.finish(self.write, done)
    }

    fn wanted(&self) -> WantedPart {
        let bytes = self.memory.len;
        match bytes {
            0 => WantedPart { first: 0, end: 0, bytes, pieces: 0 },
            _ if !self.view.ascends => WantedPart { first: 0, end: SCATTERED, bytes, pieces: 1 },
            _ => WantedPart {
                first: self.view.offset(self.start),
                end: self.view.offset(self.start + bytes - 1) + 1,
                bytes,
                pieces: bytes.div_ceil(self.view.average_piece()),
            },
        }
    }

    /// Accesses this process's own pieces.
    async fn alone(&self) -> Result<u64> {
        let (open, view, memory) = (self.open.clone(), self.view.clone(), self.memory.clone());
        let (hints, start, write, atomic) = (self.hints, self.start, self.write, self.atomic);
        let run =
            move || FileAccess { open: &open, view: &view, hints: &hints, memory: &memory, start, write, atomic }.run();
        let (done, failed) = perform(self.aside, run).await;
        match failed {
            None => Ok(done),
            Some(failed) => Err(self.error(failed)),
        }
    }

    fn error(&self, failed: IoFailure) -> Box<Error> {
        failed.error(self.open.rank, &self.open.path)
    }

    /// Returns an error on all processes if one of them has failed: others' pieces were in its hands.
    async fn joined(&self, agreement: &Agreement, failed: Option<IoFailure>) -> Result {
        let all = gather(agreement, IoFailure::to_words(failed)).await;
        first_failure(&all, self.open.rank, failed, &self.open.path)
    }
}

/// Takes the place of [`CollectivePart::run`] in a process that has failed before: all processes get an error.
pub async fn refuse<T>(agreement: &Agreement, e: Box<Error>) -> Result<T> {
    gather(agreement, WantedPart::refused(e.code).to_words()).await;
    Err(e)
}

/// Returns this process's failure as an error, or the failure of the first process that has failed.
pub fn first_failure(all: &[[u64; failure::WORDS]], me: u32, own: Option<IoFailure>, path: &std::path::Path) -> Result {
    if let Some(own) = own {
        return Err(own.error(me, path));
    }
    let mut others = all.iter().enumerate().filter_map(|(rank, words)| Some((rank, IoFailure::of_words(*words)?)));
    match others.next() {
        Some((rank, other)) => Err(other.error(rank as u32, path)),
        None => Ok(()),
    }
}

/// Returns the words of all processes in rank order.
pub async fn gather<const N: usize>(agreement: &Agreement, mine: [u64; N]) -> Vec<[u64; N]> {
    let bytes: Vec<u8> = mine.iter().flat_map(|w| w.to_ne_bytes()).collect();
    let all = agreement.gather(&bytes).await;
    let flat: Vec<u64> = all.as_chunks::<8>().0.iter().map(|b| u64::from_ne_bytes(*b)).collect();
    flat.as_chunks::<N>().0.to_vec()
}
