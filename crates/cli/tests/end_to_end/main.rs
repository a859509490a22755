//! The command as users run it, on whole programs. These tests need a Python
//! with pytest: the one that `EVERYPATH_PYTHON` names, else `python3`;
//! those for Java need a JDK and Maven.

mod bad_input;
mod bad_programs;
mod brute_force;
mod c_bad_input;
mod c_bounded;
mod c_builds;
mod c_carving;
mod c_everywhere;
mod c_lab;
mod c_projects;
mod c_suites;
mod classifier;
mod collaborators;
mod criteria;
mod defaults;
mod determinism;
mod hostile;
mod java_bad_input;
mod java_bounded;
mod java_lab;
mod java_projects;
mod java_specifications;
mod java_suites;
mod java_surroundings;
mod java_types;
mod lab;
mod languages;
mod lazy_results;
mod ownership;
mod python_bounded;
mod solver;
mod structures;
mod surroundings;
mod truth;
mod unknown;
