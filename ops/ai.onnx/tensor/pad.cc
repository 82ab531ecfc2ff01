// Pad: data with entries added at the beginning and end of each axis; a negative number removes
// as many. Modes: constant; reflect: mirrored at the first and last entry, again and again where
// it takes more than one reflection; edge: the first and last entry repeated.
//   1         attribute `paddings`; value
//   2         attribute `pads`; value
//   11, 13    inputs pads and constant_value (default: 0 or an empty string); 13: more types
//   18        input axes: those that pads is for
//   19        mode wrap: the entries repeat from one end to the other
//   21, 23, 24, 25    more types
#include "engine/values/utf8.h"
#include "ops/ai.onnx/tensor/tensor.h"

namespace etalon {
namespace {

// The entry that stands at place i of an axis of `size` entries continued by `mode` on both sides;
// -1 for the fill.
int64_t source_at(int64_t i, int64_t size, std::string_view mode) {
  const auto modulo = [](int64_t a, int64_t b) { return (a % b + b) % b; };
  if (i >= 0 && i < size) return i;
  if (mode == "constant") return -1;
  if (mode == "edge") return i < 0 ? 0 : size - 1;
  if (mode == "wrap") return modulo(i, size);
  if (size == 1) return 0;
  const int64_t in_period = modulo(i, 2 * (size - 1));
  return std::min(in_period, 2 * (size - 1) - in_period);
}

// For each entry of the padded axis, the entry of the axis it comes from; -1 for the fill.
Ints padded(size_t dim, int64_t begin, int64_t end, std::string_view mode) {
  const auto size = static_cast<int64_t>(dim);
  const int64_t removed_first = begin < -size ? size + 1 : std::max<int64_t>(-begin, 0);
  const int64_t removed_last = end < -size ? size + 1 : std::max<int64_t>(-end, 0);
  const int64_t kept = size - removed_first - removed_last;
  if (kept < 0) throw InvalidInput("pads {} and {} remove more than {} entries", begin, end, dim);
  begin = std::max<int64_t>(begin, 0);
  end = std::max<int64_t>(end, 0);
  if (kept == 0 && begin + end > 0 && mode != "constant") {
    throw InvalidInput("an axis without entries cannot be padded by mode '{}'", mode);
  }
  element_count({static_cast<size_t>(begin)});
  element_count({static_cast<size_t>(end)});
  Ints source = empty_array<int64_t>({static_cast<size_t>(begin + kept + end)});
  for (int64_t i = 0; i < static_cast<int64_t>(source.size()); ++i) {
    const int64_t at = source_at(i - begin, kept, mode);
    source.data()[i] = at < 0 ? -1 : at + removed_first;
  }
  return source;
}

Tensor pad(const Tensor& data, const std::vector<int64_t>& pads, const std::vector<size_t>& axes,
           const Tensor& fill, const std::string& mode) {
  if (pads.size() != 2 * axes.size()) {
    throw InvalidInput("pads has {} numbers for {} axes", pads.size(), axes.size());
  }
  if (mode != "constant" && mode != "reflect" && mode != "edge" && mode != "wrap") {
    throw InvalidInput("mode is {}", in_quotes(mode));
  }
  std::vector<Ints> sources;
  for (const size_t dim : data.shape()) sources.push_back(positions({dim}));
  for (size_t i = 0; i < axes.size(); ++i) {
    sources[axes[i]] = padded(data.dim(axes[i]), pads[i], pads[axes.size() + i], mode);
  }
  return take_by_axis(data, sources, fill);
}

std::string mode_of(const Call& call) {
  const std::string& mode = call.text("mode");
  if (mode == "wrap" && call.since_version() < 19) throw InvalidInput("mode is 'wrap'");
  return mode;
}

// The attribute value as an element; integers are only of models of thinker's dialect.
Tensor value_of(const Call& call, DType type) {
  const double value = call.real("value");
  if (is_float(type)) return scalar(type, value);
  if (value != std::floor(value) || std::fabs(value) > 0x1p31) {
    throw InvalidInput("value is {}, which is no tensor({})", value, name(type));
  }
  return scalar(type, static_cast<int64_t>(value));
}

Values pad_by(const Call& call, std::string_view pads) {
  const Tensor& data = call.tensor("data");
  const Tensor value = value_of(call, data.dtype());
  return {pad(data, call.ints(pads), all_axes(data.rank()), value, mode_of(call))};
}

Values pad_1(const Call& call) { return pad_by(call, "paddings"); }
Values pad_2(const Call& call) { return pad_by(call, "pads"); }

Values pad_to(const Call& call, const std::vector<size_t>& axes) {
  const Tensor& data = call.tensor("data");
  const Tensor* constant_value = call.maybe("constant_value");
  const Tensor fill = constant_value ? *constant_value : Tensor::zeros(data.dtype(), {});
  if (fill.size() != 1) throw InvalidInput("constant_value is no scalar");
  return {pad(data, call.tensor("pads").ints(), axes, fill, mode_of(call))};
}

Values pad_11(const Call& call) { return pad_to(call, all_axes(call.tensor("data").rank())); }

Values pad_18(const Call& call) {
  const Tensor* axes = call.maybe("axes");
  return axes ? pad_to(call, axis_indices(axes->ints(), call.tensor("data").rank())) : pad_11(call);
}

const Operator op(
    "Pad", {{pad_1, {1}}, {pad_2, {2}}, {pad_11, {11, 13}}, {pad_18, {18, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
