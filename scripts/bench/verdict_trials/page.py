"""The report of a run as text."""

import statistics

ENOUGH = 10  # an unsound evaluation counts from so many times the sound error


def is_accused(evaluation):
    return evaluation.role == "sound" and evaluation.verdict in ("unlikely", "wrong")


def counts(evaluation):
    return evaluation.role == "unsound" and evaluation.times >= ENOUGH


def is_missed(evaluation):
    return counts(evaluation) and evaluation.verdict in ("same", "rounding", "unknown")


class Totals:
    def __init__(self, evaluations):
        self.sound = sum(e.role == "sound" for e in evaluations)
        self.accused = sum(map(is_accused, evaluations))
        self.wrong = sum(is_accused(e) and e.verdict == "wrong" for e in evaluations)
        self.unsound = sum(map(counts, evaluations))
        self.missed = sum(map(is_missed, evaluations))
        self.unknown = sum(is_missed(e) and e.verdict == "unknown" for e in evaluations)
        self.smaller = sum(e.role == "unsound" and not counts(e) for e in evaluations)
        sound = [e for e in evaluations if e.role == "sound"]
        self.shares = [e.share for e in sound if e.share is not None]
        self.spreads = [e.spreads for e in sound if e.spreads is not None]

    @property
    def missed_part(self):
        return self.missed / self.unsound if self.unsound else 0.0

    def row(self, title):
        return [title, self.sound, self.accused, self.wrong, self.unsound, self.missed,
                self.unknown, *middle_and_greatest(self.shares),
                *middle_and_greatest(self.spreads)]


def middle_and_greatest(numbers):
    if not numbers:
        return "–", "–"
    return f"{statistics.median(numbers):.2g}", f"{max(numbers):.3g}"


def table(heads, rows):
    """Rows of cells, the first of which is a title; all others to the right."""
    cells = [heads] + [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells)]
    return "\n".join(
        "  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths)))
        for row in cells
    )


def grouped(evaluations, key):
    groups = {}
    for evaluation in evaluations:
        groups.setdefault(key(evaluation), []).append(evaluation)
    return groups


def by_operator(evaluations):
    """Shares (of bounds) and spreads are those of sound evaluations: the median, the greatest."""
    heads = ["operator", "sound", "accused", "wrong", f"unsound ≥ {ENOUGH}×", "missed",
             "unknown", "share", "greatest", "spreads", "greatest"]
    groups = grouped(evaluations, lambda e: e.label)
    rows = [Totals(group).row(title) for title, group in sorted(groups.items())]
    return table(heads, [*rows, Totals(evaluations).row("all")])


def by_kind(evaluations):
    heads = ["planted error", f"≥ {ENOUGH}×", "missed", "unknown", "smaller"]
    groups = grouped([e for e in evaluations if e.role == "unsound"], lambda e: e.kind)
    rows = []
    for title, group in sorted(groups.items()):
        t = Totals(group)
        rows.append([title, t.unsound, t.missed, t.unknown, t.smaller])
    return table(heads, rows)


def by_arithmetic(evaluations):
    heads = ["declared", "sound", "accused", f"unsound ≥ {ENOUGH}×", "missed", "spreads",
             "greatest"]
    groups = grouped([e for e in evaluations if e.role in ("sound", "unsound")],
                     lambda e: e.arithmetic or "nothing")
    rows = []
    for title, group in sorted(groups.items()):
        t = Totals(group)
        spreads = middle_and_greatest(t.spreads)
        rows.append([title, t.sound, t.accused, t.unsound, t.missed, *spreads])
    return table(heads, rows)


def by_algorithm(evaluations):
    """What is said of fast algorithms under each declaration."""
    some = [e for e in evaluations if e.role == "undeclared"]
    groups = grouped(some, lambda e: (e.kind, e.label, e.arithmetic or "nothing"))
    rows = [[f"{kind}, {label}, {declared}", len(group),
             sum(e.verdict in ("unlikely", "wrong") for e in group),
             max((e.spreads for e in group if e.spreads is not None), default=0)]
            for (kind, label, declared), group in sorted(groups.items())]
    rows = [[*row[:3], f"{row[3]:.3g}"] for row in rows]
    heads = ["algorithm, operator, declared", "evaluations", "accused", "greatest"]
    return table(heads, rows) if rows else ""


def line(evaluation):
    e = evaluation
    share = "" if e.share is None else f", at most {e.share:.3g} of a bound"
    beyond = f" in {e.beyond} elements" if e.verdict == "wrong" else ""
    spreads = "" if e.spreads is None else f", at most {e.spreads:.3g} times a sound spread"
    where = f", at {e.where}" if e.where else ""
    times = f", {e.times:.3g} times the sound error" if e.role == "unsound" else ""
    way = f"{e.way}, declared" if e.arithmetic else e.way
    return (f"  {e.label}, {e.type}, {e.size}, {e.data}: {way}: {e.verdict}{beyond}, "
            f"{e.error:.2g} of the largest value{times}{spreads}{share}{where}")


def listed(title, lines):
    return "\n".join([f"{title}:", *lines]) if lines else ""


def contested(evaluations):
    some = [e for e in evaluations if e.role == "contested"]
    verdicts = grouped(some, lambda e: e.verdict)
    parts = ", ".join(f"{len(group)} {verdict}" for verdict, group in sorted(verdicts.items()))
    return f"contested (an unstable function body): {parts}" if some else ""


def sentence(evaluations):
    t = Totals(evaluations)
    return (f"{t.accused} accusations in {t.sound:,} sound evaluations; {t.missed} of "
            f"{t.unsound:,} unsound ones missed ({100 * t.missed_part:.1f} %)")


def text(evaluations, problems, seconds):
    smaller = Totals(evaluations).smaller
    last = [
        f"{smaller} unsound evaluations are less than {ENOUGH} times the sound error; "
        f"{seconds:.0f} s",
        contested(evaluations),
        sentence(evaluations),
    ]
    parts = [
        by_operator(evaluations),
        by_kind(evaluations),
        by_arithmetic(evaluations),
        by_algorithm(evaluations),
        listed("Accused", [line(e) for e in evaluations if is_accused(e)]),
        listed("Missed", [line(e) for e in evaluations if is_missed(e)]),
        listed("References that differ from Etalon, left out", [f"  {p}" for p in problems]),
        "\n".join(line for line in last if line),
    ]
    return "\n\n".join(part for part in parts if part)
