// Cases by name, as commands take them.
#pragma once

#include <string>

#include "conformance/cases/cases.h"

namespace etalon {

// True for "FILE.json#NAME": an own case in a file, or a case in a report.
bool names_entry(const std::string& reference);
struct EntryName {
  std::filesystem::path file;
  std::string name;
};
// The parts of such a reference.
EntryName entry_name(const std::string& reference);

// The case that `reference` names:
//   a folder with a case in the official layout;
//   FILE.json#NAME, or a FILE.json with one case: an own case;
//   [RELEASE/]SUITE/NAME or NAME, as in "1.22.0/node/test_abs": a fetched case, of the default
//   release if that has it, else of the newest that does; or one of the project's own cases.
// Throws InvalidInput, with similar names, if no case or several cases have the name.
Case find_case(const std::string& reference);

}  // namespace etalon
