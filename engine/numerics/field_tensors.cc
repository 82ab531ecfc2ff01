#include "engine/numerics/field_tensors.h"

#include <algorithm>
#include <cmath>

#include "engine/numerics/numerics.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon {

ArbBall with_residue_of(ArbBall element, int64_t number) {
  if (number == 0) return element;
  const Residue& residue = evaluation().field->at(number - 1);
  if (residue.varies) return ArbBall::over_field(residue);
  ArbBall constant(residue.value);
  constant.widen(std::ldexp(std::fabs(residue.value), -52) + 0x1p-1074);
  return std::move(constant).with_residue(residue);
}

Tensor with_their_residues(DType type, const Array<ArbBall>& values) {
  Field& field = *evaluation().field;
  Reals elements = empty_array<double>(values.shape());
  Ints numbers = full<int64_t>(values.shape(), 0);
  bool any_varies = false;
  for (size_t i = 0; i < values.size(); ++i) {
    const ArbBall& value = values.data()[i];
    if (value.varies()) {
      const Residue residue = value.residue();
      elements.data()[i] = 0.5 + std::ldexp(static_cast<double>(residue.mod_p), -62);
      numbers.data()[i] = field.add(residue) + 1;
      any_varies = true;
      continue;
    }
    const double element = round_to(type, value.rounded(type).value_or(value.middle()));
    elements.data()[i] = element;
    const bool is_element = value.special() || (arb_is_exact(value.get()) &&
                                                arf_cmp_d(arb_midref(value.get()), element) == 0);
    if (is_element) continue;
    Residue residue = value.residue();
    residue.value = value.middle();
    numbers.data()[i] = field.add(residue) + 1;
  }
  return with_residues(Tensor::decided(type, elements), numbers, any_varies);
}

std::vector<Residue> all_residues(const Tensor& X) {
  const Reals elements = X.with_side(nullptr).as<double>();
  const Ints numbers = residues_of(X);
  std::vector<Residue> residues;
  residues.reserve(elements.size());
  for (size_t i = 0; i < elements.size(); ++i) {
    const int64_t number = numbers.size() == 0 ? 0 : numbers.data()[i];
    if (number == 0 && !std::isfinite(elements.data()[i])) throw Undecided();
    residues.push_back(number == 0 ? residue_of(elements.data()[i])
                                   : evaluation().field->at(number - 1));
  }
  return residues;
}

ResidueDigits digits_of(const std::vector<Residue>& residues, const Shape& shape, bool modulo_p,
                        size_t terms) {
  constexpr size_t bits_of_residue = 62, bits_of_sum = 53;
  const size_t bits = terms <= 2048 ? 21 : 16;
  if (terms > (size_t{1} << (bits_of_sum - 2 * 16))) throw Undecided();
  ResidueDigits result{bits, {}};
  for (size_t shift = 0; shift < bits_of_residue; shift += bits) {
    Reals digits = empty_array<double>(shape);
    std::transform(residues.begin(), residues.end(), digits.data(), [&](const Residue& residue) {
      const uint64_t whole = modulo_p ? residue.mod_p : residue.mod_q;
      return static_cast<double>((whole >> shift) & ((uint64_t{1} << bits) - 1));
    });
    result.digits.push_back(Tensor::decided(DType::float64, digits));
  }
  return result;
}

Residue product_of_all(const std::vector<Residue>& a, const std::vector<Residue>& b) {
  Residue result{0, 0, true, 0};
  for (const auto* factors : {&a, &b}) {
    double degree = 0;
    for (const Residue& factor : *factors) {
      degree = std::max(degree, factor.degree);
    }
    result.degree += degree;
  }
  return result;
}

void add_digits(std::vector<Residue>& to, const Reals& sums, size_t shift, bool modulo_p) {
  for (size_t i = 0; i < to.size(); ++i) {
    const Residue part = residue_of(static_cast<int64_t>(sums.data()[i]), int64_t(shift));
    uint64_t& sum = modulo_p ? to[i].mod_p : to[i].mod_q;
    const uint64_t modulus = modulo_p ? Residue::p : Residue::q;
    sum = (sum + (modulo_p ? part.mod_p : part.mod_q)) % modulus;
  }
}

Tensor logical_over_field(Logical how, const Tensor& A, const Tensor& B) {
  const Shape shape = broadcast_shapes(A.shape(), B.shape());
  const std::vector<Residue> a = all_residues(broadcast_to(A, shape)),
                             b = all_residues(broadcast_to(B, shape));
  Ints numbers = empty_array<int64_t>(shape);
  for (size_t i = 0; i < numbers.size(); ++i) {
    Residue residue = evaluation().field->logical(how, a[i], b[i]);
    residue.varies = true;
    numbers.data()[i] = evaluation().field->add(residue) + 1;
  }
  return with_residues(Tensor::zeros(DType::boolean, shape), numbers, true);
}

// Where both results are known by their residues, or are the same.
Tensor chosen(const Tensor& condition, const Tensor& X, const Tensor& Y) {
  if (!varies(condition)) return choose(condition.as<bool>(), X, Y);
  if (!is_float(X.dtype()) || Y.dtype() != X.dtype()) throw Undecided();
  const Shape shape = broadcast_shapes(broadcast_shapes(condition.shape(), X.shape()), Y.shape());
  const auto residues = [&](const Tensor& tensor) {
    return all_residues(broadcast_to(tensor, shape));
  };
  const std::vector<Residue> c = residues(condition), x = residues(X), y = residues(Y);
  Array<ArbBall> results = empty_array<ArbBall>(shape);
  for (size_t i = 0; i < results.size(); ++i) {
    results.data()[i] = ArbBall::over_field(evaluation().field->chosen(c[i], x[i], y[i]));
  }
  return with_their_residues(X.dtype(), results);
}

}  // namespace etalon
