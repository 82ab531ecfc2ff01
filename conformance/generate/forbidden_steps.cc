#include "conformance/generate/forbidden_steps.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "conformance/generate/attributes.h"
#include "conformance/generate/recast.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

using onnx::AttributeProto;
using Steps = std::vector<Step>;

const Schema& schema_of(const NodeCall& call) {
  const Schema* schema = find_schema(call.node.domain(), call.node.op_type(), call.opset);
  if (schema == nullptr) throw InternalError("{} has no schema", call.node.op_type());
  return *schema;
}

// "input X", "input 2 of inputs"
std::string input_text(const NodeCall& call, size_t input) {
  const Schema& schema = schema_of(call);
  const FormalParameter* formal = parameter_at(schema.inputs, input);
  if (formal == nullptr) return fmt::format("input {}", input);
  if (formal->option != FormalParameter::Option::variadic) return "input " + formal->name;
  return fmt::format("input {} of {}", input + 1 - schema.inputs.size(), formal->name);
}

NodeCall with_input(NodeCall call, size_t input, Value value) {
  call.inputs[input] = std::move(value);
  return call;
}

std::vector<size_t> tensor_inputs(const NodeCall& call) {
  std::vector<size_t> inputs;
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].is_tensor()) inputs.push_back(i);
  }
  return inputs;
}

// ------------------------------------------------------------------------ inputs and outputs

NodeCall without_input(NodeCall call, size_t input) {
  const int number = static_cast<int>(input);
  if (input + 1 == call.inputs.size()) {
    call.inputs.pop_back();
    call.node.mutable_input()->RemoveLast();
  } else {
    call.inputs[input] = Value();
    call.node.set_input(number, "");
  }
  return call;
}

void missing_inputs(const NodeCall& call, Draw&, Steps& steps) {
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    if (call.inputs[i].absent()) continue;
    steps.push_back({without_input(call, i), input_text(call, i) + " is left out"});
  }
}

void added_inputs(const NodeCall& call, Draw&, Steps& steps) {
  const Schema& schema = schema_of(call);
  const bool any_number =
      !schema.inputs.empty() && schema.inputs.back().option == FormalParameter::Option::variadic;
  if (any_number) return;
  NodeCall more = call;
  while (more.inputs.size() < schema.inputs.size()) {
    more.inputs.emplace_back();
    more.node.add_input("");
  }
  const bool given = !call.inputs.empty() && !call.inputs[0].absent();
  more.inputs.push_back(given ? call.inputs[0] : Value(scalar(DType::float32, 1.0)));
  more.node.add_input("extra_input");
  steps.push_back({more, "an input after the last"});
}

void added_outputs(const NodeCall& call, Draw&, Steps& steps) {
  const Schema& schema = schema_of(call);
  const bool any_number =
      !schema.outputs.empty() && schema.outputs.back().option == FormalParameter::Option::variadic;
  if (any_number) return;
  NodeCall more = call;
  while (more.node.output_size() < static_cast<int>(schema.outputs.size())) {
    more.node.add_output("");
  }
  more.node.add_output("extra_output");
  steps.push_back({more, "an output after the last"});
}

const std::vector<DType>& other_types() {
  static const std::vector<DType> types = {
      DType::float32, DType::float64, DType::float16,   DType::int32,  DType::int64,
      DType::uint8,   DType::boolean, DType::complex64, DType::string, DType::int8};
  return types;
}

void types(const NodeCall& call, Draw&, Steps& steps) {
  for (size_t i = 0; i < call.inputs.size(); ++i) {
    const Value& given = call.inputs[i];
    if (given.absent()) continue;
    std::vector<Type> wanted;
    for (const DType type : other_types()) wanted.push_back(Type::tensor(type));
    if (given.is_tensor()) wanted.push_back(Type::sequence(Type::tensor(given.tensor().dtype())));
    for (const Type& type : wanted) {
      if (given.is_tensor() && type.kind == Type::Kind::tensor &&
          type.dtype == given.tensor().dtype()) {
        continue;
      }
      const std::optional<Value> other = recast(given, type);
      if (!other) continue;
      steps.push_back(
          {with_input(call, i, *other), fmt::format("{} is {} in place of {}", input_text(call, i),
                                                    to_string(without_shape(other->type())),
                                                    to_string(without_shape(given.type())))});
    }
  }
}

// ------------------------------------------------------------------------------------ shapes

// The tensor with its first elements, or its last element repeated, under another shape of the same
// rank.
Tensor resized(const Tensor& X, const Shape& shape) {
  Ints at = empty_array<int64_t>(shape);
  for (size_t i = 0; i < at.size(); ++i) {
    Shape index = index_at(i, shape);
    for (size_t axis = 0; axis < index.size(); ++axis) {
      index[axis] = std::min(index[axis], X.dim(axis) - 1);
    }
    at.flat(i) = static_cast<int64_t>(position_of(index, X.shape()));
  }
  return take(X, at);
}

Step shape_step(const NodeCall& call, size_t input, const Tensor& other) {
  return {with_input(call, input, Value(other)),
          fmt::format("{} has the shape {} in place of {}", input_text(call, input),
                      to_string(other.shape()), to_string(call.inputs[input].tensor().shape()))};
}

void ranks(const NodeCall& call, Draw&, Steps& steps) {
  for (const size_t i : tensor_inputs(call)) {
    const Tensor& X = call.inputs[i].tensor();
    Shape more = X.shape();
    more.insert(more.begin(), 1);
    steps.push_back(shape_step(call, i, X.reshaped(more)));
    if (X.rank() == 0 || X.size() == 0) continue;
    Shape first = X.shape();
    first[0] = 1;
    Shape less(X.shape().begin() + 1, X.shape().end());
    steps.push_back(shape_step(call, i, resized(X, first).reshaped(less)));
  }
}

void dimensions(const NodeCall& call, Draw&, Steps& steps) {
  for (const size_t i : tensor_inputs(call)) {
    const Tensor& X = call.inputs[i].tensor();
    for (size_t axis = 0; axis < X.rank() && X.size() != 0; ++axis) {
      Shape longer = X.shape();
      ++longer[axis];
      steps.push_back(shape_step(call, i, resized(X, longer)));
      if (X.dim(axis) < 2) continue;
      Shape shorter = X.shape();
      --shorter[axis];
      steps.push_back(shape_step(call, i, resized(X, shorter)));
    }
  }
}

// ---------------------------------------------------------------------------------- elements

// Numbers that may be one past the end of what the call admits: past its ranks, its dimensions, and
// small enumerations.
std::vector<int64_t> ends(const NodeCall& call) {
  std::set<int64_t> numbers = {-1, 0, 1, 2, 3};
  for (const size_t i : tensor_inputs(call)) {
    const Tensor& X = call.inputs[i].tensor();
    std::vector<size_t> lengths(X.shape().begin(), X.shape().end());
    lengths.push_back(X.rank());
    for (const size_t length : lengths) {
      const auto end = static_cast<int64_t>(length);
      numbers.insert({end, end + 1, -end - 1, -end - 2});
    }
  }
  return {numbers.begin(), numbers.end()};
}

int64_t towards(int64_t number, int64_t valid) { return number > valid ? number - 1 : number + 1; }

// Adds a step to each end; `change` makes the call with a number in the place of `valid`.
void to_ends(const NodeCall& call, const std::string& what, int64_t valid, Steps& steps,
             const std::function<NodeCall(int64_t)>& change) {
  for (const int64_t number : ends(call)) {
    if (number == valid) continue;
    Step step{change(number), fmt::format("{} = {} in place of {}", what, number, valid)};
    if (const int64_t next = towards(number, valid); next != valid) step.nearer = change(next);
    steps.push_back(std::move(step));
  }
}

bool may_index(const Tensor& X) {
  return X.size() != 0 && (X.dtype() == DType::int32 || X.dtype() == DType::int64);
}

void elements(const NodeCall& call, Draw& draw, Steps& steps) {
  for (const size_t i : tensor_inputs(call)) {
    const Tensor& X = call.inputs[i].tensor();
    if (!may_index(X)) continue;
    const Ints values = X.as<int64_t>();
    const size_t place = draw.below(values.size());
    const auto change = [&](int64_t number) {
      Ints changed = values;
      changed.flat(place) = number;
      return with_input(call, i, Value(Tensor::of(X.dtype(), changed)));
    };
    to_ends(call, fmt::format("element {} of {}", place, input_text(call, i)), values.flat(place),
            steps, change);
  }
}

void duplicates(const NodeCall& call, Draw& draw, Steps& steps) {
  for (const size_t i : tensor_inputs(call)) {
    const Tensor& X = call.inputs[i].tensor();
    if (!may_index(X) || X.size() < 2) continue;
    Ints values = X.as<int64_t>();
    const size_t place = 1 + draw.below(values.size() - 1);
    values.flat(place) = values.flat(place - 1);
    steps.push_back(
        {with_input(call, i, Value(Tensor::of(X.dtype(), values))),
         fmt::format("{} has the element {} twice", input_text(call, i), values.flat(place))});
  }
  for (int a = 0; a < call.node.attribute_size(); ++a) {
    const AttributeProto& attribute = call.node.attribute(a);
    if (attribute.ints_size() < 2) continue;
    NodeCall twice = call;
    twice.node.mutable_attribute(a)->set_ints(1, attribute.ints(0));
    steps.push_back({twice, fmt::format("{} has {} twice", attribute.name(), attribute.ints(0))});
  }
}

void reals(const NodeCall& call, Draw& draw, Steps& steps) {
  const std::vector<double> numbers = {-1, 0, 2};
  for (const size_t i : tensor_inputs(call)) {
    const Tensor& X = call.inputs[i].tensor();
    if (!is_float(X.dtype()) || X.size() == 0) continue;
    const Reals values = X.as<double>();
    const size_t place = draw.below(values.size());
    for (const double number : numbers) {
      Reals changed = values;
      changed.flat(place) = number;
      steps.push_back({with_input(call, i, Value(Tensor::of(X.dtype(), changed))),
                       fmt::format("element {} of {} = {} in place of {}", place,
                                   input_text(call, i), number, values.flat(place))});
    }
  }
  for (int a = 0; a < call.node.attribute_size(); ++a) {
    const AttributeProto& attribute = call.node.attribute(a);
    if (attribute.type() != AttributeProto::FLOAT) continue;
    for (const double number : numbers) {
      NodeCall changed = call;
      changed.node.mutable_attribute(a)->set_f(static_cast<float>(number));
      steps.push_back({changed, fmt::format("{} = {} in place of {}", attribute.name(), number,
                                            attribute.f())});
    }
  }
}

// -------------------------------------------------------------------------------- attributes

void missing_attributes(const NodeCall& call, Draw&, Steps& steps) {
  for (int a = 0; a < call.node.attribute_size(); ++a) {
    NodeCall less = call;
    less.node.mutable_attribute()->DeleteSubrange(a, 1);
    steps.push_back({less, call.node.attribute(a).name() + " is left out"});
  }
}

// A list that the version has and the call has not, as long as one that the call has: of attributes
// that exclude each other both are given.
void added_lists(const NodeCall& call, Draw&, Steps& steps) {
  std::set<size_t> lengths;
  for (const AttributeProto& each : call.node.attribute()) {
    lengths.insert(
        static_cast<size_t>(std::max({each.ints_size(), each.floats_size(), each.strings_size()})));
  }
  lengths.erase(0);
  for (const FormalAttribute& formal : schema_of(call).attributes) {
    if (formal.numbered || find_attribute(call.node, formal.name)) continue;
    for (const size_t length : lengths) {
      const std::map<AttributeType, AttributeValue> contents = {
          {AttributeType::ints, Integers(length, 0)},
          {AttributeType::reals, std::vector<double>(length, 0.5)},
          {AttributeType::texts, std::vector<std::string>(length, "a")}};
      const auto content = contents.find(formal.type);
      if (content == contents.end()) continue;
      NodeCall more = call;
      write_attribute(formal.name, content->second, more.node);
      steps.push_back(
          {more, fmt::format("{} has {} elements, and was not given", formal.name, length)});
    }
  }
}

// An attribute of another version of the operator, or of none.
void unknown_attributes(const NodeCall& call, Draw&, Steps& steps) {
  const Schema& schema = schema_of(call);
  if (schema.open_attributes) return;
  std::set<std::string> names = {"no_such_attribute"};
  for (const Schema& other : all_schemas()) {
    if (other.domain != schema.domain || other.name != schema.name) continue;
    for (const FormalAttribute& formal : other.attributes) {
      const bool integer = formal.type == AttributeType::integer;
      if (integer && schema.attribute(formal.name) == nullptr) names.insert(formal.name);
    }
  }
  for (const std::string& name : names) {
    NodeCall more = call;
    write_attribute(name, int64_t{1}, more.node);
    steps.push_back({more, name + " = 1, an attribute that this version does not have"});
  }
}

// The attribute with content of another type in the same place.
void attribute_types(const NodeCall& call, Draw&, Steps& steps) {
  for (int a = 0; a < call.node.attribute_size(); ++a) {
    const AttributeProto& attribute = call.node.attribute(a);
    AttributeValue content = int64_t{1};
    if (attribute.type() == AttributeProto::INT) {
      content = double{static_cast<float>(attribute.i())};
    } else if (attribute.type() == AttributeProto::INTS && attribute.ints_size() != 0) {
      content = attribute.ints(0);
    }
    const AttributeProto other = written_attribute(attribute.name(), content);
    NodeCall changed = call;
    *changed.node.mutable_attribute(a) = other;
    const auto named = [](const AttributeProto& of) {
      return name(static_cast<AttributeType>(of.type()));
    };
    steps.push_back({changed, fmt::format("{} is of type {} in place of {}", attribute.name(),
                                          named(other), named(attribute))});
  }
}

// The node with the defaults of attributes that are one number or one word.
NodeCall with_defaults(NodeCall call) {
  for (const FormalAttribute& formal : schema_of(call).attributes) {
    const auto usual = written_default(formal);
    if (!usual || formal.numbered || find_attribute(call.node, formal.name)) continue;
    const bool one = usual->has_i() || usual->has_s();
    if (one) *call.node.add_attribute() = *usual;
  }
  return call;
}

// The call itself, where only the attribute of `from` at this place is written as well.
NodeCall with_attribute(const NodeCall& call, const NodeCall& from, int place) {
  NodeCall changed = call;
  if (place >= changed.node.attribute_size()) {
    *changed.node.add_attribute() = from.node.attribute(place);
  }
  return changed;
}

AttributeProto& attribute_at(NodeCall& call, int place) {
  return *call.node.mutable_attribute(std::min(place, call.node.attribute_size() - 1));
}

std::string other_case(std::string word) {
  for (char& c : word) {
    const auto letter = static_cast<unsigned char>(c);
    c = static_cast<char>(std::isupper(letter) ? std::tolower(letter) : std::toupper(letter));
  }
  return word;
}

void words(const NodeCall& call, Draw&, Steps& steps) {
  const NodeCall whole = with_defaults(call);
  for (int a = 0; a < whole.node.attribute_size(); ++a) {
    const AttributeProto& attribute = whole.node.attribute(a);
    if (attribute.type() != AttributeProto::STRING || attribute.s().empty()) continue;
    const std::string& word = attribute.s();
    for (const std::string& other : {word.substr(0, word.size() - 1), other_case(word)}) {
      if (other == word) continue;
      NodeCall changed = with_attribute(call, whole, a);
      attribute_at(changed, a).set_s(other);
      steps.push_back(
          {changed, fmt::format("{} = \"{}\" in place of \"{}\"", attribute.name(), other, word)});
    }
  }
}

// Refusals of the steps from `first` on must name the number, unless it is one of a flag.
void name_numbers(size_t first, Steps& steps) {
  for (size_t i = first; i < steps.size(); ++i) {
    int64_t number = 0;
    const std::string& change = steps[i].change;
    re2::RE2::PartialMatch(change, R"( = (-?\d+) in place of )", &number);
    if (number != 0 && number != 1) steps[i].named = std::to_string(number);
  }
}

void numbers(const NodeCall& call, Draw& draw, Steps& steps) {
  const NodeCall whole = with_defaults(call);
  for (int a = 0; a < whole.node.attribute_size(); ++a) {
    const AttributeProto& attribute = whole.node.attribute(a);
    const NodeCall base = with_attribute(call, whole, a);
    if (attribute.type() == AttributeProto::INT) {
      const size_t first = steps.size();
      to_ends(call, attribute.name(), attribute.i(), steps, [&](int64_t number) {
        NodeCall changed = base;
        attribute_at(changed, a).set_i(number);
        return changed;
      });
      name_numbers(first, steps);
    }
    if (attribute.type() != AttributeProto::INTS || attribute.ints_size() == 0) continue;
    const auto place = static_cast<int>(draw.below(static_cast<size_t>(attribute.ints_size())));
    to_ends(call, fmt::format("element {} of {}", place, attribute.name()), attribute.ints(place),
            steps, [&](int64_t number) {
              NodeCall changed = base;
              attribute_at(changed, a).set_ints(place, number);
              return changed;
            });
  }
}

template <class List>
void change_length(const NodeCall& call, int place, const List& list, Steps& steps,
                   List* (AttributeProto::*field)()) {
  if (list.empty()) return;
  const std::string& name = call.node.attribute(place).name();
  const std::string longer =
      fmt::format("{} has {} elements in place of {}", name, list.size() + 1, list.size());
  NodeCall more = call;
  List* all = (more.node.mutable_attribute(place)->*field)();
  const auto last = list.Get(list.size() - 1);
  *all->Add() = last;
  steps.push_back({more, longer});
  if (list.size() == 1) return;  // an attribute without elements may be read as one left out
  NodeCall less = call;
  (less.node.mutable_attribute(place)->*field)()->RemoveLast();
  steps.push_back(
      {less, fmt::format("{} has {} elements in place of {}", name, list.size() - 1, list.size())});
}

void list_lengths(const NodeCall& call, Draw&, Steps& steps) {
  for (int a = 0; a < call.node.attribute_size(); ++a) {
    const AttributeProto& attribute = call.node.attribute(a);
    change_length(call, a, attribute.ints(), steps, &AttributeProto::mutable_ints);
    change_length(call, a, attribute.floats(), steps, &AttributeProto::mutable_floats);
    change_length(call, a, attribute.strings(), steps, &AttributeProto::mutable_strings);
  }
}

struct Kind {
  const char* name;
  void (*list)(const NodeCall&, Draw&, Steps&);
};

constexpr Kind kinds[] = {{"input missing", missing_inputs},
                          {"input added", added_inputs},
                          {"output added", added_outputs},
                          {"type", types},
                          {"rank", ranks},
                          {"dimension", dimensions},
                          {"element", elements},
                          {"duplicate", duplicates},
                          {"real", reals},
                          {"attribute missing", missing_attributes},
                          {"attribute added", added_lists},
                          {"attribute unknown", unknown_attributes},
                          {"attribute type", attribute_types},
                          {"attribute word", words},
                          {"attribute number", numbers},
                          {"attribute length", list_lengths}};

}  // namespace

const std::vector<std::string>& step_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Kind& kind : kinds) all.emplace_back(kind.name);
    return all;
  }();
  return names;
}

std::vector<Step> steps_from(const NodeCall& call, std::string_view kind, Draw& draw) {
  Steps steps;
  for (const Kind& each : kinds) {
    if (each.name == kind) each.list(call, draw, steps);
  }
  draw.shuffle(steps);
  if (steps.size() > most_steps) steps.resize(most_steps);
  return steps;
}

}  // namespace etalon
