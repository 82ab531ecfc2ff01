#include "conformance/generate/rules.h"

namespace etalon {

namespace {

void reduce(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape());
  call.offer_flag("keepdims");
  const std::vector<size_t> axes = draw.subset(data.rank());
  if (!axes.empty()) {
    call.give("axes", call.written_axes(axes, data.rank()));
  } else {
    call.offer_flag("noop_with_empty_axes");
  }
}

void arg(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 4, Empty::never);
  if (draw.chance(0.8)) call.set("axis", call.written_axis(draw.below(shape.size()), shape.size()));
  call.offer_flag("keepdims");
  call.offer_flag("select_last_index");
  call.add(shape);
}

// How a logarithm becomes an integer is not specified.
void reduce_to_logarithm(Drafting& call) {
  call.narrow("T", is_float);
  reduce(call);
}

// The axis is a tensor of rank 0.
void cumulative(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor x = call.add(draw.shape(1));
  call.add_integers({}, {call.written_axis(draw.below(x.rank()), x.rank())});
  call.offer_flag("exclusive");
  call.offer_flag("reverse");
}

// A function of the elements along an axis.
void along_axis(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(2);
  if (draw.chance(0.8)) call.set("axis", call.written_axis(draw.below(shape.size()), shape.size()));
  call.add(shape);
}

void lp_normalization(Drafting& call) {
  if (call.draw().chance(0.5)) call.set("p", call.draw().between(1, 2));
  along_axis(call);
}

// The order of what is not sorted is not specified, so `sorted` keeps its default, 1.
void top_k(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 4, Empty::never);
  const size_t axis = draw.chance(0.7) ? draw.below(shape.size()) : shape.size() - 1;
  const auto k = static_cast<int64_t>(1 + draw.below(shape[axis]));
  call.set("axis", call.written_axis(axis, shape.size()));
  call.offer_flag("largest");
  call.add(shape);
  call.set("k", k);
  if (call.takes("K")) call.add_integers({1}, {k});
}

}  // namespace

Rules reduction_rules() {
  Rules rules;
  for (const char* name : {"ReduceL1", "ReduceL2", "ReduceMax", "ReduceMean", "ReduceMin",
                           "ReduceProd", "ReduceSum", "ReduceSumSquare"}) {
    rules[name] = reduce;
  }
  for (const char* name : {"ReduceLogSum", "ReduceLogSumExp"}) rules[name] = reduce_to_logarithm;
  for (const char* name : {"ArgMax", "ArgMin"}) rules[name] = arg;
  for (const char* name : {"CumProd", "CumSum"}) rules[name] = cumulative;
  for (const char* name : {"Hardmax", "LogSoftmax", "Softmax"}) rules[name] = along_axis;
  rules["LpNormalization"] = lp_normalization;
  rules["TopK"] = top_k;
  return rules;
}

}  // namespace etalon
