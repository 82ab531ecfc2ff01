#include "ops/ai.onnx/tensor/scattered.h"

namespace etalon {

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
    std::copy(from.begin(), from.end(), to.begin());
    for (size_t i = 0; i < news.size(); ++i) {
      const auto target = static_cast<size_t>(at.flat(i));
      if (written(target) && to[target] != news[i]) {
        undefined(0, "element {} of data is updated twice, with different values", target);
      }
      to[target] = news[i];
      written(target) = true;
    }
  });
  return output;
}

}  // namespace etalon
