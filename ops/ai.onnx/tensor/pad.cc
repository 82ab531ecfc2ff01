// Pad: output[i] = data[i - begin] along each axis, which gets `begin` entries before data's and
// `end` after them; a negative number removes as many. Modes, for entries that data does not have:
// constant: the value; edge: the first or last entry; reflect: the entry mirrored at the first and
// last, again and again where it takes more than one reflection; wrap: i - begin modulo the size.
//   1         attribute `paddings`; value; constant, reflect, edge
//   2         attribute `pads`
//   11, 13    inputs pads and constant_value (default: 0 or an empty string); 13: more types
//   18        input axes: those that pads is for
//   19        mode wrap
//   21, 23, 24, 25    more types
#include "ops/ai.onnx/tensor/pad.h"

namespace etalon {
namespace {

enum class Mode { constant, reflect, edge, wrap };

Mode mode_of(const Call& call) {
  if (call.since_version() < 19) {
    return call.choice<Mode>(
        "mode", {{"constant", Mode::constant}, {"reflect", Mode::reflect}, {"edge", Mode::edge}});
  }
  return call.choice<Mode>("mode", {{"constant", Mode::constant},
                                    {"reflect", Mode::reflect},
                                    {"edge", Mode::edge},
                                    {"wrap", Mode::wrap}});
}

// The entry that stands at place i of an axis of `size` entries continued on both sides.
int64_t source_at(int64_t i, int64_t size, Mode mode) {
  const auto modulo = [](int64_t a, int64_t b) { return (a % b + b) % b; };
  if (i >= 0 && i < size) return i;
  if (mode == Mode::edge) return i < 0 ? 0 : size - 1;
  if (mode == Mode::wrap) return modulo(i, size);
  if (size == 1) return 0;
  const int64_t in_period = modulo(i, 2 * (size - 1));
  return std::min(in_period, 2 * (size - 1) - in_period);
}

// What one number removes beyond the entries that there are, the other adds less.
void settle(int64_t size, int64_t& removes, int64_t& adds) {
  if (removes >= -size || removes + size + adds < 0) return;
  adds += removes + size;
  removes = -size;
}

// X without as many entries as negative pads say.
Tensor cut(const Tensor& X, size_t axis, int64_t begin, int64_t end) {
  const auto size = static_cast<int64_t>(X.dim(axis));
  const int64_t first = begin < 0 ? begin : 0, last = end < 0 ? end : 0;
  if (first < -size || last < -size || first + last < -size) {
    throw InvalidInput("pads {} and {} remove more than {} entries", begin, end, size)
        .at("beyond_length");
  }
  return slice(X, axis, static_cast<size_t>(-first), static_cast<size_t>(size + last));
}

// X with `begin` entries before its own and `end` after them.
Tensor padded(const Tensor& X, size_t axis, size_t begin, size_t end, Mode mode,
              const Tensor& value) {
  if (mode == Mode::constant) {
    Shape first = X.shape(), last = X.shape();
    first[axis] = begin;
    last[axis] = end;
    return concat({broadcast_to(value, first), X, broadcast_to(value, last)}, axis);
  }
  const auto size = static_cast<int64_t>(X.dim(axis));
  if (size == 0) throw InvalidInput("an axis without entries can be padded by mode constant only");
  Shape shape = X.shape();
  shape[axis] += element_count({begin}) + element_count({end});  // which bounds them
  const Ints i = coordinate(shape, axis) - static_cast<int64_t>(begin);
  return take_along(X, axis, by_element(i, [&](int64_t at) { return source_at(at, size, mode); }));
}

Tensor pad(const Tensor& data, const Pads& pads, const Tensor& value, Mode mode) {
  Tensor output = data;
  for (size_t i = 0; i < pads.axes.size(); ++i) {
    const size_t axis = pads.axes[i];
    int64_t begin = pads.numbers[i], end = pads.numbers[pads.axes.size() + i];
    const auto size = static_cast<int64_t>(output.dim(axis));
    if (mode == Mode::constant && begin < 0 && end > 0) settle(size, begin, end);
    if (mode == Mode::constant && end < 0 && begin > 0) settle(size, end, begin);
    const size_t first = begin > 0 ? size_t(begin) : 0, last = end > 0 ? size_t(end) : 0;
    if (begin < 0 || end < 0) output = cut(output, axis, begin, end);
    if (first + last > 0) output = padded(output, axis, first, last, mode, value);
  }
  return output;
}

// The attribute value as an element; of integers only where a dialect relaxes the types.
Tensor value_of(const Call& call, DType type) {
  const double value = call.real("value");
  if (is_float(type)) return scalar(type, value);
  if (value != std::floor(value) || std::fabs(value) > 0x1p31) {
    throw InvalidInput("value is {}, which is no tensor({})", value, name(type));
  }
  return scalar(type, static_cast<int64_t>(value));
}

Values pad_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  return {pad(data, attribute_pads(call), value_of(call, data.dtype()), mode_of(call))};
}

Values pad_11(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor* constant_value = call.maybe("constant_value");
  const Tensor value = constant_value ? *constant_value : Tensor::zeros(data.dtype(), {});
  if (value.size() != 1) throw InvalidInput("constant_value is not a scalar");
  return {pad(data, input_pads(call), value.reshaped({}), mode_of(call))};
}

const Operator op("Pad", {{pad_1, {1, 2}}, {pad_11, {11, 13, 18, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
