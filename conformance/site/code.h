// The reference code as markup: highlighted, with lines that can be linked to, and names that lead
// to their definitions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/explain/sources.h"

namespace etalon::site {

// Where a name of the reference code is defined.
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

struct CodeView {
  std::string path;    // of the source
  std::string root;    // from the page to the site: "../../"
  bool whole = false;  // on the source's own page: its lines have ids, L1, …
  size_t first = 1;    // the number of the first line
};

// A <pre> of the source.
std::string code_markup(std::string_view source, const CodeView& view, const Definitions& names);

}  // namespace etalon::site
