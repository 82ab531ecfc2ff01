#include "conformance/judge/exact.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <new>

#include "conformance/bounds/bound_walk.h"
#include "conformance/common/json.h"
#include "conformance/judge/compare.h"
#include "conformance/judge/parts.h"
#include "engine/interpreter/substitute.h"
#include "engine/values/json.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

namespace {

// float16, bfloat16 or float32: what an exact evaluation replaces.
bool is_narrow(DType type) {
  return type == DType::float32 || type == DType::float16 || type == DType::bfloat16;
}

// True if the parameter admits values of the type.
bool admits(const Schema& schema, const FormalParameter& formal, const Type& type) {
  const TypeConstraint* constraint = schema.constraint(formal.type);
  if (constraint == nullptr) return compatible(type_named(formal.type), type);
  return std::any_of(constraint->accepted.begin(), constraint->accepted.end(),
                     [&](const Type& one) { return compatible(one, type); });
}

Type converted(const Type& type, DType to) {
  Type result = type;
  if (type.element) result.element = std::make_shared<const Type>(converted(*type.element, to));
  const bool has_elements =
      type.kind == Type::Kind::tensor || type.kind == Type::Kind::sparse_tensor;
  if (has_elements && has_rounding(type.dtype)) result.dtype = to;
  return result;
}

Tensor converted(const Tensor& tensor, DType to) {
  if (!has_rounding(tensor.dtype()) || tensor.dtype() == to) return tensor;
  return Tensor::of(to, tensor.as<double>());
}

Value converted(const Value& value, DType to);

Values converted(const Values& values, DType to) {
  Values result;
  result.reserve(values.size());
  for (const Value& value : values) result.push_back(converted(value, to));
  return result;
}

// The value with all its float16, bfloat16, float32 and float64 tensors as tensors of type `to`.
Value converted(const Value& value, DType to) {
  if (value.is_tensor()) return converted(value.tensor(), to);
  if (value.is_sequence()) {
    const Sequence& sequence = value.sequence();
    return Sequence{converted(sequence.element, to), converted(sequence.items, to)};
  }
  if (value.is_optional()) {
    const Optional& optional = value.optional();
    Optional result{converted(optional.element, to), nullptr};
    if (optional.held) result.held = std::make_shared<const Value>(converted(*optional.held, to));
    return result;
  }
  if (value.is_map()) {
    const Map& map = value.map();
    return Map{map.keys, converted(map.values, to), converted(map.value_type, to)};
  }
  if (value.is_sparse()) {
    const SparseTensor& sparse = value.sparse();
    return SparseTensor{converted(sparse.values, to), sparse.indices, sparse.shape};
  }
  return value;
}

// True if the value is, or holds, tensors of a narrow type.
bool holds_narrow(const Value& value) {
  return !value.absent() &&
         to_string(value.type()) != to_string(converted(value.type(), DType::float64));
}

bool gives_wide(const Schema& schema) {
  const Type wide = Type::tensor(DType::float64);
  return !schema.outputs.empty() && (admits(schema, schema.outputs[0], wide) ||
                                     admits(schema, schema.outputs[0], Type::sequence(wide)));
}

// The node with float64 in place of the narrow types that its attributes name.
Node widened(Node node) {
  const auto widen = [&](std::string_view name) {
    const auto attribute = node.attributes.find(name);
    if (attribute == node.attributes.end()) return;
    int64_t* type = std::get_if<int64_t>(&attribute->second.value);
    if (type != nullptr && is_narrow(static_cast<DType>(*type))) *type = int64_t(DType::float64);
  };
  for (const std::string_view name : {"stash_type", "softmax_precision"}) widen(name);
  if (!gives_wide(*node.schema)) return node;
  for (const std::string_view name : {"to", "dtype", "output_dtype"}) widen(name);
  return node;
}

class WideEvaluation {
 public:
  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    if (node.schema == nullptr) return ordinary(node, inputs);
    refuse_bits(node, inputs);
    bool rounds = false;
    Values given;
    for (size_t i = 0; i < inputs.size(); ++i) given.push_back(fitted(node, i, inputs[i], rounds));
    Values outputs = ordinary(widened(node), given);
    const bool narrow = std::any_of(outputs.begin(), outputs.end(), holds_narrow);
    if (rounds || (narrow && !repeats(node))) add(label_of(node));
    return converted(outputs, DType::float64);
  }

  std::vector<std::string> take_rounded() { return std::move(rounded_); }

 private:
  static void refuse_bits(const Node& node, const Values& inputs) {
    const bool reads_bits = node.schema->domain.empty() && node.op_type == "BitCast";
    if (reads_bits && std::any_of(inputs.begin(), inputs.end(), [](const Value& value) {
          return value.is_tensor() && has_rounding(value.tensor().dtype());
        })) {
      throw Unsupported("the result depends on the bits of a float");
    }
  }

  // True if narrow outputs of the node are not rounded: they are given, or its graphs round them.
  static bool repeats(const Node& node) {
    return node.inputs.empty() || node.op_type == "ConstantOfShape" || node.op_type == "ZipMap" ||
           holds_nodes(node);
  }

  // The value as float64 where the node admits that; else in a float type that it admits.
  static Value fitted(const Node& node, size_t position, const Value& value, bool& rounds) {
    const FormalParameter* formal = parameter_at(node.schema->inputs, position);
    Value wide = converted(value, DType::float64);
    if (formal == nullptr || value.absent() || node.any_number) return wide;
    if (admits(*node.schema, *formal, wide.type())) return wide;
    for (const DType type : {DType::float32, DType::float16, DType::bfloat16}) {
      Value narrow = converted(wide, type);
      if (!admits(*node.schema, *formal, narrow.type())) continue;
      rounds = rounds || !compare(converted(narrow, DType::float64), wide, {0, 0, {}}).pass();
      return narrow;
    }
    return value;
  }

  void add(const std::string& label) {
    if (std::find(rounded_.begin(), rounded_.end(), label) == rounded_.end()) {
      rounded_.push_back(label);
    }
  }

  std::vector<std::string> rounded_;
};

// Adds the errors of one tensor; `measured` becomes true unless all its exact elements are 0.
void add_error(ExactError& error, const Tensor& got, const Tensor& sound, const Tensor& exact,
               bool& measured) {
  const Reals r = got.as<double>();
  const Reals h = sound.as<double>();
  const Reals e = exact.as<double>();
  const double largest = largest_magnitude(e);
  if (largest == 0) return;
  measured = true;
  if (error.type == DType::undefined) error.type = sound.dtype();
  for (size_t i = 0; i < e.size(); ++i) {
    const double truth = e.data()[i];
    if (!std::isfinite(truth) || !std::isfinite(h.data()[i])) continue;
    const double off = std::isfinite(r.data()[i]) ? std::abs(r.data()[i] - truth)
                                                  : std::numeric_limits<double>::infinity();
    error.scaled = std::max(error.scaled, off / largest);
    error.sound = std::max(error.sound, std::abs(h.data()[i] - truth) / largest);
  }
}

// The declared types are the narrow ones.
Options in_wider_types(Options options) {
  options.lenient = true;
  options.on_warning = nullptr;
  return options;
}

}  // namespace

ExactOutputs evaluate_exactly(const BoundModel& model, const Bindings& inputs,
                              const Options& options) {
  WideEvaluation wide;
  const SubstituteScope scope(std::ref(wide));
  ExactOutputs result;
  result.outputs = converted(evaluate(model, inputs, in_wider_types(options)), DType::float64);
  result.rounded = wide.take_rounded();
  return result;
}

namespace {

// Evaluates in float64 as WideEvaluation does, and bounds the roundings of that.
class EnclosedEvaluation {
 public:
  explicit EnclosedEvaluation(const Graph& graph) : walk_(Roundings::any, graph) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    note(node, is_narrowing(node, inputs), "rounds its input, as its text requires");
    return wide_(node, inputs, [&](const Node& widened, const Values& given) {
      for (size_t i = 0; i < std::min(given.size(), inputs.size()); ++i) {
        note(node, carries_errors(inputs[i]) && !carries_errors(given[i]), "has no float64 form");
      }
      Values outputs = walk_(widened, given, ordinary);
      for (const Value& output : outputs) {
        note(node, holds_narrow(output) && carries_errors(output), "has no float64 form");
      }
      return outputs;
    });
  }

  Bound bound_of(const Value& value) const { return walk_.bound_of(value); }
  std::string problem() {
    const std::vector<std::string> rounded = wide_.take_rounded();
    if (problem_.empty() && !rounded.empty()) return rounded[0] + " has no float64 form";
    return problem_;
  }

 private:
  void note(const Node& node, bool is_problem, std::string_view what) {
    if (is_problem && problem_.empty()) problem_ = fmt::format("{} {}", label_of(node), what);
  }

  // True for a Cast to another type that changes a value; a CastLike counts as one.
  static bool is_narrowing(const Node& node, const Values& inputs) {
    if (!node.domain.empty() || inputs.empty() || !inputs[0].is_tensor()) return false;
    if (node.op_type == "CastLike") return true;
    const auto to = node.attributes.find("to");
    if (node.op_type != "Cast" || to == node.attributes.end()) return false;
    const auto* type = std::get_if<int64_t>(&to->second.value);
    if (type == nullptr || !is_float(static_cast<DType>(*type))) return false;
    const Tensor& x = inputs[0].tensor();
    if (!is_float(x.dtype()) && !is_integer(x.dtype())) return x.dtype() == DType::string;
    const Reals values = x.with_side(nullptr).as<double>();
    const Reals narrow = round_to(static_cast<DType>(*type), values);
    const bool inexact = is_narrow(static_cast<DType>(*type)) && has_errors(x);
    return inexact || !std::equal(values.begin(), values.end(), narrow.begin(),
                                  [](double a, double b) { return a == b || std::isnan(a); });
  }

  WideEvaluation wide_;
  BoundWalk walk_;
  std::string problem_;
};

}  // namespace

ExactEnclosures enclose_exactly(const BoundModel& model, const Bindings& inputs,
                                const Options& options) {
  EnclosedEvaluation enclosed(model.graph);
  const SubstituteScope scope(std::ref(enclosed));
  ExactEnclosures result;
  result.middles = converted(evaluate(model, inputs, in_wider_types(options)), DType::float64);
  for (const Value& middle : result.middles) result.bounds.push_back(enclosed.bound_of(middle));
  result.problem = enclosed.problem();
  return result;
}

std::optional<double> ExactError::factor() const {
  constexpr double least_share = 1.0 / 64;
  if (sound < rounding_of(type).unit() * least_share) return std::nullopt;
  return scaled / sound;
}

std::optional<ExactError> exact_error(const Value& got, const Value& sound, const Value& exact) {
  const std::vector<Part> of_sound = parts_of(sound);
  const auto of_got = parts_of(got, sound), of_exact = parts_of(exact, sound);
  if (!of_got || !of_exact) return std::nullopt;
  ExactError error;
  bool measured = false;
  for (size_t i = 0; i < of_sound.size(); ++i) {
    const Tensor &h = of_sound[i].tensor, &r = (*of_got)[i].tensor, &e = (*of_exact)[i].tensor;
    if (!is_narrow(h.dtype())) continue;
    if (e.shape() != h.shape() || r.shape() != h.shape()) return std::nullopt;
    add_error(error, r, h, e, measured);
  }
  return measured ? std::optional(error) : std::nullopt;
}

std::optional<ExactError> largest_exact_error(const BoundModel& model, const Bindings& inputs,
                                              const Values& got, const Options& options) {
  std::optional<ExactError> largest;
  try {
    const Values sound = evaluate(model, inputs, options);
    if (sound.size() != got.size()) return std::nullopt;
    const ExactOutputs exact = evaluate_exactly(model, inputs, options);
    for (size_t i = 0; i < got.size(); ++i) {
      std::optional<ExactError> error = exact_error(got[i], sound[i], exact.outputs[i]);
      if (!error || (largest && largest->scaled >= error->scaled)) continue;
      largest = std::move(error);
      largest->rounded = exact.rounded;
    }
  } catch (const Error&) {
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
  return largest;
}

std::string to_string(const ExactError& error) {
  if (!std::isfinite(error.scaled)) return "not finite, where the exact result is";
  const std::string_view type = error.type == DType::float32 ? "float32" : name(error.type);
  return fmt::format("{:.2g} of the largest value; Etalon's own {} evaluation {:.2g}", error.scaled,
                     type, error.sound);
}

nlohmann::json to_json(const ExactError& error) {
  const std::optional<double> factor = error.factor();
  return {{"scaled", number_to_json(error.scaled)},
          {"honest", number_to_json(error.sound)},
          {"factor", factor ? number_to_json(*factor) : nlohmann::json()},
          {"type", name(error.type)},
          {"rounded", error.rounded}};
}

ExactError exact_error_from_json(const nlohmann::json& json) {
  ExactError error;
  error.scaled = naming("'scaled'", [&] { return number_from_json(json.at("scaled")); });
  error.sound = naming("'honest'", [&] { return number_from_json(json.at("honest")); });
  const std::string type = field<std::string>(json, "type");
  for (const DType narrow : {DType::float32, DType::float16, DType::bfloat16}) {
    if (type == name(narrow)) error.type = narrow;
  }
  if (error.type == DType::undefined) throw InvalidInput("'{}' is not a type", printable(type));
  read_field(json, "rounded", error.rounded);
  return error;
}

}  // namespace etalon
