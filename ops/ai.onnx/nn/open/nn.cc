// Operators of the family with few open points.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/nn/conv_transpose.h"

namespace etalon {
namespace {

void no_terms_transposed(const Call& call) {
  transposed_window(call);  // throws where X and W do not fit
  at_point("empty", call.tensor("X").size() == 0 && call.tensor("W").size() == 0);
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

// A negative position counts from the end; and a product, or a sum of two, may exceed the type.
void rotary_embedding(Opening& open) {
  if (const Tensor* position_ids = open.call.maybe("position_ids")) {
    const std::vector<int64_t> positions = position_ids->ints();
    at_point("index",
             std::any_of(positions.begin(), positions.end(), [](int64_t p) { return p < 0; }));
  }
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const auto magnitude = [&](std::string_view input) {
      return magnitudes(in_float64(open.call.tensor(input)));
    };
    const Tensor sin = magnitude("sin_cache");
    const auto turned = [&](const Tensor& signed_sin) -> Reals {
      return xt::abs(open.again({{"X", magnitude("X")},
                                 {"cos_cache", magnitude("cos_cache")},
                                 {"sin_cache", signed_sin}})
                         .as<double>());
    };
    const Tensor minus = Tensor::decided(DType::float64, Reals(-sin.as<double>()));
    return Reals(xt::maximum(turned(sin), turned(minus)));
  });
}

const Open op[] = {{"ConvTranspose", no_terms_transposed, conv_transpose},
                   {"CausalConvWithState", causal_conv_with_state},
                   {"Col2Im", col2im},
                   {"LinearAttention", linear_attention},
                   {"MaxUnpool", max_unpool},
                   {"RotaryEmbedding", rotary_embedding}};

}  // namespace
}  // namespace etalon
