//! The scope: how far an encoding goes.

/// The bounds of inputs and runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    /// Objects of one class in the input.
    pub objects: u32,
    /// Iterations of a loop.
    pub unrollings: u32,
    /// Calls of one procedure on the stack.
    pub recursion: u32,
    /// Elements of an array of the input, or of one whose length depends on it.
    pub array_length: u32,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            objects: 5,
            unrollings: 10,
            recursion: 6,
            array_length: 5,
        }
    }
}

impl Scope {
    /// The scope in words.
    pub fn words(&self) -> String {
        format!(
            "{} objects per class, {} iterations per loop, recursion depth {}, arrays of length {}",
            self.objects, self.unrollings, self.recursion, self.array_length
        )
    }
}
