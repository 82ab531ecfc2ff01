#include "conformance/judge/readings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "conformance/bounds/bound_walk.h"
#include "engine/interpreter/substitute.h"
#include "engine/numerics/random.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/errors.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

constexpr size_t most_alternatives = 4;  // of an element
constexpr size_t most_groups = 32;       // of elements that are replaced one group after the other
constexpr size_t extremes = 3;           // in place of elements without a result
constexpr size_t most_orders = 3;        // of elements in any order
constexpr size_t most_sets = 100'000;    // elements with a set of their own

bool depends_alone(const OpenMark& mark) {
  return mark.depends && mark.permits == Permits::undefined;
}

const OpenMark* mark_at(const Tensor& X, size_t at) {
  if (!X.side() || !X.side()->open) return nullptr;
  const int32_t number = X.side()->open->slots<int32_t>()[at];
  return number == 0 ? nullptr : &X.side()->marks->at(static_cast<size_t>(number - 1));
}

bool has_dependents(const Value& output) {
  if (!output.is_tensor()) return false;
  const Tensor& Y = output.tensor();
  if (!is_float(Y.dtype()) && !is_integer(Y.dtype())) return false;
  if (!Y.side() || !Y.side()->open || Y.side()->whole != 0) return false;
  for (size_t i = 0; i < Y.size(); ++i) {
    const OpenMark* mark = mark_at(Y, i);
    if (mark != nullptr && depends_alone(*mark)) return true;
  }
  return false;
}

// X without its side, to be written to.
Tensor copy_of(const Tensor& X) {
  Tensor result = Tensor::unwritten(X.dtype(), X.shape());
  by_slot(X.dtype(), [&]<class W>() {
    std::copy(X.slots<W>().begin(), X.slots<W>().end(), result.mutable_slots<W>().begin());
  });
  return result;
}

// What stands in place of the open elements.
struct Reading {
  enum class Of { sets, others, orders };  // elements with a set, without a result, or in any order
  Of of = Of::sets;
  size_t alternative = 0;       // the number of the permitted value, without Etalon's own
  std::optional<size_t> group;  // the only elements that are replaced; nothing: all
};

// An evaluation of each node as it is, with other values in place of the elements that it leaves
// open.
class Replacing {
 public:
  explicit Replacing(const Reading& reading) : reading_(reading) {}

  Values operator()(const Node& node, const Values& inputs, const Ordinary& ordinary) {
    Values outputs = ordinary(node, inputs);
    for (Value& output : outputs) {
      if (output.is_tensor() && output.tensor().side()) output = replaced(output.tensor());
    }
    return outputs;
  }

  size_t elements() const { return elements_; }  // with a set
  bool others() const { return others_; }        // an element has no result, or a shape is open
  bool orders() const { return orders_; }
  size_t alternatives() const { return alternatives_; }

 private:
  Tensor replaced(const Tensor& Y) {
    others_ = others_ || Y.side()->whole != 0;
    Tensor result = copy_of(Y);
    std::map<const OpenMark*, std::vector<size_t>> lines;
    for (size_t i = 0; i < Y.size(); ++i) {
      const OpenMark* mark = mark_at(Y, i);
      if (mark == nullptr) continue;
      if (mark->permits == Permits::order) {
        lines[mark].push_back(i);
      } else {
        replace(result, i, *mark);
      }
    }
    orders_ = orders_ || !lines.empty();
    if (reading_.of != Reading::Of::orders) return result;
    for (const auto& [mark, places] : lines) reorder(result, Y, places);
    return result;
  }

  // In reverse, or turned by one element or by half of them.
  void reorder(Tensor& result, const Tensor& Y, const std::vector<size_t>& places) const {
    const size_t count = places.size();
    const size_t turns[most_orders] = {0, 1, std::max<size_t>(count / 2, 1)};
    const size_t by = turns[reading_.alternative];
    by_slot(Y.dtype(), [&]<class W>() {
      for (size_t i = 0; i < count; ++i) {
        const size_t from = by == 0 ? count - 1 - i : (i + by) % count;
        result.mutable_slots<W>()[places[i]] = Y.slots<W>()[places[from]];
      }
    });
  }

  void replace(Tensor& result, size_t at, const OpenMark& mark) {
    const bool has_set = mark.permits == Permits::values || mark.permits == Permits::interval;
    if (!has_set || mark.values.dtype() != result.dtype()) {
      others_ = true;
      if (reading_.of == Reading::Of::others) set_extreme(result, at);
      return;
    }
    const size_t group = elements_++ % most_groups;
    alternatives_ = std::max(alternatives_, std::min(mark.values.size(), most_alternatives));
    if (reading_.of != Reading::Of::sets || (reading_.group && *reading_.group != group)) return;
    by_slot(result.dtype(), [&]<class W>() {
      const std::span<W> out = result.mutable_slots<W>();
      size_t number = 0;
      for (const W& value : mark.values.slots<W>()) {
        if (value == out[at] || number++ != reading_.alternative) continue;
        out[at] = value;
        return;
      }
    });
  }

  void set_extreme(Tensor& result, size_t at) const {
    const DType type = result.dtype();
    if (type == DType::string || is_complex(type)) return;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double floats[] = {std::nan(""), infinity, -infinity};
    const Tensor one = is_float(type)              ? scalar(type, floats[reading_.alternative])
                       : type == DType::boolean    ? scalar(reading_.alternative == 0)
                       : reading_.alternative == 0 ? scalar(type, lowest(type))
                       : reading_.alternative == 1 ? scalar(type, highest(type))
                                                   : scalar(type, int64_t{0});
    by_slot(type, [&]<class W>() { result.mutable_slots<W>()[at] = one.slots<W>()[0]; });
  }

  const Reading reading_;
  size_t elements_ = 0;
  size_t alternatives_ = 0;
  bool others_ = false;
  bool orders_ = false;
};

// The sets of one output's elements.
class Sets {
 public:
  explicit Sets(const Tensor& Y) : Y_(Y), own_(Y.with_side(nullptr).as<double>()), of_(Y.size()) {}

  // Another reading's tensor, of this shape.
  void add(const Reals& values) {
    for (size_t i = 0; i < of_.size(); ++i) {
      const double x = values.data()[i];
      if (x == own_.data()[i]) continue;
      if (std::find_if(of_[i].begin(), of_[i].end(), [&](double each) {
            return each == x || (std::isnan(each) && std::isnan(x));
          }) == of_[i].end()) {
        of_[i].push_back(x);
      }
    }
  }
  // The readings of one group: its deviations, added to those of other groups, reach farther.
  void reach(const Reals& values) {
    if (low_.empty()) {
      low_.assign(of_.size(), 0);
      high_.assign(of_.size(), 0);
    }
    for (size_t i = 0; i < of_.size(); ++i) {
      const double deviation = values.data()[i] - own_.data()[i];
      if (!std::isfinite(deviation)) continue;
      low_[i] += std::min(deviation, 0.0);
      high_[i] += std::max(deviation, 0.0);
    }
  }
  // What differs where elements without a result do stays undefined.
  void leave(const Reals& values) { leave_beyond(values, 0); }
  // The same where another order makes more of a difference than another order of a sum.
  void leave_in_order(const Reals& values) {
    constexpr double roundings = 8;
    const bool rounds = is_float(Y_.dtype());
    leave_beyond(values, rounds ? roundings * rounding_of(computed_in(Y_.dtype())).unit() : 0);
  }

  Tensor marked() const {
    const auto marks = std::make_shared<OpenMarks>(*Y_.side()->marks);
    Tensor open = Tensor::zeros(DType::int32, Y_.shape());
    const std::span<int32_t> out = open.mutable_slots<int32_t>();
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = Y_.side()->open->slots<int32_t>()[i];
      const OpenMark* mark = mark_at(Y_, i);
      const bool stays = mark == nullptr || !depends_alone(*mark) ||
                         (!undefined_.empty() && undefined_[i]) ||
                         marks->size() - Y_.side()->marks->size() >= most_sets;
      if (stays) continue;
      marks->push_back(with_set(*mark, i));
      out[i] = static_cast<int32_t>(marks->size());
    }
    Side side = *Y_.side();
    side.open = open;
    side.marks = marks;
    return Y_.with_side(std::make_shared<const Side>(std::move(side)));
  }

 private:
  void leave_beyond(const Reals& values, double relative) {
    undefined_.resize(of_.size());
    for (size_t i = 0; i < of_.size(); ++i) {
      const double x = values.data()[i], y = own_.data()[i];
      const bool same =
          x == y || (std::isnan(x) && std::isnan(y)) || std::fabs(x - y) <= relative * std::fabs(y);
      if (!same) undefined_[i] = true;
    }
  }

  OpenMark with_set(OpenMark mark, size_t at) const {
    std::vector<double> values = of_[at];
    const double own = own_.data()[at];
    const auto is_finite = [](double x) { return std::isfinite(x); };
    mark.permits = Permits::values;
    if (!low_.empty() && std::isfinite(own)) {
      mark.permits = Permits::interval;
      double low = own + low_[at], high = own + high_[at];
      for (const double x : values) {
        if (!is_finite(x)) continue;
        low = std::min(low, x);
        high = std::max(high, x);
      }
      std::erase_if(values, is_finite);
      values.insert(values.begin(), {low, high});
    } else {
      values.push_back(own);
    }
    Reals all = empty_array<double>({values.size()});
    std::copy(values.begin(), values.end(), all.begin());
    mark.values = Tensor::of(Y_.dtype(), all);
    return mark;
  }

  const Tensor& Y_;
  const Reals own_;
  std::vector<std::vector<double>> of_;
  std::vector<double> low_, high_;
  std::vector<bool> undefined_;
};

class Readings {
 public:
  Readings(const BoundModel& model, const Bindings& inputs, const Options& options, Values outputs)
      : model_(model), inputs_(inputs), options_(options), outputs_(std::move(outputs)) {
    options_.on_node = nullptr;
    options_.on_value = nullptr;
    for (const Value& output : outputs_) {
      if (has_dependents(output))
        sets_.emplace_back(Sets(output.tensor()));
      else
        sets_.emplace_back(std::nullopt);
    }
  }

  Values outputs() {
    if (std::none_of(sets_.begin(), sets_.end(),
                     [](const auto& each) { return each.has_value(); })) {
      return outputs_;
    }
    if (!read()) return outputs_;
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (sets_[i]) outputs_[i] = sets_[i]->marked();
    }
    return outputs_;
  }

 private:
  // False where a reading is refused or has other shapes.
  bool read() {
    Reading reading;
    Replacing first(reading);
    if (!evaluate_as(first, &Sets::add)) return false;
    for (reading.alternative = 1; reading.alternative < first.alternatives();
         ++reading.alternative) {
      Replacing next(reading);
      if (!evaluate_as(next, &Sets::add)) return false;
    }
    if (first.elements() > 1 && !read_groups(first)) return false;
    for (size_t i = 0; first.orders() && i < most_orders; ++i) {
      Replacing other(Reading{Reading::Of::orders, i, std::nullopt});
      if (!evaluate_as(other, &Sets::leave_in_order)) return false;
    }
    if (!first.others()) return true;
    for (size_t i = 0; i < extremes; ++i) {
      Replacing other(Reading{Reading::Of::others, i, std::nullopt});
      if (!evaluate_as(other, &Sets::leave)) return false;
    }
    return true;
  }

  bool read_groups(const Replacing& first) {
    const size_t groups = std::min(first.elements(), most_groups);
    for (size_t group = 0; group < groups; ++group) {
      for (size_t i = 0; i + 1 < first.alternatives(); ++i) {
        Replacing one(Reading{Reading::Of::sets, i, group});
        if (!evaluate_as(one, &Sets::add, &Sets::reach)) return false;
      }
    }
    return true;
  }

  bool evaluate_as(Replacing& replacing, void (Sets::*take)(const Reals&),
                   void (Sets::*also)(const Reals&) = nullptr) {
    Values results;
    try {
      const SubstituteScope scope(std::ref(replacing));
      results = evaluate(model_, inputs_, options_);
    } catch (const LimitExceeded&) {
      throw;
    } catch (const Error&) {
      return false;
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (!sets_[i]) continue;
      const Tensor& own = outputs_[i].tensor();
      if (!results[i].is_tensor() || results[i].tensor().shape() != own.shape()) return false;
      const Reals values = results[i].tensor().with_side(nullptr).as<double>();
      ((*sets_[i]).*take)(values);
      if (also != nullptr) ((*sets_[i]).*also)(values);
    }
    return true;
  }

  const BoundModel& model_;
  const Bindings& inputs_;
  Options options_;
  Values outputs_;
  std::vector<std::optional<Sets>> sets_;
};

}  // namespace

Values with_readings(const BoundModel& model, const Bindings& inputs, const Options& options,
                     Values outputs) {
  if (!recorded_marks()) return outputs;
  return Readings(model, inputs, options, std::move(outputs)).outputs();
}

}  // namespace etalon
