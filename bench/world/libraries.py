#!/usr/bin/env python3
"""Run Everypath on classes of published libraries that talk to the world, chosen at random:
those that name files, streams, sockets, loggers, threads, Swing or JDBC and have at least ten
branches. Branch coverage by JaCoCo. Prints a table and writes nothing; see bench/README.md."""

import argparse
import csv
import importlib.util
import json
import random
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLASSES = HERE.parent / "java" / "classes"
sys.path[:0] = [str(CLASSES), str(HERE.parent)]

from maven import CACHE, fetch
from subjects import Subject

LIBRARIES = [
    "ch.qos.logback:logback-core:1.2.13",
    "com.fifesoft:rsyntaxtextarea:3.4.0",
    "com.formdev:flatlaf:3.4.1",
    "com.jcraft:jsch:0.1.55",
    "com.jgoodies:jgoodies-forms:1.9.0",
    "com.miglayout:miglayout-swing:5.3",
    "com.opencsv:opencsv:5.9",
    "com.sun.mail:javax.mail:1.6.2",
    "com.zaxxer:HikariCP:4.0.3",
    "commons-dbutils:commons-dbutils:1.8.1",
    "commons-fileupload:commons-fileupload:1.5",
    "commons-io:commons-io:2.16.1",
    "commons-net:commons-net:3.11.1",
    "dnsjava:dnsjava:3.5.3",
    "jline:jline:2.14.6",
    "log4j:log4j:1.2.17",
    "net.lingala.zip4j:zip4j:2.11.5",
    "org.apache.ant:ant:1.10.14",
    "org.apache.commons:commons-compress:1.26.2",
    "org.apache.commons:commons-configuration2:2.11.0",
    "org.apache.commons:commons-dbcp2:2.12.0",
    "org.apache.commons:commons-email:1.6.0",
    "org.apache.commons:commons-exec:1.4.0",
    "org.apache.ftpserver:ftpserver-core:1.2.0",
    "org.apache.httpcomponents:httpclient:4.5.14",
    "org.apache.httpcomponents:httpcore:4.4.16",
    "org.apache.mina:mina-core:2.2.3",
    "org.apache.velocity:velocity-engine-core:2.3",
    "org.codehaus.plexus:plexus-utils:3.5.1",
    "org.dom4j:dom4j:2.1.4",
    "org.eclipse.jetty:jetty-util:9.4.54.v20240208",
    "org.freemarker:freemarker:2.3.32",
    "org.ini4j:ini4j:0.5.4",
    "org.java-websocket:Java-WebSocket:1.5.6",
    "org.jfree:jfreechart:1.5.4",
    "org.mybatis:mybatis:3.5.16",
    "org.nanohttpd:nanohttpd:2.3.1",
    "org.quartz-scheduler:quartz:2.3.2",
    "org.snmp4j:snmp4j:2.8.18",
    "org.swinglabs.swingx:swingx-all:1.6.5-1",
    "redis.clients:jedis:3.10.0",
    "xerces:xercesImpl:2.12.2",
]

WORLD = [
    b"java/io/File",
    b"java/io/InputStream",
    b"java/io/OutputStream",
    b"java/io/Reader",
    b"java/io/Writer",
    b"java/nio/",
    b"java/net/",
    b"java/sql/",
    b"javax/sql/",
    b"javax/swing/",
    b"java/awt/",
    b"java/util/logging/",
    b"org/slf4j/",
    b"java/lang/Thread",
    b"java/lang/Process",
]
LEAST_BRANCHES = 10
MOST_BRANCHES = 400


def harness():
    """What measures suites of published classes."""
    spec = importlib.util.spec_from_file_location("classes_run", CLASSES / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def jars_of(tools, artifact: str) -> list[Path]:
    """A library with what it needs; JaCoCo refuses classes that a jar has for several versions
    of Java, so those are left out."""
    jars = fetch(artifact.replace(":", "-"), [artifact], True)
    home = tools.home_jar(Subject("", artifact), jars)
    plain = CACHE / "plain" / home.name
    if not plain.is_file():
        plain.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(home) as source, zipfile.ZipFile(plain, "w") as target:
            for entry in source.namelist():
                if not entry.startswith("META-INF/versions/"):
                    target.writestr(entry, source.read(entry))
    return [plain if jar == home else jar for jar in jars]


def branches_of(tools, jar: Path) -> dict[str, int]:
    """How many branches the classes of a jar have, those inside them included."""
    table = CACHE / "branches" / f"{jar.stem}.csv"
    if not table.is_file():
        table.parent.mkdir(parents=True, exist_ok=True)
        cli = next(p for p in tools.fetch("tools", tools.TOOLS, True) if "jacoco.cli" in p.name)
        subprocess.run(
            ["java", "-jar", cli, "report", "--classfiles", jar, "--csv", table],
            capture_output=True,
            check=True,
        )
    counts: dict[str, int] = {}
    with table.open() as lines:
        for row in csv.DictReader(lines):
            name = row["PACKAGE"] + "." + row["CLASS"].split(".")[0]
            counts[name] = counts.get(name, 0) + int(row["BRANCH_MISSED"])
    return counts


def talkative(tools, artifact: str) -> list[Subject]:
    """The classes of a library that talk to the world."""
    home = tools.home_jar(Subject("", artifact), jars_of(tools, artifact))
    counts = branches_of(tools, home)
    found = []
    with zipfile.ZipFile(home) as jar:
        for entry in sorted(jar.namelist()):
            if not entry.endswith(".class") or "$" in entry or entry.startswith("META-INF"):
                continue
            name = entry[:-6].replace("/", ".")
            code = jar.read(entry)
            if not LEAST_BRANCHES <= counts.get(name, 0) <= MOST_BRANCHES:
                continue
            if any(word in code for word in WORLD):
                found.append(Subject(name, artifact))
    return found


def chosen(tools, count: int, seed: int) -> list[Subject]:
    """Classes at random: a library first, so that large ones do not crowd out the others."""
    draw = random.Random(seed)
    libraries = list(LIBRARIES)
    found = []
    while len(found) < count:
        if not libraries:
            libraries = list(LIBRARIES)
        artifact = libraries.pop(draw.randrange(len(libraries)))
        candidates = [one for one in talkative(tools, artifact) if one not in found]
        if candidates:
            found.append(draw.choice(candidates))
    return found


def bench(tools, subject: Subject, budget: int) -> dict:
    """One suite: generated and run again, and what was said of the goals that it misses."""
    jars = jars_of(tools, subject.artifact)
    work = CACHE / "work" / f"library-{subject.simple}"
    shutil.rmtree(work, ignore_errors=True)
    suite = work / "suite"
    suite.mkdir(parents=True)
    clock = time.monotonic()
    error = ""
    command = [tools.EVERYPATH, "generate", subject.name, "--no-config", "--quiet", "--json"]
    command += ["--classpath", tools.class_path(jars), "--out", suite]
    # Work instead of the clock: the figures of a busy machine are those of an idle one.
    command += ["--work", str(budget)]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=budget * 20 + 600)
        (work / "report.json").write_text(ended.stdout)
        error = ended.stderr.strip()[:200]
    except subprocess.TimeoutExpired:
        error = "it did not end"
    wall = time.monotonic() - clock
    record = tools.measure(subject, jars, suite, None)
    record["wall"] = wall
    record["error"] = record["error"] or error
    return record


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--budget", type=int, default=30, help="seconds of work for each class")
    parser.add_argument("--only", help="simple names, separated by commas")
    parser.add_argument("--list", action="store_true", help="say which classes, no more")
    options = parser.parse_args()
    tools = harness()
    subjects = chosen(tools, options.count, options.seed)
    if options.only:
        subjects = [one for one in subjects if one.simple in options.only.split(",")]
    shares = []
    covered = total = 0.0
    for subject in subjects:
        if options.list:
            print(subject.artifact, subject.name)
            continue
        record = bench(tools, subject, options.budget)
        shares.append(record["branch"])
        count = record.get("branches", 0)
        covered += record["branch"] * count / 100
        total += count
        print(
            f"| {subject.name} | {count} | {record['branch']:.0f} | {record['tests']} "
            f"| {record['failed']} | {record['wall']:.0f} | {record['error'][:80]!r} |",
            flush=True,
        )
    if shares:
        mean = sum(shares) / len(shares)
        print(f"mean {mean:.1f} %, of all branches {100 * covered / max(1, total):.1f} %")
        print(json.dumps(shares))
    return 0


if __name__ == "__main__":
    sys.exit(main())
