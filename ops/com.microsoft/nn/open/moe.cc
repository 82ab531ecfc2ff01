// MoE and QMoE: which of experts with equal router_probs is chosen, the sign
// of a zero, and numbers that are not finite. QMoE also: its routing, and what kernels have for
// themselves.
#include "ops/com.microsoft/nn/moe.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// The experts of a token with the probability of the last that is chosen, and how many of them are
// chosen.
struct Ties {
  std::vector<size_t> experts;
  size_t chosen = 0;
  bool any() const { return experts.size() > chosen; }
};
Ties ties_of(const Experts& of, size_t token) {
  const std::vector<size_t> chosen = of.chosen(token);
  const double last = of.router.at<double>(token, chosen.back());
  Ties ties;
  for (size_t e = 0; e < of.num_experts; ++e) {
    if (of.router.at<double>(token, e) != last) continue;
    ties.experts.push_back(e);
    ties.chosen += std::find(chosen.begin(), chosen.end(), e) != chosen.end();
  }
  return ties;
}

// The n-th choice of so many among `count`, from the last ones on; the last choice for greater n.
std::vector<bool> nth_choice(size_t count, size_t chosen, size_t n) {
  std::vector<bool> takes(count, false);
  std::fill(takes.end() - std::ptrdiff_t(chosen), takes.end(), true);
  for (; n > 0; --n) {
    std::vector<bool> next = takes;
    if (!std::next_permutation(next.begin(), next.end())) break;
    takes = next;
  }
  return takes;
}

// The experts, with router_probs that are a little less for the tied ones that the n-th choice does
// not take.
Experts with_choice(const Experts& of, size_t n) {
  Reals p = empty_array<double>({of.tokens, of.num_experts});
  for (size_t t = 0; t < of.tokens; ++t) {
    for (size_t e = 0; e < of.num_experts; ++e) p(t, e) = of.router.at<double>(t, e);
    const Ties ties = ties_of(of, t);
    if (!ties.any()) continue;
    const std::vector<bool> takes = nth_choice(ties.experts.size(), ties.chosen, n);
    for (size_t i = 0; i < takes.size(); ++i) {
      double& mine = p(t, ties.experts[i]);
      if (!takes[i]) mine = std::nextafter(mine, -infinity);
    }
  }
  Experts changed = of;
  changed.router = Reader(Tensor::decided(DType::float64, p));
  return changed;
}

// As Etalon's result is made from a mixture.
Tensor result_of(const Experts& of, const Tensor& Y) {
  return Tensor::decided(Y.dtype(), of.mixture<double>()).reshaped(Y.shape());
}

// Any of the tied experts may be chosen; of more choices than `most` the first ones are known.
Tensor open_ties(const Experts& of, const Tensor& Y, const Where& where) {
  constexpr size_t most = 64;
  if (!recorded_marks()) return Y;
  size_t choices = 1;
  for (size_t t = 0; t < of.tokens; ++t) {
    const Ties ties = ties_of(of, t);
    double count = 1;
    for (size_t i = 0; i < ties.chosen; ++i) {
      count *= double(ties.experts.size() - i) / double(i + 1);
    }
    choices = std::max(choices, size_t(std::min(std::rint(count), double(most))));
  }
  std::vector<Option> others;
  for (size_t n = 1; n < choices; ++n) {
    others.push_back({"other", [&of, &Y, n] { return result_of(with_choice(of, n), Y); }});
  }
  return choice(Y, "ties", where, "last", others);
}

bool is_finite(const Reader& X, size_t row, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!std::isfinite(X.at<double>(row, i))) return false;
  }
  return true;
}

// Whether router_probs of a token order the experts, and have a softmax.
bool are_ordered(const Experts& of, size_t token) {
  double greatest = -infinity;
  for (size_t e = 0; e < of.num_experts; ++e) {
    const auto p = of.router.at<double>(token, e);
    if (std::isnan(p)) return false;
    greatest = std::max(greatest, p);
  }
  return std::isfinite(greatest);
}

// What expert e gives for element h of a token, unweighted.
double output_of(const Experts& of, size_t token, size_t e, size_t h) {
  const std::vector<double> units = of.activated<double>(token, e);
  double sum = of.b2 ? of.b2.at<double>(e, h) : 0;
  for (size_t i = 0; i < units.size(); ++i) sum += of.W2.at<double>(e, h, i) * units[i];
  return sum;
}

// The mixture of experts whose units are 0, which a maximum with 0 makes of NaN.
Tensor of_zeros(const Experts& of, const Tensor& Y) {
  Reals y = full(Y.shape(), 0.0);
  for (size_t t = 0; of.b2 && t < of.tokens; ++t) {
    const std::vector<double> w = of.weights<double>(t);
    for (size_t j = 0; const size_t e : of.chosen(t)) {
      for (size_t h = 0; h < of.hidden_size; ++h) {
        y.data()[t * of.hidden_size + h] += w[j] * of.b2.at<double>(e, h);
      }
      ++j;
    }
  }
  return Tensor::decided(Y.dtype(), y);
}

// Of which experts a token is mixed where its router_probs have no order, the text does not say:
// any mean of what they give, and of 0; or NaN.
Ends any_experts(const Experts& of, const Tensor& Y) {
  Reals low = full(Y.shape(), 0.0), high = low;
  for (size_t i = 0; i < low.size(); ++i) {
    const size_t token = i / of.hidden_size, h = i % of.hidden_size;
    if (are_ordered(of, token)) continue;
    for (size_t e = 0; e < of.num_experts; ++e) {
      const double y = output_of(of, token, e, h);
      low.data()[i] = std::min(low.data()[i], y), high.data()[i] = std::max(high.data()[i], y);
    }
  }
  return {Tensor::decided(Y.dtype(), low),
          Tensor::decided(Y.dtype(), high),
          {scalar(Y.dtype(), std::nan(""))}};
}

double magnitude(const Experts& of, const Reader& W, const Reader& b, size_t e, size_t row,
                 size_t token) {
  double sum = b ? std::fabs(b.at<double>(e, row)) : 0;
  for (size_t h = 0; h < of.hidden_size; ++h) {
    sum += std::fabs(W.at<double>(e, row, h) * of.x.at<double>(token, h));
  }
  return sum;
}

// The greatest sum of an expert's first layer, at least 1; and the greatest step after that.
struct Steps {
  double first = 1, last = 0;
};
Steps greatest_steps(const Experts& of, size_t token) {
  using Activation = Experts::Activation;
  const bool multiplies = of.activation == Activation::relu2 ||
                          of.activation == Activation::swiglu || of.activation == Activation::geglu;
  Steps greatest;
  for (const size_t e : of.chosen(token)) {
    double unit = 1;
    for (size_t row = 0; row < of.W1.dim(1); ++row) {
      unit = std::max(unit, magnitude(of, of.W1, of.b1, e, row, token));
    }
    for (size_t row = 0; of.W3 && row < of.inter_size; ++row) {
      unit = std::max(unit, magnitude(of, of.W3, of.b3, e, row, token));
    }
    greatest.first = std::max(greatest.first, unit);
    if (multiplies) unit *= unit + std::fabs(of.beta);
    for (size_t h = 0; h < of.hidden_size; ++h) {
      double sum = of.b2 ? std::fabs(of.b2.at<double>(e, h)) : 0;
      for (size_t i = 0; i < of.inter_size; ++i) {
        sum += std::fabs(of.W2.at<double>(e, h, i)) * unit;
      }
      greatest.last = std::max({greatest.last, unit, sum * double(of.k)});
    }
  }
  return greatest;
}

// A sum of the first layer that exceeds the type is an infinity or NaN, of which the activation may
// make 0 or its limit: such a unit is anything between these and what it is.
Ends any_units(const Experts& of, const Tensor& Y, DType T) {
  Reals low = Y.as<double>(), high = low;
  for (size_t t = 0; t < of.tokens; ++t) {
    const std::vector<double> w = of.weights<double>(t);
    if (std::isfinite(round_to(T, greatest_steps(of, t).first))) continue;
    for (size_t j = 0; const size_t e : of.chosen(t)) {
      const std::vector<double> units = of.activated<double>(t, e);
      const double limit = of.limit ? *of.limit * (*of.limit + std::fabs(of.beta)) : 0;
      for (size_t h = 0; h < of.hidden_size; ++h) {
        for (size_t i = 0; i < units.size(); ++i) {
          const double factor = w[j] * of.W2.at<double>(e, h, i);
          const double part = std::fabs(factor) * (std::fabs(units[i]) + limit);
          low.data()[t * of.hidden_size + h] -= part;
          high.data()[t * of.hidden_size + h] += part;
        }
      }
      ++j;
    }
  }
  const auto constant = [&](double value) { return scalar(T, value); };
  return {Tensor::decided(T, low),
          Tensor::decided(T, high),
          {constant(std::nan("")), constant(infinity), constant(-infinity)}};
}

// “CUDA also supports relu2 (squared ReLU) and geglu”; the limit after the activation “requires […]
// CUDA”.
bool is_for_cuda(const Experts& of) {
  using Activation = Experts::Activation;
  return of.activation == Activation::relu2 || of.activation == Activation::geglu ||
         of.limit_after_activation;
}

void open_experts(Opening& open, const Experts& of) {
  at_point("cuda", is_for_cuda(of));
  const auto rows = [&](auto is_open) {
    return [&, is_open] {
      Bools where = full(open.Y.shape(), false);
      for (size_t i = 0; i < where.size(); ++i) {
        where.data()[i] = is_open(i / std::max<size_t>(of.hidden_size, 1));
      }
      return where;
    };
  };
  const DType T = open.Y.dtype();
  const auto exceeds = [T](double step) { return std::isinf(round_to(T, step)); };
  const auto is_number = [&](size_t token) { return is_finite(of.x, token, of.hidden_size); };
  const Tensor Y = open.Y;
  open.Y = either_zero(open.Y, "negative_zero");
  open.Y = open_ties(of, open.Y, rows([&](size_t token) { return ties_of(of, token).any(); }));
  open.Y = step_or_exact(open.Y, "overflow", [&] {
    const Bools open_rows =
        rows([&](size_t token) { return exceeds(greatest_steps(of, token).last); })();
    return Reals(xt::where(open_rows, infinity, 0.0));
  });
  open.Y = between(open.Y, "overflow", rows([&](size_t token) {
                     return is_number(token) && exceeds(greatest_steps(of, token).first);
                   }),
                   [&] { return any_units(of, Y, T); });
  const auto constant = [T](double value) { return [T, value] { return scalar(T, value); }; };
  open.Y =
      choice(open.Y, "no_number", rows([&](size_t token) { return !is_number(token); }), "formula",
             {{"units_of_zero", [&] { return of_zeros(of, Y); }},
              {"nan", constant(std::nan(""))},
              {"infinity", constant(infinity)},
              {"minus_infinity", constant(-infinity)}});
  open.Y = between(open.Y, "no_number", rows([&](size_t token) { return !are_ordered(of, token); }),
                   [&] { return any_experts(of, Y); });
}

void open_moe(Opening& open) { open_experts(open, experts_of_moe(open.call)); }

// “4 allows int8 activations”; “block-wise 8-bit experts have no fp32 kernel and use int8
// activations”. Of 2 bits the text says nothing.
bool has_int8_activations(const Call& call) {
  const int64_t bits = call.integer("expert_weight_bits");
  const auto may_have = [&](const char* attribute) {
    const int64_t of_layer = call.integer(attribute, bits);
    return of_layer == 2 || of_layer == 8 || call.integer("accuracy_level") == 4;
  };
  return call.has("block_size") &&
         (may_have("fc1_expert_weight_bits") || may_have("fc2_expert_weight_bits"));
}

// How far a unit is off whose sums are off by so much: the slope of an activation is below 1.2,
// that of x² is 2x, and a gate multiplies two that are off.
double unit_off(const Experts& of, double sum, double off) {
  using Activation = Experts::Activation;
  switch (of.activation) {
    case Activation::relu2:
      return off * (2 * sum + off);
    case Activation::swiglu:
    case Activation::geglu:
      return 1.2 * off * (2 * sum + std::fabs(of.beta) + off);
    default:
      return 1.2 * off;
  }
}

// The greatest magnitude of a first layer's sums for a token, and of a row's weights together.
struct FirstLayer {
  double sum = 0, weights = 0;
};
FirstLayer first_layer(const Experts& of, size_t token, size_t e) {
  FirstLayer greatest;
  const auto add = [&](const Reader& W, const Reader& b) {
    for (size_t row = 0; W && row < W.dim(1); ++row) {
      double weights = 0;
      for (size_t h = 0; h < of.hidden_size; ++h) weights += std::fabs(W.at<double>(e, row, h));
      greatest.weights = std::max(greatest.weights, weights);
      greatest.sum = std::max(greatest.sum, magnitude(of, W, b, e, row, token));
    }
  };
  add(of.W1, of.b1), add(of.W3, of.b3);
  return greatest;
}

// Activations as int8: each is off by a step of its row's greatest magnitude at most, in both
// layers.
Ends off_by_int8(const Experts& of, const Tensor& Y) {
  constexpr double step = 1.0 / 127;
  Reals low = Y.as<double>(), high = low;
  for (size_t t = 0; t < of.tokens; ++t) {
    const std::vector<double> w = of.weights<double>(t);
    double x = 0, unit = 0;
    for (size_t h = 0; h < of.hidden_size; ++h) x = std::max(x, std::fabs(of.x.at<double>(t, h)));
    for (size_t j = 0; const size_t e : of.chosen(t)) {
      const auto [sum, weights] = first_layer(of, t, e);
      for (const double each : of.activated<double>(t, e)) unit = std::max(unit, std::fabs(each));
      const double first = unit_off(of, sum, weights * x * step);
      const double off = std::fabs(w[j++]) * (first + (unit + first) * step);
      for (size_t h = 0; h < of.hidden_size; ++h) {
        double part = 0;
        for (size_t i = 0; i < of.inter_size; ++i) part += std::fabs(of.W2.at<double>(e, h, i));
        low.data()[t * of.hidden_size + h] -= off * part;
        high.data()[t * of.hidden_size + h] += off * part;
      }
    }
  }
  return {Tensor::decided(Y.dtype(), low), Tensor::decided(Y.dtype(), high)};
}

// Each provider has a layout of its own for prepacked weights: the text gives their numbers none.
void open_qmoe(Opening& open) {
  const Call& call = open.call;
  const Experts of = experts_of_qmoe(call);
  const Tensor Y = open.Y;
  open_experts(open, of);
  const bool is_int = call.text("quant_type") == "int";
  // The text has FC3's bits inherited, too, where FC1 has FC3 in it.
  at_point("fc3_bits", of.activation == Experts::Activation::swiglu && of.fusion != 0 &&
                           weight_bits(call, "fc3") != weight_bits(call, "fc1"));
  if (!of.router_weights && !call.flag("normalize_routing_weights") && of.k < of.num_experts) {
    open.Y = either_of(open.Y, "routing", "normalized", "softmax", [&] {
      Experts as_of_moe = of;
      as_of_moe.normalize = false;
      return result_of(as_of_moe, Y);
    });
  }
  const bool rounds = is_int && has_int8_activations(call);
  open.Y = between(
      open.Y, "activations",
      [&] { return Bools(full(Y.shape(), rounds) && xt::isfinite(Y.as<double>())); },
      [&] { return off_by_int8(of, Y); });
  const bool is_packed = is_int && call.integer("weights_prepacked") == -1;
  open.Y = no_result(open.Y, "weights_prepacked", [&] { return full(Y.shape(), is_packed); });
}

const Open op[] = {{"MoE", open_moe}, {"QMoE", open_qmoe}};

}  // namespace
}  // namespace etalon
