// Element types as NumPy, ml_dtypes and DLPack name them.
#pragma once

#include <nanobind/ndarray.h>

#include <string>
#include <string_view>

#include "engine/values/dtype.h"

namespace etalon::python {

// "float32", "bfloat16", "float8_e4m3fn", "int4", "object" for strings: NumPy's name or ml_dtypes'.
std::string_view numpy_name(DType type);
// The inverse; DType::undefined when there is none.
DType dtype_of_numpy_name(std::string_view name);
// True for the types that NumPy itself lacks; ml_dtypes has them.
bool needs_ml_dtypes(DType type);

// The type of the elements that NumPy shows. Types that NumPy lacks are shown as unsigned integers
// of their slot.
nanobind::dlpack::dtype dlpack_type(DType type);
// DType::undefined for a type that Etalon does not have.
DType dtype_of_dlpack(nanobind::dlpack::dtype type);

}  // namespace etalon::python
