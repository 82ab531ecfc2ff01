// Whether rounding explains a runtime's outputs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "conformance/bounds/bounds.h"
#include "conformance/bounds/spread.h"
#include "engine/values/rounding.h"

namespace etalon {

struct RoundingVerdict {
  enum class Kind {  // from the best to the worst
    within,          // no further off than honest evaluations are
    unknown,         // neither samples nor a useful bound are known
    unlikely,        // further off than honest evaluations, but not than the bound
    beyond,          // further off than any rounding allows
  };
  Kind kind = Kind::within;
  double share = 0;         // the largest |got − Etalon's| / bound
  double times = 0;         // the largest |got − Etalon's| / spread
  std::string reason = {};  // unknown: "no bound for TopK-11 'best'"
  size_t evaluations = 0;   // the samples of the spread; 0: it is not known
};
// "within", "unlikely", "beyond", "unknown".
std::string_view to_string(RoundingVerdict::Kind kind);
// "31 times as far off as 30 honest evaluations, which rounding hardly explains".
std::string to_string(const RoundingVerdict& verdict);
// "31 times"; "more than a million times" where honest evaluations are exact or nearly so.
std::string times_text(double times);
// "0.7 times the spread of 30 honest evaluations, 0.02 of the bound", or why nothing is known.
std::string amounts_text(const RoundingVerdict& verdict);

// What is known of the rounding errors of one element.
struct ElementLimits {
  // Nothing where none is known, or one that says nothing; else at least `reach`, unless it is 0.
  std::optional<double> bound;
  std::optional<double> reach;  // of the spread, at least an ULP; nothing where none is known

  bool overflows = false;  // an honest evaluation gives an infinity or NaN here

  // Of |got − Etalon's| > 0, a finite number.
  RoundingVerdict::Kind verdict(double off) const;
  // Of an infinity or NaN in place of another value, or of another value in place of one.
  RoundingVerdict::Kind not_finite(double got) const;
};

// The limits of the elements of a float tensor.
class RoundingLimits {
 public:
  // `expected`, `bound` and `spread` must outlive this. An honest result may be off by an ULP at
  // least: of the element, or of the greatest value where errors are taken relative to that.
  enum class Ulps { of_element, of_greatest };
  RoundingLimits(const Tensor& expected, const Bound& bound, const Spread& spread,
                 Ulps ulps = Ulps::of_element);

  ElementLimits at(size_t position) const;
  // The element's bound, 0 of an exact one; infinite where none is known.
  double bound(size_t position) const;
  // True where a bound says nothing: it is not finite, or of several nodes, over which bounds
  // multiply, and wider than a hundredth of the greatest value.
  bool says_nothing(size_t position) const;
  bool has_spread() const { return spread_.evaluations != 0; }

 private:
  const Bound& bound_;
  const Spread& spread_;
  Reals values_, bounds_, reach_;
  Bools overflows_;
  Rounding rounding_;
  double widest_;
  Ulps ulps_;
};

// `got` has an output for each of `expected`, in order, and so have `spreads` unless they are not
// known. Of sequences, maps and the like that differ nothing is known. Another type or shape, and
// integers, bools and strings that differ are `beyond`, or `unknown` where rounding in what they
// are computed from may change them.
RoundingVerdict rounding_verdict(const Values& got, const BoundedOutputs& expected,
                                 const std::vector<Spread>& spreads = {});

nlohmann::json to_json(const RoundingVerdict& verdict);
// Throws InvalidInput, or an exception of the JSON library, unless `json` is a verdict.
RoundingVerdict rounding_verdict_from_json(const nlohmann::json& json);

}  // namespace etalon
