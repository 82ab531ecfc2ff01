#include "ops/ai.onnx/tensor/scattered.h"

#include "engine/numerics/rounded_once.h"
#include "engine/values/copying.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// The errors of data with those of updates in their places. Of several updates, which are equal,
// any may count.
Reals moved_errors(const Tensor& data, const Ints& at, const Tensor& updates) {
  Reals errors = errors_of(data);
  const Reals news = errors_of(updates);
  Bools written = full<bool>({data.size()}, false);
  for (size_t i = 0; i < news.size(); ++i) {
    const auto target = static_cast<size_t>(at.flat(i));
    double& error = errors.flat(target);
    error = written(target) ? std::max(error, news.flat(i)) : news.flat(i);
    written(target) = true;
  }
  return errors;
}

// What a runtime may get that adds the updates in any order.
Tensor summed_in_any_order(const Tensor& data, const Ints& at, const Tensor& updates) {
  Array<ArbBall> output = elements_of<ArbBall>(data);
  const Array<ArbBall> news = elements_of<ArbBall>(updates);
  Reals magnitudes = full(data.shape(), 0.0), additions = magnitudes;
  const auto size = [](const ArbBall& x) { return std::fabs(x.middle()) + x.radius(); };
  for (size_t i = 0; i < news.size(); ++i) {
    const auto target = static_cast<size_t>(at.flat(i));
    const Setting exact(&Evaluation::rounding, nullptr);
    ArbBall& sum = output.flat(target);
    if (additions.flat(target) == 0) magnitudes.flat(target) = size(sum);
    sum += news.flat(i);
    magnitudes.flat(target) += size(news.flat(i));
    additions.flat(target) += 1;
  }
  for (size_t i = 0; i < output.size(); ++i) {
    output.flat(i) = in_any_order(output.flat(i), additions.flat(i), magnitudes.flat(i));
  }
  return rounded(data.dtype(), output);
}

}  // namespace

Reduction reduction_of(const Call& call) {
  if (call.since_version() < 16) return Reduction::none;
  if (call.since_version() < 18) {
    return call.choice<Reduction>(
        "reduction", {{"none", Reduction::none}, {"add", Reduction::add}, {"mul", Reduction::mul}});
  }
  return call.choice<Reduction>("reduction", {{"none", Reduction::none},
                                              {"add", Reduction::add},
                                              {"mul", Reduction::mul},
                                              {"min", Reduction::min},
                                              {"max", Reduction::max}});
}

Tensor overwritten(const Tensor& data, const Ints& at, const Tensor& updates) {
  Tensor output = Tensor::unwritten(data.dtype(), data.shape());
  Bools written = full<bool>({data.size()}, false);
  by_slot(data.dtype(), [&]<class W>() {
    const std::span<const W> from = data.slots<W>();
    const std::span<const W> news = updates.slots<W>();
    const std::span<W> to = output.mutable_slots<W>();
    Copying<W> copying;
    copying.all(from.data(), from.size(), to.data());
    for (size_t i = 0; i < news.size(); ++i) {
      const auto target = static_cast<size_t>(at.flat(i));
      if (written(target) && to[target] != news[i]) {
        undefined(0, "element {} of data is updated twice, with different values", target);
      }
      copying.one(news[i], to[target]);
      written(target) = true;
    }
  });
  if (!has_errors(data) && !has_errors(updates)) return output;
  return with_errors(output, moved_errors(data, at, updates));
}

Tensor summed_at(const Tensor& data, const Ints& at, const Tensor& updates) {
  if (evaluation().rounding && is_float(data.dtype()))
    return summed_in_any_order(data, at, updates);
  return reduced_at(data, at, updates, []<Number T>(const T& a, const T& b) -> T { return a + b; });
}

}  // namespace etalon
