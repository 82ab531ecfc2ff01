#include "ops/ai.onnx/tensor/indices.h"

namespace etalon {

Ints entries(const Tensor& indices, size_t size) {
  return by_element(indices.as<int64_t>(),
                    [&](int64_t index) { return static_cast<int64_t>(entry_index(index, size)); });
}

std::vector<Ints> entries_of_tuples(const Tensor& indices, const Shape& sizes) {
  const size_t k = sizes.size();
  if (k == 0) return {};
  const Shape shape(indices.shape().begin(), indices.shape().end() - 1);
  std::vector<Ints> parts(k, empty_array<int64_t>(shape));
  const Ints all = indices.as<int64_t>();
  for (size_t i = 0; i < all.size(); ++i) {
    parts[i % k].flat(i / k) = static_cast<int64_t>(entry_index(all.flat(i), sizes[i % k]));
  }
  return parts;
}

std::vector<Ints> coordinates(const Shape& shape) {
  std::vector<Ints> index;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    index.push_back(along(positions({shape[axis]}), axis, shape.size()));
  }
  return index;
}

Ints positions_at(const Shape& shape, const std::vector<Ints>& index) {
  Shape result;
  for (const Ints& of_axis : index) result = broadcast_shapes(result, of_axis.shape());
  Ints at = full<int64_t>(result, 0);
  for (size_t axis = 0; axis < index.size(); ++axis) {
    at = at * static_cast<int64_t>(shape[axis]) + index[axis];
  }
  return at;
}

void require_elements(const Tensor& data, const Tensor& indices, size_t axis) {
  bool fits = indices.rank() == data.rank();
  for (size_t i = 0; fits && i < data.rank(); ++i) {
    fits = i == axis || indices.dim(i) <= data.dim(i);
  }
  if (fits) return;
  throw InvalidInput("indices' shape {} does not fit data's {}", to_string(indices.shape()),
                     to_string(data.shape()));
}

TupleShapes tuple_shapes(const Tensor& data, const Tensor& indices, size_t batch_dims) {
  if (indices.rank() == 0) throw InvalidInput("indices is a scalar");
  const Shape& given = indices.shape();
  if (batch_dims >= given.size() || batch_dims + given.back() > data.rank()) {
    throw InvalidInput("indices' shape {} does not fit data's {} with {} batch axes",
                       to_string(given), to_string(data.shape()), batch_dims);
  }
  const auto batch_end = data.shape().begin() + std::ptrdiff_t(batch_dims);
  if (!std::equal(data.shape().begin(), batch_end, given.begin())) {
    throw InvalidInput("the first {} axes of indices' shape {} and data's {} differ", batch_dims,
                       to_string(given), to_string(data.shape()));
  }
  const auto indexed_end = batch_end + std::ptrdiff_t(given.back());
  return {Shape(data.shape().begin(), batch_end), Shape(given.begin(), given.end() - 1),
          Shape(batch_end, indexed_end), Shape(indexed_end, data.shape().end())};
}

Shape joined(Shape first, const Shape& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace etalon
