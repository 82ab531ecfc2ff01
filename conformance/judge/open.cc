#include "conformance/judge/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "conformance/judge/compare.h"
#include "conformance/judge/elements.h"
#include "conformance/judge/parts.h"
#include "conformance/judge/readings.h"
#include "engine/interpreter/open_list.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// One element as a tensor.
Tensor element(const Tensor& X, size_t at) {
  Tensor one = Tensor::unwritten(X.dtype(), {});
  by_slot(X.dtype(), [&]<class W>() { one.mutable_slots<W>()[0] = X.slots<W>()[at]; });
  return one;
}

OpenUse& count(std::vector<OpenUse>& uses, const OpenMark& mark, size_t elements) {
  for (OpenUse& use : uses) {
    if (use.point == mark.point && use.node == mark.node && use.depends == mark.depends) {
      use.elements += elements;
      return use;
    }
  }
  return uses.emplace_back(OpenUse{
      .point = mark.point, .node = mark.node, .depends = mark.depends, .elements = elements});
}

// True for a choice between +0 and -0.
bool is_sign_alone(const OpenMark& mark) {
  if (mark.permits != Permits::values || !is_float(mark.values.dtype())) return false;
  const Reals values = mark.values.as<double>();
  return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
}

bool more_than_signs(const OpenMark& mark) { return !is_sign_alone(mark); }

OpenUse use_of(const OpenElements& open) {
  const auto elements = std::count(open.mask.begin(), open.mask.end(), uint8_t{1});
  return {.point = open.point,
          .node = open.node,
          .depends = open.depends,
          .elements = static_cast<size_t>(elements)};
}

// ", at [0], [2]": the first places of the open elements of a tensor of this shape; empty if it has
// no elements.
std::string places_text(const OpenElements& open, const Shape& shape) {
  constexpr size_t most_places = 8;
  std::vector<std::string> places;
  for (size_t i = 0; i < open.mask.size(); ++i) {
    if (open.mask[i] == 0) continue;
    if (places.size() == most_places) return fmt::format(", at {}, …", fmt::join(places, ", "));
    places.push_back(place_text(i, shape));
  }
  return places.empty() ? "" : fmt::format(", at {}", fmt::join(places, ", "));
}

// Whether an element is a value, up to rounding; where nothing is known of rounding, up to the
// tolerance.
class Matching {
 public:
  Matching(const Tensor& got, const Tensor& expected, const Tolerance& tolerance,
           const Allowance& allowance)
      : got_(got), tolerance_(for_elements(tolerance, expected)) {
    if (!is_float(got.dtype())) return;
    limits_.emplace(expected, allowance.bound, allowance.spread);
    numbers_ = got.as<double>();
  }

  // Of element `at`, and element `other` of `values`, of the same type: Etalon's own or another.
  bool operator()(size_t at, const Tensor& values, size_t other) const {
    if (!limits_) return compare(element(got_, at), element(values, other), tolerance_).pass();
    const double x = numbers_.data()[at], y = element(values, other).as<double>().data()[0];
    if (x == y || (std::isnan(x) && std::isnan(y))) return true;
    const double off = std::fabs(x - y);
    if (!std::isfinite(off)) return false;
    ElementLimits of = limits_->at(at);
    if (of.reach) of.reach = std::max(*of.reach, limits_->ulp(y));
    const Grade grade = of.grade(off);
    return grade == Grade::unknown ? matches(x, y, tolerance_) : grade == Grade::rounding;
  }

 private:
  const Tensor& got_;
  const Tolerance tolerance_;
  std::optional<RoundingLimits> limits_;  // of floats
  Reals numbers_;
};

// Settles the elements of one tensor.
class Elements {
 public:
  Elements(const Tensor& got, const Tensor& expected, const Side& side, const Matching& matching)
      : got_(got), expected_(expected), side_(side), matching_(matching), open_(got.size()) {}

  Settled settled() {
    const std::span<const int32_t> marks = side_.open->slots<int32_t>();
    for (size_t i = 0; i < marks.size(); ++i) {
      if (marks[i] == 0) continue;
      const OpenMark& of = mark(marks[i]);
      if (of.permits == Permits::order) lines_[marks[i]].push_back(i);
      const bool as_expected = matching_(i, expected_, i);
      if ((as_expected && !differs_in_sign(i)) || !permits(of, i)) continue;
      open_[i] = true;
      note(count(as_expected ? zeros_ : uses_, of, 1), i);
    }
    for (const auto& [line, places] : lines_) settle_line(mark(line), places);
    return {uses_.empty() && zeros_.empty() ? got_ : merged(), uses_, zeros_};
  }

 private:
  const OpenMark& mark(int32_t number) const {
    return side_.marks->at(static_cast<size_t>(number - 1));
  }

  bool differs_in_sign(size_t at) const {
    if (!is_float(got_.dtype())) return false;
    const double a = element(got_, at).item<double>(), b = element(expected_, at).item<double>();
    return a == 0 && b == 0 && std::signbit(a) != std::signbit(b);
  }

  // The first element that a point explains is shown.
  void note(OpenUse& use, size_t at) const {
    if (!use.where.empty()) return;
    use.where = place_text(at, got_.shape());
    use.got = element_printer(got_)(at);
    use.expected = element_printer(expected_)(at);
  }

  bool permits(const OpenMark& mark, size_t at) const {
    if (mark.permits == Permits::undefined) return true;
    if (mark.permits == Permits::order || mark.values.dtype() != got_.dtype()) return false;
    if (mark.permits == Permits::interval && is_between(mark.values, at)) return true;
    for (size_t i = 0; i < mark.values.size(); ++i) {
      if (matching_(at, mark.values, i)) return true;
    }
    return false;
  }

  bool is_between(const Tensor& ends, size_t at) const {
    const double x = element(got_, at).as<double>().data()[0];
    const Reals values = ends.as<double>();
    return values.data()[0] <= x && x <= values.data()[1];
  }

  // Elements in another order: each must match one of the expected elements of the line.
  void settle_line(const OpenMark& mark, const std::vector<size_t>& places) {
    const auto differ = [&](size_t place) { return !matching_(place, expected_, place); };
    const auto differing = std::count_if(places.begin(), places.end(), differ);
    if (differing == 0) return;
    std::vector<size_t> left = places;
    for (const size_t place : places) {
      const auto same = [&](size_t other) { return matching_(place, expected_, other); };
      const auto found = std::find_if(left.begin(), left.end(), same);
      if (found == left.end()) return;
      left.erase(found);
    }
    for (const size_t place : places) open_[place] = true;
    const auto first = std::find_if(places.begin(), places.end(), differ);
    note(count(uses_, mark, static_cast<size_t>(differing)), *first);
  }

  Tensor merged() const {
    Tensor result = Tensor::unwritten(got_.dtype(), got_.shape());
    by_slot(got_.dtype(), [&]<class W>() {
      const std::span<const W> own = got_.slots<W>(), wanted = expected_.slots<W>();
      const std::span<W> out = result.mutable_slots<W>();
      for (size_t i = 0; i < out.size(); ++i) out[i] = open_[i] ? wanted[i] : own[i];
    });
    return result;
  }

  const Tensor& got_;
  const Tensor& expected_;
  const Side& side_;
  const Matching& matching_;
  std::vector<bool> open_;
  std::vector<OpenUse> uses_;
  std::vector<OpenUse> zeros_;
  std::map<int32_t, std::vector<size_t>> lines_;
};

Settled settle_tensors(const Tensor& got, const Tensor& expected, const Tensor& marked,
                       const Tolerance& tolerance, const Allowance& allowance) {
  const Side* side = marked.side();
  if (!side || !side->marks || got.dtype() != expected.dtype()) return {got, {}, {}};
  if (side->whole != 0) {
    const OpenMark& mark = side->marks->at(static_cast<size_t>(side->whole - 1));
    // Another whole result (ops/ai.onnx/other_shape.h), or any other shape.
    const bool permitted = mark.permits == Permits::values
                               ? compare(got, mark.values, tolerance).pass()
                               : got.shape() != expected.shape();
    if (permitted && !identical(got, expected)) {
      Settled whole{expected, {}, {}};
      count(whole.open, mark, expected.size());
      return whole;
    }
  }
  const bool fits = got.shape() == expected.shape() && marked.shape() == expected.shape() &&
                    marked.dtype() == expected.dtype();
  if (!fits || !side->open || identical(got, expected)) return {got, {}, {}};
  const Matching matching(got, expected, tolerance, allowance);
  return Elements(got, expected, *side, matching).settled();
}

}  // namespace

std::string to_string(const std::vector<OpenUse>& uses) {
  std::vector<std::string> texts;
  for (const OpenUse& use : uses) {
    if (use.refused) {
      texts.push_back(fmt::format("{}, where Etalon refuses", use.point));
      continue;
    }
    texts.push_back(fmt::format("{} {}{}{} of {}", use.elements,
                                use.elements == 1 ? "element" : "elements",
                                !use.depends        ? ": "
                                : use.elements == 1 ? " that depends on "
                                                    : " that depend on ",
                                use.point, use.node));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::string> points_of(const std::vector<OpenUse>& uses) {
  std::vector<std::string> ids;
  for (const OpenUse& use : uses) {
    if (std::find(ids.begin(), ids.end(), use.point) == ids.end()) ids.push_back(use.point);
  }
  return ids;
}

Settled settle(const Value& got, const Value& expected, const Value& marked,
               const Tolerance& tolerance, const Allowance& allowance) {
  if (got.is_tensor() && expected.is_tensor() && marked.is_tensor()) {
    return settle_tensors(got.tensor(), expected.tensor(), marked.tensor(), tolerance, allowance);
  }
  const auto all = [&](auto is) { return is(got) && is(expected) && is(marked); };
  if (all([](const Value& value) { return value.is_optional() && value.optional().held; })) {
    Settled held =
        settle(*got.optional().held, *expected.optional().held, *marked.optional().held, tolerance);
    return {Optional{got.optional().element, std::make_shared<const Value>(held.value)}, held.open,
            held.zeros};
  }
  if (!all([](const Value& value) { return value.is_sequence(); })) return {got, {}, {}};
  const Values &items = got.sequence().items, &wanted = expected.sequence().items;
  const Values& marks = marked.sequence().items;
  if (items.size() != wanted.size() || items.size() != marks.size()) return {got, {}, {}};
  Settled whole;
  Sequence sequence{got.sequence().element, {}};
  for (size_t i = 0; i < items.size(); ++i) {
    const Settled item = settle(items[i], wanted[i], marks[i], tolerance);
    sequence.items.push_back(item.value);
    whole.open.insert(whole.open.end(), item.open.begin(), item.open.end());
  }
  whole.value = sequence;
  return whole;
}

std::vector<OpenUse> open_elements(const Value& marked) {
  std::vector<OpenUse> uses;
  for (const Part& part : parts_of(marked)) {
    for (const OpenElements& open : open_elements_of(part.tensor, more_than_signs)) {
      uses.push_back(use_of(open));
    }
  }
  return uses;
}

void check_decided(const Value& marked) {
  const std::vector<OpenUse> open = open_elements(marked);
  if (!open.empty()) throw Unspecified("{}", to_string(open));
}

std::vector<std::string> open_texts(const Value& marked) {
  std::vector<std::string> texts;
  if (!marked.is_tensor()) {
    for (const OpenUse& use : open_elements(marked)) texts.push_back(to_string({use}));
    return texts;
  }
  const Tensor& X = marked.tensor();
  for (const OpenElements& open : open_elements_of(X, more_than_signs)) {
    texts.push_back(to_string({use_of(open)}) + places_text(open, X.shape()));
  }
  return texts;
}

Values marked_outputs(const BoundModel& model, const Bindings& inputs, const Options& options) {
  const ChoiceScope scope(Recording::on);
  return with_readings(model, inputs, options, evaluate(model, inputs, options));
}

}  // namespace etalon
