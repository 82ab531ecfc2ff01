"""Tests of the site of operators in headless Chromium, and a checker of its links (scripts/test_page runs it).

    scripts/test_site.py ETALON     the command that writes the site
"""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

from browser import Browser
from selenium.webdriver.common.keys import Keys

ETALON = sys.argv.pop() if len(sys.argv) > 1 else "build/release/etalon"
MOST_BYTES = 60e6
PAGES = ["ai.onnx/Conv", "ai.onnx/Resize", "ai.onnx/LSTM", "ai.onnx/Attention", "ai.onnx/Cast",
         "ai.onnx/Softmax", "ai.onnx/MaxPool", "ai.onnx/Gather", "ai.onnx/ScatterElements", "ai.onnx/Loop",
         "ai.onnx/NonMaxSuppression", "ai.onnx.ml/TreeEnsemble", "thinker/iqAdd", "mdf/linear"]
# Etalon as WebAssembly. In its place, where scripts/wasm has not made it: along the axis asked for, Softmax of
# equal numbers is 1 by their count; Abs gives the text of its input, Clip its input; others are left out.
WASM = pathlib.Path("build/wasm/out")
STUB = """
window.etalonTry = async (text) => {
  const request = JSON.parse(text);
  const input = request.inputs[0];
  if (request.operator === 'Abs') return `{"outputs": [${/"inputs": \\[(.*)\\], "attributes"/s.exec(text)[1]}]}`;
  if (request.operator === 'Clip') return JSON.stringify({outputs: [request.inputs[0]]});
  if (request.operator !== 'Softmax') return JSON.stringify({error: `${request.operator} cannot be tried here`});
  const rank = input.shape.length;
  const axis = ((request.attributes.axis ?? -1) + rank) % rank;
  const data = input.data.map(() => 1 / input.shape[axis]);
  return JSON.stringify({outputs: [{type: input.type, shape: input.shape, data}]});
};
"""
ADDRESS = re.compile(r'<(?:a|link|script|form)\b[^>]*? (?:href|src|action)="([^"]*)"')
ID = re.compile(r' id="([^"]*)"')


def broken_links(folder):
    """Each link of every page that leads to no file, or to no element of its file."""
    files = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}
    ids = {path: set(map(html.unescape, ID.findall(text))) for path, text in files.items()}
    broken = []
    for path, text in files.items():
        for written in set(ADDRESS.findall(text)):
            address = urllib.parse.urlsplit(html.unescape(written))
            if address.scheme or address.netloc:
                broken.append(f"{path}: {written} is elsewhere")
                continue
            target = path if not address.path else (path.parent / urllib.parse.unquote(address.path)).resolve()
            wanted = urllib.parse.unquote(address.fragment)
            if not target.is_file() or (wanted and wanted not in ids.get(target, ())):
                broken.append(f"{path}: {written}")
    return broken


def contrast(first, second):
    """The ratio of luminances of two colours, (red, green, blue) each, as WCAG defines it."""
    def luminance(colour):
        parts = [each / 255 for each in colour]
        linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name).resolve() / "site"
        wasm = WASM
        if not (WASM / "etalon.js").is_file():
            print(f"site: examples are evaluated by a stand-in; scripts/wasm {WASM} makes Etalon for a browser")
            wasm = pathlib.Path(cls.scratch.name) / "wasm"
            wasm.mkdir()
            (wasm / "etalon.js").write_text(STUB, encoding="utf-8")
        start = time.monotonic()
        subprocess.run([ETALON, "site", "--out", cls.folder, "--wasm", wasm], check=True)
        cls.seconds = time.monotonic() - start
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.scratch.cleanup()

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.scheme("light")
        self.browser.requests()

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        elsewhere = [each for each in self.browser.requests() if not each.startswith(("file:", "about:", "data:"))]
        self.assertEqual(elsewhere, [])

    def open(self, name, fragment=""):
        self.browser.open(self.folder / "operators" / f"{name}.html", fragment)

    def shown(self):
        return self.browser.run("return [...document.querySelectorAll('#index tbody tr')]"
                                ".filter((row) => !row.hidden).map((row) => row.dataset.name)")

    def ask(self, query):
        self.browser.run("const q = document.getElementById('q'); q.value = arguments[0];"
                         "q.dispatchEvent(new Event('input'))", query)
        return self.shown()

    def test_each_number_of_the_scoreboard_leads_to_its_cases(self):
        self.browser.open(self.folder / "scoreboard.html")
        runtimes = self.browser.run("return JSON.parse(document.getElementById('board').textContent).runtimes")
        table = [row.split() for row in self.browser.run(
            "return [...document.querySelector('#scoreboard table').tBodies[0].rows]"
            ".map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll(' ', '')).join(' '))")]
        self.assertEqual([row[:3] for row in table], [[one[key] for key in ("name", "version", "date")] for one in runtimes])
        for one, row in zip(runtimes, table):
            self.assertEqual(int(row[5].replace(",", "")), sum(letter != "-" for letter in one["statuses"]))
        rows = "return document.querySelectorAll('#cases + .wide tbody tr').length"
        for address in ("", "#family=rnn&by=opset", "#opset=13"):
            self.browser.open(self.folder / "scoreboard.html", address)
            links = self.browser.run("return [...document.querySelectorAll('#scoreboard td.n a')]"
                                     ".map((a) => [a.getAttribute('href'), Number(a.textContent.replace(',', ''))])")
            links = [link for link in links if link[1] is not None]  # JSON's NaN: a share
            for href, number in links[:30] + links[-10:]:
                self.browser.go(href)
                self.assertEqual(self.browser.run(rows), number, address + href)

    def test_the_scoreboard_is_narrowed_and_read_without_scripts(self):
        self.browser.size(390, 844)
        self.browser.open(self.folder / "scoreboard.html", "#runtime=onnxruntime&kind=fail")
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)
        self.browser.run("const f = document.getElementById('family'); f.value = '=rnn'; f.dispatchEvent(new Event('change'))")
        self.browser.wait(lambda: self.browser.run("return document.getElementById('family').value") == "=rnn")
        self.assertIn("family=rnn", self.browser.driver.current_url)
        operators = set(self.browser.run("location.hash = '#family=rnn&runtime=onnx.reference&kind=cases'; return 1") and
                        self.browser.run("return [...document.querySelectorAll('#cases + .wide td:nth-child(2)')]"
                                         ".map((cell) => cell.textContent.split('-')[0])"))
        self.browser.wait(lambda: self.browser.all("#cases"))
        self.assertLessEqual(operators, {"GRU", "LSTM", "RNN"})
        plain = Browser(scripts=False)
        try:
            plain.open(self.folder / "scoreboard.html")
            self.assertIn("unsupported", plain.one("#scoreboard thead").text)
        finally:
            plain.close()

    def test_time_and_size(self):
        size = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        pages = sum(1 for _ in self.folder.rglob("*.html"))
        print(f"site: {pages} pages, {size / 1e6:.1f} MB, written in {self.seconds:.1f} s")
        self.assertLess(size, MOST_BYTES)

    def test_every_version_has_an_address(self):
        listed = json.loads(subprocess.run([ETALON, "ops", "--format", "json"], check=True,
                                           stdout=subprocess.PIPE).stdout)
        self.assertGreater(len(listed), 1000)
        for each in listed:
            name = each["name"].replace("::", ".")
            page = self.folder / "operators" / each["domain"] / f"{name}.html"
            with self.subTest(page.name):
                self.assertIn(f'id="v{each["since_version"]}"', page.read_text(encoding="utf-8"))

    def test_no_link_is_broken(self):
        broken = broken_links(self.folder)
        self.assertEqual(broken[:20], [], f"{len(broken)} broken links")

    def test_search(self):
        self.browser.open(self.folder / "index.html")
        self.assertGreater(len(self.shown()), 300)
        self.assertEqual(set(self.ask("logsoftmax")), {"LogSoftmax", "onnx::LogSoftmax"} & set(self.ask("logsoftmax")))
        self.assertIn("LogSoftmax", self.ask("logsoftmax"))
        self.assertEqual(self.ask("domain:ai.onnx.ml scaler"), ["Scaler"])
        self.assertNotIn("Gelu", self.ask("domain:ai.onnx opset:11"))
        self.assertIn("Conv", self.ask("family:nn type:bfloat16"))
        self.assertIn("RoiAlign", self.ask("status:erratum"))
        self.assertEqual(self.ask("<img src=x onerror=alert(1)>"), [])
        self.assertTrue(self.browser.one("#count").text.startswith("0 of "))

    def test_search_by_keyboard_opens_the_first(self):
        self.browser.open(self.folder / "index.html")
        self.browser.one("#q").send_keys("scatterelements", Keys.ENTER)
        self.browser.wait(lambda: self.browser.texts("h1") and "ScatterElements" in self.browser.texts("h1")[0])

    def test_operators_pages(self):
        slowest = 0
        for name in PAGES:
            with self.subTest(name):
                self.open(name)
                self.assertIn(name.split("/")[1], self.browser.texts("h1")[0])
                self.assertEqual(len(self.browser.all("main")), 1)
                self.assertTrue(self.browser.all("#code pre.code"))
                taken = self.browser.run("const t = performance.getEntriesByType('navigation')[0];"
                                         "return t.domContentLoadedEventEnd - t.startTime")
                slowest = max(slowest, taken)
        print(f"operators' pages: {slowest:.0f} ms at most", end=" ")

    def test_phone_width(self):
        self.browser.size(390, 844)
        for name in ["index.html", *(f"operators/{each}.html" for each in PAGES)]:
            with self.subTest(name):
                self.browser.open(self.folder / name)
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)

    def test_formulas_are_set(self):
        self.open("ai.onnx/Softmax")
        self.assertTrue(self.browser.all(".formula math mfrac"))
        self.open("ai.onnx/LSTM")
        self.assertGreaterEqual(len(self.browser.all(".formula.display math")), 6)

    def test_try_with_a_changed_attribute(self):
        self.open("ai.onnx/Softmax")
        field = self.browser.one("#try-input-0")
        field.clear()
        field.send_keys('{"type": "float", "shape": [4, 2], "data": [3, 3, 3, 3, 3, 3, 3, 3]}')
        axis = self.browser.one("#try-axis")
        axis.clear()
        axis.send_keys("1")
        self.browser.one("#try button").click()
        self.browser.wait(lambda: self.browser.texts("#try .value"))
        self.assertIn("0.5, 0.5", self.browser.texts("#try .value")[0])
        axis.clear()
        axis.send_keys("0")
        axis.send_keys(Keys.CONTROL, Keys.ENTER)
        self.browser.wait(lambda: "0.25, 0.25" in self.browser.texts("#try .value")[0])

    def test_try_keeps_every_digit(self):
        self.open("ai.onnx/Abs")
        field = self.browser.one("#try-input-0")
        field.clear()
        field.send_keys('{"type": "int64", "shape": [2], "data": [9007199254740993, 9223372036854775807]}')
        self.browser.one("#try button").click()
        self.browser.wait(lambda: self.browser.texts("#try .value, #try .problem"))
        self.assertEqual(self.browser.texts("#try .value"), ["int64 [2]\n[9007199254740993, 9223372036854775807]"])

    def test_try_without_an_optional_input(self):
        """All inputs of Clip are offered; an empty one is left out."""
        self.open("ai.onnx/Clip")
        self.assertEqual(self.browser.texts("#try label code"), ["input", "min", "max"])
        for i, text in enumerate(['{"type": "float", "shape": [2], "data": [3, 4]}', "", '{"type": "float", "shape": [], "data": [5]}']):
            field = self.browser.one(f"#try-input-{i}")
            field.clear()
            field.send_keys(text)
        self.browser.one("#try button").click()
        self.browser.wait(lambda: self.browser.texts("#try .value, #try .problem"))
        self.assertEqual(self.browser.texts("#try .value"), ["float [2]\n[3, 4]"])

    def test_code_of_the_rooms(self):
        """The formula first and open; an open point's code is with the point; what is quicker is folded."""
        self.open("ai.onnx/Softmax")
        self.assertEqual(self.browser.texts("#code details[open] h3"), ["ops/ai.onnx/math/softmax.cc"])
        folded = self.browser.one("#code details:not([open]) summary").text
        self.assertEqual(folded, "ops/ai.onnx/math/quick/softmax.cc a fast path with equal results")
        self.open("ai.onnx/Clip")
        code = self.browser.run("return document.querySelector('#code').textContent")
        self.assertNotIn("choice(", code)
        point = self.browser.run("return document.getElementById('Clip.nan').textContent")
        self.assertIn('open.Y, "nan"', point)

    def test_try_says_what_it_cannot_evaluate(self):
        self.open("ai.onnx/RegexFullMatch")
        self.browser.one("#try button").click()
        self.browser.wait(lambda: "cannot be tried here" in "".join(self.browser.texts("#try .problem")))

    def test_try_says_what_is_wrong(self):
        self.open("ai.onnx/Softmax")
        field = self.browser.one("#try-input-0")
        field.clear()
        field.send_keys("<b>no JSON")
        self.browser.one("#try button").click()
        self.browser.wait(lambda: self.browser.texts("#try .problem") == ["input is not JSON: <b>no JSON"])

    def test_picture_of_a_pool(self):
        """Each output of a pool reads a window; another is chosen by keyboard."""
        self.open("ai.onnx/MaxPool")
        before = self.browser.texts("#drawing [role=status]")[0]
        self.assertRegex(before, r"reads \d+ of \d+ elements of X")
        self.browser.run("document.querySelector('#drawing [role=button]:not(.chosen)').focus()")
        self.browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.browser.wait(lambda: self.browser.texts("#drawing [role=status]")[0] != before)

    def test_gates_of_a_step(self):
        """By hand: i of the first step is the sigmoid of 0.5·1 + 0.25·0.5."""
        self.open("ai.onnx/LSTM")
        self.browser.run("const s = document.getElementById('gates-step'); s.value = '0';"
                         "s.dispatchEvent(new Event('change'))")
        self.assertIn("i = σ(X·Wiᵀ + H·Riᵀ) = 0.651", self.browser.texts("#cell li"))
        self.assertIn("0.651", self.browser.texts("#cell svg text"))
        self.open("ai.onnx/GRU")
        self.assertTrue(self.browser.all("#cell svg .gate"))

    def test_files_in_headers_lead_to_their_code(self):
        self.open("ai.onnx.ml/TreeEnsemble")
        self.browser.one(".formula a").click()
        self.assertIn("ops/ai.onnx.ml/tree/forest.h", self.browser.texts("h1")[0])

    def test_accuracy_and_verdicts(self):
        table = pathlib.Path("data/accuracy.md").read_text(encoding="utf-8")
        row = re.search(r"\| Acos \| float32 \| (.*) \|", table)[1].split(" | ")
        self.open("ai.onnx/Acos")
        self.assertIn(f"{row[3]}, {row[4]}", self.browser.texts("#accuracy td"))  # ONNX Runtime
        self.open("mdf/linear")
        self.assertEqual(self.browser.texts("#cases p"), ["10 of 10 own cases pass."])

    def test_addresses_open_versions(self):
        self.open("ai.onnx/Softmax", "#v1")
        self.browser.wait(lambda: self.browser.run("return document.getElementById('v1').open"))

    def test_versions_side_by_side(self):
        self.open("ai.onnx/Softmax")
        self.browser.run("const s = document.getElementById('compare-left'); s.value = '0';"
                         "s.dispatchEvent(new Event('change'))")
        heads = self.browser.run("return [...document.querySelectorAll('table.compare thead th')]"
                                 ".filter((one) => !one.hidden).map((one) => one.textContent)")
        self.assertEqual(heads, ["version", "1", "13"])
        rows = self.browser.run("return [...document.querySelectorAll('table.compare tbody tr')]"
                                ".filter((one) => !one.hidden).map((one) => one.cells[0].textContent)")
        self.assertIn("attribute axis", rows)
        self.assertNotIn("input input", rows)

    def test_light_and_dark_have_contrast(self):
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            self.open("ai.onnx/Conv")
            colours = self.browser.run(
                "const rgb = (value) => value.match(/[\\d.]+/g).slice(0, 3).map(Number);"
                "const of = (selector, key) => rgb(getComputedStyle(document.querySelector(selector))[key]);"
                "return {ground: of('body', 'backgroundColor'), others: ['body', 'main a', '.minor', '.code .c', '.code .k']"
                ".map((one) => of(one, 'color'))}")
            self.assertEqual(sum(colours["ground"]) < 300, scheme == "dark")
            for colour in colours["others"]:
                self.assertGreaterEqual(contrast(colours["ground"], colour), 4.5, (scheme, colour))

    def test_the_button_changes_colours(self):
        self.open("ai.onnx/Conv")
        before = self.browser.run("return getComputedStyle(document.body).backgroundColor")
        self.browser.one("#theme").click()
        self.assertNotEqual(self.browser.run("return getComputedStyle(document.body).backgroundColor"), before)
        self.browser.one("#theme").click()

    def test_keyboard_begins_with_the_content(self):
        self.open("ai.onnx/Conv")
        self.browser.one("body").send_keys(Keys.TAB)
        self.assertEqual(self.browser.driver.switch_to.active_element.text, "Skip to content")


class WithoutMore(unittest.TestCase):
    def test_pages_read_without_scripts(self):
        with tempfile.TemporaryDirectory() as scratch:
            subprocess.run([ETALON, "site", "--out", scratch], check=True, stdout=subprocess.DEVNULL)
            plain = Browser(scripts=False)
            try:
                plain.open(pathlib.Path(scratch) / "operators/ai.onnx/Softmax.html")
                self.assertIn("exp(input) / Σ exp(input)", plain.one(".formula").text)
                self.assertEqual(len(plain.all("#versions tbody tr")), 3)
            finally:
                plain.close()
            self.try_without_wasm(pathlib.Path(scratch))

    def try_without_wasm(self, folder):
        browser = Browser()
        try:
            browser.open(folder / "operators/ai.onnx/Softmax.html")
            browser.one("#try button").click()
            browser.wait(lambda: "without WebAssembly" in "".join(browser.texts("#try .problem")))
        finally:
            browser.close()

    def test_a_folder_that_cannot_be_written(self):
        done = subprocess.run([ETALON, "site", "--out", "/proc/nowhere"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn("cannot be written", done.stderr)

    def test_a_folder_without_webassembly(self):
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([ETALON, "site", "--out", scratch, "--wasm", scratch], capture_output=True,
                                  text=True, check=False)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1))
        self.assertIn("there is no etalon.js", done.stderr)


if __name__ == "__main__":
    unittest.main()
