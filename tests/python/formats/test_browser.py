"""The HTML report of many modules in a real browser: it opens at once, is filtered by typing,
and leads to the page of a module."""

import json
import os
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from validators import ROOT, need, run  # noqa: E402

BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "everypath"
EVERYPATH = os.environ.get("EVERYPATH", str(BUILT))
MODULES = 50
# The longest that the first page may take, in seconds.
MOST = 1.0


def module(number: int) -> dict:
    """What a report says of a module."""
    goal = {
        "line": 2, "column": 8, "function": "price", "description": f"`x > {number}` is true",
        "kind": "branch", "verdict": "covered", "reason": "a run covers it",
        "tests": [f"test_price_{number}"],
    }  # fmt: skip
    test = {
        "name": f"test_price_{number}", "unit": "price", "kind": "kept", "note": "returns",
        "source": f"def test_price_{number}():\n    assert price({number}) == 0\n",
        "before": None, "after": None,
    }  # fmt: skip
    missed = {**goal, "verdict": "gave-up", "tests": [], "reason": "too hard"}
    return {
        "module": f"shop.part{number}", "language": "python",
        "file": f"shop/{'deep/' * (number % 3)}part{number}.py",
        "test_file": f"tests/test_part{number}.py", "bugs_file": None, "structures": {},
        "units": [], "goals": [goal] * 40 + [missed] * (number % 2), "tests": [test] * 20,
        "losses": [], "warnings": [], "guesses": [], "phases": {},
        "measured": {"coverage": None, "mutation": None, "note": None},
    }  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    place = tmp_path_factory.mktemp("browser")
    report = {
        "version": "0.1.0", "targets": ["shop"], "options": {}, "seconds": 1.0,
        "modules": [module(number) for number in range(MODULES)],
    }  # fmt: skip
    (place / "report.json").write_text(json.dumps(report))
    run(EVERYPATH, "merge", "report.json", "--html", "all.html", cwd=place)
    return place / "all.html"


@pytest.fixture(scope="module")
def browser():
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    chromium = need("chromium", "chromium")
    driver = need("chromedriver", "chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(word)
    found = webdriver.Chrome(options=options, service=Service(driver))
    yield found
    found.quit()


def shown(browser) -> list:
    modules = browser.find_elements("css selector", ".module")
    return [one for one in modules if one.is_displayed()]


def test_a_large_report_is_searched_and_clicked_through(page, browser):
    browser.get("about:blank")
    clock = time.monotonic()
    browser.get(page.as_uri())
    timing = "const [it] = performance.getEntriesByType('navigation'); return it.loadEventEnd"
    assert browser.execute_script(timing) / 1000 < MOST, time.monotonic() - clock
    assert len(shown(browser)) == MODULES
    assert "50 modules" in browser.find_element("id", "shown").text
    field = browser.find_element("id", "filter")
    field.send_keys("deep part17")
    assert [one.find_element("css selector", "a").text for one in shown(browser)] == ["part17.py"]
    assert browser.find_element("id", "shown").text == "1 module"
    shown(browser)[0].find_element("css selector", "a").click()
    assert "shop.part17" in browser.find_element("css selector", "h2").text
    assert "test_price_17" in browser.page_source
    browser.find_element("partial link text", "all modules").click()
    assert len(browser.find_elements("css selector", ".module")) == MODULES
    field = browser.find_element("id", "filter")
    field.clear()
    browser.find_element("id", "missed").click()
    assert len(shown(browser)) == MODULES // 2
    problems = [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert problems == []
