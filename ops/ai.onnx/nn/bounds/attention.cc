// Attention as the text's pattern computes it: Q and K are multiplied by √scale before their
// product. That is the wider of the two ways: the scale of the product is off by less.
#include "ops/ai.onnx/nn/attention.h"

namespace etalon {
namespace {

std::optional<Values> scaled_first(const Call& call) {
  const Heads of = heads_of(call);
  const double head_size = double(of.Q.dim(3));
  const bool given = call.has("scale");
  const double scale = given ? call.real("scale") : 0;
  if (given && (!(scale > 0) || scale == 1)) return std::nullopt;
  const auto scaled = [&](const Tensor& X) {
    return each(X, [&]<class R>(const R& x) -> R {
      return x * real::sqrt(given ? R(scale) : R(1) / real::sqrt(R(head_size)));
    });
  };
  NamedValues inputs;
  for (const FormalParameter& formal : call.schema().inputs) {
    const Tensor* X = call.maybe(formal.name);
    if (!X) continue;
    const bool is_scaled = formal.name == "Q" || formal.name == "K" || formal.name == "past_key";
    inputs.emplace_back(formal.name, is_scaled ? scaled(*X) : *X);
  }
  Attributes attributes = shared_attributes(call, "Attention", call.since_version());
  attributes.insert_or_assign("scale", attribute_of("scale", 1.0));
  Values outputs = step_of(call, "Attention", call.since_version(), inputs, attributes);
  const Values present{of.K, of.V};
  for (size_t i = 1; i < std::min<size_t>(outputs.size(), 3); ++i) outputs[i] = present[i - 1];
  return outputs;
}

const Bounds op("Attention", scaled_first);

}  // namespace
}  // namespace etalon
