//! Where the boxes of a picture stand: as in a tree that grows to the right.
//! It knows sizes and links, and nothing of what the boxes show.

/// Free room between columns, where links run.
pub(super) const COLUMN_GAP: f64 = 46.0;
const ROW_GAP: f64 = 14.0;

/// A box to place.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The boxes it leads to, in order.
    pub links: Vec<usize>,
}

/// A box that is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    /// Its column.
    pub column: usize,
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
}

/// All boxes, placed.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// One for each block.
    pub places: Vec<Place>,
    /// The width of each column.
    pub widths: Vec<f64>,
    /// The width of all.
    pub width: f64,
    /// The height of all.
    pub height: f64,
}

/// Places blocks; the first `roots` of them stand in the first column.
pub(super) fn layout(blocks: &[Block], roots: usize) -> Layout {
    let tree = Tree::new(blocks, roots);
    let columns = tree.columns.iter().map(|column| column + 1).max();
    let mut widths = vec![0.0; columns.unwrap_or(0)];
    for (block, &column) in blocks.iter().zip(&tree.columns) {
        widths[column] = f64::max(widths[column], block.width);
    }
    let mut result = Layout {
        places: vec![Place::default(); blocks.len()],
        width: widths.iter().sum::<f64>() + COLUMN_GAP * widths.len().saturating_sub(1) as f64,
        widths,
        height: 0.0,
    };
    for root in 0..roots {
        let gap = if root > 0 { ROW_GAP } else { 0.0 };
        let top = result.height + gap;
        result.height = top + tree.place(blocks, root, top, &mut result);
    }
    result
}

/// Each block's column and the blocks that hang on it.
struct Tree {
    columns: Vec<usize>,
    children: Vec<Vec<usize>>,
}

impl Tree {
    /// A block hangs on the one that leads to it first, going deep before
    /// wide: lists become chains, however their ends are tied.
    fn new(blocks: &[Block], roots: usize) -> Tree {
        let mut tree = Tree {
            columns: vec![0; blocks.len()],
            children: vec![Vec::new(); blocks.len()],
        };
        let mut seen: Vec<bool> = (0..blocks.len()).map(|block| block < roots).collect();
        for root in 0..roots {
            tree.hang(blocks, root, &mut seen);
        }
        tree
    }

    fn hang(&mut self, blocks: &[Block], block: usize, seen: &mut [bool]) {
        for &link in &blocks[block].links {
            if !seen[link] {
                seen[link] = true;
                self.columns[link] = self.columns[block] + 1;
                self.children[block].push(link);
                self.hang(blocks, link, seen);
            }
        }
    }

    /// The height of a block with everything that hangs on it.
    fn height(&self, blocks: &[Block], block: usize) -> f64 {
        f64::max(blocks[block].height, self.below(blocks, block))
    }

    fn below(&self, blocks: &[Block], block: usize) -> f64 {
        let children = &self.children[block];
        let heights: f64 = children
            .iter()
            .map(|&child| self.height(blocks, child))
            .sum();
        heights + ROW_GAP * children.len().saturating_sub(1) as f64
    }

    /// Places a block and what hangs on it; the height they take.
    fn place(&self, blocks: &[Block], block: usize, top: f64, result: &mut Layout) -> f64 {
        let height = self.height(blocks, block);
        let column = self.columns[block];
        let before: f64 = result.widths[..column]
            .iter()
            .map(|width| width + COLUMN_GAP)
            .sum();
        result.places[block] = Place {
            column,
            x: before,
            y: top + (height - blocks[block].height) / 2.0,
        };
        let mut y = top + (height - self.below(blocks, block)) / 2.0;
        for &child in &self.children[block] {
            y += self.place(blocks, child, y, result) + ROW_GAP;
        }
        height
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(links: &[&[usize]], roots: usize, expected: &[(usize, f64)]) {
        let blocks: Vec<Block> = links
            .iter()
            .map(|links| Block {
                width: 10.0,
                height: 20.0,
                links: links.to_vec(),
            })
            .collect();
        let found: Vec<(usize, f64)> = layout(&blocks, roots)
            .places
            .iter()
            .map(|place| (place.column, place.y))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn chains_are_flat_and_trees_fan_out() {
        check(&[&[1], &[2], &[0]], 1, &[(0, 0.0), (1, 0.0), (2, 0.0)]);
        check(
            &[&[1], &[2, 0], &[0, 1]],
            1,
            &[(0, 0.0), (1, 0.0), (2, 0.0)],
        );
        check(&[&[1, 2], &[], &[]], 1, &[(0, 17.0), (1, 0.0), (1, 34.0)]);
        check(&[&[2], &[2], &[]], 2, &[(0, 0.0), (0, 34.0), (1, 0.0)]);
    }
}
