#include "engine/operators/choice.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/operators/idle_choices.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// Copies element `from_at` of `from` to `to_at` of `to`, of the same type.
void copy_element(const Tensor& from, size_t from_at, Tensor& to, size_t to_at) {
  by_slot(from.dtype(),
          [&]<class W>() { to.mutable_slots<W>()[to_at] = from.slots<W>()[from_at]; });
}

// An element and others, each once, as a tensor of rank 1.
class ValueSet {
 public:
  ValueSet(const Tensor& Y, size_t at) : values_{{&Y, at}} {}

  void add(const Tensor& from, size_t at) {
    const auto same = [&](const auto& value) {
      return by_slot(from.dtype(), [&]<class W>() {
        return value.first->template slots<W>()[value.second] == from.slots<W>()[at];
      });
    };
    if (std::none_of(values_.begin(), values_.end(), same)) values_.emplace_back(&from, at);
  }
  bool is_choice() const { return values_.size() > 1; }
  Tensor values() const {
    Tensor all = Tensor::unwritten(values_[0].first->dtype(), {values_.size()});
    for (size_t i = 0; i < values_.size(); ++i) {
      copy_element(*values_[i].first, values_[i].second, all, i);
    }
    return all;
  }

 private:
  std::vector<std::pair<const Tensor*, size_t>> values_;
};

// `otherwise` where the condition holds, Y elsewhere.
Tensor replaced(const Tensor& Y, const Bools& where, const Tensor& otherwise) {
  Tensor result = Tensor::unwritten(Y.dtype(), Y.shape());
  by_slot(Y.dtype(), [&]<class W>() {
    const std::span<W> out = result.mutable_slots<W>();
    const std::span<const W> own = Y.slots<W>(), others = otherwise.slots<W>();
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = where.data()[i] ? others[others.size() == 1 ? 0 : i] : own[i];
    }
  });
  return result;
}

// Marks each element that is open with the values that it may have: its own and those of `others`.
Tensor with_values(const Tensor& Y, std::string_view point, const Bools& open,
                   const std::vector<Tensor>& others) {
  std::vector<int32_t> marks(Y.size(), 0);
  OpenMark mark = mark_of(point, Permits::values);
  for (size_t i = 0; i < Y.size(); ++i) {
    if (!open.data()[i]) continue;
    ValueSet set(Y, i);
    for (const Tensor& other : others) set.add(other, other.size() == 1 ? 0 : i);
    if (!set.is_choice()) continue;
    mark.values = set.values();
    marks[i] = add_mark(mark);
  }
  return with_marks(Y, marks);
}

// The open elements; nothing if there is none, or nobody asks.
std::optional<Bools> open_elements(const Tensor& Y, std::string_view point, const Where& where) {
  if (!evaluation().choices || choices_are_idle()) return {};
  const Setting beside(&Evaluation::plain_roundings, evaluation().plain_roundings);
  Bools open = where();
  if (open.shape() != Y.shape()) throw InternalError("{}: a condition has another shape", point);
  if (std::find(open.begin(), open.end(), true) == open.end()) return {};
  meet(point);
  return open;
}

// Y, in whose place there may be a tensor of another shape.
Tensor with_open_shape(const Tensor& Y, std::string_view point) {
  Side side;
  if (Y.side()) side = *Y.side();
  side.marks = recorded_marks();
  side.whole = add_mark(mark_of(point, Permits::undefined));
  return Y.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace

Tensor choice(const Tensor& Y, std::string_view point, const Where& where, std::string_view chosen,
              const std::vector<Option>& others) {
  const std::optional<Bools> open = open_elements(Y, point, where);
  if (!open) return Y;
  std::vector<std::string_view> names{chosen};
  for (const Option& option : others) names.push_back(option.name);
  if (const std::string* name = bound_option(point, names)) {
    for (const Option& option : others) {
      if (option.name == *name) return replaced(Y, *open, option.result());
    }
    return Y;
  }
  if (!recorded_marks()) return Y;
  const Setting beside(&Evaluation::plain_roundings, evaluation().plain_roundings);
  std::vector<Tensor> results;
  results.reserve(others.size());
  for (const Option& option : others) results.push_back(option.result());
  return with_values(Y, point, *open, results);
}

Tensor between(const Tensor& Y, std::string_view point, const Where& where,
               const std::function<Ends()>& ends) {
  const std::optional<Bools> open = open_elements(Y, point, where);
  if (!open || !recorded_marks()) return Y;
  const Setting beside(&Evaluation::plain_roundings, evaluation().plain_roundings);
  const Ends of = ends();
  std::vector<Tensor> all{of.low, of.high};
  all.insert(all.end(), of.others.begin(), of.others.end());
  std::vector<int32_t> marks(Y.size(), 0);
  OpenMark mark = mark_of(point, Permits::interval);
  for (size_t i = 0; i < Y.size(); ++i) {
    if (!open->data()[i]) continue;
    mark.values = Tensor::unwritten(Y.dtype(), {all.size()});
    for (size_t k = 0; k < all.size(); ++k) {
      copy_element(all[k], all[k].size() == 1 ? 0 : i, mark.values, k);
    }
    marks[i] = add_mark(mark);
  }
  return with_marks(Y, marks);
}

Tensor no_result(const Tensor& Y, std::string_view point, const Where& where) {
  const std::optional<Bools> open = open_elements(Y, point, where);
  if (!open || !recorded_marks()) return Y;
  const int32_t mark = add_mark(mark_of(point, Permits::undefined));
  std::vector<int32_t> marks;
  for (const bool each : *open) marks.push_back(each ? mark : 0);
  return with_marks(Y, marks);
}

Tensor any_of(const Tensor& Y, std::string_view point, const Tensor& from,
              const std::function<Candidates()>& candidates) {
  if (!evaluation().choices) return Y;
  const Candidates places = candidates();
  if (places.empty()) return Y;
  meet(point);
  if (const std::string* name = bound_option(point, {"first", "last"})) {
    Tensor result = replaced(Y, full(Y.shape(), false), Y);
    for (const auto& [element, positions] : places) {
      const int64_t at = *name == "first" ? positions.front() : positions.back();
      copy_element(from, static_cast<size_t>(at), result, element);
    }
    return result;
  }
  if (!recorded_marks()) return Y;
  std::vector<int32_t> marks(Y.size(), 0);
  OpenMark mark = mark_of(point, Permits::values);
  for (const auto& [element, positions] : places) {
    ValueSet set(Y, element);
    for (const int64_t at : positions) set.add(from, static_cast<size_t>(at));
    if (!set.is_choice()) continue;
    mark.values = set.values();
    marks[element] = add_mark(mark);
  }
  return with_marks(Y, marks);
}

Tensor any_order(const Tensor& Y, std::string_view point, size_t axis) {
  if (!recorded_marks() || Y.dim(axis) < 2) return Y;
  meet(point);
  size_t after = 1;
  for (size_t i = axis + 1; i < Y.rank(); ++i) after *= Y.dim(i);
  std::map<std::pair<size_t, size_t>, int32_t> lines;
  std::vector<int32_t> marks(Y.size(), 0);
  for (size_t i = 0; i < Y.size(); ++i) {
    int32_t& line = lines[{i / (after * Y.dim(axis)), i % after}];
    if (line == 0) line = add_mark(mark_of(point, Permits::order));
    marks[i] = line;
  }
  return with_marks(Y, marks);
}

Tensor any_shape(const Tensor& Y, std::string_view point, bool open) {
  if (!evaluation().choices || choices_are_idle() || !open) return Y;
  meet(point);
  if (!recorded_marks()) return Y;
  return with_open_shape(no_result(Y, point, [&] { return full(Y.shape(), true); }), point);
}

Tensor other_shape(const Tensor& Y, std::string_view point, bool open) {
  if (!evaluation().choices || choices_are_idle() || !open) return Y;
  meet(point);
  return recorded_marks() ? with_open_shape(Y, point) : Y;
}

void at_point(std::string_view point, bool open) {
  if (open && evaluation().choices && !choices_are_idle()) meet(point);
}

Bools nans(const Tensor& X) {
  if (!is_float(X.dtype())) return full(X.shape(), false);
  return Bools(xt::isnan(X.as<double>()));
}

Tensor without_nan(const Tensor& X, double neutral) {
  if (!is_float(X.dtype())) return X;
  return replaced(X, nans(X), scalar(X.dtype(), neutral));
}

}  // namespace etalon
