// RNN, GRU and LSTM: a sequence of no steps has no last state. The initial one may stand for it,
// or 0.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/rnn/recurrent.h"

namespace etalon {

inline std::vector<int64_t> lengths_of(const Call& call) {
  const Tensor* sequence_lens = call.maybe("sequence_lens");
  return sequence_lens ? sequence_lens->ints() : std::vector<int64_t>();
}

inline void no_steps(const Call& call) {
  const Tensor& X = call.tensor("X");
  const std::vector<int64_t> lengths = lengths_of(call);
  const bool no_length = X.rank() == 3 && X.dim(batch_first(call) ? 1 : 0) == 0;
  at_point("no_steps", no_length || std::find(lengths.begin(), lengths.end(), 0) != lengths.end());
}

inline void last_states(Opening& open) {
  const std::vector<int64_t> lengths = lengths_of(open.call);
  const size_t batch = batch_first(open.call) ? 0 : 1;
  const auto given = int64_t(open.call.tensor("X").dim(1 - batch));
  for (size_t i = 1; i < open.output_count(); ++i) {
    const Tensor state = open.output(i);
    const auto none = [&] {
      Bools found = full(state.shape(), given == 0);
      if (lengths.empty()) return found;
      each_index(state.shape(), [&](const Shape& at) { found[at] = lengths[at[batch]] == 0; });
      return found;
    };
    open.output(i) = choice(state, "no_steps", none, "initial",
                            {{"zero", [&] { return scalar(state.dtype(), 0.0); }}});
  }
}

}  // namespace etalon
