//! The surroundings that a subject sees: never this machine's. Variables of the
//! environment, user, host, time, time zone and chance are those of one of a few worlds,
//! which are the same on every machine. What a program answers in all of them does not
//! depend on them.

use std::ffi::OsString;
use std::io;
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::Command;

use crate::descriptor::hand_over;

/// The library that answers for the C library, loaded before everything else.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/world.so"));

/// One of the worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World(usize);

/// What a world is like. Two of them have nothing in common: neither the time of day nor
/// the day of the week nor the year, and numbers by chance differ in each bit that counts.
struct Surroundings {
    /// When each process begins, in seconds since 1970; not later than now, for who waits
    /// for a moment that is long past does not wait.
    instant: i64,
    user: &'static str,
    home: &'static str,
    host: &'static str,
    /// The version of the system.
    release: &'static str,
    number: u32,
    process: i32,
    /// The time zone, as the C library reads it and as Java names it.
    zone: &'static str,
    named_zone: &'static str,
    /// The locale of the C library: one of the two that every system has.
    locale: &'static str,
    /// Languages and countries in Java: the one for letters in capitals and all else, the one
    /// for numbers, and the one for names, such as those of currencies.
    languages: [(&'static str, &'static str); 3],
    columns: u32,
    processors: u32,
}

const WORLDS: [Surroundings; 3] = [
    Surroundings {
        // A Saturday in the morning.
        instant: 981_173_106,
        user: "user",
        home: "/home/user",
        host: "host",
        release: "5.10.0",
        number: 1000,
        process: 4096,
        zone: "UTC0",
        named_zone: "UTC",
        locale: "C.UTF-8",
        languages: [("en", "US"); 3],
        columns: 80,
        processors: 2,
    },
    Surroundings {
        // A Tuesday in the afternoon.
        instant: 848_418_157,
        user: "somebody",
        home: "/srv/somebody",
        host: "elsewhere",
        release: "6.1.7",
        number: 2001,
        process: 7531,
        zone: "<+0530>-5:30",
        named_zone: "Asia/Kolkata",
        locale: "C",
        // An `i` has its dot in capitals, digits are others, and no currency has a sign.
        languages: [("tr", "TR"), ("ar", "EG"), ("de", "CH")],
        columns: 132,
        processors: 5,
    },
    Surroundings {
        // A Thursday at night.
        instant: 1_346_365_198,
        user: "another",
        home: "/var/another",
        host: "faraway.example",
        release: "4.19.3",
        number: 3502,
        process: 22,
        zone: "<-08>8",
        named_zone: "America/Anchorage",
        locale: "POSIX",
        languages: [("fr", "FR"); 3],
        columns: 100,
        processors: 16,
    },
];

impl World {
    /// The world in which subjects are explored and their values taken down.
    pub const FIRST: World = World(0);

    /// All of them, the first one first.
    pub fn all() -> impl Iterator<Item = World> {
        (0..WORLDS.len()).map(World)
    }

    /// Which one it is, from 0.
    pub fn number(self) -> usize {
        self.0
    }

    fn surroundings(self) -> &'static Surroundings {
        &WORLDS[self.0]
    }

    /// How many processors there are.
    pub fn processors(self) -> u32 {
        self.surroundings().processors
    }

    /// The properties of a JVM in it.
    pub fn properties(self) -> Vec<String> {
        let here = self.surroundings();
        let property = |name: &str, value: &str| format!("-D{name}={value}");
        let categories = ["", ".format", ".display"].into_iter().zip(here.languages);
        let languages = categories.flat_map(|(category, (language, country))| {
            [
                property(&format!("user.language{category}"), language),
                property(&format!("user.country{category}"), country),
            ]
        });
        let mut properties = vec![
            property("user.name", here.user),
            property("user.home", here.home),
            property("user.timezone", here.named_zone),
            property("file.encoding", "UTF-8"),
            property("os.version", here.release),
            format!("-XX:ActiveProcessorCount={}", here.processors),
        ];
        properties.extend(languages);
        properties
    }

    /// The variables of the environment in it, and no others, but for those of this process
    /// that are named.
    pub fn environment(self, kept: &[&str]) -> Vec<(OsString, OsString)> {
        let here = self.surroundings();
        let fixed = [
            ("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned()),
            ("HOME", here.home.to_owned()),
            ("USER", here.user.to_owned()),
            ("LOGNAME", here.user.to_owned()),
            ("SHELL", "/bin/sh".to_owned()),
            ("TZ", here.zone.to_owned()),
            ("LANG", here.locale.to_owned()),
            ("LC_ALL", here.locale.to_owned()),
            ("TERM", "dumb".to_owned()),
            ("COLUMNS", here.columns.to_string()),
            ("LINES", "24".to_owned()),
        ];
        // Which variables there are, and which is the first, is no more certain than what
        // they say.
        let more =
            [None, Some("BROWSER"), Some("ARCHIVE")][self.0].map(|name| (name, "1".to_owned()));
        let fixed = fixed.into_iter().chain(more);
        let fixed: Vec<(OsString, OsString)> = fixed
            .map(|(name, value)| (OsString::from(name), OsString::from(value)))
            .collect();
        let is_fixed = |name: &str| fixed.iter().any(|(known, _)| known == name);
        let own = kept.iter().filter(|name| !is_fixed(name));
        let own = own.filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?)));
        let own: Vec<(OsString, OsString)> = own.collect();
        fixed.into_iter().chain(own).collect()
    }

    /// Lets a command start with the variables of this world only.
    pub fn surround(self, command: &mut Command, kept: &[&str]) {
        command.env_clear().envs(self.environment(kept));
    }

    /// Lets a command start in this world: with its variables, and asking it whenever it
    /// asks about time, user, host or chance.
    pub fn enter(self, command: &mut Command, kept: &[&str]) -> io::Result<()> {
        self.surround(command, kept);
        let descriptor = hand_over(command, library()?);
        let here = self.surroundings();
        let said = format!(
            "{} {} {} {} {descriptor} {} {} {}",
            here.instant, here.number, here.process, self.0, here.host, here.user, here.release
        );
        command
            .env("EVERYPATH_WORLD", said)
            .env("LD_PRELOAD", format!("/proc/self/fd/{descriptor}"));
        Ok(())
    }
}

/// The library in a file without a name: there is no directory that it must be kept in.
fn library() -> io::Result<OwnedFd> {
    use std::io::Write;
    // SAFETY: the name is a text; the descriptor is nobody else's.
    let file = unsafe {
        match libc::memfd_create(c"world".as_ptr(), libc::MFD_CLOEXEC) {
            -1 => return Err(io::Error::last_os_error()),
            descriptor => OwnedFd::from_raw_fd(descriptor),
        }
    };
    let mut file = std::fs::File::from(file);
    file.write_all(LIBRARY)?;
    Ok(OwnedFd::from(file))
}
