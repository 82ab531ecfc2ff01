"""The mutants of operators' formula files: small changes of meaning, as a programmer makes by mistake.

A mutant is one replacement in one line of ops/<domain>/<family>/<operator>.cc (not of the rooms beside
it: open/, quick/, bounds/, released/). Kinds:

    relational   < <= > >= == != exchanged         logical    && || exchanged, ! dropped
    arithmetic   + - * / % exchanged               constant   a number one more, a real halved
    bound        min and max exchanged             condition  if (true), if (false)
    attribute    an attribute, or an optional input, is ignored: its default
    sign         a minus sign is dropped           operand    two operands of a call exchanged
    refusal      a throw is left out               function   floor for ceil, sin for cos …
"""

import hashlib
import pathlib
import re
from typing import NamedTuple

ROOMS = ("open", "quick", "bounds", "released")


class Mutant(NamedTuple):
    file: str  # "ops/ai.onnx/math/clip.cc"
    line: int  # from 1
    kind: str
    before: str  # the line, without the spaces around it
    after: str

    @property
    def id(self):
        """The same as long as the line is; `line` is no part of it."""
        text = "\0".join((self.file, self.before, self.after))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


def formula_files(home):
    for file in sorted((home / "ops").rglob("*.cc")):
        parts = file.relative_to(home).parts
        if not set(parts[:-1]) & set(ROOMS):
            yield pathlib.PurePosixPath(*parts)


def users_of(home, file):
    """The .cc files of ops/ that include a file's header, also by other headers."""
    texts = {str(each.relative_to(home)): each.read_text(encoding="utf-8")
             for pattern in ("*.cc", "*.h") for each in (home / "ops").rglob(pattern)}
    reached, new = set(), {str(pathlib.PurePosixPath(file).with_suffix(".h"))}
    while new:
        reached |= new
        new = {name for name, text in texts.items() if any(f'#include "{one}"' in text for one in new)} - reached
    return sorted(name for name in reached if name.endswith(".cc") and name != file)


def family(file):
    """"ai.onnx/math" of "ops/ai.onnx/math/clip.cc"."""
    return "/".join(pathlib.PurePosixPath(file).parts[1:3])


RELATIONAL = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*="}
BOUNDS = {"minimum": "maximum", "maximum": "minimum", "std::min": "std::max", "std::max": "std::min",
          "xt::minimum": "xt::maximum", "xt::maximum": "xt::minimum"}
FUNCTIONS = {"floor": "ceil", "ceil": "floor", "sin": "cos", "cos": "sin", "exp": "expm1", "log": "log1p", "sinh": "cosh",
             "nearbyint": "round", "round": "nearbyint", "rint": "round", "abs": "square", "sum": "prod", "mean": "sum"}
SYMMETRIC = {*BOUNDS, "max", "min", "equal", "maximum", "minimum", "hypot", "broadcast_shapes"}
ZERO_OF = {"flag": "false", "integer": "0", "real": "0.0"}


def exchanged(line, table, kind):
    words = "|".join(re.escape(word) for word in sorted(table, key=len, reverse=True))
    for found in re.finditer(rf"(?<= )({words})(?= )", line):
        yield kind, line[: found.start()] + table[found.group()] + line[found.end() :]


def logical(line):
    for found in re.finditer(r"(?<= )(&&|\|\|)(?= )", line):
        other = "||" if found.group() == "&&" else "&&"
        yield "logical", line[: found.start()] + other + line[found.end() :]
    for found in re.finditer(r"(?<=[ (])!(?=[A-Za-z_(])", line):
        yield "logical", line[: found.start()] + line[found.end() :]


def constants(line):
    for found in re.finditer(r"(?<![\w.\"'])(\d+\.\d+|\d+)(?![\w.'])", line):
        text = found.group()
        value = repr(float(text) / 2) if "." in text else str(int(text) + 1)
        if value != text and "0.0" != text:
            yield "constant", line[: found.start()] + value + line[found.end() :]


def bounds(line):
    for found in re.finditer(r"(?<![\w:])(xt::|std::)?(minimum|maximum|min|max)(?=[(<])", line):
        if found.group() in BOUNDS:
            yield "bound", line[: found.start()] + BOUNDS[found.group()] + line[found.end() :]


def closing(line, begin):
    """The place of the parenthesis that closes the one at `begin`; -1 where the line has none."""
    depth = 0
    for i in range(begin, len(line)):
        depth += {"(": 1, ")": -1}.get(line[i], 0)
        if depth == 0:
            return i
    return -1


def conditions(line):
    for found in re.finditer(r"\bif \(", line):
        end = closing(line, found.end() - 1)
        if end > 0 and ";" not in line[found.end() : end]:
            for value in ("true", "false"):
                yield "condition", line[: found.end()] + value + line[end:]


def attributes(line, defaults):
    for found in re.finditer(r"\bcall\.(flag|integer|real)\(\"(\w+)\"\)", line):
        default = defaults.get(found.group(2), ZERO_OF[found.group(1)])
        if found.group(1) == "flag":
            default = "true" if default not in ("0", "false") else "false"
        yield "attribute", line[: found.start()] + default + line[found.end() :]
    for found in re.finditer(r"\bcall\.maybe\(\"\w+\"\)", line):
        yield "attribute", line[: found.start()] + "static_cast<const Tensor*>(nullptr)" + line[found.end() :]
    for found in re.finditer(r"\bcall\.has\(\"\w+\"\)", line):
        yield "attribute", line[: found.start()] + "false" + line[found.end() :]


def refusals(line):
    if re.match(r" *throw\b", line):
        yield "refusal", line.replace("throw", "if (false) throw", 1)


def signs(line):
    for found in re.finditer(r"(?:(?<=[(,=?:] )|(?<=[({])|(?<=return ))-(?=[A-Za-z(])", line):
        yield "sign", line[: found.start()] + line[found.end() :]


def operands(line):
    for found in re.finditer(r"\b([\w:]+)\((\w+), (\w+)\)", line):
        name, left, right = found.groups()
        if name not in SYMMETRIC and left != right and not line[: found.start()].rstrip().endswith(("&", ">", "auto")):
            yield "operand", line[: found.start()] + f"{name}({right}, {left})" + line[found.end() :]


def functions(line):
    for found in re.finditer(r"(?<![\w.])((?:xt::|std::)?)(\w+)(?=\()", line):
        if found.group(2) in FUNCTIONS:
            yield "function", line[: found.start(2)] + FUNCTIONS[found.group(2)] + line[found.end() :]


def blanked(text):
    """The text with comments and the insides of strings as spaces, in the same places."""
    pattern = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'"
    return re.sub(pattern, lambda found: re.sub(r"[^\n\"]", " ", found.group()), text, flags=re.S)


def without_messages(bare):
    """The blanked text without the words of its refusals, in the same places: they are none of the meaning."""
    return re.sub(r"(?<=\bthrow )[^;]*", lambda found: re.sub(r"[^\n]", " ", found.group()), bare)


def is_code(bare):
    """False for lines whose change would be none of the meaning, or of which there is no telling."""
    words = bare.strip()
    return bool(words) and not words.startswith(
        ("#", "namespace", "template", "using", "struct", "class", "const Operator", "{\"", "{{\"", "}")
    )


def registrations(bare_lines):
    """The lines, from 0, of the tables that register operators."""
    inside, found = False, set()
    for number, line in enumerate(bare_lines):
        inside = inside or line.startswith("const Operator")
        if inside:
            found.add(number)
        inside = inside and not line.rstrip().endswith(";")
    return found


def mutants_of(file, text, defaults):
    """All mutants of a file, in the order of its lines. `defaults`: of attributes, as code."""
    lines, bare_lines = text.split("\n"), without_messages(blanked(text)).split("\n")
    registering = registrations(bare_lines)
    for number, (line, bare) in enumerate(zip(lines, bare_lines)):
        if number in registering or not is_code(bare):
            continue
        changes = [*exchanged(bare, RELATIONAL, "relational"), *exchanged(bare, ARITHMETIC, "arithmetic"),
                   *logical(bare), *constants(bare), *bounds(bare), *conditions(bare), *refusals(bare), *signs(bare),
                   *operands(bare), *functions(bare)]
        for kind, changed in changes:
            yield Mutant(str(file), number + 1, kind, line.strip(), restored(line, bare, changed).strip())
        for kind, changed in attributes(line, defaults):
            yield Mutant(str(file), number + 1, kind, line.strip(), changed.strip())


def restored(line, bare, changed):
    """`changed`, a version of `bare`, with the comments and strings of `line` again."""
    begin = 0
    while begin < min(len(bare), len(changed)) and bare[begin] == changed[begin]:
        begin += 1
    end = 0
    while end < min(len(bare), len(changed)) - begin and bare[-1 - end] == changed[-1 - end]:
        end += 1
    tail = line[len(line) - end :] if end else ""
    return line[:begin] + changed[begin : len(changed) - end] + tail


def in_order(mutants, seed):
    """All of them, family by family in turn, those of a family in an order that the seed gives."""
    families = {}
    for mutant in mutants:
        families.setdefault(family(mutant.file), []).append(mutant)
    for name in families:
        key = lambda mutant: hashlib.sha256(f"{seed}/{mutant.line}/{mutant.id}".encode()).hexdigest()
        families[name] = sorted(set(families[name]), key=key)
    most = max(map(len, families.values()), default=0)
    return [families[name][i] for i in range(most) for name in sorted(families) if i < len(families[name])]


def mutated(text, mutant):
    """The file's text with the mutant. Raises ValueError where its line is another by now."""
    lines = text.split("\n")
    line = lines[mutant.line - 1]
    if line.strip() != mutant.before:
        raise ValueError(f"{mutant.file}:{mutant.line} is not {mutant.before!r}")
    indent = line[: len(line) - len(line.lstrip())]
    lines[mutant.line - 1] = indent + mutant.after
    return "\n".join(lines)
