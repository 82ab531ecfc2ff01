"""Files of known failures, as `etalon test --known` reads them.

One pattern a line, then the statuses that the case may end with, separated by commas (without any:
every failure), then a comment. Patterns are the case's name, its suite and name, or its release,
suite and name.
"""

import fnmatch
import shlex
from typing import NamedTuple, Optional

from ._errors import InvalidInput

STATUSES = {"pass", "fail", "unsupported", "invalid", "error", "crash", "timeout"}


class KnownLine(NamedTuple):
    pattern: str
    statuses: frozenset[str]
    comment: str

    def matches(self, release: str, suite: str, name: str) -> bool:
        names = (name, f"{suite}/{name}", f"{release}/{suite}/{name}")
        return any(fnmatch.fnmatchcase(each, self.pattern) for each in names)


def _line(place: str, text: str) -> Optional[KnownLine]:
    lexer = shlex.shlex(text, posix=True, punctuation_chars="")
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError as problem:
        raise InvalidInput(f"{place}: {problem}") from None
    if not words:
        return None
    if len(words) > 2:
        raise InvalidInput(f"{place}: expected a pattern, statuses and a comment after '#'")
    statuses = frozenset(words[1].split(",")) if len(words) == 2 else frozenset()
    if unknown := statuses - STATUSES:
        raise InvalidInput(f"{place}: {min(unknown)!r} is no status of a case")
    return KnownLine(words[0], statuses, text.partition("#")[2].strip())


def read_known(file: str) -> list[KnownLine]:
    """The lines that name cases. Raises InvalidInput, naming file and line."""
    try:
        with open(file, encoding="utf-8") as opened:
            texts = opened.read().splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is not UTF-8"
        raise InvalidInput(f"{file}: {reason}") from None
    lines = (_line(f"{file}:{i}", text) for i, text in enumerate(texts, 1))
    return [line for line in lines if line is not None]
