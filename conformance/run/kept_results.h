// Results that earlier runs kept, so that what is known of a runtime is not asked again.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/judge/result.h"
#include "engine/loader/file.h"

namespace etalon {

// A folder with a file of JSON lines for each circumstance: a line is one case's result, and is
// written when the case has ended. So what a run that was killed had is kept, too; a line that was
// cut off is left out. Timeouts, which depend on what else the machine did, are not kept.
class KeptResults {
 public:
  // Makes the folder. Throws UsageError where the name is that of a file.
  KeptResults(const std::filesystem::path& folder, const std::string& circumstance);

  // That of a case with the same name and the same bytes.
  std::optional<CaseResult> find(const Case& test) const;
  void keep(const Case& test, const CaseResult& result);
  // Why results are not kept (any more), in one sentence; empty while they are. That costs the next
  // run time, and this one nothing.
  const std::string& problem() const { return problem_; }

 private:
  void read();

  std::string problem_;
  std::filesystem::path file_;
  std::map<std::string, std::string> lines_;  // by the digest of the case
  FileDescriptor descriptor_;
};

// What decides a result beside the case, as text: this Etalon (the bytes of its program and
// libraries, and its errata), the machine, the runtime's name and version, the options, and the
// command with the bytes of the files that it names and, of each script, of those beside it with
// the same extension.
std::string circumstance_of(const std::string& runtime, const std::string& command,
                            const std::vector<std::string>& options);

}  // namespace etalon
