#include "conformance/equivalent/field_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "conformance/bounds/bound_walk.h"
#include "conformance/bounds/selections.h"
#include "conformance/equivalent/pair.h"
#include "conformance/judge/statistics.h"
#include "engine/interpreter/substitute.h"
#include "engine/numerics/field_tensors.h"
#include "engine/operators/schema.h"

namespace etalon::equivalent {
namespace {

bool is_known(const Value& value) { return !value.is_tensor() || !varies(value.tensor()); }

bool holds_varying(const Value& value) {
  if (value.is_sequence()) {
    const auto& items = value.sequence().items;
    return std::any_of(items.begin(), items.end(), holds_varying);
  }
  if (value.is_optional()) return value.optional().held && holds_varying(*value.optional().held);
  return !is_known(value);
}

Values without_residues(const Values& values) {
  Values result;
  for (const Value& value : values) {
    if (value.is_tensor()) {
      result.emplace_back(value.tensor().with_side(nullptr));
    } else {
      result.push_back(value);
    }
  }
  return result;
}

// The tensor with a function of its own for each element, by the name of the whole.
Tensor function_elements(Field& field, const std::string& name, const Tensor& like) {
  Ints numbers = empty_array<int64_t>(like.shape());
  const Residue base = field.of(name, {});
  for (size_t i = 0; i < numbers.size(); ++i) {
    Residue element = field.of("element", {base, residue_of(double(i))});
    element.varies = true;
    numbers.data()[i] = field.add(element) + 1;
  }
  return with_residues(like, numbers, numbers.size() != 0);
}

// The lengths of results depend on the elements.
bool gives_other_lengths(const Node& node) {
  static constexpr std::array names{"NonZero", "Unique", "Compress", "NonMaxSuppression",
                                    "Range",   "Resize", "Upsample", "ImageDecoder"};
  return std::find(names.begin(), names.end(), node.op_type) != names.end();
}

// The elements of an input that are not floats may only choose among values, not their lengths.
bool only_chooses(const Node& node) {
  static constexpr std::array names{"Where",
                                    "Cast",
                                    "CastLike",
                                    "Gather",
                                    "GatherElements",
                                    "GatherND",
                                    "Not",
                                    "And",
                                    "Or",
                                    "Xor",
                                    "ScatterElements",
                                    "ScatterND",
                                    "Add",
                                    "Sub",
                                    "Mul",
                                    "Div",
                                    "Neg",
                                    "Abs",
                                    "Equal",
                                    "Less",
                                    "Greater",
                                    "Min",
                                    "Max",
                                    "LessOrEqual",
                                    "Identity",
                                    "GreaterOrEqual",
                                    "Transpose",
                                    "Concat",
                                    "DequantizeLinear",
                                    "QuantizeLinear",
                                    "Clip",
                                    "MatMulInteger",
                                    "ConvInteger",
                                    "QLinearConv",
                                    "QLinearMatMul"};
  return node.schema->domain.empty() &&
         std::find(names.begin(), names.end(), node.op_type) != names.end();
}

bool has_known_lengths(const Node& node, const Values& inputs) {
  if (gives_other_lengths(node)) return false;
  return std::all_of(inputs.begin(), inputs.end(), [&](const Value& input) {
    return is_known(input) || is_float_tensor(input) || only_chooses(node);
  });
}

class FieldWalk {
 public:
  explicit FieldWalk(const FieldRequest& request) : request_(request) {}

  Values operator()(const Node& node, const Values& given, const Ordinary& ordinary) {
    if (!place_in(request_.subject.graph(), node)) return results(node, given, ordinary);
    Values inputs = given;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto constant = request_.constants.find(node.inputs[i]);
      if (constant != request_.constants.end()) inputs[i] = constant->second;
    }
    Values outputs = results(node, inputs, ordinary);
    for (size_t i = 0; i < std::min(node.outputs.size(), outputs.size()); ++i) {
      if (node.outputs[i].empty()) continue;
      if (request_.settled) outputs[i] = request_.settled(node.outputs[i], outputs[i]);
      result_.values[node.outputs[i]] = outputs[i];
    }
    return outputs;
  }

  FieldValues take() { return std::move(result_); }

 private:
  Values results(const Node& node, const Values& given, const Ordinary& ordinary) {
    Values inputs = given;
    // It gives the type alone.
    if (node.op_type == "CastLike" && inputs.size() > 1)
      inputs[1] = without_residues({inputs[1]})[0];
    const bool any_varies = std::any_of(inputs.begin(), inputs.end(), holds_varying);
    if (holds_nodes(node) || node.function) return of_holder(node, inputs, ordinary);
    if (any_varies) {
      if (const std::optional<Tensor> bools = logical(node, inputs)) return {*bools};
    }
    try {
      const uint64_t lost = evaluation().lost_errors;
      Values outputs = ordinary(node, inputs);
      if (evaluation().lost_errors == lost && (!any_varies || shows(node, outputs))) return outputs;
    } catch (const Undecided&) {
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      if (!any_varies) throw;
    }
    if (!any_varies) return by_digits(node, inputs, ordinary);
    note_deciding(node, inputs, ordinary);
    return unknown_function(node, inputs, ordinary);
  }

  static std::optional<Tensor> logical(const Node& node, const Values& inputs) {
    static const std::map<std::string, Logical, std::less<>> operators{{"And", Logical::both},
                                                                       {"Or", Logical::either},
                                                                       {"Xor", Logical::one},
                                                                       {"Not", Logical::opposite}};
    const auto found = operators.find(node.op_type);
    const bool legacy = node.schema->since_version < 7 && node.op_type != "Not";  // other shapes
    if (found == operators.end() || !node.schema->domain.empty() || legacy) return std::nullopt;
    return logical_over_field(found->second, inputs.at(0).tensor(), inputs.back().tensor());
  }

  // Inputs of the model that the node would be evaluated with if they were known.
  void note_deciding(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (!place_in(request_.subject.graph(), node)) return;
    for (size_t i = inputs.size(); i-- > 1;) {
      const std::string& name = node.inputs[i];
      const bool is_input = !request_.subject.maker(name) && holds_varying(inputs[i]);
      if (!is_input) continue;
      Values known = inputs;
      known[i] = without_residues({inputs[i]})[0];
      try {
        ordinary(node, known);
        result_.deciding.insert(name);
        return;
      } catch (const Undecided&) {
      } catch (const Error&) {  // for another reason
      }
    }
  }

  Unproved unproved(std::string why) const { return {std::move(why), result_.deciding}; }

  Values of_holder(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    try {
      return ordinary(node, inputs);
    } catch (const Undecided&) {
      throw unproved(label_of(node) + " decides by elements of inputs");
    }
  }

  // True if each result says what it is a function of.
  static bool shows(const Node& node, const Values& outputs) {
    if (ignores_values(node)) return true;
    return std::all_of(outputs.begin(), outputs.end(), [](const Value& output) {
      if (!output.is_tensor()) return true;
      return output.tensor().side() && output.tensor().side()->residues;
    });
  }

  // Of constants, as they are rounded.
  static Values by_digits(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    const Setting digits(&Evaluation::field, nullptr);
    return ordinary(node, without_residues(inputs));
  }

  // The same function of the same inputs in both models.
  Values unknown_function(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    const std::string label = label_of(node);
    const auto computation = computation_of(node, digests(inputs));
    const bool fits = computation && has_known_lengths(node, inputs) &&
                      std::none_of(inputs.begin(), inputs.end(), [](const Value& input) {
                        return !input.is_tensor() && holds_varying(input);
                      });
    if (!fits) throw unproved("nothing is known of " + label);
    result_.unknown.insert(label);
    Values outputs;
    try {
      outputs = by_digits(node, inputs, ordinary);
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error& error) {
      throw unproved(fmt::format("nothing is known of {}: {}", label, error.what()));
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (outputs[i].absent()) continue;
      if (!outputs[i].is_tensor()) throw unproved("nothing is known of " + label);
      outputs[i] = function_elements(request_.field, fmt::format("{} #{}", *computation, i),
                                     outputs[i].tensor());
    }
    return outputs;
  }

  std::vector<Digest> digests(const Values& inputs) const {
    std::vector<Digest> result;
    for (const Value& input : inputs) {
      const bool is_function = input.is_tensor() && residues_of(input.tensor()).size() != 0;
      result.push_back(is_function ? digest_of_residues(input.tensor()) : digest_of(input));
    }
    return result;
  }

  // By the functions, whatever digits stand in their place.
  Digest digest_of_residues(const Tensor& tensor) const {
    const Ints numbers = residues_of(tensor);
    const Reals elements = tensor.with_side(nullptr).as<double>();
    Naturals functions = empty_array<uint64_t>(tensor.shape());
    for (size_t i = 0; i < numbers.size(); ++i) {
      const int64_t number = numbers.data()[i];
      functions.data()[i] = number != 0 ? request_.field.at(number - 1).mod_p
                            : std::isfinite(elements.data()[i])
                                ? residue_of(elements.data()[i]).mod_p
                                : std::bit_cast<uint64_t>(elements.data()[i]);
    }
    Digest digest = digest_of(Tensor::of(DType::uint64, functions));
    digest.low ^= static_cast<uint64_t>(tensor.dtype());
    return digest;
  }

  const FieldRequest& request_;
  FieldValues result_;
};

bool is_number(double x) { return std::isfinite(x); }
bool is_number(int64_t) { return true; }
Residue residue_of_element(double x) { return residue_of(x); }
Residue residue_of_element(int64_t x) { return residue_of(x, 0); }

// By the residues, or where both are numbers by these: zeros of either sign are one.
template <class T>
bool same_elements(const Field& field, const Tensor& a, const Tensor& b) {
  const Ints of_a = residues_of(a), of_b = residues_of(b);
  const Array<T> x = a.with_side(nullptr).as<T>(), y = b.with_side(nullptr).as<T>();
  const auto number = [](const Ints& numbers, size_t i) {
    return numbers.size() == 0 ? 0 : numbers.data()[i];
  };
  const auto residue = [&](int64_t of, T element) {
    return of == 0 ? residue_of_element(element) : field.at(of - 1);
  };
  for (size_t i = 0; i < x.size(); ++i) {
    const int64_t m = number(of_a, i), n = number(of_b, i);
    const T p = x.data()[i], q = y.data()[i];
    const bool have_residues = (m != 0 || is_number(p)) && (n != 0 || is_number(q));
    const bool same = m == 0 && n == 0 ? p == q || (p != p && q != q)
                                       : have_residues && residue(m, p) == residue(n, q);
    if (!same) return false;
  }
  return true;
}

bool same_tensors(const Field& field, const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype() || a.shape() != b.shape()) return false;
  if (is_float(a.dtype())) return same_elements<double>(field, a, b);
  const bool are_numbers = residues_of(a).size() == 0 && residues_of(b).size() == 0;
  if (are_numbers) return same_bits(a.with_side(nullptr), b.with_side(nullptr));
  const bool has_integers = is_integer(a.dtype()) || a.dtype() == DType::boolean;
  return has_integers && same_elements<int64_t>(field, a, b);
}

}  // namespace

Bindings field_inputs(Field& field, const Bindings& inputs, const std::set<std::string>& fixed) {
  Bindings result;
  for (const auto& [name, value] : inputs) {
    if (!is_float_tensor(value) || fixed.contains(name)) {
      result[name] = value;
      continue;
    }
    result[name] = function_elements(field, "input " + name, value.tensor().with_side(nullptr));
  }
  return result;
}

bool same_function(const Field& field, const Value& a, const Value& b) {
  if (a.is_tensor() && b.is_tensor()) return same_tensors(field, a.tensor(), b.tensor());
  if (a.is_sequence() && b.is_sequence()) {
    const auto &x = a.sequence().items, &y = b.sequence().items;
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [&](const Value& p, const Value& q) { return same_function(field, p, q); });
  }
  return !holds_varying(a) && !holds_varying(b) && same_bits(a, b);
}

FieldValues field_values(const FieldRequest& request, const Bindings& inputs) {
  FieldWalk walk(request);
  Options options = request.evaluation;
  options.plain = true;
  options.lenient = true;
  options.on_warning = nullptr;
  options.on_node = nullptr;
  options.on_value = nullptr;
  const Setting over_field(&Evaluation::field, &request.field);
  const Setting bits(&Evaluation::precision, 128);
  const SubstituteScope scope(std::ref(walk));
  try {
    evaluate(request.subject.model(), inputs, options);
  } catch (const Undecided&) {
    throw Unproved{"an output's digits are needed", {}};
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error& error) {
    throw Unproved{error.what(), {}};
  }
  FieldValues result = walk.take();
  for (const auto& [name, value] : inputs) result.values[name] = value;
  return result;
}

}  // namespace etalon::equivalent
