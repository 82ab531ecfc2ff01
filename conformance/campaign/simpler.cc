#include "conformance/campaign/simpler.h"

#include <algorithm>
#include <cmath>

namespace etalon {

namespace {

constexpr size_t rank_of_integers = 4;
constexpr size_t rank_of_fractions = 2000;
constexpr size_t rank_of_specials = 3000;

size_t rank_of(double x) {
  if (!std::isfinite(x)) return rank_of_specials;
  if (x == 0) return std::signbit(x) ? 1 : 0;
  if (x == 1) return 1;
  if (x == -1) return 2;
  if (x == 2) return 3;
  const double most = static_cast<double>(rank_of_fractions - rank_of_integers - 1);
  if (x == std::trunc(x)) {
    return rank_of_integers + static_cast<size_t>(std::min(std::fabs(x), most));
  }
  const double eighth = x * 8;
  return rank_of_fractions + (eighth == std::trunc(eighth) ? 0 : 1);
}

// The element as a number; NaN for what is none.
double number_at(const Tensor& tensor, size_t position) {
  const Tensor one = tensor.with_side(nullptr);
  if (is_float(one.dtype())) return one.as<double>().data()[position];
  if (is_complex(one.dtype())) {
    const std::complex<double> z = one.as<std::complex<double>>().data()[position];
    return rank_of(z.real()) > rank_of(z.imag()) ? z.real() : z.imag();
  }
  return static_cast<double>(one.as<int64_t>().data()[position]);
}

}  // namespace

bool simplify_elements(Tensor& tensor, size_t begin, size_t end, const Take& take) {
  size_t worst = begin;
  for (size_t i = begin; i < end; ++i) {
    if (complexity(tensor, i) > complexity(tensor, worst)) worst = i;
  }
  for (const Tensor& element :
       begin == end ? std::vector<Tensor>() : simpler_elements(tensor, worst)) {
    if (end - begin > 1 && complexity(element, 0) > 1) break;
    const Tensor simpler = with_elements(tensor, begin, end, element);
    const std::optional<bool> taken = take(simpler);
    if (!taken) return false;
    if (!*taken) continue;
    tensor = simpler;
    return true;
  }
  if (end - begin < 2 || complexity(tensor, worst) == 0) return false;
  const size_t middle = begin + (end - begin) / 2;
  const bool first = simplify_elements(tensor, begin, middle, take);
  return simplify_elements(tensor, middle, end, take) || first;
}

size_t complexity(const Tensor& tensor, size_t position) {
  if (tensor.dtype() == DType::string) {
    return tensor.slots<std::string>()[position].size();
  }
  return rank_of(number_at(tensor, position));
}

std::optional<Tensor> simple_number(DType type, double number) {
  if (type == DType::string) return std::nullopt;
  Tensor tensor;
  if (is_float(type)) {
    tensor = Tensor::of(type, full<double>({1}, number));
  } else if (is_complex(type)) {
    tensor = Tensor::of(type, full<std::complex<double>>({1}, number));
  } else {
    const auto integer = static_cast<int64_t>(number);
    tensor = is_signed_integer(type)
                 ? Tensor::of(type, full<int64_t>({1}, integer))
                 : Tensor::of(type, full<uint64_t>({1}, static_cast<uint64_t>(integer)));
  }
  if (number_at(tensor, 0) != number) return std::nullopt;
  return tensor;
}

std::vector<Tensor> simpler_elements(const Tensor& tensor, size_t position) {
  std::vector<Tensor> simpler;
  const size_t rank = complexity(tensor, position);
  if (tensor.dtype() == DType::string) {
    for (const char* text : {"", "a"}) {
      if (std::string_view(text).size() < rank) {
        simpler.push_back(Tensor::of(DType::string, full<std::string>({1}, text)));
      }
    }
    return simpler;
  }
  const double x = number_at(tensor, position);
  std::vector<double> numbers = {0, 1, -1, 2, 3, 10};
  if (std::isfinite(x) && std::fabs(x) < 0x1p50) {
    numbers.insert(numbers.end(), {std::trunc(x), std::rint(8 * x) / 8});
  }
  for (const double number : numbers) {
    if (rank_of(number) >= rank) continue;
    if (auto element = simple_number(tensor.dtype(), number)) simpler.push_back(*element);
  }
  return simpler;
}

Tensor with_elements(const Tensor& tensor, size_t begin, size_t end, const Tensor& element) {
  Tensor changed = Tensor::unwritten(tensor.dtype(), tensor.shape());
  by_slot(tensor.dtype(), [&]<class W>() {
    const auto from = tensor.slots<W>();
    const auto to = changed.mutable_slots<W>();
    for (size_t i = 0; i < from.size(); ++i) {
      to[i] = i >= begin && i < end ? element.slots<W>()[0] : from[i];
    }
  });
  return changed;
}

}  // namespace etalon
