"""Tests of the report page in headless Chromium (scripts/test_page runs it).

    scripts/test_page.py ETALON     the command that writes the pages
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from browser import Browser
from page_samples import CONTROL, LONG, MARKUP, many, reports, side_by_side
from selenium.webdriver.common.keys import Keys

ETALON = sys.argv.pop() if len(sys.argv) > 1 else "build/release/etalon"
SOFT, EXPANDED, CONV, ROI = ("test_softmax", "test_softmax_expanded", "test_conv",
                             "test_roialign_mode_max")
SHOWN_CONTROL = "bell\\u{7} \\u{1b}[31m right\\u{202e}left & \"quotes\" 'and' `more`"
ALL = {SOFT, EXPANDED, CONV, ROI, MARKUP, SHOWN_CONTROL}
NAMES = "#content a.case"

QUERIES = {
    "": ALL,
    "ort:fail": {SOFT},
    "ort:!pass": {SOFT, MARKUP, SHOWN_CONTROL},
    "ort@2026-11-01:fail": {SOFT, EXPANDED, CONV},
    "status:crash,timeout": {EXPANDED, MARKUP},
    "is:different": ALL - {CONV},
    "is:same": {CONV},
    "is:expanded": {EXPANDED},
    "is:expected": {CONV, ROI},
    "is:erratum": {ROI},
    "op:softmax": {SOFT, EXPANDED},
    "op:Softmax-13 op:conv-11": {EXPANDED},
    "op:soft* -op:conv": {SOFT},
    "op:softmax-12": set(),
    "type:float16": {SOFT, EXPANDED},
    "type:float32": {CONV},
    "suite:simple": {ROI},
    "release:1.18.0": {SOFT},
    "max_ulp>4": {SOFT, CONV},
    "ort.max_ulp>=4000": {SOFT},
    "operators=2": {EXPANDED, CONV},
    "kind:values": {SOFT},
    "erratum:roialign-max": {ROI},
    "verdict:rounding": {SOFT},
    "verdict:wrong,unlikely": set(),
    "ort:rounding": {SOFT},
    "ort:fail -ort:rounding": set(),
    "status:crash or status:timeout": {EXPANDED, MARKUP},
    "not (op:softmax or op:conv)": {ROI, MARKUP},
    "message:timeout": {EXPANDED},
    '"conv is"': set(),
    "name:softmax_exp": {EXPANDED},
}
WRONG_QUERIES = ["nothing:x", "ort:green", "max_ulp>many", "(op:conv", "op:", "is:odd", "or"]


def write_page(folder, samples, *words):
    """Writes the reports, and their page as page.html and as the folder site."""
    folder.mkdir(exist_ok=True)
    for name, report in samples.items():
        (folder / name).write_text(json.dumps(report), encoding="utf-8")
    subprocess.run([ETALON, "report", "page", *[folder / name for name in samples], *words, "--html",
                    folder / "page.html", "--dir", folder / "site"], check=True, stdout=subprocess.DEVNULL)


class Tried(unittest.TestCase):
    """A page in a browser; `pages(folder)` of each class writes it."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.scratch.name)
        cls.pages(folder)
        cls.html, cls.site = folder / "page.html", folder / "site"
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.scratch.cleanup()

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.scheme("light")
        self.browser.open(self.html)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def names(self):
        return self.browser.texts(NAMES)

    def ask(self, query):
        """Enters a whole query at once."""
        self.browser.run("const q = document.getElementById('query'); q.value = arguments[0];"
                         "q.dispatchEvent(new Event('input'))", query)

    def queries(self, wanted, total):
        for query, expected in wanted.items():
            with self.subTest(query):
                self.ask(query)
                self.assertEqual(set(self.names()), expected)
                self.assertEqual(self.browser.one("#note").text, f"{len(expected)} of {total} cases")

    def sort_by(self, title):
        [one for one in self.browser.all(".list thead button") if title in one.text][0].click()


class Pages(Tried):
    @classmethod
    def pages(cls, folder):
        write_page(folder, reports())

    def test_queries(self):
        self.queries(QUERIES, 6)

    def test_a_query_that_is_wrong_says_so_and_keeps_the_list(self):
        for query in WRONG_QUERIES:
            with self.subTest(query):
                self.ask("op:conv")
                before = self.names()
                self.ask(query)
                self.assertEqual(self.browser.one("#query").get_attribute("aria-invalid"), "true")
                self.assertTrue(self.browser.one("#note.problem").text)
                self.assertEqual(self.names(), before)
        self.ask("op:conv")
        self.assertIsNone(self.browser.one("#query").get_attribute("aria-invalid"))

    def test_the_address_keeps_query_and_order(self):
        self.browser.one("#query").send_keys("op:softmax ort:fail")
        self.assertTrue(self.browser.driver.current_url.endswith("#/cases?q=op:softmax+ort:fail"))
        self.browser.driver.refresh()
        self.assertEqual(self.browser.one("#query").get_attribute("value"), "op:softmax ort:fail")
        self.assertEqual(self.names(), [SOFT])
        self.browser.one(NAMES).click()
        self.browser.one("table.judgement")
        self.browser.driver.back()
        self.browser.wait(lambda: self.names() == [SOFT])

    def test_columns_are_sorted_by_a_click(self):
        click = self.sort_by
        click("ULP")
        self.assertEqual(self.names()[:2], [SOFT, CONV])
        self.assertIn("sort=-max_ulp", self.browser.driver.current_url)
        self.assertEqual(len(self.browser.all("th[aria-sort=descending]")), 1)
        click("ULP")
        self.assertEqual(self.names()[-2:], [CONV, SOFT])
        click("ULP")
        self.assertNotIn("sort", self.browser.driver.current_url)
        self.assertEqual(self.names()[0], MARKUP)  # a crash is the worst
        click("case")
        self.assertEqual(self.names(), sorted(self.names()))

    def test_every_count_leads_to_that_many_cases(self):
        checked = 0
        for view in ("cases", "operators", "suites", "types", "errata", "runs"):
            self.browser.go(f"#/{view}")
            links = self.browser.run(
                "return [...document.querySelectorAll('.counts a, .n a, .run a')]"
                ".map((a) => [a.getAttribute('href'), a.textContent])")
            for href, text in links:
                number = "".join(c for c in text.split("case")[0] if c.isdigit())
                self.browser.go(href)
                with self.subTest(view=view, href=href):
                    self.assertEqual(len(self.names()), int(number))
                checked += 1
        self.assertGreater(checked, 60)

    def test_a_case_shows_node_values_errors_and_commands(self):
        self.browser.go("#/case/1.22.0/node/test_softmax")
        text = self.browser.one("#content").text
        for part in ("Softmax-13", "axis", "-1", "tensor(float16)", "[2, 3]", "rtol 0.001",
                     "2 elements do not match", "rounding 0.7 times the largest error of 30 sampled evaluations"):
            self.assertIn(part, text)
        self.assertEqual(self.browser.texts(".differs"), ["0.9", "nan"])
        self.assertEqual(self.browser.texts(".matrix:last-of-type th")[:1], ["[0, ·]"])
        self.assertEqual(len(self.browser.all(".picture rect.l9")), 1)
        commands = self.browser.texts(".command code")
        self.assertIn("etalon why 1.22.0/node/test_softmax --backend 'python3 my adapter.py'", commands)
        self.assertIn("etalon bisect 1.22.0/node/test_softmax --backend 'python3 my adapter.py'",
                      commands)
        self.browser.go("#/case/1.22.0/simple/test_roialign_mode_max")
        self.assertIn("Exact rational arithmetic", self.browser.one(".erratum-entry").text)

    def test_text_of_any_origin_stays_text(self):
        for view in ("cases", "operators", "runs", "errata"):
            self.browser.go(f"#/{view}")
            self.assertEqual(self.browser.all("img"), [])
        links = self.browser.run("location.hash = '#/cases'; return 1") and self.browser.run(
            "return [...document.querySelectorAll('a.case')].map((a) => a.getAttribute('href'))")
        self.assertEqual(len(links), 6)
        for href in links:
            self.browser.go(href)
            self.assertEqual(len(self.browser.all("table.judgement")), 1, href)
            self.assertEqual(self.browser.all("img"), [])
        self.browser.go("#/operator/" + self.browser.run("return encodeURIComponent(arguments[0])", MARKUP))
        self.assertEqual(self.browser.one("#content h1").text, MARKUP)
        self.assertEqual(self.browser.run("return document.scripts.length"), 2)

    def test_nothing_is_fetched(self):
        self.browser.requests()
        self.browser.open(self.html)
        for view in ("cases", "operators", "runs", "case/1.22.0/node/test_softmax"):
            self.browser.go(f"#/{view}")
        asked = [url for url in self.browser.requests() if url not in ("about:blank",)]
        self.assertEqual({url.split("#")[0] for url in asked}, {self.html.absolute().as_uri()})

    def test_a_phone_shows_everything_in_its_width(self):
        self.browser.size(390, 844)
        for view in ("cases", "operators", "suites", "types", "errata", "runs", "cases?q=nothing:x",
                     "case/1.22.0/node/test_softmax", "operator/Conv"):
            self.browser.go(f"#/{view}")
            with self.subTest(view):
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)
        self.browser.go("#/cases")
        self.browser.run("const s = document.querySelector('.sort-menu select'); s.value = '-max_ulp';"
                         "s.dispatchEvent(new Event('change'))")
        self.assertEqual(self.names()[:2], [SOFT, CONV])

    def test_nothing_covers_rows(self):
        fixed = self.browser.run(
            "return [...document.querySelectorAll('*')].filter((one) =>"
            "['fixed', 'sticky'].includes(getComputedStyle(one).position)).length")
        self.assertEqual(fixed, 0)

    def test_light_and_dark_have_contrast(self):
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for view in ("cases", "operators", "case/1.22.0/node/test_softmax"):
                self.browser.go(f"#/{view}")
                low = self.browser.run(CONTRAST)
                with self.subTest(scheme=scheme, view=view):
                    self.assertEqual(low, [])
        ground = "return getComputedStyle(document.body).backgroundColor"
        dark = self.browser.run(ground)
        self.browser.one("#theme").click()
        self.assertNotEqual(self.browser.run(ground), dark)
        self.browser.one("#theme").click()
        self.assertEqual(self.browser.run(ground), dark)
        self.browser.run("localStorage.clear()")

    def test_the_keyboard_is_enough(self):
        body = self.browser.one("body")
        body.send_keys("/")
        active = self.browser.driver.switch_to.active_element
        self.assertEqual(active.get_attribute("id"), "query")
        active.send_keys("op:conv", Keys.ESCAPE)
        body.send_keys("jj")
        active = self.browser.driver.switch_to.active_element
        self.assertEqual(active.text, self.names()[1])
        name = active.text
        active.send_keys(Keys.ENTER)
        self.browser.wait(lambda: self.browser.texts("#content h1") == [name])

    def test_history_draws_each_run(self):
        self.browser.go("#/runs")
        self.assertEqual(len(self.browser.all(".chart circle")), 2)
        self.assertEqual(len(self.browser.all(".run")), 4)

    def test_the_folder_has_the_same_as_pages(self):
        self.browser.open(self.site / "index.html")
        self.assertEqual(set(self.names()), ALL)
        self.browser.one("a.operator[href*=Softmax]").click()
        self.browser.wait(lambda: self.browser.texts("#content h1") == ["Softmax"])
        self.browser.one("a.case").click()
        self.browser.one("table.judgement")
        self.browser.one("header a.home").click()
        self.browser.wait(lambda: set(self.names()) == ALL)
        for href in self.browser.run("return [...document.querySelectorAll('a.case, a.operator')].map((a) => a.href)"):
            self.browser.open("/dev/null")
            self.browser.driver.get(href)
            self.assertTrue(self.browser.texts("#content h1"), href)

    def test_without_scripts_there_is_a_summary(self):
        plain = Browser(scripts=False)
        try:
            plain.open(self.html)
            text = plain.one("main").text
            for part in ("onnxruntime 1.31.1", "test_softmax_expanded", "not as expected", MARKUP):
                self.assertIn(part, text)
        finally:
            plain.close()


SIDE_BY_SIDE = {
    "alone:fail": {LONG},
    "alone:fail openvino:fail": {LONG},
    "alone:unsupported": {"test_softmax", "test_unique", "test_far"},
    "agree:2": {"test_resize", "test_unique"},
    "agree:3": {"test_resize"},
    "agree:4": set(),
    "verdict:wrong status:pass": {"test_far"},
    "verdict:rounding status:fail": {"test_softmax"},
    "status:fail status:pass": set(),
    "status:fail or status:pass": {"test_softmax", "test_resize", "test_unique", LONG, "test_far"},
    "max_ulp>10 status:pass": {"test_far"},
    "max_ulp>10 status:fail": set(),
    "ort:better": {"test_softmax"},
    "ort:worse": {"test_unique"},
    "status:worse": {"test_unique"},
    "ort:fail -ort:worse": {"test_resize"},
}


class SideBySide(Tried):
    """Six runs of five runtimes."""

    @classmethod
    def pages(cls, folder):
        write_page(folder, side_by_side(), "--name", "", "--name", "", "--name", "Tract of <b>mine</b>")

    def test_queries_of_several_runtimes(self):
        self.queries(SIDE_BY_SIDE, 5)
        for query in ("agree:1", "agree:x", "alone:green"):
            self.ask(query)
            self.assertTrue(self.browser.texts("#note.problem"), query)

    def test_the_verdict_is_a_column_that_is_sorted(self):
        self.sort_by("verdict, worst of 6")
        self.assertEqual(self.browser.texts(".list span.verdict"), ["wrong", "wrong", "wrong", "rounding"])
        self.assertEqual(self.names()[3], "test_softmax")
        self.assertIn("sort=-verdict", self.browser.driver.current_url)
        row = [one.text for one in self.browser.all(".list tbody tr") if "test_far" in one.text][0]
        self.assertIn("wrong openvino", row)

    def test_headings_say_whose_numbers_are_shown(self):
        heads = self.browser.texts(".list thead th")
        self.assertEqual(heads[-2:], ["ULP, greatest of 6", "seconds, greatest of 6"])

    def test_a_name_that_is_given_is_shown(self):
        self.assertIn("Tract of <b>mine</b>", self.browser.texts(".card h2"))
        self.ask("tract:unsupported")
        self.assertEqual(self.names(), [LONG])

    def test_cards_tell_what_is_sound_from_what_is_supported(self):
        """ONNX Runtime passes 3 of 5, and none of its fails is rounding."""
        cards = {one.find_element("tag name", "h2").text: one.text for one in self.browser.all(".card")}
        self.assertIn("60 % sound of what it supports", cards["onnxruntime 1.31.1"])
        self.assertIn("100 % supported", cards["onnxruntime 1.31.1"])
        self.assertRegex(cards["mnn 3.6"], r"(?m)^0 % sound of what it supports")
        self.assertIn("20 % supported", cards["mnn 3.6"])

    def test_fails_that_are_rounding_are_sound(self):
        """The only fail of tinygrad is rounding; that of openvino is wrong. Both pass the others."""
        cards = {one.find_element("tag name", "h2").text: one.text for one in self.browser.all(".card")}
        self.assertIn("100 % sound of what it supports", cards["tinygrad 0.14"])
        self.assertIn("1 of the fails is rounding", cards["tinygrad 0.14"])
        self.assertNotIn("rounding", cards["openvino 2026.4"])
        self.browser.go("#/operators")
        for operator, runtime, level in (("Softmax-13", "tinygrad", "all"), ("Attention-24", "openvino", "none"),
                                         ("Softmax-13", "openvino", "all")):
            row = [one for one in self.browser.all(".totals tbody tr") if one.text.startswith(operator.split("-")[0])][0]
            cell = row.find_element("css selector", f"[data-title='{runtime}']")
            self.assertEqual(cell.get_attribute("class").split()[-1], level, (operator, runtime))

    def test_two_versions_of_a_runtime_have_arrows(self):
        self.assertIn("↑ 1 better", self.browser.one(".card").text)
        self.assertIn("↓ 1 worse\nthan onnxruntime 1.30.0", self.browser.one(".card").text)
        self.assertEqual(self.browser.texts(".list .better, .list .worse"), [" ↑", " ↓"])

    def test_runs_that_agree_are_named(self):
        self.ask("agree:2")
        self.assertEqual(self.names(), ["test_resize", "test_unique"])
        self.ask("name:resize")
        self.assertTrue(self.browser.texts(".message-line")[0].startswith("ort, ort@1.30.0, tract, openvino agree: "))

    def test_names_of_cases_are_not_broken(self):
        lines = self.browser.run("return [...document.querySelectorAll('a.case')].map((a) => a.getClientRects().length)")
        self.assertEqual(lines, [1] * 5)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 1280)

    def test_a_case_begins_with_the_call_and_shows_equal_outputs_once(self):
        self.browser.go("#/case/1.22.0/node/test_resize")
        self.assertEqual(self.browser.texts("#content h2")[:3], ["The call", "Judgement", "What differs"])
        self.assertEqual([text.split(" tensor")[0] for text in self.browser.texts(".difference figcaption")],
                         ["expected", "ort got, ort@1.30.0, tract, openvino the same within the tolerance", "mnn got"])
        self.assertEqual(self.browser.one("td[data-title=ULP]").text, "9")

    def test_integers_have_no_ulp(self):
        self.browser.go("#/case/1.22.0/node/test_unique")
        self.assertEqual(set(self.browser.texts("td[data-title=ULP]")), {""})
        self.browser.go("#/cases?q=max_ulp>8+name:unique")
        self.assertEqual(self.names(), [])

    def test_on_a_phone_the_query_comes_first(self):
        self.browser.size(390, 844)
        self.browser.open(self.html)
        top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
        self.assertLess(self.browser.run(top, "#query"), min(120, self.browser.run(top, ".card")))
        self.ask("agree:2")
        self.assertLess(self.browser.run(top, "a.case"), 300)
        for view in ("cases", "operators", "case/1.22.0/node/test_resize", "operator/Resize"):
            self.browser.go(f"#/{view}")
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390, view)

    def test_rows_of_a_folder_are_the_same(self):
        self.browser.open(self.site / "index.html")
        self.queries(SIDE_BY_SIDE, 5)


class ManyCases(Tried):
    @classmethod
    def pages(cls, folder):
        write_page(folder, many(8, 1200))

    def test_the_index_is_small_and_its_rows_are_fetched(self):
        self.assertLess((self.site / "index.html").stat().st_size, 300_000)
        self.browser.open(self.site / "index.html")
        self.assertEqual(self.browser.one("#note").text, "1,200 of 1,200 cases")
        self.assertEqual(len(self.names()), 100)
        self.assertEqual(len(list((self.site / "rows").glob("*.js"))), 3)


# Texts whose contrast with what is behind them is less than 4.5 : 1 (WCAG, AA).
CONTRAST = """
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
const light = (colour) => colour.slice(0, 3).map((c) => c / 255)
  .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (one) => {
  for (; one; one = one.parentElement) {
    const ground = rgb(getComputedStyle(one).backgroundColor);
    if (ground.length < 4 || ground[3] > 0) return ground;
  }
  return [255, 255, 255];
};
return [...document.querySelectorAll('main *')].filter((one) => one.offsetParent !== null &&
  [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())).map((one) => {
  const [a, b] = [light(rgb(getComputedStyle(one).color)), light(behind(one))];
  return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), one.className, one.textContent];
}).filter(([contrast]) => contrast < 4.5).slice(0, 5);
"""

if __name__ == "__main__":
    unittest.main()
