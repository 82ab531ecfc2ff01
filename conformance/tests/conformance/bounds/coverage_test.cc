// Which operators have no rounding bound.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "conformance/bounds/bounds.h"
#include "conformance/cases/cases.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"
#include "engine/values/side.h"
#include "onnx.pb.h"

namespace etalon::coverage_test {
namespace {

using Names = std::set<std::string>;
using Reasons = std::map<std::string, std::string>;

// The value, as far off as float32 may round it.
Value inexact(const Value& value) {
  Reals errors = value.tensor().as<double>();
  for (double& x : errors) x = std::isfinite(x) ? std::fabs(x) * 0x1p-24 : 0;
  return with_errors(value.tensor(), errors);
}

bool is_real(const Value& value) {
  return value.is_tensor() && is_float(value.tensor().dtype()) && value.tensor().size() != 0;
}

// Adds the name, if a float output has no bound, with the first reason for it.
void add_unbounded(const std::string& name, const BoundModel& model, const Bindings& inputs,
                   Reasons& reasons) {
  const BoundedOutputs result = evaluate_with_bounds(model, inputs);
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    if (is_real(result.outputs[i]) && result.bounds[i].kind == Bound::Kind::none) {
      reasons.emplace(name, result.bounds[i].reason);
    }
  }
}

// The same with each float input of the case that is inexact alone: "Resize.scales".
void add_uncarried(const std::string& name, const BoundModel& model, const Bindings& inputs,
                   Reasons& reasons) {
  const Node& node = model.graph.nodes.at(0);
  if (!node.schema || node.schema->inputs.empty()) return;
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const auto given = inputs.find(node.inputs[i]);
    if (given == inputs.end() || !is_real(given->second)) continue;
    Bindings changed = inputs;
    changed[given->first] = inexact(given->second);
    const auto& formals = node.schema->inputs;
    const std::string& formal = formals[std::min(i, formals.size() - 1)].name;
    add_unbounded(name + "." + formal, model, changed, reasons);
  }
}

// What an own case gives a float output without a bound, with the reasons.
Names names_of(void (*add)(const std::string&, const BoundModel&, const Bindings&, Reasons&),
               std::string& listed) {
  Reasons reasons;
  Names all, without;
  for (const Case& test : discover(own_cases_folder())) {
    if (test.suite == "mdf") continue;  // its functions have no model
    const auto name = test.document->at("operator").get<std::string>();
    all.insert(name);
    const nlohmann::json& written = test.document->at("cases").at(test.index);
    if (test.function || written.contains("error")) continue;
    const BoundModel model = parse_model(model_message(test).SerializeAsString());
    try {
      add(name, model, data_sets(test, model).at(0).inputs, reasons);
    } catch (const Unspecified&) {  // at an open point without a value
    }
  }
  CHECK(all.size() > 270);
  for (const auto& [name, reason] : reasons) {
    without.insert(name);
    listed += fmt::format("{}: {}\n", name, reason);
  }
  return without;
}

// Random numbers have no bounds. Gradient differentiates numerically, SVMClassifier iterates to a
// tolerance, so that another runtime may stop elsewhere, and what FlexAttention's own graphs
// compute is not followed. conformance/check/README.md names them. A case of RNN is at the
// threshold of ThresholdedRelu.
const Names without_bounds{
    "Bernoulli",    "BiasDropout",      "Dropout",       "FlexAttention",     "Gradient",     "RNN",
    "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike", "SVMClassifier"};

// Inputs whose errors an operator does not carry.
const Names random_or_iterated{
    "Bernoulli.input",         "BiasDropout.bias", "BiasDropout.data", "BiasDropout.ratio",
    "BiasDropout.residual",    "Dropout.data",     "Dropout.ratio",    "FlexAttention.K",
    "FlexAttention.Q",         "FlexAttention.V",  "Gradient.Inputs",  "RandomNormalLike.input",
    "RandomUniformLike.input", "SVMClassifier.X"};
// A place, an order, a size or a threshold, which rounding may change; of Attention, whether a key
// counts beside a mask of the least floats.
const Names deciding{"Attention.K",
                     "Attention.Q",
                     "Attention.attn_mask",
                     "Binarizer.X",
                     "BitCast.input",
                     "DynamicQuantizeLSTM.X",
                     "LabelEncoder.X",
                     "DynamicQuantizeMatMul.A",
                     "CropAndResize.rois",
                     "FeatureVectorizer.X",
                     "GRUUnit.seq_lengths",
                     "GivenTensorFill.shape",
                     "GridSample.Grid",
                     "GridSample.grid",
                     "Hardmax.input",
                     "Imputer.X",
                     "MaxRoiPool.rois",
                     "MaxUnPool.indices",
                     "MelWeightMatrix.lower_edge_hertz",
                     "MelWeightMatrix.upper_edge_hertz",
                     "MhaMask.mask",
                     "OneHot.depth",
                     "OneHot.indices",
                     "OneHotEncoder.X",
                     "Range.delta",
                     "Range.limit",
                     "Range.start",
                     "Resize.roi",
                     "Resize.scales",
                     "RNN.X",
                     "RoiAlign.rois",
                     "Split.split",
                     "Tile.axis",
                     "Tile.tiles",
                     "TreeEnsemble.X",
                     "TreeEnsembleClassifier.X",
                     "TreeEnsembleRegressor.X",
                     "Unique.X",
                     "Unique.x",
                     "Upsample.scales"};
// Parameters, which models have as constants.
const Names parameters{"Adagrad.R",
                       "Adam.R",
                       "CausalConvWithState.bias",
                       "CausalConvWithState.weight",
                       "DynamicQuantizeLSTM.B",
                       "DynamicQuantizeLSTM.P",
                       "DynamicQuantizeLSTM.R_scale",
                       "DynamicQuantizeLSTM.W_scale",
                       "QGemm.a_scale",
                       "GRU.B",
                       "GRU.R",
                       "GRU.W",
                       "GRU.bias",
                       "GRU.i2h_weight",
                       "LSTM.B",
                       "LSTM.P",
                       "LSTM.R",
                       "LSTM.W",
                       "LSTM.i2h_weight",
                       "Momentum.R",
                       "NegativeLogLikelihoodLoss.weight",
                       "QMoE.fc1_scales",
                       "QMoE.fc2_scales",
                       "RNN.B",
                       "RNN.R",
                       "RNN.W",
                       "SoftmaxCrossEntropyLoss.weights"};
// Operators of thinker, early ones, and those that give an input besides what they compute.
const Names moved{"ATen.input",
                  "Attention.V",
                  "Attention.past_key",
                  "Attention.past_value",
                  "Cast.X",
                  "DecoderMaskedMultiHeadAttention.key",
                  "DecoderMaskedMultiHeadAttention.past_key",
                  "DecoderMaskedMultiHeadAttention.past_value",
                  "DecoderMaskedMultiHeadAttention.value",
                  "DequantizeLinear.scale",
                  "GRUInt.inputs",
                  "GRUInt_Is8_Is64_If32.h0",
                  "GroupQueryAttention.attention_bias",
                  "GroupQueryAttention.cos_cache",
                  "GroupQueryAttention.head_sink",
                  "GroupQueryAttention.key",
                  "GroupQueryAttention.past_key",
                  "GroupQueryAttention.past_value",
                  "GroupQueryAttention.query",
                  "GroupQueryAttention.sin_cache",
                  "GroupQueryAttention.value",
                  "LSTMInt.inputs",
                  "MaxPool.X",
                  "MultiHeadAttention.key",
                  "MultiHeadAttention.past_key",
                  "MultiHeadAttention.past_value",
                  "MultiHeadAttention.value",
                  "TopK.X"};

}  // namespace

TEST_CASE("Every operator of every domain has rounding bounds but for those listed") {
  std::string listed;
  const Names without = names_of(add_unbounded, listed);
  INFO(listed);
  CHECK(without == without_bounds);
}

TEST_CASE("Every operator carries the errors of its inputs but for those listed") {
  std::string listed;
  const Names without = names_of(add_uncarried, listed);
  INFO(listed);
  Names known;
  for (const Names& names : {random_or_iterated, deciding, parameters, moved}) {
    known.insert(names.begin(), names.end());
  }
  CHECK(without == known);
}

}  // namespace etalon::coverage_test
