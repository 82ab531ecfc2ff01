// etalon corpus make, verify and diff: the corpus of drawn cases (conformance/generate/CORPUS.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "conformance/corpus/selection.h"

namespace etalon {

// Called with the number of operator versions that are done, and of all.
using CorpusProgress = std::function<void(size_t done, size_t total)>;

struct CorpusWish {
  int opset = 0;                       // of ai.onnx: every version up to it
  std::vector<std::string> operators;  // only these, as --operator names them; all if empty
  SelectionLimits limits;
  // In the layout of ONNX's folder of node tests: node/CASE, of ai.onnx alone, without refusals and
  // without what is open.
  bool drop_in = false;
  unsigned jobs = 1;  // processes; the bytes do not depend on it
};

struct CorpusTotals {
  size_t versions = 0;
  size_t cases = 0;  // refusals included
  size_t refusals = 0;
  size_t open = 0;  // cases that meet an open point
  size_t bytes = 0;
  std::vector<std::string> without;  // versions without a valid case, and why
};

// Writes a corpus to the empty folder. Equal wishes give equal bytes on every machine. Throws
// InvalidInput where no operator version is left.
CorpusTotals make_corpus(const CorpusWish& wish, const std::filesystem::path& folder,
                         const CorpusProgress& progress = {});

struct CorpusCheck {
  size_t cases = 0;
  std::vector<std::string> problems;  // one sentence each, in the order of the files
};

// Evaluates every expectation again: outputs must have the same bits and be proved, refusals the
// same sentence, the open points be the same; every file must have its sum in SHA256SUMS, and every
// case stand in the index. Throws InvalidInput for a folder without an index, and for one with
// symbolic links or paths that leave it.
CorpusCheck verify_corpus(const std::filesystem::path& folder, unsigned jobs,
                          const CorpusProgress& progress = {});

struct CorpusDifference {
  std::vector<std::string> came, went;
  std::vector<std::string> digits;   // the same call has outputs with other numbers
  std::vector<std::string> meaning;  // another model or inputs, outputs of other types or shapes, a
                                     // refusal in place of outputs, other open points
  std::vector<std::string> labels;   // only what is said of the case: its name, its tolerance, …
  size_t same = 0;

  bool none() const;
};

// From corpus `a` to corpus `b`. Cases are by their calls, and have the paths of `a`. Throws
// InvalidInput as verify_corpus.
CorpusDifference corpus_difference(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace etalon
