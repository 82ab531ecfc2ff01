"""What the lists of pairs are written with: models as text, constants written where they are read."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper, parser


@dataclass
class Pair:
    kind: str
    sound: bool
    why: str  # why the models are the same function, or for which inputs they are not
    before: onnx.ModelProto
    after: onnx.ModelProto


PAIRS: list[Pair] = []

_LITERAL = re.compile(r"^(?:(\w+):)?(\[.*\]|-?\d[\w.+-]*|-?inf|nan|true|false)$")


class _Constants:
    """Initializers for the literals of a model. Equal literals are one, named by what it holds."""

    def __init__(self) -> None:
        self.found: dict[str, np.ndarray] = {}

    def name(self, literal: str) -> str:
        match = _LITERAL.match(literal)
        if not match:
            return literal
        kind, text = match.groups()
        values = [_number(word) for word in text.strip("[]").split(",") if word.strip()]
        is_float = any(isinstance(value, float) for value in values)
        array = np.array(values if text[0] == "[" else values[0])
        array = array.astype(np.dtype(kind or ("float32" if is_float else "int64")))
        name = "k_" + re.sub(r"\W+", "_", literal.replace("-", "m").replace(".", "p"))
        self.found[name] = array
        return name


def _number(word: str) -> Any:
    word = word.strip()
    if word in ("true", "false"):
        return word == "true"
    return float(word) if re.search(r"[.en]|inf", word) else int(word)


def _arguments(text: str) -> list[str]:
    parts, depth = [""], 0
    for c in text:
        depth += (c == "[") - (c == "]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def model(io: str, body: str, opset: int = 17, **weights: Any) -> onnx.ModelProto:
    """A model in ONNX's text, `io` as "float[N] x > float[N] y".

    An argument may be a literal: 1.5 (float32), 3 or [0, 1] (int64), uint8:[1, 2].
    """
    constants = _Constants()

    def call(match: re.Match) -> str:
        return "(" + ", ".join(constants.name(part) for part in _arguments(match[1])) + ")"

    inputs, outputs = io.split(" > ")
    text = re.sub(r"\(([^()]*)\)", call, body)
    made = parser.parse_model(
        f'<ir_version: 9, opset_import: ["": {opset}, "ai.onnx.ml": 3]> '
        f"g ({inputs}) => ({outputs}) {{ {text} }}"
    )
    read = {name: array for name, array in weights.items()
            if re.search(rf"\b{name}\b(?! *=)", io + body) and not re.search(rf"\b{name} = [A-Z]", body)}
    for name, array in {**read, **constants.found}.items():
        made.graph.initializer.append(numpy_helper.from_array(np.asarray(array), name))
    return made


def numbers(*shape: int, seed: int = 0, low: float = -1, high: float = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, shape).astype(np.float32)


def sound(kind: str, why: str, before: onnx.ModelProto, after: onnx.ModelProto) -> None:
    PAIRS.append(Pair(kind, True, why, before, after))


def unsound(kind: str, why: str, before: onnx.ModelProto, after: onnx.ModelProto) -> None:
    PAIRS.append(Pair(kind, False, why, before, after))


def each(add: Any, kind: str, io: str, cases: list[tuple], **weights: Any) -> None:
    """Pairs with one interface: (why, body, other body), of opset 17."""
    for why, before, after in cases:
        add(kind, why, model(io, before, **weights), model(io, after, **weights))
