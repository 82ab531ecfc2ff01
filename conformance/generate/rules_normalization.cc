#include <algorithm>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

// For inference; versions 1 and 6 train unless is_test says otherwise.
void batch_normalization(Drafting& call) {
  Draw& draw = call.draw();
  call.set("is_test", 1);
  constexpr int first = 1;
  if (call.version() == first) call.set("consumed_inputs", std::vector<int64_t>{0, 0, 0, 1, 1});
  call.offer_real("epsilon", 0.015625, 0.5);
  const Tensor X = call.add(draw.shape(2, 4, Empty::never));
  const Shape channels = {X.dim(1)};
  for (int i = 0; i < 4; ++i) call.add(channels);
}

void instance_normalization(Drafting& call) {
  Draw& draw = call.draw();
  call.offer_real("epsilon", 0.015625, 0.5);
  const Tensor input = call.add(draw.shape(3, 4, Empty::never));
  call.add({input.dim(1)});
  call.add({input.dim(1)});
}

// The axis, and the shape from it on: that of the scale.
Shape draw_normalized(Drafting& call, const Shape& shape) {
  Draw& draw = call.draw();
  const bool last = draw.chance(0.4);
  const size_t axis = last ? shape.size() - 1 : draw.below(shape.size());
  if (!last) call.set("axis", call.written_axis(axis, shape.size()));
  return {shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end()};
}

void layer_normalization(Drafting& call) {
  Draw& draw = call.draw();
  call.offer_real("epsilon", 0.015625, 0.5);
  const Shape shape = draw.shape(1, 4, Empty::never);
  const Shape normalized = draw_normalized(call, shape);
  call.add(shape);
  call.add(normalized);
  if (draw.chance(0.5)) call.add(normalized);
  call.outputs = 1 + draw.below(3);
}

// Y has the scale's type, but ONNX's shape inference gives it that of X: here both are one.
void rms_normalization(Drafting& call) {
  const DType type = call.dtype("T");
  call.narrow("V", [&](DType other) { return other == type; });
  call.offer_real("epsilon", 0.015625, 0.5);
  const Shape shape = call.draw().shape(1, 4, Empty::never);
  const Shape normalized = draw_normalized(call, shape);
  call.add(shape);
  call.add(normalized);
}

void group_normalization(Drafting& call) {
  Draw& draw = call.draw();
  const size_t groups = 1 + draw.below(3);
  const size_t channels = groups * (1 + draw.below(3));
  call.set("num_groups", static_cast<int64_t>(groups));
  call.offer_real("epsilon", 0.015625, 0.5);
  Shape shape = draw.shape(3, 4, Empty::never);
  shape[1] = channels;
  call.add(shape);
  call.add({channels});
  call.add({channels});
}

void lrn(Drafting& call) {
  Draw& draw = call.draw();
  call.set("size", 1 + 2 * draw.between(0, 2));
  call.offer_real("alpha", 0.015625, 1);
  call.offer_real("beta", 0.25, 1);
  call.offer_real("bias", 0.5, 2);
  call.add(draw.shape(3, 4, Empty::never));
}

// The function body computes with float constants and so admits no other type. It adds to the
// deviation what the formula does not, so no axis has a single element and no two elements are
// equal: no deviation is 0. Since version 13 its shape inference cannot do without the axes.
void mean_variance_normalization(Drafting& call) {
  Draw& draw = call.draw();
  constexpr int first_with_function = 13;
  call.narrow("T", [](DType type) { return type == DType::float32; });
  Shape shape = draw.shape(4, 4, Empty::never);
  for (size_t& length : shape) length = std::max<size_t>(length, 2);
  std::vector<size_t> axes = draw.subset(shape.size());
  if (axes.empty() && call.version() >= first_with_function) axes = {0, 2, 3};
  if (!axes.empty()) call.set("axes", call.written_axes(axes, shape.size()));
  std::vector<double> values;
  for (const size_t rank : draw.permutation(element_count(shape))) {
    values.push_back(static_cast<double>(rank) / 8 - 5);
  }
  call.add_reals(shape, values);
}

// For inference, in which nothing is dropped. Version 12 is the first that says what the mask is
// then.
void dropout(Drafting& call) {
  Draw& draw = call.draw();
  call.set("is_test", 1);
  call.add(draw.shape());
  constexpr int first_with_mask = 12;
  if (call.version() >= first_with_mask && draw.chance(0.5)) call.outputs = 2;
  if (call.takes("ratio") && draw.chance(0.6)) {
    call.add({}, {0, 0.9});
    if (draw.chance(0.5)) call.add(Value(scalar(false)));
  }
}

}  // namespace

Rules normalization_rules() {
  return {{"BatchNormalization", batch_normalization},
          {"Dropout", dropout},
          {"GroupNormalization", group_normalization},
          {"InstanceNormalization", instance_normalization},
          {"LRN", lrn},
          {"LayerNormalization", layer_normalization},
          {"MeanVarianceNormalization", mean_variance_normalization},
          {"RMSNormalization", rms_normalization}};
}

}  // namespace etalon
