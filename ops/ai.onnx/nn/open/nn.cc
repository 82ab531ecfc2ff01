// Operators of the family with few open points.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/conv_transpose.h"

namespace etalon {
namespace {

void points_of_conv_transpose(const Call& call) {
  transposed_window(call);  // throws where X and W do not fit
  at_point("empty", call.tensor("X").size() == 0 && call.tensor("W").size() == 0);
  at_point("output_shape", call.ints("output_shape").size() == call.tensor("X").rank());
}

// Versions 7 and 10 drop nothing, and say of the mask that it is “the output mask”: of what is
// kept, or of what is dropped.
void dropout(Opening& open) {
  const int version = open.call.since_version();
  if (version != 7 && version != 10) return;
  Tensor& mask = open.output(1);
  mask = choice(mask, "mask", [&] { return full(mask.shape(), true); }, "kept",
                {{"dropped", [&] { return Tensor::zeros(mask.dtype(), {}); }}});
}

void conv_transpose(Opening& open) { open.Y = open_sums(open, {"X", "W"}, {"B"}); }

void causal_conv_with_state(Opening& open) {
  open.Y = open_sums(open, {"input", "weight"}, {"past_state"});
}

void col2im(Opening& open) {
  if (is_integer(open.Y.dtype())) {
    open.Y = wrap_or_saturate(open.Y, "overflow", [&] {
      return open.again({{"input", in_float64(open.call.tensor("input"))}}).as<double>();
    });
  } else {
    open.Y = either_zero(open.Y, "negative_zero");
  }
}

// No step is greater than with magnitudes throughout. The delta subtracts kᵀS: with −|k| and −|β|
// it adds, and their product is positive.
void linear_attention(Opening& open) {
  const bool delta = open.call.text("update_rule").find("delta") != std::string::npos;
  const auto negated = [](const Tensor& X) {
    return Tensor::decided(X.dtype(), Reals(-xt::abs(X.as<double>())));
  };
  NamedValues changed;
  for (const std::string_view input : {"query", "key", "value", "beta", "past_state"}) {
    const Tensor* X = open.call.maybe(input);
    const bool negates = delta && (input == "key" || input == "beta");
    if (X) changed.emplace_back(input, negates ? negated(*X) : magnitudes(*X));
  }
  const Values steps = open.all_again(changed);
  for (size_t i = 0; i < open.output_count(); ++i) {
    open.output(i) =
        step_or_exact(open.output(i), "overflow", [&] { return steps[i].tensor().as<double>(); });
  }
}

// For each place that several elements of X go to, all of these.
void max_unpool(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  open.Y = any_of(open.Y, "duplicates", X, [&] {
    const std::vector<int64_t> indices = open.call.tensor("I").ints();
    Candidates places;
    for (size_t i = 0; i < indices.size(); ++i) {
      places[static_cast<size_t>(indices[i])].push_back(int64_t(i));
    }
    std::erase_if(places, [](const auto& place) { return place.second.size() < 2; });
    return places;
  });
}

// A negative position counts from the end; and the products may exceed the type.
void rotary_embedding(Opening& open) {
  if (const Tensor* position_ids = open.call.maybe("position_ids")) {
    const std::vector<int64_t> positions = position_ids->ints();
    at_point("index",
             std::any_of(positions.begin(), positions.end(), [](int64_t p) { return p < 0; }));
  }
  const auto magnitude = [&](std::string_view input) {
    return magnitudes(in_float64(open.call.tensor(input)));
  };
  const auto turned = [&](const Tensor& X, const Tensor& cos, const Tensor& sin) -> Reals {
    return open.again({{"X", X}, {"cos_cache", cos}, {"sin_cache", sin}}).as<double>();
  };
  const auto largest = [&] {
    const Tensor X = magnitude("X"), cos = magnitude("cos_cache"), sin = magnitude("sin_cache");
    const Tensor minus = Tensor::decided(DType::float64, Reals(-sin.as<double>()));
    return Reals(xt::maximum(xt::abs(turned(X, cos, sin)), xt::abs(turned(X, cos, minus))));
  };
  // Each product alone.
  const auto sides = [&]() -> Sides {
    const Sides x = sides_of(open.call.tensor("X").as<double>());
    const Tensor X = Tensor::decided(DType::float64, Reals(x.above - x.below));
    const Tensor cos = in_float64(open.call.tensor("cos_cache"));
    const Tensor sin = in_float64(open.call.tensor("sin_cache"));
    const Tensor zeros = Tensor::zeros(DType::float64, cos.shape());
    const Sides a = sides_of(turned(X, cos, zeros)), b = sides_of(turned(X, zeros, sin));
    return {a.above + b.above, a.below + b.below};
  };
  open.Y = sum_or_exact(open.Y, "overflow", largest, sides);
}

const Open op[] = {{"Dropout", dropout},
                   {"ConvTranspose", points_of_conv_transpose, conv_transpose},
                   {"CausalConvWithState", causal_conv_with_state},
                   {"Col2Im", col2im},
                   {"LinearAttention", linear_attention},
                   {"MaxUnpool", max_unpool},
                   {"RotaryEmbedding", rotary_embedding}};

}  // namespace
}  // namespace etalon
