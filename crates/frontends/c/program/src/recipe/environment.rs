//! The variables of the environment that a run asks for, as a test sets them.

use everypath_c::{ENVIRONMENT, Target};
use everypath_emit::c::literal;
use everypath_emit::text_word;

use super::Making;

impl Making<'_> {
    /// Sets and takes away variables.
    pub(super) fn environment(&mut self) {
        for (slot, target) in &self.graph.pointers {
            let Some(name) = slot.strip_prefix(ENVIRONMENT) else {
                continue;
            };
            let shown = literal::text(name.as_bytes());
            let word = match target {
                Target::Object(_) => {
                    let byte = |index| self.bits(&format!("{slot}[{index}]")) as u8;
                    let bytes: Vec<u8> = (0..).map(byte).take_while(|byte| *byte != 0).collect();
                    let value = literal::text(&bytes);
                    self.recipe
                        .setup
                        .push(format!("setenv({shown}, {value}, 1);"));
                    text_word(&String::from_utf8_lossy(&bytes))
                }
                _ => {
                    self.recipe.setup.push(format!("unsetenv({shown});"));
                    "not_set".to_owned()
                }
            };
            self.recipe
                .words
                .push((slot.clone(), format!("{}_is_{word}", name.to_lowercase())));
        }
    }
}
