// Values → Python objects.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "conformance/python/borrowed.h"
#include "conformance/python/element_types.h"
#include "conformance/python/values.h"
#include "engine/values/host.h"

namespace etalon::python {

namespace nb = nanobind;

namespace {

using View = nb::ndarray<nb::numpy, nb::ro>;

// Keeps a tensor alive for as long as arrays show its elements.
nb::capsule owner_of(const Tensor& tensor) {
  return {new Tensor(tensor), [](void* held) noexcept {
            const KeptAccount account;
            delete static_cast<Tensor*>(held);
          }};
}

// A str; bytes if it is not UTF-8.
nb::object text(const std::string& text) {
  PyObject* string =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  if (string != nullptr) return nb::steal(string);
  PyErr_Clear();
  return nb::bytes(text.data(), text.size());
}

nb::tuple dims(const Shape& shape) {
  nb::list numbers;
  for (const size_t dim : shape) numbers.append(dim);
  return nb::tuple(numbers);
}

nb::object text_array(const Tensor& tensor) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  const nb::object array = numpy.attr("empty")(tensor.size(), "object");
  size_t i = 0;
  for (const std::string& element : tensor.slots<std::string>()) array[i++] = text(element);
  return array.attr("reshape")(dims(tensor.shape()));
}

nb::object array(const Tensor& tensor) {
  const DType type = tensor.dtype();
  if (type == DType::string) return text_array(tensor);
  static const char nothing[16] = {};
  const bool empty = tensor.size() == 0;
  const View view(empty ? nothing : static_cast<const void*>(first_slot(tensor)), tensor.rank(),
                  tensor.shape().data(), owner_of(tensor), nullptr, dlpack_type(type));
  // A change to an array that was given does not change one that was returned.
  nb::object shown = is_borrowed(tensor) ? nb::cast(view, nb::rv_policy::copy) : nb::cast(view);
  if (!needs_ml_dtypes(type)) return shown;
  return shown.attr("view")(nb::module_::import_("ml_dtypes").attr(numpy_name(type).data()));
}

nb::object list_of(const Values& values) {
  nb::list list;
  for (const Value& value : values) list.append(to_python(value));
  return list;
}

nb::object dict_of(const Map& map) {
  nb::dict dict;
  const bool texts = map.keys.dtype() == DType::string;
  const std::vector<int64_t> numbers = texts ? std::vector<int64_t>{} : map.keys.ints();
  for (size_t i = 0; i < map.values.size(); ++i) {
    const nb::object key =
        texts ? text(map.keys.slots<std::string>()[i]) : nb::object(nb::int_(numbers[i]));
    dict[key] = to_python(map.values[i]);
  }
  return dict;
}

}  // namespace

nb::str to_str(const std::string& text) {
  PyObject* string =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (string == nullptr) nb::raise_python_error();
  return nb::steal<nb::str>(string);
}

nb::object to_python(const Value& value) {
  if (value.is_tensor()) return array(value.tensor());
  if (value.is_sequence()) return list_of(value.sequence().items);
  if (value.is_map()) return dict_of(value.map());
  if (value.is_sparse()) {
    const SparseTensor& sparse = value.sparse();
    return nb::module_::import_("onnx_etalon._values")
        .attr("SparseTensor")(array(sparse.values), array(sparse.indices), dims(sparse.shape));
  }
  if (value.is_optional() && value.optional().held) return to_python(*value.optional().held);
  return nb::none();
}

nb::dict to_dict(const std::vector<ValueInfo>& infos, const Values& values) {
  nb::dict dict;
  for (size_t i = 0; i < values.size(); ++i) {
    dict[to_str(infos.at(i).name)] = to_python(values[i]);
  }
  return dict;
}

nb::dict to_dict(const Model& model, const Bindings& inputs) {
  nb::dict dict;
  for (const ValueInfo& formal : model.graph.inputs) {
    const auto found = inputs.find(formal.name);
    if (found != inputs.end()) dict[to_str(formal.name)] = to_python(found->second);
  }
  return dict;
}

}  // namespace etalon::python
