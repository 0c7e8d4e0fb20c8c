//! Draws results as an SVG picture: one panel for each benchmark, with lines over size or one bar for each system.
use super::results::{Key, Results, Row};
use super::table::FLOOR;
use plotters::prelude::*;
use std::path::Path;

const COLOURS: [RGBColor; 6] = [
    RGBColor(200, 40, 40),
    RGBColor(40, 90, 180),
    RGBColor(40, 150, 90),
    RGBColor(150, 90, 180),
    RGBColor(220, 140, 40),
    RGBColor(120, 120, 120),
];
/// The end of the name of a benchmark whose size is a number of hosts.
pub const OVER_HOSTS: &str = ", by hosts";
const PANEL: (u32, u32) = (620, 420);

type Panel<'a> = (String, Vec<(&'a Key, &'a Row)>);

/// Draws `results` into `file`. The floor is drawn in grey.
pub fn draw(results: &Results, systems: &[&str], file: &Path) -> Result<(), String> {
    let panels = panels(results);
    if panels.is_empty() {
        return Err("there is nothing to draw".into());
    }
    let columns = panels.len().min(2);
    let rows = panels.len().div_ceil(columns);
    let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32);
    let mut names: Vec<&str> = systems.to_vec();
    if !names.contains(&FLOOR) {
        names.push(FLOOR);
    }
    let root = SVGBackend::new(file, size).into_drawing_area();
    let done = root.fill(&WHITE).map_err(|e| e.to_string()).and_then(|()| {
        for (area, panel) in root.split_evenly((rows, columns)).iter().zip(&panels) {
            if panel.1.len() > 1 { lines(area, panel, &names) } else { bars(area, panel, &names) }
                .map_err(|e| e.to_string())?;
        }
        root.present().map_err(|e| e.to_string())
    });
    done.map_err(|e| format!("the picture {} cannot be drawn: {e}", file.display()))
}

/// Returns a panel for each benchmark and number of ranks.
fn panels(results: &Results) -> Vec<Panel<'_>> {
    let mut panels: Vec<Panel> = Vec::new();
    for (key, row) in results.rows() {
        let title = match key.name.ends_with(OVER_HOSTS) {
            true => format!("{} ({})", key.name, row.unit),
            false => format!("{}, {} ranks ({})", key.name, key.ranks, row.unit),
        };
        match panels.iter_mut().find(|p| p.0 == title) {
            Some(p) => p.1.push((key, row)),
            None => panels.push((title, vec![(key, row)])),
        }
    }
    panels
}

type Drawn = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn colour(system: &str, index: usize) -> RGBColor {
    if system == FLOOR { COLOURS[5] } else { COLOURS[index % 5] }
}

/// Draws lines with both axes logarithmic; size 0 is drawn at 1.
fn lines(area: &Area, (title, rows): &Panel, systems: &[&str]) -> Drawn {
    let values = || rows.iter().flat_map(|(_, r)| r.systems.values().filter_map(|s| s.median()));
    let low = values().fold(f64::INFINITY, f64::min) * 0.7;
    let high = values().fold(0.0, f64::max) * 1.4;
    let x = |k: &Key| k.size.max(1) as f64;
    let from = rows.iter().map(|r| x(r.0)).fold(f64::INFINITY, f64::min);
    let to = rows.iter().map(|r| x(r.0)).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(35)
        .y_label_area_size(60)
        .build_cartesian_2d((from..to).log_scale().base(2.0), (low..high).log_scale())?;
    let over_hosts = rows[0].0.name.ends_with(OVER_HOSTS);
    chart
        .configure_mesh()
        .x_desc(if over_hosts { "hosts" } else { "bytes" })
        .x_label_formatter(&|v| super::sizes::show_size(*v as u64))
        .y_label_formatter(&|v| super::table::number(Some(*v)))
        .draw()?;
    for (i, system) in systems.iter().enumerate() {
        let at = |(k, r): &(&Key, &Row)| Some((x(k), r.systems.get(*system)?.median()?));
        let points: Vec<_> = rows.iter().filter_map(at).collect();
        if points.is_empty() {
            continue;
        }
        let c = colour(system, i);
        chart.draw_series(points.iter().map(|p| Circle::new(*p, 2, c.filled())))?;
        chart
            .draw_series(LineSeries::new(points, c.stroke_width(2)))?
            .label(*system)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], c.stroke_width(2)));
    }
    chart.configure_series_labels().position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8)).draw()?;
    Ok(())
}

/// Draws a bar for each system. The axis is logarithmic if the figures differ by more than a factor of 20.
fn bars(area: &Area, (title, rows): &Panel, systems: &[&str]) -> Drawn {
    let row = rows[0].1;
    let median = |s: &str| row.systems.get(s).and_then(|v| v.median());
    let shown: Vec<_> = systems.iter().enumerate().filter_map(|(i, s)| Some((i, *s, median(s)?))).collect();
    let (low, high) =
        super::stats::range(&shown.iter().map(|b| b.2).collect::<Vec<_>>()).ok_or("no system has a figure to draw")?;
    let log = high / low > 20.0;
    let place = |v: f64| if log { v.log10() } else { v };
    let value = |p: f64| if log { 10f64.powf(p) } else { p };
    let bottom = if log { place(low / 3.0) } else { 0.0 };
    let top = bottom + (place(high) - bottom) * 1.15;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(10)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..shown.len() as f64, bottom..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .y_label_formatter(&|p| super::table::number(Some(value(*p))))
        .draw()?;
    for (n, (i, system, v)) in shown.iter().enumerate() {
        let (left, c) = (n as f64 + 0.15, colour(system, *i));
        let text = format!("{system} {}", super::table::number(Some(*v)));
        let above = place(*v) + (top - bottom) * 0.04;
        chart.draw_series([Rectangle::new([(left, bottom), (left + 0.7, place(*v))], c.filled())])?;
        chart.draw_series([Text::new(text, (left, above), ("sans-serif", 13))])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::results::Point;

    #[test]
    fn a_picture_shows_every_system() {
        let mut r = Results::default();
        for (name, size, system, value) in [
            ("latency", 0, "clump", 0.1),
            ("latency", 8, "clump", 0.2),
            ("latency", 8, "mpich", 0.9),
            ("rate", 8, "clump", 5.0),
        ] {
            let key = Key { name: name.into(), ranks: 2, size };
            r.add(system, Point { key, value, unit: "us".into(), more: Default::default() });
        }
        let file = std::env::temp_dir().join(format!("clump-picture-{}.svg", std::process::id()));
        draw(&r, &["clump", "mpich"], &file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(text.starts_with("<svg") && text.contains("mpich") && text.contains("rate"));
    }
}
