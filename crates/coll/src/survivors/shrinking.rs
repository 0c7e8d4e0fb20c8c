//! How the members that live make something together, such as a communicator.
use clump::driver::Decision;
use std::future::Future;

/// What the members make, and how.
pub trait Shrink {
    /// What a member knows of the survivors.
    type Survivors;
    /// What the survivors make.
    type Made;
    type Error;

    /// Agrees with the members on `flag`.
    fn agree(&mut self, flag: i32) -> impl Future<Output = Result<Decision, Self::Error>>;

    /// Finds the survivors: the members that are not among the first `deaths` ranks that have died. `attempt` counts
    /// from 1. If this fails, it fails on all survivors.
    fn find(&mut self, attempt: u32, deaths: usize) -> Result<Self::Survivors, Self::Error>;

    /// Makes it with the survivors. May fail on some of them if one of them dies.
    fn make(&mut self, survivors: &Self::Survivors) -> impl Future<Output = Result<Self::Made, Self::Error>>;

    /// Gives up an attempt that has failed on some survivors: what this member has made, if it has, and the messages of
    /// the attempt, which may yet arrive.
    fn give_up(&mut self, survivors: &Self::Survivors, made: Option<Self::Made>);

    /// Returns the error of a member that has made it, if another one has not, although no member has died.
    fn refused(&self) -> Self::Error;
}

/// Makes something with the members that live. The members agree on who has died; those who are left make it by
/// messages. If one of them dies meanwhile, some of the others may have it and some not, so that they agree on that
/// too, and begin anew.
pub async fn shrink<S: Shrink>(members: &mut S) -> Result<(S::Survivors, S::Made), S::Error> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        let deaths = members.agree(1).await?.deaths();
        let survivors = members.find(attempt, deaths)?;
        let made = members.make(&survivors).await;
        let all_have = members.agree(made.is_ok().into()).await?;
        let error = match made {
            Ok(made) if all_have.flag() == 1 => return Ok((survivors, made)),
            Ok(made) => {
                members.give_up(&survivors, Some(made));
                None
            }
            Err(error) => {
                members.give_up(&survivors, None);
                Some(error)
            }
        };
        if all_have.deaths() == deaths {
            // Nobody has died: another attempt would end like this one.
            return Err(error.unwrap_or_else(|| members.refused()));
        }
    }
}
