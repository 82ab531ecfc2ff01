#include "conformance/bounds/verdict.h"

#include <algorithm>
#include <cmath>

#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon {
namespace {

using Kind = RoundingVerdict::Kind;

constexpr double most_times = 1e300;  // JSON has no infinity

// Takes the worse of the two.
void add(RoundingVerdict& verdict, Kind kind, const std::string& reason = {}) {
  if (kind <= verdict.kind) return;
  verdict.kind = kind;
  verdict.reason = reason;
}

void add_elements(RoundingVerdict& verdict, const Tensor& got, const Tensor& expected,
                  const Bound& bound) {
  const Reals x = got.as<double>(), y = expected.with_side(nullptr).as<double>();
  const bool known = bound.kind == Bound::Kind::known;
  const Reals errors = known ? bound.error.as<double>() : full(expected.shape(), 0.0);
  double widest = 0;
  for (const double value : y) {
    if (std::isfinite(value)) widest = std::max(widest, std::fabs(value));
  }
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = x.data()[i], b = y.data()[i], error = errors.data()[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double off = std::fabs(a - b);
    if (!std::isfinite(error) || (bound.compounded && error > widest)) {
      add(verdict, Kind::unknown, "the bound is wider than all values");
    } else if (!std::isfinite(off)) {
      add(verdict, Kind::beyond);
    } else {
      if (error > 0) verdict.share = std::max(verdict.share, std::min(off / error, most_times));
      if (off > error) add(verdict, Kind::beyond);
    }
  }
}

}  // namespace

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::within:
      return "within";
    case Kind::beyond:
      return "beyond";
    case Kind::unknown:
      return "unknown";
  }
  throw InternalError("a verdict on rounding has no name");
}

RoundingVerdict rounding_verdict(const Values& got, const BoundedOutputs& expected) {
  RoundingVerdict verdict;
  for (size_t i = 0; i < std::min(got.size(), expected.outputs.size()); ++i) {
    if (!got[i].is_tensor() || !expected.outputs[i].is_tensor()) continue;
    const Tensor& x = got[i].tensor();
    const Tensor& y = expected.outputs[i].tensor();
    if (!is_float(y.dtype()) || x.dtype() != y.dtype() || x.shape() != y.shape()) continue;
    if (expected.bounds[i].kind != Bound::Kind::none) {
      add_elements(verdict, x, y, expected.bounds[i]);
    } else if (!identical(x, y.with_side(nullptr))) {
      add(verdict, Kind::unknown, expected.bounds[i].reason);
    }
  }
  return verdict;
}

nlohmann::json to_json(const RoundingVerdict& verdict) {
  return {
      {"verdict", to_string(verdict.kind)}, {"share", verdict.share}, {"reason", verdict.reason}};
}

RoundingVerdict rounding_verdict_from_json(const nlohmann::json& json) {
  RoundingVerdict verdict;
  const auto kind = json.at("verdict").get<std::string>();
  for (const Kind each : {Kind::within, Kind::beyond, Kind::unknown}) {
    if (kind == to_string(each)) verdict.kind = each;
  }
  if (kind != to_string(verdict.kind)) throw InvalidInput("'{}' is no verdict on rounding", kind);
  json.at("share").get_to(verdict.share);
  json.at("reason").get_to(verdict.reason);
  return verdict;
}

}  // namespace etalon
