#include "engine/numerics/numerics.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "engine/numerics/double_double.h"

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

Ints coordinate(const Shape& shape, size_t axis) {
  Ints result = empty_array<int64_t>(shape);
  const auto after = static_cast<int64_t>(split_at(shape, axis + 1).after);
  const auto size = static_cast<int64_t>(shape[axis]);
  int64_t* out = result.data();
  const int64_t* const end = out + result.size();
  while (out != end) {
    for (int64_t i = 0; i < size; ++i, out += after) std::fill_n(out, after, i);
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

Shape broadcast_shape(const Shape& a, const Shape& b) {
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

Shape broadcast_shape(const std::vector<Tensor>& tensors) {
  Shape shape;
  for (const Tensor& tensor : tensors) shape = broadcast_shape(shape, tensor.shape());
  return shape;
}

namespace {

// A tensor filled with the only element of X.
Tensor repeated(const Tensor& X, const Shape& shape) {
  Tensor Y = Tensor::unwritten(X.dtype(), shape);
  by_slot(X.dtype(), [&]<class W>() {
    const std::span<W> slots = Y.mutable_slots<W>();
    std::fill(slots.begin(), slots.end(), X.slots<W>()[0]);
  });
  return Y;
}

}  // namespace

Tensor broadcast_to(const Tensor& X, const Shape& shape) {
  if (X.shape() == shape) return X;
  if (broadcast_shape(X.shape(), shape) != shape) {
    throw InvalidInput("{} does not broadcast to {}", to_string(X.shape()), to_string(shape));
  }
  element_count(shape);
  if (X.size() == 1) return repeated(X, shape);
  return take(X, xt::broadcast(positions(X.shape()), shape));
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
  if (broadcast_shape(A.shape(), aligned) != A.shape()) {
    throw InvalidInput("B's shape {} does not broadcast to A's {} from axis {}",
                       to_string(B.shape()), to_string(A.shape()), axis);
  }
  return B.reshaped(aligned);
}

namespace {

// For each element of x, in row-major order, calls visit(output position, element).
template <class T, class Visit>
void each_reduced(const Array<T>& x, const Shape& reduced, Visit visit) {
  const Shape& shape = x.shape();
  const size_t rank = shape.size();
  std::vector<size_t> stride(rank);  // of the output; 0 along reduced axes
  size_t step = 1;
  for (size_t axis = rank; axis-- > 0;) {
    stride[axis] = reduced[axis] == shape[axis] && shape[axis] != 1 ? step : 0;
    step *= reduced[axis];
  }
  std::vector<size_t> index(rank);
  size_t target = 0;
  const T* values = x.data();
  for (size_t i = 0; i < x.size(); ++i) {
    visit(target, values[i]);
    for (size_t axis = rank; axis-- > 0;) {
      target += stride[axis];
      if (++index[axis] < shape[axis]) break;
      target -= stride[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

Shape reduced_shape(Shape shape, const std::vector<size_t>& axes) {
  for (const size_t axis : axes) shape[axis] = 1;
  return shape;
}

template <class T, class Step>
Array<T> fold(const Array<T>& x, const std::vector<size_t>& axes, T initial, Step step) {
  const Shape shape = reduced_shape(x.shape(), axes);
  Array<T> result = full<T>(shape, initial);
  T* out = result.data();
  each_reduced(x, shape, [&](size_t at, T value) { out[at] = step(out[at], value); });
  return result;
}

Reals compensated_sum(const Reals& x, const std::vector<size_t>& axes) {
  const Shape shape = reduced_shape(x.shape(), axes);
  Reals sum = full(shape, 0.0);
  Reals lost = full(shape, 0.0);
  double* s = sum.data();
  double* c = lost.data();
  each_reduced(x, shape, [&](size_t at, double value) {
    const double total = s[at] + value;
    c[at] +=
        std::fabs(s[at]) >= std::fabs(value) ? (s[at] - total) + value : (value - total) + s[at];
    s[at] = total;
  });
  // For an infinite or NaN sum the correction does not matter.
  for (size_t i = 0; i < sum.size(); ++i) {
    if (std::isfinite(s[i])) s[i] += c[i];
  }
  return sum;
}

Reals precise_product(const Reals& x, const std::vector<size_t>& axes) {
  Reals result = empty_array<double>(reduced_shape(x.shape(), axes));
  std::vector<DoubleDouble, BudgetAllocator<DoubleDouble>> products(result.size(), 1);
  each_reduced(x, result.shape(),
               [&](size_t at, double value) { products[at] = products[at] * value; });
  for (size_t i = 0; i < result.size(); ++i) result.data()[i] = static_cast<double>(products[i]);
  return result;
}

template <class T>
T below_all() {
  using Range = std::numeric_limits<T>;
  return Range::has_infinity ? -Range::infinity() : Range::lowest();
}

template <class T>
T above_all() {
  using Range = std::numeric_limits<T>;
  return Range::has_infinity ? Range::infinity() : Range::max();
}

}  // namespace

template <class T>
Array<T> sum_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if constexpr (std::is_same_v<T, double>) {
    return compensated_sum(x, axes);
  } else {
    return fold(x, axes, T{0}, [](T a, T b) { return a + b; });
  }
}

template <class T>
Array<T> product_over(const Array<T>& x, const std::vector<size_t>& axes) {
  if constexpr (std::is_same_v<T, double>) {
    return precise_product(x, axes);
  } else {
    return fold(x, axes, T{1}, [](T a, T b) { return a * b; });
  }
}

template <class T>
Array<T> max_over(const Array<T>& x, const std::vector<size_t>& axes) {
  return fold(x, axes, below_all<T>(), maximum<T>);
}

template <class T>
Array<T> min_over(const Array<T>& x, const std::vector<size_t>& axes) {
  return fold(x, axes, above_all<T>(), minimum<T>);
}

template Array<double> sum_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> sum_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> sum_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<double> product_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> product_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> product_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<double> max_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> max_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> max_over(const Array<uint64_t>&, const std::vector<size_t>&);
template Array<double> min_over(const Array<double>&, const std::vector<size_t>&);
template Array<int64_t> min_over(const Array<int64_t>&, const std::vector<size_t>&);
template Array<uint64_t> min_over(const Array<uint64_t>&, const std::vector<size_t>&);

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

Ints positions(const Shape& shape) {
  Ints all = empty_array<int64_t>(shape);
  std::iota(all.begin(), all.end(), int64_t{0});
  return all;
}

Tensor take(const Tensor& X, const Ints& at) { return take(X, at, Tensor::zeros(X.dtype(), {})); }

Tensor take(const Tensor& X, const Ints& at, const Tensor& fill) {
  if (fill.dtype() != X.dtype() || fill.size() != 1) {
    throw InternalError("the fill value of a movement is of another type");
  }
  Tensor result = Tensor::unwritten(X.dtype(), at.shape());
  by_slot(X.dtype(), [&]<class W>() {
    const auto from = X.slots<W>();
    const W filler = fill.slots<W>()[0];
    const auto to = result.mutable_slots<W>();
    const int64_t* position = at.data();
    for (size_t i = 0; i < to.size(); ++i) {
      if (position[i] >= static_cast<int64_t>(from.size())) {
        throw InternalError("a movement reads past the end of {}", to_string(X.shape()));
      }
      to[i] = position[i] < 0 ? filler : from[static_cast<size_t>(position[i])];
    }
  });
  return result;
}

Ints positions_along(const Shape& shape, size_t axis, const Ints& at) {
  const auto step = static_cast<int64_t>(split_at(shape, axis + 1).after);
  const auto size = static_cast<int64_t>(shape[axis]);
  const auto count = static_cast<int64_t>(at.shape()[axis]);
  Ints positions = at;
  int64_t* entry = positions.data();
  for (int64_t before = 0; entry != positions.data() + positions.size(); ++before) {
    for (int64_t i = 0; i < count * step; ++i, ++entry) {
      if (*entry < 0 || *entry >= size) {
        throw InternalError("index {} is outside an axis of size {}", *entry, size);
      }
      *entry = (before * size + *entry) * step + i % step;
    }
  }
  return positions;
}

Tensor take_along(const Tensor& X, size_t axis, const Ints& at) {
  return take(X, positions_along(X.shape(), axis, at));
}

Tensor choose(const Bools& condition, const Tensor& X, const Tensor& Y) {
  const Shape shape = broadcast_shape(broadcast_shape(condition.shape(), X.shape()), Y.shape());
  const Bools first = broadcast_array(condition, shape);
  const Tensor from_X = broadcast_to(X, shape);
  const Tensor from_Y = broadcast_to(Y, shape);
  Tensor chosen = Tensor::unwritten(X.dtype(), shape);
  by_slot(X.dtype(), [&]<class W>() {
    const std::span<const W> x = from_X.slots<W>();
    const std::span<const W> y = from_Y.slots<W>();
    const std::span<W> out = chosen.mutable_slots<W>();
    for (size_t i = 0; i < out.size(); ++i) out[i] = first.data()[i] ? x[i] : y[i];
  });
  return chosen;
}

Tensor concat(const std::vector<Tensor>& tensors, size_t axis) {
  if (tensors.empty()) throw InvalidInput("there is nothing to join");
  Shape shape = tensors[0].shape();
  for (size_t i = 1; i < tensors.size(); ++i) {
    Shape expected = tensors[i].shape();
    if (axis < expected.size() && axis < shape.size()) expected[axis] = shape[axis];
    if (tensors[i].dtype() != tensors[0].dtype() || expected != shape) {
      throw InvalidInput(
          "a tensor({}) of shape {} cannot be joined to a tensor({}) of shape {} "
          "along axis {}",
          name(tensors[i].dtype()), to_string(tensors[i].shape()), name(tensors[0].dtype()),
          to_string(tensors[0].shape()), axis);
    }
    shape[axis] += tensors[i].dim(axis);
  }
  Tensor result = Tensor::unwritten(tensors[0].dtype(), shape);
  by_slot(result.dtype(), [&]<class W>() {
    const auto to = result.mutable_slots<W>();
    const size_t row = split_at(shape, axis).after;
    size_t column = 0;
    for (const Tensor& tensor : tensors) {
      const auto from = tensor.slots<W>();
      const size_t width = split_at(tensor.shape(), axis).after;
      for (size_t r = 0; width > 0 && r * width < from.size(); ++r) {
        std::copy_n(from.begin() + std::ptrdiff_t(r * width), width,
                    to.begin() + std::ptrdiff_t(r * row + column));
      }
      column += width;
    }
  });
  return result;
}

Tensor pick(const Tensor& X, size_t axis, const std::vector<size_t>& indices) {
  Shape shape = X.shape();
  const size_t entries = shape[axis];
  shape[axis] = indices.size();
  Tensor result = Tensor::unwritten(X.dtype(), shape);
  const Split split = split_at(X.shape(), axis);
  const size_t width = entries == 0 ? 0 : split.after / entries;
  by_slot(X.dtype(), [&]<class W>() {
    const W* from = X.slots<W>().data();
    W* to = result.mutable_slots<W>().data();
    for (size_t b = 0; width > 0 && b < split.before; ++b) {
      for (const size_t index : indices) {
        to = std::copy_n(from + (b * entries + index) * width, width, to);
      }
    }
  });
  return result;
}

Tensor slice(const Tensor& X, size_t axis, size_t start, size_t end) {
  Shape shape = X.shape();
  shape[axis] = end - start;
  if (element_count(shape) == 0) return Tensor::zeros(X.dtype(), shape);
  std::vector<size_t> indices(end - start);
  std::iota(indices.begin(), indices.end(), start);
  return pick(X, axis, indices);
}

Tensor transposed(const Tensor& X, const std::vector<size_t>& perm) {
  const Ints all = positions(X.shape());
  return take(X, xt::transpose(all, perm));
}

}  // namespace etalon
