// Where the names of the reference code are defined.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/explain/sources.h"

namespace etalon::site {

struct Definition {
  std::string path;
  size_t line = 0;        // from 1
  bool declares = false;  // only declares it: the definition is elsewhere
};

// The functions, types and constants that stand at the beginning of a line, as clang-format leaves
// them; members and locals are not found.
class Definitions {
 public:
  explicit Definitions(const std::vector<explain::Source>& sources);

  // The definition that a name in this file means: one in the file itself, in its folder, in its
  // domain, in the engine. Nothing when there is none, or when there are several equally near.
  std::optional<Definition> find(std::string_view name, std::string_view from) const;

 private:
  std::map<std::string, std::vector<Definition>, std::less<>> by_name_;
};

// "code/ops/ai.onnx/math/softmax.cc.html": the page of a source file.
std::string code_page_file(std::string_view path);

}  // namespace etalon::site
