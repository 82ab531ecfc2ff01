#include "conformance/generate/rules.h"

namespace etalon {

namespace {

Rules in_domain(const std::string& domain, const Rules& rules) {
  Rules named;
  for (const auto& [name, rule] : rules) named[domain + "." + name] = rule;
  return named;
}

}  // namespace

const Rules& all_rules() {
  static const Rules rules = [] {
    Rules all;
    for (Rules family : {elementwise_rules(),
                         reduction_rules(),
                         movement_rules(),
                         indexing_rules(),
                         product_rules(),
                         window_rules(),
                         normalization_rules(),
                         quantization_rules(),
                         sequence_rules(),
                         recurrent_rules(),
                         attention_rules(),
                         image_rules(),
                         signal_rules(),
                         loss_rules(),
                         text_rules(),
                         graph_rules(),
                         in_domain("ai.onnx.ml", ml_rules()),
                         in_domain("ai.onnx.ml", ml_model_rules()),
                         in_domain("ai.onnx.ml", ml_tree_rules()),
                         in_domain("ai.onnx.preview.training", training_rules())}) {
      all.merge(family);
    }
    return all;
  }();
  return rules;
}

}  // namespace etalon
