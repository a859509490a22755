//! A picture of a value graph as SVG: boxes for objects, arrows for
//! references. Colours come from the page's style sheet.

use std::fmt::Write;

use super::layout::{Block, COLUMN_GAP, Layout, layout};
use super::text::escape;
use super::value::{NONE, Object, Picture, REFERENCE, Row};
use crate::language::Spelling;

const LETTER: f64 = 7.3;
const LINE: f64 = 20.0;
const PADDING: f64 = 9.0;
const MARGIN: f64 = 10.0;
/// Room for each link that runs below the boxes.
const LANE: f64 = 9.0;
/// Links of boxes that are this near to each other's height need no curve.
const TITLE_MIDDLE: f64 = LINE / 2.0;

/// Draws a picture; what differs from `earlier` is marked.
pub(super) fn draw(picture: &Picture, earlier: Option<&Picture>, name: &str) -> String {
    let roots = picture.roots.len();
    let blocks: Vec<Block> = picture
        .roots
        .iter()
        .map(|(name, target)| Block {
            width: text_width(name) + 2.0 * PADDING,
            height: LINE,
            links: vec![roots + target],
        })
        .chain(picture.objects.iter().map(|object| block(object, roots)))
        .collect();
    let mut drawing = Drawing {
        layout: layout(&blocks, roots),
        blocks,
        lanes: 0,
        links: String::new(),
        boxes: String::new(),
    };
    for (index, (name, target)) in picture.roots.iter().enumerate() {
        drawing.root(index, name);
        drawing.link(index, TITLE_MIDDLE, roots + target, false);
    }
    for (index, object) in picture.objects.iter().enumerate() {
        let known = earlier.map(|earlier| Known::of(object, picture, earlier));
        drawing.object(roots + index, object, known.as_ref());
        for (number, row) in object.rows.iter().enumerate() {
            let changed = known.as_ref().is_some_and(|known| known.is_changed(number));
            for target in &row.targets {
                let y = LINE * (number as f64 + 1.5);
                drawing.link(roots + index, y, roots + target, changed);
            }
        }
    }
    drawing.finish(name, &description(picture))
}

fn block(object: &Object, roots: usize) -> Block {
    let widest = object
        .rows
        .iter()
        .map(row_width)
        .fold(title_width(object), f64::max);
    Block {
        width: widest.max(56.0),
        height: LINE * (object.rows.len() as f64 + 1.0),
        links: object
            .rows
            .iter()
            .flat_map(|row| &row.targets)
            .map(|target| roots + target)
            .collect(),
    }
}

fn text_width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

fn title_width(object: &Object) -> f64 {
    text_width(&object.title) + text_width(&object.id) + 3.0 * PADDING
}

fn row_width(row: &Row) -> f64 {
    text_width(&row.label) + text_width(&row.text) + 3.0 * PADDING
}

/// What an object was before.
struct Known<'a> {
    earlier: Option<&'a Object>,
    same: Vec<bool>,
}

impl<'a> Known<'a> {
    fn of(object: &Object, now: &Picture, before: &'a Picture) -> Known<'a> {
        let earlier = before.objects.iter().find(|other| other.id == object.id);
        let same = object
            .rows
            .iter()
            .map(|row| {
                let other = earlier
                    .and_then(|other| other.rows.iter().find(|other| other.label == row.label));
                other.is_some_and(|other| {
                    other.text == row.text && ids(&other.targets, before) == ids(&row.targets, now)
                })
            })
            .collect();
        Known { earlier, same }
    }

    fn is_new(&self) -> bool {
        self.earlier.is_none()
    }

    fn is_changed(&self, row: usize) -> bool {
        !self.same[row]
    }
}

fn ids<'a>(targets: &[usize], picture: &'a Picture) -> Vec<&'a str> {
    targets
        .iter()
        .map(|&target| picture.objects[target].id.as_str())
        .collect()
}

struct Drawing {
    layout: Layout,
    blocks: Vec<Block>,
    lanes: usize,
    links: String,
    boxes: String,
}

impl Drawing {
    fn root(&mut self, index: usize, name: &str) {
        let place = self.layout.places[index];
        let _ = write!(
            self.boxes,
            "<rect class=\"root\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{LINE}\" rx=\"10\"/>\
             <text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            place.x,
            place.y,
            self.blocks[index].width,
            place.x + PADDING,
            place.y + 14.0,
            escape(name),
        );
    }

    fn object(&mut self, index: usize, object: &Object, known: Option<&Known>) {
        let place = self.layout.places[index];
        let block = &self.blocks[index];
        let class = match known {
            Some(known) if known.is_new() => "object new",
            _ => "object",
        };
        let (left, right) = (place.x + PADDING, place.x + block.width - PADDING);
        let _ = write!(
            self.boxes,
            "<g class=\"{class}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/>\
             <text class=\"title\" x=\"{left:.1}\" y=\"{:.1}\">{}</text>\
             <text class=\"number\" x=\"{right:.1}\" y=\"{:.1}\">{}</text>",
            place.x,
            place.y,
            block.width,
            block.height,
            place.y + 14.0,
            escape(&object.title),
            place.y + 14.0,
            escape(&object.id),
        );
        if !object.rows.is_empty() {
            let _ = write!(
                self.boxes,
                "<path class=\"rule\" d=\"M{:.1} {:.1}h{:.1}\"/>",
                place.x,
                place.y + LINE,
                block.width
            );
        }
        for (number, row) in object.rows.iter().enumerate() {
            let y = place.y + LINE * (number as f64 + 1.0) + 14.0;
            let _ = write!(
                self.boxes,
                "<text x=\"{left:.1}\" y=\"{y:.1}\">{}</text>",
                escape(&row.label)
            );
            let changed = known.is_some_and(|known| !known.is_new() && known.is_changed(number));
            let class = match row.text.as_str() {
                NONE => "value none",
                REFERENCE => "value port",
                _ => "value",
            };
            let _ = write!(
                self.boxes,
                "<text class=\"{class}{}\" x=\"{right:.1}\" y=\"{y:.1}\">{}</text>",
                if changed { " changed" } else { "" },
                escape(&row.text)
            );
        }
        self.boxes.push_str("</g>");
    }

    /// Draws a link from a row, `row` below the upper edge of its block.
    fn link(&mut self, from: usize, row: f64, to: usize, changed: bool) {
        let (source, target) = (self.layout.places[from], self.layout.places[to]);
        let y = source.y + row;
        let end = target.y + TITLE_MIDDLE;
        let right = source.x + self.blocks[from].width;
        let mut class = "link".to_owned();
        let path = if target.column == source.column + 1 {
            let middle = COLUMN_GAP * 0.55;
            format!(
                "M{right:.1} {y:.1}C{:.1} {y:.1} {:.1} {end:.1} {:.1} {end:.1}",
                right + middle,
                target.x - middle,
                target.x - 1.0
            )
        } else if target.column == source.column {
            let side = target.x + self.blocks[to].width;
            let bulge = f64::max(right, side) + COLUMN_GAP * 0.7;
            format!(
                "M{right:.1} {y:.1}C{bulge:.1} {y:.1} {bulge:.1} {end:.1} {:.1} {end:.1}",
                side + 1.0
            )
        } else if target.column + 1 == source.column {
            class.push_str(" back");
            let side = target.x + self.blocks[to].width;
            let middle = COLUMN_GAP * 0.55;
            format!(
                "M{:.1} {y:.1}C{:.1} {y:.1} {:.1} {end:.1} {:.1} {end:.1}",
                source.x,
                source.x - middle,
                side + middle,
                side + 1.0
            )
        } else {
            class.push_str(" back");
            self.below(source.column, right, y, (target.x, end))
        };
        if changed {
            class.push_str(" changed");
        }
        let _ = write!(
            self.links,
            "<path class=\"{class}\" d=\"{path}\" marker-end=\"url(#arrow)\"/>"
        );
    }

    /// The way around below all boxes.
    fn below(&mut self, column: usize, right: f64, y: f64, (x, end): (f64, f64)) -> String {
        self.lanes += 1;
        let lane = self.layout.height + LANE * self.lanes as f64;
        let nth = 4.0 * (self.lanes % 6) as f64;
        let edge: f64 = self.layout.widths[..=column].iter().sum::<f64>()
            + COLUMN_GAP * column as f64
            + 8.0
            + nth;
        let gap = x - 14.0 - nth;
        format!(
            "M{right:.1} {y:.1}H{:.1}Q{edge:.1} {y:.1} {edge:.1} {:.1}V{:.1}Q{edge:.1} {lane:.1} {:.1} {lane:.1}\
             H{:.1}Q{gap:.1} {lane:.1} {gap:.1} {:.1}V{:.1}Q{gap:.1} {end:.1} {:.1} {end:.1}H{:.1}",
            edge - 5.0,
            y + 5.0,
            lane - 5.0,
            edge - 5.0,
            gap + 5.0,
            lane - 5.0,
            end + 5.0,
            gap + 5.0,
            x - 1.0,
        )
    }

    fn finish(self, name: &str, description: &str) -> String {
        let width = self.layout.width + 2.0 * MARGIN + COLUMN_GAP;
        let height = self.layout.height + 2.0 * MARGIN + LANE * self.lanes as f64;
        format!(
            "<svg role=\"img\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"{:.0} {:.0} {width:.0} {height:.0}\"><title>{}</title><desc>{}</desc>\
             {}{}</svg>",
            -MARGIN - COLUMN_GAP / 2.0,
            -MARGIN,
            escape(name),
            escape(description),
            self.links,
            self.boxes
        )
    }
}

/// The picture in words, for those who do not see it.
fn description(picture: &Picture) -> String {
    let named = |target: usize| {
        let object = &picture.objects[target];
        format!("{} {}", object.title, object.id)
    };
    let mut sentences: Vec<String> = picture
        .roots
        .iter()
        .map(|(name, target)| format!("{name} is {}.", named(*target)))
        .collect();
    for (index, object) in picture.objects.iter().enumerate() {
        let rows: Vec<String> = object
            .rows
            .iter()
            .map(|row| match row.targets.as_slice() {
                [] if row.text == NONE => format!("{} {}", row.label, picture.language.null()),
                [] => format!("{} {}", row.label, row.text),
                targets => {
                    let targets: Vec<String> = targets.iter().map(|&to| named(to)).collect();
                    format!("{} to {}", row.label, targets.join(" and "))
                }
            })
            .collect();
        sentences.push(format!("{}: {}.", named(index), rows.join(", ")));
    }
    sentences.join(" ")
}
