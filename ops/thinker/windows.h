// What thinker's convolutions and pools share: the attributes of their windows, their layouts.
#pragma once

#include <string_view>
#include <vector>

#include "engine/operators/delegate.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {

// Attributes, most of which have two spellings, for windows along so many axes.

// The values, one for each of `axes`: one value replicates; empty when absent. Throws InvalidInput
// naming the attribute for another number of values.
std::vector<int64_t> replicated(const Call& call, std::string_view one, std::string_view other,
                                size_t axes);
// kernel | kernel_shape, stride | strides, dilation | dilations, pad | pads, ceil | ceil_mode and
// group as ONNX's attributes kernel_shape, strides, dilations, pads, ceil_mode and group; those
// that are not given are left out. One value serves all axes, and one pad an axis both of its ends.
// Throws InvalidInput naming the attribute for wrong numbers of values, for two spellings at once,
// and for an auto_pad other than NOTSET.
Attributes window_attributes(const Call& call, size_t axes);
// The same for a pool along two axes: kernel_shape is (1, 1) unless given, and the dilations, which
// must be 1, are left out. Throws InvalidInput.
Attributes pool_attributes(const Call& call);

// Layout. The attribute layout is NCHW (the default) or NHWC; throws InvalidInput for another word.

// The call's X as ONNX has it, [N, C, D…], and ONNX's Y as the call has it. A convolution's NHWC
// weights [M, k…, C/group] are moved like data. Rank 2 and less stays.
Tensor to_onnx_layout(const Call& call, const Tensor& X);
Tensor from_onnx_layout(const Call& call, const Tensor& Y);
// A transposed convolution's weights [C, M/group, k…], which under NHWC are [M, k…, C/group].
Tensor transposed_weights(const Call& call, const Tensor& W);

// Σ X · W + B of a convolution [N, M, …] and of a transposed one, with the call's attributes and in
// ONNX's layout, for X and W in the call's. B may be null. Throws InvalidInput when they do not
// fit, Unsupported for output_shape.
Reals convolved(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B);
Reals convolved_transposed(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B);

}  // namespace etalon::thinker
