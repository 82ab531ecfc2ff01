#include "engine/values/side.h"

#include <algorithm>
#include <cmath>

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

}  // namespace

bool has_errors(const Tensor& X) { return X.side() && X.side()->errors; }

Reals errors_of(const Tensor& X) {
  return has_errors(X) ? X.side()->errors->as<double>() : full(X.shape(), 0.0);
}

Tensor with_errors(const Tensor& X, const Reals& errors) {
  Side side = X.side() ? *X.side() : Side();
  side.errors = Tensor::decided(DType::float64, errors);
  return X.with_side(std::make_shared<const Side>(std::move(side)));
}

bool varies(const Tensor& X) { return X.side() && X.side()->varies; }

Ints residues_of(const Tensor& X) {
  const bool has = X.side() && X.side()->residues;
  return has ? X.side()->residues->as<int64_t>() : empty_array<int64_t>({0});
}

Tensor with_residues(const Tensor& X, const Ints& residues, bool varies) {
  Side side = X.side() ? *X.side() : Side();
  side.residues = Tensor::of(DType::int64, residues);
  side.varies = varies;
  return X.with_side(std::make_shared<const Side>(std::move(side)));
}

Tensor or_instead(const Tensor& X, const Tensor& other) {
  const Reals x = X.with_side(nullptr).as<double>(), y = other.with_side(nullptr).as<double>();
  Reals errors = errors_of(X);
  const Reals others = errors_of(other);
  for (size_t i = 0; i < errors.size(); ++i) {
    const bool same = x.data()[i] == y.data()[i];
    const double reach = (same ? 0 : std::fabs(x.data()[i] - y.data()[i])) + others.data()[i];
    errors.data()[i] = std::max(errors.data()[i], reach);
  }
  return with_errors(X, errors);
}

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
  side.residues = moved_part(DType::int64, from, move, [](const Tensor& each) {
    return each.side() ? each.side()->residues : std::nullopt;
  });
  side.varies =
      std::any_of(from.begin(), from.end(), [](const Tensor* each) { return varies(*each); });
  side.open = moved_part(DType::int32, from, move, [&](const Tensor& each) {
    return each.side() && each.side()->marks == side.marks ? each.side()->open : std::nullopt;
  });
  return moved.with_side(std::make_shared<const Side>(std::move(side)));
}

}  // namespace etalon
