// AveragePool, MaxPool, LpPool: ONNX's pools, over two axes.
//   11        X is [N, C, H, W] or, with layout NHWC, [N, H, W, C]; kernel is (1, 1) by default;
//             dilations are 1. An average leaves padding out. ceil rounds the output's size up, but
//             without a window that would start after the input (the document's formula counts it;
//             ONNX does not). Of int8, averages and norms are rounded by ⌊v + ½⌋ and saturate. (The
//             document's contents give MaxPool version 12, its section 11)
#include "engine/formula.h"
#include "ops/thinker/standard/standard.h"

namespace etalon::thinker {
namespace {

Values pool(const Call& call, std::string_view name, int64_t opset, const Attributes& attributes) {
  const Tensor& X = call.tensor("X");
  require_rank("X", X, 4);
  const Values outputs = in_reals(call, name, opset, {{"X", to_onnx_layout(call, X)}}, attributes);
  return {from_onnx_layout(call, outputs.at(0).tensor())};
}

Values average_pool(const Call& call) {
  return pool(call, "AveragePool", 11, pool_attributes(call));
}

Values max_pool(const Call& call) { return pool(call, "MaxPool", 11, pool_attributes(call)); }

// ONNX's LpPool has ceil_mode since version 18.
Values lp_pool(const Call& call) {
  Attributes attributes = pool_attributes(call);
  attributes.emplace("p", call.attribute("p"));
  return pool(call, "LpPool", 18, attributes);
}

const Operator average_op("AveragePool", average_pool, {11}, "thinker");
const Operator max_op("MaxPool", max_pool, {11}, "thinker");
const Operator lp_op("LpPool", lp_pool, {11}, "thinker");

}  // namespace
}  // namespace etalon::thinker
