"""What is written for other tools is what they read: each format is looked at by a validator or
a reader that is not ours, with reports of all three languages."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import xmlschema
from pycobertura import Cobertura

sys.path.insert(0, str(Path(__file__).resolve().parent))

from validators import ROOT, junit_schema, need, run, sarif_schema  # noqa: E402

BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "everypath"
EVERYPATH = os.environ.get("EVERYPATH", str(BUILT))

# A module of each language, with a bug, an outcome that nothing reaches and a test that throws.
SOURCES = {
    "shop.py": """
def price(count: int) -> int:
    if count < 0:
        raise ValueError("fewer than none")
    if count >= 0:
        return 10 // (count - 3)
    return 1


def loop(count: int) -> int:
    while count == 77:
        pass
    return count
""",
    "Shop.java": """
public class Shop {
    static int price(int count) {
        if (count < 0) throw new IllegalArgumentException("<none> & fewer");
        if (count > 10 && count < 5) return 1;
        return 10 / (count - 3);
    }
}
""",
    "shop.c": """
int price(int count) {
    int prices[4] = {1, 2, 3, 4};
    if (count < 0) return -1;
    if (count > 10 && count < 5) return 1;
    return prices[count];
}
""",
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """A directory with one report on all three languages, in every format."""
    assert Path(EVERYPATH).is_file(), f"build it first: {EVERYPATH}"
    need("javac", "openjdk-17-jdk-headless")
    need("clang", "clang")
    place = tmp_path_factory.mktemp("formats")
    for name, text in SOURCES.items():
        (place / name).write_text(text)
    words = [EVERYPATH, "generate", *SOURCES, "--no-config", "--no-cache=true", "--json"]
    words += ["--timeout=0.3", "--sarif=all.sarif", "--junit-xml=all.xml", "--lcov=all.info"]
    words += ["--cobertura=cobertura.xml", "--html=all.html", f"--python={sys.executable}"]
    done = subprocess.run(words, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (place / "all.json").write_text(done.stdout)
    return place


def test_json_is_what_its_schema_says(reports):
    schema = json.loads(run(EVERYPATH, "schema", cwd=reports))
    jsonschema.Draft202012Validator.check_schema(schema)
    report = json.loads((reports / "all.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(report)
    assert {module["language"] for module in report["modules"]} == {"python", "java", "c"}
    # A schema that lets everything pass would be none.
    report["modules"][0]["goals"][0]["verdict"] = "perhaps"
    assert not jsonschema.Draft202012Validator(schema).is_valid(report)


def test_sarif_is_valid(reports):
    schema = sarif_schema()
    assert "2.1.0" in json.dumps(schema.get("$id", schema.get("id", schema.get("title", ""))))
    log = json.loads((reports / "all.sarif").read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    validator.validate(log)
    results = log["runs"][0]["results"]
    assert any(result["ruleId"] == "bug" for result in results)
    results[0]["level"] = "grave"
    assert not validator.is_valid(log)


def test_junit_xml_is_valid(reports):
    schema = xmlschema.XMLSchema(str(junit_schema()))
    schema.validate(str(reports / "all.xml"))
    text = (reports / "all.xml").read_text()
    assert text.count("<testsuite ") == len(SOURCES) and "<failure" in text
    (reports / "wrong.xml").write_text(text.replace("<testcase ", "<test-case ", 1))
    assert not schema.is_valid(str(reports / "wrong.xml"))


def test_lcov_reads_its_trace_file(reports):
    lcov = need("lcov", "lcov")
    told = run(lcov, "--rc", "lcov_branch_coverage=1", "--summary", "all.info", cwd=reports)
    assert "branches" in told and "no data" not in told.split("branches")[1], told
    genhtml = need("genhtml", "lcov")
    run(genhtml, "--branch-coverage", "--output-directory", "pages", "all.info", cwd=reports)
    assert (reports / "pages/index.html").is_file()


def test_cobertura_is_read(reports):
    report = Cobertura(str(reports / "cobertura.xml"))
    assert set(report.files()) == set(SOURCES)
    assert report.total_statements() > 0
    assert 0 < report.line_rate() <= 1
