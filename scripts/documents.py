"""The texts of operators whose specification is a document, not a package: scripts/sentences reads them.

A folder of documents has onnx-early-operators.md (domain "experimental": operators that ONNX withdrew
early), thinker-operators.md and mdf-standard-functions.md.
"""

import re

DOMAINS = ("experimental", "mdf", "thinker")
# Words that demand something in thinker's list, which is in Chinese and English. There "required" says
# only that a parameter is not optional, which the schema says.
DEMANDS_OF_THINKER = re.compile(
    r"\b(must|should|only|cannot|are expected|exactly|at most|in the range|positive value)\b|"
    r"range(?: is| \[)|"
    r"rank\(\w+\) ==|^rank =|shape = |, >=0|' or '|', '|\) or \"|或|"
    r"必须|只支持|不支持|未支持|未实现|弃用|需要|不大于|可取值", re.IGNORECASE)

EARLY_KINDS = {"Attributes": "attribute", "Inputs": "input", "Outputs": "output", "Type": "type"}
THINKER_KINDS = {"Attributes": "attribute", "Input": "input", "Output": "output", "Type": "type"}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def early(document):
    """(operator, place, text) of those that are marked as experimental."""
    for section in re.split(r"^### (?=<a )", document, flags=re.MULTILINE)[1:]:
        head, *parts = re.split(r"^#### ", section, flags=re.MULTILINE)
        title, _, summary = head.partition("\n")
        name = re.search(r"experimental</sub> (\w+)", title)
        if not name:
            continue
        yield name[1], "summary", summary
        for part in parts:
            kind = EARLY_KINDS[NAME.match(part)[0]]
            for each in re.finditer(r"<dt><tt>(\w+)</tt>.*?<dd>(.*?)</dd>", part, re.DOTALL):
                yield name[1], f"{kind} {each[1]}", each[2]


def mdf(document):
    """(operator, place, text)."""
    for each in re.finditer(r"^## (\S+)\n\s*<p><i>(.*?)</i></p>", document, re.DOTALL | re.MULTILINE):
        yield each[1], "summary", each[2]


class ThinkerSection:
    """What stands under one heading, for all operators that the heading or a table's first column names."""

    def __init__(self, title, names):
        self.names = names
        # The document's "BatchNorm1dI" is BatchNorm1dInt, "Split-13" is a version.
        words = [f"{word}nt" if word == "BatchNorm1dI" else word for word in NAME.findall(title)]
        self.operators = [word for word in words if word in names]
        self.version = None
        self.texts = []
        self.kind, self.parameter = "summary", ""

    def read(self, line):
        part = re.match(r"#+ *(?:新增的)?(Attributes|Input|Output|Type)", line)
        version = re.match(r"- onnx version *: *(\d+)", line)
        row = re.match(r"\| *([A-Za-z0-9_]+) *\|(.*)", line)
        item = re.match(r"( *)- *(?:\*\*(.+?)\*\* *[:：]*)?(.*)", line)
        if part:
            self.kind, self.parameter = THINKER_KINDS[part[1]], ""
        elif version:
            self.version = int(version[1])
        elif row and row[1] in self.names:
            self.operators.append(row[1])
        elif item:
            if item[2] and not item[1]:
                self.parameter = item[2].split("/")[-1]
            self.texts.append((f"{self.kind} {self.parameter}".strip(), item[3].strip(" :")))


def thinker(document, names):
    """(operator, version or None, place, text)."""
    section = ThinkerSection("", names)
    sections = [section]
    for line in document.splitlines():
        is_part = re.match(r"#+ *(?:新增的)?(Attributes|Inputs?|Outputs?|Type Constraints) *(\(|$)", line)
        if line.startswith("#") and not is_part:
            section = ThinkerSection(line, names)
            sections.append(section)
        else:
            section.read(line)
    for section in sections:
        for operator in section.operators:
            for place, text in section.texts:
                yield operator, section.version, place, text


def texts(folder, operators):
    """(domain, operator, version or None, place, text) of all documents in a folder. `operators` are
    those of Etalon, (domain, operator)."""
    def read(name):
        return (folder / name).read_text(encoding="utf-8")

    for operator, place, text in early(read("onnx-early-operators.md")):
        yield "experimental", operator, None, place, text
    for operator, place, text in mdf(read("mdf-standard-functions.md")):
        yield "mdf", operator, None, place, text
    names = {operator for domain, operator in operators if domain == "thinker"}
    for operator, version, place, text in thinker(read("thinker-operators.md"), names):
        yield "thinker", operator, version, place, text
