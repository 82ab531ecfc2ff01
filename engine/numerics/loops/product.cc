#include "engine/numerics/product.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include "engine/numerics/parallel.h"
#include "engine/numerics/tiles.h"

namespace etalon {
namespace {

using tiles::Kernel;

template <class T>
Kernel<T> kernel_for(Products how) {
  if constexpr (std::is_same_v<T, double>) {
    if (how == Products::exact) return tiles::exact_kernel();
    if (how == Products::compensated) return tiles::best_kernel<T, Products::compensated>();
  }
  return tiles::best_kernel<T, Products::rounded>();
}

// How much of B is packed at once. It fits in the second-level cache, and a tile's part of it in
// the first-level cache. If the result has few rows, most time goes into reading B, and long rows
// are quicker.
struct Sizes {
  size_t depth, columns;
};
constexpr Sizes usual{256, 192};
constexpr Sizes flat{16, 3072};
constexpr size_t few_rows = 4;
constexpr size_t rows_read_at_once = 16;

// Where the tiles read B but once, it is not packed if it is stored as they read it.
template <class T>
bool in_place(const Product<T>& product, const Kernel<T>& kernel) {
  return product.A.rows <= kernel.rows && product.B.stored;
}

template <class T>
Sizes sizes_for(const Product<T>& product, const Kernel<T>& kernel) {
  const bool copies_rows = product.A.rows <= few_rows && !product.B.by_column && !product.B.stored;
  const size_t panels = (product.B.columns + kernel.columns - 1) / kernel.columns;
  Sizes most = copies_rows ? flat : usual;
  if (in_place(product, kernel) && product.A.rows > 1) most.columns = panels * kernel.columns;
  return {std::min(most.depth, product.B.rows), std::min(most.columns, panels * kernel.columns)};
}

// Of B in the workspace at once. In place, that is no more than a panel that B ends within.
template <class T>
size_t packed_columns(const Product<T>& product, const Kernel<T>& kernel) {
  return in_place(product, kernel) ? kernel.columns : sizes_for(product, kernel).columns;
}

// A part of a product that one thread evaluates.
template <class T>
struct Piece {
  const Product<T>* product;
  T* lost;  // laid out as C
  Block part;
};

using Deadline = decltype(Limits::deadline);

template <class T>
class Worker {
 public:
  // The number of elements of workspace that a product needs.
  static size_t workspace(const Product<T>& product, const Kernel<T>& kernel) {
    const size_t depth = sizes_for(product, kernel).depth;
    const size_t packed = packed_columns(product, kernel);
    return depth * (packed + kernel.rows) +
           std::max(std::min(rows_read_at_once, depth) * packed, kernel.rows * depth);
  }

  // Past the deadline the worker stops: add_products then throws.
  Worker(const Kernel<T>& kernel, T* workspace, const Deadline& deadline)
      : kernel_(kernel), a_(workspace), deadline_(deadline) {}

  void run(const Piece<T>& piece) {
    const auto [row, rows, column, columns] = piece.part;
    const Matrix<T>& A = piece.product->A;
    sizes_ = sizes_for(*piece.product, kernel_);
    packed_ = packed_columns(*piece.product, kernel_);
    b_ = a_ + sizes_.depth * kernel_.rows;
    scratch_ = b_ + sizes_.depth * packed_;
    if (A.rows == 1 && !piece.lost && !piece.product->B.by_column) return run_row(piece);
    for (size_t j = 0; j < columns; j += sizes_.columns) {
      for (size_t k = 0; k < A.columns; k += sizes_.depth) {
        const size_t width = std::min(sizes_.columns, columns - j);
        const size_t depth = std::min(sizes_.depth, A.columns - k);
        const Block block{k, depth, column + j, width};
        if (!in_place(*piece.product, kernel_)) pack_b(piece.product->B, block);
        for (size_t i = 0; i < rows; i += tile_rows_) {
          choose_tile(rows - i);
          if (deadline_ && std::chrono::steady_clock::now() > *deadline_) return;
          const size_t height = std::min(tile_rows_, rows - i);
          pack_a(A, {row + i, height, k, depth});
          tiles(piece, {row + i, height, column + j, width}, block);
        }
      }
    }
  }

 private:
  // The smallest tile for so many rows, or else the full one.
  void choose_tile(size_t rows) {
    if (rows > kernel_.rows / 2) {
      tile_rows_ = kernel_.rows;
      tile_ = kernel_.full;
    } else {
      tile_rows_ = rows == 1 ? 1 : kernel_.rows / 2;
      tile_ = rows == 1 ? kernel_.single : kernel_.half;
    }
  }

  // A result of one row: the rows of B are added to it as they are read, without packing.
  void run_row(const Piece<T>& piece) {
    const Matrix<T>& A = piece.product->A;
    const Matrix<T>& B = piece.product->B;
    const size_t end = piece.part.column + piece.part.columns;
    for (size_t j = piece.part.column; j < end; j += sizes_.columns) {
      const size_t width = std::min(sizes_.columns, end - j);
      for (size_t k = 0; k < A.columns; k += sizes_.depth) {
        if (deadline_ && std::chrono::steady_clock::now() > *deadline_) return;
        const size_t depth = std::min(sizes_.depth, A.columns - k);
        A.read({0, 1, k, depth}, a_, depth);
        if (!B.stored) B.read({k, depth, j, width}, b_, width);
        const T* rows = B.stored ? B.stored + k * B.stride + j : b_;
        const size_t step = B.stored ? B.stride : width;
        for (size_t r = 0; r < depth; ++r) {
          kernel_.row(a_[r], rows + r * step, width, piece.product->C + j);
        }
      }
    }
  }

  // Packs a block of B as panels of the kernel's width. Each panel has its columns for k, k + 1, …
  void pack_b(const Matrix<T>& B, const Block& block) {
    const size_t panel = kernel_.columns;
    if (B.by_column) {
      for (size_t j = 0; j < block.columns; j += panel) {
        const size_t width = std::min(panel, block.columns - j);
        T* to = b_ + j * block.rows;
        if (width < panel) std::fill_n(to, panel * block.rows, T{0});
        B.read({block.row, block.rows, block.column + j, width}, to, panel);
      }
      return;
    }
    for (size_t k = 0; k < block.rows; k += rows_read_at_once) {
      const size_t rows = std::min(rows_read_at_once, block.rows - k);
      B.read({block.row + k, rows, block.column, block.columns}, scratch_, packed_);
      for (size_t r = k; r < k + rows; ++r) spread_row(r, block);
    }
  }

  // Copies row r of a block from the scratch space to its panels.
  void spread_row(size_t r, const Block& block) {
    const size_t panel = kernel_.columns;
    const size_t padded = (block.columns + panel - 1) / panel * panel;
    constexpr size_t unit = 4;  // every kernel's width is a multiple
    T* from = scratch_ + r % rows_read_at_once * packed_;
    std::fill(from + block.columns, from + padded, T{0});
    for (size_t j = 0; j < padded; j += panel) {
      T* to = b_ + j * block.rows + r * panel;
      for (size_t u = 0; u < panel; u += unit) std::memcpy(to + u, from + j + u, unit * sizeof(T));
    }
  }

  // Packs a block of A: its rows for k, k + 1, …
  void pack_a(const Matrix<T>& A, const Block& block) {
    A.read(block, scratch_, sizes_.depth);
    for (size_t r = 0; r < tile_rows_; ++r) {
      const T* from = scratch_ + r * sizes_.depth;
      for (size_t k = 0; k < block.columns; ++k) {
        a_[k * tile_rows_ + r] = r < block.rows ? from[k] : T{0};
      }
    }
  }

  // `part` of the result, of a packed row of A and `block` of B.
  void tiles(const Piece<T>& piece, const Block& part, const Block& block) {
    const Matrix<T>& B = piece.product->B;
    const size_t stride = B.columns, depth = block.rows, panel = kernel_.columns;
    const bool is_in_place = in_place(*piece.product, kernel_);
    for (size_t j = 0; j < part.columns; j += panel) {
      const size_t at = part.row * stride + part.column + j;
      T* c = piece.product->C + at;
      T* lost = piece.lost ? piece.lost + at : nullptr;
      const size_t width = std::min(panel, part.columns - j);
      const T* b = b_ + j * depth;
      size_t step = panel;
      if (is_in_place && width == panel) {
        b = B.stored + block.row * B.stride + block.column + j;
        step = B.stride;
      } else if (is_in_place) {
        pack_b(B, {block.row, depth, block.column + j, width});
        b = b_;
      }
      if (part.rows == tile_rows_ && width == panel) {
        tile_(a_, b, step, depth, c, lost, stride);
      } else {
        edge_tile(b, step, depth, c, lost, stride, part.rows, width);
      }
    }
  }

  // A tile that extends beyond C, evaluated in separate memory.
  void edge_tile(const T* b, size_t step, size_t depth, T* c, T* lost, size_t stride, size_t rows,
                 size_t width) {
    T sums[tiles::most_elements];
    T errors[tiles::most_elements];
    const size_t columns = kernel_.columns;
    std::fill_n(sums, tile_rows_ * columns, T{0});
    if (lost) std::fill_n(errors, tile_rows_ * columns, T{0});
    for (size_t r = 0; r < rows; ++r) {
      std::copy_n(c + r * stride, width, sums + r * columns);
      if (lost) std::copy_n(lost + r * stride, width, errors + r * columns);
    }
    tile_(a_, b, step, depth, sums, errors, columns);
    for (size_t r = 0; r < rows; ++r) {
      std::copy_n(sums + r * columns, width, c + r * stride);
      if (lost) std::copy_n(errors + r * columns, width, lost + r * stride);
    }
  }

  const Kernel<T> kernel_;
  size_t tile_rows_ = 1;
  typename Kernel<T>::Tile tile_ = nullptr;
  Sizes sizes_{};
  size_t packed_ = 0;
  T* a_;
  const Deadline deadline_;
  T* b_ = nullptr;
  T* scratch_ = nullptr;
};

// `whole` cut into at most `count` parts along its columns or, if it has few columns, its rows. The
// cuts are between tiles.
std::vector<Block> cut(const Block& whole, size_t count, size_t tile_rows, size_t tile_columns) {
  const bool by_column = whole.columns >= 4 * count * tile_columns || whole.columns >= whole.rows;
  const size_t length = by_column ? whole.columns : whole.rows;
  const size_t tile = by_column ? tile_columns : tile_rows;
  const size_t step = ((length + count - 1) / count + tile - 1) / tile * tile;
  std::vector<Block> parts;
  for (size_t at = 0; at < length; at += step) {
    const size_t size = std::min(step, length - at);
    parts.push_back(by_column ? Block{0, whole.rows, at, size} : Block{at, size, 0, whole.columns});
  }
  return parts;
}

template <class T>
double operations(const std::vector<Product<T>>& products) {
  double sum = 0;
  for (const Product<T>& p : products) {
    sum += 2.0 * double(p.A.rows) * double(p.A.columns) * double(p.B.columns);
  }
  return sum;
}

// The work of so many multiply-adds. A compensated multiply-add takes as long as several plain
// ones, and the vectors of 64-bit integers are narrow.
template <class T>
double work_of(double multiply_adds, Products how) {
  constexpr double compensated_cost = 8;
  constexpr double integer_cost = 4;
  const double cost = how == Products::compensated ? compensated_cost
                      : std::is_same_v<T, double>  ? 1
                                                   : integer_cost;
  constexpr double most = 0x1p63;
  return std::min(most, cost * multiply_adds);
}

// Adds the rounding errors to the sums. For an infinite or NaN sum they do not matter.
void restore(double* sums, const double* lost, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (std::isfinite(sums[i]) && std::isfinite(lost[i])) sums[i] += lost[i];
  }
}

// Each thread evaluates its share of the pieces, in a workspace of `each` elements.
template <class T>
void add_pieces(const std::vector<Piece<T>>& pieces, const Kernel<T>& kernel, size_t threads,
                size_t each) {
  Array<T> workspace = empty_array<T>({threads, each});
  const Deadline deadline = remaining_limits().deadline;
  in_parallel(threads, [&](size_t thread) {
    Worker<T> worker(kernel, workspace.data() + thread * each, deadline);
    for (size_t i = thread; i < pieces.size(); i += threads) worker.run(pieces[i]);
  });
  check_deadline();
}

constexpr size_t small = 1024;  // elements of an operand

// True for a product that is sooner added up than packed into tiles.
template <class T>
bool is_small(const Product<T>& product) {
  const size_t a = product.A.rows * product.A.columns, b = product.B.rows * product.B.columns;
  return a <= small && b <= small && a * product.B.columns <= 4 * small;
}

template <class T>
void add_small(const Product<T>& product) {
  const size_t rows = product.A.rows, inner = product.A.columns, columns = product.B.columns;
  T a[small], b[small];
  product.A.read({0, rows, 0, inner}, a, inner);
  product.B.read({0, inner, 0, columns}, b, columns);
  for (size_t i = 0; i < rows; ++i) {
    T* const c = product.C + i * columns;
    for (size_t k = 0; k < inner; ++k) {
      for (size_t j = 0; j < columns; ++j) c[j] += a[i * inner + k] * b[k * columns + j];
    }
  }
}

}  // namespace

template <class T>
void add_products(const std::vector<Product<T>>& products, Products how) {
  count_work(static_cast<uint64_t>(work_of<T>(operations(products) / 2, how)));
  if (how != Products::compensated && std::all_of(products.begin(), products.end(), is_small<T>)) {
    std::for_each(products.begin(), products.end(), add_small<T>);
    return;
  }
  const Kernel<T> kernel = kernel_for<T>(how);
  const bool compensated = how == Products::compensated;
  const size_t threads = worthwhile_threads(operations(products));
  std::vector<Array<T>> lost;
  lost.reserve(products.size());  // pieces point into it
  std::vector<Piece<T>> pieces;
  const size_t pieces_each = (threads + products.size() - 1) / std::max<size_t>(products.size(), 1);
  for (const Product<T>& p : products) {
    T* errors = p.lost;
    if (compensated && !errors) {
      lost.push_back(full<T>({p.A.rows, p.B.columns}, T{0}));
      errors = lost.back().data();
    }
    for (const Block& part :
         cut({0, p.A.rows, 0, p.B.columns}, pieces_each, kernel.rows, kernel.columns)) {
      pieces.push_back({&p, errors, part});
    }
  }
  size_t each = 0;
  for (const Product<T>& p : products) each = std::max(each, Worker<T>::workspace(p, kernel));
  add_pieces(pieces, kernel, threads, each);
  if constexpr (std::is_same_v<T, double>) {
    size_t next = 0;
    for (const Product<T>& p : products) {
      if (!compensated || p.lost) continue;
      restore(p.C, lost[next].data(), lost[next].size());
      ++next;
    }
  }
}

template <class T>
void require_products(double multiply_adds, Products how) {
  require_work(work_of<T>(multiply_adds, how));
}

template void require_products<double>(double, Products);
template void require_products<int64_t>(double, Products);
template void require_products<uint64_t>(double, Products);
template void add_products(const std::vector<Product<double>>&, Products);
template void add_products(const std::vector<Product<int64_t>>&, Products);
template void add_products(const std::vector<Product<uint64_t>>&, Products);

}  // namespace etalon
