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

// The C++ types of elements that add and multiply, and those that also have an order.
template <class T>
concept Number = !std::same_as<T, std::string>;
template <class T>
concept Ordered = Number<T> && !std::same_as<T, std::complex<double>>;

template <class T, class F>
Array<T> reduced_elements(Array<T> output, const Ints& at, const Array<T>& updates, F f) {
  for (size_t i = 0; i < updates.size(); ++i) {
    T& target = output.flat(static_cast<size_t>(at.flat(i)));
    target = f(target, updates.flat(i));
  }
  return output;
}

// output = data, then output[at[i]] = f(output[at[i]], updates[i]) for each i in turn; floats are
// rounded once. Throws InvalidInput for types whose elements f does not take.
template <class F>
Tensor reduced_at(const Tensor& data, const Ints& at, const Tensor& updates, F f) {
  const DType type = data.dtype();
  if (is_float(type)) {
    return over_reals(type, [&]<class R>() {
      return rounded(type, reduced_elements(elements_of<R>(data), at, elements_of<R>(updates), f));
    });
  }
  return any_carrier(type, [&]<class T>() -> Tensor {
    if constexpr (std::is_invocable_v<F, T, T>) {
      return Tensor::of(type, reduced_elements(data.as<T>(), at, updates.as<T>(), f));
    } else {
      throw InvalidInput("tensor({}) does not have this reduction", name(type));
    }
  });
}

// As above with f(a, b) = a + b, in any order.
Tensor summed_at(const Tensor& data, const Ints& at, const Tensor& updates) {
  if (evaluation().rounding && is_float(data.dtype()))
    return summed_in_any_order(data, at, updates);
  return reduced_at(data, at, updates, []<Number T>(const T& a, const T& b) -> T { return a + b; });
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
  if (varies(data) || varies(updates)) throw Undecided();
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

Tensor scattered(const Tensor& data, const Ints& at, const Tensor& updates, Reduction reduction) {
  const auto reduced = [&](auto f) { return reduced_at(data, at, updates, f); };
  switch (reduction) {
    case Reduction::add:
      return summed_at(data, at, updates);
    case Reduction::mul:
      return reduced([]<Number T>(const T& a, const T& b) -> T { return a * b; });
    case Reduction::min:
      return reduced([]<Ordered T>(const T& a, const T& b) -> T { return minimum(a, b); });
    case Reduction::max:
      return reduced([]<Ordered T>(const T& a, const T& b) -> T { return maximum(a, b); });
    default:
      return overwritten(data, at, updates);
  }
}

}  // namespace etalon
