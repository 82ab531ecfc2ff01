// Constants of AFTER that BEFORE computes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "conformance/bounds/bound_walk.h"
#include "conformance/equivalent/walk.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/exact.h"
#include "engine/loader/loader.h"

namespace etalon::equivalent {
namespace {

bool is_computed(const Subject& before, const std::string& name) {
  const std::optional<size_t> maker = before.maker(name);
  return maker && before.graph().nodes[*maker].op_type != "Constant";
}

// True where AFTER's constant may be BEFORE's initializer of this name with other digits; what is
// far from it is another constant, as of a fused Conv.
bool is_rounded(const Value& initializer, const Value& value) {
  return !is_float_tensor(value) || distance(initializer, value) <= near;
}

// The name of the constant that BEFORE has in place of AFTER's, which has other digits; "" if there
// is none: by name, or one that is computed and not far from it.
std::string counterpart_of(const std::string& name, const Value& value, const Subject& before,
                           const Evaluated& known) {
  constexpr double furthest = 1e-2;
  if (known.constant.contains(name) || before.constants().contains(name)) {
    const Value& of_name = known.values.at(name);
    const bool may_be = known.constant.contains(name) || is_rounded(of_name, value);
    return may_be && alike(of_name, value) ? name : "";
  }
  std::string nearest;
  double least = furthest;
  if (!is_float_tensor(value) || !is_telling(value)) return nearest;
  for (const std::string& other : known.constant) {
    const Value& candidate = known.values.at(other);
    if (!alike(candidate, value) || !is_computed(before, other)) continue;
    const double off = distance(candidate, value);
    if (!(off < least)) continue;
    least = off;
    nearest = other;
  }
  return nearest;
}

bool equals_rounded(const Tensor& through, const Reals& exact, DType type) {
  const Tensor rounded = Tensor::of(through.dtype(), round_to(type, exact));
  return compare(rounded, through, {.rtol = 0, .atol = 0, .max_ulp = {}}).pass();
}

// What a constant's digits tell of how it was folded.
std::string manner(const BoundModel* piece, const Tensor& exact_digits, const Tensor& folded,
                   const Options& options) {
  if (!is_float(folded.dtype())) return "has other elements";
  const Reals ours = exact_digits.as<double>();
  if (piece != nullptr) {
    const Reals exact = evaluate_exactly(*piece, {}, options).outputs.at(0).tensor().as<double>();
    if (equals_rounded(folded, exact, folded.dtype())) return "is the exact result, rounded once";
    for (const DType narrow : {DType::float16, DType::bfloat16}) {
      if (narrow != folded.dtype() && equals_rounded(folded, exact, narrow)) {
        return fmt::format("was folded in {}", name(narrow));
      }
    }
  }
  const Reals elements = folded.as<double>();
  for (const DType narrow : {DType::float16, DType::bfloat16}) {
    const bool fits = narrow != folded.dtype() && equals_rounded(folded, elements, narrow);
    if (fits && !equals_rounded(exact_digits, ours, narrow)) {
      return fmt::format("has the digits of {} alone", name(narrow));
    }
  }
  uint64_t ulps = 0;
  const UlpDistances distances(folded, exact_digits);
  for (size_t i = 0; i < ours.size(); ++i) {
    const bool finite = std::isfinite(ours.data()[i]) && std::isfinite(elements.data()[i]);
    if (finite) ulps = std::max(ulps, distances[i]);
  }
  return fmt::format("is off by up to {} ULP", ulps);
}

Fold fold_of(const std::string& constant, const std::string& counterpart, const Subject& before,
             const Subject& after, const Evaluated& known, const Judging& judging,
             const Options& options) {
  Fold fold;
  fold.constant = constant;
  fold.by_name = constant == counterpart;
  const auto nodes = before.nodes_behind(
      counterpart, [&](const std::string& name) { return before.constants().contains(name); });
  for (const size_t node : nodes) fold.nodes.push_back(label_of(before.graph().nodes[node]));
  Computed computed{known.values.at(counterpart), nullptr, {}};
  std::optional<BoundModel> piece;
  if (!nodes.empty()) {
    CaseValues inputs;
    piece.emplace(parse_model(before.part(nodes, {}, counterpart, computed.value.type(), inputs)));
    computed.model = &*piece;
  }
  const Value& value = after.constants().at(constant);
  Judging of_constants = judging;
  of_constants.effort = Effort::samples;
  fold.judged = judged_pair(computed, {value, nullptr, {}}, of_constants, options);
  fold.how = manner(computed.model, computed.value.tensor(), value.tensor(), options);
  return fold;
}

}  // namespace

FoldedConstants folded_constants(const Subject& before, const Subject& after,
                                 const Evaluated& known, const Judging& judging,
                                 const Options& options) {
  FoldedConstants result;
  for (const auto& [name, digest] : after.constant_digests()) {
    if (const auto same = known.names.find(digest); same != known.names.end()) {
      const auto computed =
          std::find_if(same->second.begin(), same->second.end(),
                       [&](const std::string& other) { return known.constant.contains(other); });
      if (computed != same->second.end()) result.of[name] = *computed;
      continue;
    }
    const std::string counterpart = counterpart_of(name, after.constants().at(name), before, known);
    if (counterpart.empty()) continue;
    result.of[name] = counterpart;
    result.folds.push_back(fold_of(name, counterpart, before, after, known, judging, options));
  }
  return result;
}

}  // namespace etalon::equivalent
