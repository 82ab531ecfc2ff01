#include "engine/values/side.h"

#include <algorithm>

namespace etalon {
namespace {

// One part of the tensors' sides, moved; nothing where no tensor has it. `part` gives a tensor's.
template <class Part>
std::optional<Tensor> moved_part(DType type, const std::vector<const Tensor*>& from,
                                 const Movement& move, Part part) {
  const auto has = [&](const Tensor* each) { return part(*each).has_value(); };
  if (std::none_of(from.begin(), from.end(), has)) return {};
  std::vector<Tensor> parts;
  for (const Tensor* each : from) {
    const std::optional<Tensor> own = part(*each);
    parts.push_back(own ? *own : Tensor::zeros(type, each->shape()));
  }
  return move(parts);
}

thread_local uint64_t lost = 0;

}  // namespace

uint64_t lost_errors() { return lost; }
void lose_errors() { ++lost; }

Tensor carrying(Tensor moved, const std::vector<const Tensor*>& from, const Movement& move) {
  if (std::none_of(from.begin(), from.end(), [](const Tensor* each) { return each->side(); })) {
    return moved;
  }
  Side side;
  for (const Tensor* each : from) {
    if (!each->side() || !each->side()->marks) continue;
    if (!side.marks) side.marks = each->side()->marks;
    if (side.marks == each->side()->marks && side.whole == 0) side.whole = each->side()->whole;
  }
  side.errors = moved_part(DType::float64, from, move, [](const Tensor& each) {
    return each.side() ? each.side()->errors : std::nullopt;
  });
  side.open = moved_part(DType::int32, from, move, [&](const Tensor& each) {
    return each.side() && each.side()->marks == side.marks ? each.side()->open : std::nullopt;
  });
  return moved.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace etalon
