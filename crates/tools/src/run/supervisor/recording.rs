//! The record of the job for `clump stat --last`.
use super::super::record::Recorder;
use super::Supervisor;
use rustix::process::Pid;

impl Supervisor<'_> {
    /// Begins the record of the job, whose number is the guardian's pid.
    pub(super) fn begin_record(&mut self, guardian: Pid) {
        match Recorder::start(self.job, guardian.as_raw_nonzero().get(), self.segment.fd()) {
            Ok(recorder) => self.recorder = recorder,
            Err(why) => self.say(&why),
        }
    }

    /// Says why the record could not be written, if that is new.
    pub(super) fn hear_recorder(&mut self) {
        if let Some(why) = self.recorder.as_ref().and_then(Recorder::error) {
            self.say(&why);
        }
    }

    /// Ends the record, once. Returns true if this call has printed why it could not be written.
    pub(super) fn end_record(&mut self) -> bool {
        let code = self.exit_code();
        let why = self.recorder.take().and_then(|recorder| recorder.finish(code));
        if let Some(why) = &why {
            self.say(why);
        }
        why.is_some()
    }
}
