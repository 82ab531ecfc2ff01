// Shared by the conformance tests: small tensors, case folders, archives.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "conformance/cases/cases.h"
#include "engine/values/value.h"

namespace etalon::test {

// A float32 tensor of rank 1.
Tensor floats(const std::vector<double>& values);
// A tensor of rank 1 of any float type.
Tensor reals(DType type, const std::vector<double>& values);

// Writes text to a file, making the folders it needs.
void write_text(const std::filesystem::path& file, const std::string& text);

// The text of a file of own cases for Add-14 with float inputs: a name and the expected sum of
// [1, 2] and [10, 20] for each case.
std::string add_cases(const std::vector<std::pair<std::string, std::vector<double>>>& cases);
// The same as discovered cases.
std::vector<Case> discover_add_cases(
    const std::filesystem::path& folder,
    const std::vector<std::pair<std::string, std::vector<double>>>& cases);

// A case in the official layout: Add of [1, 2] and [10, 20], expecting `sum`.
void write_add_folder(const std::filesystem::path& folder, const std::vector<double>& sum);

// A tar archive with these entries; an entry whose content begins with "->" is a symbolic link,
// with "=>" a hard link.
void write_tar(const std::filesystem::path& file,
               const std::vector<std::pair<std::string, std::string>>& entries);

// Standard output, standard error and exit code of a command line.
struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};
Outcome etalon_command(const std::vector<std::string>& words);
// Checks that the command fails with this code, and that its error is one line that begins with the
// program's name and contains `part`.
void check_fails(const std::vector<std::string>& words, int code, const std::string& part = "");

}  // namespace etalon::test
