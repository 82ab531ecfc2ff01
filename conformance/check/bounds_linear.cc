// Bounds for operators whose elements are sums of terms. Evaluated on absolute values, such an
// operator gives Σ|terms|.
#include <cmath>
#include <optional>

#include "conformance/check/bound_rules.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

using Terms = std::function<size_t(const RoundedNode&)>;

size_t elements_per_output(const RoundedNode& node) {
  return node.output().size() == 0 ? 0 : node.tensor(0).size() / node.output().size();
}

size_t averaged(const RoundedNode& node) { return elements_per_output(node) + 1; }

size_t kernel_size(const RoundedNode& node) {
  size_t count = 1;
  for (const int64_t length : node.call().ints("kernel_shape"))
    count *= static_cast<size_t>(length);
  return count;
}

size_t summed_so_far(const RoundedNode& node) {
  const Tensor& x = node.tensor(0);
  const size_t axis = axis_index(node.call().tensor("axis").item<int64_t>(), x.rank());
  return x.dim(axis);
}

// An element's error: γ·(|x| + e) from rounding, plus the error e of the input.
Reals rounded(const RoundedNode& node, size_t input, double gamma) {
  Reals sum = gamma * node.magnitude(input);
  if (!node.exact(input)) sum += node.error(input);
  return sum;
}

// Y = Σ ± x, or that sum divided by a count; the division is the last rounding.
BoundRule sum_of(Terms terms) {
  return [terms](const RoundedNode& node) -> std::vector<Bound> {
    const size_t n = terms(node);
    Rerun changes;
    for (const size_t i : node.data()) changes.inputs[i] = rounded(node, i, node.gamma(n));
    return {node.known(node.rerun_first(changes) + static_cast<double>(n) * node.underflow())};
  };
}

// The positions of the inputs a, b and, if there is one, c of Y = Σ a·b + c.
struct Factors {
  size_t a = 0;
  size_t b = 1;
  std::optional<size_t> c;
};

Attributes absolute(const RoundedNode& node, const std::vector<std::string>& names) {
  Attributes attributes;
  for (const std::string& name : names) {
    const auto found = node.call().node().attributes.find(name);
    if (found == node.call().node().attributes.end()) continue;
    Attribute attribute = found->second;
    attribute.value = std::abs(std::get<float>(attribute.value));
    attributes[name] = attribute;
  }
  return attributes;
}

// Σ (γ·(|a| + ea) + ea)·(|b| + eb) + Σ |a|·eb, plus the error of the addend.
BoundRule products_of(Terms terms, Factors factors = {}, std::vector<std::string> scales = {}) {
  return [=](const RoundedNode& node) -> std::vector<Bound> {
    const auto [a, b, c] = factors;
    const size_t n = terms(node);
    const bool addend = c && node.given(*c);
    Rerun changes;
    changes.attributes = absolute(node, scales);
    changes.inputs[a] = rounded(node, a, node.gamma(n));
    changes.inputs[b] = node.magnitude(b);
    if (addend) changes.inputs[*c] = rounded(node, *c, node.gamma(n));
    Reals bound = node.rerun_first(changes);
    if (!node.exact(b)) {
      changes.inputs[a] = xt::abs(node.value(a));
      changes.inputs[b] = node.error(b);
      if (addend) changes.inputs[*c] = full(node.tensor(*c).shape(), 0.0);
      bound += node.rerun_first(changes);
    }
    return {node.known(bound + static_cast<double>(n) * node.underflow())};
  };
}

size_t conv_terms(const RoundedNode& node) {
  const Tensor& W = node.call().tensor("W");
  return W.size() / std::max<size_t>(W.dim(0), 1) + node.given(2);
}

size_t conv_transpose_terms(const RoundedNode& node) {
  const Tensor& W = node.call().tensor("W");
  const auto group = static_cast<size_t>(node.call().integer("group"));
  return W.size() / std::max<size_t>(W.dim(1) * group, 1) + node.given(2);
}

size_t matmul_terms(const RoundedNode& node) {
  const Shape& A = node.tensor(0).shape();
  return A.empty() ? 1 : A.back();
}

// K products, the addend, and the two scales alpha and beta.
size_t gemm_terms(const RoundedNode& node) {
  return node.tensor(0).dim(node.call().flag("transA") ? 0 : 1) + 3;
}

// The number of products in one element of Einsum's output: one for each combination of the labels
// that the output does not have.
size_t einsum_terms(const RoundedNode& node) {
  std::string equation = node.call().text("equation");
  std::erase(equation, ' ');
  const size_t arrow = equation.find("->");
  const size_t comma = equation.find(',');
  if (arrow == std::string::npos || equation.find('.') != std::string::npos ||
      node.call().input_count() != 2) {
    throw NoBound{"bounds need two operands, an arrow and no ellipsis in the equation"};
  }
  const std::string terms[] = {equation.substr(0, comma),
                               equation.substr(comma + 1, arrow - comma - 1)};
  std::map<char, size_t> lengths;
  for (const size_t operand : {0, 1}) {
    for (size_t axis = 0; axis < terms[operand].size(); ++axis) {
      lengths[terms[operand][axis]] = node.tensor(operand).dim(axis);
    }
  }
  size_t count = 1;
  for (const auto& [label, length] : lengths) {
    if (equation.find(label, arrow) == std::string::npos) count *= length;
  }
  return count;
}

// For a polynomial f of the inputs with positive coefficients: f(|x| + e) − f(|x|), plus the
// rounding error, γ_n of f(|x| + e).
BoundRule polynomial() {
  return [](const RoundedNode& node) -> std::vector<Bound> {
    Rerun changes;
    changes.wide = true;
    changes.inputs[0] = node.magnitude(0);
    const Reals most = node.rerun_first(changes);
    Reals bound = node.gamma(elements_per_output(node) + 1) * most;
    if (!node.exact(0)) {
      changes.inputs[0] = xt::abs(node.value(0));
      bound += xt::abs(most - node.rerun_first(changes)) + 0x1p-50 * most;
    }
    return {node.known(bound)};
  };
}

// √Σx²: between the results for the least and for the greatest magnitudes of x.
std::vector<Bound> euclidean(const RoundedNode& node) {
  Rerun changes;
  changes.wide = true;
  changes.inputs[0] = node.magnitude(0);
  const Reals most = node.rerun_first(changes);
  Reals bound = node.gamma(elements_per_output(node) + 2) * most;
  if (!node.exact(0)) {
    const Reals closest = xt::abs(node.value(0)) - node.error(0);
    changes.inputs[0] = xt::maximum(closest, 0.0);
    bound += most - node.rerun_first(changes);
  }
  return {node.known(bound)};
}

// The sum of two inputs rounds once. The errors of the inputs are added exactly.
std::vector<Bound> sum_of_two(const RoundedNode& node) {
  const double u = node.unit();
  Reals bound = u * xt::abs(node.output().as<double>());
  if (!node.all_exact()) {
    Rerun errors;
    errors.op_type = "Add";
    for (const size_t i : node.data()) errors.inputs[i] = node.error(i);
    bound += (1 + u) * node.rerun_first(errors);
  }
  return {node.known(bound)};
}

}  // namespace

BoundRules linear_bound_rules() {
  const auto inputs = [](const RoundedNode& node) { return node.call().input_count(); };
  const auto mean = [](const RoundedNode& node) { return node.call().input_count() + 1; };
  const auto pooled = [](const RoundedNode& node) { return kernel_size(node) + 1; };
  const auto one = [](const RoundedNode&) { return size_t{1}; };
  return {
      {"Add", sum_of_two},
      {"AveragePool", sum_of(pooled)},
      {"Conv", products_of(conv_terms, {0, 1, 2})},
      {"ConvTranspose", products_of(conv_transpose_terms, {0, 1, 2})},
      {"CumSum", sum_of(summed_so_far)},
      {"Einsum", products_of(einsum_terms)},
      {"Gemm", products_of(gemm_terms, {0, 1, 2}, {"alpha", "beta"})},
      {"GlobalAveragePool", sum_of(averaged)},
      {"MatMul", products_of(matmul_terms)},
      {"Mean", sum_of(mean)},
      {"Mul", products_of(one)},
      {"ReduceL1", sum_of(elements_per_output)},
      {"ReduceL2", euclidean},
      {"ReduceMean", sum_of(averaged)},
      {"ReduceProd", polynomial()},
      {"ReduceSum", sum_of(elements_per_output)},
      {"ReduceSumSquare", polynomial()},
      {"Sub", sum_of_two},
      {"Sum", sum_of(inputs)},
  };
}

}  // namespace etalon
