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

// Where in data's axis of `size` entries the entry stands that output has at begin + i.
int64_t source_at(int64_t i, int64_t size, PadMode mode) {
  const auto modulo = [](int64_t a, int64_t b) { return (a % b + b) % b; };
  if (i >= 0 && i < size) return i;
  if (mode == PadMode::edge) return i < 0 ? 0 : size - 1;
  if (mode == PadMode::wrap) return modulo(i, size);
  if (size == 1) return 0;
  const int64_t in_period = modulo(i, 2 * (size - 1));  // reflect
  return std::min(in_period, 2 * (size - 1) - in_period);
}

// X with `begin` entries before its own and `end` after them.
Tensor padded(const Tensor& X, size_t axis, size_t begin, size_t end, PadMode mode,
              const Tensor& value) {
  Shape shape = X.shape(), first = shape, last = shape;
  first[axis] = begin;
  last[axis] = end;
  if (mode == PadMode::constant) {
    return concat({broadcast_to(value, first), X, broadcast_to(value, last)}, axis);
  }
  const auto size = static_cast<int64_t>(X.dim(axis));
  if (size == 0) throw InvalidInput("an axis without entries can be padded by mode constant only");
  shape[axis] += element_count({begin}) + element_count({end});  // which bounds them
  const Ints i = coordinate(shape, axis) - static_cast<int64_t>(begin);
  return take_along(X, axis, by_element(i, [&](int64_t at) { return source_at(at, size, mode); }));
}

Tensor pad(const Tensor& data, const Pads& pads, const Tensor& value, PadMode mode) {
  Tensor output = data;
  for (size_t i = 0; i < pads.axes.size(); ++i) {
    const size_t axis = pads.axes[i];
    int64_t begin = pads.numbers[i], end = pads.numbers[pads.axes.size() + i];
    if (mode == PadMode::constant) settle(output.dim(axis), begin, end);
    if (begin < 0 || end < 0) output = cut(output, axis, begin, end);
    const size_t first = begin > 0 ? size_t(begin) : 0, last = end > 0 ? size_t(end) : 0;
    if (first + last > 0) output = padded(output, axis, first, last, mode, value);
  }
  return output;
}

Values pad_1(const Call& call) {
  const Tensor& data = call.tensor("data");
  return {pad(data, attribute_pads(call), attribute_value(call, data.dtype()), pad_mode(call))};
}

Values pad_11(const Call& call) {
  const Tensor& data = call.tensor("data");
  const Tensor* constant_value = call.maybe("constant_value");
  const Tensor value = constant_value ? *constant_value : Tensor::zeros(data.dtype(), {});
  if (value.size() != 1) throw InvalidInput("constant_value is not a scalar");
  return {pad(data, input_pads(call), value.reshaped({}), pad_mode(call))};
}

const Operator op("Pad", {{pad_1, {1, 2}}, {pad_11, {11, 13, 18, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
