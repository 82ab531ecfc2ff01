#include "engine/numerics/elementwise.h"

#include "engine/values/canonical.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

template <class T>
BroadcastReader<T>::BroadcastReader(const Tensor& X, const Shape& shape) : elements_(X) {
  plan(X.shape(), shape);
}

template <class T>
BroadcastReader<T>::BroadcastReader(const Array<T>& x, const Shape& shape) : elements_(x) {
  plan(x.shape(), shape);
}

// The steps between neighbours along each axis of the result are 0 where X is repeated. Axes of
// size 1 go, and neighbouring axes whose steps fit are merged.
template <class T>
void BroadcastReader<T>::plan(const Shape& from, const Shape& to) {
  size_t stride = 1;
  for (size_t i = 1; i <= to.size(); ++i) {
    const size_t dim = to[to.size() - i];
    const size_t own = i <= from.size() ? from[from.size() - i] : 1;
    const size_t step = own == 1 ? 0 : stride;
    stride *= own;
    if (dim == 1) continue;
    if (length_ == 1) {
      length_ = dim;
      step_ = step;
    } else if (dims_.empty() && step == step_ * length_) {
      length_ *= dim;
    } else if (!dims_.empty() && step == strides_.front() * dims_.front()) {
      dims_.front() *= dim;
    } else {
      dims_.insert(dims_.begin(), dim);
      strides_.insert(strides_.begin(), step);
    }
  }
  index_.assign(dims_.size(), 0);
}

template <class T>
void BroadcastReader<T>::next_row() {
  column_ = 0;
  for (size_t axis = dims_.size(); axis-- > 0;) {
    first_ += strides_[axis];
    if (++index_[axis] < dims_[axis]) return;
    first_ -= strides_[axis] * dims_[axis];
    index_[axis] = 0;
  }
}

template <class T>
const T* BroadcastReader<T>::next(size_t count, T* buffer) {
  const bool one_row = dims_.empty();
  if (one_row && step_ == 1 && elements_.stored()) {
    const T* stored = elements_.stored() + column_;
    column_ += count;
    return stored;
  }
  if (one_row && step_ == 0) {
    if (filled_ < count) {
      elements_.copy(0, 1, buffer);
      std::fill(buffer, buffer + count, buffer[0]);
      filled_ = count;
    }
    return buffer;
  }
  T* to = buffer;
  while (count > 0) {
    const size_t n = std::min(count, length_ - column_);
    if (step_ == 1) {
      elements_.copy(first_ + column_, n, to);
    } else {
      elements_.copy(first_, 1, to);
      std::fill(to, to + n, *to);
    }
    to += n;
    count -= n;
    column_ += n;
    if (column_ == length_ && !one_row) next_row();
  }
  return buffer;
}

namespace {

// The slots of a tensor that stores its elements as R, or nullptr.
template <class R>
R* stored_as(Tensor& X) {
  if constexpr (std::is_same_v<R, bool>) {
    return nullptr;
  } else {
    const bool same = std::is_same_v<R, float> ? X.dtype() == DType::float32
                      : std::is_same_v<R, double>
                          ? X.dtype() == DType::float64
                          : is_integer(X.dtype()) && bit_width(X.dtype()) == 64;
    return same ? X.mutable_slots<R>().data() : nullptr;
  }
}

// Rounds `count` values to the elements of X from `first` on.
template <class R>
void store(const R* values, size_t first, size_t count, Tensor& X) {
  if constexpr (std::is_same_v<R, double>) {
    if (X.dtype() == DType::float32) {
      float* to = X.mutable_slots<float>().data() + first;
      for (size_t i = 0; i < count; ++i) to[i] = canonical(static_cast<float>(values[i]));
      return;
    }
  }
  if constexpr (std::is_same_v<R, bool>) {
    std::copy_n(values, count, X.mutable_slots<uint8_t>().data() + first);
  } else if constexpr (std::is_same_v<R, float>) {
    throw InternalError("tensor({}) is not computed in float", name(X.dtype()));
  } else {
    Array<R> block = empty_array<R>({count});
    std::copy_n(values, count, block.data());
    const Tensor rounded = [&] {
      if constexpr (std::is_same_v<R, double>) {
        return Tensor::decided(X.dtype(), block);
      } else {
        return Tensor::of(X.dtype(), block);
      }
    }();
    by_slot(X.dtype(), [&]<class W>() {
      std::copy_n(rounded.slots<W>().data(), count, X.mutable_slots<W>().data() + first);
    });
  }
}

}  // namespace

template <class R>
BlockWriter<R>::BlockWriter(DType type, const Shape& shape)
    : result_(Tensor::unwritten(type, shape)), slots_(stored_as<R>(result_)) {
  if (evaluation().rounding && is_float(type)) evaluation().lose_errors();
}

template <class R>
R* BlockWriter<R>::room() {
  return slots_ ? slots_ + first_ : room_;
}

template <class R>
void BlockWriter<R>::written() {
  const size_t written = count();
  if (!slots_) {
    store(room_, first_, written, result_);
  } else if constexpr (std::is_floating_point_v<R>) {
    R* const last = slots_ + first_ + written;
    std::transform(slots_ + first_, last, slots_ + first_, canonical<R>);
  }
  constexpr size_t between_looks = size_t{1} << 15;  // elements: under a millisecond
  if (first_ / between_looks != (first_ + written) / between_looks) check_deadline();
  first_ += written;
}

template class BroadcastReader<float>;
template class BroadcastReader<double>;
template class BroadcastReader<int64_t>;
template class BroadcastReader<uint64_t>;
template class BlockWriter<float>;
template class BlockWriter<double>;
template class BlockWriter<int64_t>;
template class BlockWriter<uint64_t>;
template class BlockWriter<bool>;

}  // namespace etalon
