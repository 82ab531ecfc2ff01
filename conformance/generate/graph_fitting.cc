#include "conformance/generate/graph_fitting.h"

#include <algorithm>

#include "conformance/generate/graph_moves.h"
#include "conformance/generate/space.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

bool any_length(const Shape& a, const Shape& b, bool (*holds)(size_t, size_t)) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (holds(a[i], b[i])) return true;
  }
  return false;
}

bool is_longer(size_t a, size_t b) { return a > b; }
bool is_shorter(size_t a, size_t b) { return a < b; }

// The order of axes that makes `wanted` of `has`; none where the lengths are others.
std::optional<Integers> order_of(const Shape& has, const Shape& wanted) {
  if (!std::is_permutation(has.begin(), has.end(), wanted.begin(), wanted.end())) return {};
  Integers perm;
  for (const size_t length : wanted) {
    int64_t axis = 0;
    while (has[static_cast<size_t>(axis)] != length ||
           std::find(perm.begin(), perm.end(), axis) != perm.end()) {
      ++axis;
    }
    perm.push_back(axis);
  }
  return perm;
}

std::string shortened(GraphDraft& g, const std::string& x, const Shape& wanted) {
  Integers axes;
  Integers ends;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (g.shape(x)[i] <= wanted[i]) continue;
    axes.push_back(as_integer(i));
    ends.push_back(as_integer(wanted[i]));
  }
  const std::string from = g.integers(Integers(axes.size(), 0));
  const std::string to = g.integers(ends);
  return g.add("Slice", {x, from, to, g.integers(axes)});
}

std::string lengthened(GraphDraft& g, const std::string& x, const Shape& wanted) {
  Integers pads(2 * wanted.size(), 0);
  for (size_t i = 0; i < wanted.size(); ++i) {
    pads[wanted.size() + i] = as_integer(wanted[i]) - as_integer(g.shape(x)[i]);
  }
  return g.add("Pad", {x, g.integers(pads)});
}

std::string fit(GraphDraft& g, std::string x, const Shape& wanted) {
  const Shape has = g.shape(x);
  if (has == wanted) return x;
  if (element_count(has) == element_count(wanted)) {
    const std::optional<Integers> perm = order_of(has, wanted);
    if (perm && g.draw().chance(0.5)) return transpose(g, x, *perm);
    return reshape(g, x, to_ints(wanted));
  }
  if (broadcasts(has, wanted)) return g.add("Expand", {x, g.integers(to_ints(wanted))});
  if (has.size() == wanted.size()) {
    if (any_length(has, wanted, is_longer)) x = shortened(g, x, wanted);
    return g.shape(x) == wanted ? x : lengthened(g, x, wanted);
  }
  return reshape(g, shortened(g, reshape(g, x, {-1}), {element_count(wanted)}), to_ints(wanted));
}

}  // namespace

std::optional<size_t> nodes_to_fit(const Shape& has, const Shape& wanted) {
  if (has == wanted) return 0;
  if (element_count(has) == 0 || element_count(wanted) == 0) return {};
  if (element_count(has) == element_count(wanted) || broadcasts(has, wanted)) return 1;
  if (has.size() == wanted.size()) {
    return size_t{any_length(has, wanted, is_longer)} + size_t{any_length(has, wanted, is_shorter)};
  }
  if (element_count(has) > element_count(wanted)) return 3;
  return {};
}

std::string fitted(GraphDraft& g, const std::function<bool(const Tensor&)>& fits,
                   const Shape& shape, size_t most) {
  for (size_t nodes = 0; nodes <= most; ++nodes) {
    const std::string found = g.find([&](const Tensor& tensor) {
      return nodes_to_fit(tensor.shape(), shape) == nodes && fits(tensor);
    });
    if (!found.empty()) return fit(g, found, shape);
  }
  return "";
}

std::string some_fitted(GraphDraft& g, const Shape& shape, size_t most) {
  const auto fits = [&](const Tensor& tensor) { return tensor.dtype() == g.base(); };
  const std::string found = g.draw().chance(0.1) ? "" : fitted(g, fits, shape, most);
  return found.empty() ? g.input(random_tensor(g.draw(), g.base(), shape, {-3, 3})) : found;
}

}  // namespace etalon
