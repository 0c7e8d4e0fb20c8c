//! Tests that no nonce is used twice with a key between hosts, whatever makes a rank, a process or an agent live twice.
//! Sniffers on two test hosts read every datagram between them.
mod common;
use common::hosts::Hosts;
use common::nonces::{Datagram, Heard, Sniffers, repeats};
use common::{Done, Job, clump, compiled, program, rank, run};
use std::os::unix::fs::PermissionsExt;

/// Two hosts, h0 and h1, and the sniffers on them.
struct Place {
    hosts: Hosts,
    sniffers: Sniffers,
}

impl Place {
    fn new() -> Option<Place> {
        let hosts = Hosts::up(2)?;
        let sniffers = Sniffers::on(&hosts, 2);
        Some(Place { hosts, sniffers })
    }

    /// Returns a job of one rank on each host.
    fn pair(&self) -> Job {
        run(["--timeout", "25", "--rsh", &self.hosts.rsh(), "--hosts", "h0,h1", "-n", "2"])
    }

    /// Returns what was heard.
    fn heard(self) -> Heard {
        self.sniffers.finish()
    }
}

#[track_caller]
fn works(done: &Done) {
    assert_eq!((done.code, &*done.err), (0, ""), "{}", done.out);
}

/// The keys of a job of one rank on each of two hosts: those of the ranks and those of the agents, each way.
const KEYS: usize = 4;

#[test]
fn a_rank_that_joins_its_job_again_seals_with_other_nonces() {
    let Some(place) = Place::new() else { return };
    let done = place.pair().args([rank(), "lives".into()]).finish();
    let heard = place.heard();
    heard.once(100);
    works(&done);
    // The second and third lives have the receivers' sockets of the first.
    assert_eq!((heard.lives(), heard.keys()), (3, KEYS));
}

#[test]
fn sessions_that_follow_each_other_use_no_nonce_twice() {
    let Some(place) = Place::new() else { return };
    let done = place.pair().arg(compiled("mpi/tests/c/sessions.c")).finish();
    let heard = place.heard();
    heard.once(100);
    works(&done);
    assert_eq!(heard.keys(), KEYS);
}

#[test]
fn a_forked_child_seals_nothing() {
    let Some(place) = Place::new() else { return };
    let done = place.pair().arg(compiled("mpi/tests/c/forked.c")).finish();
    let heard = place.heard();
    heard.once(100);
    works(&done);
    assert_eq!(heard.keys(), KEYS);
}

#[test]
fn started_jobs_have_keys_of_their_own() {
    let Some(place) = Place::new() else { return };
    // The library finds the launcher by PATH.
    let path = std::env::var("PATH").expect("a search path");
    let path = format!("{}:{path}", clump().parent().expect("a folder").display());
    let job = place.pair().arg(compiled("mpi/tests/c/spawn.c")).args(["times", "3"]).env("PATH", &path);
    let done = job.finish();
    let heard = place.heard();
    heard.once(100);
    works(&done);
    assert!(heard.keys() > KEYS, "the started processes have exchanged nothing between the hosts");
}

#[test]
fn jobs_that_connect_have_keys_of_their_own() {
    let Some(place) = Place::new() else { return };
    let (program, names) = (compiled("mpi/tests/c/ports.c"), tempfile::tempdir().expect("a directory"));
    let job = |role| {
        let names = names.path().to_str().expect("a path in UTF-8");
        place.pair().args(["--ports-dir", names, &program, role, "nonces"]).start()
    };
    let (accepts, connects) = (job("accept"), job("connect"));
    let done = [connects.finish(), accepts.finish()];
    let heard = place.heard();
    heard.once(100);
    done.iter().for_each(works);
    assert!(heard.keys() > 2 * KEYS, "the two jobs have exchanged nothing between the hosts");
}

#[test]
fn jobs_of_an_agent_that_was_started_again_have_keys_of_their_own() {
    const TERM: i32 = 15;
    let Some(place) = Place::new() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    let secret = dir.path().join("secret");
    std::fs::write(&secret, "an agreed secret of some length\n").expect("written");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o600)).expect("permissions");
    let on = |host: usize, words: &[&str]| {
        let enter = place.hosts.on_host(host);
        program(&enter[0]).args(&enter[1..]).arg(clump()).args(words).arg("--secret-file").arg(&secret)
    };
    for _ in 0..2 {
        let agents = [0, 1].map(|host| on(host, &["agent", "--wait"]).start());
        let job = on(0, &["run", "--timeout", "25", "--hosts", "10.9.0.1:1,10.9.0.2:1", "--agents"]);
        works(&job.args([rank(), "ring".into()]).finish());
        for agent in agents {
            agent.signal(TERM);
            assert_eq!(agent.finish().code, 128 + TERM);
        }
    }
    let heard = place.heard();
    heard.once(10);
    assert_eq!(heard.keys(), 2 * KEYS);
}

#[test]
fn texts_that_are_not_sealed_repeat() {
    let Some(place) = Place::new() else { return };
    let done = place.pair().args(["--insecure".into(), rank(), "lives".into()]).finish();
    assert_eq!(done.code, 0, "{}", done.err);
    // Nothing hides that frames begin with equal texts: this shows that equal first blocks would be found.
    let found = repeats(&place.heard().0);
    assert!(found.len() > 10 && found.iter().all(|line| line.starts_with("one first block")), "{found:?}");
}

#[test]
fn each_kind_of_repetition_is_found() {
    let sealed = |counter: u64, port: u16, text: u8| {
        let mut bytes = vec![10, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend(counter.to_le_bytes());
        bytes.extend([text; 40]);
        let to = std::net::SocketAddrV4::new([10, 9, 0, 2].into(), port);
        Datagram { host: [10, 9, 0, 1].into(), to, bytes }
    };
    let (one, life) = (sealed(1, 7, 1), 1 << 48);
    let found = |other: Datagram| repeats(&[one.clone(), other]);
    assert_eq!(found(sealed(2, 7, 2)), [""; 0]);
    assert_eq!(found(sealed(1 | life, 7, 2)), [""; 0]);
    assert_eq!(found(sealed(1, 8, 2)), [""; 0]);
    for (other, how) in [
        (sealed(1, 7, 1), "sent twice: "),
        (sealed(1, 7, 2), "two texts: "),
        (sealed(1, 8, 1), "one first block: "),
        (sealed(1 | life, 7, 1), "one first block: "),
    ] {
        let found = found(other);
        assert!(found.len() == 1 && found[0].starts_with(how), "{found:?}");
    }
}
