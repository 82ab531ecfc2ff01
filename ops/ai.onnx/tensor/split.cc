// Split: outputs = the parts of input along `axis`, of the lengths `split`; else all of one length.
//   1         split as input or attribute
//   2, 11     as attribute; 11: negative axes
//   13        as input
//   18        num_outputs, when it does not divide the axis, leaves the last part smaller
#include "engine/formula.h"
#include "ops/ai.onnx/lists.h"

namespace etalon {
namespace {

using Lengths = std::vector<int64_t>;

size_t axis_of(const Call& call) {
  return axis_index(call.integer("axis", 0), call.tensor("input").rank());
}

int64_t size_of_axis(const Call& call) {
  return static_cast<int64_t>(call.tensor("input").dim(axis_of(call)));
}

Values parts(const Call& call, const Lengths& split) {
  const Tensor& input = call.tensor("input");
  const size_t axis = axis_of(call);
  for (const int64_t length : split) {
    if (length < 0) throw InvalidInput("split holds the negative length {}", length);
  }
  Values outputs;
  size_t start = 0;
  for (const size_t length : to_shape(split)) {
    if (length > input.dim(axis) - start) break;
    outputs.push_back(slice(input, axis, start, start + length));
    start += length;
  }
  if (outputs.size() < split.size() || start != input.dim(axis)) {
    throw InvalidInput("the lengths [{}] do not add up to the {} entries of the axis",
                       fmt::join(split, ", "), input.dim(axis))
        .at(call.since_version() < 13 ? "index_1" : "");
  }
  if (outputs.size() < call.output_count()) {
    throw InvalidInput("{} lengths are given for {} outputs", split.size(), call.output_count());
  }
  return outputs;
}

Lengths equal_lengths(const Call& call) {
  const int64_t size = size_of_axis(call);
  const auto count = static_cast<int64_t>(call.output_count());
  if (size % count != 0) throw InvalidInput("{} entries do not make {} equal parts", size, count);
  return Lengths(call.output_count(), size / count);
}

// "If the tensor is not evenly splittable into `num_outputs`, the last chunk will be smaller."
Lengths nearly_equal_lengths(const Call& call) {
  const int64_t size = size_of_axis(call);
  const int64_t num_outputs = call.integer("num_outputs");
  if (num_outputs < 1) throw InvalidInput("num_outputs is {}", num_outputs);
  const int64_t length = size / num_outputs + (size % num_outputs != 0);
  const int64_t last = size - length * (num_outputs - 1);
  if (last < 0) {
    throw Unspecified("{} entries do not make {} parts of which only the last is smaller", size,
                      num_outputs);
  }
  if (num_outputs != static_cast<int64_t>(call.output_count())) {
    throw InvalidInput("num_outputs is {}, but the node has {} outputs", num_outputs,
                       call.output_count());
  }
  Lengths split(call.output_count(), length);
  split.back() = last;
  return split;
}

Lengths from_attribute(const Call& call) {
  return call.has("split") ? call.ints("split") : equal_lengths(call);
}

Values split_1(const Call& call) {
  const Tensor* split = call.maybe("split");
  if (split && call.has("split")) throw InvalidInput("split is both an input and an attribute");
  if (split) require_rank("split", *split, 1);
  return parts(call, split ? cast(*split, DType::int64).ints() : from_attribute(call));
}

Values split_2(const Call& call) { return parts(call, from_attribute(call)); }

Values split_13(const Call& call) {
  const std::optional<Lengths> split = maybe_list_of(call, "split");
  return parts(call, split ? *split : equal_lengths(call));
}

Values split_18(const Call& call) {
  const std::optional<Lengths> split = maybe_list_of(call, "split");
  if (split.has_value() == call.has("num_outputs")) {
    throw InvalidInput("either split or num_outputs has to be given, and not both");
  }
  return parts(call, split ? *split : nearly_equal_lengths(call));
}

const Operator op("Split",
                  {{split_1, {1}}, {split_2, {2, 11}}, {split_13, {13}}, {split_18, {18}}});

}  // namespace
}  // namespace etalon
