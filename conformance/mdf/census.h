// What the two readers of documents share: counting values, the keys of a dictionary, numbers,
// places.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "conformance/mdf/document.h"
#include "engine/mdf/packed.h"

namespace etalon::mdf {

// Counts values, and throws LimitExceeded for too many values or too deep nesting.
class Census {
 public:
  explicit Census(const DocumentLimits& limits) : limits_(limits) {}
  // `depth` is 1 for the document's own value.
  void count_value(size_t depth);
  void count_values(size_t number);

 private:
  DocumentLimits limits_;
  size_t values_ = 0;
};

// The keys of one dictionary. Throws InvalidModel for a second one of a name.
class Keys {
 public:
  void add(const std::string& key);

 private:
  std::set<std::string> keys_;
};

// "line 2, column 7" of the byte at this offset; of the last byte for an offset at the end.
std::string line_and_column(std::string_view text, size_t offset);

}  // namespace etalon::mdf
