// The numbers at which two models may begin to differ: their constants.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/wanted_numbers.h"
#include "engine/operators/model.h"

namespace etalon::equivalent {

// How integers stand for real numbers: (integer - zero) * scale, for integers from least to most.
struct Step {
  double scale = 1, zero = 0, least = 0, most = 255;
  auto operator<=>(const Step&) const = default;
};

struct Aims {
  std::set<double> reals;      // constants and attributes of nodes, also those inside of graphs
  std::set<int64_t> integers;  // the same, and lengths of the axes of initializers
  std::set<Step> steps;        // of QuantizeLinear and DequantizeLinear
  std::set<int64_t> rows;      // indices that have to be reached
};
// Of tensors with more than a few elements their lengths alone. At most some hundred numbers.
void add_aims(const Model& model, Aims& aims);

// Lengths at which functions of sequences change, and each integer of the aims with its neighbors.
std::vector<int64_t> lengths_at(const Aims& aims);
// What elements of a type are drawn from, in turn: each aim, its neighbors, its negative, what lies
// between two, the ends of the type, halves of steps.
std::vector<double> reals_at(const Aims& aims, DType type);
std::vector<int64_t> integers_at(const Aims& aims, DType type);

// How the values of an aimed set are drawn.
enum class Aim { constants, few, magnitudes, single, like_others, size, middling, special };

struct AimOf {
  Aim kind;
  const char* words;
};
const AimOf& aim_of(size_t number);
size_t aimed_kinds();

// The elements of the inputs of the set with this number, each in place of a drawn tensor's.
class AimedElements {
 public:
  AimedElements(const Aims& aims, size_t number, bool negative_indices, Draw& draw)
      : aims_(aims),
        kind_(aim_of(number).kind),
        number_(number),
        negative_(negative_indices),
        draw_(draw) {}

  Tensor reals(const Tensor& drawn);
  Tensor integers(const Tensor& drawn);  // any
  // Of those that some node takes for places or lengths: small ones of either sign.
  Tensor small_integers(const Tensor& drawn);
  // Both ends and, if wanted, those below 0; all of few; and rows to be reached.
  Tensor indices(const Tensor& drawn, const Range& range);
  Tensor trips(const Tensor& drawn);  // of a Loop
  Tensor like(const Tensor& other);   // an input like one before it
  // NaN and the like, or numbers of which squares may overflow.
  bool are_special() const;

 private:
  // As many of the numbers with each set as there are elements, another part for each input.
  template <class T>
  T in_turn(const std::vector<T>& numbers, size_t element, size_t elements) const;
  size_t turn() const;  // of the sets of one kind
  int size_of(bool wide) const;

  const Aims& aims_;
  const Aim kind_;
  const size_t number_;
  const bool negative_;
  Draw& draw_;
  size_t inputs_ = 0;  // that were drawn
};

}  // namespace etalon::equivalent
