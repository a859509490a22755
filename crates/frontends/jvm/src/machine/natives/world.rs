//! Methods of the JDK that ask the machine, the user, the clock or chance. Its own code, or
//! a native, answers; a run takes the answer for granted.

/// A question to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is asked, in words.
    pub what: &'static str,
    /// Whether it matters only if the user's code asks: the JDK asks for much that changes
    /// nothing.
    pub by_user: bool,
}

/// The question that a method asks, if it does.
pub(super) fn asked(class: &str, name: &str) -> Option<Question> {
    let always = |what| {
        Some(Question {
            what,
            by_user: false,
        })
    };
    let by_user = |what| {
        Some(Question {
            what,
            by_user: true,
        })
    };
    match (class, name) {
        ("java/lang/System", "currentTimeMillis" | "nanoTime")
        | ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => always("the clock"),
        ("java/lang/System", "getProperty" | "getProperties")
        | ("java/lang/Boolean", "getBoolean")
        | ("java/lang/Integer", "getInteger")
        | ("java/lang/Long", "getLong") => by_user("System.getProperty"),
        ("java/lang/System", "console") => by_user("System.console"),
        ("java/lang/System", "getenv") => always("System.getenv"),
        ("java/lang/System", "identityHashCode") | ("java/lang/Object", "hashCode") => {
            always("Object.hashCode")
        }
        (
            "java/lang/Runtime",
            "availableProcessors" | "freeMemory" | "totalMemory" | "maxMemory",
        ) => always("Runtime.getRuntime"),
        ("java/lang/Thread", "currentThread" | "interrupted" | "isInterrupted" | "isAlive") => {
            by_user("Thread.currentThread")
        }
        ("java/util/Locale", "getDefault") => always("Locale.getDefault"),
        ("java/util/TimeZone", "getDefault" | "getDefaultRef") => always("TimeZone.getDefault"),
        ("java/nio/charset/Charset", "defaultCharset") => by_user("Charset.defaultCharset"),
        ("java/lang/Math", "random")
        | ("java/util/UUID", "randomUUID")
        | ("java/util/concurrent/ThreadLocalRandom", "current")
        | (
            "java/util/Random" | "java/util/SplittableRandom" | "java/security/SecureRandom",
            "<init>",
        ) => always("chance"),
        ("java/net/InetAddress", "getLocalHost" | "getByName" | "getAllByName") => {
            always("the network")
        }
        ("java/lang/ProcessHandle", "current") => always("ProcessHandle.current"),
        _ => None,
    }
}
