#include "ops/ai.onnx/other_shape.h"

#include <algorithm>

#include "engine/operators/idle_choices.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// Y with a mark of the whole tensor that permits the other one.
Tensor marked_whole(const Tensor& Y, std::string_view point, const Tensor& other) {
  OpenMark mark = mark_of(point, Permits::values);
  mark.values = other;
  Side side;
  if (Y.side()) side = *Y.side();
  side.marks = recorded_marks();
  side.whole = add_mark(mark);
  return Y.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace

Tensor or_whole(const Tensor& Y, std::string_view point, std::string_view chosen,
                const std::vector<Option>& others) {
  if (!evaluation().choices || choices_are_idle()) return Y;
  std::vector<std::string_view> names{chosen};
  std::vector<Option> options;
  std::vector<Tensor> different;  // each result once
  for (const Option& other : others) {
    const Tensor result = other.result();
    const auto is_result = [&](const Tensor& each) { return identical(each, result); };
    names.push_back(other.name);
    options.push_back({other.name, [result] { return result; }});
    if (is_result(Y) || std::any_of(different.begin(), different.end(), is_result)) continue;
    different.push_back(result);
  }
  if (different.empty()) return Y;
  const auto has_shape = [&](const Tensor& each) { return each.shape() == Y.shape(); };
  if (std::all_of(different.begin(), different.end(), has_shape)) {
    return choice(
        Y, point, [&] { return full(Y.shape(), true); }, chosen, options);
  }
  meet(point);
  if (const std::string* name = bound_option(point, names)) {
    const auto is_bound = [&](const Option& option) { return option.name == *name; };
    const auto found = std::find_if(options.begin(), options.end(), is_bound);
    return found == options.end() ? Y : found->result();
  }
  if (different.size() > 1 || !recorded_marks()) return any_shape(Y, point, true);
  return marked_whole(Y, point, different[0]);
}

}  // namespace etalon
