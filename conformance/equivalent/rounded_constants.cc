#include "conformance/equivalent/rounded_constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "conformance/bounds/bound_walk.h"
#include "conformance/judge/compare.h"
#include "engine/numerics/field_tensors.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/schema.h"
#include "engine/values/rounding.h"
#include "engine/values/utf8.h"

namespace etalon::equivalent {
namespace {

// Exact numbers, and the doubles nearest to them.
struct Exact {
  std::string what;
  Shape shape;
  std::vector<double> values;
  std::vector<Residue> residues;
  bool is_sum = false;  // whose terms may be greater than it is

  size_t size() const { return values.size(); }
};

Exact exact(Field& field, std::string what, const Tensor& tensor) {
  const Setting over_field(&Evaluation::field, &field);
  Exact result{std::move(what), tensor.shape(), {}, all_residues(tensor)};
  const Ints numbers = residues_of(tensor);
  const Reals elements = tensor.with_side(nullptr).as<double>();
  for (size_t i = 0; i < elements.size(); ++i) {
    const bool is_element = numbers.size() == 0 || numbers.data()[i] == 0;
    result.values.push_back(is_element ? elements.data()[i] : result.residues[i].value);
  }
  return result;
}

// f(a, b) of each pair, by value and by residue; b has as many elements as a.
template <class F>
Exact combined(std::string what, const Exact& a, const Exact& b, F f) {
  Exact result{std::move(what), a.shape, {}, {}};
  for (size_t i = 0; i < a.size(); ++i) {
    result.values.push_back(f(a.values[i], b.values[i]));
    result.residues.push_back(f(a.residues[i], b.residues[i]));
  }
  return result;
}

// The numbers for each entry of an axis, if they are the same along all others.
std::optional<Exact> along_axis(const Exact& all, size_t axis) {
  const Split parts = split_at(all.shape, axis + 1);
  const size_t count = all.shape[axis];
  Exact result{all.what, {count}, std::vector<double>(count), std::vector<Residue>(count)};
  for (size_t i = 0; i < all.size(); ++i) {
    const size_t entry = i / parts.after % count;
    if (i < count * parts.after && i % parts.after == 0) {
      result.values[entry] = all.values[i];
      result.residues[entry] = all.residues[i];
    } else if (!(all.residues[i] == result.residues[entry])) {
      return std::nullopt;
    }
  }
  return result;
}

// One number for each element of an array of this shape, by its index along an axis.
Exact spread_along(const Exact& entries, const Shape& shape, size_t axis) {
  const Split parts = split_at(shape, axis + 1);
  Exact result{entries.what, shape, {}, {}};
  for (size_t i = 0; i < element_count(shape); ++i) {
    const size_t entry = i / parts.after % shape[axis];
    result.values.push_back(entries.values[entry]);
    result.residues.push_back(entries.residues[entry]);
  }
  return result;
}

// A product with constant weights: the axes of its outputs in the result and in the weights.
struct LinearNode {
  const Node* node;
  size_t result_axis, weights_axis;
  double factor;  // Gemm's alpha
};

std::optional<LinearNode> linear_node(const Node& node, const Subject& subject, size_t rank) {
  static constexpr std::array names{"Conv", "ConvTranspose", "Gemm", "MatMul"};
  const bool has = node.schema && node.schema->domain.empty() && node.inputs.size() > 1 &&
                   std::find(names.begin(), names.end(), node.op_type) != names.end();
  const auto weights = has ? subject.constants().find(node.inputs[1]) : subject.constants().end();
  if (weights == subject.constants().end() || !is_float_tensor(weights->second)) return {};
  const size_t weights_rank = weights->second.tensor().rank();
  if (node.op_type == "Conv") return LinearNode{&node, 1, 0, 1};
  if (node.op_type == "ConvTranspose") return LinearNode{&node, 1, 1, 1};
  if (node.op_type == "MatMul") {
    if (weights_rank != 2 || rank == 0) return {};
    return LinearNode{&node, rank - 1, 1, 1};
  }
  const auto transB = node.attributes.find("transB");
  const bool is_transposed =
      transB != node.attributes.end() && std::get<int64_t>(transB->second.value) != 0;
  const auto alpha = node.attributes.find("alpha");
  const double factor =
      alpha == node.attributes.end() ? 1 : double(std::get<float>(alpha->second.value));
  return LinearNode{&node, 1, is_transposed ? size_t{0} : size_t{1}, factor};
}

class Rounded {
 public:
  Rounded(const Piece& piece, const Options& evaluation, uint64_t seed)
      : piece_(piece),
        evaluation_(evaluation),
        before_(piece.before_model),
        after_(piece.after_model),
        field_(seed) {}

  std::optional<std::vector<RoundedConstant>> done() {
    const auto from = only_input(piece_.before_inputs), to = only_input(piece_.after_inputs);
    if (!from || !to) return std::nullopt;
    find_candidates(*from);
    Bindings constants;
    std::vector<RoundedConstant> found;
    for (const auto& [name, value] : after_.constants()) {
      if (!is_float_tensor(value) || value.tensor().size() == 0 || is_of_before(value)) continue;
      if (const auto one = nearest(value.tensor())) {
        found.push_back(compared(name, value.tensor(), *one));
        constants[name] = with_numbers(value.tensor(), *one);
      }
    }
    if (found.empty() || !are_equal(*from, *to, constants)) return std::nullopt;
    return found;
  }

 private:
  // Its name, where no other input is of floats.
  static std::optional<std::string> only_input(const CaseValues& inputs) {
    std::optional<std::string> name;
    for (const auto& [each, value] : inputs) {
      if (!is_float_tensor(value)) continue;
      if (name) return std::nullopt;
      name = each;
    }
    return name;
  }

  bool is_of_before(const Value& value) const {
    const auto& digests = before_.constant_digests();
    return std::any_of(digests.begin(), digests.end(),
                       [&](const auto& each) { return each.second == digest_of(value); });
  }

  // BEFORE's constants; factor and summand of what lies behind the product, alone and with weights.
  void find_candidates(const std::string& input) {
    for (const auto& [name, value] : before_.constants()) {
      if (is_float_tensor(value)) {
        candidates_.push_back(exact(field_, in_quotes(name), value.tensor()));
      }
    }
    Computations computations;
    const Bindings given(piece_.before_inputs.begin(), piece_.before_inputs.end());
    const Evaluated known = evaluated(before_, given, evaluation_, computations);
    std::optional<LinearNode> linear;
    for (const Node& node : before_.graph().nodes) {
      const auto result = known.values.find(node.outputs.at(0));
      if (linear || result == known.values.end() || !is_float_tensor(result->second)) continue;
      linear = linear_node(node, before_, result->second.tensor().rank());
    }
    const std::string u = linear ? linear->node->outputs[0] : input;
    const Exact t = behind(u, known.values.at(u), 0);
    const Exact at_one = behind(u, known.values.at(u), 1);
    const auto minus = [](const auto& a, const auto& b) { return a - b; };
    const Exact s = combined("the factor of what is computed", at_one, t, minus);
    candidates_.push_back(s);
    candidates_.push_back(sums(t));
    if (linear && linear->result_axis < s.shape.size()) add_products(*linear, s, t);
  }

  // The piece where u has this element everywhere.
  Exact behind(const std::string& u, const Value& value, double element) {
    if (u == piece_.before_value) {
      return exact(field_, "a summand", filled(value.tensor(), element));
    }
    const auto nodes = before_.nodes_behind(piece_.before_value,
                                            [&](const std::string& name) { return name == u; });
    CaseValues inputs;
    Bindings values(piece_.before_inputs.begin(), piece_.before_inputs.end());
    values[u] = filled(value.tensor(), element);
    const Subject part(before_.part(nodes, values, piece_.before_value,
                                    before_.graph().outputs.at(0).type, inputs));
    const Bindings results =
        field_values({part, field_, evaluation_, nullptr, {}}, {inputs.begin(), inputs.end()})
            .values;
    return exact(field_, "a summand", results.at(piece_.before_value).tensor());
  }

  static Tensor filled(const Tensor& like, double element) {
    return Tensor::decided(like.dtype(), full(like.shape(), element));
  }

  void add_products(const LinearNode& linear, const Exact& s, const Exact& t) {
    const auto factors = along_axis(s, linear.result_axis);
    const auto summands = along_axis(t, linear.result_axis);
    const auto times = [&](const auto& a, const auto& b) { return product(a, b); };
    const auto& inputs = linear.node->inputs;
    const std::string weights_name = in_quotes(inputs[1]);
    if (factors) {
      const Exact weights = exact(field_, weights_name, before_.constants().at(inputs[1]).tensor());
      if (weights.shape.at(linear.weights_axis) == factors->size()) {
        Exact spread = spread_along(*factors, weights.shape, linear.weights_axis);
        scale(spread, linear.factor);
        candidates_.push_back(
            combined(weights_name + " with a factor of each channel", weights, spread, times));
      }
      candidates_.push_back(*factors);
    }
    if (!summands) return;
    candidates_.push_back(sums(*summands));
    const auto bias =
        inputs.size() > 2 ? before_.constants().find(inputs[2]) : before_.constants().end();
    if (!factors || bias == before_.constants().end()) return;
    const Exact b = exact(field_, in_quotes(inputs[2]), bias->second.tensor());
    if (b.size() != factors->size()) return;
    const auto plus = [](const auto& x, const auto& y) { return x + y; };
    const std::string what = in_quotes(inputs[2]) + " with a factor and a summand of each channel";
    candidates_.push_back(sums(combined(what, combined("", b, *factors, times), *summands, plus)));
  }

  static Exact sums(Exact numbers) {
    numbers.is_sum = true;
    return numbers;
  }
  static double product(double a, double b) { return a * b; }
  Residue product(const Residue& a, const Residue& b) { return field_.product(a, b); }
  void scale(Exact& numbers, double factor) {
    if (factor == 1) return;
    for (double& value : numbers.values) value *= factor;
    for (Residue& residue : numbers.residues) residue = field_.product(residue, residue_of(factor));
  }

  // The candidate's numbers in this shape: as they are, transposed, or one for all that they are
  // equal for.
  static std::optional<Exact> arranged(const Exact& candidate, const Shape& shape) {
    if (candidate.size() == element_count(shape)) {
      Exact result = candidate;
      const bool turned =
          shape.size() == 2 && candidate.shape == Shape{shape[1], shape[0]} && shape[0] != shape[1];
      for (size_t i = 0; turned && i < result.size(); ++i) {
        const size_t from = i % shape[1] * shape[0] + i / shape[1];
        result.values[i] = candidate.values[from];
        result.residues[i] = candidate.residues[from];
      }
      result.shape = shape;
      return result;
    }
    if (shape.size() > candidate.shape.size()) return std::nullopt;
    return reduced(candidate, shape);
  }

  // For a shape that broadcasts to the candidate's.
  static std::optional<Exact> reduced(const Exact& candidate, const Shape& shape) {
    const size_t lead = candidate.shape.size() - shape.size();
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      if (shape[axis] != 1 && shape[axis] != candidate.shape[lead + axis]) return std::nullopt;
    }
    const size_t count = element_count(shape);
    Exact result{candidate.what, shape, std::vector<double>(count), std::vector<Residue>(count),
                 candidate.is_sum};
    std::vector<bool> has(count, false);
    for (size_t i = 0; i < candidate.size(); ++i) {
      const Shape index = index_at(i, candidate.shape);
      size_t position = 0;
      for (size_t axis = 0; axis < shape.size(); ++axis) {
        position = position * shape[axis] + (shape[axis] == 1 ? 0 : index[lead + axis]);
      }
      if (has[position] && !(result.residues[position] == candidate.residues[i])) {
        return std::nullopt;
      }
      has[position] = true;
      result.values[position] = candidate.values[i];
      result.residues[position] = candidate.residues[i];
    }
    return result;
  }

  std::optional<Exact> nearest(const Tensor& constant) const {
    const Reals elements = constant.as<double>();
    double least = 1e-2;
    std::optional<Exact> best;
    for (const Exact& candidate : candidates_) {
      std::optional<Exact> one = arranged(candidate, constant.shape());
      if (!one) continue;
      double off = 0, all = 0;
      for (size_t i = 0; i < one->size(); ++i) {
        off += std::fabs(one->values[i] - elements.data()[i]);
        all += std::fabs(one->values[i]);
      }
      if (!(off < least * all)) continue;
      least = off / all;
      best = std::move(one);
    }
    return best;
  }

  static RoundedConstant compared(const std::string& name, const Tensor& constant,
                                  const Exact& exact) {
    RoundedConstant result{name, exact.what, exact.size(), 0, 0, 0, {}};
    Reals values = empty_array<double>(constant.shape());
    std::transform(exact.values.begin(), exact.values.end(), values.data(),
                   [&](double value) { return round_to(constant.dtype(), value); });
    const Tensor wanted = Tensor::decided(constant.dtype(), values);
    const UlpDistances distances(constant, wanted);
    // A sum's terms are rounded in the units of the greatest of them.
    constexpr double few = 4;
    const Reals elements = constant.as<double>();
    const double greatest = largest_finite(values);
    const double unit =
        has_rounding(constant.dtype()) ? 2 * rounding_of(constant.dtype()).unit() : 1;
    for (size_t i = 0; i < exact.size(); ++i) {
      const auto distance = static_cast<double>(distances[i]);
      if (distance == 0) continue;
      ++result.off;
      const double apart = std::fabs(elements.data()[i] - values.data()[i]);
      result.far += distance > few && !(exact.is_sum && apart <= few * unit * greatest);
      if (distance <= result.greatest_ulp) continue;
      result.greatest_ulp = distance;
      result.at = place_text(i, constant.shape());
    }
    return result;
  }

  Value with_numbers(const Tensor& constant, const Exact& exact) {
    Ints numbers = empty_array<int64_t>(constant.shape());
    for (size_t i = 0; i < exact.size(); ++i) {
      Residue residue = exact.residues[i];
      residue.varies = false;
      residue.value = exact.values[i];
      numbers.data()[i] = field_.add(residue) + 1;
    }
    return with_residues(constant, numbers, false);
  }

  bool are_equal(const std::string& from, const std::string& to, const Bindings& constants) {
    const Bindings before_inputs(piece_.before_inputs.begin(), piece_.before_inputs.end());
    Bindings given = field_inputs(field_, before_inputs, {});
    Bindings after_given(piece_.after_inputs.begin(), piece_.after_inputs.end());
    after_given[to] = given.at(from);
    const Bindings x = field_values({before_, field_, evaluation_, nullptr, {}}, given).values;
    const Bindings y =
        field_values({after_, field_, evaluation_, nullptr, constants}, after_given).values;
    return same_function(field_, x.at(piece_.before_value), y.at(piece_.after_value));
  }

  const Piece& piece_;
  const Options& evaluation_;
  const Subject before_, after_;
  Field field_;
  std::vector<Exact> candidates_;
};

}  // namespace

std::optional<std::vector<RoundedConstant>> rounded_constants(const Piece& piece,
                                                              const Options& evaluation,
                                                              uint64_t seed) {
  if (piece.before_model.empty() || piece.after_model.empty()) return std::nullopt;
  try {
    return Rounded(piece, evaluation, seed).done();
  } catch (const Undecided&) {
  } catch (const Unproved&) {
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error&) {  // a part of a model may be refused
  }
  return std::nullopt;
}

}  // namespace etalon::equivalent
