//! The macro that options are declared with, each once: its name, what stands for its
//! value in the help, its type, its default, and what it does.
//!
//! ```text
//! options! {
//!     "Scope" {
//!         max_depth("N"): usize = "1000" => "Decisions on one path";
//!         jobs("N"): usize, else "the number of processors" => "Units at the same time";
//!         html("FILE"): PathBuf => "Write an HTML report";
//!         coverage: bool = "false" => "Measure the coverage of the suite";
//!     }
//! }
//! ```
//!
//! A default after `=` is what a user would type; the parser of the command line reads
//! it. One after `else` is words for the help, of a default that is not a value. An option
//! without a name for its value is a flag. Attributes before an option go to its field.

/// Declares `Options`, of which each says something or nothing, and `Resolved`, where
/// the defaults are filled in.
macro_rules! options {
    ($(
        $heading:literal {$(
            $(#[$attribute:meta])*
            $name:ident $(($value:literal))? : $type:ty $(= $default:literal)? $(, else $otherwise:literal)?
                => $help:literal;
        )*}
    )*) => {
        /// The options of a target; `None` where neither the command line nor the
        /// configuration says anything.
        #[derive(Clone, Debug, Default, clap::Args, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct Options {$($(
            #[doc = $help]
            #[arg(
                long,
                value_name = options!(@shown $($value)?),
                num_args = options!(@values $($value)?),
                hide_possible_values = options!(@is_flag $($value)?),
                default_missing_value = "true",
                // What stands behind a flag is a target.
                require_equals = options!(@is_flag $($value)?),
                help = concat!(
                    $help,
                    $(" [default: ", $default, "]",)?
                    $(" [default: ", $otherwise, "]",)?
                ),
                help_heading = concat!($heading, " options"),
            )]
            $(#[$attribute])*
            pub $name: Option<$type>,
        )*)*}

        /// The options of a target with their defaults; `None` where an option has none.
        #[derive(Clone, Debug)]
        pub(crate) struct Resolved {$($(
            #[doc = $help]
            pub $name: options!(@resolved $type $(, $default)?),
        )*)*}

        impl Options {
            /// These options, and those of `base` where these say nothing.
            pub(crate) fn over(self, base: Options) -> Options {
                Options {$($($name: self.$name.or(base.$name),)*)*}
            }

            /// These options, and the defaults where these say nothing.
            pub(crate) fn resolved(&self) -> Resolved {
                let all = self.clone().over(Options::defaults());
                Resolved {$($($name: options!(@value all.$name $(, $default)?),)*)*}
            }

            /// Every default, as if the user had typed it.
            fn defaults() -> Options {
                #[derive(clap::Parser)]
                struct Line {
                    #[command(flatten)]
                    options: Options,
                }
                let given = [$($($((stringify!($name), $default),)?)*)*];
                let given = given.map(|(name, value)| format!("--{}={value}", name.replace('_', "-")));
                let words = std::iter::once("everypath".to_owned()).chain(given);
                let line = <Line as clap::Parser>::try_parse_from(words);
                line.expect("a declared default can be typed").options
            }
        }
    };

    // A flag is switched on by its name alone.
    (@is_flag) => { true };
    (@is_flag $value:literal) => { false };
    (@values) => { 0..=1 };
    (@values $value:literal) => { 1 };
    (@shown) => { "true|false" };
    (@shown $value:literal) => { $value };

    // The type of an option after its default is filled in.
    (@resolved $type:ty) => { Option<$type> };
    (@resolved $type:ty, $default:literal) => { $type };

    // The value of an option after its default is filled in.
    (@value $given:expr) => { $given };
    (@value $given:expr, $default:literal) => { $given.expect("the option has a default") };
}

pub(super) use options;
