// The inner loops of matrix products.
#pragma once

#include <cmath>
#include <cstring>

#include "engine/numerics/product.h"

namespace etalon::tiles {

// Each adds a · b to a tile of c, where a holds `rows` elements for each k, b's rows are `step`
// apart, and c's are `stride` apart. Vectors run along the columns, never along k. All are
// templates over `products`, because those for exact products are compiled in another way.

template <class T, int bytes>
struct Vector {
  using Type [[gnu::vector_size(bytes), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
};

template <class T, int bytes, int rows, int width, Products products>
[[gnu::always_inline]] inline void plain_tile(const T* a, const T* b, size_t step, size_t depth,
                                              T* c, size_t stride) {
  using V = typename Vector<T, bytes>::Type;
  constexpr int lanes = bytes / sizeof(T);
  V sum[rows][width];
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < width; ++v)
      sum[r][v] = *reinterpret_cast<const V*>(c + r * stride + v * lanes);
  }
  for (size_t k = 0; k < depth; ++k) {
    const V* b_k = reinterpret_cast<const V*>(b + k * step);
    for (int r = 0; r < rows; ++r) {
      for (int v = 0; v < width; ++v) sum[r][v] += a[k * rows + r] * b_k[v];
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int v = 0; v < width; ++v) *reinterpret_cast<V*>(c + r * stride + v * lanes) = sum[r][v];
  }
}

// The rounding errors of products and sums are added to `lost`, which has the layout of c.
template <int rows, int columns>
[[gnu::always_inline]] inline void compensated_tile(const double* a, const double* b, size_t step,
                                                    size_t depth, double* c, double* lost,
                                                    size_t stride) {
  for (int r = 0; r < rows; ++r) {
    double sum[columns];
    double errors[columns];
    std::memcpy(sum, c + r * stride, sizeof sum);
    std::memcpy(errors, lost + r * stride, sizeof errors);
    for (size_t k = 0; k < depth; ++k) {
      const double factor = a[k * rows + r];
      for (int j = 0; j < columns; ++j) {
        const double product = factor * b[k * step + j];
        const double product_error = std::fma(factor, b[k * step + j], -product);
        const double total = sum[j] + product;
        const double part = total - sum[j];
        errors[j] += product_error + ((sum[j] - (total - part)) + (product - part));
        sum[j] = total;
      }
    }
    std::memcpy(c + r * stride, sum, sizeof sum);
    std::memcpy(lost + r * stride, errors, sizeof errors);
  }
}

template <class T, int bytes, int rows, Products products>
[[gnu::always_inline]] inline void tile(const T* a, const T* b, size_t step, size_t depth, T* c,
                                        T* lost, size_t stride) {
  if constexpr (products == Products::compensated) {
    compensated_tile<rows, bytes / 4>(a, b, step, depth, c, lost, stride);
  } else {
    plain_tile<T, bytes, rows, 2, products>(a, b, step, depth, c, stride);
  }
}

// Adds a · b to c, which have `count` elements.
template <class T, int bytes, Products products>
[[gnu::always_inline]] inline void plain_row(T a, const T* b, size_t count, T* c) {
  using V = typename Vector<T, bytes>::Type;
  constexpr size_t lanes = bytes / sizeof(T);
  size_t j = 0;
  for (; j + lanes <= count; j += lanes) {
    *reinterpret_cast<V*>(c + j) += a * *reinterpret_cast<const V*>(b + j);
  }
  for (; j < count; ++j) c[j] += a * b[j];
}

// The same source for each instruction set. They give the same bytes, because contraction is off
// but for exact products.
template <class T, int rows, Products products>
void baseline_tile(const T* a, const T* b, size_t step, size_t depth, T* c, T* lost,
                   size_t stride) {
  tile<T, 16, rows, products>(a, b, step, depth, c, lost, stride);
}
template <class T, Products products>
void baseline_row(T a, const T* b, size_t count, T* c) {
  plain_row<T, 16, products>(a, b, count, c);
}
#ifdef __x86_64__
template <class T, int rows, Products products>
[[gnu::target("avx2,fma")]] void avx2_tile(const T* a, const T* b, size_t step, size_t depth, T* c,
                                           T* lost, size_t stride) {
  tile<T, 32, rows, products>(a, b, step, depth, c, lost, stride);
}
template <class T, Products products>
[[gnu::target("avx2,fma")]] void avx2_row(T a, const T* b, size_t count, T* c) {
  plain_row<T, 32, products>(a, b, count, c);
}
template <class T, int rows, Products products>
[[gnu::target("avx512f,avx512dq,avx2,fma")]] void avx512_tile(const T* a, const T* b, size_t step,
                                                              size_t depth, T* c, T* lost,
                                                              size_t stride) {
  tile<T, 64, rows, products>(a, b, step, depth, c, lost, stride);
}
template <class T, Products products>
[[gnu::target("avx512f,avx512dq,avx2,fma")]] void avx512_row(T a, const T* b, size_t count, T* c) {
  plain_row<T, 64, products>(a, b, count, c);
}
#endif

template <class T>
struct Kernel {
  using Tile = void (*)(const T* a, const T* b, size_t step, size_t depth, T* c, T* lost,
                        size_t stride);
  size_t rows, columns;  // of a tile
  Tile full;
  Tile half;    // for at most half as many rows
  Tile single;  // for one row
  void (*row)(T a, const T* b, size_t count, T* c);
};
constexpr size_t most_elements = size_t{12} * 16;

#ifdef __x86_64__
inline bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
}
inline bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#endif

// The tiles are as large as the registers allow.
template <class T, Products products>
Kernel<T> best_kernel() {
#ifdef __x86_64__
  if (has_avx512()) {
    return {12,
            16,
            avx512_tile<T, 12, products>,
            avx512_tile<T, 6, products>,
            avx512_tile<T, 1, products>,
            avx512_row<T, products>};
  }
  if (has_avx2()) {
    return {6,
            8,
            avx2_tile<T, 6, products>,
            avx2_tile<T, 3, products>,
            avx2_tile<T, 1, products>,
            avx2_row<T, products>};
  }
#endif
  return {6,
          4,
          baseline_tile<T, 6, products>,
          baseline_tile<T, 3, products>,
          baseline_tile<T, 1, products>,
          baseline_row<T, products>};
}

// For exact products. Adding one to a sum rounds once, fused or not, so this file alone is compiled
// with contraction, and gives the same bytes on machines without a fused multiply-add.
Kernel<double> exact_kernel();

}  // namespace etalon::tiles
