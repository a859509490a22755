//! What a subject may do by the kernel: what its user allows. Audit events say the same
//! before, with better words; this holds also for code that gets around them.

use everypath_confine::Confinement;

/// The confinement of processes for which side effects are allowed, by the names of
/// Python's audit events, `open` or `all`.
pub fn confinement(allow: &[String]) -> Confinement {
    let is_all = allow.iter().any(|event| event == "all");
    let is_network = |event: &String| event.starts_with("socket.");
    Confinement::new()
        .using_network(is_all || allow.iter().any(is_network))
        .changing_files(is_all || !allow.iter().all(is_network))
}
