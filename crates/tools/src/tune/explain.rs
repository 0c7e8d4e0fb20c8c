//! Writes the results of `clump tune` for the user.
use super::{CUT_LEN, Found, LEN, LONG, Trips};
use crate::measure::picture;
use crate::measure::results::{Key, Point, Results};
use crate::measure::table::{align, number};
use clump::driver::hosts::{Cipher, Tuning};
use std::path::Path;

/// The greatest difference between the predicted and the measured length, in percent, that counts as close. The value
/// is that of the thesis.
pub const CLOSE: f64 = 15.0;
/// The names of the stages of a pull, in order.
const STAGES: [&str; 4] = ["copy and seal", "send", "wire and ask", "receive and open"];

/// Returns one line for each parameter.
pub fn summary(cipher: Option<Cipher>, t: &Tuning) -> String {
    let rows = match t.grain {
        0 => "as long as the system takes".to_owned(),
        grain => format!("of the root of {grain} times the bytes asked for"),
    };
    format!(
        "sealed by: {}\npushed with a head (BTP 1): {} B\npushed behind it (BTP 2): {} B\nasked for at once: {} B\n\
         asks under way: {}\n\
         rows: {rows}\nsent whole, unasked: up to {} B\n",
        cipher.map_or("nothing (--insecure)", Cipher::name),
        t.push1,
        t.push2,
        t.pull,
        t.depth,
        t.eager.max(t.whole())
    )
}

/// Returns a text with everything that was measured.
pub fn text(f: &Found) -> String {
    let s = &f.stages;
    let mut rows = vec![["stage", "for each piece, us", "for each KiB, us"].map(str::to_owned).to_vec()];
    for (name, line) in STAGES.iter().zip([s.copy, s.send, s.wire, s.receive]) {
        rows.push(vec![(*name).into(), number(Some(line.beta)), number(Some(line.tau * 1024.0))]);
    }
    let (name, slowest) = s.slowest(f.predicted);
    let mut text = format!("Stages of a pull (medians, then linear regression):\n{}\n", align(&rows));
    text += &format!(
        "T(L, P) = all stages for one piece + (L/P - 1) times the slowest, the {name}: {} us + {} us/KiB\n",
        number(Some(slowest.beta)),
        number(Some(slowest.tau * 1024.0))
    );
    text += &format!("dT/dP = 0: P = sqrt(L * {:.0} B)\n\n", s.grain(f.predicted));
    let sections = [
        (&f.push2, format!("BTP(2), nothing with the head, {} KiB", LEN >> 10)),
        (&f.push1, format!("BTP(1), {} B behind it, {} KiB", f.push2.best, LEN >> 10)),
        (&f.pull, format!("bytes of an ask, {} KiB", LONG >> 10)),
        (&f.depth, format!("asks under way, {} KiB", LONG >> 10)),
        (&f.rows, format!("bytes of a row, {} KiB pulled", CUT_LEN >> 10)),
    ];
    for (trips, title) in sections {
        text += &format!("{}\n", section(trips, &title));
    }
    text += &verdict(f);
    for (len, cut, whole) in &f.cut {
        let (cut, whole) = (number(Some(*cut)), number(Some(*whole)));
        text += &format!("{} KiB pulled: {cut} us so cut, {whole} us in the longest rows\n", len >> 10);
    }
    for (len, unasked, pulled) in &f.eager {
        let (unasked, pulled) = (number(Some(*unasked)), number(Some(*pulled)));
        text += &format!("message of {} KiB: {unasked} us unasked, {pulled} us pulled\n", len >> 10);
    }
    text + "\n"
}

fn section(trips: &Trips, title: &str) -> String {
    let mut rows = vec![vec![title.to_owned(), "us".into(), String::new()]];
    for (value, time) in &trips.of {
        let mark = if *value == trips.best { "taken" } else { "" };
        rows.push(vec![value.to_string(), number(Some(*time)), mark.into()]);
    }
    align(&rows)
}

/// Returns by how much the prediction differs from the measured length, in percent.
pub fn distance(f: &Found) -> Option<f64> {
    f.measured.map(|m| (f.predicted / m - 1.0).abs() * 100.0)
}

fn verdict(f: &Found) -> String {
    let lowest = f.rows.of.iter().copied().reduce(|a, b| if b.1 < a.1 { b } else { a });
    let (length, time) = lowest.unwrap_or_default();
    let head = format!("rows for {} KiB: predicted {:.0} B; ", CUT_LEN >> 10, f.predicted);
    let head = head + &format!("fastest of those tried {length} B ({} us); ", number(Some(time)));
    match (f.measured, distance(f)) {
        (Some(m), Some(d)) => {
            let verdict = if d <= CLOSE { "holds" } else { "MISSED" };
            format!(
                "{head}lowest point of the measured curve {m:.0} B\n{verdict}  predicted and measured agree within \
                 {CLOSE} %: {d:.0} %\n"
            )
        }
        _ => format!("{head}the measured curve has no lowest point\n"),
    }
}

/// Draws a panel for the stages with their lines, and one panel for each parameter that was varied.
pub fn draw(f: &Found, file: &Path) -> Result<(), String> {
    let mut results = Results::default();
    let mut add = |panel: &str, series: &str, x: f64, value: f64| {
        let key = Key { name: panel.into(), ranks: 2, size: x as u64 };
        // 0 cannot be drawn on a logarithmic axis.
        results.add(series, Point { key, value: value.max(0.01), unit: "us".into(), more: Default::default() });
    };
    let s = &f.stages;
    let fitted: Vec<String> = STAGES.iter().map(|name| format!("{name} (line)")).collect();
    for (i, line) in [s.copy, s.send, s.wire, s.receive].into_iter().enumerate() {
        for &(piece, time) in &f.timed[i] {
            add("stages of a pull", STAGES[i], piece, time);
            add("stages of a pull", &fitted[i], piece, line.at(piece));
        }
    }
    // The model leaves out costs that are paid once, such as a head: move it to the height of the measured curve.
    let model: Vec<f64> = f.rows.of.iter().map(|r| s.time(CUT_LEN as f64, r.0 as f64)).collect();
    let shift = f.rows.of.iter().zip(&model).map(|(r, m)| r.1 - m).sum::<f64>() / model.len().max(1) as f64;
    for (&(row, time), model) in f.rows.of.iter().zip(&model) {
        add("rows", "measured", row as f64, time);
        add("rows", "predicted", row as f64, model + shift);
    }
    for (name, trips) in [("BTP(2)", &f.push2), ("BTP(1)", &f.push1), ("ask", &f.pull), ("asks under way", &f.depth)] {
        for &(value, time) in &trips.of {
            add(name, "measured", value as f64, time);
        }
    }
    // A picture has five colours: a stage and its line share one.
    let mut names: Vec<&str> = STAGES.to_vec();
    names.push("measured");
    names.extend(fitted.iter().map(String::as_str));
    names.extend(["", "predicted"]);
    picture::draw(&results, &names, file)
}
