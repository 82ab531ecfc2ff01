// Scan: run `body` once for each element of M scan inputs; carry N states; stack K scan outputs.
//   8         as 9 for each entry of a batch: axis 0 of all inputs and outputs. The scan inputs run
//             along axis 1, sequence_lens[batch] elements; scan outputs are padded with zeros
//   9         the scan inputs' and outputs' axes and directions are attributes
//   11        negative axes
//   16, 19, 21, 23, 24, 25   more types
#include "engine/operators/choice.h"
#include "engine/values/limits.h"
#include "ops/ai.onnx/controlflow/controlflow.h"

namespace etalon {
namespace {

// Entry i along an axis, without that axis.
Tensor entry(const Tensor& X, size_t axis, size_t i) {
  return slice(X, axis, i, i + 1).reshaped(without_axes(X.shape(), {axis}));
}

struct ScanInput {
  Tensor X;
  size_t axis;
  bool reversed;
  size_t length() const { return X.dim(axis); }
  Tensor element(size_t t) const { return entry(X, axis, reversed ? length() - 1 - t : t); }
};

struct Scanned {
  std::vector<Tensor> states;                     // N, after the last step
  std::vector<std::vector<Tensor>> scan_outputs;  // K, with an element for each step
};

void check_state(size_t n, const Tensor& before, const Tensor& after) {
  if (after.dtype() == before.dtype() && after.shape() == before.shape()) return;
  throw InvalidInput("state variable {} changes from {}{} to {}{}", n, name(before.dtype()),
                     to_string(before.shape()), name(after.dtype()), to_string(after.shape()));
}

// The size that all tensors have along their axis.
size_t common_size(const std::vector<ScanInput>& inputs, std::string_view what) {
  for (size_t m = 1; m < inputs.size(); ++m) {
    if (inputs[m].length() != inputs[0].length()) {
      throw InvalidInput("{} of input {} is {}, that of the first is {}", what, m,
                         inputs[m].length(), inputs[0].length());
    }
  }
  return inputs[0].length();
}

Scanned scan(const Subgraph& body, const std::vector<Tensor>& initial_states,
             const std::vector<ScanInput>& scan_inputs) {
  const size_t N = initial_states.size(), K = body.graph().outputs.size() - N;
  const size_t steps = common_size(scan_inputs, "the sequence length");
  Scanned scanned{initial_states, std::vector<std::vector<Tensor>>(K)};
  for (size_t t = 0; t < steps; ++t) {
    count_step();
    Values inputs(scanned.states.begin(), scanned.states.end());
    for (const ScanInput& input : scan_inputs) inputs.emplace_back(input.element(t));
    const Values out = body(inputs);
    for (size_t n = 0; n < N; ++n) {
      check_state(n, scanned.states[n], out[n].tensor());
      scanned.states[n] = out[n].tensor();
    }
    for (size_t k = 0; k < K; ++k) scanned.scan_outputs[k].push_back(out[N + k].tensor());
  }
  return scanned;
}

struct Inputs {
  std::vector<Tensor> states, scans;
};

Inputs inputs_of(const Call& call) {
  const std::vector<Tensor> all = call.variadic("initial_state_and_scan_inputs");
  const int64_t M = call.integer("num_scan_inputs");
  if (M < 1 || M > static_cast<int64_t>(all.size())) {
    throw InvalidInput("num_scan_inputs is {}, with {} inputs", M, all.size());
  }
  const auto first_scan = all.end() - M;
  Inputs inputs{{all.begin(), first_scan}, {first_scan, all.end()}};
  check_body(call.subgraph("body").graph(), all.size(), inputs.states.size());
  return inputs;
}

// An attribute with a number for each scan input or output; all 0 when it is left out.
std::vector<int64_t> for_each_scan(const Call& call, std::string_view attribute, size_t count) {
  if (!call.has(attribute)) return std::vector<int64_t>(count, 0);
  const std::vector<int64_t> numbers = call.ints(attribute);
  if (numbers.size() != count) {
    throw InvalidInput("{} has {} entries, not {}", attribute, numbers.size(), count);
  }
  return numbers;
}

// The same for directions: 1 is reversed.
std::vector<int64_t> directions(const Call& call, std::string_view attribute, size_t count) {
  const std::vector<int64_t> numbers = for_each_scan(call, attribute, count);
  for (const int64_t direction : numbers) {
    if (direction != 0 && direction != 1) {
      throw InvalidInput("{} holds {}, neither 0 nor 1", attribute, direction);
    }
  }
  return numbers;
}

size_t scan_axis(const Call& call, int64_t axis, size_t rank) {
  if (axis < 0 && call.since_version() < 11) throw InvalidInput("axis {} is negative", axis);
  return axis_index(axis, rank);
}

std::vector<ScanInput> scan_inputs_of(const Call& call, const std::vector<Tensor>& scans) {
  const std::vector<int64_t> axes = for_each_scan(call, "scan_input_axes", scans.size());
  const std::vector<int64_t> reversed = directions(call, "scan_input_directions", scans.size());
  std::vector<ScanInput> inputs;
  for (size_t m = 0; m < scans.size(); ++m) {
    inputs.push_back({scans[m], scan_axis(call, axes[m], scans[m].rank()), reversed[m] != 0});
  }
  return inputs;
}

Values scan_9(const Call& call) {
  const Subgraph body = call.subgraph("body");
  const Inputs inputs = inputs_of(call);
  const size_t N = inputs.states.size(), K = body.graph().outputs.size() - N;
  const std::vector<int64_t> axes = for_each_scan(call, "scan_output_axes", K);
  const std::vector<int64_t> reversed = directions(call, "scan_output_directions", K);

  auto [states, scan_outputs] = scan(body, inputs.states, scan_inputs_of(call, inputs.scans));
  Values outputs(states.begin(), states.end());
  for (size_t k = 0; k < K; ++k) {
    std::vector<Tensor>& elements = scan_outputs[k];
    const ValueInfo& declared = body.graph().outputs[N + k];
    const size_t rank = element_of(elements, declared).shape.size();
    if (reversed[k]) std::reverse(elements.begin(), elements.end());
    outputs.push_back(stacked(elements, scan_axis(call, axes[k], rank + 1), declared));
  }
  return outputs;
}

// The sizes [batch, longest] that all inputs have.
std::pair<size_t, size_t> batch_and_length(const Inputs& inputs) {
  std::vector<ScanInput> batches, sequences;
  for (const Tensor& X : inputs.scans) {
    at_point("rank0_8", X.rank() == 0);
    require_rank_from("a scan input", X, 2);
    batches.push_back({X, 0, false});
    sequences.push_back({X, 1, false});
  }
  for (const Tensor& X : inputs.states) {
    at_point("rank0_8", X.rank() == 0);
    require_rank_from("a state", X, 1);
    batches.push_back({X, 0, false});
  }
  return {common_size(batches, "the batch size"), common_size(sequences, "the sequence length")};
}

// How many elements of each batch entry are scanned; by default all.
std::vector<size_t> sequence_lens_of(const Call& call, size_t batch_size, size_t longest) {
  const Tensor* sequence_lens = call.maybe("sequence_lens");
  if (!sequence_lens) return std::vector<size_t>(batch_size, longest);
  std::vector<size_t> lengths;
  for (const int64_t length : sequence_lens->ints()) {
    if (length < 0 || length > static_cast<int64_t>(longest)) {
      throw InvalidInput("a sequence length of {} is outside [0, {}]", length, longest);
    }
    lengths.push_back(static_cast<size_t>(length));
  }
  if (lengths.size() == batch_size) return lengths;
  throw InvalidInput("there are {} sequence lengths for a batch of {}", lengths.size(), batch_size);
}

// Version 9 on one entry of the batch, of whose scan inputs the first `length` elements count.
Scanned scan_entry(const Subgraph& body, const Inputs& inputs, size_t batch, size_t length,
                   const std::vector<int64_t>& reversed) {
  std::vector<Tensor> states;
  for (const Tensor& state : inputs.states) states.push_back(entry(state, 0, batch));
  std::vector<ScanInput> scans;
  for (size_t m = 0; m < inputs.scans.size(); ++m) {
    const Tensor sequence = slice(entry(inputs.scans[m], 0, batch), 0, 0, length);
    scans.push_back({sequence, 0, reversed[m] != 0});
  }
  return scan(body, states, scans);
}

// A state of the whole batch.
Tensor batched_state(const std::vector<Scanned>& batch, size_t n) {
  std::vector<Tensor> states;
  for (const Scanned& entry : batch) states.push_back(entry.states[n]);
  return stacked(states, 0);
}

// A scan output of the whole batch, [batch, longest, …].
Tensor batched_output(const std::vector<Scanned>& batch, size_t k, size_t longest,
                      const ValueInfo& declared) {
  std::vector<Tensor> all;
  for (const Scanned& entry : batch) {
    all.insert(all.end(), entry.scan_outputs[k].begin(), entry.scan_outputs[k].end());
  }
  const auto [dtype, shape] = element_of(all, declared);
  std::vector<Tensor> padded;
  for (const Scanned& entry : batch) {
    const std::vector<Tensor>& elements = entry.scan_outputs[k];
    const Tensor rest = Tensor::zeros(dtype, with_axis(shape, 0, longest - elements.size()));
    padded.push_back(elements.empty() ? rest : concat({stacked(elements, 0), rest}, 0));
  }
  if (padded.empty()) return Tensor::zeros(dtype, with_axis(with_axis(shape, 0, longest), 0, 0));
  return stacked(padded, 0);
}

Values scan_8(const Call& call) {
  const Subgraph body = call.subgraph("body");
  const Inputs inputs = inputs_of(call);
  const std::vector<int64_t> reversed = directions(call, "directions", inputs.scans.size());
  const auto [batch_size, longest] = batch_and_length(inputs);
  const std::vector<size_t> sequence_lens = sequence_lens_of(call, batch_size, longest);
  std::vector<Scanned> batch;
  for (size_t b = 0; b < batch_size; ++b) {
    batch.push_back(scan_entry(body, inputs, b, sequence_lens[b], reversed));
  }
  const std::vector<ValueInfo>& declared = body.graph().outputs;
  const size_t N = inputs.states.size();
  Values outputs;
  for (size_t n = 0; n < N; ++n) {
    outputs.push_back(batch_size == 0 ? inputs.states[n] : batched_state(batch, n));
  }
  for (size_t k = 0; N + k < declared.size(); ++k) {
    outputs.push_back(batched_output(batch, k, longest, declared[N + k]));
  }
  return outputs;
}

const Operator op("Scan", {{scan_8, {8}}, {scan_9, {9, 11, 16, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
