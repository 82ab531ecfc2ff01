#include "conformance/judge/exact.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "conformance/judge/compare.h"
#include "engine/interpreter/substitute.h"

namespace etalon {

namespace {

bool is_carried(DType type) { return is_narrow(type) || type == DType::float64; }

Type converted(const Type& type, DType to) {
  Type result = type;
  if (type.element) result.element = std::make_shared<const Type>(converted(*type.element, to));
  const bool has_elements =
      type.kind == Type::Kind::tensor || type.kind == Type::Kind::sparse_tensor;
  if (has_elements && is_carried(type.dtype)) result.dtype = to;
  return result;
}

Tensor converted(const Tensor& tensor, DType to) {
  if (!is_carried(tensor.dtype()) || tensor.dtype() == to) return tensor;
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
          return value.is_tensor() && is_carried(value.tensor().dtype());
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

}  // namespace

bool is_narrow(DType type) {
  return type == DType::float32 || type == DType::float16 || type == DType::bfloat16;
}

bool admits(const Schema& schema, const FormalParameter& formal, const Type& type) {
  const TypeConstraint* constraint = schema.constraint(formal.type);
  if (constraint == nullptr) return compatible(type_named(formal.type), type);
  return std::any_of(constraint->accepted.begin(), constraint->accepted.end(),
                     [&](const Type& one) { return compatible(one, type); });
}

ExactOutputs evaluate_exactly(const BoundModel& model, const Bindings& inputs,
                              const Options& options) {
  WideEvaluation wide;
  const SubstituteScope scope(std::ref(wide));
  Options lenient = options;
  lenient.lenient = true;  // the declared types are the narrow ones
  lenient.on_warning = nullptr;
  ExactOutputs result;
  result.outputs = converted(evaluate(model, inputs, lenient), DType::float64);
  result.rounded = wide.take_rounded();
  return result;
}

}  // namespace etalon
