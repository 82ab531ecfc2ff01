#include "engine/loader/place.h"

#include "engine/values/utf8.h"

namespace etalon {

std::string place(const Node& node) {
  std::string label = node.domain.empty() ? node.op_type : node.domain + "." + node.op_type;
  label = in_quotes(label);
  label = label.substr(1, label.size() - 2);
  if (!node.name.empty()) return label + " " + in_quotes(node.name);
  for (const std::string& output : node.outputs) {
    if (!output.empty()) return fmt::format("{} (output {})", label, in_quotes(output));
  }
  return label;
}

std::string place(const Function& function) {
  std::string label = function.domain + "." + function.name;
  if (!function.overload.empty()) label += ":" + function.overload;
  return "function " + in_quotes(label);
}

}  // namespace etalon
