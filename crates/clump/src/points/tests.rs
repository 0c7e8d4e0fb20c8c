//! Directed points between ranks of one process.
use super::*;
use crate::testing::cluster;
use clump_fabric::mem::Leaked;
use clump_fabric::shm::Waiting;

const CONTEXT: u16 = 9;
const TO: u32 = 5;

fn receive(endpoint: &mut Endpoint, points: &mut DirectedPoints, id: PointId, len: usize) -> Vec<u8> {
    let into = Leaked::new(len);
    let request = endpoint.recv(points.select(id).expect("it receives"), into.region());
    assert_eq!(endpoint.wait(request, Waiting::NOTHING).len as usize, len);
    into.region().to_vec()
}

#[test]
fn a_send_at_a_point_is_copied_once_for_all_its_light_points() {
    let mut all = cluster(3).expect("endpoints");
    let (first, others) = all.split_first_mut().expect("three");
    let mut points = DirectedPoints::new(CONTEXT);
    let root = points.open(0, PointUse::SendOnly, 2 * 100_000).expect("a point");
    let lights = [1, 2].map(|rank| {
        let light = points.open_light(0, PointUse::SendOnly).expect("a point");
        let data = Leaked::copy_of(b"x");
        assert_eq!(points.send(first, light, data.region()), Err(PointError::NotLinked));
        points.link(light, root).expect("a link");
        assert_eq!(points.send(first, light, data.region()), Err(PointError::NoTarget));
        points.direct(light, 3, rank, TO).expect("a target");
        light
    });
    // Both messages are longer than what leaves at once, and share one copy.
    let data = Leaked::copy_of(&[3; 100_000]);
    assert_eq!(points.send(first, root, data.region()), Ok(vec![]));
    assert_eq!(points.held(first, root), Ok((100_000, 2)));
    data.region().write(&[4; 100_000]);
    // A light point is used as a point is: its message goes to its own target alone.
    let more = Leaked::copy_of(b"to rank 2");
    assert_eq!(points.send(first, lights[1], more.region()), Ok(vec![]));
    assert_eq!(points.close(first, root), Err(PointError::Linked));
    for (i, endpoint) in others.iter_mut().enumerate() {
        let mut own = DirectedPoints::new(CONTEXT);
        let end = own.open(TO, PointUse::ReceiveOnly, 0).expect("a point");
        own.direct(end, 3, 0, 0).expect("the channel of the root");
        let into = Leaked::new(100_000);
        let request = endpoint.recv(own.select(end).expect("it receives"), into.region());
        while endpoint.test(request).is_none() {
            endpoint.progress();
            first.progress();
        }
        assert_eq!(into.region().to_vec(), [3; 100_000]);
        if i == 1 {
            assert_eq!(receive(endpoint, &mut own, end, 9), b"to rank 2");
        }
    }
    while points.held(first, root).expect("a point").1 > 0 {
        first.progress();
    }
    for light in lights {
        assert_eq!(points.close(first, light), Ok(true));
    }
    assert_eq!(points.close(first, root), Ok(true));
    assert_eq!(points.held(first, root), Err(PointError::Unknown));
}

#[test]
fn what_does_not_fit_the_buffer_leaves_from_the_programs_memory() {
    let mut all = cluster(2).expect("endpoints");
    let (first, others) = all.split_first_mut().expect("two");
    let mut points = DirectedPoints::new(CONTEXT);
    let point = points.open(1, PointUse::Both, 150_000).expect("a point");
    points.direct(point, 2, 1, TO).expect("a target");
    let data = Leaked::copy_of(&[7; 100_000]);
    assert_eq!(points.send(first, point, data.region()), Ok(vec![]));
    let sends = points.send(first, point, data.region()).expect("it is sent");
    assert_eq!((sends.len(), points.held(first, point)), (1, Ok((100_000, 1))), "the second one is not copied");
    assert_eq!(points.close(first, point), Ok(false), "a message still has to leave");
    let mut theirs = DirectedPoints::new(CONTEXT);
    let end = theirs.open(TO, PointUse::Both, 0).expect("a point");
    for _ in 0..2 {
        let into = Leaked::new(100_000);
        let request = others[0].recv(theirs.select(end).expect("it receives"), into.region());
        while others[0].test(request).is_none() {
            others[0].progress();
            first.progress();
        }
        assert_eq!(into.region().to_vec(), [7; 100_000]);
    }
    for send in sends {
        while !send.is_over(first) {
            first.progress();
        }
    }
    while points.close(first, point) == Ok(false) {
        first.progress();
    }
}

#[test]
fn misuse_is_refused() {
    let mut all = cluster(2).expect("endpoints");
    let mut points = DirectedPoints::new(CONTEXT);
    let receives = points.open(1, PointUse::ReceiveOnly, 0).expect("a point");
    let sends = points.open(1, PointUse::SendOnly, 100).expect("a sender may have the number of a receiver");
    let light = points.open_light(2, PointUse::Both).expect("a point");
    assert_eq!(points.open(1, PointUse::Both, 0), Err(PointError::Number(1)));
    assert_eq!(points.open(MOST_POINTS, PointUse::SendOnly, 0), Err(PointError::Number(MOST_POINTS)));
    assert_eq!(points.direct(sends, 2, 2, 0), Err(PointError::Rank(2)));
    assert_eq!(points.link(light, receives), Err(PointError::NoLink));
    assert_eq!(points.link(sends, sends), Err(PointError::NoLink));
    points.link(light, sends).expect("a link");
    assert_eq!(points.link(light, sends), Err(PointError::NoLink), "an LDP is linked once");
    assert_eq!(points.send(&mut all[0], receives, Region::EMPTY), Err(PointError::ReceiveOnly));
    assert_eq!(points.select(sends), Err(PointError::SendOnly));
    assert!(points.select(light).is_ok());
}

/// Ranks 1 and 2 share the buffer of a point of rank 0, and send its entries on to each other.
#[test]
fn processes_of_a_machine_share_the_buffer_of_a_point() {
    let mut all = cluster(3).expect("endpoints");
    let mut home = DirectedPoints::new(CONTEXT);
    let root = home.open(0, PointUse::SendOnly, 0).expect("a point");
    let shape = EntryShape { slots: 2, room: 100_000, cursors: 2 };
    let words = home.share(root, shape).expect("memory").to_words();
    assert_eq!(home.share(root, shape), Err(PointError::NoLink), "shared once");
    let invitation = PointInvitation::from_words(words).expect("an invitation");
    assert_eq!(PointInvitation::from_words([0; PointInvitation::WORDS]), None);
    let mut tables: Vec<DirectedPoints> = (0..2).map(|_| DirectedPoints::new(CONTEXT)).collect();
    let ids: Vec<[PointId; 2]> = (1..3)
        .zip(&mut tables)
        .map(|(me, table)| {
            let light = table.open_shared(9, invitation, me).expect("a cursor");
            assert_eq!(table.forward(&mut all[me as usize], light), Err(PointError::NoTarget));
            table.direct(light, 3, 3 - me, TO).expect("a target");
            [light, table.open(TO, PointUse::ReceiveOnly, 0).expect("a point")]
        })
        .collect();
    assert_eq!(home.open_shared(9, invitation, 0), Err(PointError::NoCursor));
    let entries = [b"short".to_vec(), vec![8; 100_000]];
    for entry in &entries {
        assert_eq!(home.send(&mut all[0], root, Leaked::copy_of(entry).region()), Ok(vec![]));
    }
    assert_eq!(home.send(&mut all[0], root, Leaked::copy_of(b"x").region()), Err(PointError::Full));
    for entry in &entries {
        for (i, me) in [(0, 1), (1, 2)] {
            let [light, _] = ids[i];
            let into = Leaked::new(entry.len());
            let request = all[3 - me].recv(tables[1 - i].select(ids[1 - i][1]).expect("it receives"), into.region());
            while !tables[i].forward(&mut all[me], light).expect("a link") {
                all[me].progress();
                all[3 - me].progress();
            }
            assert_eq!(all[3 - me].wait(request, Waiting::NOTHING).len as usize, entry.len());
            assert_eq!(&into.region().to_vec(), entry);
        }
    }
    assert_eq!(tables[0].forward(&mut all[1], ids[0][0]), Ok(false), "there is no more");
    assert_eq!(home.send(&mut all[0], root, Leaked::copy_of(b"x").region()), Ok(vec![]));
    for (i, me) in [(0, 1), (1, 2)] {
        assert_eq!(tables[i].close(&mut all[me], ids[i][0]), Ok(true));
    }
    assert_eq!(home.close(&mut all[0], root), Ok(true));
}

/// Rank 1 retrieves nothing and leaves. Rank 0 then produces on.
#[test]
fn a_consumer_that_has_gone_stops_no_shared_buffer() {
    let mut all = cluster(2).expect("endpoints");
    let mut home = DirectedPoints::new(CONTEXT);
    let root = home.open(0, PointUse::SendOnly, 0).expect("a point");
    let shape = EntryShape { slots: 2, room: 100, cursors: 1 };
    let invitation = home.share(root, shape).expect("memory");
    let mut table = DirectedPoints::new(CONTEXT);
    table.open_shared(9, invitation, 1).expect("a cursor");
    let entry = Leaked::copy_of(b"x").region();
    (0..2).for_each(|_| assert_eq!(home.send(&mut all[0], root, entry), Ok(vec![])));
    assert_eq!(home.send(&mut all[0], root, entry), Err(PointError::Full));
    assert_eq!(home.send(&mut all[0], root, Leaked::new(101).region()), Err(PointError::TooLong(101)));
    // A process that dies frees no cursor.
    std::mem::forget(table);
    all.pop().expect("an endpoint").close().expect("an end");
    (0..5).for_each(|_| assert_eq!(home.send(&mut all[0], root, entry), Ok(vec![])));
}
