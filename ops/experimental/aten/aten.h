// The functions behind ATen, by their names there.
#pragma once

#include <functional>
#include <map>

#include "ops/experimental/aten/arguments.h"

namespace etalon::aten {

using Function = std::function<Values(const Arguments&)>;
using Functions = std::map<std::string_view, Function>;

const Functions& elementwise_functions();
const Functions& reductions();
const Functions& products();
const Functions& movements();
const Functions& normalizations();

}  // namespace etalon::aten
