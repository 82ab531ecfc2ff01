#include "engine/numerics/elements.h"

#include <numeric>

#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// The values of all bit patterns of float16 or bfloat16.
std::vector<float> all_values(DType type) {
  constexpr size_t patterns = 65536;
  Tensor all = Tensor::zeros(type, {patterns});
  std::iota(all.mutable_slots<uint16_t>().begin(), all.mutable_slots<uint16_t>().end(), 0);
  const Reals values = all.as<double>();
  return std::vector<float>(values.begin(), values.end());
}

const float* half_values(DType type) {
  if (type == DType::float16) {
    static const std::vector<float> float16 = all_values(DType::float16);
    return float16.data();
  }
  static const std::vector<float> bfloat16 = all_values(DType::bfloat16);
  return bfloat16.data();
}

// The inner loop runs along the direction with the smaller step. `value(p)` is the element at
// position p.
template <class T, class Value>
void read_block(Value value, const Layout& layout, const Block& block, T* to, size_t stride) {
  const auto [first, down, across] = layout;
  const size_t from = first + block.row * down + block.column * across;
  if (down < across) {
    for (size_t j = 0; j < block.columns; ++j) {
      for (size_t i = 0; i < block.rows; ++i) {
        to[i * stride + j] = value(from + i * down + j * across);
      }
    }
  } else {
    for (size_t i = 0; i < block.rows; ++i) {
      for (size_t j = 0; j < block.columns; ++j) {
        to[i * stride + j] = value(from + i * down + j * across);
      }
    }
  }
}

}  // namespace

// Sets slots_ unless the type has to be widened.
template <class T>
void Elements<T>::read_in_place(const Tensor& X) {
  const auto read = [&]<class W>(As as) {
    slots_ = X.slots<W>().data();
    as_ = as;
  };
  const int bits = bit_width(X.dtype());
  if constexpr (std::is_integral_v<T>) {
    if (!is_integer(X.dtype()) || is_signed_integer(X.dtype()) != std::is_signed_v<T>) return;
    if (bits == 64) read.template operator()<T>(As::carriers);
    if (bits == 32) read.template operator()<uint32_t>(As::bits32);
    if (bits == 16) read.template operator()<uint16_t>(As::bits16);
    if (bits == 8) read.template operator()<uint8_t>(As::bits8);
  } else if (X.dtype() == DType::float32) {
    read.template operator()<float>(std::is_same_v<T, float> ? As::carriers : As::singles);
  } else if (X.dtype() == DType::float64 && std::is_same_v<T, double>) {
    read.template operator()<double>(As::carriers);
  } else if (X.dtype() == DType::float16 || X.dtype() == DType::bfloat16) {
    read.template operator()<uint16_t>(As::halves);
    half_values_ = half_values(X.dtype());
  }
}

template <class T>
Elements<T>::Elements(const Tensor& X) {
  if (varies(X)) evaluation().lose_errors();
  read_in_place(X);
  if (slots_) return;
  if constexpr (std::is_same_v<T, float>) {
    if (X.size() > 0) throw InternalError("tensor({}) is not read as float", name(X.dtype()));
  } else {
    widened_ = X.as<T>();
    slots_ = widened_.data();
  }
}

template <class T>
template <class F>
decltype(auto) Elements<T>::visit(F&& f) const {
  if constexpr (std::is_integral_v<T>) {
    using Signed = std::is_signed<T>;
    switch (as_) {
      case As::bits8:
        return visit_as<std::conditional_t<Signed::value, int8_t, uint8_t>>(f);
      case As::bits16:
        return visit_as<std::conditional_t<Signed::value, int16_t, uint16_t>>(f);
      case As::bits32:
        return visit_as<std::conditional_t<Signed::value, int32_t, uint32_t>>(f);
      default:
        return visit_as<T>(f);
    }
  } else {
    if (as_ == As::singles) return visit_as<float>(f);
    if (as_ == As::halves) {
      return f([from = static_cast<const uint16_t*>(slots_), values = half_values_](size_t p) {
        return static_cast<T>(values[from[p]]);
      });
    }
    return visit_as<T>(f);
  }
}

template <class T>
Matrix<T> Elements<T>::matrix(size_t rows, size_t columns, const Layout& layout) const {
  return visit([&](auto value) -> Matrix<T> {
    const auto read = [value, layout](const Block& block, T* to, size_t stride) {
      read_block(value, layout, block, to, stride);
    };
    Matrix<T> matrix{rows, columns, read, layout.down < layout.across};
    if (stored() && layout.across == 1) {
      matrix.stored = stored() + layout.first;
      matrix.stride = layout.down;
    }
    return matrix;
  });
}

template <class T>
void Elements<T>::copy(size_t first, size_t count, T* to) const {
  visit([&](auto value) {
    for (size_t i = 0; i < count; ++i) to[i] = value(first + i);
  });
}

template class Elements<float>;
template class Elements<double>;
template class Elements<int64_t>;
template class Elements<uint64_t>;

}  // namespace etalon
