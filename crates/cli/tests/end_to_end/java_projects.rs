//! Projects that Maven and Gradle build: their modules, and classes in them
//! that need each other and libraries.

use crate::java_lab::{generate, with};
use crate::lab::ended;

use everypath_testlab::{Need, tool};

const MONEY: &str = "package bank;
public class Money {
  public static boolean isRound(long cents) { return cents % 100 == 0; }
}
";

const COIN: &str = "package bank.coin;
public class Coin {
  public static int edges(boolean round) { return round ? 1 : 7; }
}
";

const TILL: &str = "package shop;
import bank.Money;
public class Till {
  public static String label(long cents) {
    return Money.isRound(cents) ? \"round\" : \"odd\";
  }
}
";

fn pom(name: &str, rest: &str) -> String {
    format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>all</groupId>\
         <artifactId>{name}</artifactId><version>1</version>\
         <properties><maven.compiler.source>8</maven.compiler.source>\
         <maven.compiler.target>8</maven.compiler.target></properties>{rest}</project>"
    )
}

/// Generates for the whole project, for a class by its name, and for a source
/// that does not compile alone.
fn check(files: &[(&str, &str)], errors: (&str, &str, &str)) {
    let Some((mut lab, _)) = with(files) else {
        return;
    };
    let arguments = ["generate", "--no-config", "--out", "out", "."];
    let all = ended(&mut lab.command(&arguments)).exits(0);
    all.reports(&["bank/MoneyTest.java", "shop/TillTest.java"]);
    assert!(lab.read("out/shop/TillTest.java").contains("\"round\""));
    // What was built stays there, as it is with the tool alone.
    lab.accept();
    let named = generate(&lab, &["--force=true", "shop.Till#label"]).exits(0);
    named.reports(&["shop/TillTest.java"]);
    let source = "till/src/main/java/shop/Till.java#label(long)";
    generate(&lab, &["--force=true", source])
        .exits(0)
        .reports(&["shop/TillTest.java"]);
    let (file, wrong, said) = errors;
    lab.write(file, wrong);
    generate(&lab, &["."]).exits(3).says(&[said]);
}

#[test]
fn modules_of_maven() {
    if !tool(Need::Maven, "mvn") {
        return;
    }
    let root = pom(
        "root",
        "<packaging>pom</packaging><modules><module>money</module><module>till</module></modules>",
    );
    let needs = "<dependencies><dependency><groupId>all</groupId><artifactId>money</artifactId>\
                 <version>1</version></dependency></dependencies>";
    check(
        &[
            ("pom.xml", &root),
            ("money/pom.xml", &pom("money", "")),
            ("money/src/main/java/bank/Money.java", MONEY),
            ("till/pom.xml", &pom("till", needs)),
            ("till/src/main/java/shop/Till.java", TILL),
        ],
        ("pom.xml", "<project>", "mvn compile"),
    );
}

#[test]
fn projects_with_a_junit_of_their_own() {
    if !tool(Need::Maven, "mvn") {
        return;
    }
    // Older and newer than the one that runs the tests.
    for version in ["5.9.3", "5.10.5", "5.12.2"] {
        let needs = format!(
            "<dependencies><dependency><groupId>org.junit.jupiter</groupId>\
             <artifactId>junit-jupiter</artifactId><version>{version}</version>\
             <scope>test</scope></dependency></dependencies>"
        );
        let files = [
            ("pom.xml", &*pom("money", &needs)),
            ("src/main/java/bank/Money.java", MONEY),
        ];
        let Some((mut lab, _)) = with(&files) else {
            return;
        };
        let arguments = ["generate", "--no-config", "--out", "out", "."];
        ended(&mut lab.command(&arguments))
            .exits(0)
            .reports(&["bank/MoneyTest.java"]);
        assert!(lab.read("out/bank/MoneyTest.java").contains("isRound"));
        lab.accept();
    }
}

#[test]
fn modules_of_gradle() {
    if !tool(Need::Gradle, "gradle") {
        return;
    }
    let java = "apply plugin: 'java'\n";
    // Old and new versions of Gradle have different words for what is needed.
    let needs = format!(
        "{java}def old = configurations.findByName('compile') != null\n\
         dependencies {{ add(old ? 'compile' : 'implementation', project(':money')) }}\n"
    );
    check(
        &[
            ("settings.gradle", "include 'money', 'till'\n"),
            ("money/build.gradle", java),
            ("money/src/main/java/bank/Money.java", MONEY),
            ("till/build.gradle", &needs),
            ("till/src/main/java/shop/Till.java", TILL),
        ],
        (
            "money/build.gradle",
            "apply plugin: 'jawa'\n",
            "Plugin with id 'jawa' not found",
        ),
    );
}

/// What the project's own test command finds has to be where it looks, for its JUnit.
#[test]
fn tests_are_where_the_project_has_its_own_and_for_its_junit() {
    if !tool(Need::Maven, "mvn") {
        return;
    }
    let needs = "<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId>\
                 <version>4.13.2</version><scope>test</scope></dependency></dependencies>";
    let own = "package bank;\nimport org.junit.Test;\npublic class OwnTest {\n  \
               @Test public void own() { Money.isRound(1); }\n}\n";
    let files = [
        ("pom.xml", &*pom("money", needs)),
        ("src/main/java/bank/Money.java", MONEY),
        ("src/main/java/bank/coin/Coin.java", COIN),
        ("src/test/java/bank/OwnTest.java", own),
    ];
    let Some((mut lab, jdk)) = with(&files) else {
        return;
    };
    let run = |lab: &mut crate::lab::Lab, target: &str, file: &str| {
        let before = lab.files();
        let command = ["generate", "--no-config", target];
        ended(&mut lab.command(&command)).exits(0).reports(&[file]);
        let is_new = |name: &&String| {
            let is_made = name.starts_with("target/") || name.starts_with(".everypath/");
            !before.contains(*name) && !is_made
        };
        let after = lab.files();
        let new: Vec<&String> = after.iter().filter(is_new).collect();
        assert_eq!(new, [file]);
        assert!(lab.read(file).contains("import org.junit.Test;"));
    };
    // A source that would compile alone, and a directory that is not the whole project.
    let source = "src/main/java/bank/Money.java";
    run(&mut lab, source, "src/test/java/bank/MoneyTest.java");
    let directory = "src/main/java/bank/coin";
    run(&mut lab, directory, "src/test/java/bank/coin/CoinTest.java");
    let mut maven = std::process::Command::new("mvn");
    maven.args(["-B", "test"]).env("JAVA_HOME", &jdk.home);
    let tested = ended(maven.current_dir(lab.path(""))).exits(0);
    for class in ["bank.OwnTest", "bank.MoneyTest", "bank.coin.CoinTest"] {
        assert!(tested.stdout.contains(class), "{tested:#?}");
    }
}

#[test]
fn gradle_says_where_tests_are() {
    if !tool(Need::Gradle, "gradle") {
        return;
    }
    let build = "apply plugin: 'java'\nsourceSets { test { java { srcDirs = ['checks'] } } }\n";
    let files = [
        ("build.gradle", build),
        ("src/main/java/bank/Money.java", MONEY),
    ];
    let Some((lab, _)) = with(&files) else {
        return;
    };
    let command = ["generate", "--no-config", "src/main/java/bank/Money.java"];
    let file = "checks/bank/MoneyTest.java";
    ended(&mut lab.command(&command)).exits(0).reports(&[file]);
    let text = lab.read(file);
    assert!(
        text.contains("import org.junit.jupiter.api.Test;"),
        "{text}"
    );
}
