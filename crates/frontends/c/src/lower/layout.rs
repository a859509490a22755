//! Where the parts of IR types are in memory, as x86-64 and its kin have them.

use everypath_lowered::{
    Class as LoweredClass, Constant, Contents, Field, Kind, Layout, Open as LoweredOpen,
};
use everypath_term::{Sort, Value};
use indexmap::IndexMap;

use crate::ir::text::{Class, class_of, elements};

/// The offset inside its object of what a pointer in memory leads to is kept
/// beside the pointer, where no byte is.
pub(super) const BESIDE: u64 = 1 << 40;

/// The sort of offsets.
pub(super) fn offset_sort() -> Sort {
    Sort::bit_vec(64)
}

/// Cells of one object at most.
pub(super) const MOST_CELLS: usize = 4096;

/// A scalar in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    /// Where it begins.
    pub offset: u64,
    /// What it is.
    pub kind: Kind,
}

/// The sort of values of a class.
pub(super) fn sort_of(class: Class) -> Option<Sort> {
    match class {
        Class::Int(1) => Some(Sort::BOOL),
        Class::Int(width) => Some(Sort::bit_vec(width)),
        Class::Float(32) => Some(Sort::FLOAT32),
        Class::Float(64) => Some(Sort::FLOAT64),
        _ => None,
    }
}

/// The named structures of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Structures(pub IndexMap<String, String>);

impl Structures {
    fn members<'a>(&'a self, ty: &'a str) -> Option<(Vec<&'a str>, bool)> {
        let definition = match ty.starts_with(['{', '<']) {
            true => ty,
            false => self.0.get(ty)?.as_str(),
        };
        let packed = definition.starts_with("<{");
        let plain = match packed {
            true => &definition[1..definition.len() - 1],
            false => definition,
        };
        Some((elements(plain)?, packed))
    }

    /// The element of an array type and how many there are.
    pub(super) fn array<'a>(&self, ty: &'a str) -> Option<(u64, &'a str)> {
        let inner = ty.strip_prefix('[')?.strip_suffix(']')?;
        let (count, element) = inner.split_once(" x ")?;
        Some((count.trim().parse().ok()?, element.trim()))
    }

    /// Size and alignment of a type.
    pub(super) fn size(&self, ty: &str) -> Option<(u64, u64)> {
        match class_of(ty) {
            Class::Int(width) => {
                let size = u64::from(width).div_ceil(8).next_power_of_two();
                return Some((size, size));
            }
            Class::Float(80) => return Some((16, 16)),
            Class::Float(width) => return Some((u64::from(width) / 8, u64::from(width) / 8)),
            Class::Pointer => return Some((8, 8)),
            Class::Other => {}
        }
        if let Some((count, element)) = self.array(ty) {
            let (size, align) = self.size(element)?;
            return Some((size.checked_mul(count)?, align));
        }
        let (members, packed) = self.members(ty)?;
        let (mut end, mut most) = (0u64, 1);
        for member in members {
            let (size, align) = self.size(member)?;
            let align = if packed { 1 } else { align };
            end = end.checked_next_multiple_of(align)?.checked_add(size)?;
            most = most.max(align);
        }
        Some((end.checked_next_multiple_of(most)?, most))
    }

    /// Where a member of a structure begins, and its type.
    pub(super) fn member<'a>(&'a self, ty: &'a str, index: usize) -> Option<(u64, &'a str)> {
        let (members, packed) = self.members(ty)?;
        let mut end = 0u64;
        for (at, member) in members.into_iter().enumerate() {
            let (size, align) = self.size(member)?;
            let align = if packed { 1 } else { align };
            let begin = end.checked_next_multiple_of(align)?;
            if at == index {
                return Some((begin, member));
            }
            end = begin.checked_add(size)?;
        }
        None
    }

    /// The scalars of a type; `None` if there are too many.
    pub(super) fn cells(&self, ty: &str, base: u64, found: &mut Vec<Cell>) -> Option<()> {
        if found.len() > MOST_CELLS {
            return None;
        }
        let class = class_of(ty);
        if class == Class::Pointer {
            found.push(Cell {
                offset: base,
                kind: Kind::Reference,
            });
            found.push(Cell {
                offset: base + BESIDE,
                kind: Kind::Scalar(offset_sort()),
            });
            return Some(());
        }
        if let Some(sort) = sort_of(class) {
            found.push(Cell {
                offset: base,
                kind: Kind::Scalar(sort),
            });
            return Some(());
        }
        if let Some((count, element)) = self.array(ty) {
            let (size, _) = self.size(element)?;
            for index in 0..count {
                self.cells(element, base + index * size, found)?;
            }
            return Some(());
        }
        // What is no scalar here, as `long double`, is memory without a cell.
        let Some((members, _)) = self.members(ty) else {
            return Some(());
        };
        for index in 0..members.len() {
            let (offset, member) = self.member(ty, index)?;
            self.cells(member, base + offset, found)?;
        }
        Some(())
    }

    /// The class of objects of a type.
    pub(super) fn class(&self, ty: &str) -> Option<LoweredClass> {
        let (size, _) = self.size(ty)?;
        let mut cells = Vec::new();
        self.cells(ty, 0, &mut cells)?;
        let open = cells.iter().map(|_| closed()).collect();
        Some(class(ty, &cells, open, size, false))
    }
}

/// A place that no input decides about.
fn closed() -> LoweredOpen {
    LoweredOpen::Unknown("reads memory that is no input".to_owned())
}

/// A class of objects with cells and what may be in them.
pub(super) fn class(
    name: &str,
    cells: &[Cell],
    open: Vec<LoweredOpen>,
    size: u64,
    grows: bool,
) -> LoweredClass {
    let fields = cells.iter().zip(open).map(|(cell, open)| Field {
        name: format!("+{}", cell.offset),
        kind: cell.kind,
        open,
    });
    LoweredClass {
        name: name.to_owned(),
        contents: Contents::Fields(fields.collect()),
        may_be_shared: false,
        layout: Some(Layout {
            offsets: cells.iter().map(|cell| cell.offset).collect(),
            size,
            grows,
        }),
    }
}

/// What is in a cell that nobody wrote.
pub(super) fn nothing(kind: Kind) -> Constant {
    match kind {
        Kind::Scalar(sort) => Constant::Scalar(Value::zero(sort)),
        Kind::Reference => Constant::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structures_have_gaps_and_cells() {
        let structures = Structures(IndexMap::from([(
            "%struct.S".to_owned(),
            "{ i8, i32, [2 x i16], ptr }".to_owned(),
        )]));
        assert_eq!(structures.size("%struct.S"), Some((24, 8)));
        assert_eq!(structures.member("%struct.S", 2), Some((8, "[2 x i16]")));
        let mut cells = Vec::new();
        structures.cells("[2 x %struct.S]", 0, &mut cells);
        let offsets: Vec<u64> = cells.iter().map(|cell| cell.offset % BESIDE).collect();
        assert_eq!(offsets, [0, 4, 8, 10, 16, 16, 24, 28, 32, 34, 40, 40]);
    }
}
