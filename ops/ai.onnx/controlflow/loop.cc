// Loop: run `body` while i < M and the condition holds; carry N values; stack K scan outputs.
//   1, 11                     M and cond: a scalar or absent (no bound; true)
//   13                        sequences may be carried
//   16, 19, 21, 23, 24, 25    optionals too; more types
#include "engine/limits.h"
#include "engine/numerics.h"

namespace etalon {
namespace {

// The scan output of no iterations: the body's declared type with a leading axis of 0; dimensions
// that it leaves open are 0 too.
Tensor no_iterations(const ValueInfo& declared) {
  Shape shape{0};
  if (declared.type.shape) {
    for (const Dim& dim : *declared.type.shape) {
      const int64_t* size = std::get_if<int64_t>(&dim);
      shape.push_back(size ? static_cast<size_t>(*size) : 0);
    }
  }
  const DType type = declared.type.dtype;
  return Tensor::zeros(type == DType::undefined ? DType::float32 : type, shape);
}

Tensor stacked(const std::vector<Tensor>& rows) {
  std::vector<Tensor> with_axis;
  for (const Tensor& row : rows) {
    Shape shape = row.shape();
    shape.insert(shape.begin(), 1);
    with_axis.push_back(row.reshaped(shape));
  }
  return concat(with_axis, 0);
}

Values loop(const Call& call) {
  const Tensor* M = call.maybe("M");
  const Tensor* cond = call.maybe("cond");
  const int64_t trip_limit = M ? M->item<int64_t>() : std::numeric_limits<int64_t>::max();
  const Subgraph body = call.subgraph("body");
  Values carried = call.variadic_values("v_initial");
  const size_t N = carried.size();
  const std::vector<ValueInfo>& declared = body.graph().outputs;
  if (declared.size() < 1 + N) {
    throw InvalidModel("the body returns {} values, fewer than 1 condition and {} carried ones",
                       declared.size(), N);
  }
  const size_t K = declared.size() - 1 - N;
  std::vector<std::vector<Tensor>> scanned(K);

  bool keep_going = cond ? cond->item<bool>() : true;
  for (int64_t i = 0; keep_going && i < trip_limit; ++i) {
    count_step();
    Values inputs{scalar(DType::int64, i), scalar(keep_going)};
    inputs.insert(inputs.end(), carried.begin(), carried.end());
    const Values out = body(inputs);
    keep_going = out[0].tensor().item<bool>();
    for (size_t n = 0; n < N; ++n) carried[n] = out[1 + n];
    for (size_t k = 0; k < K; ++k) scanned[k].push_back(out[1 + N + k].tensor());
  }

  Values outputs = carried;
  for (size_t k = 0; k < K; ++k) {
    outputs.push_back(scanned[k].empty() ? no_iterations(declared[1 + N + k])
                                         : stacked(scanned[k]));
  }
  return outputs;
}

const Operator op("Loop", {{1, loop},
                           {11, loop},
                           {13, loop},
                           {16, loop},
                           {19, loop},
                           {21, loop},
                           {23, loop},
                           {24, loop},
                           {25, loop}});

}  // namespace
}  // namespace etalon
