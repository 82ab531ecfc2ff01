// repro.py: a program that runs a runtime on one case, and prints what is expected and what it
// gives.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/generate/case_files.h"

namespace etalon {

// What the program shows.
struct Repro {
  const CaseFiles& files;            // one set of data
  std::string title;                 // "Det-22 of mnn 3.6.1: output 'Y': got -1, expected 1"
  std::vector<std::string> remarks;  // sentences about it
  std::string lines;                 // Python that runs the runtime (Backend::repro)
  std::string command;               // the backend's, where there are no such lines
};

// The remarks on a model: its first nodes with the attributes that they have; and, of the first
// with a schema, what its text says, and where it stands.
std::vector<std::string> text_remarks(const CaseFiles& files);

// Writes repro.py to the case's folder, and large arrays, which it reads, beside it.
void write_repro(const std::filesystem::path& folder, const Repro& repro);

}  // namespace etalon
