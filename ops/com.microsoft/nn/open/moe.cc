// MoE and QMoE: which of experts with equal router_probs is chosen, the sign
// of a zero, and numbers that are not finite. QMoE also: its routing, and what kernels have for
// themselves.
#include "ops/com.microsoft/nn/moe.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Whether an expert that is not chosen has the same probability as one that is.
bool ties(const Experts& of, size_t token) {
  const std::vector<size_t> chosen = of.chosen(token);
  const double last = of.router.at<double>(token, chosen.back());
  size_t equal = 0, equal_and_chosen = 0;
  for (size_t e = 0; e < of.num_experts; ++e) {
    const bool is_equal = of.router.at<double>(token, e) == last;
    equal += is_equal;
    equal_and_chosen += is_equal && std::find(chosen.begin(), chosen.end(), e) != chosen.end();
  }
  return equal > equal_and_chosen;
}

// A NaN is in no order with numbers.
bool is_finite(const Experts& of, const Reals& Y, size_t token) {
  bool finite = true;
  for (size_t h = 0; h < of.hidden_size; ++h) {
    finite = finite && std::isfinite(of.x.at<double>(token, h));
    finite = finite && std::isfinite(Y.data()[token * of.hidden_size + h]);
  }
  for (size_t e = 0; e < of.num_experts; ++e) {
    finite = finite && std::isfinite(of.router.at<double>(token, e));
  }
  return finite;
}

// The greatest step on a token's way through its experts.
double greatest_step(const Experts& of, size_t token) {
  const auto magnitude = [&](const Reader& W, const Reader& b, size_t e, size_t row) {
    double sum = b ? std::fabs(b.at<double>(e, row)) : 0;
    for (size_t h = 0; h < of.hidden_size; ++h) {
      sum += std::fabs(W.at<double>(e, row, h) * of.x.at<double>(token, h));
    }
    return sum;
  };
  double greatest = 0;
  for (const size_t e : of.chosen(token)) {
    double unit = 1;
    for (size_t row = 0; row < of.W1.dim(1); ++row) {
      unit = std::max(unit, magnitude(of.W1, of.b1, e, row));
    }
    for (size_t row = 0; of.W3 && row < of.inter_size; ++row) {
      unit = std::max(unit, magnitude(of.W3, of.b3, e, row));
    }
    unit *= unit + std::fabs(of.beta);  // of a gate, or squared
    for (size_t h = 0; h < of.hidden_size; ++h) {
      double sum = of.b2 ? std::fabs(of.b2.at<double>(e, h)) : 0;
      for (size_t i = 0; i < of.inter_size; ++i) {
        sum += std::fabs(of.W2.at<double>(e, h, i)) * unit;
      }
      greatest = std::max({greatest, unit, sum * double(of.k)});
    }
  }
  return greatest;
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
  const Reals Y = open.Y.as<double>();
  const auto rows = [&](auto is_open) {
    return [&, is_open] {
      Bools where = full(open.Y.shape(), false);
      for (size_t i = 0; i < where.size(); ++i) {
        where.data()[i] = is_open(i / std::max<size_t>(of.hidden_size, 1));
      }
      return where;
    };
  };
  open.Y = either_zero(open.Y, "negative_zero");
  open.Y = no_result(open.Y, "ties", rows([&](size_t token) { return ties(of, token); }));
  open.Y = no_result(open.Y, "overflow", rows([&](size_t token) {
                       const double step = greatest_step(of, token);
                       return std::isinf(round_to(open.Y.dtype(), step));
                     }));
  open.Y =
      no_result(open.Y, "no_number", rows([&](size_t token) { return !is_finite(of, Y, token); }));
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

void open_qmoe(Opening& open) {
  const Call& call = open.call;
  const Experts of = experts_of_qmoe(call);
  open_experts(open, of);
  const auto all = [&](const char* id, bool is_open) {
    open.Y = no_result(open.Y, id, [&] { return full(open.Y.shape(), is_open); });
  };
  const bool is_int = call.text("quant_type") == "int";
  // The text has FC3's bits inherited, too, where FC1 has FC3 in it.
  at_point("fc3_bits", of.activation == Experts::Activation::swiglu && of.fusion != 0 &&
                           weight_bits(call, "fc3") != weight_bits(call, "fc1"));
  all("routing",
      !of.router_weights && !call.flag("normalize_routing_weights") && of.k < of.num_experts);
  all("weights_prepacked", is_int && call.integer("weights_prepacked") == -1);
  all("activations", is_int && has_int8_activations(call));
}

const Open op[] = {{"MoE", open_moe}, {"QMoE", open_qmoe}};

}  // namespace
}  // namespace etalon
