// Scan: run `body` once for each step of the M scan inputs; carry N states; stack K scan outputs.
//   8         inputs and outputs have a batch axis 0, and scan along axis 1; a batch entry ends
//             after sequence_lens[batch] steps, and its scan outputs are padded with zeros
//   9         no batch axis; axes and directions of inputs and outputs are attributes
//   11        negative axes
//   16, 19, 21, 23, 24, 25   more types
#include "engine/values/limits.h"
#include "ops/ai.onnx/controlflow/controlflow.h"

namespace etalon {
namespace {

struct Scanned {
  std::vector<Tensor> states;
  std::vector<std::vector<Tensor>> elements;  // of each scan output, one a step
};

// Entry i along an axis, which is then no more.
Tensor entry(const Tensor& X, size_t axis, size_t i) {
  return slice(X, axis, i, i + 1).reshaped(without_axes(X.shape(), {axis}));
}

void check_state(size_t n, const Tensor& before, const Tensor& after) {
  if (after.dtype() == before.dtype() && after.shape() == before.shape()) return;
  throw InvalidInput("state variable {} changes from {}{} to {}{}", n, name(before.dtype()),
                     to_string(before.shape()), name(after.dtype()), to_string(after.shape()));
}

// scan_inputs(t): the elements that step t gives the body.
template <class ScanInputs>
Scanned scan(const Subgraph& body, std::vector<Tensor> states, size_t steps,
             ScanInputs scan_inputs) {
  const size_t N = states.size();
  Scanned scanned{std::move(states), {}};
  scanned.elements.resize(body.graph().outputs.size() - N);
  for (size_t t = 0; t < steps; ++t) {
    count_step();
    Values inputs(scanned.states.begin(), scanned.states.end());
    for (Tensor& element : scan_inputs(t)) inputs.emplace_back(std::move(element));
    const Values out = body(inputs);
    for (size_t n = 0; n < N; ++n) {
      check_state(n, scanned.states[n], out[n].tensor());
      scanned.states[n] = out[n].tensor();
    }
    for (size_t k = N; k < out.size(); ++k) scanned.elements[k - N].push_back(out[k].tensor());
  }
  return scanned;
}

// An attribute of one flag an input or output; all 0 when it is left out.
std::vector<int64_t> flags(const Call& call, std::string_view attribute, size_t count) {
  const std::vector<int64_t> given = call.ints(attribute);
  if (!call.has(attribute)) return std::vector<int64_t>(count, 0);
  if (given.size() != count) {
    throw InvalidInput("{} has {} entries, not {}", attribute, given.size(), count);
  }
  return given;
}

std::vector<int64_t> directions(const Call& call, std::string_view attribute, size_t count) {
  const std::vector<int64_t> given = flags(call, attribute, count);
  for (const int64_t direction : given) {
    if (direction != 0 && direction != 1) {
      throw InvalidInput("{} holds {}, neither 0 nor 1", attribute, direction);
    }
  }
  return given;
}

struct Inputs {
  std::vector<Tensor> states, scans;
};

Inputs split_inputs(const Call& call) {
  std::vector<Tensor> all = call.variadic("initial_state_and_scan_inputs");
  const int64_t M = call.integer("num_scan_inputs");
  if (M < 1 || M > static_cast<int64_t>(all.size())) {
    throw InvalidInput("num_scan_inputs is {}, with {} inputs", M, all.size());
  }
  const auto first_scan = all.end() - M;
  Inputs inputs{{all.begin(), first_scan}, {first_scan, all.end()}};
  check_body(call.subgraph("body").graph(), all.size(), inputs.states.size());
  return inputs;
}

// The size that all tensors have along their axis.
size_t common_size(const std::vector<Tensor>& tensors, const std::vector<size_t>& axes,
                   std::string_view what) {
  const size_t size = tensors[0].dim(axes[0]);
  for (size_t m = 1; m < tensors.size(); ++m) {
    if (tensors[m].dim(axes[m]) == size) continue;
    throw InvalidInput("{} of input {} is {}, that of the first is {}", what, m,
                       tensors[m].dim(axes[m]), size);
  }
  return size;
}

size_t scan_axis(const Call& call, int64_t axis, size_t rank) {
  if (axis < 0 && call.since_version() < 11) throw InvalidInput("axis {} is negative", axis);
  return axis_index(axis, rank);
}

Tensor scan_output(const Call& call, std::vector<Tensor> elements, const ValueInfo& declared,
                   int64_t axis, bool prepend) {
  if (elements.empty()) {
    auto [dtype, shape] = declared_element(declared);
    shape.insert(shape.begin() + std::ptrdiff_t(scan_axis(call, axis, shape.size() + 1)), 0);
    return Tensor::zeros(dtype, shape);
  }
  if (prepend) std::reverse(elements.begin(), elements.end());
  return stacked(elements, scan_axis(call, axis, elements[0].rank() + 1));
}

Values scan_9(const Call& call) {
  const Subgraph body = call.subgraph("body");
  const auto [states, scans] = split_inputs(call);
  const size_t N = states.size(), M = scans.size(), K = body.graph().outputs.size() - N;
  const std::vector<int64_t> input_axes = flags(call, "scan_input_axes", M);
  const std::vector<int64_t> reversed = directions(call, "scan_input_directions", M);
  const std::vector<int64_t> output_axes = flags(call, "scan_output_axes", K);
  const std::vector<int64_t> prepend = directions(call, "scan_output_directions", K);
  std::vector<size_t> axes;
  for (size_t m = 0; m < M; ++m) axes.push_back(scan_axis(call, input_axes[m], scans[m].rank()));

  const size_t steps = common_size(scans, axes, "the sequence length");
  const Scanned scanned = scan(body, states, steps, [&](size_t t) {
    std::vector<Tensor> elements;
    for (size_t m = 0; m < M; ++m) {
      elements.push_back(entry(scans[m], axes[m], reversed[m] ? steps - 1 - t : t));
    }
    return elements;
  });
  Values outputs(scanned.states.begin(), scanned.states.end());
  for (size_t k = 0; k < K; ++k) {
    outputs.push_back(scan_output(call, scanned.elements[k], body.graph().outputs[N + k],
                                  output_axes[k], prepend[k] != 0));
  }
  return outputs;
}

// The number of steps of each batch entry.
std::vector<size_t> lengths(const Call& call, size_t batch_size, size_t longest) {
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

// One scan output of the whole batch: [batch, longest, …], short sequences padded with zeros.
Tensor batched(std::vector<std::vector<Tensor>> sequences, size_t longest,
               const ValueInfo& declared) {
  const auto made = std::find_if(sequences.begin(), sequences.end(),
                                 [](const std::vector<Tensor>& s) { return !s.empty(); });
  const Declared element = made == sequences.end()
                               ? declared_element(declared)
                               : Declared{(*made)[0].dtype(), (*made)[0].shape()};
  if (sequences.empty() || longest == 0) {
    Shape shape{sequences.size(), longest};
    shape.insert(shape.end(), element.shape.begin(), element.shape.end());
    return Tensor::zeros(element.dtype, shape);
  }
  std::vector<Tensor> rows;
  for (std::vector<Tensor>& sequence : sequences) {
    sequence.resize(longest, Tensor::zeros(element.dtype, element.shape));
    rows.push_back(stacked(sequence));
  }
  return stacked(rows);
}

void check_batch(const std::vector<Tensor>& tensors, size_t least_rank) {
  for (const Tensor& tensor : tensors) {
    if (tensor.rank() >= least_rank) continue;
    throw InvalidInput("an input has rank {}, fewer than its {} leading axes", tensor.rank(),
                       least_rank);
  }
}

// One entry of the batch: its states through `steps` steps.
Scanned scan_entry(const Subgraph& body, const Inputs& inputs, size_t batch, size_t steps,
                   const std::vector<int64_t>& reversed) {
  std::vector<Tensor> initial, sequences;
  for (const Tensor& state : inputs.states) initial.push_back(entry(state, 0, batch));
  for (const Tensor& sequence : inputs.scans) sequences.push_back(entry(sequence, 0, batch));
  return scan(body, initial, steps, [&](size_t t) {
    std::vector<Tensor> elements;
    for (size_t m = 0; m < sequences.size(); ++m) {
      elements.push_back(entry(sequences[m], 0, reversed[m] ? steps - 1 - t : t));
    }
    return elements;
  });
}

// [batch, longest]: the sizes that all inputs have.
std::pair<size_t, size_t> batch_and_length(const Inputs& inputs) {
  check_batch(inputs.states, 1);
  check_batch(inputs.scans, 2);
  std::vector<Tensor> all = inputs.scans;
  all.insert(all.end(), inputs.states.begin(), inputs.states.end());
  const std::vector<size_t> first(all.size(), 0), second(inputs.scans.size(), 1);
  return {common_size(all, first, "the batch size"),
          common_size(inputs.scans, second, "the sequence length")};
}

Values scan_8(const Call& call) {
  const Subgraph body = call.subgraph("body");
  const Inputs inputs = split_inputs(call);
  const size_t N = inputs.states.size(), K = body.graph().outputs.size() - N;
  const auto [batch_size, longest] = batch_and_length(inputs);
  const std::vector<int64_t> reversed = directions(call, "directions", inputs.scans.size());
  const std::vector<size_t> steps = lengths(call, batch_size, longest);
  std::vector<std::vector<Tensor>> final_states(N);
  std::vector<std::vector<std::vector<Tensor>>> elements(K);
  for (size_t batch = 0; batch < batch_size; ++batch) {
    Scanned scanned = scan_entry(body, inputs, batch, steps[batch], reversed);
    for (size_t n = 0; n < N; ++n) final_states[n].push_back(scanned.states[n]);
    for (size_t k = 0; k < K; ++k) elements[k].push_back(std::move(scanned.elements[k]));
  }
  Values outputs;
  for (size_t n = 0; n < N; ++n) {
    outputs.push_back(batch_size == 0 ? inputs.states[n] : stacked(final_states[n]));
  }
  for (size_t k = 0; k < K; ++k) {
    outputs.push_back(batched(std::move(elements[k]), longest, body.graph().outputs[N + k]));
  }
  return outputs;
}

const Operator op("Scan", {{scan_8, {8}}, {scan_9, {9, 11, 16, 19, 21, 23, 24, 25}}});

}  // namespace
}  // namespace etalon
