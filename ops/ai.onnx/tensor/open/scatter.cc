// Scatter, ScatterElements and ScatterND.
#include "ops/ai.onnx/tensor/scattered.h"

#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Where in data each update goes: what GatherElements or GatherND finds there in data's positions.
// An empty tuple names all of data.
Ints places_of(const Call& call) {
  const Tensor& indices = call.tensor("indices");
  const Tensor data = Tensor::of(DType::int64, positions(call.tensor("data").shape()));
  const NamedValues inputs{{"data", data}, {"indices", indices}};
  if (call.schema().attribute("axis")) {
    const Attributes axis = attributes_of({attribute_of("axis", call.integer("axis"))});
    return step_of(call, "GatherElements", 13, inputs, axis)[0].tensor().as<int64_t>();
  }
  if (indices.shape().back() == 0) {
    return broadcast_to(data, call.tensor("updates").shape()).as<int64_t>();
  }
  return step_of(call, "GatherND", 13, inputs)[0].tensor().as<int64_t>();
}

// Updates that share their place in data with others.
Candidates rivals(const Call& call) {
  Candidates places;
  int64_t update = 0;
  for (const int64_t at : places_of(call)) places[static_cast<size_t>(at)].push_back(update++);
  std::erase_if(places, [](const auto& place) { return place.second.size() < 2; });
  return places;
}

void overwriting(Opening& open, std::string_view point) {
  open.Y = any_of(open.Y, point, open.call.tensor("updates"), [&] { return rivals(open.call); });
}

// Floats whose steps overflow in some order, and integers beyond their type.
void adding(Opening& open, Reduction reduction) {
  if (is_complex(open.Y.dtype())) return;
  const auto again = [&](const Opening::Change& changed) {
    return open.again({"data", "updates"}, changed).as<double>();
  };
  const auto magnitude = [&](const Tensor& X) {
    const Reals x = xt::abs(X.as<double>());
    const bool adds = reduction == Reduction::add;
    return Tensor::decided(DType::float64, adds ? x : Reals(xt::maximum(x, 1.0)));
  };
  open.Y = step_or_exact(open.Y, "reduction", [&] { return again(magnitude); });
  open.Y = wrap_or_saturate(open.Y, "overflow", [&] { return again(in_float64); });
}

void comparing(Opening& open, Reduction reduction) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double neutral = reduction == Reduction::max ? -infinity : infinity;
  open.Y = nan_or_number(open.Y, "nan_reduction", [&] {
    return open.again({"data", "updates"},
                      [&](const Tensor& X) { return without_nan(X, neutral); });
  });
}

void reducing(Opening& open, std::string_view duplicates) {
  const Reduction reduction = reduction_of(open.call);
  if (reduction == Reduction::none) return overwriting(open, duplicates);
  const bool adds = reduction == Reduction::add || reduction == Reduction::mul;
  adds ? adding(open, reduction) : comparing(open, reduction);
}

void scatter_9(const Call& call) {
  if (call.since_version() >= 11) return;
  const Tensor& data = call.tensor("data");
  const int64_t s =
      data.rank() == 0 ? 0 : int64_t(data.dim(axis_index(call.integer("axis"), data.rank())));
  const std::vector<int64_t> indices = call.tensor("indices").ints();
  at_point("index_9", std::any_of(indices.begin(), indices.end(),
                                  [&](int64_t index) { return index < 0 || index >= s; }));
}

void scatter(Opening& open) { overwriting(open, "duplicates"); }

void scatter_elements(Opening& open) {
  reducing(open, open.call.since_version() < 16 ? "duplicates" : "duplicates_none");
}

// A tuple names no slice of data.
void tuples(const Call& call) {
  const Shape& data = call.tensor("data").shape();
  const Tensor& indices = call.tensor("indices");
  if (indices.rank() == 0 || indices.shape().back() > data.size()) return;
  size_t i = 0;
  for (const int64_t index : indices.ints()) {
    const auto size = static_cast<int64_t>(data[i++ % indices.shape().back()]);
    at_point("index", index < -size || index >= size);
  }
}

void scatter_nd(Opening& open) { reducing(open, "duplicates"); }

const Open op[] = {{"Scatter", scatter_9, scatter},
                   {"ScatterElements", scatter_elements},
                   {"ScatterND", tuples, scatter_nd}};

}  // namespace
}  // namespace etalon
