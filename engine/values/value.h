// The values that nodes exchange: absent values, tensors, sequences, optionals, maps, sparse
// tensors.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/values/tensor.h"

namespace etalon {

// A dimension as a model declares it: a number, a symbol, or unknown.
using Dim = std::variant<std::monostate, int64_t, std::string>;

// A value's type as ONNX's TypeProto gives it.
struct Type {
  enum class Kind { unknown, tensor, sparse_tensor, sequence, optional, map };
  Kind kind = Kind::unknown;
  DType dtype = DType::undefined;         // element type of tensors; key type of maps
  std::optional<std::vector<Dim>> shape;  // tensors; absent when the rank is unknown
  std::shared_ptr<const Type> element;    // of sequences and optionals; value type of maps

  static Type tensor(DType dtype);
  static Type sequence(Type element);
  static Type optional(Type element);
  static Type map(DType key, Type value);
};
// "tensor(float)", "seq(tensor(int64))", "optional(seq(tensor(bool)))", "map(string,
// tensor(float))", as schemas write it (shapes left out).
std::string to_string(const Type& type);
// The inverse of to_string. Throws InvalidModel if the text is not a type string.
Type type_named(std::string_view text);
// True if the types are equal, ignoring shapes. An unknown type or undefined element type matches
// any other.
bool compatible(const Type& a, const Type& b);

class Value;
using Values = std::vector<Value, BudgetAllocator<Value>>;  // charged to the memory budget

// Elements of one type. An empty sequence keeps its element type.
struct Sequence {
  Type element;
  Values items;
};
// Holds one value or none. An empty optional keeps its element type. (ONNX's optional(T))
struct Optional {
  Type element;
  std::shared_ptr<const Value> held;
};
// Keys in the order given, as an int64 or string tensor of rank 1; values of one type, one for each
// key. (ONNX-ML's map(K, tensor(V)))
struct Map {
  Tensor keys;    // rank 1
  Values values;  // one for each key
  Type value_type;
};
// Coordinate format: `values` [NNZ], `indices` [NNZ] (linear) or [NNZ, rank], both in row-major
// order, of a dense tensor of shape `shape`. (ONNX's SparseTensorProto)
struct SparseTensor {
  Tensor values;
  Tensor indices;
  Shape shape;
};
Tensor dense(const SparseTensor& sparse);

// Immutable and cheap to copy. A default Value is absent: an optional input or output left out.
class Value {
 public:
  Value();
  ~Value();
  Value(const Value&);
  Value(Value&&) noexcept;
  Value& operator=(const Value&);
  Value& operator=(Value&&) noexcept;
  Value(Tensor tensor);  // NOLINT: implicit, so that operators return {Y}
  Value(Sequence sequence);
  Value(Optional optional);
  Value(Map map);
  Value(SparseTensor sparse);

  bool absent() const { return std::holds_alternative<std::monostate>(held_); }
  bool is_tensor() const { return std::holds_alternative<Tensor>(held_); }
  bool is_sequence() const;
  bool is_optional() const;
  bool is_map() const;
  bool is_sparse() const;

  // Each throws InvalidInput, naming the value's type, if the value is of another kind.
  const Tensor& tensor() const;
  const Sequence& sequence() const;
  const Optional& optional() const;
  const Map& map() const;
  const SparseTensor& sparse() const;

  // Tensors carry their exact shape; an absent value has an unknown type.
  Type type() const;
  Type type_without_shape() const;

  // Charges the contents of all strings in the value to the memory budget (Tensor::charge_texts).
  void charge_texts() const;

 private:
  std::variant<std::monostate, Tensor, std::shared_ptr<const Sequence>,
               std::shared_ptr<const Optional>, std::shared_ptr<const Map>,
               std::shared_ptr<const SparseTensor>>
      held_;
};

}  // namespace etalon

extern template class std::vector<etalon::Value, etalon::BudgetAllocator<etalon::Value>>;
extern template class std::vector<etalon::Tensor>;
