// What the operators that move elements leave open.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// 0, 1, 2, … in row-major order.
Ints linear_positions(const Shape& shape) {
  Ints positions = empty_array<int64_t>(shape);
  std::iota(positions.begin(), positions.end(), int64_t{0});
  return positions;
}

// For each axis, where the entries begin and end in Y that are data's or reflect these once.
std::vector<std::pair<int64_t, int64_t>> reflected_once(const Call& call) {
  const Tensor& data = call.tensor("data");
  const std::vector<int64_t> pads = call.tensor("pads").ints();
  std::vector<std::pair<int64_t, int64_t>> known;
  for (size_t axis = 0; axis < data.rank(); ++axis) {
    const int64_t begin = pads[axis], end = pads[data.rank() + axis], none = 0;
    const int64_t size = int64_t(data.dim(axis)) + std::min(begin, none) + std::min(end, none);
    const int64_t first = std::max(begin, none);
    known.emplace_back(first - (size - 1), first + size + (size - 1));
  }
  return known;
}

// Where reflect takes more entries than there are, one may be any of its line.
void pad(Opening& open) {
  if (open.call.text("mode") != "reflect") return;
  const Tensor& data = open.call.tensor("data");
  open.Y = any_of(open.Y, "reflect_again", data, [&] {
    const auto known = reflected_once(open.call);
    const Tensor places = Tensor::of(DType::int64, linear_positions(data.shape()));
    const Ints from = open.again({{"data", places}}).as<int64_t>();
    Candidates candidates;
    for (size_t i = 0; i < from.size(); ++i) {
      const Shape at = index_at(i, open.Y.shape());
      std::vector<int64_t> all{from.flat(i)};
      for (size_t axis = 0; axis < data.rank(); ++axis) {
        const auto place = int64_t(at[axis]);
        if (place >= known[axis].first && place < known[axis].second) continue;
        std::vector<int64_t> more;
        for (const int64_t one : all) {
          Shape source = index_at(size_t(one), data.shape());
          for (source[axis] = 0; source[axis] < data.dim(axis); ++source[axis]) {
            more.push_back(int64_t(position_of(source, data.shape())));
          }
        }
        all = more;
      }
      if (all.size() > 1) candidates[i] = all;
    }
    return candidates;
  });
}

// NaNs may also be equal.
void unique(Opening& open) {
  const Tensor& x = open.call.tensor("x");
  const bool has_nan = is_float(x.dtype()) && xt::any(nans(x));
  for (size_t i = 0; i < open.output_count(); ++i) {
    open.output(i) = any_shape(open.output(i), "nan", has_nan);
  }
}

const Open op[] = {{"Pad", pad}, {"Unique", unique}};

}  // namespace
}  // namespace etalon
