// Statements and their cases as text, JSON and CSV.
#pragma once

#include <string>
#include <vector>

#include "conformance/explain/requirements.h"
#include "engine/values/json.h"

namespace etalon::explain {

// How many there are, and how they are tested.
struct RequirementCounts {
  size_t versions = 0, statements = 0;
  size_t by_version = 0;    // tested by a case of the version itself
  size_t by_same_code = 0;  // only by one of another version that has the same code
  size_t listed = 0;        // without a case, for a reason
  size_t untested = 0;      // without either

  void add(const std::vector<Requirement>& statements);
  std::string text() const;  // one line
};

std::string requirements_text(const Schema& schema, const std::vector<Requirement>& statements);
nlohmann::ordered_json requirements_json(const Schema& schema,
                                         const std::vector<Requirement>& statements);
// By RFC 4180; the header of the columns, and a record for each statement.
std::string requirements_csv_header();
std::string requirements_csv(const Schema& schema, const std::vector<Requirement>& statements);

}  // namespace etalon::explain
