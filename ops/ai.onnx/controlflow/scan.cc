// Scan: run `body` once for each element of M scan inputs; carry N states; stack K scan outputs.
//   8         as 9 for each entry of a batch: axis 0 of all inputs and outputs. The scan inputs run
//             along axis 1, sequence_lens[batch] elements; scan outputs are padded with zeros
//   9         the scan inputs' and outputs' axes and directions are attributes
//   11        negative axes
//   16, 19, 21, 23, 24, 25   more types
#include "ops/ai.onnx/controlflow/scan.h"
#include "engine/formula.h"

namespace etalon {
namespace {

struct Scanned {
  std::vector<Tensor> states;                     // N, after the last step
  std::vector<std::vector<Tensor>> scan_outputs;  // K, with an element for each step
};

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

Values scan_9(const Call& call) {
  const Subgraph body = call.subgraph("body");
  const ScanOperands inputs = inputs_of(call);
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

// Version 9 on one entry of the batch, of whose scan inputs the first `length` elements count.
Scanned scan_entry(const Subgraph& body, const ScanOperands& inputs, size_t batch, size_t length,
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
  const ScanOperands inputs = inputs_of(call);
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
