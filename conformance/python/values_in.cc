// Python objects → values.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>

#include "conformance/cases/cases.h"
#include "conformance/cases/declared_bits.h"
#include "conformance/python/borrowed.h"
#include "conformance/python/element_types.h"
#include "conformance/python/values.h"
#include "conformance/run/process_end.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"

namespace etalon::python {

namespace nb = nanobind;

namespace {

std::string class_name(nb::handle object) {
  return nb::cast<std::string>(nb::str(object.type().attr("__name__")));
}

nb::object numpy(const char* name) { return nb::module_::import_("numpy").attr(name); }

// Slots hold their type's own bits: signed integers extended, all others with zeros above.
void tidy_slots(Tensor& tensor) {
  const DType type = tensor.dtype();
  if (type == DType::boolean) {
    for (uint8_t& slot : tensor.mutable_slots<uint8_t>()) slot = slot != 0 ? 1 : 0;
  } else if (bit_width(type) < 8) {
    for (uint8_t& slot : tensor.mutable_slots<uint8_t>()) slot = slot_of(slot, type);
  }
}

// The array's own memory where its bytes are slots as they are; otherwise a copy.
Tensor tensor_of(const AnyArray& array, DType type) {
  Shape shape(array.ndim());
  for (size_t axis = 0; axis < shape.size(); ++axis) shape[axis] = array.shape(axis);
  const bool untidy = type == DType::boolean || bit_width(type) < 8;
  if (!untidy) {
    if (std::optional<Tensor> shared = over_array(array, type, shape)) return *std::move(shared);
  }
  Tensor tensor = Tensor::unwritten(type, shape);
  by_slot(type, [&]<class W>() {
    if constexpr (!std::is_same_v<W, std::string>) {
      const auto slots = tensor.mutable_slots<W>();
      if (!slots.empty()) std::memcpy(slots.data(), array.data(), slots.size_bytes());
    }
  });
  if (untidy) tidy_slots(tensor);
  return tensor;
}

// A string, or bytes as they are.
std::string text_of(nb::handle item, const std::string& name) {
  if (nb::isinstance<nb::bytes>(item)) {
    const auto bytes = nb::borrow<nb::bytes>(item);
    return {bytes.c_str(), bytes.size()};
  }
  if (nb::isinstance<nb::str>(item)) {
    const auto bytes =
        nb::steal<nb::bytes>(PyUnicode_AsEncodedString(item.ptr(), "utf-8", "surrogateescape"));
    if (bytes.is_valid()) return {bytes.c_str(), bytes.size()};
    PyErr_Clear();
    throw InvalidInput("{}: a string is not valid Unicode", in_quotes(name));
  }
  throw InvalidInput("{}: a tensor of strings contains a {}", in_quotes(name), class_name(item));
}

Tensor text_tensor(nb::handle array, const std::string& name) {
  const auto shape = nb::cast<nb::tuple>(array.attr("shape"));
  Shape dims;
  for (nb::handle dim : shape) dims.push_back(nb::cast<size_t>(dim));
  Tensor tensor = Tensor::unwritten(DType::string, dims);
  const auto slots = tensor.mutable_slots<std::string>();
  size_t i = 0;
  for (nb::handle item : nb::list(array.attr("ravel")().attr("tolist")())) {
    slots[i++] = text_of(item, name);
  }
  tensor.charge_texts();
  return tensor;
}

// An array that DLPack does not describe: of strings, of ml_dtypes' types, or of the other byte
// order.
Tensor special_tensor(nb::handle array, const std::string& name) {
  const nb::object dtype = array.attr("dtype");
  const auto kind = nb::cast<std::string>(dtype.attr("kind"));
  if (kind == "O" || kind == "U" || kind == "S" || kind == "T") return text_tensor(array, name);
  const auto written = nb::cast<std::string>(nb::str(dtype.attr("name")));
  const DType type = dtype_of_numpy_name(written);
  if (type == DType::undefined) {
    throw InvalidInput("{}: ONNX has no element type for arrays of {}", in_quotes(name),
                       printable(written));
  }
  nb::object plain = numpy("ascontiguousarray")(array);
  plain = plain.attr("reshape")(array.attr("shape"));  // which makes a scalar a vector
  plain = needs_ml_dtypes(type) ? plain.attr("view")(slot_bytes(type) == 2 ? "uint16" : "uint8")
                                : plain.attr("astype")(nb::str(written.c_str()));
  AnyArray view;
  if (!nb::try_cast(plain, view)) {
    throw InvalidInput("{}: an array of {} cannot be read", in_quotes(name), printable(written));
  }
  return tensor_of(view, type);
}

// NumPy's array of a Python number, string, list or any object that NumPy reads.
nb::object as_array(nb::handle object, DType wanted, const std::string& name) {
  try {
    if (nb::hasattr(object, "__array__")) return numpy("asarray")(object);
    if (nb::hasattr(object, "__dlpack__")) return numpy("from_dlpack")(object);
    if (wanted == DType::undefined) return numpy("asarray")(object);
    if (needs_ml_dtypes(wanted)) nb::module_::import_("ml_dtypes");
    return numpy("asarray")(object, nb::arg("dtype") = nb::str(numpy_name(wanted).data()));
  } catch (const nb::python_error& problem) {
    throw InvalidInput("{}: a {} cannot be made a tensor: {}", in_quotes(name), class_name(object),
                       one_line(nb::cast<std::string>(nb::str(problem.value()))));
  }
}

Tensor to_tensor(nb::handle object, DType wanted, const std::string& name) {
  AnyArray array;
  if (nb::try_cast(object, array)) {
    const DType type = dtype_of_dlpack(array.dtype());
    if (type != DType::undefined) return tensor_of(array, type);
  }
  const nb::object other = as_array(object, wanted, name);
  if (nb::try_cast(other, array)) {
    const DType type = dtype_of_dlpack(array.dtype());
    if (type != DType::undefined) return tensor_of(array, type);
  }
  return special_tensor(other, name);
}

[[noreturn]] void refuse(nb::handle object, const Type& type, const std::string& name) {
  throw InvalidInput("{}: a {} is given where the model declares {}", in_quotes(name),
                     class_name(object), to_string(type));
}

Value to_sequence(nb::handle object, const Type& type, const std::string& name) {
  if (!nb::isinstance<nb::list>(object) && !nb::isinstance<nb::tuple>(object)) {
    refuse(object, type, name);
  }
  Sequence sequence{*type.element, {}};
  for (nb::handle item : nb::iter(object)) {
    sequence.items.push_back(to_value(item, *type.element, name));
  }
  return sequence;
}

Value to_map(nb::handle object, const Type& type, const std::string& name) {
  if (!nb::isinstance<nb::dict>(object)) refuse(object, type, name);
  const auto dict = nb::borrow<nb::dict>(object);
  Map map;
  map.value_type = *type.element;
  map.keys = to_tensor(nb::list(dict.keys()), type.dtype, name);
  for (nb::handle value : nb::list(dict.values())) {
    map.values.push_back(to_value(value, *type.element, name));
  }
  return map;
}

Value to_sparse(nb::handle object, const Type& type, const std::string& name) {
  for (const char* part : {"values", "indices", "shape"}) {
    if (!nb::hasattr(object, part)) refuse(object, type, name);
  }
  SparseTensor sparse;
  sparse.values = to_tensor(object.attr("values"), type.dtype, name);
  sparse.indices = to_tensor(object.attr("indices"), DType::int64, name);
  for (nb::handle dim : nb::list(object.attr("shape"))) {
    sparse.shape.push_back(nb::cast<size_t>(dim));
  }
  return sparse;
}

Value to_optional(nb::handle object, const Type& type, const std::string& name) {
  if (object.is_none()) return Optional{*type.element, nullptr};
  return Optional{*type.element,
                  std::make_shared<const Value>(to_value(object, *type.element, name))};
}

Value of_message(nb::handle message, const Type& type) {
  const auto bytes = nb::cast<nb::bytes>(message.attr("SerializeToString")());
  return parse_value({bytes.c_str(), bytes.size()}, type, {});
}

}  // namespace

Value to_value(nb::handle object, const Type& type, const std::string& name) {
  if (nb::hasattr(object, "SerializeToString")) return of_message(object, type);
  switch (type.kind) {
    case Type::Kind::optional:
      return to_optional(object, type, name);
    case Type::Kind::sequence:
      return to_sequence(object, type, name);
    case Type::Kind::map:
      return to_map(object, type, name);
    case Type::Kind::sparse_tensor:
      return to_sparse(object, type, name);
    default:
      if (object.is_none() || nb::isinstance<nb::dict>(object)) refuse(object, type, name);
      return to_tensor(object, type.dtype, name);
  }
}

Type guessed_type(nb::handle object) {
  if (nb::isinstance<nb::dict>(object) && nb::len(object) > 0) {
    const auto dict = nb::borrow<nb::dict>(object);
    const nb::object key = nb::list(dict.keys())[0];
    return Type::map(nb::isinstance<nb::str>(key) ? DType::string : DType::int64,
                     guessed_type(nb::list(dict.values())[0]));
  }
  const bool list = nb::isinstance<nb::list>(object) || nb::isinstance<nb::tuple>(object);
  if (list && nb::len(object) > 0) {
    const nb::object first = object[0];
    const bool compound = nb::isinstance<nb::list>(first) || nb::isinstance<nb::dict>(first);
    if (compound || nb::hasattr(first, "__array__") || nb::hasattr(first, "__dlpack__")) {
      return Type::sequence(guessed_type(first));
    }
  }
  return Type::tensor(to_tensor(object, DType::undefined, "an input").dtype());
}

Bindings to_bindings(nb::handle inputs, const Model& model) {
  Bindings bindings;
  if (nb::isinstance<nb::list>(inputs) || nb::isinstance<nb::tuple>(inputs)) {
    const size_t count = nb::len(inputs);
    std::vector<ValueInfo> formals = bare_inputs(model);
    if (count > formals.size()) formals = model.graph.inputs;
    if (count > formals.size()) {
      throw InvalidInput("{} inputs are given to a model that takes {}", count, formals.size());
    }
    for (size_t i = 0; i < count; ++i) {
      bindings[formals[i].name] = to_value(inputs[i], formals[i].type, formals[i].name);
    }
    return bindings;
  }
  if (!nb::isinstance<nb::dict>(inputs)) {
    throw InvalidInput("inputs must be a dict by name or a list by position, not a {}",
                       class_name(inputs));
  }
  for (auto [key, value] : nb::borrow<nb::dict>(inputs)) {
    const std::string name = text_of(key, "a name of an input");
    const auto& formals = model.graph.inputs;
    const auto formal = std::find_if(formals.begin(), formals.end(),
                                     [&](const ValueInfo& info) { return info.name == name; });
    if (formal == formals.end()) throw InvalidInput("the model has no input {}", in_quotes(name));
    bindings[name] = to_value(value, formal->type, name);
  }
  return bindings;
}

Values to_outputs(nb::handle outputs, const Model& model) {
  const auto& formals = model.graph.outputs;
  Values values(formals.size());
  const auto convert = [&](size_t i, nb::handle given) {
    const Type& type = formals[i].type;
    values[i] = with_declared_bits(to_value(given, type, formals[i].name), type);
  };
  if (nb::isinstance<nb::dict>(outputs)) {
    const auto by_name = nb::borrow<nb::dict>(outputs);
    for (size_t i = 0; i < formals.size(); ++i) {
      const nb::str name = to_str(formals[i].name);
      if (by_name.contains(name)) convert(i, by_name[name]);
    }
  } else if (nb::isinstance<nb::list>(outputs) || nb::isinstance<nb::tuple>(outputs)) {
    const size_t count = nb::len(outputs);
    if (count > formals.size()) {
      throw InvalidInput("{} outputs are given for a model that has {}", count, formals.size());
    }
    for (size_t i = 0; i < count; ++i) convert(i, outputs[i]);
  } else if (formals.size() == 1) {
    convert(0, outputs);
  } else {
    throw InvalidInput("outputs must be a dict by name or a list by position, not a {}",
                       class_name(outputs));
  }
  return values;
}

GivenValues to_given(nb::handle outputs, const Model& model) {
  GivenValues given{.outputs = to_outputs(outputs, model)};
  if (!nb::isinstance<nb::dict>(outputs)) return given;
  const auto by_name = nb::borrow<nb::dict>(outputs);
  for (const ValueInfo& info : inner_values_of(model.graph)) {
    const nb::str name = to_str(info.name);
    if (!by_name.contains(name)) continue;
    const nb::object value = by_name[name];
    const bool declared = info.type.kind != Type::Kind::unknown;
    const Type type = declared ? info.type : guessed_type(value);
    given.inner[info.name] = with_declared_bits(to_value(value, type, info.name), type);
  }
  return given;
}

}  // namespace etalon::python
