#include "ops/thinker/quant/recurrent.h"

#include <numeric>

#include "engine/numerics/numerics.h"
#include "engine/values/evaluation.h"

namespace etalon::thinker {
namespace {

// True when there are seven inputs: the seventh, where a bias would be, is then out_scale.
bool ends_with_out_scale(const Call& call) { return call.input_count() == 7; }

Value bias_of(const Call& call, std::string_view name) {
  return ends_with_out_scale(call) ? Value() : call.value(name);
}

void check_flags(const Call& call) {
  const bool bias = !bias_of(call, "i2h_bias").absent() || !bias_of(call, "h2h_bias").absent();
  if (call.flag("no_bias") && bias) {
    throw InvalidInput("no_bias is {}, and a bias is given", call.integer("no_bias"));
  }
  if (!call.flag("multi_io") && call.maybe("HistH")) {
    throw InvalidInput("multi_io is 0, and HistH is given");
  }
}

// The inputs `prefix`_weight, _weight_scale, _bias and _bias_scale.
Weights document_weights(const Call& call, const std::string& prefix) {
  Weights weights{call.tensor(prefix + "_weight"), scale_input(call, prefix + "_weight_scale"),
                  bias_of(call, prefix + "_bias"), std::nullopt};
  const std::string bias_scale = prefix + "_bias_scale";
  if (call.maybe(bias_scale)) weights.bias_scale = scale_input(call, bias_scale);
  return weights;
}

// The inputs of the exporter's form after X, taken one after another. Those left out do not count.
class Rest {
 public:
  explicit Rest(const Call& call) {
    for (const FormalParameter& formal : call.schema().inputs) {
      if (formal.name == "X") continue;
      for (const Value& input : values_of(call, formal)) {
        if (!input.absent()) inputs_.push_back(input);
      }
    }
  }
  bool empty() const { return next_ == inputs_.size(); }
  bool is(DType type) const { return !empty() && inputs_[next_].tensor().dtype() == type; }
  const Tensor& take(std::string_view what, DType type) {
    if (empty()) throw InvalidInput("input {} is missing", what);
    if (is(type)) return inputs_[next_++].tensor();
    throw InvalidInput("there is a tensor({}) where {} is expected, a tensor({})",
                       name(inputs_[next_].tensor().dtype()), what, name(type));
  }

 private:
  static Values values_of(const Call& call, const FormalParameter& formal) {
    const bool variadic = formal.option == FormalParameter::Option::variadic;
    return variadic ? call.variadic_values(formal.name) : Values{call.value(formal.name)};
  }

  Values inputs_;
  size_t next_ = 0;
};

size_t directions_of(const Call& call) {
  const int64_t go_forward = call.integer("go_forward");
  if (go_forward < 0 || go_forward > 2) {
    throw InvalidInput("go_forward is {}, not 0, 1 or 2", go_forward);
  }
  return go_forward == 2 ? 2 : 1;
}

// One direction's part of a tensor of all of them, in whatever shape, as an array of this shape.
Tensor part_of(const Tensor& all, size_t direction, size_t directions, const Shape& shape) {
  const Tensor by_direction = all.reshaped({directions, element_count(shape)});
  return slice(by_direction, 0, direction, direction + 1).reshaped(shape);
}

}  // namespace

Ints quantized(const Reals& values, double scale) {
  return by_element(values, [&](double v) { return quantized(v, scale); });
}

Layer document_form(const Call& call) {
  check_flags(call);
  Layer layer;
  layer.data = call.tensor("data");
  layer.data_scale = scale_input(call, "data_scale");
  layer.out_scale = scale_input(call, ends_with_out_scale(call) ? "i2h_bias" : "out_scale");
  layer.hidden_scale =
      call.maybe("hidden_scale") ? scale_input(call, "hidden_scale") : *layer.out_scale;
  layer.i2h = document_weights(call, "i2h");
  layer.h2h = document_weights(call, "h2h");
  layer.h = call.value("HistH");
  return layer;
}

bool in_exporter_form(const Call& call) { return call.schema().attribute("scale_iw") != nullptr; }

Layer exporter_form(const Call& call, size_t states) {
  Layer layer;
  layer.float_states = true;
  layer.data = call.tensor("X");
  layer.data_scale = scale_attribute(call, required_spelling(call, "scale_i", "scale_x"));
  layer.hidden_scale = scale_attribute(call, "scale_h");
  if (call.has("o_bits") || call.has("scale_o")) layer.out_scale = scale_attribute(call, "scale_o");
  Rest rest(call);
  if (rest.is(DType::int64)) layer.lengths = rest.take("lengths", DType::int64);
  if (rest.is(DType::float32)) {
    layer.h = rest.take("h0", DType::float32);
    if (states == 2) layer.c = rest.take("c0", DType::float32);
  }
  layer.i2h = {rest.take("W_ih", DType::int8), scale_attribute(call, "scale_iw"), {}, {}};
  layer.h2h = {rest.take("W_hh", DType::int8), scale_attribute(call, "scale_hw"), {}, {}};
  if (rest.empty()) return layer;
  layer.i2h.bias = rest.take("b_ih", DType::int32);
  layer.h2h.bias = rest.take("b_hh", DType::int32);
  if (!rest.empty()) throw InvalidInput("there are inputs after b_hh, the last");
  return layer;
}

Ints Projection::operator()(const Ints& x) const {
  Reals sums = empty_array<double>(bias.shape());
  for (size_t r = 0; r < sums.size(); ++r) {
    const int64_t* row = W.data() + r * x.size();
    const int64_t product = std::inner_product(x.begin(), x.end(), row, int64_t{0});
    sums(r) = rounded_sum(static_cast<double>(product), scale, bias(r), bias_scale, 2048);
  }
  const Tensor q11 = saturated(DType::int32, sums);
  return q11.reshaped({gates, q11.size() / gates}).as<int64_t>();
}

Recurrent::Recurrent(const Call& call, Layer layer, size_t gates)
    : call_(call), layer_(std::move(layer)), gates_(gates), directions_(directions_of(call)) {
  read_data();
  read_lengths();
}

void Recurrent::read_data() {
  const Tensor& W = layer_.h2h.W;
  if (layer_.data.rank() != 3 || W.rank() < 2) {
    throw InvalidInput("data of shape {} and weights of shape {} are not of rank 3 and of 2 or 3",
                       to_string(layer_.data.shape()), to_string(W.shape()));
  }
  const Tensor ordered =
      call_.flag("batch_first") ? transposed(layer_.data, {1, 0, 2}) : layer_.data;
  steps_ = ordered.dim(0);
  batch_ = ordered.dim(1);
  input_ = ordered.dim(2);
  hidden_ = W.shape().back();
  check_size("hidden_size", "the hidden state", hidden_);
  if (in_exporter_form(call_)) check_size("input_size", "the data", input_);
  data_ = ordered.as<int64_t>();
  out_ = full({steps_, batch_, directions_ * hidden_}, 0.0);
}

void Recurrent::check_size(std::string_view attribute, std::string_view what, size_t size) const {
  const int64_t stated = call_.integer(attribute);
  if (stated == 0 || stated == static_cast<int64_t>(size)) return;
  throw InvalidInput("{} is {} where the weights for {} have {} columns", attribute, stated, what,
                     size);
}

void Recurrent::read_lengths() {
  lengths_.assign(batch_, steps_);
  if (layer_.lengths.absent()) return;
  const Tensor& given = layer_.lengths.tensor();
  if (given.shape() != Shape{batch_}) {
    throw InvalidInput("the lengths have the shape {} where there are {} sequences",
                       to_string(given.shape()), batch_);
  }
  const std::vector<int64_t> lengths = given.ints();
  for (size_t b = 0; b < batch_; ++b) {
    if (lengths[b] < 0 || lengths[b] > static_cast<int64_t>(steps_)) {
      throw InvalidInput("a sequence has the length {} where there are {} steps", lengths[b],
                         steps_);
    }
    lengths_[b] = static_cast<size_t>(lengths[b]);
  }
}

bool Recurrent::backwards(size_t direction) const {
  return direction == 1 || call_.integer("go_forward") == 0;
}

Projection Recurrent::projection(const Weights& weights, size_t direction, size_t K,
                                 double x_scale) const {
  const size_t rows = gates_ * hidden_;
  const bool biased = !weights.bias.absent();
  if (weights.W.size() != directions_ * rows * K ||
      (biased && weights.bias.tensor().size() != directions_ * rows)) {
    throw InvalidInput(
        "weights of shape {}, or their bias, do not fit {} directions of {} rows of {}",
        to_string(weights.W.shape()), directions_, rows, K);
  }
  const double scale = x_scale * weights.scale;
  Projection result{part_of(weights.W, direction, directions_, {rows, K}).as<int64_t>(),
                    full({rows}, 0.0), scale, weights.bias_scale.value_or(scale), gates_};
  if (!biased) return result;
  result.bias = part_of(weights.bias.tensor(), direction, directions_, {rows}).as<double>();
  return result;
}

Reals Recurrent::initial(const Value& state, std::optional<double> scale, size_t direction,
                         size_t b) const {
  if (state.absent()) return full({hidden_}, 0.0);
  const Tensor& given = state.tensor();
  if (given.size() != directions_ * batch_ * hidden_) {
    throw InvalidInput("a state has the shape {} where [{}, {}, {}] is needed",
                       to_string(given.shape()), directions_, batch_, hidden_);
  }
  const Reals all = given.reshaped(states()).as<double>();
  const Reals start = vector_at(all, direction, b);
  return is_float(given.dtype()) ? start : Reals(start / scale.value_or(1));
}

Reals Recurrent::initial_h(size_t direction, size_t b) const {
  return initial(layer_.h, layer_.hidden_scale, direction, b);
}

Reals Recurrent::initial_c(size_t direction, size_t b) const {
  return initial(layer_.c, layer_.cell_scale, direction, b);
}

// The states are whole multiples of 2^-14, which double holds: float32 rounds them once.
Tensor Recurrent::out() const {
  const Setting own(&Evaluation::rounding, nullptr);
  const Tensor all = layer_.out_scale ? sat8(out_) : Tensor::decided(DType::float32, out_);
  return call_.flag("batch_first") ? transposed(all, {1, 0, 2}) : all;
}

Tensor Recurrent::hidden_out(const Reals& h) const {
  const Setting own(&Evaluation::rounding, nullptr);
  return layer_.float_states ? Tensor::decided(DType::float32, h)
                             : rescaled(h, layer_.hidden_scale, 1);
}

}  // namespace etalon::thinker
