// How to call each operator at random so that the call is valid: what its schema does not say.
//
// A rule draws one call: shapes that fit, axes and indices in range, attributes that agree. What
// it does not set keeps the schema's default. A draw that the operator refuses all the same is
// drawn again; so is one that a rule gives up by throwing Unspecified.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "conformance/generate/drafting.h"

namespace etalon {

using Rule = std::function<void(Drafting&)>;
using Rules = std::map<std::string, Rule, std::less<>>;

Rules elementwise_rules();
Rules reduction_rules();
Rules movement_rules();
Rules indexing_rules();
Rules product_rules();
Rules window_rules();
Rules normalization_rules();
Rules quantization_rules();
Rules sequence_rules();
Rules recurrent_rules();
Rules attention_rules();
Rules image_rules();
Rules signal_rules();
Rules loss_rules();
Rules text_rules();
Rules graph_rules();
// Of the domain ai.onnx.ml.
Rules ml_rules();
Rules ml_model_rules();
Rules ml_tree_rules();
// Of the domain ai.onnx.preview.training.
Rules training_rules();

// All of these, by the operator's name; outside ai.onnx with the domain in front.
const Rules& all_rules();

}  // namespace etalon
