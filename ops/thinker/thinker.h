// What all of thinker's operators share: its rounding, its scales, its spellings of attributes.
// (LISTENAI thinker, an int8 engine for small chips.)
//
// A quantized tensor q with the scale s stands for q / s; the zero point is 0. Every rounding is
// ⌊v + ½⌋, and int8 results saturate.
//
// Attributes of the platform, which the exporter writes beyond the document and which change no
// result: mode and castor_mode name the chip; data_bits, parameter_bits, x_bits and y_bits are the
// widths of inputs, which their types give; o_bits is that of the output. The schema lists the
// values that are supported. The loader refuses others.
#pragma once

#include <string_view>
#include <vector>

#include "engine/operators/operator.h"

namespace etalon::thinker {

// Rounding.

// ⌊v + ½⌋: -3.5 → -3, 2.5 → 3. NaN stays.
double round_half_up(double v);
// ⌊value · numerator / denominator + ½⌋, of the exact quotient; for each value.
double rounded(double value, double numerator, double denominator);
Reals rounded(const Reals& values, double numerator, double denominator);
// ⌊(value / unit + other / other_unit) · numerator + ½⌋, of the exact sum of quotients.
double rounded_sum(double value, double unit, double other, double other_unit, double numerator);
// Each value rounded so and clamped to `type`'s range (int8, int16, int32); NaN becomes 0.
Tensor saturated(DType type, const Reals& values);
inline Tensor sat8(const Reals& values) { return saturated(DType::int8, values); }
// sat8(⌊accumulator · numerator / denominator + ½⌋).
Tensor rescaled(const Reals& accumulator, double numerator, double denominator);
// accumulator / denominator as float32, rounded once.
Tensor dequantized(const Reals& accumulator, double denominator);

// Scales, under the mode that the attribute platform_quant or quant_type names: normal_quant,
// qmax_quant and luna_quant take them as they are; any other word makes a scale 2^int(scale). Each
// throws InvalidInput, naming the attribute or input, unless the scale is positive and finite, or
// 0 ≤ int(scale) ≤ 30 for a power of two.
double scale_attribute(const Call& call, std::string_view attribute);
double scale_input(const Call& call, std::string_view input);  // of one element
// Throws InvalidInput unless the attribute data_bits is 8.
void check_data_bits(const Call& call);
// accumulator / scale at the output: rounded at the scale of attribute scale_o and clamped to the
// signed integer of o_bits bits, 8 unless given; float32 when neither scale_o nor o_bits is given.
// Throws Unsupported for an o_bits other than 8, 16 and 32.
Tensor at_output_scale(const Call& call, const Reals& accumulator, double scale);

// Attributes. A name that the schema does not have counts as absent.

bool given(const Call& call, std::string_view attribute);
// Of an attribute's two spellings the one that is given; empty when neither is. Throws InvalidInput
// naming both when both are.
std::string_view spelling(const Call& call, std::string_view one, std::string_view other);
// As above, but throws InvalidInput, naming the first, when neither is given.
std::string_view required_spelling(const Call& call, std::string_view one, std::string_view other);

}  // namespace etalon::thinker
