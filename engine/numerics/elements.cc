#include "engine/numerics/elements.h"

#include <numeric>

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
  static const std::vector<float> float16 = all_values(DType::float16);
  static const std::vector<float> bfloat16 = all_values(DType::bfloat16);
  return type == DType::float16 ? float16.data() : bfloat16.data();
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

template <class T>
Elements<T>::Elements(const Tensor& X) {
  if constexpr (std::is_same_v<T, double>) {
    if (X.dtype() == DType::float32) {
      singles_ = X.slots<float>().data();
      return;
    }
    if (X.dtype() == DType::float16 || X.dtype() == DType::bfloat16) {
      halves_ = X.slots<uint16_t>().data();
      half_values_ = half_values(X.dtype());
      return;
    }
  }
  const bool as_they_are =
      std::is_same_v<T, double> ? X.dtype() == DType::float64 : bit_width(X.dtype()) == 64;
  if (as_they_are) {
    carriers_ = X.slots<T>().data();
  } else {
    widened_ = X.as<T>();
    carriers_ = widened_.data();
  }
}

template <class T>
Matrix<T> Elements<T>::matrix(size_t rows, size_t columns, const Layout& layout) const {
  return visit([&](auto value) -> Matrix<T> {
    const auto read = [value, layout](const Block& block, T* to, size_t stride) {
      read_block(value, layout, block, to, stride);
    };
    return {rows, columns, read, layout.down < layout.across};
  });
}

template <class T>
void Elements<T>::copy(size_t first, size_t count, T* to) const {
  visit([&](auto value) {
    for (size_t i = 0; i < count; ++i) to[i] = value(first + i);
  });
}

template class Elements<double>;
template class Elements<int64_t>;
template class Elements<uint64_t>;

}  // namespace etalon
