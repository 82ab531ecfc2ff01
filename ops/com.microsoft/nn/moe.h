// MoE and QMoE: operands, and the numbers that a token has on its way through an expert.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/math/gelu.h"

namespace etalon {

// [num_experts, rows, columns] each.
struct ExpertWeights {
  Tensor fc1, fc2;
  std::optional<Tensor> fc3;
};

struct Experts {
  enum class Activation { identity, relu, relu2, gelu, silu, swiglu, geglu };

  // Throws InvalidInput where attributes or shapes do not fit, Unspecified for what no text says.
  Experts(const Call& call, const ExpertWeights& weights);

  // The k experts of a token: those with the greatest router_probs, of equals the last.
  std::vector<size_t> chosen(size_t token) const;
  // Their weights: router_weights, or else router_probs' softmax; where they are normalized,
  // divided by the sum of theirs.
  template <class R>
  std::vector<R> weights(size_t token) const;
  // What FC2 of an expert gets for a token: inter_size numbers.
  template <class R>
  std::vector<R> activated(size_t token, size_t expert) const;
  // The result: [tokens, hidden_size].
  template <class R>
  Array<R> mixture() const;

  Tensor input;  // [tokens, hidden_size]
  size_t tokens, hidden_size, inter_size, num_experts, k;
  Reader x, router, W1, b1, W2, b2, W3, b3;
  Activation activation;
  int64_t fusion;  // where the gates are: in FC1's even rows (1), its first half (2), all of it (0)
  double alpha, beta;
  std::optional<double> limit;
  bool limit_after_activation, normalize;
  Reader router_weights{nullptr};  // of QMoE

 private:
  // W[expert, row] · the token + b[expert, row].
  template <class R>
  R projected(const Reader& W, const Reader& b, size_t expert, size_t row, size_t token) const;
  // swiglu or geglu of gate g and linear part l.
  template <class R>
  R gated(const R& g, const R& l) const;
  template <class R>
  R plain(const R& x) const;
  bool is_gated() const {
    return activation == Activation::swiglu || activation == Activation::geglu;
  }
  void require_shapes(const Call& call, const ExpertWeights& weights) const;
};

// MoE's weights as they are, and QMoE's dequantized.
Experts experts_of_moe(const Call& call);
Experts experts_of_qmoe(const Call& call);
// Of QMoE. Throws InvalidInput where attributes and inputs are not what the text requires of them,
// Unspecified for what no text describes.
void require_quantization(const Call& call);
// The bits of a weight of "fc1" to "fc3", and the size of blocks: 0 where there are none.
size_t weight_bits(const Call& call, const std::string& fc);
size_t weight_block_size(const Call& call);

// x / 2 · (1 + tanh(√(2 / π) · (x + 0.044715 · x³))).
template <class R>
R gelu_of_expert(const R& x) {
  const R cubed = x + 0.044715 * x * x * x;
  return gelu_by_tanh(x, R(real::sqrt(R(2) / real::pi<R>()) * cubed));
}

template <class R>
std::vector<R> Experts::weights(size_t token) const {
  Array<R> p = empty_array<R>({1, num_experts});
  for (size_t e = 0; e < num_experts; ++e) p.data()[e] = router.at<R>(token, e);
  p = real::exp(Array<R>(p - max_over(p)));
  p = p / sum_over(p);
  std::vector<R> of_chosen;
  for (const size_t e : chosen(token)) {
    of_chosen.push_back(router_weights ? router_weights.at<R>(token, e) : p.data()[e]);
  }
  if (!normalize) return of_chosen;
  Sum<R> sum;
  for (const R& weight : of_chosen) sum.add(weight);
  const R all = sum.result();
  for (R& weight : of_chosen) weight = weight / all;
  return of_chosen;
}

template <class R>
R Experts::projected(const Reader& W, const Reader& b, size_t expert, size_t row,
                     size_t token) const {
  Sum<R> sum;
  if (b) sum.add(b.at<R>(expert, row));
  for (size_t h = 0; h < hidden_size; ++h) sum.add(W.at<R>(expert, row, h) * x.at<R>(token, h));
  return sum.result();
}

template <class R>
R Experts::gated(const R& g, const R& l) const {
  if (activation == Activation::geglu) return gelu_of_expert(g) * l;
  const auto swish = [&](const R& gate) { return R(gate * activation::sigmoid(R(alpha * gate))); };
  if (!limit) return swish(g) * (l + beta);
  const R most = *limit, L = minimum(maximum(l, R(-most)), most);
  const R G = limit_after_activation ? minimum(swish(g), most) : swish(minimum(g, most));
  return G * (L + beta);
}

template <class R>
R Experts::plain(const R& x) const {
  switch (activation) {
    case Activation::relu:
      return activation::relu(R(x));
    case Activation::relu2:
      return activation::relu(R(x)) * activation::relu(R(x));
    case Activation::gelu:
      return gelu_of_expert(x);
    case Activation::silu:
      return x * activation::sigmoid(R(x));
    default:
      return x;
  }
}

template <class R>
std::vector<R> Experts::activated(size_t token, size_t expert) const {
  std::vector<R> units;
  for (size_t i = 0; i < inter_size; ++i) {
    const size_t row = is_gated() && fusion == 1 ? 2 * i : i;
    const R first = projected<R>(W1, b1, expert, row, token);
    if (!is_gated()) {
      units.push_back(plain(first));
    } else if (fusion == 0) {
      units.push_back(gated(first, projected<R>(W3, b3, expert, i, token)));
    } else {
      const size_t linear = fusion == 1 ? row + 1 : inter_size + i;
      units.push_back(gated(first, projected<R>(W1, b1, expert, linear, token)));
    }
  }
  return units;
}

template <class R>
Array<R> Experts::mixture() const {
  Array<R> y = empty_array<R>({tokens, hidden_size});
  for (size_t t = 0; t < tokens; ++t) {
    std::vector<Sum<R>> sums(hidden_size);
    const std::vector<R> w = weights<R>(t);
    for (size_t j = 0; const size_t e : chosen(t)) {
      const std::vector<R> units = activated<R>(t, e);
      for (size_t h = 0; h < hidden_size; ++h) {
        Sum<R> fc2;
        if (b2) fc2.add(b2.at<R>(e, h));
        for (size_t i = 0; i < inter_size; ++i) fc2.add(W2.at<R>(e, h, i) * units[i]);
        sums[h].add(w[j] * fc2.result());
      }
      ++j;
    }
    for (size_t h = 0; h < hidden_size; ++h) y(t, h) = sums[h].result();
  }
  return y;
}

}  // namespace etalon
