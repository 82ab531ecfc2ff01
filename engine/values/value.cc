#include "engine/values/value.h"

#include <algorithm>

namespace etalon {
namespace {

template <class T>
const T& get(const std::variant<std::monostate, Tensor, std::shared_ptr<const Sequence>,
                                std::shared_ptr<const Optional>, std::shared_ptr<const Map>,
                                std::shared_ptr<const SparseTensor>>& held,
             const Value& value, std::string_view wanted) {
  if (const auto* p = std::get_if<std::shared_ptr<const T>>(&held)) return **p;
  throw InvalidInput("a {} is needed, but the value is {}", wanted,
                     value.absent() ? "absent" : "a " + to_string(value.type()));
}

// The value in shared storage that is charged to the memory budget.
template <class T>
std::shared_ptr<const T> charged(T value) {
  return std::allocate_shared<const T>(BudgetAllocator<T>(), std::move(value));
}

bool may_hold_texts(const Type& type) {
  if (type.kind == Type::Kind::map || type.kind == Type::Kind::unknown) return true;
  if (type.element) return may_hold_texts(*type.element);
  return type.dtype == DType::string || type.dtype == DType::undefined;
}

// The text between the parentheses of "kind(…)"; empty when `text` is not of that form.
std::string_view inside(std::string_view text, std::string_view kind) {
  if (!text.starts_with(kind) || text.size() < kind.size() + 2) return {};
  text.remove_prefix(kind.size());
  if (text.front() != '(' || text.back() != ')') return {};
  return text.substr(1, text.size() - 2);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

DType element_named(std::string_view text) {
  const DType type = dtype_named(text);
  if (type == DType::undefined) throw InvalidModel("'{}' is not an element type", text);
  return type;
}

}  // namespace

Type Type::tensor(DType dtype) {
  Type type;
  type.kind = Kind::tensor;
  type.dtype = dtype;
  return type;
}

Type Type::sequence(Type element) {
  Type type;
  type.kind = Kind::sequence;
  type.element = std::make_shared<const Type>(std::move(element));
  return type;
}

Type Type::optional(Type element) {
  Type type = sequence(std::move(element));
  type.kind = Kind::optional;
  return type;
}

Type Type::map(DType key, Type value) {
  Type type = sequence(std::move(value));
  type.kind = Kind::map;
  type.dtype = key;
  return type;
}

std::string to_string(const Type& type) {
  const auto written = [](std::string_view kind, std::string_view inside) {
    return std::string(kind).append("(").append(inside).append(")");
  };
  switch (type.kind) {
    case Type::Kind::tensor:
      return written("tensor", name(type.dtype));
    case Type::Kind::sparse_tensor:
      return written("sparse_tensor", name(type.dtype));
    case Type::Kind::sequence:
      return written("seq", to_string(*type.element));
    case Type::Kind::optional:
      return written("optional", to_string(*type.element));
    case Type::Kind::map:
      return written("map", std::string(name(type.dtype)) + ", " + to_string(*type.element));
    default:
      return "unknown";
  }
}

Type type_named(std::string_view text) {
  text = trimmed(text);
  if (const auto in = inside(text, "tensor"); !in.empty()) return Type::tensor(element_named(in));
  if (const auto in = inside(text, "sparse_tensor"); !in.empty()) {
    Type type = Type::tensor(element_named(in));
    type.kind = Type::Kind::sparse_tensor;
    return type;
  }
  if (const auto in = inside(text, "seq"); !in.empty()) return Type::sequence(type_named(in));
  if (const auto in = inside(text, "optional"); !in.empty()) return Type::optional(type_named(in));
  if (const auto in = inside(text, "map"); !in.empty()) {
    const size_t comma = in.find(',');
    if (comma != std::string_view::npos) {
      const std::string_view value = trimmed(in.substr(comma + 1));
      const DType plain = dtype_named(value);  // ai.onnx.ml writes map(int64, float)
      return Type::map(element_named(trimmed(in.substr(0, comma))),
                       plain == DType::undefined ? type_named(value) : Type::tensor(plain));
    }
  }
  throw InvalidModel("'{}' is not a type", text);
}

bool compatible(const Type& a, const Type& b) {
  if (a.kind == Type::Kind::unknown || b.kind == Type::Kind::unknown) return true;
  if (a.kind != b.kind) return false;
  if (a.dtype != b.dtype && a.dtype != DType::undefined && b.dtype != DType::undefined) {
    return false;
  }
  return !a.element || !b.element || compatible(*a.element, *b.element);
}

Value::Value() = default;
Value::~Value() = default;
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::Value(Tensor tensor) : held_(std::move(tensor)) {}
Value::Value(Sequence sequence) : held_(charged(std::move(sequence))) {}
Value::Value(Optional optional) : held_(charged(std::move(optional))) {}
Value::Value(Map map) : held_(charged(std::move(map))) {}
Value::Value(SparseTensor sparse) : held_(charged(std::move(sparse))) {}

bool Value::is_sequence() const {
  return std::holds_alternative<std::shared_ptr<const Sequence>>(held_);
}
bool Value::is_optional() const {
  return std::holds_alternative<std::shared_ptr<const Optional>>(held_);
}
bool Value::is_map() const { return std::holds_alternative<std::shared_ptr<const Map>>(held_); }
bool Value::is_sparse() const {
  return std::holds_alternative<std::shared_ptr<const SparseTensor>>(held_);
}

const Tensor& Value::tensor() const {
  if (const auto* tensor = std::get_if<Tensor>(&held_)) return *tensor;
  throw InvalidInput("a tensor is needed, but the value is {}",
                     absent() ? "absent" : "a " + to_string(type()));
}
const Sequence& Value::sequence() const { return get<Sequence>(held_, *this, "sequence"); }
const Optional& Value::optional() const { return get<Optional>(held_, *this, "optional"); }
const Map& Value::map() const { return get<Map>(held_, *this, "map"); }
const SparseTensor& Value::sparse() const {
  return get<SparseTensor>(held_, *this, "sparse tensor");
}

Type Value::type() const {
  Type type = type_without_shape();
  if (!is_tensor() && !is_sparse()) return type;
  const Shape& shape = is_tensor() ? tensor().shape() : sparse().shape;
  type.shape.emplace().reserve(shape.size());
  for (const size_t dim : shape) type.shape->push_back(static_cast<int64_t>(dim));
  return type;
}

Type Value::type_without_shape() const {
  if (is_tensor()) return Type::tensor(tensor().dtype());
  if (is_sequence()) return Type::sequence(sequence().element);
  if (is_optional()) return Type::optional(optional().element);
  if (is_map()) return Type::map(map().keys.dtype(), map().value_type);
  if (is_sparse()) {
    Type type = Type::tensor(sparse().values.dtype());
    type.kind = Type::Kind::sparse_tensor;
    return type;
  }
  return {};
}

void Value::charge_texts() const {
  if (is_tensor()) return tensor().charge_texts();
  if (is_sparse()) return sparse().values.charge_texts();
  if (is_sequence()) {
    if (!may_hold_texts(sequence().element)) return;
    for (const Value& item : sequence().items) item.charge_texts();
  } else if (is_optional()) {
    if (optional().held) optional().held->charge_texts();
  } else if (is_map()) {
    map().keys.charge_texts();
    for (const Value& value : map().values) value.charge_texts();
  }
}

Tensor dense(const SparseTensor& sparse) {
  Tensor result = Tensor::zeros(sparse.values.dtype(), sparse.shape);
  const std::vector<int64_t> indices = sparse.indices.ints();
  const size_t rank = sparse.indices.rank() == 2 ? sparse.indices.dim(1) : 1;
  by_slot(result.dtype(), [&]<class W>() {
    const auto from = sparse.values.slots<W>();
    const auto to = result.mutable_slots<W>();
    for (size_t i = 0; i < from.size(); ++i) {
      size_t position = 0;
      for (size_t k = 0; k < rank; ++k) {
        const size_t dim = sparse.indices.rank() == 2 ? sparse.shape[k] : to.size();
        position = position * dim + static_cast<size_t>(indices[i * rank + k]);
      }
      if (position >= to.size()) throw InvalidInput("a sparse index is out of range");
      to[position] = from[i];
    }
  });
  return result;
}

}  // namespace etalon

template class std::vector<etalon::Value, etalon::BudgetAllocator<etalon::Value>>;
template class std::vector<etalon::Tensor>;
