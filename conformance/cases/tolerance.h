// How far apart two floats may be and still match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace etalon {

// |actual - expected| <= atol + rtol * |expected|, with ONNX's own defaults.
struct Tolerance {
  // What rtol is relative to. The official rule rejects small errors of elements near zero, which a
  // sum of large terms has in every floating-point evaluation; the scaled rule accepts them.
  enum class Rule {
    official,  // the expected element
    scaled,    // the largest finite magnitude of the expected tensor
  };

  // What decides that an output passes: this tolerance, or the verdict, for which the tolerance
  // decides only where nothing is known of rounding (conformance/bounds/verdict.h).
  enum class Decides { tolerance, verdict };

  double rtol = 1e-3;
  double atol = 1e-7;
  std::optional<uint64_t> max_ulp;  // if set, a greater ULP distance is also a mismatch
  Rule rule = Rule::official;
  Decides decides = Decides::tolerance;
  bool signed_zeros = false;  // a zero of the other sign is wrong, where the formula decides it
};

// What --rule says.
struct JudgingRule {
  // What the relative tolerance is relative to. Where that is not said, for a model of several
  // nodes the output's largest value, since near zero every evaluation of such a model is off, and
  // for others the expected element.
  std::optional<Tolerance::Rule> relative;
  Tolerance::Decides decides = Tolerance::Decides::tolerance;
  bool signed_zeros = false;

  // The tolerance with this rule, for a model of so many nodes.
  Tolerance of(Tolerance tolerance, size_t nodes) const;
};

// ONNX's own.
inline constexpr JudgingRule official_rule{Tolerance::Rule::official,
                                           Tolerance::Decides::tolerance};
// By all that is known.
inline constexpr JudgingRule verdict_rule{std::nullopt, Tolerance::Decides::verdict};
// "official" or "verdict"; the older "scaled", the tolerance relative to the largest value, and
// "rounding" and "both", which are "verdict". Nothing for another name.
std::optional<JudgingRule> rule_named(std::string_view name);
std::string_view name_of(const JudgingRule& rule);

}  // namespace etalon
