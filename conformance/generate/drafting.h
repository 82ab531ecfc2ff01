// A random call of one operator version, built by a rule.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/attributes.h"
#include "conformance/generate/draw.h"
#include "conformance/generate/elements.h"
#include "engine/operators/schema.h"
#include "engine/values/value.h"
#include "onnx.pb.h"

namespace etalon {

// An input whose elements are data: ordinary ones are of the range.
struct FreeInput {
  size_t input;
  Range range;
};

class Drafting {
 public:
  Drafting(const Schema& schema, Draw& draw);

  Draw& draw() { return draw_; }
  int version() const { return schema_.since_version; }
  // Whether this version has an attribute, or an input, of this name.
  bool has(std::string_view attribute) const { return schema_.attribute(attribute) != nullptr; }
  bool takes(std::string_view input) const;

  // The element type for a type variable of the schema or for a type string. That of a variable is
  // drawn in the first call; narrow(), called before, restricts the choice to types that `accept`
  // accepts.
  DType dtype(const std::string& type);
  DType input_type(size_t input);
  // One of the types of a type variable, such as a map; drawn in each call.
  Type type(const std::string& variable);
  void narrow(const std::string& variable, const std::function<bool(DType)>& accept);

  // Sets an attribute. Throws InternalError if this version does not have it or has it with another
  // type.
  void set(const std::string& name, const AttributeValue& value);
  // Sets an attribute if this version has it. Throws InternalError if no version has it.
  void set_if_known(const std::string& name, const AttributeValue& value) {
    if (knows(name)) set(name, value);
  }
  // If this version has the attribute, sets it with probability 1/2: a flag to 0 or 1, a number to
  // a multiple of 1/64.
  void offer_flag(const std::string& name);
  void offer_real(const std::string& name, double low, double high);

  // Adds the next input: of its formal type, with elements for which the operator is defined.
  // Beyond what is drawn, the elements may be of any class (values.h): they are free.
  Tensor add(const Shape& shape);
  // The same, where ordinary elements are of this range.
  Tensor add_data(const Shape& shape, const Range& range);
  // Elements are of this range, and of no other class: indices, lengths, rates.
  Tensor add(const Shape& shape, const Range& range);
  void add(const Value& value);
  void add_integers(const Shape& shape, const std::vector<int64_t>& values);
  void add_reals(const Shape& shape, const std::vector<double>& values);
  void leave_out(size_t count = 1) { inputs.resize(inputs.size() + count); }
  // An optional input, which `add` adds; it is left out where it is not given.
  template <class Add>
  void add_if(bool given, Add add) {
    given ? static_cast<void>(add()) : leave_out();
  }
  // Gives integers as an attribute or an input, depending on which of them has this name in this
  // version. Throws InternalError if neither has.
  void give(const std::string& name, const std::vector<int64_t>& values);

  // An axis as a model may write it: since version 11 it may count from the end.
  int64_t written_axis(size_t axis, size_t rank);
  std::vector<int64_t> written_axes(const std::vector<size_t>& axes, size_t rank);

  size_t next_input() const { return inputs.size(); }
  // The name that an input has in the model, for graphs that read it from outside.
  std::string name_of_input(size_t input) const;

  onnx::NodeProto node;  // operator and attributes; names of inputs and outputs come later
  Values inputs;
  size_t outputs;  // the number of outputs that the node names, from the first
  // Outputs among these that are left out.
  std::vector<size_t> unnamed;
  std::vector<FreeInput> free;

 private:
  // has(); throws InternalError if no version has the attribute.
  bool knows(const std::string& attribute) const;

  const Schema& schema_;
  Draw& draw_;
  std::map<std::string, std::vector<DType>> choices_;  // by type variable; one type after drawing
};

}  // namespace etalon
