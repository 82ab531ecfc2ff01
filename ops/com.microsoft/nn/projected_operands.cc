// The operands of Attention and QAttention, which are projected from one input.
#include "engine/operators/choice.h"
#include "engine/operators/delegate.h"
#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

// Q, K and V of their hidden sizes, one after another in the last axis, after the past.
Attending parted(const Call& call, const Tensor& projected, const std::vector<size_t>& sizes,
                 const Tensor* past_sequence_length) {
  if (call.integer("do_rotary", 0) != 0) {
    throw Unspecified("the text does not say by which angles do_rotary rotates");
  }
  const int64_t num_heads = call.integer("num_heads");
  size_t first = 0;
  const auto part = [&](std::string_view weights, size_t size) {
    const Tensor one = slice(projected, 2, first, first + size);
    first += size;
    return split_heads(weights, one, num_heads);
  };
  const Tensor Q = part("Q", sizes[0]), K = part("K", sizes[1]), V = part("V", sizes[2]);
  Attending of{Q, K, V, call.flag("unidirectional")};
  const Tensor* past = call.maybe("past");
  if (past) {
    if (sizes[1] != sizes[2]) {
      throw InvalidInput("after a past K and V have one hidden size, not {} and {}", sizes[1],
                         sizes[2]);
    }
    require_rank("past", *past, 5);
    require_shape("past", *past, {2, K.dim(0), K.dim(1), past->dim(3), K.dim(3)});
    const Shape one{past->dim(1), past->dim(2), past->dim(3), past->dim(4)};
    const Tensor key = pick(*past, 0, {0}).reshaped(one), value = pick(*past, 0, {1}).reshaped(one);
    put_after_past(of, &key, &value, past_sequence_length);
  } else {
    put_after_past(of, nullptr, nullptr, nullptr);
  }
  return of;
}

// The weights' columns: by qkv_hidden_sizes, or a third each.
std::vector<size_t> hidden_sizes(const std::vector<int64_t>& given, size_t columns) {
  if (given.empty()) {
    if (columns % 3 != 0)
      throw InvalidInput("weights have {} columns, not a multiple of 3", columns);
    return {columns / 3, columns / 3, columns / 3};
  }
  const Shape sizes = to_shape(given);
  if (sizes.size() != 3 || sizes[0] != sizes[1] || sizes[0] + sizes[1] + sizes[2] != columns) {
    throw InvalidInput("qkv_hidden_sizes {} do not fit weights of {} columns", to_string(sizes),
                       columns);
  }
  return {sizes[0], sizes[1], sizes[2]};
}

// How much of past is used, where it is a buffer; nullptr where it is not. Throws InvalidInput
// where past and present are not used together.
const Tensor* used_past(const Call& call) {
  if ((call.maybe("past") != nullptr) != call.wants("present")) {
    throw InvalidInput("past and present are used together or not at all");
  }
  if (call.integer("past_present_share_buffer", 0) == 0) return nullptr;
  const Tensor* past_sequence_length = call.maybe("past_sequence_length");
  if (past_sequence_length) return past_sequence_length;
  throw InvalidInput("past_present_share_buffer needs past_sequence_length");
}

}  // namespace

Attending operands_of_attention(const Call& call) {
  const Tensor &input = call.tensor("input"), &weights = call.tensor("weights");
  require_rank("input", input, 3);
  require_rank("weights", weights, 2);
  require_shape("weights", weights, {input.dim(2), weights.dim(1)});
  const Tensor* bias = call.maybe("bias");
  if (bias) require_shape("bias", *bias, {weights.dim(1)});
  const std::vector<size_t> sizes = hidden_sizes(call.ints("qkv_hidden_sizes"), weights.dim(1));
  if (sizes[0] == 0 || sizes[2] == 0) throw InvalidInput("a hidden size of Q, K or V is 0");
  const Tensor* past_sequence_length = used_past(call);
  const size_t batch = input.dim(0), sequence = input.dim(1);
  NamedValues operands = {{"A", input.reshaped({batch * sequence, input.dim(2)})}, {"B", weights}};
  if (bias) operands.emplace_back("C", *bias);
  const Tensor projected = step_of(call, "Gemm", 13, operands)[0].tensor();
  return parted(call, projected.reshaped({batch, sequence, weights.dim(1)}), sizes,
                past_sequence_length);
}

Attending operands_of_quantized_attention(const Call& call) {
  const Tensor &input = call.tensor("input"), &weight = call.tensor("weight");
  require_rank("input", input, 3);
  require_rank("weight", weight, 2);
  require_shape("weight", weight, {input.dim(2), weight.dim(1)});
  const Tensor& bias = call.tensor("bias");
  const size_t columns = weight.dim(1);
  require_shape("bias", bias, {columns});
  if (call.integer("past_present_share_buffer", 0) != 0) {
    throw Unspecified("no input says how much of the buffer of past_present_share_buffer is used");
  }
  const auto by_column = [&](std::string_view name) {
    const Tensor& X = call.tensor(name);
    if (X.size() == 1) return X.reshaped({});
    require_shape(name, X, {columns});
    return X;
  };
  NamedValues operands = {{"A", input}, {"B", weight}};
  if (const Tensor* zero = call.maybe("input_zero_point")) {
    operands.emplace_back("a_zero_point", single(*zero));
  }
  if (call.maybe("weight_zero_point")) {
    operands.emplace_back("b_zero_point", by_column("weight_zero_point"));
  }
  const Tensor products = step_of(call, "MatMulInteger", 10, operands)[0].tensor();
  const Tensor projected = each(
      bias, in_float64(products), single(call.tensor("input_scale")), by_column("weight_scale"),
      [](const auto& b, const auto& x, const auto& input_scale, const auto& weight_scale) {
        return x * (input_scale * weight_scale) + b;
      });
  return parted(call, projected, hidden_sizes({}, columns), nullptr);
}

Value present_of(const Call& call, const Attending& of) {
  if (!call.wants("present")) return {};
  const Tensor &key = of.present_key.tensor(), &value = of.present_value.tensor();
  Shape one = key.shape();
  one.insert(one.begin(), 1);
  return concat({key.reshaped(one), value.reshaped(one)}, 0);
}

}  // namespace etalon
