#include "conformance/equivalent/marks.h"

#include <algorithm>
#include <memory>

#include "conformance/bounds/bound_walk.h"
#include "conformance/judge/open.h"
#include "engine/values/errors.h"
#include "engine/values/side.h"

namespace etalon::equivalent {
namespace {

using Stays = bool (*)(const OpenMark& mark);

bool is_open(const Value& value, size_t at) {
  const Side* side = value.tensor().side();
  return side != nullptr && side->open && side->open->slots<int32_t>()[at] != 0;
}

Value open_where_both(const Value& x, const Value& other, Stays stays) {
  const Tensor& X = x.tensor();
  if (!X.side() || !X.side()->open || X.side()->whole != 0) return x;
  Tensor open = Tensor::zeros(DType::int32, X.shape());
  const auto marks = X.side()->open->slots<int32_t>();
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i] == 0) continue;
    const OpenMark& mark = X.side()->marks->at(static_cast<size_t>(marks[i] - 1));
    const bool remains = is_open(other, i) || stays(mark);
    open.mutable_slots<int32_t>()[i] = remains ? marks[i] : 0;
  }
  Side side = *X.side();
  side.open = open;
  return X.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace

Value marked(const Computed& computed, const Options& options) {
  if (computed.model == nullptr) return computed.value;
  try {
    const Value value = marked_outputs(*computed.model, computed.inputs, options).at(0);
    return same_bits(value, computed.value) ? value : computed.value;
  } catch (const LimitExceeded&) {
    throw;
  } catch (const Error&) {
    return computed.value;
  }
}

bool takes_no_floats(const Computed& computed) {
  return std::none_of(computed.inputs.begin(), computed.inputs.end(),
                      [](const auto& input) { return is_float_tensor(input.second); });
}

Value open_before(const Value& before, const Value& after) {
  return open_where_both(before, after,
                         [](const OpenMark& mark) { return mark.permits == Permits::undefined; });
}

Value open_after(const Value& after, const Value& before) {
  return open_where_both(after, before, [](const OpenMark& mark) {
    return mark.permits == Permits::undefined && mark.depends;
  });
}

}  // namespace etalon::equivalent
