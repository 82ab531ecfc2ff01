#include "conformance/equivalent/texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {

using nlohmann::json;

namespace {

constexpr std::string_view names[] = {"identical", "exactly equal", "equal up to rounding",
                                      "open",      "not shown",     "different"};

std::string plural(size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string name_of(const OutputVerdict& output) {
  const std::string before = in_quotes(output.before);
  return output.before == output.after ? before
                                       : fmt::format("{} ({})", before, in_quotes(output.after));
}

// "; at [0, 1] BEFORE gives 1, AFTER 2"
std::string place_text_of(const Judged& judged) {
  if (judged.where.empty() && judged.before.empty()) return "";
  return fmt::format("; at {} BEFORE gives {}, AFTER {}",
                     judged.where.empty() ? "[]" : judged.where, judged.before, judged.after);
}

std::string reason_of(const Judged& judged) {
  switch (judged.sameness) {
    case Sameness::identical:
      return "the same bits";
    case Sameness::exactly_equal:
      return fmt::format(
          "enclosures of both exact results, at most {:.1e} of the largest value wide, overlap",
          judged.width);
    case Sameness::up_to_rounding:
      if (!judged.why.empty()) return judged.why;
      return fmt::format("at most {:.2g} of what rounding in both allows", judged.share);
    case Sameness::open:
      return "the specification leaves it open: " + judged.why;
    default:
      return judged.why + place_text_of(judged);
  }
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
  std::string text =
      fmt::format("output {}: {}", name_of(output), to_string(output.judged.sameness));
  if (output.judged.sameness != Sameness::identical) text += ": " + reason_of(output.judged);
  text += fmt::format("\n  inputs      {}\n", inputs_text(all, output));
  if (!output.input.empty()) {
    text += fmt::format("  worst on    {}{}\n", printable(output.input),
                        output.special_only()
                            ? fmt::format("; without such values {}", to_string(output.usual))
                            : "");
  }
  if (output.piece) text += piece_text(*output.piece);
  return text;
}

std::string fold_text(const Fold& fold) {
  return fmt::format("constant {} {}: {}, in place of {}\n", in_quotes(fold.constant),
                     fold.how.empty() ? "has the same bits" : fold.how,
                     to_string(fold.judged.sameness), list_of(fold.nodes));
}

std::string headline(const Equivalence& all) {
  const Sameness worst = all.worst();
  const auto is_worst = [&](const OutputVerdict& output) {
    return output.judged.sameness == worst;
  };
  const auto first = std::find_if(all.outputs.begin(), all.outputs.end(), is_worst);
  const auto count =
      static_cast<size_t>(std::count_if(all.outputs.begin(), all.outputs.end(), is_worst));
  const std::string on = fmt::format("on {}", plural(all.inputs, "input"));
  switch (worst) {
    case Sameness::identical:
      return fmt::format("identical: {} the same bits {}",
                         all.outputs.size() == 1 ? "the output has" : "all outputs have", on);
    case Sameness::exactly_equal:
      return fmt::format("exactly equal {}: the digits differ by rounding alone", on);
    case Sameness::up_to_rounding:
      return fmt::format("equal up to rounding {}: no further apart than rounding in both allows",
                         on);
    case Sameness::open:
      return fmt::format("open: the models differ where the specification permits it, {}", on);
    case Sameness::not_shown:
      return fmt::format("not shown: {} of {}, first {}, on {}: {}", count,
                         plural(all.outputs.size(), "output"), name_of(*first),
                         printable(first->input), first->judged.why);
    case Sameness::different:
      break;
  }
  if (all.inputs == 0) return "different: " + first->judged.why;
  return fmt::format(
      "different: {} of {}, first {}, {}{}", count, plural(all.outputs.size(), "output"),
      name_of(*first), "on " + printable(first->input),
      first->special_only() ? fmt::format(" only; otherwise {}", to_string(first->usual)) : "");
}

json piece_json(const Piece& piece) {
  return {{"before_value", piece.before_value},
          {"after_value", piece.after_value},
          {"from", piece.from},
          {"before_nodes", piece.before_nodes},
          {"after_nodes", piece.after_nodes},
          {"verdict", key_of(piece.judged.sameness)}};
}

json output_json(const OutputVerdict& output) {
  const Judged& judged = output.judged;
  return {{"before", output.before},
          {"after", output.after},
          {"verdict", key_of(judged.sameness)},
          {"identical", output.identical},
          {"input", output.input.empty() ? json() : json(output.input)},
          {"special_only", output.special_only()},
          {"usual", key_of(output.usual)},
          {"share", judged.share},
          {"width", judged.width},
          {"why", judged.why},
          {"where", judged.where},
          {"got", judged.after},
          {"expected", judged.before},
          {"piece", output.piece ? piece_json(*output.piece) : json()}};
}

}  // namespace

std::string_view to_string(Sameness sameness) { return names[static_cast<size_t>(sameness)]; }

std::string key_of(Sameness sameness) {
  std::string key(to_string(sameness));
  std::replace(key.begin(), key.end(), ' ', '_');
  return key;
}

bool passes(Sameness sameness) { return sameness < Sameness::not_shown; }

Sameness Equivalence::worst() const {
  Sameness worst = Sameness::identical;
  for (const OutputVerdict& output : outputs) worst = std::max(worst, output.judged.sameness);
  return worst;
}

std::string remark_of(const Piece& piece) {
  const std::string name = in_quotes(piece.after_value);
  return fmt::format(
      "all outputs agree, but {} inside does not (BEFORE {}, AFTER {}): another value has the "
      "name, or what follows hides a difference that other inputs may show",
      name, list_of(piece.before_nodes),
      piece.after_nodes.empty() ? "a constant" : list_of(piece.after_nodes));
}

std::string equivalence_text(const Equivalence& all) {
  std::string text = headline(all) + "\n";
  for (const std::string& remark : all.remarks) text += "note: " + remark + "\n";
  if (all.inputs == 0) return text;
  for (const OutputVerdict& output : all.outputs) text += output_text(all, output);
  for (const Fold& fold : all.folds) text += fold_text(fold);
  if (!all.witness_text.empty()) {
    text +=
        fmt::format("witness: {}{}\n", printable(all.witness_text), place_text_of(all.at_witness));
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
  if (!all.stopped.empty()) text += "not finished: " + all.stopped + "\n";
  return text;
}

json equivalence_json(const Equivalence& all) {
  json outputs = json::array(), folds = json::array();
  for (const OutputVerdict& output : all.outputs) outputs.push_back(output_json(output));
  for (const Fold& fold : all.folds) {
    folds.push_back({{"constant", fold.constant},
                     {"nodes", fold.nodes},
                     {"how", fold.how},
                     {"verdict", key_of(fold.judged.sameness)}});
  }
  return {{"verdict", key_of(all.worst())},
          {"pass", passes(all.worst())},
          {"inputs", all.inputs},
          {"refused", all.refused},
          {"nodes", all.nodes},
          {"shared", all.shared},
          {"remarks", all.remarks},
          {"outputs", outputs},
          {"folds", folds},
          {"folded", all.folded},
          {"witness", all.witness_text.empty() ? json() : json(all.witness_text)},
          {"stopped", all.stopped.empty() ? json() : json(all.stopped)}};
}

}  // namespace etalon::equivalent
