#include "conformance/judge/exact_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "conformance/common/json.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/exact.h"
#include "conformance/judge/parts.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

// Adds the errors of one tensor; `measured` becomes true unless all its exact elements are 0.
void add_error(ExactError& error, const Tensor& got, const Tensor& honest, const Tensor& exact,
               bool& measured) {
  const Reals r = got.as<double>();
  const Reals h = honest.as<double>();
  const Reals e = exact.as<double>();
  const double largest = largest_magnitude(e);
  if (largest == 0) return;
  measured = true;
  if (error.type == DType::undefined) error.type = honest.dtype();
  for (size_t i = 0; i < e.size(); ++i) {
    const double truth = e.data()[i];
    if (!std::isfinite(truth) || !std::isfinite(h.data()[i])) continue;
    const double off = std::isfinite(r.data()[i]) ? std::abs(r.data()[i] - truth)
                                                  : std::numeric_limits<double>::infinity();
    error.scaled = std::max(error.scaled, off / largest);
    error.honest = std::max(error.honest, std::abs(h.data()[i] - truth) / largest);
  }
}

std::string text_of_factor(double factor) {
  return factor >= 10 && factor < 1e6 ? fmt::format("{:.0f}", factor)
                                      : fmt::format("{:.2g}", factor);
}

}  // namespace

std::optional<double> unit_roundoff(DType type) {
  switch (type) {
    case DType::float64:
      return 0x1p-53;
    case DType::float32:
      return 0x1p-24;
    case DType::float16:
      return 0x1p-11;
    case DType::bfloat16:
      return 0x1p-8;
    default:
      return std::nullopt;
  }
}

std::optional<double> ExactError::factor() const {
  constexpr double least_share = 1.0 / 64;
  if (honest < *unit_roundoff(type) * least_share) return std::nullopt;
  return scaled / honest;
}

std::optional<ExactError> exact_error(const Value& got, const Value& honest, const Value& exact) {
  const std::vector<Part> of_honest = parts_of(honest);
  const auto of_got = parts_of(got, honest), of_exact = parts_of(exact, honest);
  if (!of_got || !of_exact) return std::nullopt;
  ExactError error;
  bool measured = false;
  for (size_t i = 0; i < of_honest.size(); ++i) {
    const Tensor &h = of_honest[i].tensor, &r = (*of_got)[i].tensor, &e = (*of_exact)[i].tensor;
    if (!is_narrow(h.dtype())) continue;
    if (e.shape() != h.shape() || r.shape() != h.shape()) return std::nullopt;
    add_error(error, r, h, e, measured);
  }
  return measured ? std::optional(error) : std::nullopt;
}

std::optional<ExactError> largest_exact_error(const BoundModel& model, const Bindings& inputs,
                                              const Values& got, const Options& options) {
  std::optional<ExactError> largest;
  try {
    const Values honest = evaluate(model, inputs, options);
    if (honest.size() != got.size()) return std::nullopt;
    const ExactOutputs exact = evaluate_exactly(model, inputs, options);
    for (size_t i = 0; i < got.size(); ++i) {
      std::optional<ExactError> error = exact_error(got[i], honest[i], exact.outputs[i]);
      if (!error || (largest && largest->scaled >= error->scaled)) continue;
      largest = std::move(error);
      largest->rounded = exact.rounded;
    }
  } catch (const Error&) {
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
  return largest;
}

std::string to_string(const ExactError& error) {
  if (!std::isfinite(error.scaled)) return "not finite, where the exact result is";
  const std::string_view type = error.type == DType::float32 ? "float32" : name(error.type);
  const std::string scaled = fmt::format("{:.2g} of the largest value, ", error.scaled);
  if (const std::optional<double> factor = error.factor()) {
    return scaled + fmt::format("{} times an honest {} evaluation", text_of_factor(*factor), type);
  }
  if (error.rounded.empty())
    return scaled + fmt::format("where an honest {} evaluation is exact", type);
  return scaled + fmt::format("where it is not known how far off an honest {} evaluation is", type);
}

nlohmann::json to_json(const ExactError& error) {
  const std::optional<double> factor = error.factor();
  return {{"scaled", number_to_json(error.scaled)},
          {"honest", number_to_json(error.honest)},
          {"factor", factor ? number_to_json(*factor) : nlohmann::json()},
          {"type", name(error.type)},
          {"rounded", error.rounded}};
}

ExactError exact_error_from_json(const nlohmann::json& json) {
  ExactError error;
  error.scaled = number_from_json(json.at("scaled"));
  error.honest = number_from_json(json.at("honest"));
  const std::string type = json.at("type").get<std::string>();
  for (const DType narrow : {DType::float32, DType::float16, DType::bfloat16}) {
    if (type == name(narrow)) error.type = narrow;
  }
  if (error.type == DType::undefined) throw InvalidInput("'{}' is not a type", printable(type));
  json.at("rounded").get_to(error.rounded);
  return error;
}

}  // namespace etalon
