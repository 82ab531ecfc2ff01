// The classes of a tensor's elements.
#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/generate/float_limits.h"
#include "conformance/generate/space.h"

namespace etalon {

namespace {

constexpr size_t most_sorted = 1 << 16;  // ties are not sought in larger tensors
constexpr size_t long_text = 24;         // bytes

class Classes {
 public:
  void note(bool found, const char* name) {
    if (found) names_.insert(name);
  }
  template <class T>
  void note_tie(std::vector<T> values) {
    if (values.size() > most_sorted) return;
    std::sort(values.begin(), values.end());
    note(std::adjacent_find(values.begin(), values.end()) != values.end(), "tie");
  }
  std::vector<std::string> names() const {
    if (names_.empty()) return {"ordinary"};
    return {names_.begin(), names_.end()};
  }

 private:
  std::set<std::string> names_;
};

void note_reals(Classes& classes, DType type, const std::vector<double>& values) {
  const FloatLimits limits = float_limits(type);
  const double normal = limits.least_normal();
  // The greatest number and its neighbour.
  const double extreme = limits.greatest * (1 - std::ldexp(1, -limits.digits + 1));
  std::vector<double> finite;
  for (const double x : values) {
    const double size = std::fabs(x);
    classes.note(std::isnan(x), "nan");
    classes.note(std::isinf(x), "infinity");
    classes.note(x == 0, std::signbit(x) ? "-0" : "0");
    classes.note(size > 0 && size < normal, "subnormal");
    classes.note(std::isfinite(x) && size >= extreme, "extreme");
    if (!std::isnan(x)) finite.push_back(x);
  }
  classes.note_tie(std::move(finite));
}

void note_signed(Classes& classes, DType type, const Ints& values) {
  for (const int64_t x : values) {
    classes.note(x == 0, "0");
    classes.note(x < 0, "negative");
    classes.note(x <= lowest(type) + 1 || x >= highest(type) - 1, "extreme");
  }
  classes.note_tie(std::vector<int64_t>(values.begin(), values.end()));
}

void note_unsigned(Classes& classes, DType type, const Naturals& values) {
  const auto greatest = static_cast<uint64_t>(highest(type));
  for (const uint64_t x : values) {
    classes.note(x == 0, "0");
    classes.note(x >= greatest - 1, "extreme");
  }
  classes.note_tie(std::vector<uint64_t>(values.begin(), values.end()));
}

void note_texts(Classes& classes, const Texts& values) {
  for (const std::string& text : values) {
    classes.note(text.empty(), "empty");
    classes.note(text.size() >= long_text, "long");
    classes.note(std::any_of(text.begin(), text.end(),
                             [](char c) { return static_cast<unsigned char>(c) >= 0x80; }),
                 "non-ASCII");
  }
  classes.note_tie(std::vector<std::string>(values.begin(), values.end()));
}

}  // namespace

std::vector<std::string> classes_of(const Tensor& tensor) {
  Classes classes;
  const DType type = tensor.dtype();
  if (type == DType::string) {
    note_texts(classes, tensor.as<std::string>());
  } else if (is_complex(type)) {
    const Complexes values = tensor.as<std::complex<double>>();
    const DType part = type == DType::complex64 ? DType::float32 : DType::float64;
    std::vector<double> re, im;
    for (const std::complex<double>& value : values) {
      re.push_back(value.real());
      im.push_back(value.imag());
    }
    note_reals(classes, part, re);
    note_reals(classes, part, im);
  } else if (is_float(type)) {
    const Reals values = tensor.as<double>();
    note_reals(classes, type, {values.begin(), values.end()});
  } else if (is_signed_integer(type)) {
    note_signed(classes, type, tensor.as<int64_t>());
  } else if (is_unsigned_integer(type)) {
    note_unsigned(classes, type, tensor.as<uint64_t>());
  }
  return classes.names();
}

}  // namespace etalon
