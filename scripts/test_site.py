"""Tests of the site of operators in headless Chromium, and a checker of its links (scripts/test_page runs it).

    scripts/test_site.py ETALON     the command that writes the site
"""

import html
import json
import os
import pathlib
import re
import shlex
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
ADDRESS = re.compile(r'<(a|link|script|form)\b[^>]*? (?:href|src|action)="([^"]*)"')
ID = re.compile(r' id="([^"]*)"')


BOARD = json.loads(sorted(pathlib.Path("data/scoreboard").glob("*.json"))[-1].read_text(encoding="utf-8"))


def is_cell(fragment):
    """Whether a fragment names a cell of the board."""
    chosen = dict(urllib.parse.parse_qsl(fragment))
    return chosen.get("cell") in BOARD["cases"] and any(chosen.get("at") == one["name"] for one in BOARD["runtimes"])


def broken_links(folder):
    """Each link of every page that leads to no file, to no element of its file, or, but for links that somebody
    follows, elsewhere."""
    files = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.html"))}
    ids = {path: set(map(html.unescape, ID.findall(text))) for path, text in files.items()}
    broken = []
    for path, text in files.items():
        for tag, written in set(ADDRESS.findall(text)):
            address = urllib.parse.urlsplit(html.unescape(written))
            if address.scheme or address.netloc:
                if (tag, address.scheme) != ("a", "https"):
                    broken.append(f"{path}: {written} is elsewhere")
                continue
            target = path if not address.path else (path.parent / urllib.parse.unquote(address.path)).resolve()
            if target.name == "scoreboard.html" and is_cell(address.fragment):
                continue
            wanted = urllib.parse.unquote(address.fragment)
            if not target.is_file() or (wanted and wanted not in ids.get(target, ())):
                broken.append(f"{path}: {written}")
    return broken


def sound_of(labels, run):
    """How many cases of operator versions are same, rounding or open in a run, and how many were tried, by the letters
    of the board: "21 of 24"."""
    statuses, verdicts = ({letter: word for word, letter in BOARD[key].items()} for key in ("statuses", "verdicts"))
    label_of = [each for each, names in BOARD["cases"].items() for _ in names]
    found = [(statuses[status], verdicts[verdict]) for each, status, verdict in zip(label_of, run["statuses"], run["verdicts"])
             if each in labels and statuses[status] != "missing"]
    sound = [(status, verdict) for status, verdict in found if status in ("open", "statistical") or
             (status in ("pass", "fail", "erratum") and verdict in ("same", "rounding", "open")) or
             (status, verdict) == ("pass", "none")]
    return f"{len(sound)} of {len(found)}"


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

    def board(self, fragment=""):
        self.browser.open(self.folder / "scoreboard.html", fragment)
        self.drawn()

    def drawn(self):
        """Waits until all rows are drawn."""
        self.browser.wait(lambda: self.browser.run(
            "return document.querySelectorAll('.grid tbody:nth-of-type(2) tr').length ==="
            "parseInt(document.querySelector('.filters [role=status]').textContent)"))

    def labels(self):
        return self.browser.texts(".grid tbody:nth-of-type(2) th")

    def pick(self, key, value):
        self.browser.run("const f = document.getElementById(arguments[0]); f.value = arguments[1];"
                         "f.dispatchEvent(new Event('change'))", key, f"={value}")
        self.browser.wait(lambda: f"{key}=" in self.browser.driver.current_url)
        self.drawn()

    def test_each_cell_of_the_board_leads_to_its_cases(self):
        self.board()
        for text, one in zip(self.browser.texts(".grid thead th")[1:], BOARD["runtimes"], strict=True):
            constants = f"with constant inputs: {sound_of(BOARD['cases'], one['constants'])}" if "constants" in one else ""
            self.assertEqual(text, one["name"] + one["version"] + constants)
        self.assertEqual(set(self.labels()), {label or "several operators" for label in BOARD["cases"]})
        for label in ("Resize-19", "Cast-25", "Gelu-20", "Add-6"):
            for one in BOARD["runtimes"]:
                self.browser.go(f"#cell={label}&at={one['name']}")
                self.browser.wait(lambda: self.browser.texts("#cases h2")[:1] and
                                  f"{label} in {one['name']} " in self.browser.texts("#cases h2")[0])
                self.assertIn(f": {sound_of([label], one)}", self.browser.texts("#cases h2")[0])
                self.assertEqual(len(self.browser.all("#cases tbody tr")), len(BOARD["cases"][label]))
                said = [text for text in self.browser.texts("#cases p") if text.startswith("with constant inputs: ")]
                self.assertEqual(len(said), "constants" in one)
                if said:
                    self.assertIn(f": {sound_of([label], one['constants'])}", said[0])

    def test_a_cell_has_one_command_for_its_bad_cases(self):
        """As a shell reads it; an adapter's options can have quotes."""
        for label, runtime in (("Resize-19", "openvino"), ("Cast-25", "onnxruntime-openvino"), ("", "tract")):
            self.board(f"#cell={urllib.parse.quote(label) or 'all'}&at={runtime}")
            rows = self.browser.run("return [...document.querySelectorAll('#cases tbody tr')].map((row) =>"
                                    "[row.cells[0].textContent, row.querySelector('.cell').textContent])")
            bad = {name for name, word in rows if word in ("wrong", "unlikely", "refused", "unknown")}
            words = shlex.split(self.browser.texts("#cases pre")[0])
            pattern = re.compile(words[words.index("--include") + 1])
            self.assertEqual({name for names in BOARD["cases"].values() for name in names if pattern.search(name)}, bad)
            self.assertGreater(len(bad), 0)
            (adapter,) = [one["adapter"] for one in BOARD["runtimes"] if one["name"] == runtime]
            self.assertEqual(words[words.index("--backend") + 1], f"python3 scripts/backends/{adapter}")

    def test_the_board_is_quick_with_a_thousand_rows(self):
        """By the time of the page's thread, which other processes do not lengthen."""
        self.browser.command("Performance.enable", timeDomain="threadTicks")
        self.board("#all=1")
        rows = len(self.labels())
        seconds = {each["name"]: each["value"] for each in self.browser.command("Performance.getMetrics")["metrics"]}
        print(f"board: {rows} rows in {seconds['TaskDuration']:.2f} s", end=" ")
        self.assertGreater(rows, 900)
        self.assertLess(seconds["TaskDuration"], 1)

    def test_the_board_is_narrowed_and_the_address_keeps_it(self):
        self.board()
        self.pick("family", "rnn")
        self.assertEqual({label.split("-")[0] for label in self.labels()}, {"GRU", "LSTM", "RNN"})
        self.board("#type=float8e8m0&all=1")
        self.assertIn("Cast-24", self.labels())
        self.assertNotIn("Cast-23", self.labels())  # float8e8m0 came with 24
        self.board("#opset=ai.onnx%2012&all=1&q=softmax")
        self.assertEqual(self.labels(), ["LogSoftmax-11", "Softmax-11", "SoftmaxCrossEntropyLoss-12"])  # 13 follows
        self.board("#verdict=wrong&column=onnxruntime")
        for label in self.labels():
            self.assertIn("wrong", self.browser.run(
                "return [...document.querySelectorAll('.grid tr')].find((row) => row.cells[0].textContent === arguments[0])"
                ".cells[1].textContent", label))
        self.board("#by=%E0%A4%A&cell=%")  # no address of the page
        self.assertGreater(len(self.labels()), 200)

    def test_the_board_by_keyboard(self):
        self.board("#q=resize")
        self.browser.run("document.querySelector('.grid a.cell').focus()")
        active = self.browser.driver.switch_to
        active.active_element.send_keys(Keys.ARROW_DOWN)
        active.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertTrue(active.active_element.get_attribute("aria-label").startswith("Resize-"))
        self.assertIn(f", {BOARD['runtimes'][1]['name']}: ", active.active_element.get_attribute("aria-label"))
        active.active_element.send_keys(Keys.ENTER)
        self.browser.wait(lambda: self.browser.run("return document.activeElement.textContent").startswith("Resize-"))
        self.browser.one("#cases button").click()
        self.browser.wait(lambda: self.browser.run("return document.activeElement.className").startswith("cell"))
        self.assertEqual(self.browser.all("#cases h2"), [])

    def test_the_board_on_a_phone_and_without_scripts(self):
        self.browser.size(390, 844)
        self.board("#cell=Resize-19&at=openvino")
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 390)
        plain = Browser(scripts=False)
        try:
            plain.open(self.folder / "scoreboard.html")
            self.assertIn("tensor", [each.text for each in plain.all("#scoreboard tbody th")])
            self.assertIn(" of ", plain.one("#scoreboard tbody td").text)
        finally:
            plain.close()

    def test_the_words_of_the_verdict_have_contrast(self):
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            self.board()
            cells = self.browser.run(
                "const rgb = (value) => value.match(/[\\d.]+/g).slice(0, 3).map(Number); const found = {};"
                "for (const cell of document.querySelectorAll('.cell')) {"
                "  const style = getComputedStyle(cell);"
                "  const ground = style.backgroundColor.endsWith(', 0)') ? getComputedStyle(document.body).backgroundColor : style.backgroundColor;"
                "  found[cell.className] = [rgb(style.color), rgb(ground)];"
                "} return found")
            self.assertEqual(len(cells), 9)
            for kind, (text, ground) in cells.items():
                self.assertGreaterEqual(contrast(text, ground), 4.5, (scheme, kind))

    def test_tables_can_be_downloaded(self):
        self.board("#family=rnn&column=tract")
        self.browser.run("window.saved = []; URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return '#'; };"
                         "HTMLAnchorElement.prototype.click = () => {}")
        for button in self.browser.all("#scoreboard .download button"):
            button.click()
        self.browser.wait(lambda: self.browser.run("return saved.length") == 2)
        written, lines = self.browser.run("return saved")
        rows = json.loads(written)
        self.assertEqual({row["version"].split("-")[0] for row in rows}, {"all of these", "GRU", "LSTM", "RNN"})
        self.assertRegex(lines.split("\r\n")[0], r'^"version","tract [\d.]+"$')

    def test_findings(self):
        self.browser.open(self.folder / "findings.html", "#tract/reshape_of_no_such_name")
        files = list(pathlib.Path("data/findings").glob("*/*.json"))
        self.assertEqual(len(self.browser.all("main details")), len(files))
        self.open("ai.onnx/Det")
        self.browser.one("#runtimes a[href$='iree/det_of_a_row_exchange']").click()
        self.browser.wait(lambda: self.browser.run("return document.getElementById('iree/det_of_a_row_exchange')?.open"))
        said = self.browser.run("return document.getElementById('iree/det_of_a_row_exchange').textContent")
        self.assertIn("3.11.0 wrong, 3.12.0 wrong", said)
        self.assertIn("data/findings/iree/det_of_a_row_exchange.json", said)

    def test_the_specification_beside_the_code(self):
        self.open("ai.onnx/Add")
        self.assertIn("https://onnx.ai/onnx/operators/onnx__Add.html",
                      self.browser.run("return [...document.querySelectorAll('#texts a')].map((a) => a.href)"))
        self.assertIn("Performs element-wise binary addition", self.browser.texts("#texts")[0])
        self.assertIn("tested by “14 has its operands' element type”", self.browser.texts("#texts .note"))

    def found(self, query):
        self.browser.open(self.folder / "index.html")
        self.browser.one("#q").send_keys(query)
        self.browser.wait(lambda: self.browser.all("#found li"))
        return self.browser.texts("#found li")

    def test_search_over_everything_forgives_spelling(self):
        self.assertEqual(self.found("softmx")[0].split()[:2], ["operator", "Softmax"])
        self.assertEqual(self.found("LayerNormalisation")[0].split()[:2], ["operator", "LayerNormalization"])
        self.assertTrue(any(each.startswith("attribute ceil_mode") for each in self.found("ceil_mode")))
        self.assertTrue(any(each.startswith("open point Softmax.rank0") for each in self.found("softmax rank0")))
        self.assertTrue(any(each.startswith("manual ") for each in self.found("known failures continuous integration")))
        self.assertTrue(any(each.startswith("error ") for each in self.found("ratio is outside")))
        self.assertTrue(any(each.startswith("finding ") for each in self.found("peepholes")))

    def test_search_by_arrow_keys(self):
        self.found("softmx")
        self.browser.one("#q").send_keys(Keys.ARROW_DOWN)
        self.assertEqual(self.browser.driver.switch_to.active_element.text, "Softmax")
        self.browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
        self.browser.wait(lambda: self.browser.texts("h1")[:1] and "Softmax" in self.browser.texts("h1")[0])

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
                ".concat('.code .no').map((one) => of(one, 'color'))}")
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
            self.assertNotIn('id="try', (pathlib.Path(scratch) / "operators/ai.onnx/Softmax.html").read_text(encoding="utf-8"))

    def test_history_of_a_runtime(self):
        """By hand: of 4 cases 2 are sound in the older release, 3 in the newer one."""
        def run(version, date, same, names):
            return {"version": version, "date": date, "measured": "2026-11-30", "release": "1.22.0", "cases": 4,
                    "counts": {"same": same, "wrong": 4 - same}, "cases_by_verdict": {"wrong": names}}

        with tempfile.TemporaryDirectory() as scratch:
            data, out = pathlib.Path(scratch) / "data", pathlib.Path(scratch) / "site"
            (data / "scoreboard/history").mkdir(parents=True)
            for path in pathlib.Path("data").resolve().iterdir():
                if path.name != "scoreboard":
                    (data / path.name).symlink_to(path)
            runs = [run("0.9<b>", "2026-01-31", 2, ["node/test_a", "node/test_b"]),
                    run("0.10", "2026-03-01", 3, ["node/test_b"])]
            file = data / "scoreboard/history/tract.json"
            file.write_text(json.dumps({"runtime": "tract", "runs": runs}), encoding="utf-8")
            command = [ETALON, "site", "--out", out]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "ETALON_DATA": str(data)})
            browser = Browser()
            try:
                browser.open(out / "history.html")
                self.assertEqual(browser.texts("h3"), ["0.9<b> → 0.10"])
                self.assertEqual(browser.texts("li summary"), ["1 case: wrong → sound"])
                self.assertEqual(browser.texts("tbody tr:first-child td")[:4], ["2026-01-31", "1.22.0", "4", "2"])
                places = browser.run("return [...document.querySelectorAll('.sound circle')].map((one) => Number(one.getAttribute('cy')))")
                self.assertGreater(places[0], places[1])  # upwards
            finally:
                browser.close()
            file.write_text('{"runtime": "tract", "runs": []}', encoding="utf-8")
            done = subprocess.run(command, capture_output=True, text=True, check=False,
                                  env={**os.environ, "ETALON_DATA": str(data)})
            self.assertEqual((done.returncode, done.stderr.count("\n")), (3, 1))
            self.assertIn("tract.json", done.stderr)

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
