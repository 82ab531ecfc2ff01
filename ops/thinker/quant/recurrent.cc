#include "ops/thinker/quant/recurrent.h"

#include <numeric>

#include "engine/numerics/numerics.h"

namespace etalon::thinker {
namespace {

size_t directions_of(const Call& call) {
  const int64_t go_forward = call.integer("go_forward");
  if (go_forward < 0 || go_forward > 2) {
    throw InvalidInput("go_forward is {}, not 0, 1 or 2", go_forward);
  }
  return go_forward == 2 ? 2 : 1;
}

// True when there are seven inputs: the seventh, where a bias would be, is then out_scale.
bool ends_with_out_scale(const Call& call) { return call.input_count() == 7; }

const Tensor* bias_of(const Call& call, std::string_view name) {
  return ends_with_out_scale(call) ? nullptr : call.maybe(name);
}

// One direction's part of a tensor of all of them, in whatever shape, as an array of this shape.
Tensor part_of(const Tensor& all, size_t direction, size_t directions, const Shape& shape) {
  const Tensor by_direction = all.reshaped({directions, element_count(shape)});
  return slice(by_direction, 0, direction, direction + 1).reshaped(shape);
}

}  // namespace

Ints Projection::operator()(const Ints& x) const {
  Reals sums = bias;
  for (size_t r = 0; r < sums.size(); ++r) {
    const int64_t* row = W.data() + r * x.size();
    sums(r) += static_cast<double>(std::inner_product(x.begin(), x.end(), row, int64_t{0}));
  }
  const Tensor q11 = saturated(DType::int32, sums * 2048 / scale);
  return q11.reshaped({gates, q11.size() / gates}).as<int64_t>();
}

Recurrent::Recurrent(const Call& call, size_t gates)
    : call_(call), gates_(gates), directions_(directions_of(call)) {
  check_flags();
  read_data();
  read_lengths();
  data_scale_ = scale_input(call, "data_scale");
  out_scale_ = scale_input(call, ends_with_out_scale(call) ? "i2h_bias" : "out_scale");
  hidden_scale_ = call.maybe("hidden_scale") ? scale_input(call, "hidden_scale") : out_scale_;
}

void Recurrent::check_flags() const {
  if (call_.flag("no_bias") &&
      (bias_of(call_, "i2h_bias") != nullptr || bias_of(call_, "h2h_bias") != nullptr)) {
    throw InvalidInput("no_bias is {}, and a bias is given", call_.integer("no_bias"));
  }
  if (!call_.flag("multi_io") && call_.maybe("HistH")) {
    throw InvalidInput("multi_io is 0, and HistH is given");
  }
}

void Recurrent::read_data() {
  const Tensor& data = call_.tensor("data");
  const Tensor& W = call_.tensor("h2h_weight");
  if (data.rank() != 3 || W.rank() < 2) {
    throw InvalidInput(
        "data of shape {} and h2h_weight of shape {} are not of rank 3 and of 2 or 3",
        to_string(data.shape()), to_string(W.shape()));
  }
  const Tensor ordered = call_.flag("batch_first") ? transposed(data, {1, 0, 2}) : data;
  steps_ = ordered.dim(0);
  batch_ = ordered.dim(1);
  input_ = ordered.dim(2);
  hidden_ = W.shape().back();
  const int64_t hidden_size = call_.integer("hidden_size");
  if (hidden_size != 0 && hidden_size != static_cast<int64_t>(hidden_)) {
    throw InvalidInput("hidden_size is {} where h2h_weight has {} columns", hidden_size, hidden_);
  }
  data_ = ordered.as<int64_t>();
  out_ = full({steps_, batch_, directions_ * hidden_}, int64_t{0});
}

void Recurrent::read_lengths() {
  lengths_.assign(batch_, steps_);
  const bool masked = call_.schema().attribute("no_mask") && call_.maybe("mask");
  if (!masked) return;
  const Tensor& mask = call_.tensor("mask");
  if (mask.shape() != Shape{batch_}) {
    throw InvalidInput("mask has the shape {} where there are {} sequences",
                       to_string(mask.shape()), batch_);
  }
  const std::vector<int64_t> lengths = mask.ints();
  for (size_t b = 0; b < batch_; ++b) {
    if (lengths[b] < 0 || lengths[b] > static_cast<int64_t>(steps_)) {
      throw InvalidInput("mask has a length of {} where there are {} steps", lengths[b], steps_);
    }
    lengths_[b] = static_cast<size_t>(lengths[b]);
  }
}

bool Recurrent::backwards(size_t direction) const {
  return direction == 1 || call_.integer("go_forward") == 0;
}

Projection Recurrent::projection(const std::string& prefix, size_t direction, size_t K,
                                 double x_scale) const {
  const Tensor& W = call_.tensor(prefix + "_weight");
  const Tensor* bias = bias_of(call_, prefix + "_bias");
  const size_t rows = gates_ * hidden_;
  if (W.size() != directions_ * rows * K || (bias && bias->size() != directions_ * rows)) {
    throw InvalidInput(
        "weights of shape {}, or their bias, do not fit {} directions of {} rows of {}",
        to_string(W.shape()), directions_, rows, K);
  }
  const double scale = x_scale * scale_input(call_, prefix + "_weight_scale");
  Projection result{part_of(W, direction, directions_, {rows, K}).as<int64_t>(), full({rows}, 0.0),
                    scale, gates_};
  if (!bias) return result;
  const std::string bias_scale = prefix + "_bias_scale";
  result.bias = part_of(*bias, direction, directions_, {rows}).as<double>() * scale /
                (call_.maybe(bias_scale) ? scale_input(call_, bias_scale) : scale);
  return result;
}

Ints Recurrent::initial(const Tensor* state, size_t direction, size_t b) const {
  if (!state) return full({hidden_}, int64_t{0});
  if (state->size() != directions_ * batch_ * hidden_) {
    throw InvalidInput("a state has the shape {} where [{}, {}, {}] is needed",
                       to_string(state->shape()), directions_, batch_, hidden_);
  }
  return vector_at(state->reshaped(states()).as<int64_t>(), direction, b);
}

Tensor Recurrent::out() const {
  const Tensor all = Tensor::of(DType::int8, out_);
  return call_.flag("batch_first") ? transposed(all, {1, 0, 2}) : all;
}

}  // namespace etalon::thinker
