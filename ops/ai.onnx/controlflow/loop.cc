// Loop: run `body` while i < M and the condition holds; carry N values; stack K scan outputs.
//   1, 11                     M absent: no bound; cond absent: the body's condition is ignored
//   13                        sequences may be carried
//   16, 19, 21, 23, 24, 25    optionals too; more types
#include "engine/formula.h"
#include "ops/ai.onnx/controlflow/controlflow.h"

namespace etalon {
namespace {

Values loop(const Call& call) {
  const Tensor* M = call.maybe("M");
  const Tensor* cond = call.maybe("cond");
  const int64_t trip_limit = M ? M->item<int64_t>() : std::numeric_limits<int64_t>::max();
  const Subgraph body = call.subgraph("body");
  const std::vector<ValueInfo>& body_inputs = body.graph().inputs;    // i, condition, N values
  const std::vector<ValueInfo>& body_outputs = body.graph().outputs;  // condition, N values, K
  Values carried = call.variadic_values("v_initial");
  const size_t N = carried.size();
  check_body(body.graph(), 2 + N, 1 + N);
  const size_t K = body_outputs.size() - 1 - N;
  std::vector<std::vector<Tensor>> scanned(K);

  bool keep_going = cond ? cond->item<bool>() : true;
  for (int64_t i = 0; (keep_going || !cond) && i < trip_limit; ++i) {
    count_step();
    Values inputs{scalar(DType::int64, i), scalar(keep_going)};
    for (size_t n = 0; n < N; ++n) {
      inputs.push_back(as_declared(carried[n], body_inputs[2 + n].type));
    }
    const Values out = body(inputs);
    keep_going = condition(out[0]);
    for (size_t n = 0; n < N; ++n) carried[n] = out[1 + n];
    for (size_t k = 0; k < K; ++k) scanned[k].push_back(out[1 + N + k].tensor());
  }

  Values outputs = carried;
  for (size_t k = 0; k < K; ++k) {
    outputs.push_back(stacked(scanned[k], 0, body_outputs[1 + N + k]));
  }
  return outputs;
}

const Operator op("Loop", loop, {1, 11, 13, 16, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
