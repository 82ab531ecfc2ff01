#include "engine/loader/place.h"

#include "engine/values/utf8.h"

namespace etalon {

std::string place(const Function& function) {
  std::string label = function.domain + "." + function.name;
  if (!function.overload.empty()) label += ":" + function.overload;
  return "function " + in_quotes(label);
}

}  // namespace etalon
