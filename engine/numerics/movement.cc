#include <algorithm>
#include <cstring>
#include <numeric>

#include "engine/numerics/numerics.h"
#include "engine/numerics/strides.h"
#include "engine/values/copying.h"
#include "engine/values/mapped.h"
#include "engine/values/side.h"

namespace etalon {

Tensor broadcast_to(const Tensor& X, const Shape& shape) {
  if (X.shape() == shape) return X;
  if (broadcast_shapes(X.shape(), shape) != shape) {
    throw InvalidInput("{} does not broadcast to {}", to_string(X.shape()), to_string(shape));
  }
  element_count(shape);
  Shape steps(shape.size(), 0);
  const Shape own = own_steps(X.shape());
  for (size_t i = 1; i <= own.size(); ++i) {
    if (X.dim(own.size() - i) != 1) steps[steps.size() - i] = own[own.size() - i];
  }
  return strided(X, shape, steps);
}

Ints positions(const Shape& shape) {
  Ints all = empty_array<int64_t>(shape);
  Copying<int64_t>().each(all.size(), all.data(), [](size_t i) { return int64_t(i); });
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
    Copying<W>().each(to.size(), to.data(), [&](size_t i) -> const W& {
      if (position[i] >= static_cast<int64_t>(from.size())) {
        throw InternalError("a movement reads past the end of {}", to_string(X.shape()));
      }
      return position[i] < 0 ? filler : from[static_cast<size_t>(position[i])];
    });
  });
  result.charge_texts();
  if (!X.side() && !fill.side()) return result;
  return carrying(result, {&X, &fill},
                  [&](const std::vector<Tensor>& from) { return take(from[0], at, from[1]); });
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
  const Shape shape = broadcast_shapes(broadcast_shapes(condition.shape(), X.shape()), Y.shape());
  const Tensor first = broadcast_to(Tensor::of(DType::boolean, condition), shape);
  const Tensor from_X = broadcast_to(X, shape);
  const Tensor from_Y = broadcast_to(Y, shape);
  Tensor chosen = Tensor::unwritten(X.dtype(), shape);
  by_slot(X.dtype(), [&]<class W>() {
    const std::span<const W> x = from_X.slots<W>();
    const std::span<const W> y = from_Y.slots<W>();
    const std::span<const uint8_t> is_first = first.slots<uint8_t>();
    const std::span<W> out = chosen.mutable_slots<W>();
    Copying<W>().each(out.size(), out.data(),
                      [=](size_t i) -> const W& { return is_first[i] != 0 ? x[i] : y[i]; });
  });
  chosen.charge_texts();
  if (!X.side() && !Y.side()) return chosen;
  return carrying(chosen, {&X, &Y}, [&](const std::vector<Tensor>& from) {
    return choose(condition, from[0], from[1]);
  });
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
    Copying<W> copying;
    size_t column = 0;
    for (const Tensor& tensor : tensors) {
      const auto from = tensor.slots<W>();
      const size_t width = split_at(tensor.shape(), axis).after;
      for (size_t r = 0; width > 0 && r * width < from.size(); ++r) {
        copying.all(from.data() + r * width, width, to.data() + r * row + column);
      }
      column += width;
    }
  });
  result.charge_texts();
  std::vector<const Tensor*> from;
  from.reserve(tensors.size());
  for (const Tensor& tensor : tensors) from.push_back(&tensor);
  return carrying(result, from,
                  [&](const std::vector<Tensor>& sides) { return concat(sides, axis); });
}

namespace {

// `count` entries that follow each other.
struct Stretch {
  size_t first, count;
};
using Stretches = std::vector<Stretch, BudgetAllocator<Stretch>>;

Stretches stretches_of(const std::vector<size_t>& indices) {
  Stretches stretches;
  for (const size_t index : indices) {
    if (!stretches.empty() && stretches.back().first + stretches.back().count == index) {
      ++stretches.back().count;
    } else {
      stretches.push_back({index, 1});
    }
  }
  return stretches;
}

// What is to be copied of X, whose words are copied together where they are not aligned.
template <class W>
class Source {
 public:
  explicit Source(const Tensor& X) : bytes_(bytes_of(X).data()) {}

  W* copy(size_t first, size_t count, W* to) {
    constexpr size_t step = (size_t{1} << 22) / sizeof(W);
    for (const size_t end = first + count; first < end;) {
      const size_t some = std::min(step, end - first);
      std::memcpy(to, bytes_ + first * sizeof(W), some * sizeof(W));
      to += some;
      first += some;
      if ((copied_ += some) < step) continue;
      copied_ = 0;
      check_deadline();
    }
    return to;
  }

 private:
  const std::byte* bytes_;
  size_t copied_ = 0;  // since the deadline was last looked at
};

template <>
class Source<std::string> {
 public:
  explicit Source(const Tensor& X) : texts_(X.slots<std::string>().data()) {}

  std::string* copy(size_t first, size_t count, std::string* to) {
    return copying_.all(texts_ + first, count, to);
  }

 private:
  const std::string* texts_;
  Copying<std::string> copying_;
};

}  // namespace

Tensor pick(const Tensor& X, size_t axis, const std::vector<size_t>& indices) {
  Shape shape = X.shape();
  const size_t entries = shape[axis];
  shape[axis] = indices.size();
  Tensor result = Tensor::unwritten(X.dtype(), shape);
  const Split split = split_at(X.shape(), axis);
  const size_t width = entries == 0 ? 0 : split.after / entries;
  const Stretches stretches = stretches_of(indices);
  by_slot(X.dtype(), [&]<class W>() {
    Source<W> from(X);
    W* to = result.mutable_slots<W>().data();
    for (size_t b = 0; width > 0 && b < split.before; ++b) {
      for (const auto& [first, count] : stretches) {
        to = from.copy((b * entries + first) * width, count * width, to);
      }
    }
  });
  result.charge_texts();
  if (!X.side()) return result;
  return carrying(result, {&X},
                  [&](const std::vector<Tensor>& from) { return pick(from[0], axis, indices); });
}

Tensor slice(const Tensor& X, size_t axis, size_t start, size_t end) {
  Shape shape = X.shape();
  shape[axis] = end - start;
  if (element_count(shape) == 0) {
    return carrying(Tensor::zeros(X.dtype(), shape), {&X}, [&](const std::vector<Tensor>& from) {
      return Tensor::zeros(from[0].dtype(), shape);
    });
  }
  std::vector<size_t> indices(end - start);
  std::iota(indices.begin(), indices.end(), start);
  return pick(X, axis, indices);
}

Tensor transposed(const Tensor& X, const std::vector<size_t>& perm) {
  const Shape own = own_steps(X.shape());
  Shape shape, steps;
  for (const size_t axis : perm) {
    shape.push_back(X.dim(axis));
    steps.push_back(own[axis]);
  }
  return strided(X, shape, steps);
}

}  // namespace etalon
