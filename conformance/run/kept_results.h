// Results that earlier runs stored, which are reused instead of running a case again.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "conformance/judge/result.h"
#include "conformance/run/loaded_files.h"
#include "engine/loader/file.h"

namespace etalon {

// A folder with a file of JSON lines for each circumstance: a line is one case's result, and is
// written when the case has ended. So what a run that was killed had is kept, too; a line that was
// cut off is left out. Timeouts, which depend on what else the machine did, are not kept.
//
// A result of a backend is kept with the list of the files that it had loaded by then, beside those
// of the circumstance, and is found while each of them has the same content. It is not kept where
// they are not known: where the backend does not say them, or has crashed.
class KeptResults {
 public:
  // Makes the folder. Throws UsageError where the name is that of a file. `loaded`: the files that
  // the circumstance has; none where Etalon is judged.
  KeptResults(const std::filesystem::path& folder, const std::string& circumstance,
              const std::optional<FileDigests>& loaded);

  // That of a case with the same name and the same bytes.
  std::optional<CaseResult> find(const Case& test) const;
  void keep(const Case& test, const CaseResult& result);
  // CaseResult::loaded for the files that a backend has loaded.
  std::string list_of(const FileDigests& loaded) const;
  // Why results are not kept (any more), in one sentence; empty while they are. That costs the next
  // run time, and this one nothing.
  const std::string& problem() const { return problem_; }

 private:
  void read();
  std::string keep_list(const std::string& list);
  bool is_current(const std::string& list) const;
  void append(const std::string& digest, const std::string& text);

  std::string problem_;
  std::filesystem::path file_;
  // By the digest of the case, or of the list of files.
  std::multimap<std::string, std::string> lines_;
  mutable std::map<std::string, bool> current_;  // lists, by digest
  std::optional<FileDigests> loaded_;
  FileDescriptor descriptor_;
};

// What decides a result beside the case, as text: this Etalon (the bytes of its program and
// libraries, and its errata), the machine, the runtime's name and version, the options, the command
// with the bytes of the files that it names and of those that it had `loaded` when it said its
// name, and where it finds others: the current folder and the paths of the environment.
std::string circumstance_of(const std::string& runtime, const std::string& command,
                            const std::vector<std::string>& options, const FileDigests& loaded);

}  // namespace etalon
