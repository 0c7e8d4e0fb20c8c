//! Judges the goals of `goals.csv`, each at every point that the run measured.
mod line;

use super::goal::Goal;
use clump_tools::measure::results::{Key, Results, Row};
use clump_tools::measure::table::{best_peer, number, title};
use line::{Bound, Line, Reference, read};

/// The table of goals.
const TABLE: &str = include_str!("../../goals.csv");

/// Judges all goals of the command `command` (`peers`, `heap`, ...) that this run can judge. `systems` are the
/// columns among which the best peer is chosen.
pub fn judge(command: &str, results: &Results, systems: &[&str]) -> Result<Vec<Goal>, String> {
    let lines = read(TABLE)?;
    let own = lines.iter().filter(|line| line.command.split(' ').next() == Some(command));
    Ok(own.flat_map(|line| line.columns.iter().flat_map(|c| of_column(line, c, results, systems))).collect())
}

/// One point of a line: its key and row, and the column's figure.
type Point<'a> = (&'a Key, &'a Row, f64);

fn of_column(line: &Line, column: &str, results: &Results, systems: &[&str]) -> Vec<Goal> {
    let points: Vec<Point> = results
        .rows()
        .filter(|(key, _)| line.has(key))
        .filter_map(|(key, row)| Some((key, row, median(row, column)?)))
        .collect();
    let how = if column == "clump" { String::new() } else { format!(", {column}") };
    let value = |bound: &Bound, key: &Key, row: &Row| {
        let reference = match &bound.reference {
            Reference::One => Some(1.0),
            Reference::BestPeer => best_peer(row, systems).map(|(_, best)| best),
            Reference::Columns(names) => names.iter().filter_map(|name| median(row, name)).reduce(f64::min),
            Reference::Figure(name) => beside(line, name, column, key, results),
            Reference::Cheapest => points.iter().map(|p| p.2).reduce(f64::min),
        };
        Some(bound.factor * reference? + bound.more)
    };
    let mut goals = Vec::new();
    for &(key, row, ours) in &points {
        let values: Vec<_> = line.bounds.iter().map(|bound| value(bound, key, row)).collect();
        let Some(Some(_)) = values.first() else { continue };
        let bound = values.into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
        let limit: Vec<_> = line.bounds.iter().map(|bound| describe(bound, &row.unit)).collect();
        let text = format!("{}{how}: {} {}", title(key), line.relation.words(), limit.join(", or "));
        goals.push(Goal { text, ours, bound, holds: line.relation.holds(ours, bound) });
    }
    goals.extend(line.mean.and_then(|bound| of_mean(line, bound, &points, systems)));
    goals
}

/// Judges the geometric mean of the ratios to the best peer; `None` if a figure of the line was not measured.
fn of_mean(line: &Line, bound: f64, points: &[Point], systems: &[&str]) -> Option<Goal> {
    let measured = |figure: &String| points.iter().any(|(key, ..)| line.own_name(&key.name) == Some(figure));
    if !line.figures.iter().all(measured) {
        return None;
    }
    let ratios: Vec<_> = points.iter().filter_map(|(_, row, ours)| Some(ours / best_peer(row, systems)?.1)).collect();
    if ratios.is_empty() {
        return None;
    }
    let ours = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let text = format!(
        "{}, from {} ranks on: ratio to the best peer, geometric mean: {} {bound}",
        line.figures.join(", "),
        points.iter().map(|(key, ..)| key.ranks).min()?,
        line.relation.words()
    );
    Some(Goal { text, ours, bound, holds: line.relation.holds(ours, bound) })
}

fn median(row: &Row, column: &str) -> Option<f64> {
    row.systems.get(column)?.median()
}

/// Returns another figure of this column, of the same run, at this key's size and number of ranks.
fn beside(line: &Line, name: &str, column: &str, key: &Key, results: &Results) -> Option<f64> {
    let is_it = |k: &Key| line.own_name(&k.name) == Some(name) && k.size == key.size && k.ranks == key.ranks;
    results.rows().find(|(k, _)| is_it(k)).and_then(|(_, row)| median(row, column))
}

/// Returns a bound in words, such as "0.8 of the best peer".
fn describe(bound: &Bound, unit: &str) -> String {
    let what = match &bound.reference {
        Reference::One => return format!("{} {unit}", bound.factor),
        Reference::BestPeer => "the best peer".to_owned(),
        Reference::Columns(names) => names.join(" or "),
        Reference::Figure(name) => name.clone(),
        Reference::Cheapest => "the cheapest".to_owned(),
    };
    let product = if bound.factor == 1.0 { what } else { format!("{} of {what}", bound.factor) };
    if bound.more == 0.0 { product } else { format!("{product} + {} {unit}", bound.more) }
}

/// Returns one line for each goal.
pub fn print(goals: &[Goal]) -> String {
    let line = |g: &Goal| {
        let verdict = if g.holds { "holds" } else { "MISSED" };
        format!("{verdict:6}  {}: {} against {}\n", g.text, number(Some(g.ours)), number(Some(g.bound)))
    };
    let held = goals.iter().filter(|g| g.holds).count();
    goals.iter().map(line).collect::<String>() + &format!("{held} of {} goals hold\n", goals.len())
}

#[cfg(test)]
mod tests;
