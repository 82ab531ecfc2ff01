#include <algorithm>
#include <cmath>
#include <numeric>

#include "conformance/tests/conformance/bounds/plain_floats.h"

namespace etalon::plain_floats {

Integers coordinates(size_t position, const Shape& shape) {
  Integers result(shape.size());
  for (size_t axis = shape.size(); axis-- > 0; position /= shape[axis]) {
    result[axis] = static_cast<int64_t>(position % shape[axis]);
  }
  return result;
}

// The position in a tensor of this shape, which is broadcast: the coordinates count from the last.
size_t position_of(const Integers& at, const Shape& shape) {
  size_t position = 0;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    const auto i = static_cast<size_t>(at[at.size() - shape.size() + axis]);
    position = position * shape[axis] + (shape[axis] == 1 ? 0 : i);
  }
  return position;
}

namespace {

float shuffled_sum(Floats addends, Draw& draw) {
  draw.shuffle(addends);
  return std::accumulate(addends.begin(), addends.end(), 0.0F);
}

// What each output element adds up, by its position.
using Addends = std::vector<Floats>;

Floats shuffled_sums(const Addends& addends, Draw& draw) {
  Floats sums;
  for (const Floats& each : addends) sums.push_back(shuffled_sum(each, draw));
  return sums;
}

// Each product of a row of A with a column of B, at `a` + k · `a_step` and `b` + k · `b_step`.
struct Line {
  size_t a, a_step, b, b_step, terms;
};
Floats products(const Tensor& A, const Tensor& B, const Line& line) {
  Floats result;
  for (size_t k = 0; k < line.terms; ++k) {
    result.push_back(A.slots<float>()[line.a + k * line.a_step] *
                     B.slots<float>()[line.b + k * line.b_step]);
  }
  return result;
}

Floats matmul(const Call& call, const Shape& shape, Draw& draw) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const bool row = A.rank() == 1, column = B.rank() == 1;
  const size_t K = A.dim(A.rank() - 1), N = column ? 1 : B.dim(B.rank() - 1);
  const size_t M = row ? 1 : A.dim(A.rank() - 2);
  const Shape a(A.shape().begin(), A.shape().end() - (row ? 1 : 2));
  const Shape b(B.shape().begin(), B.shape().end() - (column ? 1 : 2));
  const Shape batch(shape.begin(), shape.end() - (row ? 0 : 1) - (column ? 0 : 1));
  Addends addends(element_count(shape));
  for (size_t i = 0; i < addends.size(); ++i) {
    const Integers at = coordinates(i / (M * N), batch);
    const size_t m = i / N % M, n = i % N;
    addends[i] =
        products(A, B, {(position_of(at, a) * M + m) * K, 1, position_of(at, b) * K * N + n, N, K});
  }
  return shuffled_sums(addends, draw);
}

Floats gemm(const Call& call, const Shape& shape, Draw& draw) {
  const Tensor& A = call.tensor("A");
  const Tensor& B = call.tensor("B");
  const Tensor* C = call.maybe("C");
  const bool tA = call.flag("transA"), tB = call.flag("transB");
  const size_t M = shape[0], N = shape[1], K = A.dim(tA ? 0 : 1);
  const auto alpha = static_cast<float>(call.real("alpha"));
  const auto beta = static_cast<float>(call.real("beta"));
  Floats y;
  for (size_t i = 0; i < M * N; ++i) {
    const size_t m = i / N, n = i % N;
    const Line line{tA ? m : m * K, tA ? M : 1, tB ? n * K : n, tB ? 1 : N, K};
    y.push_back(alpha * shuffled_sum(products(A, B, line), draw));
    if (!C) continue;
    y.back() += beta * C->slots<float>()[position_of(coordinates(i, shape), C->shape())];
  }
  return y;
}

// Where the windows of a convolution begin in X, and how they advance, by spatial axis.
struct Windows {
  Integers first, strides, dilations;
};
Windows windows_of(const Call& call, const Shape& shape) {
  const Tensor& X = call.tensor("X");
  const Shape& kernel = call.tensor("W").shape();
  const size_t rank = X.rank() - 2;
  const auto given = [&](const char* name, size_t count, int64_t otherwise) {
    const Integers list = call.ints(name);
    return list.empty() ? Integers(count, otherwise) : list;
  };
  Windows windows{given("pads", 2 * rank, 0), given("strides", rank, 1),
                  given("dilations", rank, 1)};
  const std::string automatic = call.text("auto_pad");
  for (size_t i = 0; i < rank && automatic.starts_with("SAME"); ++i) {
    const auto reach = static_cast<int64_t>(kernel[i + 2] - 1) * windows.dilations[i] + 1;
    const auto end = static_cast<int64_t>(shape[i + 2] - 1) * windows.strides[i] + reach;
    const int64_t total = std::max<int64_t>(end - static_cast<int64_t>(X.dim(i + 2)), 0);
    windows.first[i] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
  }
  for (int64_t& pad : windows.first) pad = -pad;
  return windows;
}

Floats conv(const Call& call, const Shape& shape, Draw& draw) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Tensor* B = call.maybe("B");
  const Windows windows = windows_of(call, shape);
  const size_t maps = W.dim(0) / static_cast<size_t>(call.integer("group"));
  const size_t channels = W.dim(1), taps = W.size() / W.dim(0);
  Addends addends(element_count(shape));
  for (size_t i = 0; i < addends.size(); ++i) {
    const Integers y = coordinates(i, shape);
    const auto map = static_cast<size_t>(y[1]);
    for (size_t tap = 0; tap < taps; ++tap) {
      Integers x = coordinates(map * taps + tap, W.shape());
      x[0] = y[0];
      x[1] += static_cast<int64_t>(map / maps * channels);
      bool inside = true;
      for (size_t axis = 2; axis < x.size(); ++axis) {
        const size_t s = axis - 2;
        x[axis] = windows.first[s] + y[axis] * windows.strides[s] + x[axis] * windows.dilations[s];
        inside = inside && x[axis] >= 0 && x[axis] < static_cast<int64_t>(X.dim(axis));
      }
      if (!inside) continue;
      addends[i].push_back(X.slots<float>()[position_of(x, X.shape())] *
                           W.slots<float>()[map * taps + tap]);
    }
    if (B) addends[i].push_back(B->slots<float>()[map]);
  }
  return shuffled_sums(addends, draw);
}

// The axes that a reduction removes, as a flag for each.
std::vector<bool> reduced_axes(const Call& call, size_t rank) {
  std::vector<bool> reduced(rank);
  Integers axes;
  if (call.schema().attribute("axes")) {
    axes = call.ints("axes");
  } else if (const Tensor* given = call.maybe("axes")) {
    axes = given->ints();
  }
  for (const int64_t axis : axes) {
    reduced[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(rank) : axis)] = true;
  }
  const bool nothing = call.schema().attribute("noop_with_empty_axes") != nullptr &&
                       call.flag("noop_with_empty_axes");
  if (axes.empty() && !nothing) reduced.assign(rank, true);
  return reduced;
}

// The elements of X that have the same coordinates but for those of these axes.
Addends grouped(const Tensor& X, const std::vector<bool>& axes, std::vector<size_t>* group_of) {
  Shape kept = X.shape();
  for (size_t axis = 0; axis < kept.size(); ++axis) {
    if (axes[axis]) kept[axis] = 1;
  }
  Addends groups(element_count(kept));
  for (size_t i = 0; i < X.size(); ++i) {
    const size_t group = position_of(coordinates(i, X.shape()), kept);
    groups[group].push_back(X.slots<float>()[i]);
    if (group_of) group_of->push_back(group);
  }
  return groups;
}

Floats reduce_sum(const Call& call, const Shape&, Draw& draw) {
  const Tensor& data = call.tensor("data");
  return shuffled_sums(grouped(data, reduced_axes(call, data.rank()), nullptr), draw);
}

Floats means(const Addends& groups, Draw& draw) {
  Floats result = shuffled_sums(groups, draw);
  for (size_t i = 0; i < groups.size(); ++i) result[i] /= static_cast<float>(groups[i].size());
  return result;
}

Floats reduce_mean(const Call& call, const Shape&, Draw& draw) {
  const Tensor& data = call.tensor("data");
  return means(grouped(data, reduced_axes(call, data.rank()), nullptr), draw);
}

Floats global_average_pool(const Call& call, const Shape&, Draw& draw) {
  std::vector<bool> spatial(call.tensor("X").rank(), true);
  spatial[0] = spatial[1] = false;
  return means(grouped(call.tensor("X"), spatial, nullptr), draw);
}

Floats softmax(const Call& call, const Shape& shape, Draw& draw) {
  const Tensor& X = call.tensor("input");
  const auto axis = call.integer("axis");
  std::vector<bool> along(shape.size());
  along[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis)] = true;
  std::vector<size_t> group_of;
  Addends groups = grouped(X, along, &group_of);
  Floats greatest;
  for (Floats& group : groups) {
    greatest.push_back(group.empty() ? 0 : *std::max_element(group.begin(), group.end()));
    for (float& x : group) x = std::exp(x - greatest.back());
  }
  const Floats sums = shuffled_sums(groups, draw);
  Floats y;
  for (size_t i = 0; i < X.size(); ++i) {
    const size_t group = group_of[i];
    y.push_back(std::exp(X.slots<float>()[i] - greatest[group]) / sums[group]);
  }
  return y;
}

}  // namespace

const std::vector<PlainOperator>& sums() {
  static const std::vector<PlainOperator> all = {
      {"MatMul", matmul},
      {"Gemm-13", gemm},
      {"Conv", conv},
      {"ReduceSum", reduce_sum},
      {"ReduceMean", reduce_mean},
      {"GlobalAveragePool", global_average_pool},
      {"Softmax-13", softmax},
  };
  return all;
}

}  // namespace etalon::plain_floats
