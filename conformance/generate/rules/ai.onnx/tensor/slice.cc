#include <algorithm>
#include <limits>

#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

struct Bounds {
  int64_t start, end, step;
};

constexpr int64_t far = std::numeric_limits<int64_t>::max();

// From anywhere to anywhere, mostly nothing.
Bounds any_bounds(Draw& draw, int64_t length, bool steps) {
  const int64_t step = (steps && draw.chance(0.5) ? -1 : 1) * draw.between(1, 3);
  return {draw.between(-length - 2, length + 2), draw.between(-length - 2, length + 2),
          steps ? step : 1};
}

// At least one element of an axis that is not empty; bounds are counted from either end, or lie
// past it, as far as the greatest integer.
Bounds some_elements(Draw& draw, int64_t length, bool steps) {
  const int64_t first = draw.between(0, length - 1);
  const int64_t last = draw.between(first, length - 1);
  const bool backwards = steps && draw.chance(0.3);
  const int64_t step = steps ? draw.between(1, 3) : 1;
  const auto counted = [&](int64_t place) { return draw.chance(0.3) ? place - length : place; };
  const auto past = [&] { return draw.chance(0.4) ? far : length + draw.between(0, 2); };
  if (backwards) {
    const bool whole = first == 0 || draw.chance(0.3);
    const int64_t before = draw.chance(0.4) ? -far : -length - draw.between(1, 2);
    const int64_t start = last == length - 1 && draw.chance(0.3) ? past() : counted(last);
    return {start, whole ? before : counted(first - 1), draw.chance(0.05) ? -far : -step};
  }
  const bool whole = last == length - 1 || draw.chance(0.2);
  const int64_t start =
      first == 0 && draw.chance(0.2) ? -length - draw.between(0, 2) : counted(first);
  return {start, whole ? past() : counted(last + 1), steps && draw.chance(0.05) ? far : step};
}

bool are_first(const std::vector<size_t>& axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] != i) return false;
  }
  return true;
}

}  // namespace

// Mostly some elements; axes may be left out where they are the first ones, in order.
const GenerationRule slice_rule("Slice", [](Drafting& call, Draw& draw) {
  const Tensor data = call.add(draw.shape(1));
  const bool with_steps = call.takes("steps") && draw.chance(0.7);
  const bool anywhere = draw.chance(0.1);
  std::vector<size_t> axes = draw.subset(data.rank());
  if (axes.empty()) axes = {draw.below(data.rank())};
  if (draw.chance(0.3)) draw.shuffle(axes);
  std::vector<int64_t> starts, ends, steps;
  for (const size_t axis : axes) {
    const auto length = static_cast<int64_t>(data.dim(axis));
    const Bounds bounds = anywhere || length == 0 ? any_bounds(draw, length, with_steps)
                                                  : some_elements(draw, length, with_steps);
    // Elements of the narrower type of indices hold no greater numbers.
    const int64_t most = call.takes("starts") && call.dtype("Tind") == DType::int32
                             ? std::numeric_limits<int32_t>::max()
                             : far;
    starts.push_back(std::clamp(bounds.start, -most, most));
    ends.push_back(std::clamp(bounds.end, -most, most));
    steps.push_back(std::clamp(bounds.step, -most, most));
  }
  call.give("starts", starts);
  call.give("ends", ends);
  const bool by_default = are_first(axes) && draw.chance(0.5);
  if (!by_default) {
    call.give("axes", call.written_axes(axes, data.rank()));
  } else if (with_steps) {
    call.leave_out();
  }
  if (with_steps) call.add_integers({steps.size()}, steps);
});

}  // namespace etalon::rules
