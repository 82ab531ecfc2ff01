#include "engine/numerics/sets.h"

#include "engine/numerics/elements.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {

namespace {

// Where the element of this index of a shape has its value in a parameter that broadcasts to it.
size_t position_in(const Shape& parameter, const Shape& index) {
  const size_t lead = index.size() - parameter.size();
  size_t position = 0;
  for (size_t axis = 0; axis < parameter.size(); ++axis) {
    position = position * parameter[axis] + (parameter[axis] == 1 ? 0 : index[lead + axis]);
  }
  return position;
}

void require_broadcast(const Shape& parameter, const Shape& shape) {
  if (broadcast_shapes(parameter, shape) == shape) return;
  throw InternalError("{} does not broadcast to {}", to_string(parameter), to_string(shape));
}

}  // namespace

Ints Sets::by_set(const Shape& parameter) const {
  require_broadcast(parameter, all_.sets);
  Ints at = empty_array<int64_t>({count_, 1});
  for (size_t i = 0; i < count_; ++i) {
    at.data()[i] = static_cast<int64_t>(position_in(parameter, index_at(first_ + i, all_.sets)));
  }
  return at;
}

Ints Sets::by_element(const Shape& parameter) const {
  require_broadcast(parameter, all_.X);
  Shape moved;
  for (const size_t axis : all_.perm) moved.push_back(all_.X[axis]);
  Ints at = empty_array<int64_t>({count_, all_.length});
  Shape index(moved.size(), 0);
  for (size_t i = 0; i < at.size(); ++i) {
    const Shape place = index_at(first_ * all_.length + i, moved);
    for (size_t axis = 0; axis < place.size(); ++axis) index[all_.perm[axis]] = place[axis];
    at.data()[i] = static_cast<int64_t>(position_in(parameter, index));
  }
  return at;
}

namespace detail {
namespace {

// X's axes with those of a set at the end.
Sets::All all_sets(const Tensor& X, const std::vector<size_t>& axes) {
  Sets::All all{X.shape(), X.shape(), {}, 1};
  for (size_t axis = 0; axis < X.rank(); ++axis) {
    if (std::find(axes.begin(), axes.end(), axis) == axes.end()) all.perm.push_back(axis);
  }
  for (const size_t axis : axes) {
    all.perm.push_back(axis);
    all.sets[axis] = 1;
    all.length *= X.dim(axis);
  }
  return all;
}

// X as [sets, elements].
Tensor lines_of(const Tensor& X, const Sets::All& all) {
  return transposed(X, all.perm).reshaped({element_count(all.sets), all.length});
}

// The inverse for [sets, width], where the width is 1 or the sets' length.
Tensor from_lines(const Tensor& lines, const Sets::All& all) {
  const Shape& shape = lines.dim(1) == all.length ? all.X : all.sets;
  Shape moved;
  std::vector<size_t> inverse(all.perm.size());
  for (size_t i = 0; i < all.perm.size(); ++i) {
    moved.push_back(shape[all.perm[i]]);
    inverse[all.perm[i]] = i;
  }
  return transposed(lines.reshaped(moved), inverse);
}

template <class T>
std::vector<Tensor> of_integers(const Tensor& lines, const Sets::All& all,
                                const std::vector<DType>& types, const SetFormula& formula,
                                SetFormula::Of<T> f) {
  const Arrays<T> results = f(formula.f, lines.as<T>(), {all, 0, lines.dim(0)});
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < types.size(); ++i) tensors.push_back(Tensor::of(types[i], results[i]));
  return tensors;
}

// Of integers, each result truncated.
std::vector<Tensor> truncated_reals(const Tensor& lines, const Sets::All& all, DType type,
                                    const SetFormula& formula) {
  const Sets sets(all, 0, lines.dim(0));
  return {over_reals(DType::float64, [&]<class R>() {
    const Array<R> x = elements_of<R>(lines);
    if constexpr (std::same_as<R, Ball>) {
      return truncated(type, formula.balls(formula.f, x, sets)[0]);
    } else {
      return truncated(type, formula.arbs(formula.f, x, sets)[0]);
    }
  })};
}

// Bounds, for all sets at once.
std::vector<Tensor> bounded(const Tensor& lines, const Sets::All& all,
                            const std::vector<DType>& types, const SetFormula& formula) {
  const Arrays<ArbBall> values =
      formula.arbs(formula.f, elements_of<ArbBall>(lines), {all, 0, lines.dim(0)});
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < types.size(); ++i) tensors.push_back(rounded(types[i], values[i]));
  return tensors;
}

// The sets of a block, by their helper; false where it leaves one open.
class HelpWithSets {
 public:
  HelpWithSets(const Tensor& lines, const std::vector<DType>& types) : type_(types[0]) {
    if (types.size() != 1 || type_ == DType::float64 || lines.size() == 0) return;
    const auto helped = help_with_sets();
    if (!helped) return;
    of_ = helped->help;
    call_ = helped->call;
  }
  explicit operator bool() const { return of_ != nullptr; }
  bool knows(const Tensor& block, size_t first, double* results) const {
    const size_t count = block.dim(0), length = block.dim(1);
    Elements<double>(block).copy(0, block.size(), results);
    for (size_t i = 0; i < count; ++i) {
      if (!of_(*call_, type_, results + i * length, length, first + i)) return false;
    }
    return true;
  }

 private:
  DType type_;
  Quick::OfSets of_ = nullptr;
  const Call* call_ = nullptr;
};

std::vector<Tensor> of_reals(const Tensor& lines, const Sets::All& all,
                             const std::vector<DType>& types, const SetFormula& formula) {
  constexpr size_t elements_at_once = 4096;
  const size_t count = lines.dim(0), length = lines.dim(1);
  const size_t at_once = std::max<size_t>(1, elements_at_once / std::max<size_t>(1, length));
  const bool wide = std::find(types.begin(), types.end(), DType::float64) != types.end();
  std::vector<Reals> results(types.size());
  const HelpWithSets help(lines, types);
  for (size_t first = 0; first == 0 || first < count; first += at_once) {
    const Sets block(all, first, std::min(at_once, count - first));
    const Tensor elements =
        block.count() == count ? lines : slice(lines, 0, first, first + block.count());
    if (help && first == 0) results[0] = empty_array<double>(lines.shape());
    if (help && help.knows(elements, first, results[0].data() + first * length)) continue;
    const auto evaluate = [&]<class R>() {
      const Array<R> x = elements_of<R>(elements);
      Arrays<R> values;
      if constexpr (std::same_as<R, Ball>) {
        values = formula.balls(formula.f, x, block);
      } else if constexpr (std::same_as<R, WideBall>) {
        values = formula.wide_balls(formula.f, x, block);
      } else {
        values = formula.arbs(formula.f, x, block);
      }
      std::vector<Reals> all;
      for (size_t i = 0; i < types.size(); ++i) all.push_back(decided(types[i], values[i]));
      return all;
    };
    const auto parts = wide && !evaluation().sampled
                           ? over_wide_reals(evaluate)
                           : over_reals(wide ? DType::float64 : types[0], evaluate);
    for (size_t i = 0; i < types.size(); ++i) {
      const size_t width = parts[i].shape()[1];
      if (first == 0 && !help) results[i] = empty_array<double>({count, width});
      std::copy(parts[i].begin(), parts[i].end(), results[i].data() + first * width);
    }
  }
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < types.size(); ++i)
    tensors.push_back(Tensor::decided(types[i], results[i]));
  return tensors;
}

// The results for [sets, elements] as [sets, width].
std::vector<Tensor> of_lines(const Tensor& lines, const Sets::All& all,
                             const std::vector<DType>& types, const SetFormula& formula) {
  if (is_float(types[0])) {
    return evaluation().once_over_arbs() ? bounded(lines, all, types, formula)
                                         : of_reals(lines, all, types, formula);
  }
  if (formula.truncates) return truncated_reals(lines, all, types[0], formula);
  if (!formula.ints)
    throw InternalError("a formula of real numbers does not take tensor({})", name(types[0]));
  if (is_signed_integer(types[0])) {
    return of_integers(lines, all, types, formula, formula.ints);
  }
  return of_integers(lines, all, types, formula, formula.naturals);
}

// Sets without elements, of which there may be very many: if one shows that the results have none
// either, there is nothing to evaluate.
std::vector<Tensor> of_empty_lines(const Tensor& lines, const Sets::All& all,
                                   const std::vector<DType>& types, const SetFormula& formula) {
  const std::vector<Tensor> one = of_lines(slice(lines, 0, 0, 1), all, types, formula);
  const auto has_elements = [](const Tensor& result) { return result.size() != 0; };
  if (std::any_of(one.begin(), one.end(), has_elements)) {
    return of_lines(lines, all, types, formula);
  }
  std::vector<Tensor> results;
  for (const DType type : types) results.push_back(Tensor::zeros(type, lines.shape()));
  return results;
}

}  // namespace

std::vector<Tensor> by_sets(const Tensor& X, const std::vector<size_t>& axes,
                            const std::vector<DType>& types, const SetFormula& formula) {
  const Sets::All all = all_sets(X, axes);
  const Tensor lines = lines_of(X, all);
  const bool empty = all.length == 0 && lines.dim(0) > 1;
  std::vector<Tensor> results =
      empty ? of_empty_lines(lines, all, types, formula) : of_lines(lines, all, types, formula);
  for (Tensor& result : results) result = from_lines(result, all);
  return results;
}

}  // namespace detail
}  // namespace etalon
