#include "conformance/equivalent/texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {

using nlohmann::json;

namespace {

std::string plural(size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string name_of(const OutputVerdict& output) {
  const std::string before = in_quotes(output.before);
  return output.before == output.after ? before
                                       : fmt::format("{} ({})", before, in_quotes(output.after));
}

// "; at [0, 1]: got 2, expected 1"
std::string place_text_of(const Verdict& verdict) {
  if (verdict.where.empty()) return "";
  return fmt::format("; at {}: got {}, expected {}", verdict.where, verdict.got, verdict.expected);
}

std::string list_of(const std::vector<std::string>& labels) {
  constexpr size_t most = 6;
  if (labels.empty()) return "no nodes";
  std::string text = printable(labels[0]);
  for (size_t i = 1; i < std::min(labels.size(), most); ++i) text += ", " + printable(labels[i]);
  if (labels.size() > most) {
    text += fmt::format(", … {}, {} nodes", printable(labels.back()), labels.size());
  }
  return text;
}

std::string piece_text(const Piece& piece) {
  std::string from;
  for (const std::string& name : piece.from) from += (from.empty() ? "" : ", ") + in_quotes(name);
  const bool constant = piece.after_nodes.empty();
  return fmt::format(
      "  BEFORE      {}{} → {}\n  AFTER       {} → {}\n", list_of(piece.before_nodes),
      from.empty() ? "" : " of " + from, in_quotes(piece.before_value),
      constant ? "a constant" : list_of(piece.after_nodes), in_quotes(piece.after_value));
}

std::string inputs_text(const Equivalence& all, const OutputVerdict& output) {
  return fmt::format("the same bits on {} of {}", output.identical, plural(all.inputs, "input"));
}

std::string output_text(const Equivalence& all, const OutputVerdict& output) {
  std::string text = fmt::format("output {}: {}\n  inputs      {}\n", name_of(output),
                                 printable(sentence(output.judged)), inputs_text(all, output));
  if (!output.input.empty()) {
    text += fmt::format("  worst on    {}{}\n", printable(output.input),
                        output.special_only()
                            ? fmt::format("; without special values {}", word_of(output.usual))
                            : "");
  }
  if (output.piece) text += piece_text(*output.piece);
  return text;
}

std::string fold_text(const Fold& fold) {
  return fmt::format("constant {} {}: {}, in place of {}\n", in_quotes(fold.constant),
                     fold.how.empty() ? "has the same bits" : fold.how, word_of(fold.judged),
                     list_of(fold.nodes));
}

std::string headline_of_equal(const Equivalence& all, std::string_view word) {
  const std::string on = fmt::format("on {}", plural(all.inputs, "input"));
  if (word == "identical") {
    return fmt::format("identical: {} the same bits {}",
                       all.outputs.size() == 1 ? "the output has" : "all outputs have", on);
  }
  if (word == "exactly equal") {
    return fmt::format("exactly equal {}: the digits differ by rounding alone", on);
  }
  if (word == "open") {
    return fmt::format("open: the models differ where the specification permits it, {}", on);
  }
  return fmt::format("{} {}: no further apart than rounding in both allows", word, on);
}

std::string headline_of_outputs(const Equivalence& all) {
  if (all.inputs == 0 && all.proof) {
    return all.proof->whole()              ? "equal for all values at some lengths"
           : all.proof->but_for_rounding() ? "equal for all values but for rounded constants"
                                           : "not proved";
  }
  const Judged worst = all.worst_of_outputs();
  if (agrees(worst)) return headline_of_equal(all, word_of(worst));
  const auto is_worst = [&](const OutputVerdict& output) {
    return !is_worse(worst, output.judged);
  };
  const auto first = std::find_if(all.outputs.begin(), all.outputs.end(), is_worst);
  if (all.inputs == 0) return printable(sentence(first->judged));
  const auto count = std::count_if(all.outputs.begin(), all.outputs.end(), is_worst);
  const std::string text =
      fmt::format("{}: {} of {}, first {}, on {}", word_of(worst), count,
                  plural(all.outputs.size(), "output"), name_of(*first), printable(first->input));
  if (!differs(worst)) return fmt::format("{}: {}", text, printable(worst.verdict.reason));
  return text +
         (first->special_only() ? fmt::format(" only; otherwise {}", word_of(first->usual)) : "");
}

// "; If-16 'cache' took one branch only": what is equal may be so for that.
std::string reservation(const Equivalence& all) {
  if (all.one_sided.empty() || !agrees(all.worst_of_outputs())) return "";
  const size_t others = all.one_sided.size() - 1;
  return fmt::format("; {}{}", printable(all.one_sided.front()),
                     others == 0 ? "" : fmt::format(", and so did {}", plural(others, "other")));
}

// "; otherwise …" where a look at the models shows more than the outputs.
std::string headline(const Equivalence& all) {
  if (!is_worse(all.worst(), all.worst_of_outputs())) {
    return headline_of_outputs(all) + reservation(all);
  }
  std::vector<Finding> findings = all.interface;
  findings.insert(findings.end(), all.initializers.begin(), all.initializers.end());
  const auto first =
      std::max_element(findings.begin(), findings.end(),
                       [](const Finding& a, const Finding& b) { return a.grade < b.grade; });
  return fmt::format("{}: {}; otherwise {}", word_of(all.worst()), printable(first->what),
                     headline_of_outputs(all));
}

std::string_view word_of(const Finding& finding) {
  return finding.grade == Grade::same ? "accepted" : word_of(judged_as(finding.grade, ""));
}

std::string lines_of(const std::vector<Finding>& findings, std::string_view what) {
  std::string text;
  for (const Finding& finding : findings) {
    text += fmt::format("{}: {}: {}\n", what, word_of(finding), printable(finding.what));
  }
  return text;
}

// What the inputs reach, and what they do not.
std::string reached_text(const Equivalence& all) {
  if (all.sides == 0) return "";
  constexpr size_t most = 8;
  std::string text =
      fmt::format("reached: {} of {} branches, sides of comparisons, trips, rows and lengths",
                  all.reached, all.sides);
  for (const std::string& lengths : all.lengths) text += "; " + printable(lengths);
  for (const std::string& trips : all.trips) text += "; " + printable(trips);
  text += "\n";
  for (size_t i = 0; i < std::min(all.unreached.size(), most); ++i) {
    text += fmt::format("not reached: {}\n", printable(all.unreached[i]));
  }
  if (all.unreached.size() > most) {
    text += fmt::format("not reached: {} more\n", all.unreached.size() - most);
  }
  return text;
}

json findings_json(const std::vector<Finding>& findings) {
  json all = json::array();
  for (const Finding& finding : findings) {
    all.push_back({{"what", finding.what}, {"verdict", word_of(finding)}});
  }
  return all;
}

json piece_json(const Piece& piece) {
  return {{"before_value", piece.before_value},
          {"after_value", piece.after_value},
          {"from", piece.from},
          {"before_nodes", piece.before_nodes},
          {"after_nodes", piece.after_nodes},
          {"verdict", key_of(piece.judged)}};
}

json output_json(const OutputVerdict& output) {
  const Judged& judged = output.judged;
  return {{"before", output.before},
          {"after", output.after},
          {"verdict", key_of(judged)},
          {"judged", to_json(judged.verdict)},
          {"sentence", sentence(judged)},
          {"identical", output.identical},
          {"input", output.input.empty() ? json() : json(output.input)},
          {"special_only", output.special_only()},
          {"usual", key_of(output.usual)},
          {"width", judged.width.value_or(0)},
          {"piece", output.piece ? piece_json(*output.piece) : json()}};
}

}  // namespace

std::string_view word_of(const Judged& judged) {
  switch (judged.verdict.grade) {
    case Grade::same:
      return "identical";
    case Grade::rounding:
      return judged.width ? "exactly equal" : "equal up to rounding";
    case Grade::open:
      return "open";
    case Grade::unknown:
      return "not shown";
    default:
      return "different";
  }
}

std::string key_of(const Judged& judged) {
  std::string key(word_of(judged));
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

bool agrees(const Judged& judged) { return judged.verdict.grade < Grade::unknown; }
bool differs(const Judged& judged) { return judged.verdict.grade > Grade::unknown; }

bool is_worse(const Judged& judged, const Judged& other) {
  if (judged.verdict.grade != other.verdict.grade) {
    return judged.verdict.grade > other.verdict.grade;
  }
  return judged.verdict.grade == Grade::rounding && !judged.width && other.width;
}

bool is_further(const Judged& judged, const Judged& other) {
  if (is_worse(judged, other) || is_worse(other, judged)) return false;
  const double share = judged.verdict.share, others = other.verdict.share;
  return share > others || (share == others && judged.width > other.width);
}

Judged judged_as(Grade grade, const std::string& reason) {
  Judged judged;
  judged.verdict.grade = grade;
  judged.verdict.reason = reason;
  judged.verdict.outside = true;
  return judged;
}

std::string sentence(const Judged& judged) {
  const Verdict& verdict = judged.verdict;
  if (verdict.grade == Grade::same) return "identical: the same bits";
  if (verdict.grade == Grade::open) {
    return "open: " + (judged.open.empty() ? verdict.reason : to_string(judged.open));
  }
  const bool alone = judged.limited.empty() || verdict.grade == Grade::unknown;
  return fmt::format("{} ({}): {}{}", word_of(judged), words_of(verdict), to_string(verdict),
                     alone ? "" : "; " + judged.limited);
}

Judged Equivalence::worst() const {
  Judged worst = worst_of_outputs();
  for (const std::vector<Finding>* findings : {&interface, &initializers}) {
    for (const Finding& finding : *findings) {
      const Judged judged = judged_as(finding.grade, finding.what);
      if (is_worse(judged, worst)) worst = judged;
    }
  }
  return worst;
}

Judged Equivalence::worst_of_outputs() const {
  Judged worst;
  for (const OutputVerdict& output : outputs) {
    if (is_worse(output.judged, worst)) worst = output.judged;
  }
  return worst;
}

std::string remark_of(const Piece& piece) {
  const std::string name = in_quotes(piece.after_value);
  return fmt::format(
      "all outputs agree, but {} inside does not (BEFORE {}, AFTER {}): the name may belong to "
      "another value in AFTER, or later nodes hide a difference that other inputs may show",
      name, list_of(piece.before_nodes),
      piece.after_nodes.empty() ? "a constant" : list_of(piece.after_nodes));
}

std::string equivalence_text(const Equivalence& all) {
  std::string text = headline(all) + "\n";
  for (const std::string& remark : all.remarks) text += "note: " + remark + "\n";
  text += lines_of(all.interface, "interface") + lines_of(all.initializers, "initializers");
  if (all.inputs == 0) {
    const std::string proof = all.proof ? proof_text(*all.proof) : "";
    return text + proof + (all.stopped.empty() ? "" : "not finished: " + all.stopped + "\n");
  }
  for (const OutputVerdict& output : all.outputs) text += output_text(all, output);
  for (const Fold& fold : all.folds) text += fold_text(fold);
  if (!all.witness_text.empty()) {
    text += fmt::format("witness: {}{}\n", printable(all.witness_text),
                        place_text_of(all.at_witness.verdict));
  }
  text += fmt::format("{} of {} of AFTER are the same computations on the same values", all.shared,
                      plural(all.nodes, "node"));
  if (all.folded != 0) {
    text +=
        fmt::format("; {} computed by BEFORE, {} with the same bits",
                    all.folded == 1 ? "1 constant is" : fmt::format("{} constants are", all.folded),
                    all.folded - all.folds.size());
  }
  if (all.refused != 0)
    text += fmt::format("; BEFORE refuses {}", plural(all.refused, "drawn input"));
  text += "\n";
  text += reached_text(all);
  if (all.proof) text += proof_text(*all.proof);
  if (!all.stopped.empty()) text += "not finished: " + all.stopped + "\n";
  return text;
}

namespace {

// Without inputs, of the proof alone, unless the interfaces say worse.
std::string verdict_key(const Equivalence& all) {
  if (all.inputs != 0 || !all.proof || differs(all.worst())) return key_of(all.worst());
  return all.proof->whole()              ? "proved"
         : all.proof->but_for_rounding() ? "proved_but_for_rounding"
                                         : "not_proved";
}

}  // namespace

json equivalence_json(const Equivalence& all, const FailOn& fail_on) {
  json outputs = json::array(), folds = json::array();
  for (const OutputVerdict& output : all.outputs) outputs.push_back(output_json(output));
  for (const Fold& fold : all.folds) {
    folds.push_back({{"constant", fold.constant},
                     {"nodes", fold.nodes},
                     {"how", fold.how},
                     {"verdict", key_of(fold.judged)}});
  }
  return {{"verdict", verdict_key(all)},
          {"pass", failures(all, fail_on).empty() && (all.inputs != 0 || all.stopped.empty())},
          {"inputs", all.inputs},
          {"aimed", all.aimed},
          {"refused", all.refused},
          {"sides", all.sides},
          {"reached", all.reached},
          {"unreached", all.unreached},
          {"trips", all.trips},
          {"lengths", all.lengths},
          {"one_sided", all.one_sided},
          {"nodes", all.nodes},
          {"shared", all.shared},
          {"remarks", all.remarks},
          {"interface", findings_json(all.interface)},
          {"initializers", findings_json(all.initializers)},
          {"outputs", outputs},
          {"folds", folds},
          {"folded", all.folded},
          {"witness", all.witness_text.empty() ? json() : json(all.witness_text)},
          {"proof", all.proof ? proof_json(*all.proof) : json()},
          {"stopped", all.stopped.empty() ? json() : json(all.stopped)}};
}

}  // namespace etalon::equivalent
