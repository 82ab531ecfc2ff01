// repro.py: a program that runs a runtime on one case, and compares what it gives with what is
// expected. The program is the same for every case, and reads repro.json beside it: nothing that
// comes from a model, a report or a runtime's messages is ever the text of a program.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases/tolerance.h"
#include "conformance/generate/case_files.h"

namespace etalon {

// What the program shows.
struct Repro {
  const CaseFiles& files;            // one set of data
  std::string title;                 // "Det-22 of mnn 3.6.1: output 'Y': got -1, expected 1"
  std::vector<std::string> remarks;  // sentences about it
  std::string lines;                 // Python of the backend itself (Backend::repro)
  std::string command;               // the backend's, if it gives no lines
  Tolerance tolerance;               // within which outputs are as expected
};

// The remarks on a model: its first nodes with the attributes that they have; and, of the first
// with a schema, what its text says, and where it stands.
std::vector<std::string> text_remarks(const CaseFiles& files);

// The text of repro.py, conformance/repro/repro.py.
std::string_view repro_program();

// Writes to the case's folder repro.py; repro.json, which has a key or a value in each line, and is
// safe to show; large arrays, which it names; and the backend's lines as runtime.py. Of absolute
// paths in the command, which others do not have, the name or the place below the current folder
// stays.
void write_repro(const std::filesystem::path& folder, const Repro& repro);

}  // namespace etalon
