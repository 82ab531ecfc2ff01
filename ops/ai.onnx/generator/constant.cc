// Constant: the tensor that the one attribute given holds.
//   1, 9                      value
//   11                        or sparse_value, as its dense tensor
//   12                        or value_int, value_float, value_string: rank 0; value_ints,
//                             value_floats, value_strings: rank 1
//   13, 19, 21, 23, 24, 25    as 12; more types
#include "engine/formula.h"

namespace etalon {
namespace {

template <class T>
Array<T> array_of(const std::vector<T>& values) {
  Array<T> array = empty_array<T>({values.size()});
  std::copy(values.begin(), values.end(), array.begin());
  return array;
}

std::string the_one_given(const Call& call) {
  std::vector<std::string> given;
  for (const FormalAttribute& formal : call.schema().attributes) {
    if (call.has(formal.name)) given.push_back(formal.name);
  }
  if (given.size() == 1) return given[0];
  throw InvalidModel("{} attributes are given where exactly one must be", given.size());
}

Tensor held_by(const Call& call, const std::string& which) {
  if (which == "value") return call.tensor_attribute(which);
  if (which == "sparse_value") return dense(std::get<SparseTensor>(call.attribute(which).value));
  if (which == "value_int") return scalar(DType::int64, call.integer(which));
  if (which == "value_float") return scalar(DType::float32, call.real(which));
  if (which == "value_string") {
    return Tensor::of(DType::string, scalar_array(call.text(which)));
  }
  if (which == "value_ints") return vector_of(call.ints(which));
  if (which == "value_floats") return Tensor::decided(DType::float32, array_of(call.reals(which)));
  return Tensor::of(DType::string, array_of(call.texts(which)));
}

Values constant(const Call& call) {
  const Tensor output = held_by(call, the_one_given(call));
  check_output_type(call, output.dtype());
  return {output};
}

const Operator op("Constant", constant, {1, 9, 11, 12, 13, 19, 21, 23, 24, 25});

}  // namespace
}  // namespace etalon
