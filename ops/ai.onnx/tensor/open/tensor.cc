// What the operators that move elements leave open.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/one_element.h"
#include "ops/ai.onnx/other_shape.h"
#include "ops/ai.onnx/tensor/pad.h"

namespace etalon {
namespace {

// Whether a call names an axis twice, in the attribute or the input `axes`, of a tensor of this
// rank.
bool repeats_axis(const Call& call, size_t rank) {
  if (call.schema().attribute("axes")) return any_repeated(call.ints("axes"), rank);
  const Tensor* axes = call.maybe("axes");
  return axes && any_repeated(axes->ints(), rank);
}

// Early versions refuse a negative axis, whatever it counts from.
bool has_negative_axis(const Call& call) {
  const std::vector<int64_t> axes = call.ints("axes");
  return std::any_of(axes.begin(), axes.end(), [](int64_t axis) { return axis < 0; });
}

void slice(const Call& call) {
  const size_t rank = call.tensor("data").rank();
  at_point("rank0", rank == 0);
  at_point(call.since_version() < 13 ? "duplicates_1" : "duplicates", repeats_axis(call, rank));
}

// Version 10 recommends INT_MAX “for slicing to the end of a dimension”, and has it represent the
// dimension's size, before which a slice backward ends at once. The least integer is before the
// first entry.
void slice_backward(Opening& open) {
  const Call& call = open.call;
  if (call.since_version() != 10) return;
  const Tensor* steps = call.maybe("steps");
  if (!steps) return;
  Ints ends = call.tensor("ends").as<int64_t>();
  const Ints step = steps->as<int64_t>();
  bool any = false;
  for (size_t i = 0; i < ends.size(); ++i) {
    const bool is_int_max = ends(i) == highest(DType::int32) || ends(i) == highest(DType::int64);
    if (!is_int_max || step(i) > 0) continue;
    ends(i) = lowest(DType::int32);
    any = true;
  }
  if (!any) return;
  const Tensor to_first = Tensor::of(call.tensor("ends").dtype(), ends);
  const auto first_entry = [&] { return open.again({{"ends", to_first}}); };
  open.Y = or_whole(open.Y, "backward_to_end", "size", {{"first_entry", first_entry}});
}

void pad(const Call& call) {
  at_point("duplicates",
           call.since_version() >= 18 && repeats_axis(call, call.tensor("data").rank()));
  if (call.since_version() >= 11) at_one_element(call, {"constant_value"});
}

// Which entries there are, and how many, where more are removed than there were.
void pad_beyond(Opening& open) {
  const Tensor& data = open.call.tensor("data");
  const Pads pads =
      open.call.since_version() < 11 ? attribute_pads(open.call) : input_pads(open.call);
  bool beyond = false;
  for (size_t i = 0; i < pads.numbers.size(); ++i) {
    const auto size = static_cast<int64_t>(data.dim(pads.axes[i % pads.axes.size()]));
    beyond = beyond || pads.numbers[i] < -size;
  }
  open.Y = other_shape(open.Y, "beyond_length", beyond);
}

void center_crop_pad(const Call& call) {
  const size_t rank = call.tensor("input_data").rank();
  at_point("rank0", rank == 0);
  at_point("duplicates", repeats_axis(call, rank));
}

// From version 23 on the text has a 1D tensor.
bool has_scalar_axes(const Call& call) {
  if (call.since_version() < 13 || call.since_version() >= 23) return false;
  return call.maybe("axes") && call.tensor("axes").rank() == 0;
}

void squeeze(const Call& call) {
  at_point("scalar_axes", has_scalar_axes(call));
  if (call.since_version() < 11 && has_negative_axis(call)) return;
  at_point("duplicates", repeats_axis(call, call.tensor("data").rank()));
}

void unsqueeze(const Call& call) {
  at_point("scalar_axes", has_scalar_axes(call));
  if (call.since_version() > 1 || has_negative_axis(call)) return;
  const size_t rank = call.tensor("data").rank() + call.ints("axes").size();
  at_point("duplicates_1", repeats_axis(call, rank));
}

void concat_of_rank_0(const Call& call) {
  at_point("rank0", call.variadic("inputs").at(0).rank() == 0);
}

void split(const Call& call) { at_point("rank0", call.tensor("input").rank() == 0); }

void compress(Opening& open) {
  open.Y = other_shape(open.Y, "rank0", open.call.tensor("input").rank() == 0);
}

void trilu_scalar(const Call& call) { at_one_element(call, {"k"}); }

// A string has no zero: it may be the empty string, or the text of one.
void trilu(Opening& open) {
  const Tensor& input = open.call.tensor("input");
  if (input.dtype() != DType::string) return;
  const auto zeros = [&] {
    const Tensor ones = Tensor::of(DType::int64, full<int64_t>(input.shape(), 1));
    return Bools(xt::equal(open.again({{"input", ones}}).as<int64_t>(), 0));
  };
  const auto zero = [] { return Tensor::of(DType::string, scalar_array<std::string>("0")); };
  open.Y = choice(open.Y, "strings", zeros, "empty", {{"zero", zero}});
}

void negative_indices(const Call& call) {
  if (call.since_version() > 9) return;
  const Tensor& indices = call.tensor("indices");
  at_point("negative_9", numeric(indices.dtype(), [&]<class T>() {
             return bool(xt::any(Bools(indices.as<T>() < T{0})));
           }));
}

// An index that is NaN or infinite may be any index.
void one_hot(Opening& open) {
  const Tensor& indices = open.call.tensor("indices");
  if (!is_float(indices.dtype())) return;
  const Reals x = indices.as<double>();
  Shape one = open.Y.shape();
  one[axis_index(open.call.integer("axis"), one.size())] = 1;
  const auto rows = [&](const Bools& of_indices) {
    return broadcast_array(Bools(xt::reshape_view(of_indices, one)), open.Y.shape());
  };
  const Tensor& values = open.call.tensor("values");
  const std::vector<Option> others{{"off", [&] { return slice(values, 0, 0, 1); }},
                                   {"on", [&] { return slice(values, 0, 1, 2); }}};
  open.Y = choice(
      open.Y, "nan", [&] { return rows(xt::isnan(x)); }, "zero", others);
  open.Y = choice(
      open.Y, "inf", [&] { return rows(xt::isinf(x)); }, "beyond", others);
}

// −0 equals +0, and the first one stays; NaNs are equal or not.
void unique(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  if (!is_float(X.dtype())) return;
  const Reals x = X.as<double>();
  const auto has_zero = [&](bool sign) {
    return std::any_of(x.begin(), x.end(),
                       [&](double value) { return value == 0 && std::signbit(value) == sign; });
  };
  const bool zeros = has_zero(true) && has_zero(false), nan = xt::any(nans(X));
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& output = open.output(i);
    output = any_shape(zeros ? either_zero(output, "negative_zero") : output, "nan", nan);
  }
}

const Open op[] = {{"Slice", slice, slice_backward},
                   {"Pad", pad, pad_beyond},
                   {"CenterCropPad", center_crop_pad},
                   {"Squeeze", squeeze},
                   {"Unsqueeze", unsqueeze},
                   {"Concat", concat_of_rank_0},
                   {"Split", split},
                   {"Compress", compress},
                   {"Trilu", trilu_scalar, trilu},
                   {"OneHot", negative_indices, one_hot},
                   {"Unique", unique}};

}  // namespace
}  // namespace etalon
