"""conformance/mutation: what is changed, and that a planted mistake is found."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

HOME = pathlib.Path(__file__).parents[3]
SCORE = HOME / "conformance/mutation/score"
BUILD = HOME / "build/release"
sys.path.insert(0, str(SCORE.parent))

import mutants as m  # noqa: E402

FILE = "ops/ai.onnx/math/example.cc"
TEXT = '''// A header: 1 < 2.
#include "engine/formula.h"
Values example(const Call& call) {
  const int64_t k = call.integer("k");  // 3
  if (k < 0 && k != 7) throw InvalidInput("{} < 0", k);
  return {std::max(a + b * 0.5, c)};
  else {
    throw InvalidInput("{} < {}", a + 1,
                       b + 1);
  }
  return {-xt::floor(f(x, y))};
}
const Operator op("Example", example, {1, 2});
'''


def changes(kind):
    return [mutant.after for mutant in m.mutants_of(FILE, TEXT, {"k": "5"}) if mutant.kind == kind]


def test_each_kind_changes_one_thing():
    refuses = 'throw InvalidInput("{} < 0", k);'
    assert changes("relational") == [f"if (k <= 0 && k != 7) {refuses}", f"if (k < 0 && k == 7) {refuses}"]
    assert changes("logical") == [f"if (k < 0 || k != 7) {refuses}"]
    assert changes("condition") == [f"if (true) {refuses}", f"if (false) {refuses}"]
    assert changes("arithmetic") == ["return {std::max(a - b * 0.5, c)};", "return {std::max(a + b / 0.5, c)};"]
    assert changes("bound") == ["return {std::min(a + b * 0.5, c)};"]
    assert changes("attribute") == ["const int64_t k = 5;  // 3"]
    assert changes("refusal") == ['if (false) throw InvalidInput("{} < {}", a + 1,']
    assert changes("sign") == ["return {xt::floor(f(x, y))};"]
    assert changes("operand") == ["return {-xt::floor(f(y, x))};"]
    assert changes("function") == ["return {-xt::ceil(f(x, y))};"]
    assert "return {std::max(a + b * 0.25, c)};" in changes("constant")


def test_comments_strings_includes_and_tables_stay():
    assert {mutant.line for mutant in m.mutants_of(FILE, TEXT, {})} == {4, 5, 6, 8, 11}


def test_the_order_depends_on_the_seed_alone_and_takes_families_in_turn():
    files = ["ops/a/x/one.cc", "ops/a/y/two.cc"]
    every = [mutant for file in files for mutant in m.mutants_of(file, TEXT, {})]
    order = m.in_order(every, "1")
    assert order == m.in_order(list(reversed(every)), "1") != m.in_order(every, "2")
    assert [m.family(mutant.file) for mutant in order[:4]] == ["a/x", "a/y", "a/x", "a/y"]
    assert len({mutant.id for mutant in order}) == len(order)


def test_a_mutant_of_another_text_is_refused():
    mutant = next(m.mutants_of(FILE, TEXT, {}))
    assert m.mutated(TEXT, mutant) != TEXT
    with pytest.raises(ValueError):
        m.mutated(TEXT.replace("k < 0", "k < 1").replace('integer("k")', 'integer("j")'), mutant)


def score(*words):
    done = subprocess.run([sys.executable, SCORE, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif("ETALON_MUTATION" not in os.environ or not (BUILD / "etalon-tests").exists(),
                    reason="compiles for two minutes: set ETALON_MUTATION, with build/release up to date")
def test_planted_mistakes(tmp_path):
    trilu = "ops/ai.onnx/tensor/trilu.cc"
    line = 'const Bools kept = call.flag("upper") ? Bools(j - i >= k) : Bools(j - i <= k);'
    plants = [line.replace(">=", ">"), line.replace("- i >=", "- i + 0 >="), line.replace("Bools kept", "Boo kept")]
    file = tmp_path / "planted.json"
    file.write_text(json.dumps([{"file": trilu, "before": line, "after": plant} for plant in plants]))
    work = tmp_path / "work"
    words = ["--work", work, "--mutants", file, "--judges", "own,unit"]
    text = score(*words)
    assert "3 mutants: 1 do not compile, 0 are equivalent, 2 count" in text
    rows = [json.loads(row) for row in (work / "journal.jsonl").read_text().splitlines()]
    assert [row["built"] for row in rows] == [True, True, False]
    assert rows[0]["verdicts"] == {"own": "killed", "unit": "killed"}
    assert rows[1]["verdicts"] == {"own": "survived", "unit": "survived"}
    # What is done is not done again, and a line that was cut off is.
    journal = work / "journal.jsonl"
    journal.write_text("\n".join(json.dumps(row) for row in rows[:2]) + '\n{"id": "cut')
    assert score(*words) == text
    assert score("--report", journal) == text
