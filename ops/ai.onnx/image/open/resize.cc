// Resize.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "engine/operators/integers_of_reals.h"
#include "ops/ai.onnx/lines.h"

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

// The elements and their neighbours along all axes.
Bools and_beside(Bools bad) {
  for (size_t axis = 0; axis < bad.dimension(); ++axis) {
    const Lines lines(bad.shape(), axis);
    const Bools before = bad;
    for (size_t n = 0; n < lines.count(); ++n) {
      for (size_t i = 0; i < lines[n].size; ++i) {
        const auto is_bad = [&](size_t at) { return before.data()[lines[n][at]]; };
        const bool left = i > 0 && is_bad(i - 1), right = i + 1 < lines[n].size && is_bad(i + 1);
        bad.data()[lines[n][i]] = is_bad(i) || left || right;
      }
    }
  }
  return bad;
}

// A neighbour of weight 0 that is NaN or infinite gives NaN if it is read. Neighbours are those of
// the places themselves, and one further.
Tensor zero_weights(const Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const Tensor Y = open.Y;
  if (!is_float(X.dtype()) || X.size() == 0) return Y;
  const auto read = [&](const Tensor& y, std::string_view point, const Bools& bad) {
    if (!xt::any(bad)) return y;
    const auto where = [&] {
      const Tensor near = Tensor::of(DType::boolean, and_beside(bad));
      return Bools(nearest(open.call, near, "round_prefer_floor").as<bool>() && !nans(Y));
    };
    return choice(y, point, where, "not_read",
                  {{"read", [&] { return scalar(Y.dtype(), std::nan("")); }}});
  };
  const Reals x = X.as<double>();
  const Tensor of_infinity = read(Y, "inf", xt::isinf(x));
  if (open.call.since_version() < 11) return of_infinity;
  return read(of_infinity, "zero_weight", xt::isnan(x));
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
