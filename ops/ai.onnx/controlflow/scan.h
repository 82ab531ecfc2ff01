// What Scan reads: its inputs, their axes, directions and lengths.
#pragma once

#include "ops/ai.onnx/controlflow/controlflow.h"

namespace etalon {

// Entry i along an axis, without that axis.
inline Tensor entry(const Tensor& X, size_t axis, size_t i) {
  return slice(X, axis, i, i + 1).reshaped(without_axes(X.shape(), {axis}));
}

struct ScanInput {
  Tensor X;
  size_t axis;
  bool reversed;
  size_t length() const { return X.dim(axis); }
  Tensor element(size_t t) const { return entry(X, axis, reversed ? length() - 1 - t : t); }
};

// The size that all tensors have along their axis.
inline size_t common_size(const std::vector<ScanInput>& inputs, std::string_view what) {
  for (size_t m = 1; m < inputs.size(); ++m) {
    if (inputs[m].length() != inputs[0].length()) {
      throw InvalidInput("{} of input {} is {}, that of the first is {}", what, m,
                         inputs[m].length(), inputs[0].length());
    }
  }
  return inputs[0].length();
}

inline void check_state(size_t n, const Tensor& before, const Tensor& after) {
  if (after.dtype() == before.dtype() && after.shape() == before.shape()) return;
  throw InvalidInput("state variable {} changes from {}{} to {}{}", n, name(before.dtype()),
                     to_string(before.shape()), name(after.dtype()), to_string(after.shape()));
}

struct ScanOperands {
  std::vector<Tensor> states, scans;
};

inline ScanOperands inputs_of(const Call& call) {
  const std::vector<Tensor> all = call.variadic("initial_state_and_scan_inputs");
  const int64_t M = call.integer("num_scan_inputs");
  if (M < 1 || M > static_cast<int64_t>(all.size())) {
    throw InvalidInput("num_scan_inputs is {}, with {} inputs", M, all.size());
  }
  const auto first_scan = all.end() - M;
  ScanOperands inputs{{all.begin(), first_scan}, {first_scan, all.end()}};
  check_body(call.subgraph("body").graph(), all.size(), inputs.states.size());
  return inputs;
}

// An attribute with a number for each scan input or output; all 0 when it is left out.
inline std::vector<int64_t> for_each_scan(const Call& call, std::string_view attribute,
                                          size_t count) {
  if (!call.has(attribute)) return std::vector<int64_t>(count, 0);
  const std::vector<int64_t> numbers = call.ints(attribute);
  if (numbers.size() != count) {
    throw InvalidInput("{} has {} entries, not {}", attribute, numbers.size(), count);
  }
  return numbers;
}

// The same for directions: 1 is reversed.
inline std::vector<int64_t> directions(const Call& call, std::string_view attribute, size_t count) {
  const std::vector<int64_t> numbers = for_each_scan(call, attribute, count);
  for (const int64_t direction : numbers) {
    if (direction != 0 && direction != 1) {
      throw InvalidInput("{} holds {}, neither 0 nor 1", attribute, direction);
    }
  }
  return numbers;
}

inline size_t scan_axis(const Call& call, int64_t axis, size_t rank) {
  if (axis < 0 && call.since_version() < 11) throw InvalidInput("axis {} is negative", axis);
  return axis_index(axis, rank);
}

inline std::vector<ScanInput> scan_inputs_of(const Call& call, const std::vector<Tensor>& scans) {
  const std::vector<int64_t> axes = for_each_scan(call, "scan_input_axes", scans.size());
  const std::vector<int64_t> reversed = directions(call, "scan_input_directions", scans.size());
  std::vector<ScanInput> inputs;
  for (size_t m = 0; m < scans.size(); ++m) {
    inputs.push_back({scans[m], scan_axis(call, axes[m], scans[m].rank()), reversed[m] != 0});
  }
  return inputs;
}

inline void require_batch(std::string_view what, const Tensor& X, size_t least) {
  if (X.rank() == 0) {
    throw InvalidInput("{} has rank 0, less than {}", what, least).at("rank0_8");
  }
  require_rank_from(what, X, least);
}

// The sizes [batch, longest] that all inputs have.
inline std::pair<size_t, size_t> batch_and_length(const ScanOperands& inputs) {
  std::vector<ScanInput> batches, sequences;
  for (const Tensor& X : inputs.scans) {
    require_batch("a scan input", X, 2);
    batches.push_back({X, 0, false});
    sequences.push_back({X, 1, false});
  }
  for (const Tensor& X : inputs.states) {
    require_batch("a state", X, 1);
    batches.push_back({X, 0, false});
  }
  return {common_size(batches, "the batch size"), common_size(sequences, "the sequence length")};
}

// How many elements of each batch entry are scanned; by default all.
inline std::vector<size_t> sequence_lens_of(const Call& call, size_t batch_size, size_t longest) {
  const Tensor* sequence_lens = call.maybe("sequence_lens");
  if (!sequence_lens) return std::vector<size_t>(batch_size, longest);
  require_rank("sequence_lens", *sequence_lens, 1);
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

}  // namespace etalon
