// Files of known failures: one case or pattern a line, then the statuses that it may end with, then
// a comment.
//
//   # Whole lines may be comments, or empty.
//   node/test_resize_*            fail           # the rounding of half pixels
//   1.21.0/node/test_gelu_1       crash,timeout  # only with the cases of 1.21.0
//   "ai.onnx/Add: 7 adds -0"                     # quoted, because the name has blanks
//
// A pattern is the name of a case, its suite and name, or its release, suite and name, where *, ?
// and [a-z] have their meaning in file names. Without statuses, the case may fail in any way.
// `pass` is one of the statuses of a case that does not always fail.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "conformance/cases/status.h"

namespace etalon {

struct KnownLine {
  size_t number = 0;          // from 1; 0 for a line that is not in the file yet
  std::string text;           // the line as it stands in the file
  std::string pattern;        // empty for an empty line or one that is only a comment
  std::set<Status> statuses;  // empty: any failure
  std::string comment;        // without '#' and blanks around it

  // True for a failure with this status.
  bool expects(Status status) const { return statuses.empty() || statuses.contains(status); }
  // True if the case may also pass.
  bool flaky() const { return statuses.contains(Status::pass); }
  bool is_pattern() const { return pattern.find_first_of("*?[") != std::string::npos; }
};

// Throws InvalidInput, naming file and line, for a line that is not of this form.
std::vector<KnownLine> read_known(const std::filesystem::path& file);
// The file's text: the lines' own, in their order.
std::string known_text(const std::vector<KnownLine>& lines);

// The line for a case: "node/test_abs  fail  # message".
KnownLine known_line(const std::string& name, Status status, const std::string& comment);
// The same line with other statuses; pattern and comment stay.
KnownLine with_statuses(const KnownLine& line, const std::set<Status>& statuses);

}  // namespace etalon
