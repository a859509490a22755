//! What an instrumented C program is linked with. It keeps a shadow term
//! beside every symbolic byte, fills the input as the program reads it, and
//! writes what happened as events into shared memory. It knows no solver and
//! builds no terms: the engine's side reads the events and does.
//!
//! [`layout`] is the protocol, shared with the engine's side, and [`refused`] what
//! runs may not do; everything else is only in the static library (`--cfg
//! standalone`).

#![cfg_attr(standalone, no_std)]

pub mod codes;
pub mod extended;
pub mod layout;
pub mod refused;

#[cfg(standalone)]
mod accesses;
#[cfg(standalone)]
mod allocations;
#[cfg(standalone)]
mod arithmetic;
#[cfg(standalone)]
mod behind;
#[cfg(standalone)]
mod contexts;
#[cfg(standalone)]
mod control;
#[cfg(standalone)]
mod environment;
#[cfg(standalone)]
mod external;
#[cfg(standalone)]
mod heap;
#[cfg(standalone)]
mod inputs;
#[cfg(standalone)]
mod lookup;
#[cfg(standalone)]
mod members;
#[cfg(standalone)]
mod memory;
#[cfg(standalone)]
mod pointers;
#[cfg(standalone)]
mod regions;
#[cfg(standalone)]
mod sandbox;
#[cfg(standalone)]
mod server;
#[cfg(standalone)]
mod shadow;
#[cfg(standalone)]
mod snapshot;
#[cfg(standalone)]
mod state;
#[cfg(standalone)]
mod streams;
#[cfg(standalone)]
mod stubs;
#[cfg(standalone)]
mod system;
#[cfg(standalone)]
mod variadic;

/// A panic here is a bug of the runtime; the run ends, and the engine says so.
#[cfg(standalone)]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    state::end(layout::Ending::Broken, 0, 0)
}
