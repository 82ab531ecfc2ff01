#include <fmt/format.h>

#include <algorithm>

#include "conformance/equivalent/texts.h"
#include "engine/numerics/field.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {

using nlohmann::json;

namespace {

std::string listed(const std::vector<std::string>& names, size_t most = 4) {
  std::string text;
  for (size_t i = 0; i < std::min(most, names.size()); ++i) {
    text += (i == 0 ? "" : ", ") + printable(names[i]);
  }
  return names.size() > most ? text + fmt::format(", … ({} in all)", names.size()) : text;
}

std::string pair_text(const ProvedValue& value) {
  return value.before == value.after
             ? in_quotes(value.before)
             : fmt::format("{} ({})", in_quotes(value.before), in_quotes(value.after));
}

std::string at_shapes(const Proof& proof) {
  std::vector<std::string> shapes = proof.shapes;
  for (std::string& shape : shapes) shape = printable(shape);
  std::string text = fmt::format("at {}", fmt::join(shapes, "; "));
  if (!proof.fixed.empty()) {
    text += fmt::format(", and at one set of values of {}", listed(proof.fixed));
  }
  return text;
}

std::string constant_text(const RoundedConstant& one) {
  const std::string name = in_quotes(one.name), exact = printable(one.exact);
  if (one.off == 0) return fmt::format("  {} is {}, rounded once\n", name, exact);
  if (one.far == 0) {
    return fmt::format("  {} is {}, but for a few roundings of {} of its {} elements\n", name,
                       exact, one.off, one.elements);
  }
  return fmt::format(
      "  {} of the {} elements of {} are not those of {}: up to {:.3g} ULP off, at {}\n", one.far,
      one.elements, name, exact, one.greatest_ulp, one.at);
}

}  // namespace

std::string proof_text(const Proof& proof) {
  if (!proof.problem.empty()) {
    return fmt::format("proof: none: {}\n", printable(proof.problem));
  }
  std::string text;
  if (proof.whole()) {
    text = fmt::format(
        "proof: equal for all values {}, as functions of real numbers (over a field of {:.1e} "
        "elements, {} times)\n",
        at_shapes(proof), double(Residue::p), proof.seeds);
  } else if (proof.but_for_rounding()) {
    text = fmt::format(
        "proof: equal for all values {}, as functions of real numbers, but for constants that are "
        "rounded\n",
        at_shapes(proof));
  } else {
    text = "proof: none of the whole:";
    for (const ProvedValue& output : proof.outputs) {
      if (!output.proved) text += fmt::format(" {}: {};", pair_text(output), output.why);
    }
    text.back() = '\n';
  }
  if (proof.pairs != 0 && !proof.whole()) {
    std::vector<std::string> pieces;
    for (const ProvedValue& piece : proof.pieces) pieces.push_back(pair_text(piece));
    text += fmt::format("  {} of {} pairs of values inside are the same functions{}{}\n",
                        proof.pairs - proof.pieces.size(), proof.pairs,
                        pieces.empty() ? "" : "; not ", listed(pieces));
  }
  for (const RoundedConstant& constant : proof.constants) text += constant_text(constant);
  if (!proof.unknown.empty()) {
    text +=
        fmt::format("  taken as functions of which nothing is known: {}\n", listed(proof.unknown));
  }
  return text;
}

json proof_json(const Proof& proof) {
  const auto values_json = [](const std::vector<ProvedValue>& values) {
    json all = json::array();
    for (const ProvedValue& value : values) {
      all.push_back({{"before", value.before},
                     {"after", value.after},
                     {"proved", value.proved},
                     {"why", value.why.empty() ? json() : json(value.why)}});
    }
    return all;
  };
  json constants = json::array();
  for (const RoundedConstant& one : proof.constants) {
    constants.push_back({{"constant", one.name},
                         {"exact", one.exact},
                         {"elements", one.elements},
                         {"off", one.off},
                         {"far", one.far},
                         {"greatest_ulp", one.greatest_ulp},
                         {"at", one.at}});
  }
  return {{"proved", proof.whole()},
          {"but_for_rounding", proof.but_for_rounding()},
          {"field", std::to_string(Residue::p)},
          {"seeds", proof.seeds},
          {"degree", proof.degree},
          {"shapes", proof.shapes},
          {"fixed", proof.fixed},
          {"outputs", values_json(proof.outputs)},
          {"pairs", proof.pairs},
          {"pieces", values_json(proof.pieces)},
          {"constants", constants},
          {"unknown", proof.unknown},
          {"problem", proof.problem.empty() ? json() : json(proof.problem)}};
}

}  // namespace etalon::equivalent
