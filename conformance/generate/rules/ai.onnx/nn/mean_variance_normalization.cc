#include <algorithm>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The function body uses float constants and so allows no other type. Unlike the formula, it adds a
// constant to the deviation. So that no deviation is 0, no axis has a single element and no two
// elements are equal. Since version 13 its shape inference needs the axes.
const GenerationRule variance_rule("MeanVarianceNormalization", [](Drafting& call, Draw& draw) {
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
});

}  // namespace etalon::rules
