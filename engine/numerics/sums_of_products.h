// Sums of products whose digits are decided one by one: what MatMul, Gemm and Conv round.
#pragma once

#include <map>
#include <memory>
#include <type_traits>

#include "engine/numerics/carriers.h"
#include "engine/numerics/product.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"
#include "engine/values/side.h"

namespace etalon {

// How the products of elements of a float type are added in double.
inline Products products_in(DType type) {
  return type == DType::float64 ? Products::compensated : Products::exact;
}

// Σ_k A[i, k] · B[k, j] for the elements of one or several matrix products, whose results lie one
// after another. Each sum is evaluated in double with a bound of its error, and exactly where the
// double does not decide a digit.
class SumsOfProducts {
 public:
  // Of matrices with elements of `type`. `operands` keeps alive what the matrices read. Evaluates
  // the sums in double. The products' C are set here. `errors` are those of the sums that the
  // operands' errors cause, `residues` those of the sums in an evaluation over the field; empty if
  // there are none.
  SumsOfProducts(DType type, const Shape& shape, std::vector<Product<double>> products,
                 std::shared_ptr<const void> operands, Reals errors, std::vector<Residue> residues);

  // Only one of the following can be called, and only once: the results are written over the sums.
  //
  // f(sum, position) for each element, rounded once to `type`: a formula over any number type R.
  template <class F>
  Tensor rounded(F f);
  // As above with f = f_of(position) for each row, by the position of its first element.
  template <class F>
  Tensor rounded_by_row(F f_of);
  // The sums themselves.
  Tensor rounded();

 private:
  struct Norms {
    std::vector<double> rows, columns;
  };
  // A sum and the product and the element that it belongs to.
  struct Place {
    size_t product, row, column;
    size_t position;
  };
  // The sums of a row and what bounds their errors.
  struct Row {
    const double* sums;
    double unit;            // of the errors
    const double* columns;  // the columns' norms
    Ball quick(size_t column) const;
  };
  Row row_at(const Place& first) const;
  // True if the positions of the operands' bits show that the sums of a row are exact in double.
  bool is_exact(const Place& first);
  // Contains the exact sum of a row's and a column's products.
  Ball careful(const Place& place) const;
  // float64: by the sum and what it lost, and how far these are off; infinite where that is not
  // known.
  double error_of_compensated(const Place& place) const;
  Ball compensated(const Place& place) const;
  // careful() for all sums of a row.
  std::vector<Ball> careful_row(const Place& first) const;
  ArbBall exact(const Place& place) const;
  // f of the sums of the sampled evaluation in force (evaluation().sampled).
  template <class F>
  Tensor sampled(F f_of);
  // The sums of the sampled evaluation in force.
  Reals samples() const;
  // A ball that contains the sum as any runtime computes it that rounds by evaluation().rounding.
  ArbBall bounded(const Place& place) const;
  // As above, or over the field the sum itself.
  ArbBall over_arbs(const Place& place) const;
  size_t columns(const Place& place) const { return products_[place.product].B.columns; }
  // Each row's first place, if it has any; a place and those after it in its row.
  template <class Visit>
  void each_row(Visit visit) const;
  template <class Visit>
  void each_in_row(Place place, Visit visit) const;
  static Norms norms_of(const Product<double>& product);

  DType type_;
  std::vector<Product<double>> products_;
  std::shared_ptr<const void> operands_;
  Reals sums_;
  Reals lost_;  // float64: what to add to the sums
  Reals errors_;
  std::vector<Residue> residues_;
  Reals magnitudes_;  // where bounds are wanted: Σ|a·b|
  std::vector<Norms> norms_;
  std::map<size_t, std::optional<BitRange>> bits_;  // of the products' B, those that are known
};

// Σ |a|·eb + ea·(|b| + eb) for the errors that A and B carry; empty if they carry none. `multiply`
// gives the sums of products of two float64 tensors of their shapes.
template <class Multiply>
Reals propagated(const Tensor& A, const Tensor& B, Multiply multiply) {
  const bool of_A = has_errors(A), of_B = has_errors(B);
  if (!evaluation().rounding || (!of_A && !of_B)) return empty_array<double>({0});
  const auto tensor = [](const Reals& x) { return Tensor::decided(DType::float64, x); };
  const auto magnitudes = [](const Tensor& X) -> Reals {
    return xt::abs(X.with_side(nullptr).as<double>());
  };
  if (!of_B) return multiply(tensor(errors_of(A)), tensor(magnitudes(B)));
  const Reals first = multiply(tensor(magnitudes(A)), tensor(errors_of(B)));
  if (!of_A) return first;
  const Reals second = multiply(tensor(errors_of(A)), tensor(magnitudes(B) + errors_of(B)));
  return first + second;
}

template <class Visit>
void SumsOfProducts::each_row(Visit visit) const {
  size_t position = 0;
  for (size_t p = 0; p < products_.size(); ++p) {
    const size_t columns = products_[p].B.columns;
    const size_t rows = columns == 0 ? 0 : products_[p].A.rows;
    for (size_t i = 0; i < rows; ++i, position += columns) visit(Place{p, i, 0, position});
  }
}

template <class Visit>
void SumsOfProducts::each_in_row(Place place, Visit visit) const {
  const size_t end = columns(place);
  for (; place.column < end; ++place.column, ++place.position) visit(place);
}

// Contains the exact sum. Where the radius is 0, all products are zeros or there is one alone.
inline Ball SumsOfProducts::Row::quick(size_t column) const {
  const double sum = sums[column];
  if (!std::isfinite(sum)) return sum;  // an operand is not finite: these sums do not overflow
  return {sum, unit * columns[column]};
}

template <class F>
Tensor SumsOfProducts::sampled(F f_of) {
  Reals results = samples();
  each_row([&](const Place& first) {
    const auto& f = f_of(first.position);
    each_in_row(first, [&](const Place& place) {
      double& sum = results.data()[place.position];
      sum = f(Ball(sum, Ball::sampled), place.position).middle();
    });
  });
  return Tensor::decided(type_, results);
}

// First quickly; of float64, this decides where f itself rounds to a narrower type. Then, if much
// of a row is undecided, as doubles if these hold the sums exactly (the following rows try this
// first). Then carefully, the whole row at once if that is less work. Then exactly: sums whose
// terms cancel are often 0, which only this decides.
template <class F>
Tensor SumsOfProducts::rounded_by_row(F f_of) {
  if (evaluation().once_over_arbs()) {
    Array<ArbBall> values = empty_array<ArbBall>(sums_.shape());
    each_row([&](const Place& first) {
      const auto& f = f_of(first.position);
      each_in_row(first, [&](const Place& place) {
        values.data()[place.position] = f(over_arbs(place), place.position);
      });
    });
    return etalon::rounded(type_, values);
  }
  if (evaluation().sampled) return sampled(f_of);
  double* const results = sums_.data();
  const bool by_ball = type_ != DType::float64;
  const auto decided = [&](const auto& f, const Ball& sum, const Place& place) {
    if (!std::isfinite(sum.radius())) return false;
    try {
      const Ball y = f(sum, place.position);
      if (by_ball ? !decides(type_, y) : y.radius() != 0) return false;
      results[place.position] = y.middle();
      return true;
    } catch (const Undecided&) {
      return false;
    }
  };
  std::vector<Place> left, undecided;
  each_row([&](const Place& first) {
    const auto& f = f_of(first.position);
    left.clear();
    undecided.clear();
    const Row row = row_at(first);
    const bool asked = by_ball && bits_.contains(first.product);
    const bool known = asked && is_exact(first);
    each_in_row(first, [&](const Place& place) {
      const Ball sum = known     ? Ball(row.sums[place.column])
                       : by_ball ? row.quick(place.column)
                                 : compensated(place);
      if (decided(f, sum, place)) return;
      const bool cancels = std::fabs(sum.middle()) <= sum.radius();
      (by_ball && !cancels ? left : undecided).push_back(place);
    });
    const size_t few = columns(first) / 8;
    if (by_ball && !asked && left.size() + undecided.size() > few && is_exact(first)) {
      const auto is_decided = [&](const Place& each) {
        return decided(f, Ball(row.sums[each.column]), each);
      };
      std::erase_if(left, is_decided);
      std::erase_if(undecided, is_decided);
    }
    const bool many = left.size() > few;
    const std::vector<Ball> balls = many ? careful_row(first) : std::vector<Ball>();
    for (const Place& each : left) {
      if (!decided(f, many ? balls[each.column] : careful(each), each)) undecided.push_back(each);
    }
    for (const Place& each : undecided) {
      results[each.position] = refined(type_, f(sums_.data()[each.position], each.position),
                                       [&]() -> ArbBall { return f(exact(each), each.position); });
    }
  });
  return Tensor::decided(type_, sums_);
}

template <class F>
Tensor SumsOfProducts::rounded(F f) {
  return rounded_by_row([&](size_t) -> const F& { return f; });
}

}  // namespace etalon
