// Lengths for the dimensions of a model's inputs that are declared without a number.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "conformance/generate/draw.h"
#include "conformance/generate/model_inputs.h"
#include "engine/operators/model.h"

namespace etalon {

class InputLengths {
 public:
  // Draws a length for each dimension of the inputs that has no number and is not given: small
  // ones, such as images can have for those of images; the sum for a symbol like "past + length".
  InputLengths(const std::vector<ValueInfo>& inputs, const Dimensions& given, Draw& draw,
               int attempt);

  // Throws InvalidInput where the rank is not declared.
  Shape shape(const Type& type, const std::string& input) const;
  const Dimensions& drawn() const { return drawn_; }

 private:
  void draw_for(const Type& type, const std::string& input);
  int64_t length_for(const std::string& symbol, const Type& type, size_t axis);
  const int64_t* known(const std::string& name) const;

  const Dimensions& given_;
  Draw& draw_;
  const int attempt_;
  Dimensions drawn_;
};

}  // namespace etalon
