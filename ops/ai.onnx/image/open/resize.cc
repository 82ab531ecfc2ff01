// Resize.
#include "engine/numerics/numerics.h"
#include "engine/operators/integers_of_reals.h"
#include "ops/ai.onnx/weightless.h"

namespace etalon {
namespace {

void scalars_and_repeated_axes(const Call& call) {
  const Tensor& X = call.tensor("X");
  at_point("rank0", X.rank() == 0);
  at_point("duplicates", call.since_version() >= 18 && any_repeated(call.ints("axes"), X.rank()));
}

// Y of another X, or another nearest_mode, with mode nearest: version 10 as version 13.
Tensor nearest(const Call& call, const Tensor& X, const std::string& nearest_mode) {
  const bool is_10 = call.since_version() < 11;
  const int version = is_10 ? 13 : call.since_version();
  Attributes attributes = shared_attributes(call, "Resize", version);
  const auto set = [&](const char* name, auto value) {
    attributes.insert_or_assign(name, attribute_of(name, value));
  };
  set("mode", std::string("nearest"));
  set("nearest_mode", nearest_mode);
  set("extrapolation_value", 0.0);
  if (is_10) set("coordinate_transformation_mode", std::string("asymmetric"));
  NamedValues inputs{{"X", X}, {"scales", call.value("scales")}};
  if (!is_10)
    inputs.insert(inputs.end(), {{"roi", call.value("roi")}, {"sizes", call.value("sizes")}});
  return step_of(call, "Resize", version, inputs, attributes)[0].tensor();
}

Tensor zero_weights(const Opening& open) {
  const Tensor& X = open.call.tensor("X");
  if (!is_float(X.dtype())) return open.Y;
  const auto pick = [&](const Tensor& x) { return nearest(open.call, x, "round_prefer_floor"); };
  const Reals x = X.as<double>();
  const Tensor of_infinity = read_beside(open.Y, "inf", xt::isinf(x), pick);
  return read_beside(of_infinity, "zero_weight", xt::isnan(x), pick);
}

void resize(Opening& open) {
  const Call& call = open.call;
  const bool is_10 = call.since_version() < 11;
  if (call.text("mode") != "nearest") {
    open.Y = zero_weights(open);
    if (!is_integer(open.Y.dtype())) return;
    const Reals exact = open.again({"X"}, in_float64).as<double>();
    open.Y = any_integer_for(open.Y, "fraction", [&] { return exact; }, "nearest",
                             {{"short", [&] { return short_of(open.Y, exact, 0x1p-20); }}});
    if (is_10) return;
    open.Y = saturate_or_wrap(open.Y, "overflow", [&] { return Reals(xt::rint(exact)); });
  } else if (is_10) {
    open.Y = either_of(open.Y, "ties_10", "simple", "nearest",
                       [&] { return nearest(call, call.tensor("X"), "round_prefer_ceil"); });
  }
}

const Open op("Resize", scalars_and_repeated_axes, resize);

}  // namespace
}  // namespace etalon
