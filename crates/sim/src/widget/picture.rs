//! Draws the paper's latencies as circles and the model's as lines.
use super::Cell;
use super::paper::LATENCIES;
use plotters::prelude::*;
use std::path::Path;

const COLOURS: [RGBColor; 4] =
    [RGBColor(200, 40, 40), RGBColor(220, 140, 40), RGBColor(40, 90, 180), RGBColor(40, 150, 90)];
const SIZE: (u32, u32) = (760, 520);

/// Draws figure 1 into an SVG file.
pub fn draw(cells: &[Cell], file: &Path) -> Result<(), String> {
    drawn(cells, file).map_err(|e| format!("the picture {} cannot be drawn: {e}", file.display()))
}

fn drawn(cells: &[Cell], file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::new(file, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Avalanche, figure 1: circles the paper, lines the model", ("sans-serif", 18))
        .margin(10)
        .x_label_area_size(35)
        .y_label_area_size(60)
        .build_cartesian_2d((4f64..2048f64).log_scale().base(2.0), (300f64..6000f64).log_scale())?;
    chart.configure_mesh().x_desc("bytes").y_desc("cycles of 120 MHz").draw()?;
    for ((name, _), colour) in LATENCIES.iter().zip(COLOURS) {
        let what = format!("latency: {name}");
        let own = || cells.iter().filter(|c| c.what == what);
        chart.draw_series(own().map(|c| Circle::new((c.size as f64, c.paper), 4, colour.stroke_width(2))))?;
        chart
            .draw_series(LineSeries::new(own().map(|c| (c.size as f64, c.model)), colour.stroke_width(2)))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().position(SeriesLabelPosition::UpperLeft).background_style(WHITE.mix(0.8)).draw()?;
    Ok(root.present()?)
}
