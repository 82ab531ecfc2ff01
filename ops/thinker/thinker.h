// What thinker's operators share: its scales, its rounding, its spellings of attributes, its
// layouts. (LISTENAI thinker, an int8 engine for small chips.)
//
// A quantized tensor q with the scale s stands for q / s; the zero point is 0. Every rounding is
// ⌊v + ½⌋, and int8 results saturate.
#pragma once

#include <string_view>
#include <vector>

#include "engine/operators/operator.h"

namespace etalon::thinker {

// ⌊v + ½⌋: -3.5 → -3, 2.5 → 3. NaN stays.
double round_half_up(double v);
// Each value · numerator / denominator, rounded so.
Reals rounded(const Reals& values, double numerator, double denominator);
// Each value rounded so and clamped to `type`'s range (int8, int16, int32); NaN becomes 0.
Tensor saturated(DType type, const Reals& values);
inline Tensor sat8(const Reals& values) { return saturated(DType::int8, values); }
// accumulator · numerator / denominator, rounded to int8.
Tensor rescaled(const Reals& accumulator, double numerator, double denominator);
// accumulator / denominator as float32.
Tensor dequantized(const Reals& accumulator, double denominator);

// Scales, under the mode that the attribute platform_quant or quant_type names: normal_quant,
// qmax_quant and luna_quant take them as they are; any other word makes a scale 2^int(scale). Each
// throws InvalidInput, naming the attribute or input, unless the scale is positive and finite, or
// 0 ≤ int(scale) ≤ 30 for a power of two.
double scale_attribute(const Call& call, std::string_view attribute);
double scale_input(const Call& call, std::string_view input);  // of one element
// Throws InvalidInput unless the attribute data_bits is 8.
void check_data_bits(const Call& call);
// accumulator / scale at the output: int8 with the scale of attribute scale_o; float32 when neither
// scale_o nor o_bits is given. Throws Unspecified for an o_bits other than 8.
Tensor at_output_scale(const Call& call, const Reals& accumulator, double scale);

// Attributes of two spellings. A name that the schema does not have counts as absent.

// The spelling that is given; empty when neither is. Throws InvalidInput naming both when both are.
std::string_view spelling(const Call& call, std::string_view one, std::string_view other);
// The values, one for each of `axes`: one value replicates; empty when absent. Throws InvalidInput
// naming the attribute for another number of values.
std::vector<int64_t> replicated(const Call& call, std::string_view one, std::string_view other,
                                size_t axes);
// pad | pads as ONNX's pads, begins then ends: one value replicates, one an axis serves both sides.
std::vector<int64_t> pads_of(const Call& call, size_t axes);
// kernel | kernel_shape, stride | strides, dilation | dilations, pad | pads, ceil | ceil_mode and
// group as ONNX's attributes kernel_shape, strides, dilations, pads, ceil_mode and group; those
// that are not given are left out. Throws InvalidInput naming the attribute for wrong numbers of
// values, for two spellings at once, and for an auto_pad other than NOTSET.
Attributes window_attributes(const Call& call, size_t axes);

// Layout. The attribute layout is NCHW (the default) or NHWC; throws InvalidInput for another word.
bool channels_last(const Call& call);
// [N, D…, C] → [N, C, D…] and back; rank 2 and less stays.
Tensor channels_moved_first(const Tensor& X);
Tensor channels_moved_last(const Tensor& X);
// The same under the call's layout: nothing moves with NCHW. A convolution's NHWC weights
// [M, k…, C/group] are moved like data.
Tensor to_onnx_layout(const Call& call, const Tensor& X);
Tensor from_onnx_layout(const Call& call, const Tensor& Y);
// A transposed convolution's weights [C, M/group, k…], which under NHWC are [M, k…, C/group].
Tensor transposed_weights(const Call& call, const Tensor& W, size_t group);

// Σ X · W + B of a convolution [N, M, …] and of a transposed one, with the call's attributes and in
// ONNX's layout, for X and W in the call's. B may be null. Throws InvalidInput when they do not
// fit, Unsupported for output_shape.
Reals convolved(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B);
Reals convolved_transposed(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B);

// The chip's piecewise-linear sigmoid and tanh: x is a number of Q11 (x / 2^11), saturated to int16
// first; the result is int8 with the scale 128.
int64_t sigmoid7(int64_t x);
int64_t tanh7(int64_t x);

}  // namespace etalon::thinker
