#include "engine/numerics/numerics.h"

#include <algorithm>
#include <numeric>

#include "engine/values/copying.h"

namespace etalon {

size_t axis_index(int64_t axis, size_t rank) {
  const auto r = static_cast<int64_t>(rank);
  if (axis < -r || axis >= r) {
    throw InvalidInput("axis {} is outside [{}, {}]", axis, -r, r - 1);
  }
  return static_cast<size_t>(axis < 0 ? axis + r : axis);
}

std::vector<size_t> axis_indices(const std::vector<int64_t>& axes, size_t rank) {
  std::vector<size_t> indices;
  check_rank(axes.size());
  for (const int64_t axis : axes) {
    const size_t index = axis_index(axis, rank);
    if (std::find(indices.begin(), indices.end(), index) != indices.end()) {
      throw InvalidInput("axis {} is named twice", axis);
    }
    indices.push_back(index);
  }
  return indices;
}

std::vector<size_t> all_axes(size_t rank) {
  std::vector<size_t> axes(rank);
  std::iota(axes.begin(), axes.end(), size_t{0});
  return axes;
}

size_t entry_index(int64_t index, size_t size) {
  const auto s = static_cast<int64_t>(size);
  if (index < -s || index >= s) {
    throw InvalidInput("index {} is outside [{}, {}]", index, -s, s - 1);
  }
  return static_cast<size_t>(index < 0 ? index + s : index);
}

void require_shape(std::string_view input, const Tensor& X, const Shape& wanted) {
  bool fits = X.rank() == wanted.size();
  std::vector<std::string> shown;
  for (size_t i = 0; i < wanted.size(); ++i) {
    fits = fits && (wanted[i] == any_size || X.dim(i) == wanted[i]);
    shown.push_back(wanted[i] == any_size ? "_" : std::to_string(wanted[i]));
  }
  if (fits) return;
  throw InvalidInput("{} has the shape {}, not [{}]", input, to_string(X.shape()),
                     fmt::join(shown, ", "));
}

void require_rank(std::string_view input, const Tensor& X, size_t rank) {
  if (X.rank() != rank) throw InvalidInput("{} has rank {}, not {}", input, X.rank(), rank);
}

void require_rank_from(std::string_view input, const Tensor& X, size_t least) {
  if (X.rank() < least) {
    throw InvalidInput("{} has rank {}, less than {}", input, X.rank(), least);
  }
}

Tensor single(const Tensor& X) {
  if (X.size() == 1) return X.reshaped({});
  throw InvalidInput("a single element is needed, but the shape is {}", to_string(X.shape()));
}

Ints coordinate(const Shape& shape, size_t axis) {
  Ints result = empty_array<int64_t>(shape);
  const size_t after = split_at(shape, axis + 1).after;
  const auto size = static_cast<int64_t>(shape[axis]);
  int64_t* out = result.data();
  const int64_t* const end = out + result.size();
  Copying<int64_t> copying;
  while (out != end) {
    for (int64_t i = 0; i < size; ++i) out = copying.fill(i, after, out);
  }
  return result;
}

Shape index_at(size_t position, const Shape& shape) {
  Shape index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

size_t position_of(const Shape& index, const Shape& shape) {
  size_t position = 0;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    position = position * shape[axis] + index[axis];
  return position;
}

Shape to_shape(const std::vector<int64_t>& dims) {
  Shape shape;
  for (const int64_t dim : dims) {
    if (dim < 0) throw InvalidInput("a dimension of {} is negative", dim);
    shape.push_back(static_cast<size_t>(dim));
  }
  return shape;
}

std::vector<int64_t> to_ints(const Shape& shape) { return {shape.begin(), shape.end()}; }

Split split_at(const Shape& shape, size_t axis) {
  const auto middle = shape.begin() + static_cast<std::ptrdiff_t>(axis);
  return {element_count(Shape(shape.begin(), middle)), element_count(Shape(middle, shape.end()))};
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  Shape shape(std::max(a.size(), b.size()));
  for (size_t i = 1; i <= shape.size(); ++i) {
    const size_t x = i <= a.size() ? a[a.size() - i] : 1;
    const size_t y = i <= b.size() ? b[b.size() - i] : 1;
    if (x != y && x != 1 && y != 1) {
      throw InvalidInput("the shapes {} and {} do not broadcast", to_string(a), to_string(b));
    }
    shape[shape.size() - i] = x == 1 ? y : x;
  }
  return shape;
}

Shape broadcast_shapes(const std::vector<Tensor>& tensors) {
  Shape shape;
  for (const Tensor& tensor : tensors) shape = broadcast_shapes(shape, tensor.shape());
  return shape;
}

Tensor legacy_broadcast(const Tensor& A, const Tensor& B, const Call& call) {
  if (!call.flag("broadcast")) {
    if (A.shape() != B.shape()) {
      throw InvalidInput("the shapes {} and {} differ and broadcast is 0", to_string(A.shape()),
                         to_string(B.shape()));
    }
    return B;
  }
  const size_t most = A.rank();
  if (B.rank() > most) {
    throw InvalidInput("B has the shape {}, of higher rank than A's {}", to_string(B.shape()),
                       to_string(A.shape()));
  }
  const size_t axis =
      call.has("axis") && B.rank() > 0 ? axis_index(call.integer("axis"), most) : most - B.rank();
  if (axis + B.rank() > most) {
    throw InvalidInput("B's shape {} does not fit A's {} from axis {}", to_string(B.shape()),
                       to_string(A.shape()), axis);
  }
  Shape aligned(most, 1);
  std::copy(B.shape().begin(), B.shape().end(), aligned.begin() + std::ptrdiff_t(axis));
  // The specification's text does not have the expansion of dimensions of size 1 ("doesn't work
  // yet"); the official cases test_operator_add_size1_broadcast and _singleton_broadcast use it.
  if (broadcast_shapes(A.shape(), aligned) != A.shape()) {
    throw InvalidInput("B's shape {} does not broadcast to A's {} from axis {}",
                       to_string(B.shape()), to_string(A.shape()), axis);
  }
  return B.reshaped(aligned);
}

Shape without_axes(const Shape& shape, const std::vector<size_t>& axes) {
  Shape rest;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) rest.push_back(shape[i]);
  }
  return rest;
}

int64_t integer_power(int64_t base, uint64_t exponent) {
  int64_t result = 1;
  for (; exponent != 0; exponent /= 2, base *= base) {
    if (exponent % 2 != 0) result *= base;
  }
  return result;
}

}  // namespace etalon
