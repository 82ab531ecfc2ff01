// The arguments of the functions behind ATen.
#pragma once

#include "engine/numerics/numerics.h"
#include "engine/operators/delegate.h"

namespace etalon::aten {

// The arguments of one function: tensors are the node's inputs, in the order of ATen's signature;
// numbers are attributes of the names that the signature gives them, each written as a number, a
// list of one, or a tensor.
class Arguments {
 public:
  explicit Arguments(const Call& call) : call_(call), tensors_(call.variadic_values("input")) {}

  size_t count() const { return tensors_.size(); }
  // maybe() gives nullptr for one left out.
  const Tensor& tensor(size_t index) const;
  const Tensor* maybe(size_t index) const;
  const Values& all() const { return tensors_; }
  // For functions of real numbers. Throws InvalidInput unless it is a float tensor.
  const Tensor& floats(size_t index) const;

  bool has(const std::string& name) const { return call_.node().attributes.contains(name); }
  int64_t integer(const std::string& name) const;
  int64_t integer(const std::string& name, int64_t otherwise) const {
    return has(name) ? integer(name) : otherwise;
  }
  double real(const std::string& name, double otherwise) const;
  std::vector<int64_t> ints(const std::string& name) const;
  // A number as the C++ type T of the tensor that it is to be combined with. Throws Unspecified for
  // a fraction where T is of integers: releases of ATen differ.
  template <class T>
  T scalar(const std::string& name, T otherwise) const;
  // The second operand, a tensor of the first one's type: the second tensor or else a number.
  // Throws InvalidInput for another type.
  Tensor operand(const std::string& name) const;
  // Attribute dim as an axis.
  size_t dim(size_t rank) const { return axis_index(integer("dim"), rank); }

  // What ONNX's operator returns for these inputs, by position, and these attributes.
  Values onnx(std::string_view name, const Values& inputs,
              const std::vector<Attribute>& attributes = {}) const;

 private:
  const Attribute& attribute(const std::string& name) const;

  const Call& call_;
  Values tensors_;
};

template <class T>
T Arguments::scalar(const std::string& name, T otherwise) const {
  if (!has(name)) return otherwise;
  if constexpr (std::is_same_v<T, double>) {
    return real(name, 0);
  } else {
    return static_cast<T>(integer(name));
  }
}

}  // namespace etalon::aten
