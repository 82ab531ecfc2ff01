"""The numbers of scripts/bench/equivalence: data/equivalence.json, and data/equivalence.md from it."""

import collections
import json
import pathlib
import re

HOME = pathlib.Path(__file__).resolve().parents[2]
VERDICTS = ["unchanged", "identical", "exactly_equal", "equal_up_to_rounding", "open", "not_shown",
            "different", "within", "outside", "refused", "unread", "stopped"]
SET_WORDS = {"real": "real models", "official": "official models", "expanded": "official bodies",
             "pairs": "drawn bodies", "operators": "operators' calls"}

INTRODUCTION = """# Rewritten models: are they the same function?

What optimizers, version converters and quantizers make of models, judged by `etalon equivalent`:
{models} models and {rewrites} rewrites. `scripts/bench/equivalence` makes this page.

- **Real models**: those of [real_models.md](real_models.md) that are in reach, and `data/models`.
  **Official models**: those of release 1.22.0 with more than one node. **Official bodies**: an official case
  against its expansion into the operator's function body; **drawn bodies**: the pairs of
  `etalon generate --pairs=body`; **operators' calls**: drawn calls of each version that has a body, against the
  body that onnx gives.
- **Unchanged**: the tool left the graph as it was. **Refused**: the tool failed. **Unread**: Etalon cannot read or
  evaluate one of the two. **Stopped**: no input was compared in the time allowed. **Within**, **outside**: of the
  signal-to-noise ratio of 20 dB, for quantizers.
- **Different** in brackets: how many of them are so on special values only (NaN, infinities, zeros of either
  sign, the greatest numbers). **Cut**: pairs where time ended the work before all inputs were compared.
- **Proved**: how many pairs, of any verdict, are proved to be the same function of real numbers, for all values
  at some lengths. No proof was tried where it has –: of quantizers' rewrites, and in rows that were measured
  before `etalon equivalent` had proofs and aimed inputs.
- **Seconds**: Etalon's, on all pairs.
"""


def row_of(results):
    count = collections.Counter(result["verdict"] for result in results)
    special = sum(r["verdict"] == "different" and r.get("usual") != "different" for r in results)
    first = results[0]
    proved = {"proved": sum(r.get("proved", False) for r in results)}
    return {"tool": first["tool"], "set": first["set"], "models": len(results),
            **{verdict: count[verdict] for verdict in VERDICTS if count[verdict]},
            **(proved if any("proved" in r for r in results) else {}), "special_only": special, "cut": sum(r.get("stopped", False) for r in results),
            "seconds": round(sum(r["seconds"] for r in results), 1)}


def save(file, results, tools):
    """Writes the small file; judgements that it has already stay, and all of tools and sets that are not
    in the results."""
    old = json.loads(file.read_text("utf-8")) if file.exists() else {"differences": []}
    judged = {(d["tool"], d["set"], d["model"]): {key: d[key] for key in ("judged", "sentence")}
              for d in old["differences"] if d.get("judged")}
    order = {tool.name: place for place, tool in enumerate(tools)}
    sets = list(SET_WORDS)
    groups = collections.defaultdict(list)
    for result in results:
        groups[order[result["tool"]], sets.index(result["set"])].append(result)
    differences, others = [], []
    for _, group in sorted(groups.items()):
        for result in sorted(group, key=lambda each: each["model"]):
            if result["verdict"] in ("different", "outside"):
                kept = {key: result[key] for key in
                        ("tool", "set", "model", "verdict", "why", "input", "usual", "piece", "witness",
                         "snr") if key in result}
                key = (result["tool"], result["set"], result["model"])
                differences.append(kept | judged.get(key, {"judged": "", "sentence": ""}))
            elif result["verdict"] in ("not_shown", "refused", "unread", "stopped"):
                why = " ".join(result.get("why", "").split())[:160]
                others.append([result["tool"], result["set"], result["model"], result["verdict"], why])
    packages = {tool.name: tool.packages for tool in tools}

    def place(entry):
        tool, of = (entry["tool"], entry["set"]) if isinstance(entry, dict) else entry[:2]
        return order[tool], sets.index(of)

    def with_old(part, entries):
        """The entries and those of `old` that no results replace, in the order of tools and sets."""
        same = {tool for tool, words in old.get("tools", {}).items() if words == packages.get(tool)}
        kept = [each for each in old.get(part, [])
                if (each["tool"] if isinstance(each, dict) else each[0]) in same and place(each) not in groups]
        return sorted(kept + entries, key=place)

    document = {"tools": packages,
                "table": with_old("table", [row_of(group) for group in groups.values()]),
                "left": old.get("left", []), "differences": with_old("differences", differences),
                "others": with_old("others", others)}
    lines = [f'"{key}": [\n{rows(value)}\n]' if isinstance(value, list) else
             f'"{key}": {json.dumps(value, indent=1)}' for key, value in document.items()]
    text = re.sub(r"/tmp/[^ \"]*/", "", ",\n".join(lines).replace(f"{HOME}/", ""))
    file.write_text("{\n" + text + "\n}\n", "utf-8")


def rows(values):
    return ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)


def table(document):
    used = [v for v in VERDICTS if any(row.get(v) for row in document["table"])]
    words = [verdict.replace("_", " ") for verdict in used]
    lines = ["| tool | models | | " + " | ".join(words) + " | proved | cut | seconds |",
             "|---|---|---|" + "---|" * (len(used) + 3)]
    for row in document["table"]:
        cells = []
        for verdict in used:
            text = str(row.get(verdict, "") or "")
            if verdict == "different" and row["special_only"]:
                text += f" ({row['special_only']})"
            cells.append(text)
        lines.append(f"| {row['tool']} | {SET_WORDS[row['set']]} | {row['models']} | " + " | ".join(cells)
                     + f" | {row.get('proved', '–')} | {row['cut'] or ''} | {row['seconds']:.0f} |")
    return "\n".join(lines) + "\n"


def quoted(text):
    """As code in a list: one line."""
    return "`" + " ".join(text.split()).replace("`", "'") + "`"


def difference_text(group):
    """Those of one tool and one judgement, with the smallest witness among them."""
    first = min(group, key=lambda each: len(each.get("witness") or each.get("why") or ""))
    judgement = first["judged"] or "not judged"
    names = ", ".join(each["model"] for each in group[:8])
    names += f", … ({len(group)})" if len(group) > 8 else ""
    text = f"- **{judgement}**: {names}. {first['sentence']}\n"
    if first["verdict"] == "outside":
        return text + f"  {first['snr']:.1f} dB\n"
    text += f"  {quoted(first['piece'])}\n" if first.get("piece") else ""
    text += f"  {quoted(first['why'])}" if first.get("why") else ""
    text += f" on {first['input']}" if first.get("input") else ""
    text += f"; witness {quoted(first['witness'])}" if first.get("witness") else ""
    return text.rstrip() + "\n"


def differences(document):
    groups = collections.defaultdict(list)
    for each in document["differences"]:
        groups[each["tool"], each["judged"], each["sentence"] or each["model"]].append(each)
    text, tool = "", ""
    for (name, _, _), group in groups.items():
        if name != tool:
            text += f"\n### {name}\n\n"
            tool = name
        text += difference_text(group)
    return text


def others(document):
    groups = collections.defaultdict(list)
    for tool, _, model, verdict, why in document["others"]:
        short = why.split(": at ")[0].split("; at ")[0]
        groups[tool, verdict, short].append(model)
    lines = []
    for (tool, verdict, why), models in groups.items():
        named = ", ".join(models[:3]) + (f", … ({len(models)})" if len(models) > 3 else "")
        lines.append(f"- {tool}, {verdict.replace('_', ' ')}: {named}" +
                     (f": {quoted(why)}" if why else ""))
    return "\n".join(lines) + "\n"


def page(document):
    rewrites = sum(row["models"] for row in document["table"])
    most = {}
    for row in document["table"]:
        most[row["set"]] = max(most.get(row["set"], 0), row["models"])
    text = INTRODUCTION.format(models=f"{sum(most.values()):,}", rewrites=f"{rewrites:,}")
    text += "\n" + table(document) + "\n"
    text += "".join(f"- {tool}: {packages}\n" for tool, packages in document["tools"].items())
    text += "".join(f"\n{sentence}\n" for sentence in document.get("left", []))
    text += "\n## Differences, and what a person says of them\n"
    text += "\n*True*: the tool changed the function. *False*: it did not. *Open*: the text does not say.\n"
    text += differences(document)
    return text + "\n## Neither shown to be equal nor different\n\n" + others(document)
