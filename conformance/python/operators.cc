// Operators that are Python functions.
#include "engine/operators/added.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <limits>
#include <map>
#include <type_traits>

#include "conformance/python/module.h"
#include "conformance/python/values.h"
#include "engine/values/errors.h"
#include "engine/values/evaluation.h"

namespace etalon::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// By the schemas that add_operator() has made. They live as long as the process.
std::map<const Schema*, nb::object>& functions() {
  static auto& all = *new std::map<const Schema*, nb::object>;
  return all;
}

struct AttributeAsPython {
  const std::string& name;

  nb::object operator()(float value) const { return nb::float_(value); }
  nb::object operator()(int64_t value) const { return nb::int_(value); }
  nb::object operator()(const std::string& value) const { return to_str(value); }
  nb::object operator()(const Tensor& value) const { return to_python(value); }
  template <class T>
  nb::object operator()(const std::vector<T>& values) const {
    nb::list list;
    for (const T& value : values) list.append((*this)(value));
    return list;
  }
  template <class T>
  nb::object operator()(const T&) const {
    throw Unsupported("attribute '{}' is neither a number, a text, a tensor nor a list", name);
  }
};

// "KeyError: 'mine'".
std::string sentence_of(const nb::python_error& raised) {
  const std::string type = nb::cast<std::string>(raised.type().attr("__name__"));
  const std::string text = nb::str(raised.value()).c_str();
  return text.empty() ? type : type + ": " + text;
}

// function(inputs, attributes, number of outputs) gives a list or tuple. Nothing is known of how it
// rounds.
Values evaluate_function(const Call& call) {
  Evaluation& wanted = evaluation();
  if (wanted.rounding || wanted.sampled) ++wanted.lost_errors;
  const nb::gil_scoped_acquire lock;
  nb::list inputs;
  for (const Value& value : call.inputs()) inputs.append(to_python(value));
  nb::dict attributes;
  for (const auto& [name, node_attribute] : call.node().attributes) {
    const Attribute& attribute = call.attribute(name);
    attributes[to_str(name)] = std::visit(AttributeAsPython{name}, attribute.value);
  }
  const nb::object given = [&] {
    try {
      return functions().at(&call.schema())(inputs, attributes, call.output_count());
    } catch (const nb::python_error& raised) {
      throw InvalidInput("its function raised {}", sentence_of(raised));
    }
  }();
  Values outputs;
  for (const nb::handle each : given) {
    const std::string name = "output " + std::to_string(outputs.size());
    outputs.push_back(each.is_none() ? Value() : to_value(each, guessed_type(each), name));
  }
  if (outputs.size() < call.output_count()) {
    throw InvalidInput("its function gives {} outputs, but the node has {}", outputs.size(),
                       call.output_count());
  }
  outputs.resize(call.output_count());
  return outputs;
}

// A second time, the function takes the place of the first.
void add(const std::string& domain, const std::string& name, int since_version,
         const nb::object& function) {
  const Schema* known = find_schema(domain, name, since_version);
  const bool is_same = known != nullptr && known->since_version == since_version;
  const Schema* newest = find_schema(domain, name, std::numeric_limits<int64_t>::max());
  if (newest != nullptr && !functions().contains(newest)) {
    throw InvalidInput("{} exists already", newest->label());
  }
  if (!is_same) known = &add_operator(domain, name, since_version, evaluate_function);
  functions()[known] = function;
}

}  // namespace

void bind_operators(nb::module_& module) {
  module.def("add_operator", add, "domain"_a, "name"_a, "since_version"_a, "function"_a);
}

}  // namespace etalon::python
